"""How often one address may try: wrong codes, tables, imports, checks, joins, streams, any form.

Each limit lets an address do so many at once, and as many again over a time, evenly. All phones of
a party come from one address, so the numbers are a party's, and what is refused to a guesser must
stay open to the guests: wrong codes close only the way in by typed code. The QR code's token, and
a phone that is at the table already, are never asked there.

No ceiling for everybody together can be used up by some of them. Where many are at it at once
(`busy`) an address has a smaller share, so that those who do most wait first, and whoever has not
tried yet is let in. Of six letters of 31 a guesser with a thousand addresses tries 2,000 a minute
then, and finds one of a hundred tables in three days of it.

Nor can the phones of a café's Wi-Fi use up what the host beside them needs: where the address has
done too much, a phone that plays at the table it asks for (its host's, or one with a seat) still
has a share of its own (`own`).

The counts are in memory, times of the clock that never jumps. The process that starts the serving
ones holds the memory (`Counts`): they count together, and a new one goes on where the one before it
was killed. Machines count each for itself.

    @pages.post("/tables")
    @limits.counted("open")          every try counts
    def open_table(): ...

    with limits.guessing(): ...      round whatever looks up a code that may be a guess

Every POST counts as a form besides, with nothing said.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

import msgspec
from flask import Flask, abort, current_app, request

from referee.core import Message, say
from referee.counts import Counts
from referee.service import CODE, NotFound

P = ParamSpec("P")
R = TypeVar("R")

_NETWORK = 8
"""A network may do as much as so many of its addresses."""
_SAFE = ("GET", "HEAD", "OPTIONS")


class Limit(msgspec.Struct, frozen=True):
    """An address may do `most` at once and `most` more over `seconds`; while `busy` or more of all
    addresses together are not worked off, `share`. A phone that plays at the table in question may
    do `own` besides."""

    name: str
    most: int
    share: int
    busy: int
    seconds: float
    sentence: Message
    own: int = 0

    def wait(self, counts: Counts, sent: str) -> int:
        """Seconds until the address `sent` may try again; 0 if it may now."""
        now = time.monotonic()
        is_busy = self._left(counts, "all", now) > self._room(self.busy, self.busy)
        most = self.share if is_busy else self.most
        longest = max(
            self._left(counts, key, now) - self._room(most * times, self.most * times)
            for key, times in keys_of(sent)
        )
        return max(0, math.ceil(longest))

    def count(self, counts: Counts, sent: str) -> None:
        """One more try by the address `sent`."""
        now = time.monotonic()
        rates = [(key, self.most * times) for key, times in keys_of(sent)]
        with counts.held():
            for key, rate in (*rates, ("all", self.busy)):
                left = min(self._left(counts, key, now), self.seconds)
                counts.put(f"{self.name} {key}", now + left + self.seconds / rate)

    def wait_own(self, counts: Counts, phone: int) -> int:
        """Seconds until `phone`, which plays at the table, may do one more of its own share."""
        left = self._left(counts, f"phone {phone}", time.monotonic())
        return max(0, math.ceil(left - self._room(self.own, self.own)))

    def count_own(self, counts: Counts, phone: int) -> None:
        """One more of the share of `phone`."""
        key, now = f"phone {phone}", time.monotonic()
        with counts.held():
            left = min(self._left(counts, key, now), self.seconds)
            counts.put(f"{self.name} {key}", now + left + self.seconds / self.own)

    def _left(self, counts: Counts, key: str, now: float) -> float:
        """Seconds until all that `key` did is worked off."""
        return max(0.0, counts.until(f"{self.name} {key}") - now)

    def _room(self, tries: int, rate: int) -> float:
        """Seconds of work that may be left where one more try makes it `tries`, if `rate` are
        worked off in `seconds`; what sums of fractions come to is let pass."""
        return self.seconds * (tries - 1) / rate + 1e-6


def make_limits() -> dict[str, Limit]:
    """Every limit by its name."""
    wait = say("Too many requests came from one place. Wait a moment, then try again.")
    code = say("Too many wrong codes. Wait a minute, or scan the QR code, which still works.")
    limits = (
        Limit("code", 10, 2, 300, 60, code),
        Limit("open", 30, 5, 300, 600, wait),
        Limit("import", 30, 3, 120, 600, wait),
        Limit("check", 120, 30, 600, 60, wait),
        Limit("join", 300, 30, 3000, 60, wait, own=30),
        # A hundred phones of one place come back at once, some of them with several pages.
        Limit("stream", 2000, 200, 6000, 60, wait, own=60),
        Limit("form", 3000, 300, 9000, 60, wait, own=120),
    )
    return {limit.name: limit for limit in limits}


def keys_of(sent: str) -> tuple[tuple[str, int], ...]:
    """What a try of the address `sent` counts for, each with how many addresses' tries it may be.

    A home's IPv6 addresses, a whole /64 of them, count as one; and with them the /48, for one
    customer may have thousands of such homes.
    """
    try:
        ip = ipaddress.ip_address(sent.partition("%")[0])
    except ValueError:
        return ((sent, 1),)
    if isinstance(ip, ipaddress.IPv4Address):
        return ((str(ip), 1),)
    if ip.ipv4_mapped is not None:
        return ((str(ip.ipv4_mapped), 1),)
    home, customer = (str(ipaddress.ip_network((ip, size), strict=False)) for size in (64, 48))
    return ((home, 1),) if ip.is_link_local else ((home, 1), (customer, _NETWORK))


def check(name: str) -> None:
    """Refuse the request where its address has reached the limit `name`, and its phone has no share
    of its own left: 429."""
    limits, counts, _ = current_app.extensions["limits"]
    if not current_app.config["LIMITS"]:
        return
    limit = limits[name]
    wait = limit.wait(counts, request.remote_addr or "")
    if wait and (phone := _player(limit)):
        wait = min(wait, limit.wait_own(counts, phone))
    if wait:
        abort(429, limit.sentence, retry_after=wait)


def count(name: str) -> None:
    """The request counts towards the limit `name`: for its address, or where that has reached it
    for its phone."""
    limits, counts, _ = current_app.extensions["limits"]
    limit, address = limits[name], request.remote_addr or ""
    if limit.own and limit.wait(counts, address) and (phone := _player(limit)):
        limit.count_own(counts, phone)
    else:
        limit.count(counts, address)


def _player(limit: Limit) -> int:
    """The phone that asks, if it plays at the table it asks for and `limit` has a share for that;
    else 0."""
    named = request.view_args or {}
    code = named.get("code") or str(named.get("token", ""))[:CODE]
    if not limit.own or not code:
        return 0
    _, _, player = current_app.extensions["limits"]
    found: int = player(code)
    return found


def counted(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Marks a page of which every call counts towards the limit `name`."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def limited(*args: P.args, **kwargs: P.kwargs) -> R:
            check(name)
            count(name)
            return view(*args, **kwargs)

        return limited

    return mark


def count_form() -> None:
    """Every form counts, whatever page it is for, and before it is read."""
    if request.method not in _SAFE:
        check("form")
        count("form")


@contextmanager
def guessing() -> Iterator[None]:
    """Round whatever looks up a code: `NotFound` counts as a wrong one. Where too many came from
    this address nothing is looked up and the answer is 429: were right codes still answered, they
    could be found all the same."""
    check("code")
    try:
        yield
    except NotFound:
        count("code")
        raise


def init_app(app: Flask, player: Callable[[str], int]) -> None:
    """Count for this app, in the memory `COUNTS` of the config if it brings one; `LIMITS = False`
    refuses nobody (benchmarks). `player` gives the number of the phone that asks if it plays at the
    table with a code, else 0."""
    app.config.setdefault("LIMITS", True)
    counts = app.config.get("COUNTS") or Counts(4096)
    app.extensions["limits"] = (make_limits(), counts, player)
