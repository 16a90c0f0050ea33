"""Zing-a-Zam!: trick taking for wizards who do not see their own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import UNSET

from referee.core import Ending, Event, Game, Listing, Message, PlayerKey, Ruling, plural, say
from referee.core.highlights import most_often
from referee.games.zingazam import page
from referee.games.zingazam.actions import ACTIONS
from referee.games.zingazam.actions.play import Play
from referee.games.zingazam.first_round import FIRST_ROUND
from referee.games.zingazam.lesson import LESSON
from referee.games.zingazam.reveal import piles_to_turn
from referee.games.zingazam.rules import champions
from referee.games.zingazam.secrets import UncountedPiles
from referee.games.zingazam.state import MOST_SEATS, State, TableOptions, ZingAZamOptions


class ZingAZamEnding(Ending[State]):
    """The piles are turned over first; rounds taken and cats are worth telling; the oldest starts
    again."""

    remarkable = frozenset(("play",))
    has_reveal = True
    reveal = staticmethod(piles_to_turn)

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """Who took the most rounds, and whether a 1 beat an 8."""
        winners = (ruling.facts["winner"] for _, ruling in played if "winner" in ruling.facts)
        told = most_often(winners, say("{player} took {n} rounds"))
        cats = sum(isinstance(event, Play) and event.cat for event, _ in played)
        if cats:
            told.append(plural("{n} cat was played", "{n} cats were played", cats))
        return told

    def rematch(
        self, players: Sequence[PlayerKey], options: ZingAZamOptions, state: State
    ) -> tuple[list[PlayerKey], ZingAZamOptions]:
        """The same: the oldest starts, wherever he sits."""
        return list(players), options


class ZingAZam(Game[State]):
    """The facts; the rules lie in `actions`."""

    key = "zingazam"
    name = "Zing-a-Zam!"
    listing = Listing(
        tagline=say("Where 1 beats 8"),
        sign="cat",
        colours=("n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"),
        order=5,
    )
    first_seat = None
    options_type = ZingAZamOptions
    actions = ACTIONS
    help_pages: ClassVar = {"numbers": page.numbers_page}
    state_type = State
    secrecy = UncountedPiles()
    lesson = LESSON
    first_round = FIRST_ROUND
    report = staticmethod(page.report)
    title = staticmethod(page.title)
    ending = ZingAZamEnding()

    def player_limits(self, options: ZingAZamOptions) -> tuple[int, int]:
        return 2, MOST_SEATS

    def start(self, players: Sequence[PlayerKey], options: ZingAZamOptions) -> State:
        ages = players if options.ages is UNSET else options.ages
        return State(
            TableOptions(
                players=tuple(players),
                ages=tuple(players.index(who) for who in ages),
                games=options.games,
                must_cast=self.answer(options, "must_cast") == "yes",
                mirror_may_dodge=self.answer(options, "mirror_dodge") == "free",
            )
        )

    def scores(self, state: State) -> dict[PlayerKey, int]:
        return dict(zip(state.players, state.totals, strict=True))

    def over(self, state: State) -> bool:
        return state.over

    def winners(self, state: State) -> list[PlayerKey]:
        if not state.over:
            return []
        return [state.players[seat] for seat in champions(state)]

    def players(self, state: State) -> Sequence[PlayerKey]:
        return state.players

    def turn(self, state: State) -> PlayerKey | None:
        return None if state.turn is None else state.players[state.turn]

    def rounds(self, state: State) -> int:
        """Games: points are counted only at the end of one."""
        return len(state.past)

    def round_name(self, n: int) -> Message:
        return say("Game {n}", n=n)

    def rounds_counted(self, n: int) -> Message:
        return plural("{n} game counted.", "{n} games counted.", n)

    def page(self, state: State, viewer: PlayerKey | None) -> page.ZingAZamPage:
        return page.page(state)


GAME = ZingAZam()
