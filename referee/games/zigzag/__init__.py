"""ZigZag: secret signs, ZIGs and ZAGs, and a referee who keeps the secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core import Game, Message, Offer, PieceMemory, Ruling, ScoreSheet, say
from referee.games.zigzag import events, play, sheets, view
from referee.games.zigzag.lesson import LESSON
from referee.games.zigzag.secrets import HiddenConstraints
from referee.games.zigzag.state import State, report, start


def _pairings(players: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    """The first with each of the others, and those who are left likewise."""
    if not players:
        yield ()
    for i in range(1, len(players)):
        for rest in _pairings(players[1:i] + players[i + 1 :]):
            yield ((players[0], players[i]), *rest)


class ZigZag(Game[State]):
    """The game at the seam (`referee.core.Game`)."""

    key = "zigzag"
    name = "ZigZag"
    line = say("Four alike and a secret sign")
    sign = "sunglasses"
    colours = ("blue", "yellow", "green", "pink")
    shelf = 4
    options_type = events.ZigZagOptions
    event_types = events.EVENTS
    state_type = State
    settles = frozenset(("start_round", "declare", "block"))
    sheets = {
        "declare": "declare",
        "hand": "declare",
        "block": "block",
        "stop": "stop",
        "power": "power",
        "constraint": "constraint",
        "mine": "constraint",
        "start_round": "start_round",
        "score_box": "score_box",
        "position": "position",
    }
    lesson = LESSON
    secrecy = HiddenConstraints()
    at_once = frozenset(("constraint",))
    pieces = PieceMemory({"boxes", "failed_blocks", "constraints"})
    option_names = {
        "boxes": say("boxes of the scorecard"),
        "failed_blocks": say("failed BLOCKs"),
        "constraints": say("constraint cards"),
    }

    def seats(self, options: Any) -> tuple[int, int]:
        """Four or six; five are refused by `check_options`."""
        return 4, 6

    def pairings(self, players: Sequence[str]) -> list[tuple[tuple[str, str], ...]]:
        """Every way in which `players` (four or six; of others none) make teams of two, partners
        who face each other first."""
        if len(players) not in (4, 6):
            return []
        half = len(players) // 2
        opposite = tuple(zip(players[:half], players[half:], strict=True))
        return [opposite, *(teams for teams in _pairings(tuple(players)) if teams != opposite)]

    def check_options(self, options: Any, players: Sequence[str]) -> None:
        """See `events.check_options`."""
        events.check_options(options, players)

    def check_event(self, event: Any, options: Any, players: Sequence[str], path: str) -> None:
        """See `events.check_event`."""
        events.check_event(event, options, path)

    def start(self, players: Sequence[str], options: Any) -> State:
        """The state before the first event."""
        return start(players, options, {r: self.answer(options, r) for r in self.rules.readings})

    def judge(self, state: State, event: Any) -> Ruling:
        """See `play.judge`."""
        return play.judge(state, event)

    def apply(self, state: State, event: Any) -> State:
        """See `play.apply`."""
        return play.apply(state, event)

    def report(self, state: State) -> dict[str, Any]:
        """The keys of the game's page."""
        return report(state)

    def scores(self, state: State) -> dict[str, int]:
        """The boxes that each player's team has ticked."""
        setup = state.setup
        return {player: sum(state.ticked[setup.team[player]]) for player in setup.players}

    def team_scores(self, state: State) -> list[int]:
        """The boxes ticked, by team."""
        return [sum(ticks) for ticks in state.ticked]

    def over(self, state: State) -> bool:
        """Whether a scorecard is complete (zigzag/end)."""
        return state.won is not None

    def winners(self, state: State) -> list[str]:
        """Both members of the team whose scorecard is complete."""
        return [] if state.won is None else list(state.setup.teams[state.won])

    def rounds(self, state: State) -> int:
        """Rounds that are over; a box ticked between rounds counts as one."""
        return state.ended

    def blanks(self) -> Mapping[str, ScoreSheet]:
        """A pad of one level's boxes, or of both; teams all have the same."""
        return {
            "usual": ScoreSheet(label=say("One level"), players=(4,)),
            "both": ScoreSheet(label=say("Both levels"), options={"level": 3}, players=(4,)),
        }

    def sides(self, state: State) -> Sequence[Sequence[str]]:
        """The teams."""
        return state.setup.teams

    def title(self, state: State) -> Message:
        """See `view.title`."""
        return view.title(state)

    def tell(self, event: Any, ruling: Ruling, viewer: str | None) -> Message:
        """See `view.tell`."""
        return view.tell(event, ruling, viewer)

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        """See `view.view`."""
        return view.view(state, viewer)

    def sheet(
        self, state: State, viewer: str | None, name: str, draft: Mapping[str, Any]
    ) -> dict[str, Any]:
        """See `sheets.sheet`."""
        return sheets.sheet(state, viewer, name, draft)

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        """See `view.offers`."""
        return view.offers(state, viewer)

    def position(self, state: State, viewer: str | None) -> events.Position:
        """See `view.position`."""
        return view.position(state, viewer)

    def rematch(self, players: Sequence[str], options: Any, state: State) -> tuple[list[str], Any]:
        """The same seats: nobody deals, and partners face each other."""
        return list(players), options


GAME = ZigZag()
"""The game as `referee.games` finds it."""
