"""Ka-Zing: spells of linked wand movements over a three-by-three grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from referee.core import PlayerKey
from referee.core.action import Viewer
from referee.core.ending import Ending
from referee.core.event import Event
from referee.core.game import CheckStart, Game, Listing
from referee.core.highlights import highest
from referee.core.ruling import Ruling
from referee.core.scoring import RACE, Finish, ScoreSheet, Scoring
from referee.core.text import Message, plural, say
from referee.games.kazing import page
from referee.games.kazing.actions import ACTIONS
from referee.games.kazing.actions.cast import Cast
from referee.games.kazing.actions.position import new_game
from referee.games.kazing.card_memory import CardMemory
from referee.games.kazing.first_round import FIRST_ROUND
from referee.games.kazing.lesson import LESSON
from referee.games.kazing.state import KazingOptions, State, TableOptions

_KINDS = {
    "thaumaturgy": say("Thaumaturgy"),
    "precision": say("Precision"),
    "duel": say("Duel"),
}


class KazingScoring(Scoring[State]):
    """Points, mana or positions, by the type of the game; a sheet for each."""

    kinds: ClassVar = _KINDS | {RACE: say("Precision, in turns")}
    sheets: ClassVar = {
        kind: ScoreSheet(
            label=label, options={"type": kind}, players=range(2 if kind == "duel" else 1, 6)
        )
        for kind, label in _KINDS.items()
    }

    def kind(self, options: KazingOptions) -> str:
        """Points, mana and positions are not compared."""
        return options.type

    def teams(self, state: State) -> Sequence[Sequence[PlayerKey]]:
        return state.setup.sides if state.setup.team_battle else ()

    def result(self, state: State) -> Message | None:
        """Precision is won in the fewest turns, and every winner has all nine positions
        (kazing/type.precision)."""
        if any(finish.turns for finish in self.finishes(state).values()):
            return plural("in {n} turn", "in {n} turns", state.round)
        return None

    def told(self, kind: str, score: int) -> Message | None:
        """Positions are told out of nine."""
        return say("{n} of 9", n=score) if kind == "precision" else super().told(kind, score)

    def finishes(self, state: State) -> Mapping[PlayerKey, Finish]:
        """Of Precision: everybody has had as many turns as rounds were played, and who has not
        collected all nine positions by then is told by how many (kazing/type.precision)."""
        if not state.collected or state.turn is not None:
            return {}
        return {
            player: Finish(kind=RACE, score=state.round)
            if state.has_all(side)
            else Finish(kind="precision", score=len(state.complete(side)))
            for player, side in state.setup.side.items()
        }


class KazingEnding(Ending[State]):
    """Spells are worth telling."""

    remarkable = frozenset(("cast",))

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """The longest spell, and the best."""
        casts = [(event.by, ruling.facts) for event, ruling in played if isinstance(event, Cast)]
        sizes = [(facts.get("size") or 0, by) for by, facts in casts]
        points = [(facts.get("points") or 0, by) for by, facts in casts]
        return [
            *highest(sizes, say("The longest spell: {n} cards, by {player}")),
            *highest(points, say("The best spell: {n} points, by {player}")),
        ]

    def rematch(
        self, players: Sequence[PlayerKey], options: KazingOptions, state: State
    ) -> tuple[list[PlayerKey], KazingOptions]:
        """The player (of the team) who came second in the order begins."""
        setup = state.setup
        second = setup.sides[setup.order[1 % len(setup.order)]][0]
        at = list(players).index(second)
        return [*players[at:], *players[:at]], msgspec.structs.replace(options, first=msgspec.UNSET)


class Kazing(Game[State]):
    """Precision, thaumaturgy and duel, at every level, alone, against each other or in teams; the
    rules lie in `actions`."""

    key = "kazing"
    name = "Ka-Zing"
    listing = Listing(
        tagline=say("Is that spell possible?"),
        sign="matter",
        colours=("light", "life", "energy", "matter"),
        order=2,
    )
    options_type = KazingOptions
    actions = ACTIONS
    state_type = State
    pieces = CardMemory()
    lesson = LESSON
    first_round = FIRST_ROUND
    report = staticmethod(page.report)
    title = staticmethod(page.title)
    scoring = KazingScoring()
    ending = KazingEnding()
    check_start = CheckStart(form="cast")

    def player_limits(self, options: KazingOptions) -> tuple[int, int]:
        """1 to 5 players, a Duel from 2; in teams as many as the teams name."""
        if options.teams:
            count = sum(map(len, options.teams))
            return count, count
        return (2 if options.type == "duel" else 1), 5

    def start(self, players: Sequence[PlayerKey], options: KazingOptions) -> State:
        answers = {reading: self.answer(options, reading) for reading in self.rules.readings}
        return new_game(TableOptions(tuple(players), options, answers))

    def scores(self, state: State) -> dict[PlayerKey, int]:
        """Points, mana or positions; every member of a team has the team's."""
        scores, side = state.side_scores(), state.setup.side
        return {player: scores[side[player]] for player in state.setup.players}

    def over(self, state: State) -> bool:
        return state.turn is None

    def winners(self, state: State) -> list[PlayerKey]:
        """Who has won by the type of the game; in teams every member."""
        if state.turn is not None:
            return []
        won = state.winning_sides()
        return [player for player in state.setup.players if state.setup.side[player] in won]

    def players(self, state: State) -> Sequence[PlayerKey]:
        return state.setup.players

    def turn(self, state: State) -> PlayerKey | None:
        return state.turn

    def rounds(self, state: State) -> int:
        return state.round - (state.turn is not None)

    def page(self, state: State, viewer: Viewer) -> page.KazingPage:
        return page.page(state)


GAME = Kazing()
