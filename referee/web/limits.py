"""How often one may try: wrong codes, opening tables, imports, checks.

Counted by address and in total, in windows of fixed length on a clock that never jumps. In memory:
one process serves, and a restart forgives. All phones of a party come from one address, so the
numbers are a party's, and what is refused to a guesser must stay open to the guests: wrong codes
close only the way in by typed code. The QR code's token, and a phone that is at the table already,
are never asked here.

    @pages.post("/tables")
    @limits.counted("open")          every try counts
    def open_table(): ...

    with limits.guessing(): ...      round whatever looks up a code that may be a guess
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from flask import Flask, abort, current_app, request

from referee.core import Message, say
from referee.service import NotFound


class Window:
    """At most `most` a key, and `total` for all keys together, in each window of `seconds`."""

    def __init__(self, most: int, total: int, seconds: int, sentence: Message) -> None:
        self.most, self.total, self.seconds, self.sentence = most, total, seconds, sentence
        self.counts: Counter[str] = Counter()
        self.ends = -math.inf

    def _turn(self) -> None:
        now = time.monotonic()
        if now >= self.ends:
            self.counts.clear()
            self.ends = now + self.seconds

    def wait(self, key: str) -> int:
        """Seconds until `key` may try again; 0 if it may now."""
        self._turn()
        if self.counts[key] < self.most and self.counts.total() < self.total:
            return 0
        return math.ceil(self.ends - time.monotonic())

    def count(self, key: str) -> None:
        """One more try by `key`."""
        self._turn()
        self.counts[key] += 1


def _windows() -> dict[str, Window]:
    wait = say("That is a lot from one place. Wait a moment, then try again.")
    return {
        "code": Window(
            10, 300, 60, say("Too many wrong codes. Wait a minute, or scan the QR code: it works.")
        ),
        "open": Window(30, 300, 600, wait),
        "import": Window(30, 120, 600, wait),
        "check": Window(120, 600, 60, wait),
    }


def address() -> str:
    """The address that asks. A home's IPv6 addresses, a whole /64 of them, count as one."""
    sent = request.remote_addr or ""
    try:
        ip = ipaddress.ip_address(sent.partition("%")[0])
    except ValueError:
        return sent
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def _refuse_if_full(name: str) -> Window:
    window: Window = current_app.extensions["limits"][name]
    wait = window.wait(address()) if current_app.config["LIMITS"] else 0
    if wait:
        abort(429, window.sentence, retry_after=wait)
    return window


def counted(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Marks a page of which every call counts towards the limit `name`."""

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def limited(*args: Any, **kwargs: Any) -> Any:
            _refuse_if_full(name).count(address())
            return view(*args, **kwargs)

        return limited

    return mark


@contextmanager
def guessing() -> Iterator[None]:
    """Round whatever looks up a code: `NotFound` counts as a wrong one. Where too many came from
    this address, or from everywhere, nothing is looked up and the answer is 429: were right codes
    still answered, they could be found all the same."""
    window = _refuse_if_full("code")
    try:
        yield
    except NotFound:
        window.count(address())
        raise


def init_app(app: Flask) -> None:
    """Counts afresh for this app; `LIMITS = False` in the config leaves them out (benchmarks)."""
    app.config.setdefault("LIMITS", True)
    app.extensions["limits"] = _windows()
