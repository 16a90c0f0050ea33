"""The page's *Secrets*: what one seat alone may know reaches no other, nor anybody else."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from drivers import driver as load
from drivers import form
from zigzag_table import (
    FIRE,
    FOUR,
    WATER,
    WATER_BLUE,
    begin,
    cancel,
    dealt,
    declare,
    lead,
    position,
    power,
    record,
    shift,
    stop,
    zig,
)

from referee.core import ENGLISH, render
from referee.games.zigzag import GAME
from referee.games.zigzag.actions import DealtConstraint, Lead, Power, Shift
from referee.games.zigzag.constraints import Constraint
from referee.record import read
from referee.table import Fold

FORMS = ("declare", "hand", "block", "stop", "power", "constraint", "start_round", "score_box")
driver = load("zigzag")
BOX = {"constraints": driver.BOX}


def seen(state, event, ruling, viewer):
    """All that reaches `viewer` after `event`, as bytes."""
    shown = GAME.secrecy.ruling_for(event, ruling, viewer)
    said = [shown.reason, *shown.effects, *([shown.allowed] if shown.allowed else [])]
    hidden = GAME.secrecy.private_to(event)
    return msgspec.json.encode(
        [
            GAME.page(state, viewer),
            render(event.describe(ruling, viewer)),
            shown,
            [render(sentence) for sentence in said],
            [
                (render(offer.label), offer.event, offer.sheet, offer.fill)
                for offer in GAME.offers(state, viewer)
            ],
            [form(GAME, state, name, viewer, by=by) for name in FORMS for by in FOUR],
            GAME.position(state, viewer),
            render(GAME.title(state)),
            GAME.secrecy.has_secret(state),
            hidden,
            None if hidden not in (None, viewer) else event,
        ]
    )


def course(events, **options):
    """(state, event, ruling) after each event of a record."""
    given = read(record(events, **options), {"zigzag": GAME})
    fold = Fold(GAME, GAME.start(given.players, given.options))
    out = []
    for n, event in enumerate(given.events):
        entry = fold.take(event, n)
        out.append((fold.state, event, entry.ruling))
    return out


def same_for_all_others(one, other, owner, **options):
    """Whether two records reach everybody but `owner` as the same bytes, event by event."""
    ours, theirs = course(one, **options), course(other, **options)
    assert len(ours) == len(theirs)
    differs = False
    for (state, event, ruling), (state2, event2, ruling2) in zip(ours, theirs, strict=True):
        for viewer in (*FOUR, None):
            a, b = seen(state, event, ruling, viewer), seen(state2, event2, ruling2, viewer)
            if viewer == owner:
                differs = differs or a != b
            else:
                assert a == b, (viewer, event, event2)
    return differs


CY = [
    dealt("Cy", 0),
    dealt("Cy", 1),
    dealt("Cy", 4),
    dealt("Cy", text="anything that swims"),
    dealt("Cy", feature="colour"),
    dealt("Cy", require={"element": "water"}),
    dealt("Cy", forbid="accessory", text="nothing carried"),
]


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("n", range(1, len(CY)))
def test_a_constraint_reaches_its_own_seat_only(n, level):
    after = [
        stop("Cy", "accessory"),
        lead(),
        declare("Bo", "zag", {"Di": "wbs eyc agu fpn"}),
        dealt("Ann", 2),
        power("Bo", "theft", "Cy"),
        declare("Ann", "zig", {"Cy": "wbs wyc wgu"}),
    ]
    one, other = [begin(5), CY[0], *after], [begin(5), CY[n], *after]
    assert same_for_all_others(one, other, "Cy", level=level, **BOX)


@pytest.mark.parametrize("n", [2, 6])
def test_whether_it_was_met_is_told_and_no_more(n):
    """Two constraints that neither hand meets: nobody can tell which it was."""
    ways = {2: dealt("Cy", feature="accessory"), 6: dealt("Cy", forbid="element")}
    shouts = [zig(WATER), declare("Ann", "zag", {"Cy": WATER_BLUE})]
    one = [begin(5), dealt("Cy", require={"element": "fire"}), *shouts]
    assert same_for_all_others(one, [begin(5), ways[n], *shouts], "Cy", level=2, **BOX)


def test_two_that_are_met_are_told_apart_by_nobody():
    shouts = [zig(WATER)]
    one = [begin(5), dealt("Cy", feature="element"), *shouts]
    other = [begin(5), dealt("Cy", forbid="colour"), *shouts]
    same_for_all_others(one, other, "Cy", level=2, **BOX)
    same_for_all_others(one, other, "Cy", level=3, **BOX)


def test_how_much_of_a_zig_zag_counts_is_told_to_nobody():
    shout = declare("Ann", "zig-zag", {"Ann": FIRE, "Cy": WATER_BLUE})
    one = [begin(5), dealt("Ann", feature="element"), dealt("Cy", forbid="colour"), shout]
    other = [begin(5), dealt("Ann", feature="element"), dealt("Cy", feature="accessory"), shout]
    assert same_for_all_others(one, other, "Cy", level=2, **BOX)


def test_a_constraint_in_words_is_told_from_one_that_is_missing_and_no_more():
    """Both are undecided, and the sentence says why, not what the words are."""
    one = [begin(5), dealt("Cy", text="swims"), zig(WATER)]
    other = [begin(5), dealt("Cy", 1), shift("Cy"), zig(WATER)]
    (*_, words), (*_, moved) = (
        course(one, level=2),
        course(other, level=2, constraints=[[], [{"text": "x"}]]),
    )
    assert "is entered in words" in render(words[2].reason)
    assert "swims" not in render(words[2].reason)
    assert "is not entered" in render(moved[2].reason)
    assert words[2].verdict == moved[2].verdict == "undecided"


@pytest.mark.parametrize("level", [2, 3])
def test_a_shift_is_seen_but_not_which_way(level):
    one = [begin(5), dealt("Cy", 0), shift("Cy", 1), lead(), zig("wbs eyc agu fpn")]
    other = [begin(5), dealt("Cy", 0), shift("Cy", -1), lead(), zig("wbs eyc agu fpn")]
    assert same_for_all_others(one, other, "Cy", level=level, **BOX)


WAITING = [
    power("Bo", "master"),
    power("Bo", "ten-seconds"),
    power("Bo", "watch", "Cy"),
    power("Bo", "watch", "Di"),
]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_which_power_waits_and_on_whom_is_secret_until_the_lead(n, level):
    after = [stop("Cy", "accessory"), power("Di", "watch", "Bo"), power("Ann", "swap", "Bo")]
    one, other = [begin(), WAITING[0], *after], [begin(), WAITING[n], *after]
    assert same_for_all_others(one, other, "Bo", level=level)


def test_that_there_was_a_watch_to_cancel_is_told_but_not_whose(wording):
    one = [begin(), power("Bo", "watch", "Cy"), power("Di", "watch", "Cy"), cancel("Cy", "watch")]
    other = [*one]
    other[2] = power("Di", "master")
    assert same_for_all_others(one, other, "Di", level=1)
    for events in (one, other):
        (*_, (state, _, ruling)) = course(events)
        assert ruling.verdict == "legal"
        assert render(ruling.reason) == wording
        assert [player.waiting for player in GAME.page(state, None).players] == [0, 1, 0, 1]


def test_a_watch_that_may_not_be_put_down_does_not_tell_itself_to_others(wording):
    (*_, (_, event, ruling)) = course([begin(), power("Bo", "watch", "Bo")])
    assert ruling.verdict == "illegal"
    assert "watch" in render(ruling.reason)
    for viewer in ("Ann", "Di", None):
        shown = GAME.secrecy.ruling_for(event, ruling, viewer)
        assert "watch" not in msgspec.json.encode(shown).decode()
        assert render(shown.reason) == wording
    assert GAME.secrecy.ruling_for(event, ruling, "Bo") == ruling


def test_that_a_card_is_anothers_is_told_but_not_whose(wording):
    for holder in ("Bo", "Di"):
        (*_, (_, event, ruling)) = course(
            [begin(5), dealt(holder, 0), dealt("Ann", 0)], level=2, **BOX
        )
        assert ruling.verdict == "illegal"
        for viewer in (*FOUR, None):
            shown = render(GAME.secrecy.ruling_for(event, ruling, viewer).reason)
            assert shown == wording


def test_the_own_seat_sees_its_secrets(wording):
    events = [begin(5), dealt("Cy", 0), shift("Cy", 1), power("Cy", "watch", "Bo")]
    (*_, (state, event, ruling)) = course(events, level=2, **BOX)
    assert msgspec.to_builtins(GAME.page(state, "Cy").mine) == {
        "constraint": {"require": {"element": "earth"}},
        "card": 0,
        "number": 6,
    }
    assert GAME.page(state, "Ann").mine.constraint is None
    assert GAME.page(state, None).mine is None
    assert render(event.describe(ruling, "Cy")) == wording
    assert render(event.describe(ruling, None)) == wording


def test_a_constraint_put_in_words_is_shown_to_its_own_seat():
    (*_, (state, _, _)) = course([begin(), dealt("Cy", text="swims")], level=2)
    assert GAME.page(state, "Cy").mine.constraint == Constraint(text="swims")


def test_a_declaration_after_the_line_moved_needs_it_again():
    (*_, (state, _, _)) = course([begin(), dealt("Cy", text="swims"), shift("Cy")], level=2)
    assert GAME.page(state, "Cy").mine.constraint is None


@pytest.mark.parametrize(
    ("events", "level", "is_secret"),
    [
        ([], 2, False),
        ([begin(5)], 2, True),
        ([begin(5)], 1, False),
        ([begin()], 1, False),
        ([begin(), stop("Cy", "accessory"), power("Bo", "theft", "Cy")], 1, False),
        ([begin(), power("Bo", "master")], 1, True),
        ([begin(), power("Bo", "watch", "Cy"), cancel("Cy", "watch")], 1, True),
        ([begin(), power("Bo", "master"), lead()], 1, False),
        ([begin(), power("Bo", "master"), zig()], 1, False),
        ([begin(), zig()], 3, True),
        ([begin(), zig(box_level=1)], 3, False),
        ([position(constraints={"Ann": {"text": "x"}})], 2, True),
        ([position(in_round=False)], 2, False),
    ],
)
def test_something_is_secret_until_the_round_is_over(events, level, is_secret):
    given = read(record(events, level=level), {"zigzag": GAME})
    fold = Fold(GAME, GAME.start(given.players, given.options))
    for n, event in enumerate(given.events):
        fold.take(event, n)
    assert GAME.secrecy.has_secret(fold.state) is is_secret


def test_a_constraint_put_in_again_renews_what_its_seat_hides():
    given = read(record([dealt("Cy", text="x"), shift("Cy")], level=2), {"zigzag": GAME})
    assert [GAME.secrecy.replaces_secret(event) for event in given.events] == [True, False]


@pytest.mark.parametrize(
    ("event", "seat"),
    [
        (begin(5), None),
        (dealt("Cy", 0), "Cy"),
        (dealt("Cy", text="x"), "Cy"),
        (shift("Di"), "Di"),
        (stop("Cy", "accessory"), None),
        (power("Bo", "master"), "Bo"),
        (power("Bo", "ten-seconds"), "Bo"),
        (power("Bo", "watch", "Di"), "Bo"),
        (power("Bo", "theft", "Cy"), None),
        (power("Bo", "swap", "Cy"), None),
        (cancel("Bo", "watch"), None),
        (lead(), None),
        (zig(), None),
        (position(stops={"Cy": ["accessory"]}), None),
        (position(constraints={"Cy": {"text": "x"}}), "Cy"),
        (position(constraints={"Cy": {"text": "x"}, "Ann": {"text": "y"}}), ""),
    ],
)
def test_who_alone_may_see_an_event(event, seat):
    given = read(record([event], level=2, **BOX), {"zigzag": GAME})
    assert GAME.secrecy.private_to(given.events[0]) == seat


def _otherwise(event, pick):
    """Another secret of the same seat in the place of this one, of the same kind."""
    if isinstance(event, DealtConstraint):
        if pick((True, False)):
            return DealtConstraint(event.by, card=pick(range(len(driver.BOX))))
        return DealtConstraint(event.by, constraint=driver._constraint(pick))
    if isinstance(event, Shift):
        return Shift(event.by, -event.delta)
    if isinstance(event, Power) and event.power in ("master", "ten-seconds", "watch"):
        others = [player for player in FOUR if player != event.by]
        return pick(
            (
                Power(event.by, "master"),
                Power(event.by, "ten-seconds"),
                Power(event.by, "watch", pick(others)),
            )
        )
    return None


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 60))]
)
def test_non_interference_in_random_games(seed):
    """The same game twice, differing in the secrets of one seat: until a verdict or the cards
    themselves tell, every byte that anyone else gets is the same."""
    random = Random(seed)
    number = random.choice((2, 3))
    _, plain = driver.SETUPS[number]
    given = read(record([], **plain), {"zigzag": GAME})
    first = GAME.start(given.players, given.options)
    one, other = first, first
    owner = random.choice(FOUR)
    compared = 0
    for _ in range(60):
        event = driver.next_event(GAME, one, random.choice)
        twin = event
        if GAME.secrecy.private_to(event) == owner:
            twin = _otherwise(event, random.choice) or event
        a, b = GAME.judge(one, event), GAME.judge(other, twin)
        public = {name: a.facts.get(name) for name in a.facts if name != "counts"}
        told = a.verdict != b.verdict or public != {name: b.facts.get(name) for name in public}
        carried_out = isinstance(event, Lead) and one.now.waiting != other.now.waiting
        if told or carried_out:  # it cannot help telling
            break
        one = GAME.apply(one, event)
        other = GAME.apply(other, twin)
        for viewer in (*FOUR, None):
            if viewer != owner:
                compared += 1
                assert seen(one, event, a, viewer) == seen(other, twin, b, viewer)
        if one.now is None:
            one = other = first
    assert compared


def test_sentences_are_said_in_any_voice(wording):
    """Players are keys in sentences: a renamed player is called by the new name."""
    (*_, (_, event, ruling)) = course([begin(), zig()])
    voice = msgspec.structs.replace(ENGLISH, names={"Cy": "Zoé"})
    assert render(ruling.reason, voice) == wording
    assert render(event.describe(ruling, None), voice) == wording
