"""Every sign that is asked for is there, and every one is drawn alike."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from sheet import ROOT, SPRITE, pages, piece_colours, signs

from referee.core import Verdict
from referee.games import games

ASKED = re.compile(r"""(?:\bsign\(|sign_name=)'([\w-]+)'""")
OFFERED = re.compile(r'\bsign="([\w-]+)"')


def test_the_sprite_is_well_formed_and_small() -> None:
    root = ElementTree.fromstring(SPRITE)
    for symbol in root:
        assert symbol.get("viewBox") == "0 0 24 24", symbol.get("id")
    assert len(SPRITE.encode()) < 24_000


def test_no_id_twice() -> None:
    ids = re.findall(r'\bid="([\w-]+)"', SPRITE)
    assert len(ids) == len(set(ids))
    assert {ref[1:] for ref in re.findall(r'href="(#[\w-]+)"', SPRITE)} <= set(ids)


def test_signs_take_their_colours_from_the_page() -> None:
    paints = set(re.findall(r'(?:fill|stroke)="([^"]+)"', SPRITE))
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
