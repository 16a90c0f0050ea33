"""An earlier entry corrected: what becomes of those that came after it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from referee.core import LEGAL, Action, AnyGame, Event, Message, PlayerKey, Ruling, plural, say
from referee.table.knowledge import once_recorded, recorded_ruling

_MOST_NAMED = 3
"""Rounds that a sentence names one by one."""


class Entry(msgspec.Struct, frozen=True):
    """An event in effect, with its ruling, between the state `before` it and the one `after`.
    `is_open`: nothing that it was judged on is secret any more."""

    event: Event
    ruling: Ruling
    before: object
    after: object
    is_open: bool = True


class Correction(msgspec.Struct, frozen=True):
    """An entry in the place of another, and the later ones that hold after it, judged anew.

    `failure` is the ruling on the first that does not; None: all do. Those after that one are not
    judged.
    """

    old: Entry
    new: Entry
    later: list[Entry]
    failure: Ruling | None = None


def corrected(
    game: AnyGame,
    old: Entry,
    event: Event,
    ruling: Ruling,
    later: Sequence[Entry],
    breathe: Callable[[], None] = lambda: None,
) -> Correction:
    """Return what comes of it if `event`, which has `ruling` and can be applied, takes the place of
    `old`; `later`: what was recorded on top of that. `breathe` is called between any two."""
    state = game.apply(old.before, event)
    new = Entry(event, ruling, old.before, state, old.is_open)
    kept: list[Entry] = []
    for entry in later:
        breathe()
        event, ruling = _judged_again(game, entry, state)
        if ruling.verdict != LEGAL and not (event.stands and ruling.can_stand):
            return Correction(old, new, kept, ruling)
        after = game.apply(state, event)
        kept.append(Entry(event, ruling, state, after, entry.is_open))
        state = after
    return Correction(old, new, kept)


def _judged_again(game: AnyGame, entry: Entry, state: object) -> tuple[Event, Ruling]:
    """Return a later entry in `state` with its ruling there.

    While something is secret it rests on what all may know, as when it was recorded: otherwise
    whoever corrects could find out by trying what others hide. What is no longer legal in its old
    place either (by another edition of the rules, say) is in effect as the table has it: it stands.
    """
    judge = once_recorded if entry.is_open else recorded_ruling
    event, ruling = entry.event, judge(game, state, entry.event)
    if ruling.verdict != LEGAL and judge(game, entry.before, event).verdict != LEGAL:
        event = msgspec.structs.replace(event, stands=True)
    return event, ruling


# In words


def sentence(game: AnyGame, done: Correction, dropped: int = 0, *, told: bool = True) -> Message:
    """Say in one line what was corrected, old and new, and what became of the later entries, of
    which `dropped` were taken back. `told` False: the entry may not be quoted."""
    what = _changed(game, done.old, done.new) if told else say("An earlier entry was corrected")
    if dropped:
        return plural(
            "{what}; {n} later entry undone",
            "{what}; {n} later entries undone",
            dropped,
            what=what,
        )
    if not done.later:
        return what
    rounds = [_round(game, entry) for entry in done.later if _ends_round(game, entry)]
    if not rounds or not told:
        return plural(
            "{what}; {n} later entry kept", "{what}; {n} later entries kept",
            len(done.later), what=what,
        )  # fmt: skip
    if len(rounds) > _MOST_NAMED:
        return say("{what}; {first} to {last} kept", what=what, first=rounds[0], last=rounds[-1])
    return say("{what}; {rounds} kept", what=what, rounds=[*rounds])


def score_changes(game: AnyGame, done: Correction) -> dict[PlayerKey, tuple[int, int]]:
    """Return the points that the entry gave each player before and gives now, of those for whom
    they differ; nothing while something is secret."""
    old, new = done.old, done.new
    if any(game.secrecy.has_secret(e.after) for e in (old, new)):
        return {}
    before, was, becomes = (game.scores(state) for state in (old.before, old.after, new.after))
    gave = {p: score - before.get(p, 0) for p, score in was.items()}
    gives = {p: score - before.get(p, 0) for p, score in becomes.items()}
    players = [p for p in {**gave, **gives} if gave.get(p) != gives.get(p)]
    return {p: (gave.get(p, 0), gives.get(p, 0)) for p in players}


def _changed(game: AnyGame, old: Entry, new: Entry) -> Message:
    ends = _ends_round(game, old) or _ends_round(game, new)
    where = _round(game, old) if ends else game.title(old.before)
    points = score_changes(game, Correction(old, new, []))
    if points and ends:
        changes = [
            say("{who} {old} → {new}", who=who, old=was, new=becomes)
            for who, (was, becomes) in points.items()
        ]
        return say("{where}: {changes}", where=where, changes=[*changes])
    was, becomes = _said(game, old), _said(game, new)
    if was == becomes:
        return say("{where}: corrected: {what}", where=where, what=becomes)
    return say("{where}: {old} → {new}", where=where, old=was, new=becomes)


def _said(game: AnyGame, entry: Entry) -> Message:
    assert isinstance(entry.event, Action)
    to = game.secrecy.private_to(entry.event) if entry.is_open else None
    return entry.event.describe(game.secrecy.ruling_for(entry.event, entry.ruling, to), to)


def _ends_round(game: AnyGame, entry: Entry) -> bool:
    return game.rounds(entry.after) != game.rounds(entry.before)


def _round(game: AnyGame, entry: Entry) -> Message:
    return game.round_name(game.rounds(entry.before) + 1)
