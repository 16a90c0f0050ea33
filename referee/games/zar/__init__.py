"""ZAR: a shedding game for 2 to 9 players, or 14 with more than two half decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee.core import PlayerKey
from referee.core.action import Viewer
from referee.core.ending import Ending
from referee.core.event import Event
from referee.core.game import Game, Listing
from referee.core.highlights import most_often
from referee.core.piece_memory import PieceMemory
from referee.core.ruling import Ruling
from referee.core.scoring import ScoreSheet, Scoring
from referee.core.text import Message, plural, say
from referee.games.zar import page
from referee.games.zar.actions import ACTIONS
from referee.games.zar.actions.calls import Gotcha
from referee.games.zar.actions.end_hand import EndHand
from referee.games.zar.actions.play import Match
from referee.games.zar.first_round import FIRST_ROUND
from referee.games.zar.lesson import LESSON
from referee.games.zar.rules import FEWEST_PLAYERS
from referee.games.zar.state import State, ZarOptions, lowest, new_game

_FEW, _MANY = ZarOptions().most_players, ZarOptions(half_decks=3).most_players


class ZarScoring(Scoring[State]):
    """The lowest score wins; a sheet of its own for more players than two half decks can have."""

    low_wins = True
    sheets: ClassVar = {
        "usual": ScoreSheet(label=say("Score sheet"), players=range(FEWEST_PLAYERS, _FEW + 1)),
        "multideck": ScoreSheet(
            label=say("Multideck ZAR"),
            options={"half_decks": 3},
            players=range(_FEW + 1, _MANY + 1),
        ),
    }


class ZarEnding(Ending[State]):
    """The same seating again, beginning with the player whose deal it is."""

    remarkable = frozenset(("match", "gotcha", "end_hand"))

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """Who went out, matched and caught others most often."""
        out = (event.winner for event, _ in played if isinstance(event, EndHand) and event.winner)
        matched = (event.by for event, _ in played if isinstance(event, Match))
        caught = (event.by for event, _ in played if isinstance(event, Gotcha))
        return [
            *most_often(out, say("{player} went out {n} times")),
            *most_often(matched, say("{player} matched {n} times")),
            *most_often(caught, say("{player} called GOTCHA {n} times")),
        ]

    def rematch(
        self, players: Sequence[PlayerKey], options: ZarOptions, state: State
    ) -> tuple[list[PlayerKey], ZarOptions]:
        """The same seating, beginning with the player whose deal it is."""
        now = list(players)
        first = now.index(state.deals) if state.deals in now else 0
        return now[first:] + now[:first], options


class Zar(Game[State]):
    """A shedding game; the lowest score wins."""

    key = "zar"
    name = "ZAR"
    listing = Listing(
        tagline=say("Match, skip, get rid of it all"),
        sign="frog",
        colours=("blue", "red", "yellow"),
        order=1,
    )
    first_seat = say("{first} deals the first hand.")
    options_type = ZarOptions
    state_type = State
    actions = ACTIONS
    pieces = PieceMemory({"values"})
    lesson = LESSON
    first_round = FIRST_ROUND
    report = staticmethod(page.report)
    title = staticmethod(page.title)
    scoring = ZarScoring()
    ending = ZarEnding()

    def player_limits(self, options: ZarOptions) -> tuple[int, int]:
        """2 to 9, or 14 with more than two half decks."""
        return FEWEST_PLAYERS, options.most_players

    def start(self, players: Sequence[PlayerKey], options: ZarOptions) -> State:
        """Nobody has dealt yet; the first player will."""
        return new_game(players, options)

    def scores(self, state: State) -> dict[PlayerKey, int]:
        """Of everyone who has played."""
        return dict(state.scores)

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.over

    def winners(self, state: State) -> list[PlayerKey]:
        """The current players with the lowest score."""
        return lowest(state) if state.over else []

    def players(self, state: State) -> Sequence[PlayerKey]:
        """Those who sit at the table."""
        return list(state.players)

    def turn(self, state: State) -> PlayerKey | None:
        """Whose turn it is in the running hand."""
        return state.hand.turn if state.hand else None

    def rounds(self, state: State) -> int:
        """Hands that were counted."""
        return state.number - (state.hand is not None)

    def round_name(self, n: int) -> Message:
        return say("Hand {n}", n=n)

    def rounds_counted(self, n: int) -> Message:
        return plural("{n} hand counted.", "{n} hands counted.", n)

    def page(self, state: State, viewer: Viewer) -> page.ZarPage:
        """See `page.page`: the same for all, for nothing in ZAR is secret."""
        return page.page(state)


GAME = Zar()
