"""What a page weighs on the wire: 100 kB for the first of a table in all, 40 kB for any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hands import card, join, open_table, record, tap
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


@contextmanager
def weighed(page: Page, most: int) -> Iterator[None]:
    """At most `most` bytes arrive, heads of answers included, until all is quiet."""
    sizes: dict[str, int] = {}
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    yield
    page.wait_for_timeout(400)
    wire.detach()
    total = sum(sizes.values())
    assert 0 < total <= most, f"{total} bytes"


def test_weight(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, *(f"Player {n}" for n in range(1, 10)))
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    for _ in range(20):
        record(host, code, "zar", by="p1")
    join(guest, code, "p2")
    with weighed(guest, 100_000):
        guest.goto(f"/t/{code}")
    for path in ("sheet/play?by=p2", "log", "settings", "people", "qr", "sheet/close_call", "more"):
        with weighed(guest, 40_000):
            guest.goto(f"/t/{code}/{path}")
    others = ("/rules/zar", "/check/zar", "/", "/open/zar", "/menu", "/tables", "/games/zar")
    learnt = ("/learn/kazing/5", "/learn/zinga/4?choice=1", "/games/kazing/paper", "/paper")
    for path in (*others, *learnt, f"/t/{code}/course", f"/t/{code}/export", f"/t/{code}/paper"):
        with weighed(guest, 40_000):
            guest.goto(path)
    guest.goto(f"/t/{code}")
    with weighed(guest, 40_000):
        tap(guest, "Player 2 plays")
    with weighed(guest, 10_000):
        card(guest, "red frog")
    with weighed(guest, 40_000):
        tap(guest, "Player 2 plays a red frog")


def test_a_live_update_is_small(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", "Dee")
    join(guest, code, "p2")
    guest.goto(f"/t/{code}")
    with weighed(guest, 10_000):
        record(host, code, "start_hand", dealer="p1", top="blue-sun")
