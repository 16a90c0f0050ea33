"""One question at a time: what is still to be asked before a play is whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Offer, PlayerKey, say
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form, of_players
from referee.games.zingazam.cards import NUMBERS, SPELLS, piece
from referee.games.zingazam.round import moment
from referee.games.zingazam.spells import FIELD, HURRICANE, MIRROR, cast, choices_to_copy, question
from referee.games.zingazam.state import State, may_hold

if TYPE_CHECKING:
    from referee.games.zingazam.actions.play import Play

HELP = Offer(label=say("What does each number do?"), sheet="numbers")


def form(kind: type[Play], state: State, draft: Draft, ask: bool) -> Form:
    """Return the next question about the play in `draft`, or the whole play.

    First who plays, if `draft` says so (`now` is `who`); else he whose turn it is plays.
    """
    by = draft.player("by")
    if by is None and state.turn is not None and draft.now != "who":
        by = state.players[state.turn]
    if by is None:
        everybody = of_players(state.players)
        return _asks(Choice(name="by", label=say("Who plays?"), answers=everybody), ask)
    seat = state.players.index(by)
    play = draft.event(kind, by=by)
    if play is None or not state.can_lay(seat):
        label = say("{by}, which number?", by=by)
        if answers := numbers(kind, state, seat):
            return _asks(Choice(name="card", label=label, answers=tuple(answers)), ask, by)
        played = say("{by} has already played in this round.", by=by)
        return Form(label=label, title=label, hint=played, only_asks=ask, help=HELP)
    _, cat = may_hold(state.wizards[seat], play.card, state.cats_played)
    choice = still_open(state, play, knows_cat="cat" in draft or not cat)
    known_cat = play.cat and (choice is None or choice.name != "cat")
    scene = {"laid": state.laid, "by": by, "card": piece(play.card, known_cat)}
    if choice is not None:
        return _asks(choice, ask, by, scene)
    label = say("{by} plays a {n}", by=by, n=play.card)
    return Form(label=label, title=label, event=play, scene=scene, only_asks=ask)


def _asks(
    choice: Choice,
    ask: bool,
    by: PlayerKey | None = None,
    scene: Mapping[str, object] | None = None,
) -> Form:
    return Form(
        label=choice.label,
        fields=(choice,),
        kept={} if by is None else {"by": by},
        scene=scene or {},
        only_asks=ask,
        help=HELP,
    )


def still_open(state: State, play: Play, knows_cat: bool = True) -> Choice | None:
    """Return the one choice that `play` leaves open; None where it is whole."""
    if not knows_cat:
        return _is_it_a_cat(state, play)
    now = moment(state, play)
    spell = cast(now, play)
    must = state.agreed.must_cast
    asked = spell.missing
    if not must and not spell.works and "must_cast" in spell.readings:
        asked = spell.copies or play.card
    if not must and spell.works == HURRICANE and play.flip is UNSET:
        asked = HURRICANE
    if not asked or getattr(play, FIELD[asked]) is not UNSET:
        return None
    field = FIELD[asked]
    if asked == MIRROR:
        options: Sequence[Any] = choices_to_copy(now, play)
    elif asked == HURRICANE:
        options = [True, False]
    else:
        options = [who for who in state.players if who != play.by]
    found = [_answer(state, field, value, replace(play, **{field: value})) for value in options]
    if not must and asked != HURRICANE:
        found.append(Answer(label=say("Do not cast the spell"), event=play))
    return Choice(name=field, label=question(asked, play.by), answers=tuple(found))


def _is_it_a_cat(state: State, play: Play) -> Choice:
    """Whether the number is one of his own eight or a cat."""
    by, number = play.by, play.card
    own, _ = may_hold(state.wizards[state.players.index(by)], number, state.cats_played)
    label = say("{by} has played the {n} before. Is it a cat?", by=by, n=number)
    if own:
        label = say("Is {by}'s {n} a cat?", by=by, n=number)
    eight = Answer(
        label=say("one of the eight") if own else say("played"),
        value="false",
        event=_whole(state, replace(play, cat=False)) if own else None,
        piece=piece(number),
        is_off=not own,
    )
    cat = Answer(
        label=say("a cat"),
        value="true",
        event=_whole(state, replace(play, cat=True)),
        piece=piece(number, cat=True),
    )
    return Choice(name="cat", label=label, answers=(eight, cat))


def _answer(state: State, field: str, value: str | int | bool, play: Play) -> Answer:
    """`value` in the open `field`; `play` is what it makes."""
    event = _whole(state, play)
    if isinstance(value, bool):
        label = say("Yes") if value else say("No")
        return Answer(label=label, value="true" if value else "false", event=event)
    if isinstance(value, int):
        return Answer(label=SPELLS[value], value=str(value), event=event, piece=piece(value))
    return Answer(label=value, value=value, event=event)


def _whole(state: State, play: Play) -> Play | None:
    return play if still_open(state, play) is None else None


def numbers(kind: type[Play], state: State, by: int) -> list[Answer]:
    """Return the eight numbers that seat `by` may lay; none where he can lay no card.

    A tap records the event (a card that cannot be there gets its ruling so); without one, the form
    has something to ask first. `piece` says whether it can be his `own` card, and `or_cat` a cat.
    """
    if not state.can_lay(by):
        return []
    must = dict(state.must_play).get(by)
    answers = []
    for number in NUMBERS:
        own, cat = may_hold(state.wizards[by], number, state.cats_played)
        pointed = must in (None, number)
        is_off = not pointed or not (own or cat)
        label = SPELLS[number]
        if is_off:
            label = say("not pointed at") if own else say("played")
        play = kind(by=state.players[by], card=number, cat=cat and not own)
        is_whole = is_off or (not cat and still_open(state, play) is None)
        answers.append(
            Answer(
                label=label,
                value=str(number),
                event=play if is_whole else None,
                piece={**piece(number), "own": own and pointed, "or_cat": cat and pointed},
                is_off=is_off,
            )
        )
    return answers
