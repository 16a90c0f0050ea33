"""What a record of ZigZag may not hold: options, events, and the place that is named."""

import pytest
from zigzag_table import (
    FOUR,
    SIX,
    begin,
    cancel,
    cards,
    dealt,
    declare,
    position,
    power,
    report,
    shift,
    stop,
    unusable,
    zig,
)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_four_or_six_players(count):
    assert unusable(players=SIX[:count]) == "players"


def test_seven_players():
    assert unusable(players=[*SIX, "Gil"]) == "players"


@pytest.mark.parametrize(
    ("teams", "path"),
    [
        ([["Ann", "Bo"], ["Cy"]], "options.teams[1]"),
        ([["Ann", "Bo"], ["Cy", "Di", "Di"]], "options.teams[1]"),
        ([["Ann", "Bo"], ["Cy", "Ann"]], "options.teams[1][1]"),
        ([["Ann", "Bo"]], "options.teams"),
        ([["Ann", "Bo"], ["Cy", "Eve"]], "options.teams[1][1]"),
        (None, "options.teams"),
    ],
)
def test_teams_name_every_player_once(teams, path):
    assert unusable(teams=teams) == path


def test_teams_may_be_put_together_otherwise():
    found = report(players=FOUR, teams=[["Di", "Ann"], ["Cy", "Bo"]])
    assert found["team_scores"] == [0, 0]


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"level": 4}, "options.level"),
        ({"level": 0}, "options.level"),
        ({"level": "2"}, "options.level"),
        ({"boxes": {"zig": 0, "zag": 0, "double-zig": 0, "zig-zag": 0}}, "options.boxes"),
        ({"boxes": {"zig": 10}}, "options.boxes.zig"),
        ({"boxes": {"zig": -1}}, "options.boxes.zig"),
        ({"boxes": {"double-zag": 1}}, "options.boxes.double-zag"),
        ({"boxes": {"double-zig": 10}}, "options.boxes.double-zig"),
        ({"boxes": [1, 1, 1, 1]}, "options.boxes"),
        ({"failed_blocks": 100}, "options.failed_blocks"),
        ({"failed_blocks": -1}, "options.failed_blocks"),
        ({"jokers": 7}, "options.jokers"),
        ({"jokers": None}, "options.jokers"),
        ({"constraints": [[]] * 13}, "options.constraints"),
        ({"constraints": [[{"text": "x"}] * 13]}, "options.constraints[0]"),
        ({"constraints": [[{"text": "x"}, {}]]}, "options.constraints[0][1]"),
        ({"constraints": [[{"require": {}}]]}, "options.constraints[0][0].require"),
        ({"constraints": [[{"feature": "size"}]]}, "options.constraints[0][0].feature"),
        ({"constraints": [[{"forbid": "red"}]]}, "options.constraints[0][0].forbid"),
        (
            {"constraints": [[], [{"forbid_value": {"colour": "red"}}]]},
            "options.constraints[1][0].forbid_value.colour",
        ),
        ({"constraints": [[{"forbids": "colour"}]]}, "options.constraints[0][0].forbids"),
        ({"points": 3}, "options.points"),
        ({"readings": {"block_test": "three"}}, "options.readings.block_test"),
        ({"readings": {"block": "pair"}}, "options.readings.block"),
    ],
)
def test_options(options, path):
    assert unusable(**options) == path


def test_what_options_allow():
    report(boxes={"zig": 9, "zag": 0}, failed_blocks=None, jokers=0)
    report(failed_blocks=0, constraints=[[], [{"text": "as printed"}] * 12])
    report(failed_blocks=99, jokers=6, constraints=[[]] * 12)


HAND = cards("wbs wyc wgu wpn")


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (begin(13), "number"),
        ({"type": "start_round", "number": 0}, "number"),
        ({"type": "start_round", "number": None}, "number"),
        ({"type": "start_round", "by": "Ann"}, "by"),
        (shift("Ann", 2), "delta"),
        (shift("Ann", 0), "delta"),
        (shift("Eve"), "by"),
        (stop("Cy", "colour"), "feature"),
        (stop("Eve", "accessory", "Ann"), "on"),
        ({"type": "stop", "by": "Ann", "on": "Bo"}, "feature"),
        (power("Ann", "theft"), "on"),
        (power("Ann", "swap"), "on"),
        (power("Ann", "watch"), "on"),
        (power("Ann", "master", "Bo"), "on"),
        (power("Ann", "ten-seconds", "Bo"), "on"),
        (power("Ann", "joker"), "power"),
        (power("Ann", "cancel"), "what"),
        (cancel("Ann", "master"), "what"),
        (cancel("Ann", "ten-seconds"), "what"),
        (cancel("Ann", "theft", feature="accessory"), "feature"),
        (cancel("Ann", "stop", feature="colour"), "feature"),
        (power("Ann", "swap", "Bo", what="stop"), "what"),
        (power("Ann", "watch", "Bo", feature="accessory"), "feature"),
        (power("Ann", "theft", "Bo", what="theft"), "what"),
        ({"type": "lead", "by": "Ann"}, "by"),
        (zig(tick="zig"), "tick"),
        (zig(box_level=3), "box_level"),
        (declare("Ann", "double-zag", {}, tick="double-zag"), "tick"),
        (declare("Ann", "zigzag", {}), "call"),
        ({"type": "declare", "by": "Ann", "call": "zig"}, "hands"),
        ({"type": "declare", "by": "Ann", "call": "zig", "hands": {"Eve": HAND}}, "hands.Eve"),
        (
            {"type": "declare", "by": "Ann", "call": "zig", "hands": {"Cy": [*HAND, "water"]}},
            "hands.Cy[4]",
        ),
        (
            {"type": "declare", "by": "Ann", "call": "zig", "hands": {"Cy": ["Joker"]}},
            "hands.Cy[0]",
        ),
        ({"type": "block", "by": "Ann", "on": "Bo"}, "shown"),
        (
            {"type": "block", "by": "Ann", "on": "Bo", "shown": {"Bo": None}},
            "shown.Bo",
        ),
        ({"type": "score_box", "team": "Ann", "call": "double-zag"}, "call"),
        ({"type": "score_box", "team": "Eve", "call": "zig"}, "team"),
        ({"type": "score_box", "by": "Ann", "call": "zig"}, "by"),
        ({"type": "score_box", "call": "zig"}, "team"),
        (dealt("Ann", 2), "card"),
        (dealt("Ann", -1), "card"),
        ({"type": "constraint", "by": "Ann"}, "constraint"),
        (dealt("Ann", 0) | {"constraint": {"forbid": "colour"}}, "constraint"),
        (dealt("Ann"), "constraint"),
        (dealt("Ann", require={"element": "metal"}), "constraint.require.element"),
        (dealt("Ann", require={"size": "big"}), "constraint.require.size"),
        (dealt("Ann", text="x", forbid_value={}), "constraint.forbid_value"),
        (dealt("Ann", text=7), "constraint.text"),
        (position(number=0), "number"),
        (position(stops={"Eve": []}), "stops.Eve"),
        (position(stops={"Ann": ["colour"]}), "stops.Ann[0]"),
        (position(thefts=["Eve"]), "thefts[0]"),
        (position(constraints={"Ann": {}}), "constraints.Ann"),
        (position(ticked=[{"team": "Ann", "level": 1}]), "ticked[0].call"),
        (position(ticked=[{"team": "Ann", "level": 3, "call": "zig"}]), "ticked[0].level"),
        (position(ticked=[{"team": "Ann", "level": 1, "call": "double-zag"}]), "ticked[0].call"),
        (position(failed_blocks={"Ann": -1}), "failed_blocks.Ann"),
        (position(round=3), "round"),
        (position(in_round="yes"), "in_round"),
    ],
)
def test_events(event, path):
    options = {"level": 2, "constraints": [[{"forbid": "colour"}], []]}
    assert unusable(begin(), event, **options) == f"events[1].{path}"


def test_events_that_can_be_used():
    report(
        begin(),
        cancel("Ann", "stop", feature="accessory"),
        cancel("Ann", "swap", "Cy"),
        declare("Ann", "double-zag", {}, tick="zig"),
        declare("Ann", "zig", {}),
        declare("Ann", "zig", {"Cy": ""}),
        position(),
    )
