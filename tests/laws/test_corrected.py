"""The law of corrections, over every kind of entry of every game: an entry corrected is a record in
which it had been made so at once."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import msgspec
import pytest
from drivers import begin, driver

from referee.core import LEGAL, Undo, tag_of
from referee.games import games
from referee.table import Fold, corrected, once_recorded
from referee.table.correction import Entry

LENGTH = 80
GAMES = 6
"""Games of each setup."""
ODD = 0.15
"""How often something odd is entered."""
EACH_KIND = 3
"""Entries of a kind that are corrected in a game."""


def entries_of(game, drive, start, dice):
    """What a table has recorded that plays as people do and now and then enters something else,
    which the rules allow or the table lets stand."""
    entries, state = [], start
    for _ in range(LENGTH):
        if game.over(state):
            break
        event = usable(game, state, next_of(game, drive, state, dice))
        if event is None or dice.random() < ODD:
            event = usable(game, state, drive.mutants(game, state, dice.choice)) or event
        if event is not None:
            after = game.apply(state, event)
            entries.append(Entry(event, once_recorded(game, state, event), state, after))
            state = after
    return entries


def next_of(game, drive, state, dice):
    """What comes next; None where the driver knows no way on, as from an odd position."""
    with suppress(KeyError, TypeError, IndexError, ValueError, AttributeError):
        return drive.next_event(game, state, dice.choice)
    return None


def usable(game, state, event):
    """`event` as it can be recorded, standing if it must; None if it cannot, or only asks."""
    if event is None or event.is_query:
        return None
    if once_recorded(game, state, event).verdict == LEGAL:
        return event
    stands = msgspec.structs.replace(event, stands=True)
    return stands if once_recorded(game, state, stands).can_stand else None


def others(game, drive, entry, dice):
    """Two that could have been recorded in the place of `entry`, if there are; of its own kind
    rather than another."""
    found = []
    for _ in range(12):
        found.append(next_of(game, drive, entry.before, dice))
        found.append(drive.mutants(game, entry.before, dice.choice))
    found = [usable(game, entry.before, event) for event in found]
    found = [event for event in found if event is not None and event != entry.event]
    return sorted(found, key=lambda event: tag_of(type(event)) != tag_of(type(entry.event)))[:2]


def take(game, fold, event, number):
    """Whether `event` is in effect at a table, which judges it on what may be known."""
    return fold.take(event, number, once_recorded(game, fold.state, event)).effect


def recorded_at_once(game, start, events):
    """The states of a table at which `events` are recorded, up to the first that does not hold."""
    fold, states = Fold(game, start), []
    for number, event in enumerate(events):
        if not take(game, fold, event, number):
            break
        states.append(fold.state)
    return states


def taken_back(game, start, entries, k, event):
    """The same by hand: all is recorded, then undone to before the entry `k`, then `event` and the
    later ones are recorded."""
    fold = Fold(game, start)
    for number, entry in enumerate(entries):
        assert take(game, fold, entry.event, number)
    assert fold.take(Undo(count=len(entries) - k), len(entries)).ruling.verdict == LEGAL
    for number, each in enumerate([event, *(entry.event for entry in entries[k + 1 :])]):
        if not take(game, fold, each, len(entries) + 1 + number):
            break
    return fold.state


@pytest.mark.slow
@pytest.mark.parametrize("key", games())
def test_a_corrected_entry_is_one_that_was_made_so_at_once(key):
    """Same states, same scores, and the same first entry that does not hold any more."""
    recorded, done, failed = set(), set(), 0
    for number in range(len(driver(key).SETUPS)):
        game, drive, _, _, start = begin(key, number)
        for seed in range(GAMES):
            dice = Random(f"corrected {key} {number} {seed}")
            entries = entries_of(game, drive, start, dice)
            kinds = [tag_of(type(entry.event)) for entry in entries]
            recorded.update(kinds)
            tried = Counter()
            for k in dice.sample(range(len(entries)), len(entries)):
                tried[kinds[k]] += 1
                if tried[kinds[k]] > EACH_KIND:
                    continue
                for event in others(game, drive, entries[k], dice):
                    failed += check(game, start, entries, k, event)
                    done.add(kinds[k])
    assert done == recorded == {tag_of(kind) for kind in game.actions if not kind.is_query}
    assert failed, "no later entry that did not hold"


def check(game, start, entries, k, event):
    """Put `event` in the place of the entry `k`; return whether a later one does not hold then."""
    ruling = once_recorded(game, entries[k].before, event)
    done = corrected(game, entries[k], event, ruling, entries[k + 1 :])
    events = [each.event for each in entries]
    at_once = recorded_at_once(game, start, [*events[:k], event, *events[k + 1 :]])
    states = [each.after for each in [*entries[:k], done.new, *done.later]]
    assert states == at_once
    assert [game.scores(state) for state in states] == [game.scores(state) for state in at_once]
    assert states[-1] == taken_back(game, start, entries, k, event)
    assert (done.failure is None) == (len(at_once) == len(entries))
    if done.failure is not None:
        assert done.failure == once_recorded(game, states[-1], events[len(at_once)])
    return done.failure is not None
