"""What cannot be judged at all, and the place where it says so."""

import pytest
from zinga_table import Table

from referee.core import Unusable


@pytest.mark.parametrize(
    ("kind", "fields", "path"),
    [
        ("place", {"by": "Ann", "tile": "orange:3-1", "at": 0}, "tile"),
        ("place", {"by": "Ann", "tile": "red:1-3", "at": 0}, "tile"),
        ("place", {"by": "Ann", "tile": "orange:z", "at": 0}, "tile"),
        ("place", {"by": "Ann", "tile": "orange:1-3", "at": 16}, "at"),
        ("place", {"by": "Ann", "tile": "orange:1-3", "at": 0, "ends": [1]}, "ends"),
        ("place", {"by": "Ann", "tile": "orange:1-3", "at": 0, "ends": [1, 5]}, "ends[1]"),
        ("place", {"by": "Ann", "tile": "orange:1-3", "at": 0, "ends": None}, "ends"),
        ("place", {"by": "Di", "tile": "orange:1-3", "at": 0}, "by"),
        ("place", {"by": "Ann", "tile": "orange:1-3"}, "at"),
        ("draw", {"by": "Ann", "count": 0}, "count"),
        ("draw", {"by": "Ann", "count": 1, "tiles": ["green:1-2", "green:Z"]}, "count"),
        ("draw", {"by": "Ann", "tiles": []}, "tiles"),
        ("draw", {"by": "Ann", "tiles": ["green:Z", "green:5-5"]}, "tiles[1]"),
        ("lots", {"draws": {"Ann": "green:Z", "Bo": "green:1-2"}}, "draws"),
        ("lots", {"draws": {"Ann": "green:Z", "Bo": "x", "Cy": "green:0-0"}}, "draws.Bo"),
        ("end_round", {"points": {"Ann": 305}}, "points.Ann"),
        ("end_round", {"points": {"Ann": -1}}, "points.Ann"),
        ("end_round", {"points": {"Di": 1}}, "points.Di"),
        ("end_round", {"hands": {"Ann": ["green:2-1"]}}, "hands.Ann[0]"),
        ("end_round", {"winner": "Di"}, "winner"),
        ("bonus", {"to": "Ann", "circle": "red"}, "circle"),
        ("ask", {"question": "closable"}, "question"),
        ("ask", {"question": "completable"}, "circle"),
        ("ask", {"question": "completable", "circle": "green", "tiles": []}, "tiles"),
        ("ask", {"question": "playable"}, "tiles"),
        ("ask", {"question": "playable", "tiles": [], "circle": "green"}, "circle"),
        ("position", {"opened": False}, "opened"),
        ("position", {"opened": ["Di"]}, "opened[0]"),
        ("position", {"board": {"red": {}}}, "board.red"),
        ("position", {"board": {"green": {"16": [1, 1]}}}, "board.green.16"),
        ("position", {"board": {"green": {"1": [1, 5]}}}, "board.green.1[1]"),
        ("position", {"board": {"green": {"1": [1, None]}}}, "board.green.1[1]"),
        ("position", {"board": {"green": {"1": {"zinga": [1]}}}}, "board.green.1.zinga"),
        ("position", {"hands": {"Ann": -1}}, "hands.Ann"),
        ("position", {"bag": -1}, "bag"),
        ("position", {"turn": "Di"}, "turn"),
        ("start_round", {}, "first"),
        ("pass", {"by": "Ann", "why": "x"}, "why"),
    ],
)
def test_unusable_event(kind, fields, path):
    with pytest.raises(Unusable) as refused:
        Table().event(kind, **fields)
    assert refused.value.path == f"events[0].{path}"


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"layout": "circle"}, "options.layout"),
        ({"target": 0}, "options.target"),
        ({"target": 1000}, "options.target"),
        ({"bonus": 100}, "options.bonus"),
        ({"readings": {"open_later": "maybe"}}, "options.readings.open_later"),
        ({"readings": {"open": "yes"}}, "options.readings.open"),
        ({"teams": 2}, "options.teams"),
    ],
)
def test_unusable_options(options, path):
    with pytest.raises(Unusable) as refused:
        Table(**options)
    assert refused.value.path == path


@pytest.mark.parametrize("names", ["Ann", "A B C D E F G H I"])
def test_unusable_number_of_players(names):
    with pytest.raises(Unusable) as refused:
        Table(names)
    assert refused.value.path == "players"
