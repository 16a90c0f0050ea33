"""Zing-a-Zam!: trick taking for wizards who do not see their own cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from referee.core import Event, Game, Message, Offer, Ruling, say
from referee.games.zingazam import events, play, sheets, view
from referee.games.zingazam.events import ZingAZamOptions
from referee.games.zingazam.lesson import LESSON
from referee.games.zingazam.rules import champions
from referee.games.zingazam.secrets import UncountedPiles
from referee.games.zingazam.state import Agreed, State


class ZingAZam(Game[State]):
    """The seam to the house; the rules lie in `rules` and `spells`."""

    key = "zingazam"
    name = "Zing-a-Zam!"
    line = say("Where 1 beats 8")
    sign = "cat"
    colours = ("n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8")
    shelf = 5
    options_type = ZingAZamOptions
    event_types = events.EVENTS
    state_type = State
    settles = frozenset(("start_game", "play", "end_game", "score_game"))
    sheets = sheets.SHEETS
    secrecy = UncountedPiles()
    lesson = LESSON

    def seats(self, options: ZingAZamOptions) -> tuple[int, int]:
        return 2, 5

    def check_options(self, options: ZingAZamOptions, players: Sequence[str]) -> None:
        events.check_options(options, players)

    def check_event(
        self, event: Event, options: ZingAZamOptions, players: Sequence[str], path: str
    ) -> None:
        events.check_event(event, path)

    def start(self, players: Sequence[str], options: ZingAZamOptions) -> State:
        ages = players if options.ages is UNSET else options.ages
        return State(
            Agreed(
                players=tuple(players),
                ages=tuple(players.index(who) for who in ages),
                games=options.games,
                must_cast=self.answer(options, "must_cast") == "yes",
                mirror_may_dodge=self.answer(options, "mirror_dodge") == "free",
            )
        )

    def judge(self, state: State, event: Event) -> Ruling:
        return play.judge(state, event)

    def apply(self, state: State, event: Event) -> State:
        return play.apply(state, event)

    def report(self, state: State) -> dict[str, Any]:
        return view.report(state)

    def scores(self, state: State) -> dict[str, int]:
        return dict(zip(state.agreed.players, state.totals, strict=True))

    def over(self, state: State) -> bool:
        return state.over

    def winners(self, state: State) -> list[str]:
        if not state.over:
            return []
        return [state.agreed.players[seat] for seat in champions(state)]

    def players(self, state: State) -> Sequence[str]:
        return state.agreed.players

    def turn(self, state: State) -> str | None:
        return None if state.turn is None else state.agreed.players[state.turn]

    def rounds(self, state: State) -> int:
        """Games: points are counted only at the end of one."""
        return len(state.past)

    def title(self, state: State) -> Message:
        return view.title(state)

    def tell(self, event: Event, ruling: Ruling, viewer: str | None) -> Message:
        return view.tell(event, ruling)

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        return view.view(state)

    def sheet(
        self, state: State, viewer: str | None, name: str, draft: Mapping[str, Any]
    ) -> dict[str, Any]:
        return sheets.sheet(state, viewer, name, draft)

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        return view.offers(state)

    def position(self, state: State, viewer: str | None) -> Event | None:
        return view.position(state)

    def rematch(
        self, players: Sequence[str], options: ZingAZamOptions, state: State
    ) -> tuple[list[str], ZingAZamOptions]:
        """The same: the oldest starts, wherever he sits."""
        return list(players), options


GAME = ZingAZam()
