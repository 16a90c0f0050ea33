"""Text reads at 4.5 to 1, edges and rings at 3 to 1, by day and by night (WCAG 2)."""

from __future__ import annotations

import re

import pytest
from sheet import CSS, bare, contrast, declared, lamp, piece_colours

FELTS = ["zar", "kazing", "zinga", "zigzag", "zingazam", "other"]
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
    *[(ink, f"--felt-{felt}") for felt in FELTS for ink in ("--on-felt", "--on-felt-2")],
]
EDGES = [
    ("--edge", "--stock"),
    ("--edge", "--stock-2"),
    ("--cut", "--stock"),
    ("--focus", "--stock"),
    ("--focus", "--cloth"),
    ("--illegal", "--stock-2"),
    *[(mark, f"--felt-{felt}") for felt in FELTS for mark in ("--brass", "--live", "--undecided")],
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [(*pair, 4.5) for pair in TEXT] + [(*pair, 3.0) for pair in EDGES],
)
def test_contrast(ink: str, ground: str, least: float, dark: bool) -> None:
    tokens = lamp(dark)
    assert contrast(tokens[ink], tokens[ground]) >= least


@pytest.mark.parametrize("piece", piece_colours())
def test_the_print_on_a_piece_reads_by_day_and_night(piece: str) -> None:
    colours = piece_colours()[piece]
    assert colours["--on"] not in declared(':root[data-lamp="dark"]')
    assert contrast(colours["--c"], lamp(False)[colours["--on"]]) >= 4.5


def test_every_game_has_its_piece_colours() -> None:
    games = {piece.split("-")[0] for piece in piece_colours()}
    assert games == {"zar", "kazing", "zinga", "zigzag", "zingazam"}
    assert len(piece_colours()) == 4 * 4 + 8


def test_night_is_the_same_whether_asked_for_by_phone_or_by_lamp() -> None:
    by_phone = declared(':root:not([data-lamp="light"])')
    assert by_phone == declared(':root[data-lamp="dark"]')
    assert set(by_phone) <= set(declared(":root"))


def test_every_custom_property_that_is_used_is_set() -> None:
    css = bare(CSS)
    used = set(re.findall(r"var\((--[\w-]+)", css))
    made = set(re.findall(r"(?<![\w-])(--[\w-]+):", css))
    assert used - made == set()
    assert made - used <= {"--in"}  # the sprite uses it
