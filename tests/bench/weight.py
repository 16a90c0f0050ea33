"""Bytes on the wire, headers too: a first visit to a table of each game, and every page of one of
ZAR afterwards."""

from __future__ import annotations

import gzip
import re
import tempfile
from argparse import Namespace
from pathlib import Path
from urllib.parse import urljoin

import weighing
from party import House, Phone

from referee.games import games
from tests.bench.house import HAND, house
from tests.bench.ratios import Played
from tests.bench.table import show

PAGES = (
    *("", "/log", "/more", "/undo", "/people", "/settings", "/qr", "/door", "/since?seq=0"),
    *("/course", "/sheet/play?by=p2", "/sheet/score", "/sheet/position", "/log/9"),
)


EVENTS = 12
"""Of a game, before a phone comes to its table."""


def run(args: Namespace) -> None:
    """A table in its third hand, as a phone loads it that has never been here; then one of each
    game, without a server."""
    with house(1) as (server, tables):
        host, guest = (Phone(server, seated.cookie) for seated in tables[0][:2])
        for event in [*HAND, *HAND, *HAND[:7]]:
            assert host.record(tables[0][0].code, **event).status == 303
        first = visit(guest, f"/t/{tables[0][0].code}")
        code = tables[0][0].code
        later = [(path or "the table", *wire(guest, f"/t/{code}{path}")) for path in PAGES]
        later += [
            (path, *wire(guest, path)) for path in ("/", "/open/zar", "/rules/zar", "/check/zar")
        ]
    rows = [[path, kb(sent), kb(plain)] for path, sent, plain in first]
    rows.append(["together", kb(sum(sent for _, sent, _ in first)), ""])
    show("Weight: the first visit to a table", ["", "on the wire", "unpacked"], rows)
    show(
        "Weight: the first visit, game by game",
        ["", "the page", "rules and signs", "together"],
        [[key, *map(kb, of_game(key))] for key in games()],
    )
    later.sort(key=lambda row: -row[1])
    show(
        "Weight: pages after that",
        ["", "on the wire", "unpacked"],
        [[path, kb(sent), kb(plain)] for path, sent, plain in later],
    )


def of_game(key: str) -> tuple[int, int, int]:
    """(the page, what else only some games or pages have, all that comes) after some events."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        played = Played(Path(folder), key)
        for _ in range(EVENTS):
            played.tap(*played.next_event())
        sizes = weighing.visit(played.phones[1], f"/t/{played.code}")
        played.service.tables.store.close()
    own = [size for path, size in sizes.items() if re.search(r"(?<!referee)\.css|games/", path)]
    return sizes["the page"], sum(own), sum(sizes.values())


def kb(size: int) -> str:
    return f"{size / 1000:.1f} kB"


def wire(phone: Phone, path: str) -> tuple[int, int]:
    """(bytes that came, bytes of the body unpacked)."""
    answer = phone.get(path, Accept_Encoding="gzip")
    assert answer.status == 200, (path, answer.status)
    packed = answer.header("content-encoding") == "gzip"
    return len(answer.raw) + 20, len(gzip.decompress(answer.body) if packed else answer.body)


def visit(phone: Phone, path: str) -> list[tuple[str, int, int]]:
    """The page, and all that a browser loads for it."""
    page = phone.get(path).text
    own = weighing.loaded(page)
    for style in [address for address in own if ".css" in address]:
        text = phone.get(style).text
        own += [urljoin(style, found) for found in weighing.ADDRESS.findall(text)]
    shown = [(re.sub(r"\?.*", "", address), *wire(phone, address)) for address in own]
    return [("the page", *wire(phone, path)), *shown]


__all__ = ["House", "run"]
