"""Bytes on the wire, headers too: a first visit to a table, and every page of it afterwards."""

from __future__ import annotations

import gzip
import re
from argparse import Namespace
from urllib.parse import urljoin

from party import House, Phone

from tests.bench.house import HAND, house
from tests.bench.table import show

PAGES = (
    *("", "/log", "/more", "/undo", "/people", "/settings", "/qr", "/door", "/since?seq=0"),
    *("/course", "/sheet/play?by=p2", "/sheet/score", "/sheet/position", "/log/9"),
)


def run(args: Namespace) -> None:
    """A table in its third hand, as a phone loads it that has never been here."""
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
    later.sort(key=lambda row: -row[1])
    show(
        "Weight: pages after that",
        ["", "on the wire", "unpacked"],
        [[path, kb(sent), kb(plain)] for path, sent, plain in later],
    )


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
    found = re.findall(r'<(?:link|script|img|use)[^>]* (?:href|src)="([^"#]+)', page)
    style = next(address for address in found if ".css" in address)
    sheet = phone.get(style).text
    found += [urljoin(style, address) for address in re.findall(r"url\(['\"]?([^'\")#]+)", sheet)]
    own = [address for address in dict.fromkeys(found) if not address.startswith("data:")]
    # A browser takes one icon, and the manifest only to install.
    own = [address for address in own if not re.search(r"icons/.*png|manifest", address)]
    shown = [(re.sub(r"\?.*", "", address), *wire(phone, address)) for address in own]
    return [("the page", *wire(phone, path)), *shown]


__all__ = ["House", "run"]
