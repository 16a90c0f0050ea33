"""Zinga-Zinga: dominoes on four coloured circles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Event, Game, Message, Offer, Ruling, say
from referee.games.zinga import events, play, position, scoring, sheets, view
from referee.games.zinga.events import Position, ZingaOptions
from referee.games.zinga.lesson import LESSON
from referee.games.zinga.secrets import HiddenDraws
from referee.games.zinga.state import Agreed, State
from referee.games.zinga.tiles import COLOURS


class Zinga(Game[State]):
    """The seam to the house; the rules lie in `rules`, `play` and `scoring`."""

    key = "zinga"
    name = "Zinga-Zinga"
    line = say("Close the circle")
    sign = "ring"
    colours = COLOURS
    shelf = 3
    options_type = ZingaOptions
    event_types = events.EVENTS
    asks = frozenset({"ask"})
    state_type = State
    settles = frozenset(("lots", "start_round", "place", "draw", "end_round"))
    sheets = sheets.NAMES
    marked = scoring.MARKED
    secrecy = HiddenDraws()
    lesson = LESSON

    def seats(self, options: ZingaOptions) -> tuple[int, int]:
        return 2, 8

    def check_event(
        self, event: Event, options: ZingaOptions, players: Sequence[str], path: str
    ) -> None:
        events.check_event(event, players, path)

    def start(self, players: Sequence[str], options: ZingaOptions) -> State:
        agreed = Agreed(
            players=tuple(players),
            layout=options.layout,
            target=options.target,
            bonus=options.bonus,
            open_later=self.answer(options, "open_later"),
            facing_double=self.answer(options, "facing_double"),
            name_open=self.answer(options, "name_open"),
            target_at=self.answer(options, "target_at"),
        )
        return State(agreed, scores=dict.fromkeys(players, 0))

    def judge(self, state: State, event: Event) -> Ruling:
        return play.judge(state, event)

    def apply(self, state: State, event: Event) -> State:
        return play.apply(state, event)

    def report(self, state: State) -> dict[str, Any]:
        return view.report(state)

    def scores(self, state: State) -> dict[str, int]:
        return dict(state.scores)

    def over(self, state: State) -> bool:
        return state.over

    def winners(self, state: State) -> list[str]:
        return view.winners(state)

    def turn(self, state: State) -> str | None:
        return state.turn

    def rounds(self, state: State) -> int:
        return state.ended

    def marks(self, event: Event, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        return scoring.marks(event, ruling)

    def title(self, state: State) -> Message:
        return view.title(state)

    def tell(self, event: Event, ruling: Ruling, viewer: str | None) -> Message:
        return view.tell(event, ruling, viewer)

    def log_picture(
        self, state: State, event: Event, ruling: Ruling, viewer: str | None
    ) -> dict[str, Any]:
        return view.picture(event, ruling)

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        return view.view(state, viewer)

    def sheet(
        self, state: State, viewer: str | None, name: str, draft: Mapping[str, Any]
    ) -> dict[str, Any]:
        return sheets.sheet(state, viewer, name, draft)

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        return view.offers(state, viewer)

    def position(self, state: State, viewer: str | None) -> Position:
        return position.position_of(state)


GAME = Zinga()
