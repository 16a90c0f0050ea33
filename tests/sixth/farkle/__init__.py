"""Farkle: a game of the public domain, six dice and a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core import Game, Listing, Message, Page, PlayerKey, Viewer, say
from referee.games.farkle.actions import EndTurn, Position, SetAside
from referee.games.farkle.state import FarkleOptions, State


class FarklePage(Page, frozen=True, kw_only=True):
    """All of the state: nothing of it is secret."""

    state: State


class FarkleGame(Game[State]):
    """Its facts; the rules lie in `actions`."""

    key = "farkle"
    name = "Farkle"
    listing = Listing(tagline=say("Roll on, or bank it"), sign="again")
    options_type = FarkleOptions
    state_type = State
    actions = (SetAside, EndTurn, Position)

    def player_limits(self, options: FarkleOptions) -> tuple[int, int]:
        return 2, 12

    def start(self, players: Sequence[PlayerKey], options: FarkleOptions) -> State:
        return State(tuple(players), options.target, dict.fromkeys(players, 0), players[0])

    def report(self, state: State) -> dict[str, Any]:
        return {"turn": self.turn(state), "points": state.points, "left": state.left}

    def scores(self, state: State) -> dict[PlayerKey, int]:
        return state.totals

    def over(self, state: State) -> bool:
        return state.over

    def winners(self, state: State) -> list[PlayerKey]:
        return state.leaders if state.over else []

    def turn(self, state: State) -> PlayerKey | None:
        return None if state.over else state.turn

    def rounds(self, state: State) -> int:
        return state.turns // len(state.players)

    def title(self, state: State) -> Message:
        return say("The game is over") if state.over else say("{who} rolls", who=state.turn)

    def page(self, state: State, viewer: Viewer) -> FarklePage:
        return FarklePage(is_running=not state.over, state=state)


GAME = FarkleGame()
