"""What is asked about the board: `completable` against plain search, and `playable`."""

from random import Random

import pytest
from msgspec.structs import replace
from worst_circle import steps
from zinga_table import EXAMPLE, Table, circle, lying, reading, started, without

from referee.core import render
from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    ORIENTATIONS,
    Cell,
    after_of,
    before_of,
    put,
    space_of,
    zinga_cell,
)
from referee.games.zinga.filling import filling
from referee.games.zinga.fitting import playable as fitting_tiles
from referee.games.zinga.placement import lie_on
from referee.games.zinga.tiles import (
    COLOURS,
    DOUBLE_KINDS,
    DOUBLES,
    KINDS,
    NUMBERS,
    SIZE,
    TILES,
)

NOWHERE = (None,) * SIZE
FREE_ENDS = (None, *NUMBERS)


def matches(one, other):
    """Whether two neighbouring ends can touch; None is an open end, -1 no tile."""
    return -1 in (one, other) or None in (one, other) or one == other


def ways(space, kind, facing, doubles_match):
    """Every way in which a tile can lie on a space, its neighbours aside."""
    number = facing[space]
    if kind == "Z":
        for first in NUMBERS:
            for last in NUMBERS:
                if space not in DOUBLES or (first == last and number in (None, first)):
                    yield Cell(kind, first, last)
    elif space not in DOUBLES or kind in DOUBLE_KINDS:
        for cell in ORIENTATIONS[kind]:
            if kind not in DOUBLE_KINDS or not doubles_match or number in (None, cell.first):
                yield cell


def plain_search(lying_there, facing, doubles_match):
    """Whether the free spaces can be filled, by trying every tile in every lie in turn."""
    free = [at for at in range(SIZE) if lying_there[at] is None]
    if not free:
        return True
    space = free[0]
    placed = {cell.kind for cell in lying_there if cell}
    for kind in KINDS:
        if kind in placed:
            continue
        for cell in ways(space, kind, facing, doubles_match):
            before, after = before_of(lying_there, space), after_of(lying_there, space)
            if matches(before, cell.first) and matches(cell.last, after):
                then = put(lying_there, space, cell)
                if plain_search(then, facing, doubles_match):
                    return True
    return False


def laid(there, found, facing, doubles_match):
    """The circle that the filling `found` makes, each tile in a lie that obeys the rules; None if
    one does not."""
    for space, cell in found:
        before, after = before_of(there, space), after_of(there, space)
        if not (matches(before, cell.first) and matches(cell.last, after)):
            return None
        if cell not in ways(space, cell.kind, facing, doubles_match):
            return None
        there = put(there, space, cell)
    return there


def is_filled_by(there, found, facing, doubles_match):
    """Whether `found` names every free space once and what it makes obeys the rules."""
    assert [at for at, _ in found] == [at for at in range(SIZE) if there[at] is None]
    kinds = [cell.kind for cell in there if cell] + [cell.kind for _, cell in found]
    assert sorted(kinds) == sorted(KINDS)
    return laid(there, found, facing, doubles_match) is not None


def whole_circle(random):
    """A full circle that obeys the rules: the rulebook's example or another, its numbers swapped,
    turned by quarters, now and then mirrored."""
    at, number = random.choice(sorted(DOUBLES)), random.choice(NUMBERS)
    start = put(EMPTY_CIRCLE, at, Cell(f"{number}-{number}", number, number))
    whole = laid(start, filling(start, NOWHERE, False), NOWHERE, False)
    if random.random() < 0.5:
        told = [ends.split(":")[1] for ends in EXAMPLE.split()]
        whole = [Cell("Z" if "Z" in t else "", int(t[-2]), int(t[-1])) for t in told]
    swap = random.sample(NUMBERS, len(NUMBERS))
    turn, mirror = random.randrange(0, SIZE, 4), random.random() < 0.5
    made = [None] * SIZE
    for space, cell in enumerate(whole):
        first, last = swap[cell.first], swap[cell.last]
        if mirror:
            first, last = last, first
        kind = cell.kind if cell.kind == "Z" else f"{min(first, last)}-{max(first, last)}"
        made[((-space if mirror else space) + turn) % SIZE] = Cell(kind, first, last)
    return tuple(made)


def random_board(random, free):
    """A circle with `free` free spaces: part of a whole one, some of it turned, swapped or
    replaced, its Zinga now and then open."""
    kinds = random.sample(KINDS, SIZE)
    there = EMPTY_CIRCLE
    for at in random.sample(range(SIZE), SIZE - free):
        for kind in kinds:
            if kind == "Z":
                cells = [zinga_cell(at in DOUBLES, before_of(there, at), after_of(there, at))]
            else:
                cells = list(ORIENTATIONS[kind])
            random.shuffle(cells)
            fitting = [
                cell
                for cell in cells
                if matches(before_of(there, at), cell.first)
                and matches(cell.last, after_of(there, at))
                and (at not in DOUBLES or cell.first == cell.last)
            ]
            if fitting:
                there = put(there, at, fitting[0])
                kinds.remove(kind)
                break
    return there


def random_facing(random):
    """Numbers across from some of the Doubles squares."""
    return tuple(
        random.choice(FREE_ENDS) if at in DOUBLES and random.random() < 0.5 else None
        for at in range(SIZE)
    )


def rings(random, count):
    """Boards small enough for plain search: whole circles with tiles taken out, which can be
    filled; the same with a tile turned round, as if it had been let stand; and patchwork."""
    for _ in range(count):
        kind = random.choice(["whole", "turned", "patchwork"])
        if kind == "patchwork":
            there = random_board(random, random.randrange(1, 7))
        else:
            gone = random.sample(range(SIZE), random.randrange(0, 8))
            cells = [None if at in gone else c for at, c in enumerate(whole_circle(random))]
            at = random.choice([at for at, cell in enumerate(cells) if cell])
            if kind == "turned":
                cells[at] = Cell(cells[at].kind, cells[at].last, cells[at].first)
            there = tuple(cells)
        yield there, random_facing(random), random.random() < 0.5


def test_completable_as_plain_search_says():
    answers = []
    for there, facing, match in rings(Random(4), 900):
        found = filling.__wrapped__(there, facing, match)
        answers.append(found is not None)
        assert answers[-1] == plain_search(there, facing, match), (there, facing, match)
        if found is not None:
            assert is_filled_by(there, found, facing, match)
    assert 200 < sum(answers) < 700


def test_completable_with_every_open_zinga_as_plain_search_says():
    random, answers = Random(5), []
    while len(answers) < 150:
        whole = list(whole_circle(random))
        zinga = next(at for at, cell in enumerate(whole) if cell.kind == "Z")
        gone = {zinga - 1, (zinga + 1) % SIZE, *random.sample(range(SIZE), 3)} - {zinga}
        for at in gone:
            whole[at] = None
        if random.random() < 0.5:
            at = random.choice([i for i, cell in enumerate(whole) if cell and i != zinga])
            whole[at] = random.choice(ORIENTATIONS[whole[at].kind])
        whole[zinga] = zinga_cell(
            zinga in DOUBLES, before_of(whole, zinga), after_of(whole, zinga), None, (None, None)
        )
        facing = random_facing(random)
        found = filling.__wrapped__(tuple(whole), facing, False)
        answers.append(found is not None)
        assert answers[-1] == plain_search(tuple(whole), facing, False)
    assert 20 < sum(answers) < 145


def test_completable_an_empty_circle_whatever_faces_it():
    assert is_filled_by(EMPTY_CIRCLE, filling(EMPTY_CIRCLE, NOWHERE, False), NOWHERE, False)
    random = Random(6)
    for _ in range(30):
        facing = random_facing(random)
        found = filling.__wrapped__(EMPTY_CIRCLE, facing, False)
        assert found is not None
        assert is_filled_by(EMPTY_CIRCLE, found, facing, False)


def test_completable_two_bridges_of_one_number_and_one_zinga():
    """Three squares that must show a 2, and only 2-2 and the Zinga to do so."""
    facing = tuple(2 if at in (0, 4, 8) else None for at in range(SIZE))
    assert filling(EMPTY_CIRCLE, facing, True) is None
    assert filling(EMPTY_CIRCLE, facing, False) is not None


@pytest.mark.parametrize(
    ("at", "facing"), [(10, 8), (14, 12), (6, 4), (2, 0)], ids=lambda space: str(space)
)
def test_completable_the_worst_circles_found_take_few_steps(at, facing):
    """The worst that `worst_circle.py` finds: a Double that its own number's square now lacks."""
    double = put(EMPTY_CIRCLE, at, Cell("3-3", 3, 3))
    across = tuple(3 if space == facing else None for space in range(SIZE))
    assert 0 < steps((double, across, True)) < 20_000


def ask(table, colour):
    return table.do("ask", question="completable", circle=colour)


def test_completable_the_example_without_its_last_tile():
    table = lying({"orange": without(15)})
    assert ask(table, "orange") == {"completable": True, "filling": {"15": "orange:0-1"}}


def test_completable_a_closed_circle():
    table = lying({"orange": without()})
    assert ask(table, "orange") == {"completable": True, "filling": {}}


def test_completable_whoever_holds_the_tile():
    table = lying({"orange": without(15)}, bag=9)
    table.do("draw", by="Ann", tiles=["orange:0-1"])
    assert ask(table, "orange")["completable"] is True


def test_completable_a_dead_bridge():
    board = {"green": without(8), "orange": "0:22"}
    table = lying(board)
    assert ask(table, "green") == {"completable": False, "filling": None}
    assert ask(lying(board, options={"layout": "none"}), "green")["completable"] is True
    alive = lying({"green": without(8), "orange": "0:33"})
    assert ask(alive, "green")["filling"] == {"8": "green:Z"}


def test_completable_rests_on_facing_double():
    board = {"green": without(4), "yellow": "12:22"}
    for answer in ("free", "match"):
        table = lying(board, options=reading(facing_double=answer))
        ruling = table.legal("ask", question="completable", circle="green")
        assert ruling.facts["completable"] is (answer == "free")
        assert ruling.readings == ("facing_double",)


def test_completable_two_tiles_that_do_not_match_are_not_judged_again():
    table = lying({"green": without(13, 14)})
    table.stand("place", by="Ann", tile="green:3-4", at=14, ends=[3, 4])
    assert ask(table, "green")["completable"] is False
    table = lying({"green": without(14)})
    table.stand("place", by="Ann", tile="green:1-3", at=14, ends=[1, 3])
    assert ask(table, "green") == {"completable": True, "filling": {}}


def test_ask_changes_nothing_and_needs_no_round():
    table = Table()
    assert ask(table, "yellow")["completable"] is True
    assert len(ask(table, "yellow")["filling"]) == 16
    assert table.fold.depth == 0
    assert table["in_round"] is False


@pytest.mark.parametrize("colour", ["orange", "green", "purple", "yellow"])
def test_completable_names_the_tiles_of_its_colour(colour):
    found = ask(Table(), colour)["filling"]
    assert {tile.split(":")[0] for tile in found.values()} == {colour}


# playable


def playable(table, *tiles):
    return table.do("ask", question="playable", tiles=tiles)["playable"]


def test_playable_each_pair_once_sorted_by_tile_then_space():
    table = lying({"green": "0:11 1:12 15:31"})
    found = playable(table, "green:Z", "green:2-3", "green:2-2", "green:2-3", "green:4-4")
    assert found == [
        {"tile": "green:2-2", "at": 2},
        {"tile": "green:2-3", "at": 2},
        {"tile": "green:2-3", "at": 14},
        {"tile": "green:Z", "at": 2},
        {"tile": "green:Z", "at": 14},
    ]


def test_playable_a_tile_on_the_board_fits_nowhere():
    assert playable(lying({"green": "0:11"}), "green:1-1") == []


def test_playable_in_any_lie():
    table = lying({"green": "5:Z.."})
    assert playable(table, "green:1-2") == [{"tile": "green:1-2", "at": 6}]
    assert playable(table, "green:2-2") == [
        {"tile": "green:2-2", "at": 4},
        {"tile": "green:2-2", "at": 6},
    ]


def test_playable_with_the_opening_rule_for_whoever_is_to_move():
    board = {"green": "0:11"}
    tiles = ("green:1-2", "green:2-2")
    opened = lying(board, opened=["Ann"])
    assert playable(opened, *tiles) == [{"tile": "green:1-2", "at": at} for at in (1, 15)]
    opening = lying(board, opened=["Bo"])
    assert playable(opening, *tiles) == [{"tile": "green:2-2", "at": at} for at in (4, 8, 12)]


def test_playable_follows_the_readings():
    for answer, spaces in (("yes", [0, 4, 8, 12]), ("bridge", [12]), ("no", [])):
        table = lying({"green": "4:22"}, options=reading(open_later=answer))
        ruling = table.legal("ask", question="playable", tiles=["yellow:2-2"])
        assert [one["at"] for one in ruling.facts["playable"]] == spaces
        assert ruling.readings == ("open_later",)


def test_playable_and_place_agree():
    """What is said to fit can be placed in some lie, and nothing else can."""
    board = {"green": "0:11 1:12 15:31 8:Z..", "yellow": "12:33 11:03", "orange": "4:00"}
    numbers = (None, *NUMBERS)
    for opened in ([], ["Ann"]):
        table = lying(board, opened=opened)
        for colour in ("green", "yellow"):
            tiles = [f"{colour}:{kind}" for kind in KINDS]
            fitting = {(one["tile"], one["at"]) for one in playable(table, *tiles)}
            for tile in tiles:
                for at in range(SIZE):
                    told = [{}] + [{"ends": [a, b]} for a in numbers for b in numbers]
                    placings = (
                        table.event("place", by="Ann", tile=tile, at=at, **ends) for ends in told
                    )
                    legal = any(table.fold.judge(event).verdict == "legal" for event in placings)
                    assert legal == ((tile, at) in fitting), (tile, at)


def test_no_space_is_left_out():
    """What is said to fit, and the readings it rests on, are what the rules say of every tile that
    is not on the board on every free space."""
    random, found = Random(5), 0
    for _ in range(60):
        answers = {
            "open_later": random.choice(["yes", "bridge", "no"]),
            "facing_double": random.choice(["match", "free"]),
        }
        state = lying({}, options=reading(**answers)).fold.state
        board = tuple(random_board(random, random.randrange(1, SIZE + 1)) for _ in COLOURS)
        state, opening = replace(state, board=board), random.random() < 0.3
        fitting, readings = fitting_tiles(state, TILES, opening)
        lies = [
            (tile, at, lie_on(state, colour, kind, at, opening))
            for tile, (colour, kind) in TILES.items()
            for at in range(SIZE)
            if board[colour][at] is None and space_of(board[colour], kind) is None
        ]
        told = {(one["tile"], one["at"]) for one in fitting}
        assert told == {(tile, at) for tile, at, lie in lies if not lie.broken}
        assert {*readings} == {reading for *_, lie in lies for reading in lie.readings}
        found += len(told)
    assert found > 1000


def test_circle_notation():
    assert circle("0:11 8:Z3.") == {"0": [1, 1], "8": {"zinga": [3, None]}}


# What is answered in words


def test_the_answer_names_where_a_zinga_fits_and_its_number():
    table = lying({"green": "0:11 1:12", "orange": "0:33"})
    ruling = table.legal("ask", question="playable", tiles=["green:Z", "orange:3-4", "yellow:1-2"])
    assert render(ruling.reason) == "2 of these tiles fit."
    assert [render(line) for line in ruling.effects] == [
        "The green Zinga fits two past the top Doubles square as a 2, its other end still open, "
        "on the bottom Doubles square as a 3 and one before the top Doubles square as a 1, its "
        "other end still open.",
        "The orange 3-4 fits one past the top Doubles square and one before the top Doubles "
        "square.",
    ]


def test_the_answer_names_where_the_zinga_goes_in_the_example():
    table = lying({"green": without(8)})
    ruling = table.legal("ask", question="completable", circle="green")
    assert [render(line) for line in ruling.effects] == [
        "In the example the green Zinga goes on the bottom Doubles square, as a 3."
    ]
    table = lying({"green": without(15)})
    assert table.legal("ask", question="completable", circle="green").effects == ()


@pytest.mark.parametrize(
    ("board", "at", "ends", "said"),
    [
        ({"green": "0:22"}, 1, None, "Ann's green Zinga fits one past the top Doubles square, "
         "as a 2, its other end still open."),
        ({"green": "0:22"}, 1, (2, 4), "Ann's green Zinga fits one past the top Doubles square, "
         "as 2 and 4."),
        ({"orange": "0:22"}, 8, None, "Ann's green Zinga fits on the bottom Doubles square, "
         "as a 2."),
        ({"orange": "1:22"}, 8, None, "Ann starts the green circle with the green Zinga on the "
         "bottom Doubles square, with its number still open."),
    ],
)  # fmt: skip
def test_a_ruling_names_the_number_of_a_zinga_and_where_it_fits(board, at, ends, said):
    table = lying(board)
    told = {"ends": ends} if ends else {}
    assert render(table.judge("place", by="Ann", tile="green:Z", at=at, **told).reason) == said


def test_a_ruling_names_the_number_of_a_zinga_that_opens():
    ruling = started().judge("place", by="Ann", tile="green:Z", at=0, ends=(4, 4))
    assert (
        render(ruling.reason) == "Ann opens with the green Zinga on the top Doubles square, as a 4."
    )
