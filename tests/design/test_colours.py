"""Text reads at 4.5 to 1, edges and rings at 3 to 1, by day and by night (WCAG 2)."""

from __future__ import annotations

import re

import pytest
from sheet import CSS, STATIC, bare, contrast, declared, felts, lamp, piece_colours

from referee.games import games

TEXT = [
    ("--ink", "--stock"),
    ("--ink", "--stock-2"),
    ("--ink-2", "--stock"),
    ("--ink-2", "--stock-2"),
    ("--stock", "--ink"),
    ("--print", "--brass"),
    ("--print", "--card"),
    ("--cloth-ink", "--cloth"),
    ("--cloth-ink-2", "--cloth"),
    ("--on-verdict", "--legal"),
    ("--on-verdict", "--illegal"),
    ("--on-verdict", "--stands"),
    ("--on-undecided", "--undecided"),
    *[(ink, felt) for felt in felts() for ink in ("--on-felt", "--on-felt-2")],
]
EDGES = [
    ("--edge", "--stock"),
    ("--edge", "--stock-2"),
    ("--cut", "--stock"),
    ("--focus", "--stock"),
    ("--focus", "--cloth"),
    ("--illegal", "--stock-2"),
    *[(mark, felt) for felt in felts() for mark in ("--brass", "--live", "--undecided")],
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [(*pair, 4.5) for pair in TEXT] + [(*pair, 3.0) for pair in EDGES],
)
def test_contrast(ink: str, ground: str, least: float, dark: bool) -> None:
    tokens = lamp(dark)
    under = felts()[ground][dark] if ground in felts() else tokens[ground]
    assert contrast(tokens[ink], under) >= least


@pytest.mark.parametrize("piece", piece_colours())
def test_the_print_on_a_piece_reads_by_day_and_night(piece: str) -> None:
    colours = piece_colours()[piece]
    assert colours["--on"] not in declared(':root[data-lamp="dark"]')
    assert contrast(colours["--c"], lamp(False)[colours["--on"]]) >= 4.5


def test_every_game_has_its_piece_colours() -> None:
    wanted = {f"{key}-{colour}" for key, game in games().items() for colour in game.listing.colours}
    assert wanted <= set(piece_colours())
    assert {piece.split("-")[0] for piece in piece_colours()} <= set(games())


def test_night_is_the_same_whether_asked_for_by_phone_or_by_lamp() -> None:
    by_phone = declared(':root:not([data-lamp="light"])')
    assert by_phone == declared(':root[data-lamp="dark"]')
    assert set(by_phone) <= set(declared(":root"))


def test_every_custom_property_that_is_used_is_set() -> None:
    css = bare(CSS)
    beside = css + "".join(sheet.read_text() for sheet in STATIC.rglob("*.css"))
    used, made = r"var\((--[\w-]+)", r"(?<![\w-])(--[\w-]+):"
    assert set(re.findall(used, css)) <= set(re.findall(made, beside))
    assert set(re.findall(made, css)) <= set(re.findall(used, beside)) | {"--in"}  # in the sprite
