"""Zinga-Zinga: dominoes on four coloured circles."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import (
    Ending,
    Event,
    Game,
    Listing,
    Message,
    Offer,
    PlayerKey,
    Ruling,
    plural,
    say,
)
from referee.core.draft import Draft
from referee.core.form import Drawing, Form
from referee.core.highlights import most_often
from referee.games.zinga import page
from referee.games.zinga.actions import ACTIONS
from referee.games.zinga.actions.place import Place
from referee.games.zinga.first_round import FIRST_ROUND
from referee.games.zinga.lesson import LESSON
from referee.games.zinga.secrets import HiddenDraws
from referee.games.zinga.state import State, TableOptions, ZingaOptions
from referee.games.zinga.tiles import COLOURS


class ZingaEnding(Ending[State]):
    """Closed circles are worth telling."""

    remarkable = frozenset(("place",))

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """How many circles were closed, and by whom the most."""
        closers = [
            e.by for e, ruling in played if isinstance(e, Place) and ruling.facts.get("closed")
        ]
        told: list[Message] = []
        if closers:
            told.append(plural("{n} circle was closed", "{n} circles were closed", len(closers)))
        return told + most_often(closers, say("{player} closed {n} circles"))


class Zinga(Game[State]):
    """What the game is; what can happen in it lies in `actions`."""

    key = "zinga"
    name = "Zinga-Zinga"
    listing = Listing(
        tagline=say("Close the circle"),
        sign="ring",
        colours=COLOURS,
        order=3,
    )
    first_seat = None
    options_type = ZingaOptions
    state_type = State
    actions = ACTIONS
    secrecy = HiddenDraws()
    lesson = LESSON
    first_round = FIRST_ROUND
    report = staticmethod(page.report)
    title = staticmethod(page.title)
    ending = ZingaEnding()

    def player_limits(self, options: ZingaOptions) -> tuple[int, int]:
        return 2, 8

    def start(self, players: Sequence[PlayerKey], options: ZingaOptions) -> State:
        agreed = TableOptions(
            players=tuple(players),
            layout=options.layout,
            target=options.target,
            bonus=options.bonus,
            open_later=self.answer(options, "open_later"),
            facing_double=self.answer(options, "facing_double"),
            name_open=self.answer(options, "name_open"),
            target_at=self.answer(options, "target_at"),
            lots_tie=self.answer(options, "lots_tie"),
        )
        return State(agreed, scores=dict.fromkeys(players, 0))

    def scores(self, state: State) -> dict[PlayerKey, int]:
        return dict(state.scores)

    def over(self, state: State) -> bool:
        return state.over

    def winners(self, state: State) -> list[PlayerKey]:
        return page.winners(state)

    def turn(self, state: State) -> PlayerKey | None:
        return state.turn

    def rounds(self, state: State) -> int:
        return state.ended

    def page(self, state: State, viewer: PlayerKey | None) -> page.ZingaPage:
        return page.page(state, viewer)

    def offers(self, state: State, viewer: PlayerKey | None) -> list[Offer]:
        return super().offers(state.seen_by(viewer), viewer)

    def form(
        self, name: str, state: State, viewer: PlayerKey | None, draft: Draft
    ) -> Form | Drawing | None:
        return super().form(name, state.seen_by(viewer), viewer, draft)


GAME = Zinga()
