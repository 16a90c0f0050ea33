"""ZAR as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Event, Game, Message, Offer, PieceMemory, Ruling, ScoreSheet, say
from referee.games.zar import play, sheets, view
from referee.games.zar.events import EVENTS, StartHand, ZarOptions, check_event, check_options
from referee.games.zar.lesson import LESSON
from referee.games.zar.rules import FEWEST_PLAYERS, most_players
from referee.games.zar.state import State, lowest, new_game, report


class Zar(Game[State]):
    """A shedding game; the lowest score wins."""

    key = "zar"
    name = "ZAR"
    line = say("Match, skip, get rid of it all")
    sign = "frog"
    colours = ("blue", "red", "yellow")
    shelf = 1
    low_wins = True
    options_type = ZarOptions
    event_types = EVENTS
    asks = frozenset({"close_call"})
    state_type = State
    sheets = sheets.SHEETS
    settles = frozenset({"start_hand", "play", "match", "end_hand"})
    pieces = PieceMemory({"values"})
    marked = frozenset({"start_hand"})
    option_names = {
        "half_decks": say("half decks"),
        "chameleons": say("chameleons"),
        "target": say("points that end the game"),
        "values": say("points printed on the cards"),
    }
    lesson = LESSON

    def seats(self, options: ZarOptions) -> tuple[int, int]:
        """2 to 9, or 14 with more than two half decks."""
        return FEWEST_PLAYERS, most_players(options)

    def check_options(self, options: ZarOptions, players: Sequence[str]) -> None:
        """See `events.check_options`."""
        check_options(options, players)

    def check_event(
        self, event: Any, options: ZarOptions, players: Sequence[str], path: str
    ) -> None:
        """See `events.check_event`."""
        check_event(event, options, players, path)

    def start(self, players: Sequence[str], options: ZarOptions) -> State:
        """Nobody has dealt yet; the first player will."""
        return new_game(players, options)

    def judge(self, state: State, event: Any) -> Ruling:
        """See `play.judge`."""
        return play.judge(state, event)

    def apply(self, state: State, event: Any) -> State:
        """See `play.apply`."""
        return play.apply(state, event)

    def report(self, state: State) -> dict[str, Any]:
        """See `state.report`."""
        return report(state)

    def scores(self, state: State) -> dict[str, int]:
        """Of everyone who has played."""
        return dict(state.scores)

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return state.over

    def winners(self, state: State) -> list[str]:
        """The current players with the lowest score."""
        return lowest(state) if state.over else []

    def blanks(self) -> Mapping[str, ScoreSheet]:
        """By the number of half decks, for more players than two can have."""
        more = {"half_decks": 3}
        few, many = most_players(ZarOptions()), most_players(ZarOptions(half_decks=3))
        return {
            "usual": ScoreSheet(label=say("Score sheet"), players=range(FEWEST_PLAYERS, few + 1)),
            "multideck": ScoreSheet(
                label=say("Multideck ZAR"), options=more, players=range(few + 1, many + 1)
            ),
        }

    def marks(self, event: StartHand, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Who dealt, where the hand was refereed."""
        return {event.dealer: [say("dealt")]}

    def players(self, state: State) -> Sequence[str]:
        """Those who sit at the table."""
        return list(state.players)

    def turn(self, state: State) -> str | None:
        """Whose turn it is in the running hand."""
        return state.hand.turn if state.hand else None

    def rounds(self, state: State) -> int:
        """Hands that were counted."""
        return state.number - (state.hand is not None)

    def title(self, state: State) -> Message:
        """ "Hand 5", or after which hand the game stands."""
        return view.title(state)

    def tell(self, event: Any, ruling: Ruling, viewer: str | None) -> Message:
        """See `view.tell`; nothing in ZAR is secret."""
        return view.tell(event, ruling)

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        """See `view.view`."""
        return view.view(state)

    def sheet(
        self, state: State, viewer: str | None, name: str, draft: Mapping[str, Any]
    ) -> dict[str, Any]:
        """See `sheets.sheet`."""
        own = {"viewer": viewer} if name == "score" else {}
        return sheets.sheet(state, name, {**draft, **own})

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        """See `view.offers`."""
        return view.offers(state, viewer)

    def position(self, state: State, viewer: str | None) -> Event | None:
        """See `view.position`."""
        return view.position(state)

    def join_event(self, state: State, player: str) -> Event | None:
        """See `view.join_event`."""
        return view.join_event(state, player)

    def rematch(
        self, players: Sequence[str], options: ZarOptions, state: State
    ) -> tuple[list[str], ZarOptions]:
        """The same seating, beginning with the player whose deal it is."""
        now = list(players)
        first = now.index(state.deals) if state.deals in now else 0
        return now[first:] + now[:first], options
