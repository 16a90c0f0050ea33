"""The tiles of a draw reach only their player's phone until the round ends."""

import json

import msgspec
import pytest
from zinga_table import form, lying

from referee.core import render
from referee.games.zinga import GAME
from referee.games.zinga.tiles import COLOURS

TILES = ["green:1-2", "purple:3-4"]
SEATS = ("Ann", "Bo", "Cy", None)


def drawn(**fields):
    """Ann drew the green 1-2, which fits, after the purple 3-4."""
    table = lying({"green": "0:11"}, bag=9, hands={"Ann": 3, "Bo": 3, "Cy": 3}, **fields)
    table.do("draw", by="Ann", tiles=TILES[::-1])
    return table


def everything(table, viewer):
    """All that `viewer` is shown of the table, as text."""
    state = table.fold.state
    shown = [
        GAME.page(state, viewer),
        GAME.offers(state, viewer),
        GAME.position(state, viewer),
        GAME.title(state),
    ]
    drafts = ({}, {"by": "Ann"}, *({"by": "Ann", "tile": f"{c}:", "at": "1"} for c in COLOURS))
    for name in GAME.forms:
        shown += [form(table, name, viewer, **draft) for draft in drafts]
    return msgspec.json.encode([msgspec.to_builtins(one) for one in shown]).decode()


def without_racks(text):
    """`text` without the pickers, which list every tile there is."""
    plain = json.loads(text)
    for one in plain:
        if isinstance(one, dict):
            one.pop("rack", None)
    return json.dumps(plain)


def test_nobody_elses_page_depends_on_the_tiles():
    other = lying({"green": "0:11"}, bag=9, hands={"Ann": 3, "Bo": 3, "Cy": 3})
    other.do("draw", by="Ann", count=2)
    for viewer in ("Bo", "Cy", None):
        assert everything(drawn(), viewer) == everything(other, viewer)
    assert everything(drawn(), "Ann") != everything(other, "Ann")
    assert all(tile in without_racks(everything(drawn(), "Ann")) for tile in TILES)


def test_only_the_players_phone_may_see_the_event():
    table = drawn()
    assert GAME.secrecy.private_to(table.event("draw", by="Ann", tiles=TILES)) == "Ann"
    assert GAME.secrecy.private_to(table.event("draw", by="Ann", count=2)) is None
    assert GAME.secrecy.private_to(table.event("pass", by="Ann")) is None


def test_something_is_secret_until_the_round_ends():
    table = drawn()
    assert GAME.secrecy.has_secret(table.fold.state)
    table.stand("end_round", winner="Bo", points={"Ann": 3, "Cy": 3})
    assert not GAME.secrecy.has_secret(table.fold.state)


@pytest.mark.parametrize("viewer", SEATS)
def test_the_log_tells_the_tiles_to_their_player_only(viewer, wording):
    table = drawn()
    event = table.event("draw", by="Ann", tiles=TILES)
    line = render(event.describe(table.fold.judge(event), viewer))
    if viewer == "Ann":
        assert line == wording
    else:
        assert line == wording


REFUSED = [
    ("draw", {"by": "Ann"}, "Ann"),
    ("pass", {"by": "Ann"}, "Ann"),
    ("draw", {"by": "Ann", "tiles": ["green:1-2"]}, "Ann"),
    ("draw", {"by": "Ann", "tiles": ["green:1-3", "green:2-3"]}, "Ann"),
    ("draw", {"by": "Ann", "tiles": ["yellow:2-3", "yellow:2-3"]}, "Ann"),
    ("draw", {"by": "Bo", "tiles": ["green:1-2"]}, "Bo"),
    ("place", {"by": "Bo", "tile": "green:1-2", "at": 1}, "Ann"),
    ("end_round", {"winner": "Bo", "hands": {"Cy": ["green:1-2"]}, "points": {"Ann": 1}}, "Ann"),
    ("end_round", {"winner": "Bo", "hands": {"Ann": []}, "points": {"Cy": 1}}, "Ann"),
    ("end_round", {"blocked": True, "hands": {"Bo": [], "Cy": []}, "points": {"Ann": 1}}, "Ann"),
]


@pytest.mark.parametrize(("kind", "fields", "owner"), REFUSED)
def test_a_ruling_names_the_others_no_tile_and_no_hand(kind, fields, owner):
    table = drawn()
    event = table.event(kind, **fields)
    ruling = table.fold.judge(event)
    assert ruling.verdict == "illegal"
    told = json.dumps(fields.get("hands", "")) + (fields.get("tile", "") if kind == "place" else "")
    names = {tile.replace(":", " "): tile for tile in (*TILES, "green 1-3", "yellow:2-3")}
    for viewer in SEATS:
        shown = GAME.secrecy.ruling_for(event, ruling, viewer)
        assert shown.verdict == ruling.verdict
        assert shown.rules == ruling.rules
        text = render(shown.reason) + json.dumps(msgspec.to_builtins(shown.facts))
        text += json.dumps(msgspec.to_builtins(shown.reason))
        if viewer == owner:
            assert shown == ruling
            continue
        assert shown != ruling
        for name, tile in names.items():
            if tile not in told:
                assert name not in text, text
                assert tile not in text, text
        assert "holds the" not in text
        assert "drew the" not in text


def test_what_everyone_knows_is_told_to_everyone():
    table = drawn()
    for kind, fields in (
        ("place", {"by": "Ann", "tile": "green:2-3", "at": 1}),
        ("place", {"by": "Bo", "tile": "green:1-3", "at": 1}),
        ("draw", {"by": "Bo", "count": 70}),
        ("end_round", {"blocked": True, "hands": {"Bo": ["green:1-3"] * 3}}),
    ):
        event = table.event(kind, **fields)
        ruling = table.fold.judge(event)
        if kind != "end_round":
            assert GAME.secrecy.ruling_for(event, ruling, None) == ruling
        else:
            facts = GAME.secrecy.ruling_for(event, ruling, None).facts["playable"]
            assert {one["by"] for one in facts} == {"Bo"}


def test_a_tile_that_is_not_his_where_all_are_known():
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 3, "Cy": 3}, bag=9)
    table.do("draw", by="Ann", tiles=["purple:1-2"])
    table.place("Ann", "green:1-3", 1)
    table.do("position", **json.loads(msgspec.json.encode(position_without_type(table))))
    table.do("draw", by="Bo", count=1)
    assert not table.fold.state.known
    assert GAME.secrecy.has_secret(table.fold.state), "what was named is, until the round ends"


def position_without_type(table):
    """The present position's fields."""
    plain = msgspec.to_builtins(GAME.position(table.fold.state, None))
    del plain["type"]
    return plain


def test_an_offer_tells_nothing_of_others_tiles():
    table = drawn()
    labels = {
        viewer: [render(offer.label) for offer in GAME.offers(table.fold.state, viewer)]
        for viewer in SEATS
    }
    assert "Draw a tile" in labels["Bo"]
    assert "Draw a tile" in labels[None]
    assert "Draw a tile" not in labels["Ann"]
