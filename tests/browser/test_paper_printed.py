"""Every sheet as it comes out of the printer, blank and filled, of each size: how many pages, how
large, with what on them; and as it looks before, by day and by night."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from io import BytesIO

import pytest
from hands import open_table, record, tap
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from test_axe import fits

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

LONG_LANE = os.environ.get("LANE") == "long"
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210), "a6": (105, 148)}
LONG = "Maximiliane-Alexandrina von Schwarzenb"
"""38 letters; with a number after it as long as a name may be."""
CHROME = ("Back", "Print", "Filled", "Blank", "Skip to", "use your browser")


def printed(page: Page, path: str, size: str) -> list[str]:
    """The text of each page that comes out, all of them of that `size`; nothing on them is cut off
    or belongs to the app."""
    answer = page.goto(path + ("&" if "?" in path else "?") + f"size={size}")
    assert answer
    assert answer.status == 200, path
    cut = page.evaluate(
        "[...document.querySelectorAll('.paper')].filter(e => e.scrollHeight > e.clientHeight + 1"
        " || e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
    )
    assert not cut, path
    pdf = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
    for each in pdf.pages:
        points = [float(n) / 72 * 25.4 for n in each.mediabox[2:]]
        assert points == pytest.approx(SIZES[size], abs=0.5)
    texts = [re.sub(r"\s+", " ", each.extract_text()) for each in pdf.pages]
    for text in texts:
        assert text.strip(), f"an empty page: {path}"
        assert not [word for word in CHROME if word in text], path
    return texts


def holds(text: str, *words: str) -> None:
    """All `words` are in the text, whatever breaks it has."""
    bare = text.replace(" ", "")
    assert not [word for word in words if word.replace(" ", "") not in bare], text


def sheet(page: Page, code: str, pages: dict[str, int], *words: str) -> None:
    """The filled sheet of the table has so many pages, by size, and `words` on them; a blank one
    has none of the names, on the smallest paper and in the long lane on all."""
    for size, count in pages.items():
        texts = printed(page, f"/t/{code}/paper", size)
        assert len(texts) == count, size
        holds(" ".join(texts), *words)
        if size == "a6" or LONG_LANE:
            empty = printed(page, f"/t/{code}/paper?blank=1", size)
            assert "Ann" not in " ".join(empty)


def score_zar(page: Page, code: str, hands: int, players: int) -> None:
    """`hands` in which the first player goes out and the others have 1, 2, 3 …"""
    points = {f"points.p{n + 1}": n for n in range(1, players)}
    for _ in range(hands):
        record(page, code, "end_hand", winner="p1", **points)


def test_zar(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", title="Friday", **{"options.target": 200})
    record(page, code, "start_hand", dealer="p2", top="blue-sun")
    record(page, code, "end_hand", winner="p1", stands=1, **{"points.p2": 31, "points.p3": 12})
    record(page, code, "end_hand", winner="p2", **{"points.p1": 9, "points.p3": 55})
    one = dict.fromkeys(SIZES, 1)
    words = ("ZAR", "Friday", "Lowest wins", "200", "Ann", "Bo", "Cy", "dealer", "+55 67", "Total")
    sheet(page, code, one, *words)


def test_many_hands_and_players_go_over_several_pages(phone: Phones) -> None:
    page = phone()
    names = [f"{LONG}{n}" for n in range(10, 24)]
    code = open_table(page, *names, **{"options.half_decks": 4, "options.target": 900})
    score_zar(page, code, 15, 14)
    pages = {size: printed(page, f"/t/{code}/paper", size) for size in SIZES}
    counts = {"a4": 1, "letter": 1, "a5": 2, "a6": 4}
    assert {size: len(texts) for size, texts in pages.items()} == counts
    for texts in pages.values():
        holds(" ".join(texts), *names)
        for text in texts:
            holds(text, "ZAR", "Lowest wins", "Maximiliane")
    assert [text.count("Total") for text in pages["a6"]] == [0, 0, 1, 1]
    holds(pages["a6"][1], names[7], names[13], "2 of 4")
    nine = open_table(page, *names[:9])
    texts = printed(page, f"/t/{nine}/paper", "a6")
    assert len(texts) == 2
    holds(" ".join(texts), *names[:9])


def test_zinga(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", game="zinga")
    record(page, code, "bonus", to="p1", circle="orange")
    record(page, code, "end_round", winner="p2", **{"points.p1": 12, "points.p3": 7})
    points = {"points.p1": 2, "points.p2": 30, "points.p3": 1}
    record(page, code, "end_round", winner="p3", blocked="true", **points)
    record(page, code, "bonus", to="p3", circle="purple")
    one = dict.fromkeys(SIZES, 1)
    words = (
        "Zinga-Zinga",
        "First to 64",
        "+16",
        "orange",
        "12 left",
        "blocked",
        "+32 32",
        "purple",
    )
    sheet(page, code, one, *words)


@pytest.mark.parametrize(
    ("kind", "filled", "words"),
    [
        ("thaumaturgy", {"scores.p1": 7}, ("+7 7", "1, 2, 4 or 7 points")),
        ("duel", {"mana.p1": 33}, ("−7 33", "mana")),
        ("precision", {"collected.p1": [1, 5]}, ("Every position", "Pentacle", "Familiar")),
    ],
)
def test_kazing(phone: Phones, kind: str, filled: dict, words: tuple[str, ...]) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", f"{LONG}10", game="kazing", **{"options.type": kind})
    record(page, code, "position", **filled)
    pages = {"a4": 1, "letter": 1, "a5": 1, "a6": 2 if kind == "precision" else 1}
    sheet(page, code, pages, "Ka-Zing", "Ann", f"{LONG}10", *words)
    page.goto(f"/t/{code}/paper")
    if kind == "precision":
        expect(page.get_by_label("ticked")).to_have_count(2)


def test_zigzag(phone: Phones) -> None:
    page = phone()
    kinds = ("zig", "zag", "double-zig", "zig-zag")
    code = open_table(
        page,
        *("Ann", f"{LONG}10", "Cy", "Dee", "Ed", "Flo"),
        game="zigzag",
        **{"options.level": 3, **dict.fromkeys(map("options.boxes.{}".format, kinds), 9)},
    )
    record(page, code, "score_box", team="p1", call="zag", box_level=2)
    sheet(
        page,
        code,
        {"a4": 1, "letter": 1, "a5": 2, "a6": 3},
        "ZigZag",
        "Ann",
        f"{LONG}10",
        "DOUBLE-ZIG",
    )
    page.goto(f"/t/{code}/paper")
    expect(page.locator(".scorecard__box.is-in")).to_have_count(1)
    page.goto(f"/t/{code}/paper?blank=1")
    expect(page.locator(".scorecard__box.is-in")).to_have_count(0)
    expect(page.locator(".scorecard")).to_have_count(4)
    # A scorecard is remembered for whoever plays here next.
    usual = dict.fromkeys(map("options.boxes.{}".format, kinds), 1)
    open_table(page, "Ann", "Bo", "Cy", "Dee", game="zigzag", **usual)


def test_a_series_of_zing_a_zam(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", game="zingazam", **{"options.games": 2})
    for n in (7, 9):
        record(page, code, "score_game", **{"counts.p1": n, "counts.p2": 6})
    one = dict.fromkeys(SIZES, 1)
    sheet(page, code, one, "Zing-a-Zam!", "Ann", "+9 16", "wins")


def test_blank_ones_from_the_games_own_pages(phone: Phones) -> None:
    """On the smallest paper and one other in turn; in the long lane on all."""
    page = phone()
    sheets = (
        ("zar", "players=9", [1, 1, 1, 2], "ZAR"),
        ("zar", "kind=multideck&players=14", [1, 1, 2, 2], "ZAR"),
        ("kazing", "kind=precision&players=5", [1, 1, 2, 3], "Pentacle"),
        ("zinga", "players=8", [1, 1, 1, 2], "First to 64"),
        ("zigzag", "kind=both", [1, 1, 1, 1], "DOUBLE-ZIG"),
    )
    for turn, (game, query, pages, word) in enumerate(sheets):
        for place, (size, count) in enumerate(zip(SIZES, pages, strict=True)):
            if not (LONG_LANE or size == "a6" or place == turn % 3):
                continue
            texts = printed(page, f"/games/{game}/paper?{query}", size)
            assert len(texts) == count, (game, query, size)
            holds(texts[0], word)


def test_qr_codes_for_the_wall(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", title=f"{LONG}10")
    for size in SIZES:
        (text,) = printed(page, f"/t/{code}/qr/paper", size)
        holds(
            text,
            f"{LONG}10",
            code,
            "ZAR",
            "Point your phone’s camera at the QR code",
            "then the code",
        )
        (text,) = printed(page, "/paper", size)
        holds(
            text, "Scan to open a table", "ZAR", "Ka-Zing", "Zinga-Zinga", "ZigZag", "Zing-a-Zam!"
        )


def test_what_is_printed_is_black_on_white(phone: Phones) -> None:
    page = phone(dark=True)
    code = open_table(page, *"ABCD", game="zigzag")
    for path in (f"/t/{code}/paper", f"/t/{code}/qr/paper", "/games/zar/paper"):
        page.goto(path)
        page.emulate_media(media="print")
        colours = page.evaluate(
            "[...document.querySelectorAll('.paper, .paper *')].map(e => getComputedStyle(e).color)"
        )
        assert set(colours) == {"rgb(0, 0, 0)"}
        assert page.locator("html").evaluate("e => getComputedStyle(e).backgroundColor") == (
            "rgb(255, 255, 255)"
        )
        page.emulate_media(media="screen")


def test_how_it_looks_before(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", game="zinga")
    record(page, code, "end_round", winner="p2", **{"points.p1": 12})
    other = open_table(page, "Ann", "Bo", game="kazing", **{"options.type": "precision"})
    for path in (
        f"/t/{code}/paper?size=a6",
        f"/t/{other}/paper",
        f"/t/{code}/qr/paper",
        "/games/zar/paper?kind=multideck&size=a5",
        "/paper",
    ):
        page.goto(path)
        axe(page)
        fits(page)
    wide = phone(wide=True)
    wide.goto("/games/kazing/paper?kind=precision")
    axe(wide)


def test_the_way_there_and_the_brass_button(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo")
    page.goto(f"/t/{code}/more")
    tap(page, "Score sheet")
    expect(page.locator(".rounds")).to_be_visible()
    tap(page, "A6")
    expect(page.locator(".paper--a6")).to_be_visible()
    tap(page, "Blank")
    expect(page.locator(".paper--a6")).to_be_visible()
    expect(page.get_by_role("link", name="Blank")).to_have_attribute("aria-current", "true")
    page.evaluate("window.print = () => { document.title = 'printing' }")
    tap(page, "Print")
    assert page.title() == "printing"
    page.goto(f"/t/{code}/qr")
    tap(page, "Poster for the wall")
    expect(page.locator(".poster .code")).to_be_visible()
    page.goto("/games/zar")
    tap(page, "Score sheets")
    expect(page.locator(".rounds")).to_be_visible()
    tap(page, "9", exact=True)
    expect(page.locator(".rounds thead td")).to_have_count(9)
    page.goto("/")
    tap(page, "Menu")
    tap(page, "Poster for the wall")
    expect(page.locator(".poster")).to_contain_text("Scan to open a table")


def test_without_a_script_the_page_says_how(phone: Phones) -> None:
    page = phone(script=False)
    page.goto("/games/zar/paper")
    expect(page.get_by_text("To print this page, use your browser’s menu.")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
