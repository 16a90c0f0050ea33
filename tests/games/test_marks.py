"""What score sheets note of single events, and which blank ones there are."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import Action, legal, render, say
from referee.core.schema import convert
from referee.exports.paper import blank
from referee.games import games
from referee.record import check, read


def marks(key, players, events, options=None):
    """By event, what is noted of it."""
    record = {
        "format": "referee-record",
        "version": 1,
        "game": key,
        "players": players,
        "options": options or {},
        "events": events,
    }
    report = check(read(msgspec.json.encode(record)))
    return [
        {who: [render(mark) for mark in noted] for who, noted in event.notes(each.ruling).items()}
        for event, each in zip(report.record.events, report.entries, strict=True)
        if type(event).notes is not Action.notes
    ]


def test_zar_notes_who_dealt():
    events = [{"type": "start_hand", "dealer": "Bo", "top": "blue-sun"}]
    assert marks("zar", ["Ann", "Bo"], events) == [{"Bo": ["dealer"]}]


def test_zinga_notes_circles_what_is_left_and_a_block():
    events = [
        {"type": "bonus", "to": "Ann", "circle": "orange"},
        {
            "type": "end_round",
            "winner": "Bo",
            "blocked": True,
            "points": {"Ann": 7, "Bo": 2},
            "hands": {"Cy": ["orange:1-3", "green:Z"]},
        },
    ]
    assert marks("zinga", ["Ann", "Bo", "Cy"], events) == [
        {"Ann": ["orange"]},
        {"Ann": ["7 left"], "Bo": ["2 left"], "Cy": ["20 left"], "": ["blocked"]},
    ]


@pytest.mark.parametrize(("closed", "noted"), [("green", {"Ann": ["green"]}), (None, {})])
def test_zinga_notes_the_tile_that_closed_a_circle_on_the_board(closed, noted):
    game = games()["zinga"]
    event = convert(
        {"type": "place", "by": "Ann", "tile": "green:1-3", "at": 1}, game.events, "events[0]"
    )
    found = event.notes(legal("zinga/4", say("It fits."), closed=closed))
    assert {who: [render(mark) for mark in each] for who, each in found.items()} == noted


@pytest.mark.parametrize("key", games())
def test_every_blank_sheet_can_be_made_for_all_its_players(key):
    game = games()[key]
    for name, sheet in game.score_sheets().items():
        assert name.isalnum()
        options = convert(sheet.options, game.options_type, "options")
        for count in sheet.players:
            players = [f"p{n}" for n in range(1, count + 1)]
            least, most = game.player_limits(options)
            assert least <= count <= most
            options.check(players)
            paper = blank(game, players, options)
            assert sorted(player for side in paper.sides for player in side) == sorted(players)
