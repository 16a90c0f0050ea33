"""The data from which the wand's path is drawn."""

from itertools import pairwise
from random import Random

from drivers import driver
from kazing_table import Table, spell

from referee.games.kazing import GAME
from referee.games.kazing.drawing import draw
from referee.games.kazing.moves import Answers, place

DEFAULT = Answers()


def drawing(cards, end=None, answers=DEFAULT):
    table = Table(2, level="sorcerer")
    event = table.event("cast", by="Ann", cards=spell(cards))
    return draw(event.cards, answers, end)


def runs(drawn):
    """Each leg as (card, from, to), positions as numbers; outside the grid as points."""
    number = {place(p): p for p in range(1, 10)}
    return [
        (leg.card, number.get(leg.start, leg.start), number.get(leg.end, leg.end))
        for leg in drawn.legs
    ]


def test_nothing_yet():
    assert draw((), DEFAULT).legs == ()
    drawn = drawing("4")
    assert (drawn.start, drawn.nodes, drawn.legs, drawn.ends) == (4, (4,), (), (4,))


def test_one_way():
    drawn = drawing("1 e s:M kazaam")
    assert runs(drawn) == [(1, 1, 3), (2, 3, 9)]
    assert [leg.resonance for leg in drawn.legs] == ["light", "matter"]
    assert (drawn.nodes, drawn.ends, drawn.broken) == ((1, 3, 9), (9,), None)


def test_every_leg_of_a_zig_zag():
    drawn = drawing("3 w-se-w kazaam")
    assert runs(drawn) == [(1, 3, 1), (1, 1, 9), (1, 9, 7)]
    assert drawn.nodes == (1, 3, 7, 9)


def test_two_way_card_shows_both_ways_and_both_ends():
    drawn = drawing("2 e/w")
    assert sorted(runs(drawn)) == [(1, 2, 1), (1, 2, 3)]
    assert drawn.ends == (1, 3)


def test_a_way_that_does_not_lead_on_is_gone():
    drawn = drawing("2 e/w sw kazaam")
    assert runs(drawn) == [(1, 2, 3), (2, 3, 7)]
    assert drawn.ends == (7,)


def test_the_end_that_is_named_settles_the_way():
    drawn = drawing("2 e/w kazaam", end=1)
    assert runs(drawn) == [(1, 2, 1)]
    assert drawn.ends == (1,)
    assert drawing("2 e/w kazaam", end=9).ends == (1, 3), "an end that cannot be changes nothing"


def test_a_circle_is_drawn_once_and_a_half_circle_both_ways():
    drawn = drawing("1 circle kazaam")
    assert len(drawn.legs) == 8
    assert drawn.nodes == (1, 2, 3, 4, 6, 7, 8, 9)
    assert len(drawing("1 half-circle kazaam").legs) == 8
    assert len(drawing("1 half half-circle").legs) == 4
    assert drawing("1 half half-circle").ends == (3, 7)


def test_a_swirl_and_the_step_of_the_arrows():
    drawn = drawing("1 swirl kazaam")
    assert [(leg.kind, leg.end) for leg in drawn.legs] == [("swirl", place(5))]
    drawn = drawing("5 arrows circle kazaam", end=2)
    assert [leg.kind for leg in drawn.legs] == ["step"] + ["line"] * 8
    assert runs(drawn)[0] == (2, 5, 2)


def test_a_shorter_way_is_part_of_the_longer_one():
    drawn = drawing("3 rewind e")
    assert runs(drawn) == [(2, 3, 1)]
    assert drawn.ends == (1, 2)
    assert 2 in drawn.nodes


def test_a_leg_that_is_run_again_lies_beside_the_first():
    drawn = drawing("1 e w e kazaam")
    assert [leg.over for leg in drawn.legs] == [0, 1, 2]
    assert [leg.over for leg in drawing("2 e w kazaam").legs] == [0, 1]
    assert [leg.over for leg in drawing("1 e s kazaam").legs] == [0, 0]
    assert {leg.over for leg in drawing("1 circle circle kazaam").legs} == {0, 1}


def test_the_break_where_it_happens():
    drawn = drawing("1 e e kazaam")
    assert (drawn.broken, drawn.ends) == (2, (3,))
    assert runs(drawn) == [(1, 1, 3), (2, 3, (3, 0))]
    assert [leg.fails for leg in drawn.legs] == [False, True]


def test_the_break_on_a_later_leg():
    """The V from 7: its first leg already goes below the grid; that from 8 breaks on the second."""
    assert runs(drawing("7 se-ne kazaam")) == [(1, 7, (1, 3))]
    drawn = drawing("8 ne-se kazaam")
    assert runs(drawn) == [(1, 8, 6), (1, 6, (3, 2))]
    assert all(leg.fails for leg in drawn.legs)
    assert drawn.nodes == (8,)


def test_the_break_under_rewind_goes_the_other_way():
    assert runs(drawing("1 rewind e kazaam")) == [(2, 1, (-1, 0))]


def test_the_break_of_a_two_way_card_shows_both():
    assert runs(drawing("1 se ne/sw kazaam")) == [
        (1, 1, 9),
        (2, 9, (3, 1)),
        (2, 9, (1, 3)),
    ]


def test_the_break_of_a_round_has_no_leg():
    drawn = drawing("5 circle kazaam")
    assert (drawn.broken, drawn.ends, drawn.legs) == (1, (5,), ())


def test_half_a_swirl_is_drawn_no_further():
    drawn = drawing("1 e half swirl s kazaam")
    assert (drawn.broken, drawn.ends) == (None, (3,))
    assert runs(drawn) == [(1, 1, 3)]
    assert drawing("1 half swirl", answers=Answers(half_swirl="refuse")).broken == 2


def test_random_spells_are_drawn_as_they_are_judged():
    """The drawing ends where the ruling says, and its path runs along the legs drawn."""
    random, drive = Random(3), driver("kazing")
    state = Table(2, level="sorcerer").state
    drawn_paths = 0
    for number in range(400):
        make = drive.mutants if number % 2 else drive.next_event
        event = make(GAME, state, random.choice)
        if type(event).__name__ != "Cast" or not event.cards:
            continue
        ruling = GAME.judge(state, event)
        drawn = draw(event.cards, DEFAULT, event.end or None)
        if ruling.verdict == "legal" and ruling.facts["path"]:
            drawn_paths += 1
            assert drawn.ends == (ruling.facts["end"],)
            assert drawn.broken is None
            legs = {frozenset((leg.start, leg.end)) for leg in drawn.legs}
            stops = [place(p) for p in ruling.facts["path"]]
            for here, there in pairwise(stops):
                ends = {frozenset((here, there))}
                assert ends & legs or any(_along(here, there, leg) for leg in drawn.legs)
        elif "kazing/move.grid" in ruling.rules:
            assert drawn.broken == ruling.facts["broken"]
    assert drawn_paths > 20


def _along(here, there, leg):
    """Whether here-there lies on the leg."""
    (ax, ay), (bx, by) = leg.start, leg.end
    return all(
        (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        and min(ax, bx) <= x <= max(ax, bx)
        and min(ay, by) <= y <= max(ay, by)
        for x, y in (here, there)
    )
