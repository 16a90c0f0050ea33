"""Every sign that is asked for is there, and every one is drawn alike."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from sheet import ROOT, SPRITES, pages, piece_colours, signs

from referee.core import Verdict
from referee.games import games

ASKED = re.compile(r"""(?:\bsign\(|sign_name=)'([\w-]+)'""")
OFFERED = re.compile(r'\bsign="([\w-]+)"')


TEXTS = [path.read_text("utf-8") for path in SPRITES]


def test_the_signs_are_well_formed_and_small() -> None:
    for text in TEXTS:
        for symbol in ElementTree.fromstring(text):
            assert symbol.get("viewBox") == "0 0 24 24", symbol.get("id")
        assert len(text.encode()) < 8_000


def test_no_id_twice() -> None:
    ids = re.findall(r'\bid="([\w-]+)"', "".join(TEXTS))
    assert len(ids) == len(set(ids))


def test_every_sign_is_drawn_in_itself() -> None:
    """A page that shows it has no other file."""
    for symbol in re.findall(r"<symbol.*?</symbol>", "".join(TEXTS), re.S):
        refs, ids = (set(re.findall(rf'{at}([\w-]+)"', symbol)) for at in ('href="#', ' id="'))
        assert refs <= ids


def test_signs_take_their_colours_from_the_page() -> None:
    paints = set(re.findall(r'(?:fill|stroke)="([^"]+)"', "".join(TEXTS)))
    assert paints == {"none", "currentColor", "var(--in)"}


def test_every_sign_a_template_names_is_drawn() -> None:
    asked = {name for text in pages().values() for name in ASKED.findall(text)}
    assert asked
    assert asked - set(signs()) == set()


def test_every_sign_a_game_offers_is_drawn() -> None:
    code = [path.read_text("utf-8") for path in (ROOT / "referee" / "games").rglob("*.py")]
    assert {name for text in code for name in OFFERED.findall(text)} - set(signs()) == set()


def test_every_box_has_its_sign_and_colours() -> None:
    for key, game in games().items():
        assert game.listing.sign in signs()
        assert {f"{key}-{colour}" for colour in game.listing.colours} <= set(piece_colours())


def test_every_verdict_has_its_sign() -> None:
    assert {*Verdict, "stands"} <= set(signs())
