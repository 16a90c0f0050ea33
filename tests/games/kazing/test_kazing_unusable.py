"""What makes a record unusable, and the place that is named."""

import pytest
from kazing_table import GAMES, record

from referee.core import Unusable
from referee.record import read

ALL_LEGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def refused(path, players=2, options=None, events=()):
    with pytest.raises(Unusable) as found:
        read(record(players, options or {}, list(events)), GAMES)
    assert found.value.path == path


def cast(*cards, **fields):
    return {"type": "cast", "by": "Ann", "cards": list(cards), **fields}


START, MOVE, WORD = {"position": 1}, {"move": "e", "resonance": "light"}, {"word": "kazaam"}
WORD = {**WORD, "resonance": "light"}


@pytest.mark.parametrize(
    ("path", "card"),
    [
        ("position", {}),
        ("position", {"move": "e", "resonance": "light"}),
        ("position", {"position": 0}),
        ("position", {"position": 10}),
        ("position", {"position": None}),
        ("position", {"position": "1"}),
        ("mana", {"position": 1, "mana": 3}),
        ("bonus_mana", {"position": 1, "bonus_mana": 3}),
        ("move", {"position": 1, "move": ""}),
        ("move", {"position": 1, "move": "e-w"}),
        ("colour", {"position": 1, "colour": "red"}),
        ("resonance", {"position": 1, "resonance": "fire"}),
    ],
)
def test_first_card(path, card):
    refused(f"events[0].cards[0].{path}", events=[cast(card, MOVE, WORD)])


def test_first_card_may_be_of_any_kind_or_none():
    for card in (
        {"position": 1},
        {"position": 1, "resonance": "life", "sorcerer": False},
        {"position": 9, "word": "zing", "bonus_mana": -99},
        {"position": 9, "modifier": "half", "mana": -99},
        {"position": 9, "move": "circle", "mana": 99},
    ):
        assert read(record(2, {}, [cast(card, MOVE, WORD)]), GAMES).events


@pytest.mark.parametrize(
    ("path", "card"),
    [
        ("", {"resonance": "light"}),
        ("", {"position": 3, "resonance": "light"}),
        (".resonance", {"move": "e"}),
        (".resonance", {"word": "zing"}),
        (".resonance", {"modifier": "half"}),
        (".modifier", {"move": "e", "modifier": "half", "resonance": "light"}),
        (".word", {"move": "e", "word": "zing", "resonance": "light"}),
        (".word", {"modifier": "half", "word": "zing", "resonance": "light"}),
        (".bonus_mana", {"move": "e", "resonance": "light", "bonus_mana": 1}),
        (".bonus_mana", {"modifier": "half", "resonance": "light", "bonus_mana": 1}),
        (".mana", {"word": "zing", "resonance": "light", "mana": 1}),
        (".mana", {"move": "e", "resonance": "light", "mana": -1}),
        (".mana", {"move": "e", "resonance": "light", "mana": 100}),
        (".mana", {"modifier": "half", "resonance": "light", "mana": -100}),
        (".mana", {"modifier": "half", "resonance": "light", "mana": 1.5}),
        (".bonus_mana", {"word": "zing", "resonance": "light", "bonus_mana": 100}),
        (".modifier", {"modifier": "double", "resonance": "light"}),
        (".word", {"word": "abracadabra", "resonance": "light"}),
        (".sorcerer", {"move": "e", "resonance": "light", "sorcerer": "yes"}),
        (".position", {"move": "e", "resonance": "light", "position": 0}),
    ],
)
def test_other_cards(path, card):
    refused(f"events[0].cards[1]{path}", events=[cast(START, card, WORD)])


@pytest.mark.parametrize(
    "move",
    [
        "",
        "E",
        "x",
        "e-e",
        "e-w",
        "e-",
        "w-se-e",
        "w-se-n",
        "w-w-w",
        "w-e-w",
        "e-n-e-n",
        "e/e",
        "e/n",
        "e/w/e",
        "se-ne/ne-se",
        "se-ne/nw-sw",
        "w-se-w/w-se-w",
        "w-se-w/e-se-e",
        "circle/circle",
        "halfcircle",
        "spiral",
        " e",
    ],
)
def test_a_movement_that_no_card_has(move):
    refused(
        "events[0].cards[1].move",
        events=[cast(START, {"move": move, "resonance": "light"}, WORD)],
    )


@pytest.mark.parametrize("move", ["e/w", "se-ne/sw-nw", "w-se-w/e-nw-e", "e-ne", "n-e-n/s-w-s"])
def test_a_movement_that_a_card_may_have(move):
    events = [cast(START, {"move": move, "resonance": "light"}, WORD)]
    assert read(record(2, {}, events), GAMES).events


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("end", {"end": 0}),
        ("end", {"end": None}),
        ("word", {"word": "ka-zing"}),
        ("drain", {"drain": "Zoe"}),
        ("replenish", {"replenish": 3}),
        ("collect[1]", {"collect": [1, 0]}),
        ("collect", {"collect": 4}),
        ("points", {"points": 4}),
    ],
)
def test_fields_of_a_cast(path, fields):
    refused(f"events[0].{path}", events=[cast(START, MOVE, WORD, **fields)])


@pytest.mark.parametrize(
    ("path", "event"),
    [
        (".by", {"type": "cast", "cards": []}),
        (".cards", {"type": "cast", "by": "Ann"}),
        (".by", {"type": "cast", "by": "Zoe", "cards": []}),
        (".from", {"type": "take", "by": "Ann"}),
        (".from", {"type": "take", "by": "Ann", "from": "hand"}),
        (".source", {"type": "take", "by": "Ann", "source": "deck", "from": "deck"}),
        (".by", {"type": "discard"}),
        (".by", {"type": "end_turn"}),
        (".team", {"type": "deck_end", "team": "Zoe"}),
        (".revealed", {"type": "timer"}),
        (".revealed[0]", {"type": "timer", "revealed": [0]}),
        (".by", {"type": "timer", "revealed": [1], "by": "Ann"}),
        (".turn", {"type": "position", "turn": "Zoe"}),
        (".scores.Zoe", {"type": "position", "scores": {"Zoe": 1}}),
        (".collected.Ann[0]", {"type": "position", "collected": {"Ann": [10]}}),
        (".hands.Bo", {"type": "position", "hands": {"Bo": -1}}),
        (".hands.Bo", {"type": "position", "hands": {"Bo": None}}),
        (".round", {"type": "position", "round": 0}),
        (".timer.kept[0]", {"type": "position", "timer": {"kept": [0]}}),
        (".timer.down", {"type": "position", "timer": {"down": 3}}),
        (".cast", {"type": "position", "cast": 1}),
    ],
)
def test_events(path, event):
    refused(f"events[0]{path}", events=[event])


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("options.type", {"type": "chess"}),
        ("options.level", {"level": "wizard"}),
        ("options.novices[0]", {"novices": ["Zoe"]}),
        ("options.novices[0]", {"level": "mixed", "novices": ["Zoe"]}),
        ("options.tracking", {"tracking": "none"}),
        ("options.mana", {"mana": 0}),
        ("options.mana", {"mana": 1000}),
        ("options.shared_mana", {"shared_mana": 1}),
        ("options.collect", {"collect": 0}),
        ("options.collect", {"collect": 10}),
        ("options.end", {"end": {}}),
        ("options.end", {"end": {"deck": 1, "spells": 2}}),
        ("options.end.deck", {"end": {"deck": 0}}),
        ("options.end.spells", {"end": {"spells": 100}}),
        ("options.end.rounds", {"end": {"rounds": 3}}),
        ("options.end.deck", {"type": "duel", "end": {"deck": 0}}),
        ("options.first", {"first": "Zoe"}),
        ("options.wand", {"wand": True}),
        ("options.readings.half_swirl", {"readings": {"half_swirl": "maybe"}}),
        ("options.readings.no_such", {"readings": {"no_such": "yes"}}),
        ("options.readings.sorcerer_minimum", {"readings": {"sorcerer_minimum": 7}}),
    ],
)
def test_options(path, options):
    refused(path, options=options)


@pytest.mark.parametrize(
    ("path", "players", "teams"),
    [
        ("options.teams", 4, []),
        ("options.teams", 4, [["Ann", "Bo", "Cy", "Di"]]),
        ("options.teams[0]", 4, [["Ann"], ["Bo"], ["Cy"], ["Di"]]),
        ("options.teams[1]", 5, [["Ann", "Bo"], ["Cy", "Di", "Ed"]]),
        ("options.teams[0]", 8, [["Ann", "Bo", "Cy", "Di", "Ed"], ["Flo", "Gil", "Hal"]]),
        ("options.teams[1][1]", 4, [["Ann", "Bo"], ["Cy", "Ann"]]),
        ("options.teams[0][1]", 4, [["Ann", "Ann"], ["Cy", "Di"]]),
        ("options.teams", 5, [["Ann", "Bo"], ["Cy", "Di"]]),
        ("options.teams[1][1]", 3, [["Ann", "Bo"], ["Cy", "Di"]]),
    ],
)
def test_teams(path, players, teams):
    refused(path, players=players, options={"teams": teams})


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {"type": "duel"}), (6, {}), (0, {})],
)
def test_number_of_players(players, options):
    refused("players", players=players, options=options)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (5, {"type": "duel"}),
        (4, {"teams": [["Ann", "Cy"], ["Bo", "Di"]]}),
        (6, {"teams": [["Ann", "Cy"], ["Bo", "Di"], ["Ed", "Flo"]]}),
        (8, {"teams": [["Ann", "Cy", "Ed", "Flo"], ["Bo", "Di", "Gil", "Hal"]]}),
        (2, {"collect": 9, "mana": 999, "end": {"spells_each": 99}, "novices": ["Bo"]}),
    ],
)
def test_options_that_will_do(players, options):
    """What the type, level or mode has no use for is checked and has no effect."""
    assert read(record(players, options, []), GAMES)


def test_every_leg_may_begin_a_path():
    for leg in ALL_LEGS:
        events = [cast(START, {"move": leg, "resonance": "life"}, WORD)]
        assert read(record(2, {}, events), GAMES)
