"""The appendix: every movement, every modifier, from every position (kazing/move)."""

from itertools import product
from random import Random

import pytest
from game_table import illegal, legal, undecided
from kazing_table import Table

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import DIFFERENT, MOVES, PATHS, RIM, UNSETTLED, Answers, reach
from referee.games.kazing.wand import path, trace

DEFAULT = Answers()
GRID = {(c, r): r * 3 + c + 1 for c in range(3) for r in range(3)}
AT = {p: xy for xy, p in GRID.items()}
COMPASS = {
    "n": (0, -1),
    "s": (0, 1),
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (1, -1),
    "nw": (-1, -1),
    "se": (1, 1),
    "sw": (-1, 1),
}


def table(**options):
    """A table without resonance or bonuses, so that only the movements matter."""
    return Table(2, **{"level": "initiate", **options})


def ends(cards, **options):
    return legal(table(**options).cast(cards)).facts["ends"]


# direction


def test_move_direction_is_not_a_way_from_position_to_position():
    """The rulebook's arrow from bottom left to top right: 7-3, 4-2, 8-6, 5-3."""
    for start, end in ((7, 3), (4, 2), (8, 6), (5, 3)):
        assert ends(f"{start} ne kazaam") == [end]


def test_move_direction_two_arrows_go_either_way():
    assert ends("2 e/w kazaam") == [1, 3]
    assert ends("1 e/w kazaam") == [3]


def test_move_direction_each_way_has_its_own_longest_length():
    """From 4 the zig-zag goes one step e-nw-e; from 7 its other way w-se-w cannot go at all."""
    assert ends("4 w-se-w/e-nw-e kazaam") == [2]
    assert ends("7 w-se-w/e-nw-e kazaam") == [3]


# grid


@pytest.mark.parametrize("start", [3, 6, 9])
def test_move_grid_an_arrow_keeps_inside(start):
    ruling = illegal(table().cast(f"{start} e kazaam"), "move.grid", "move.first")
    assert ruling.facts["broken"] == 1
    assert ruling.facts["ends"] == []


def test_move_grid_a_zig_zag_keeps_inside_on_every_leg():
    illegal(table().cast("1 w-se-w kazaam"), "move.grid", "move.symmetry")
    illegal(table().cast("8 w-se-w kazaam"), "move.grid")


# first, link


def test_move_first_starts_at_the_start_position():
    assert legal(table().cast("4 e s kazaam")).facts["path"] == [4, 6, 9]


def test_move_link_every_movement_starts_where_the_last_ended():
    ruling = illegal(table().cast("1 e e kazaam"), "move.link", "move.grid")
    assert ruling.facts["broken"] == 2


def test_move_link_follows_every_possible_end():
    """After `e/w` from 2 the wand is at 1 or 3: `sw` leads on from 3 alone."""
    assert ends("2 e/w sw kazaam") == [7]
    assert legal(table().cast("2 e/w sw kazaam")).facts["path"] == [2, 3, 7]


def test_move_link_breaks_only_where_no_way_leads_on():
    ruling = illegal(table().cast("2 e/w n kazaam"), "move.link")
    assert ruling.facts["broken"] == 2


# symmetry, distance


def test_move_symmetry_worked_example_zig_zag_left_from_head():
    ruling = legal(table().cast("2 w-se-w kazaam"))
    assert ruling.facts["path"] == [2, 1, 5, 4]


def test_move_distance_worked_example_right_from_sun_or_head():
    assert ends("1 e kazaam") == [3]
    assert ends("2 e kazaam") == [3]


def test_move_distance_the_longest_zig_zag():
    assert legal(table().cast("3 w-se-w kazaam")).facts["path"] == [3, 1, 9, 7]


# circle, half-circle, swirl


@pytest.mark.parametrize("start", RIM)
def test_move_circle_ends_where_it_starts(start):
    ruling = legal(table().cast(f"{start} circle kazaam"))
    assert ruling.facts["ends"] == [start]
    path = ruling.facts["path"]
    assert len(path) == 9
    assert set(path) == set(RIM)
    assert path[0] == path[-1] == start


def test_move_circle_not_from_the_body():
    ruling = illegal(table().cast("5 circle kazaam"), "move.circle")
    assert ruling.facts["broken"] == 1


@pytest.mark.parametrize("start", RIM)
def test_move_half_circle_ends_opposite(start):
    ruling = legal(table().cast(f"{start} half-circle kazaam"))
    assert ruling.facts["ends"] == [10 - start]
    assert len(ruling.facts["path"]) == 5


def test_move_half_circle_not_from_the_body():
    illegal(table().cast("5 half-circle kazaam"), "move.half-circle")


@pytest.mark.parametrize("start", RIM)
def test_move_swirl_ends_in_the_middle(start):
    ruling = legal(table().cast(f"{start} swirl kazaam"))
    assert (ruling.facts["ends"], ruling.facts["path"]) == ([5], [start, 5])


def test_move_swirl_not_from_the_body():
    illegal(table().cast("5 swirl kazaam"), "move.swirl")


# V


def test_move_v_worked_examples():
    """From 1 to 3, from 6 to 4 or vice versa; not from 7 to 9, where the peak is off the grid."""
    assert legal(table().cast("1 se-ne kazaam")).facts["path"] == [1, 5, 3]
    assert legal(table().cast("6 se-ne/sw-nw kazaam")).facts["path"] == [6, 8, 4]
    assert legal(table().cast("4 se-ne/sw-nw kazaam")).facts["path"] == [4, 8, 6]
    illegal(table().cast("7 se-ne/sw-nw kazaam"), "move.v", "move.grid")
    illegal(table().cast("9 se-ne/sw-nw kazaam"), "move.v")


# modifiers


@pytest.mark.parametrize(("start", "end"), [(1, 2), (2, 3)])
def test_move_modifier_half_goes_one_step(start, end):
    assert ends(f"{start} half e kazaam") == [end]


def test_move_modifier_half_must_fit():
    ruling = illegal(table().cast("3 half e kazaam"), "move.modifier", "move.grid")
    assert ruling.facts["broken"] == 2


def test_move_modifier_half_two_way():
    assert ends("5 half n/s kazaam") == [2, 8]


def test_move_modifier_half_circle_and_half_of_it():
    assert ends("1 half circle kazaam") == [9]
    assert legal(table().cast("1 half circle kazaam")).facts["path"] in (
        [1, 2, 3, 6, 9],
        [1, 4, 7, 8, 9],
    )
    assert ends("1 half half-circle kazaam") == [3, 7]
    assert ends("4 half half-circle kazaam") == [2, 8]
    illegal(table().cast("5 half circle kazaam"), "move.circle")


def test_move_modifier_rewind_runs_a_path_backwards():
    assert ends("3 rewind e kazaam") == [1, 2]
    assert legal(table().cast("4 rewind w-se-w kazaam")).facts["path"] == [4, 5, 1, 2]
    assert legal(table().cast("3 rewind se-ne kazaam")).facts["path"] == [3, 5, 1]
    assert ends("2 rewind e/w kazaam") == [1, 3]


def test_move_modifier_rewind_changes_no_round():
    assert ends("2 rewind circle kazaam") == [2]
    assert ends("2 rewind half-circle kazaam") == [8]
    illegal(table().cast("5 rewind circle kazaam"), "move.circle")


def test_move_modifier_arrows_step_first():
    assert legal(table().cast("1 arrows se kazaam")).facts["ends"] == [6, 8]
    assert ends("5 arrows circle kazaam") == [2, 4, 6, 8]
    assert ends("5 arrows half-circle kazaam") == [2, 4, 6, 8]
    assert ends("5 arrows swirl kazaam") == [5]
    assert legal(table().cast("5 arrows swirl kazaam")).facts["path"][0::2] == [5, 5]


def test_move_modifier_arrows_never_step_outside_or_into_a_round_from_the_body():
    """From 2 the step may go to 1, 3 or 5; a circle cannot start at 5."""
    assert ends("2 arrows circle kazaam") == [1, 3]


def test_move_modifier_arrows_cannot_help_everywhere():
    """From 8 the V lies nowhere: 5-9 leaves no room for its second leg, 7 and 9 none at all."""
    illegal(table().cast("8 arrows se-ne kazaam"), "move.modifier", "move.v", "move.grid")


def test_move_modifier_arrows_path_of_any_length():
    """From 1: down to 4, then 5 or 6; right to 2, then 3."""
    assert ends("1 arrows e kazaam") == [3, 5, 6]
    assert ends("1 arrows e kazaam", readings={"modified_distance": "longest"}) == [3, 6]


def test_move_modifier_affects_one_movement_only():
    assert ends("1 half e e kazaam") == [3]


def test_move_modifier_rewind_swirl_both_readings():
    ruling = legal(table().cast("5 rewind swirl kazaam"))
    assert ruling.facts["ends"] == sorted(RIM)
    assert ruling.readings == ("rewind_swirl",)
    ruling = illegal(
        table(readings={"rewind_swirl": "refuse"}).cast("5 rewind swirl kazaam"), "move.swirl"
    )
    assert ruling.facts["broken"] == 2
    assert ruling.readings == ("rewind_swirl",)


def test_move_modifier_rewind_swirl_only_from_the_body():
    ruling = illegal(table().cast("1 rewind swirl kazaam"), "move.modifier", "move.swirl")
    assert ruling.readings == ()


def test_move_modifier_half_swirl_both_readings():
    ruling = undecided(table().cast("1 half swirl kazaam"), "move.modifier", "move.swirl")
    assert ruling.readings == ("half_swirl",)
    assert ruling.facts["ends"] is None
    assert ruling.facts["end"] is None
    assert ruling.facts["path"] is None
    assert ruling.facts["bonuses"] is None
    assert ruling.facts["points"] is None
    ruling = illegal(
        table(readings={"half_swirl": "refuse"}).cast("1 half swirl kazaam"), "move.modifier"
    )
    assert ruling.facts["broken"] == 2


def test_move_modifier_half_swirl_what_follows_is_not_traced():
    """`s s` would break anywhere, but nobody can say where it starts."""
    undecided(table().cast("1 half swirl s s kazaam"))
    illegal(table().cast("3 e half swirl s kazaam"), "move.grid")


def test_move_modifier_half_swirl_is_illegal_for_any_other_fault():
    illegal(table(level="apprentice").cast("1 half swirl:I kazaam:L"), "rule.resonance")
    illegal(table().cast("1 half swirl kazaam", drain="Bo"), "type.duel")
    illegal(table().cast("5 half swirl kazaam"), "move.swirl")
    illegal(table().cast("1 half swirl* kazaam"), "level")


def test_move_modifier_half_swirl_from_several_positions():
    """From 5 it is impossible, from 2 it is open: some way may lead on."""
    assert reach("swirl", "half", DEFAULT).ends[5] == ()
    assert reach("swirl", "half", DEFAULT).ends[2] == (UNSETTLED,)
    undecided(table().cast("8 rewind s half swirl kazaam"), "move.swirl")


def test_move_modifier_distance_both_readings():
    ruling = legal(table().cast("3 rewind e kazaam"))
    assert ruling.facts["ends"] == [1, 2]
    assert ruling.facts["end"] is None
    assert ruling.readings == ("modified_distance",)
    ruling = legal(table(readings={"modified_distance": "longest"}).cast("3 rewind e kazaam"))
    assert ruling.facts["ends"] == [1]
    ruling = legal(table().cast("2 rewind e kazaam"))
    assert ruling.readings == (), "one step is all there is: the reading changes nothing"


# everything, against a plain count of squares


def walks(start, legs, lengths):
    for length in lengths:
        here, ok = AT[start], True
        for leg in legs:
            dx, dy = COMPASS[leg]
            here = (here[0] + dx * length, here[1] + dy * length)
            ok = ok and here in GRID
        if ok:
            yield GRID[here]


def expected(start, move, modifier, any_length):
    """The ends of a path by counting squares, written without the tables of the package."""
    if modifier == "arrows":
        found = set()
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            there = (AT[start][0] + dx, AT[start][1] + dy)
            if there in GRID:
                found |= expected(GRID[there], move, "any" if any_length else None, any_length)
        return found
    turn = {"n": "s", "s": "n", "e": "w", "w": "e"}
    found = set()
    for way in move.split("/"):
        legs = way.split("-")
        if modifier == "rewind":
            legs = ["".join(turn[c] for c in leg) for leg in reversed(legs)]
        if modifier == "half":
            found |= set(walks(start, legs, [1]))
        elif modifier == "any" or (modifier == "rewind" and any_length):
            found |= set(walks(start, legs, [1, 2]))
        else:
            found |= set(list(walks(start, legs, [2, 1]))[:1])
    return found


def test_every_path_from_every_position_under_every_modifier():
    for move, modifier, distance in product(
        PATHS, (None, "half", "rewind", "arrows"), ("any", "longest")
    ):
        got = reach(move, modifier, Answers(modified_distance=distance))
        for start in range(1, 10):
            want = tuple(sorted(expected(start, move, modifier, distance == "any")))
            assert got.ends[start] == want, (start, move, modifier, distance)
            card = Card(move=move)
            cards = [Card(modifier=modifier), card] if modifier else [card]
            spell = trace([Card(position=start), *cards], Answers(modified_distance=distance))
            assert spell.ends == want
            for end in want:
                begun, *way = path(spell, end)
                assert begun == start
                assert tuple(way) in got.ways[start]


def test_there_are_211_movements():
    """8 arrows, 48 Vs, 48 zig-zags, each one-way or two-way, and the three round ones; a two-way
    one can be written in two ways."""
    assert len(MOVES) == 2 * (8 + 48 + 48) + 3
    assert len(DIFFERENT) == (8 + 48 + 48) + (8 + 48 + 48) // 2 + 3
    assert set(DIFFERENT) < MOVES
    assert "e/w" in DIFFERENT
    assert "w/e" not in DIFFERENT


ROUNDS = {
    ("circle", None): lambda p: {p},
    ("circle", "half"): lambda p: {10 - p},
    ("half-circle", None): lambda p: {10 - p},
    ("half-circle", "half"): lambda p: {RIM[(RIM.index(p) + turn) % 8] for turn in (2, -2)},
    ("swirl", None): lambda p: {5},
}


def anywhere(start, move, modifier):
    """`expected`, the round movements too; no half or rewound swirl."""
    if move in PATHS:
        return expected(start, move, modifier, any_length=True)
    if modifier == "arrows":
        steps = (expected(start, leg, "half", any_length=False) for leg in "nsew")
        return {end for step in steps for there in step for end in anywhere(there, move, None)}
    if start == 5:
        return set()
    return ROUNDS[move, None if modifier == "rewind" else modifier](start)


def test_chains_end_or_break_where_counting_squares_says():
    random = Random(1)
    broken = 0
    for _ in range(400):
        start = random.randrange(1, 10)
        here, written, breaks = {start}, [str(start)], None
        while len(written) < 5 and breaks is None:
            modifier = random.choice((None, None, "half", "rewind", "arrows"))
            few = ("e/w", "n", "sw", "ne", "se-ne", "w-se-w", "circle", "half-circle", "swirl")
            move = random.choice((random.choice(sorted(PATHS)), random.choice(few)))
            if move == "swirl" and modifier in ("half", "rewind"):
                continue
            written += [modifier, move] if modifier else [move]
            here = set().union(*(anywhere(p, move, modifier) for p in here))
            if not here:
                breaks = len(written) - 1
        if len(written) > 5:
            continue
        cards = " ".join([*written, "kazaam"])
        ruling = table().cast(cards)
        if breaks is None:
            assert legal(ruling).facts["ends"] == sorted(here), cards
        else:
            broken += 1
            assert illegal(ruling).facts["broken"] == breaks, cards
    assert broken > 50
