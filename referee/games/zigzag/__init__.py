"""ZigZag: secret signs, ZIGs and ZAGs, and a referee who keeps the secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from referee.core import PlayerKey
from referee.core.ending import Ending
from referee.core.event import Event
from referee.core.game import CheckStart, Game, Listing
from referee.core.highlights import most_often
from referee.core.piece_memory import PieceMemory
from referee.core.ruling import Ruling
from referee.core.scoring import ScoreSheet, Scoring
from referee.core.text import Message, say
from referee.games.zigzag import page
from referee.games.zigzag.actions import ACTIONS, Position
from referee.games.zigzag.actions.block import Block
from referee.games.zigzag.actions.declare import Declare
from referee.games.zigzag.first_round import FIRST_ROUND
from referee.games.zigzag.lesson import LESSON
from referee.games.zigzag.secrets import HiddenConstraints
from referee.games.zigzag.state import State, ZigZagOptions, start


def _pairings(players: tuple[PlayerKey, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    """The first with each of the others, and those who are left likewise."""
    if not players:
        yield ()
    for i in range(1, len(players)):
        for rest in _pairings(players[1:i] + players[i + 1 :]):
            yield ((players[0], players[i]), *rest)


class ZigZagScoring(Scoring[State]):
    """A pad of one level's boxes, or of both; teams all have the same."""

    sheets: ClassVar = {
        "usual": ScoreSheet(label=say("One level"), players=(4,)),
        "both": ScoreSheet(label=say("Both levels"), options={"level": 3}, players=(4,)),
    }

    def teams(self, state: State) -> Sequence[Sequence[PlayerKey]]:
        return state.options.teams


class ZigZagEnding(Ending[State]):
    """Calls and BLOCKs are worth telling; everybody keeps his seat."""

    remarkable = frozenset(("declare", "block"))

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """Who called the most, and how many BLOCKs were confirmed."""
        declared = (event.by for event, _ in played if isinstance(event, Declare))
        told = most_often(declared, say("{player} called {n} times"))
        blocks = [ruling for event, ruling in played if isinstance(event, Block)]
        if blocks:
            right = sum(ruling.facts.get("confirmed") is True for ruling in blocks)
            told.append(say("BLOCKs: {n} called, {right} confirmed", n=len(blocks), right=right))
        return told

    def rematch(
        self, players: Sequence[PlayerKey], options: ZigZagOptions, state: State
    ) -> tuple[list[PlayerKey], ZigZagOptions]:
        """The same seats: nobody deals, and partners face each other."""
        return list(players), options


class ZigZag(Game[State]):
    """What the game is; what can happen in it lies in `actions`."""

    key = "zigzag"
    name = "ZigZag"
    listing = Listing(
        tagline=say("Four alike and a secret sign"),
        sign="sunglasses",
        colours=("blue", "yellow", "green", "pink"),
        order=4,
    )
    first_seat = None
    options_type = ZigZagOptions
    state_type = State
    actions = ACTIONS
    lesson = LESSON
    first_round = FIRST_ROUND
    report = staticmethod(page.report)
    title = staticmethod(page.title)
    secrecy = HiddenConstraints()
    scoring = ZigZagScoring()
    ending = ZigZagEnding()
    check_start = CheckStart(form="declare", situation=Position())
    pieces = PieceMemory({"boxes", "failed_blocks", "constraints"})

    def player_limits(self, options: ZigZagOptions) -> tuple[int, int]:
        """Four or six; five are refused by the options."""
        return 4, 6

    def pairings(self, players: Sequence[PlayerKey]) -> list[tuple[tuple[str, str], ...]]:
        """Every way in which `players` (four or six; of others none) make teams of two, partners
        who face each other first."""
        if len(players) not in (4, 6):
            return []
        half = len(players) // 2
        opposite = tuple(zip(players[:half], players[half:], strict=True))
        return [opposite, *(teams for teams in _pairings(tuple(players)) if teams != opposite)]

    def start(self, players: Sequence[PlayerKey], options: ZigZagOptions) -> State:
        answers = {reading: self.answer(options, reading) for reading in self.rules.readings}
        return start(players, options, answers)

    def scores(self, state: State) -> dict[PlayerKey, int]:
        """The boxes that each player's team has ticked."""
        options = state.options
        return {player: sum(state.ticked[options.team[player]]) for player in options.players}

    def over(self, state: State) -> bool:
        """Whether a scorecard is complete (zigzag/end)."""
        return state.won is not None

    def winners(self, state: State) -> list[PlayerKey]:
        """Both members of the team whose scorecard is complete."""
        return [] if state.won is None else list(state.options.teams[state.won])

    def rounds(self, state: State) -> int:
        """Rounds that are over; a box ticked between rounds counts as one."""
        return state.ended

    def page(self, state: State, viewer: PlayerKey | None) -> page.ZigZagPage:
        return page.page(state, viewer)


GAME = ZigZag()
"""The game as `referee.games` finds it."""
