"""What cannot be judged at all (Options, Events)."""

import json

import pytest

from referee.core import Unusable
from referee.record import read


def path_of(events=(), options=None, players=("Ann", "Bo", "Cy")) -> str:
    """The place at which a record is refused."""
    record = {
        "format": "referee-record",
        "version": 1,
        "game": "zar",
        "players": list(players),
        "options": options or {},
        "events": list(events),
    }
    with pytest.raises(Unusable) as refused:
        read(json.dumps(record).encode())
    return refused.value.path


def read_one(event, **options):
    """The event of a record that can be used."""
    record = {
        "format": "referee-record",
        "version": 1,
        "game": "zar",
        "players": ["Ann", "Bo", "Cy"],
        "options": options,
        "events": [event],
    }
    return read(json.dumps(record).encode()).events[0]


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"half_decks": 1}, "options.half_decks"),
        ({"half_decks": "2"}, "options.half_decks"),
        ({"chameleons": 3}, "options.chameleons"),
        ({"half_decks": 8, "chameleons": 9}, "options.chameleons"),
        ({"chameleons": -1}, "options.chameleons"),
        ({"target": 0}, "options.target"),
        ({"target": 1001}, "options.target"),
        ({"values": {"basic": 101}}, "options.values.basic"),
        ({"values": {"power": None}}, "options.values.power"),
        ({"values": {"chameleon": 6}}, "options.values.chameleon"),
        ({"readings": {"tie": "maybe"}}, "options.readings.tie"),
        ({"readings": {"ties": "share"}}, "options.readings.ties"),
        ({"deck": 2}, "options.deck"),
    ],
)
def test_options(options, path):
    assert path_of(options=options) == path


@pytest.mark.parametrize(("n", "half_decks"), [(1, 2), (10, 2), (15, 3)])
def test_3_and_13_1_how_many_play(n, half_decks):
    players = [f"P{i}" for i in range(n)]
    assert path_of(options={"half_decks": half_decks}, players=players) == "players"


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"type": "play", "by": "Ann", "cards": []}, "cards"),
        ({"type": "play", "by": "Ann", "cards": ["red-dragon"]}, "cards[0]"),
        ({"type": "play", "by": "Ann", "cards": ["red-sun", "red"]}, "cards[1]"),
        ({"type": "play", "by": "Ann", "cards": ["red-sun"] * 4}, "cards"),
        ({"type": "play", "by": "Ann", "cards": "red-sun"}, "cards"),
        ({"type": "play", "cards": ["red-sun"]}, "by"),
        ({"type": "play", "by": "Ann", "cards": ["red-sun"], "declare": "sun"}, "declare"),
        ({"type": "play", "by": "Ann", "cards": ["red-sun"], "as": "red-sun"}, "as"),
        (
            {"type": "play", "by": "Ann", "cards": ["winged-dragon"], "as": "red-sun"},
            "as",
        ),
        (
            {"type": "play", "by": "Ann", "cards": ["winged-dragon"], "declare": "frog"},
            "declare",
        ),
        (
            {"type": "play", "by": "Ann", "cards": ["winged-dragon"], "declare": None},
            "declare",
        ),
        ({"type": "play", "by": "Ann", "cards": ["chameleon"], "as": "chameleon"}, "as"),
        ({"type": "match", "by": "Ann", "cards": ["chameleon"], "as": "red-sun"}, "as"),
        ({"type": "match", "by": "Ann", "cards": ["red-sun"], "declare": "sun"}, "declare"),
        ({"type": "gotcha", "by": "Ann"}, "on"),
        ({"type": "penalty", "on": "Ann", "for": "fun"}, "for"),
        ({"type": "penalty", "on": "Ann", "for": "illegal-play", "by": "Bo"}, "by"),
        ({"type": "close_call", "a": {"kind": "zar", "by": "Ann"}}, "b"),
        (
            {
                "type": "close_call",
                "a": {"kind": "zap", "by": "Ann"},
                "b": {"kind": "zar", "by": "Bo"},
            },
            "a.kind",
        ),
        (
            {
                "type": "close_call",
                "a": {"kind": "zar", "by": "Ann"},
                "b": {"kind": "zar", "by": "Bo"},
                "underneath": "c",
            },
            "underneath",
        ),
        ({"type": "end_hand", "points": {"Ann": -1}}, "points.Ann"),
        ({"type": "end_hand", "points": {"Ann": 1.5}}, "points.Ann"),
        ({"type": "end_hand", "points": {"Zoe": 1}}, "points.Zoe"),
        ({"type": "end_hand", "hands": {"Ann": [], "Bo": ["red-sun", "x"]}}, "hands.Bo[1]"),
        ({"type": "end_hand", "winner": "Zoe"}, "winner"),
        ({"type": "join", "player": "Di", "seat": -1}, "seat"),
        ({"type": "join", "player": "ann"}, "player"),
        ({"type": "quit", "player": "Zoe"}, "player"),
        ({"type": "start_hand", "dealer": "Ann"}, "top"),
        ({"type": "position", "top": "red-sun"}, "turn"),
        ({"type": "position", "turn": "Ann"}, "top"),
        ({"type": "position", "top": "chameleon", "turn": "Ann"}, "identity"),
        (
            {"type": "position", "top": "red-sun", "identity": "red-sun", "turn": "Ann"},
            "identity",
        ),
        (
            {"type": "position", "top": "red-sun", "declared": "sun", "turn": "Ann"},
            "declared",
        ),
        ({"type": "position", "top": "red-sun", "turn": "Ann", "chain": 0}, "chain"),
        ({"type": "position", "top": "red-sun", "turn": "Ann", "hands": {"Bo": -1}}, "hands.Bo"),
        ({"type": "position", "top": "red-sun", "turn": "Ann", "direction": "left"}, "direction"),
        ({"type": "position", "top": "red-sun", "turn": "Ann", "liable": ["Zoe"]}, "liable[0]"),
        ({"type": "undo", "count": 0}, "count"),
    ],
)
def test_events(event, path):
    assert path_of([event], {"chameleons": 1}) == f"events[0].{path}"


def test_a_name_is_known_after_a_join():
    play = {"type": "play", "by": "Di", "cards": ["red-sun"]}
    join = {"type": "join", "player": "Di"}
    assert path_of([play, join]) == "events[0].by"
    read_one(join)


def test_as_many_cards_as_there_are_copies_and_chameleons():
    event = {"type": "play", "by": "Ann", "cards": ["red-sun", "red-sun", "chameleon"]}
    assert read_one(event, chameleons=1).cards == ("red-sun", "red-sun", "chameleon")


def test_what_a_position_does_not_know_may_be_null():
    event = {
        "type": "position",
        "top": "red-sun",
        "turn": "Ann",
        "identity": None,
        "declared": None,
        "owner": None,
        "hands": {"Ann": None},
    }
    assert read_one(event).hands == {"Ann": None}
