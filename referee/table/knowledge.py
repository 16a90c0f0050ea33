"""What a ruling may rest on while a game hides something. Pure.

A refusal tells whoever reads it something of the state it was judged on. So an entry is judged on
what may be known, never on what is hidden: the cards on the table win over what somebody put in
unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.core import LEGAL, AnyGame, Event, PlayerKey, Ruling, Undo


def recorded_ruling(
    game: AnyGame, state: object, event: Event, viewer: PlayerKey | None = None
) -> Ruling:
    """The ruling that decides whether `event` is recorded.

    It rests on what all at the table may know; where `event` is private to a seat and entered on
    that seat's phone (`viewer`), on what that seat knows. An event that the rules judge on what is
    hidden is judged on the whole state, and so is anything while nothing is hidden. What a legal
    event brings about is complete.
    """
    whole = game.judge(state, event)
    seat = game.secrecy.private_to(event)
    if game.secrecy.is_judged_on_secrets(event):
        return whole
    known = _known(game, state, seat if seat == viewer else None)
    if known is None:
        return whole
    ruling = game.judge(known, event)
    return whole if ruling.verdict == whole.verdict == LEGAL else ruling


def known_ruling(game: AnyGame, state: object, event: Event, viewer: PlayerKey | None) -> Ruling:
    """The ruling on `event` as far as `viewer` may know, for questions, and for what he alone knows
    better."""
    known = _known(game, state, viewer)
    return game.judge(state if known is None else known, event)


def once_recorded(game: AnyGame, state: object, event: Event) -> Ruling:
    """The ruling on an event of a log, entered by whom is forgotten: legal if anything that it may
    have been judged on makes it so."""
    ruling = game.judge(state, event)
    for viewer in (game.secrecy.private_to(event), None):
        if ruling.verdict == LEGAL or game.secrecy.is_judged_on_secrets(event):
            break
        known = _known(game, state, viewer)
        if known is not None and game.judge(known, event).verdict == LEGAL:
            ruling = game.judge(known, event)
    return ruling


def _known(game: AnyGame, state: object, viewer: PlayerKey | None) -> object:
    """The state as `viewer` knows it; None: the whole one."""
    secrecy = game.secrecy
    return secrecy.known_state(state, viewer) if secrecy.has_secret(state) else None


def as_record(
    game: AnyGame, start: object, events: Sequence[Event], took_effect: Sequence[bool]
) -> list[Event]:
    """Return the `events` of a table as a record has them: judged on the whole state, as whoever
    reads the record judges it, each comes to what it came to at the table.

    Where only hidden entries speak against an event, they are written in their public form (it is
    they that are contradicted); where they have none, the event stands. What was legal or stood at
    the table `took_effect`; anything else came refused with an imported record, and stays so.
    """
    fixed = list(events)
    states: list[object] = [start]
    pile: list[int] = []
    i = 0
    while i < len(fixed):
        event = fixed[i]
        if not took_effect[i]:
            i += 1
            continue
        if isinstance(event, Undo):
            for _ in range(min(event.count, len(states) - 1)):
                states.pop()
                pile.pop()
            i += 1
            continue
        ruling = game.judge(states[-1], event)
        if ruling.verdict != LEGAL and not event.stands:
            changed = _without_contradicted(game, states, pile, fixed, i)
            if changed is not None:
                # The states from there on are made anew.
                first = min(changed)
                for number, public in changed.items():
                    fixed[number] = public
                depth = pile.index(first)
                redo = pile[depth:]
                del states[depth + 1 :]
                for number in redo:
                    states.append(game.apply(states[-1], fixed[number]))
            elif ruling.can_stand:
                fixed[i] = event = replace(event, stands=True)
        if not event.is_query:
            states.append(game.apply(states[-1], event))
            pile.append(i)
        i += 1
    return fixed


def _without_contradicted(
    game: AnyGame, states: list[object], pile: list[int], events: list[Event], i: int
) -> dict[int, Event] | None:
    """The hidden entries that speak against event `i`, by their numbers, in their public form: the
    latest alone, if one is enough, else all of the round; None if that does not help."""
    hidden: dict[int, Event] = {}
    for depth in range(len(pile) - 1, -1, -1):
        if not game.secrecy.has_secret(states[depth + 1]):
            break
        public = game.secrecy.public_form(events[pile[depth]])
        if public is not None:
            hidden[pile[depth]] = public
    for some in _choices(hidden):
        first = pile.index(min(some))
        state = states[first]
        for number in pile[first:]:
            state = game.apply(state, some.get(number, events[number]))
        if game.judge(state, events[i]).verdict == LEGAL:
            return some
    return None


def _choices(hidden: dict[int, Event]) -> Iterator[dict[int, Event]]:
    for number, public in hidden.items():
        yield {number: public}
    if len(hidden) > 1:
        yield hidden
