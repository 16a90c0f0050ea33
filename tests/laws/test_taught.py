"""Every game's first round: steps at a glance, and hints that fit the situation and end."""

from __future__ import annotations

import json
from random import Random

import pytest
from drivers import begin, play, setups

from referee.core import FirstRound, Game, Hint, render
from referee.core.first_round import MOST_WORDS
from referee.games import games
from referee.service.encoding import decode_event
from referee.table import Fold
from referee.table.first_round import hint_for, is_first_round_over, setup_steps

EACH = pytest.mark.parametrize(("key", "number"), setups())
OWN = [key for key, game in games().items() if type(game.first_round) is not FirstRound]
"""Games with a first round of their own; the others show the seating, and where to tap."""


def steps(key: str, players: list[str], **options: object) -> list:
    game = games()[key]
    return setup_steps(game, game.start(players, game.options_type(**options)))


@EACH
def test_a_step_is_read_at_a_glance(key, number):
    """However many play: a task of at most nine words, and as many pieces as there are."""
    game, _, _, _, state = begin(key, number)
    found = setup_steps(game, state)
    assert (3 if key in OWN else 1) <= len(found) <= 6
    for step in found:
        assert len(render(step.task).split()) <= MOST_WORDS, render(step.task)
        assert 0 <= step.count <= 10
        assert step.count or not step.each


@pytest.mark.parametrize(
    ("key", "count", "options", "dealt"),
    [
        ("zar", 2, {}, 8),
        ("zar", 3, {}, 7),
        ("zar", 9, {}, 3),
        ("zar", 4, {"half_decks": 3}, 10),
        ("kazing", 2, {}, 2),
        ("kazing", 3, {"level": "sorcerer"}, 3),
        ("zinga", 4, {}, 8),
        ("zigzag", 4, {}, 4),
        ("zingazam", 3, {}, 8),
    ],
)
def test_as_many_are_dealt_as_the_rulebook_says(key, count, options, dealt):
    assert steps(key, [f"p{i}" for i in range(count)], **options)[-1].count == dealt


def test_the_bag_holds_what_is_left():
    assert [step.middle.get("bag") for step in steps("zinga", list("abcd"))] == [None, 64, 60, 32]
    assert steps("zinga", list("abcdefgh"))[-1].middle["bag"] == 0


@EACH
def test_hints_fit_the_situation_and_end_with_the_first_round(key, number):
    """Played at random: each hint is for somebody at the table, follows what the game can record,
    and is followed in time; when the first round is over there is nothing to hint at."""
    game, drive, players, _, state = begin(key, number)
    tags = {kind.__struct_config__.tag for kind in game.actions}
    shown: set[str] = set()
    fold, played, random = Fold(game, state), [], Random(number)
    while not is_first_round_over(game, fold.state) and len(played) < 120:
        for hint in game.first_round.hints(fold.state):
            assert tags.issuperset(hint.followed_by), hint
            assert hint.to is None or hint.to in game.players(fold.state)
            assert "{" not in render(hint.says), hint
        for seats in ((), *((player,) for player in players)):
            hint = hint_for(game, fold.state, played, seats)
            if hint is not None:
                assert hint.to is None or hint.to in seats
                shown.add(hint.says.text)
        event = drive.next_event(game, fold.state, random.choice)
        fold.take(event, len(played))
        played.append(event)
    assert shown, "nothing was hinted at"


@pytest.mark.parametrize("key", OWN)
def test_a_hint_ends_once_it_was_followed(key):
    """Whoever has done what it says is not told again; others are."""
    game = games()[key]
    setup = next(number for name, number in setups() if name == key)
    _, drive, players, _, state = begin(key, setup)
    events = play(game, drive, state, Random(1), 40)
    fold, played = Fold(game, state), []
    first: dict[tuple[str, str | None], Hint] = {}
    for event in events:
        for player in players:
            hint = hint_for(game, fold.state, played, (player,))
            if hint is not None:
                first.setdefault((hint.says.text, hint.to), hint)
        fold.take(event, len(played))
        played.append(event)
    done = [hint for hint in first.values() if _was_followed(hint, played)]
    assert done, "no hint was followed"
    for hint in done:
        seats = players if hint.to is None else (hint.to,)
        again = hint_for(game, fold.state, played, seats)
        assert again is None or (again.says.text, again.to) != (hint.says.text, hint.to)


def _was_followed(hint: Hint, played: list) -> bool:
    by = [
        event
        for event in played
        if event.__struct_config__.tag in hint.followed_by
        and (hint.to is None or getattr(event, "by", hint.to) in (hint.to, None))
    ]
    return len(by) >= hint.times


def test_a_game_that_says_nothing_has_the_frame():
    """A seating, and one hint, for three events."""

    class Plain(FirstRound):
        pass

    assert Game.first_round.__class__ is FirstRound
    (hint,) = Plain().hints(None)
    assert (hint.to, hint.followed_by, hint.times) == (None, (), 3)
    assert Plain().steps(None) == ()


def test_a_power_of_zigzag_is_explained_while_it_waits():
    """From the moment it is announced until the lead before which it works."""
    game = games()["zigzag"]
    begun = [{"type": "start_round"}, {"type": "lead"}]
    power = {"type": "power", "by": "Ann", "power": "watch", "on": "Bo"}
    for plain, is_told in (
        (begun, False),
        ([*begun, power], True),
        ([*begun, power, begun[1]], False),
    ):
        state = game.start(["Ann", "Bo", "Cy", "Di"], game.options_type())
        events = [decode_event(game, json.dumps(event)) for event in plain]
        for event in events:
            state = game.apply(state, event)
        hint = hint_for(game, state, events, ("Bo",))
        assert hint is not None
        assert hint.says.text.startswith("A power lies face down") == is_told
