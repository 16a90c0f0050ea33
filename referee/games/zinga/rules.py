"""What several actions share: the rule book, who may act now, what a closed circle scores."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from referee.core import Message, PlayerKey, plural, say
from referee.core.judging import Basis, Fault, decide, game_is_over, refuse
from referee.core.rules import load_rules
from referee.games.zinga.state import State
from referee.games.zinga.tiles import CIRCLE_WORDS, Colour

BOOK = load_rules("referee.games.zinga")
ruled = partial(decide, BOOK)
refused = partial(refuse, BOOK)


# Who may act now


def game_over(state: State) -> list[Fault]:
    """Find the fault of whatever needs a game that is not over (zinga/win)."""
    if not state.over:
        return []
    return [game_is_over("zinga/win")]


def not_running(state: State) -> list[Fault]:
    """Find why nobody can place, draw or pass: the game or the round is over (zinga/win,
    zinga/7.A), or none runs (zinga/2)."""
    if state.over:
        return game_over(state)
    if not state.in_round:
        none = say("No round is under way.")
        return [Fault(("zinga/2",), none, Basis.IDLE, can_stand=False)]
    if state.out is not None:
        over = say("{out} has no tiles left: the round is over.", out=state.out)
        return [Fault(("zinga/7.A",), over, Basis.IDLE, can_stand=False)]
    return []


# A closed circle (zinga/6)


def circle_wins(state: State, who: PlayerKey) -> bool:
    """Whether the points for a circle take `who` to the target before the round ends."""
    return state.scores[who] + state.options.bonus >= state.options.target


def circle_ends_game(state: State, who: PlayerKey) -> bool:
    """Whether the game is over once `who` closes a circle (reading `target_at`)."""
    return state.options.target_at == "at-once" and circle_wins(state, who)


def closing(state: State, who: PlayerKey, circle: Colour) -> Message:
    """Say that `who` scores for a closed circle."""
    return plural(
        "{who} scores {n} point for closing the {circle}.",
        "{who} scores {n} points for closing the {circle}.",
        state.options.bonus,
        who=who,
        circle=CIRCLE_WORDS[circle],
    )


def score_circle(state: State, who: PlayerKey, circle: Colour) -> State:
    """Return `state` after `who` has closed `circle`."""
    over = circle_ends_game(state, who)
    return replace(
        state,
        scores={**state.scores, who: state.scores[who] + state.options.bonus},
        closed=(*state.closed, (circle, who)),
        over=over,
        turn=None if over else state.turn,
    )


# Between rounds


def target_reached(state: State, scores: dict[PlayerKey, int]) -> bool:
    """Whether someone has the points that win (zinga/win)."""
    return max(scores.values()) >= state.options.target


def between_rounds(state: State) -> State:
    """Return `state` with no round running and the next starter free; the scores stay."""
    return State(
        options=state.options,
        scores=state.scores,
        ended=state.ended,
        round=state.round,
        over=state.over,
        wrong=state.wrong,
    )
