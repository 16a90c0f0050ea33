"""A game small enough to see through: players add to their totals in turn; the first to reach the
target wins. It has all that the house knows: options, readings, newcomers, questions, secrets."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Annotated, Any

import msgspec

from referee.core import (
    Clause,
    Event,
    Game,
    NewPlayer,
    Options,
    PieceMemory,
    Player,
    Reading,
    RuleBook,
    Secrecy,
    UserText,
    illegal,
    legal,
    say,
    undecided,
)


class ToyOptions(Options, frozen=True):
    target: Annotated[int, msgspec.Meta(ge=1, le=1000000)] = 100
    most: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 5
    free: bool = False
    starter: Player | None = None


class Add(Event, frozen=True, tag="add"):
    by: Player
    n: Annotated[int, msgspec.Meta(ge=1, le=9)]


class Hide(Event, frozen=True, tag="hide"):
    by: Player
    card: int


class Reveal(Event, frozen=True, tag="reveal"):
    pass


class Join(Event, frozen=True, tag="join"):
    player: NewPlayer


class Quit(Event, frozen=True, tag="quit"):
    player: Player


class Wonder(Event, frozen=True, tag="wonder"):
    by: Player


class Position(Event, frozen=True, tag="position"):
    totals: dict[Player, int]
    turn: Player | None = None


class State(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    everyone: tuple[str, ...]
    totals: dict[str, int]
    turn: str
    rounds: int
    hidden: dict[str, int]
    target: int
    most: int
    free: bool


class HiddenCards(Secrecy[State]):
    def ruling_for(self, event: Any, ruling: Any, viewer: str | None) -> Any:
        if isinstance(event, Hide) and viewer != event.by:
            return msgspec.structs.replace(ruling, facts={})
        return ruling

    def has_secret(self, state: State) -> bool:
        return bool(state.hidden)

    def private_to(self, event: Any) -> str | None:
        return event.by if isinstance(event, Hide) else None

    def replaces_secret(self, event: Any) -> bool:
        return isinstance(event, Hide)


class Numbers(PieceMemory):
    """The numbers that were added, each once; there are a few thousand at most."""

    def after(self, memory, event):
        if not isinstance(event, Add) or event.n in (memory or []):
            return memory
        return [*(memory or []), event.n]

    def merged(self, memory, other):
        new = [n for n in other or [] if n not in (memory or [])]
        return [*(memory or []), *new] if new else memory

    def edited(self, memory, change):
        return json.loads(change["numbers"])


class Toy(Game[State]):
    key = "toy"
    name = "Toy"
    line = say("A game for tests")
    sign = "toy"
    colours = ()
    options_type = ToyOptions
    event_types = (Add, Hide, Reveal, Join, Quit, Wonder, Position)
    asks = frozenset({"wonder"})
    settles = frozenset({"add"})
    state_type = State
    secrecy = HiddenCards()
    pieces = Numbers({"values", "other"})

    def __init__(self, edition: str = "1", least_total: int = 0) -> None:
        self.edition = edition
        self.least_total = least_total

    @cached_property
    def rules(self) -> RuleBook:
        clauses = ["turn", "most", "seven", "end", "join", "hide"]
        return RuleBook(
            self.edition,
            [Clause(f"toy/{c}", "1", c, f"About {c}.") for c in clauses],
            [
                Reading(
                    "seven",
                    "toy/seven",
                    "May one add 7?",
                    "open",
                    {"open": "Nobody knows.", "yes": "One may.", "no": "One may not."},
                )
            ],
        )

    def seats(self, options: Any) -> tuple[int, int]:
        return 2, 14

    def start(self, players: Any, options: Any) -> State:
        return State(
            tuple(players),
            tuple(players),
            dict.fromkeys(players, 0),
            options.starter or players[0],
            0,
            {},
            options.target,
            options.most if self.answer(options, "seven") != "no" else -options.most,
            options.free,
        )

    def judge(self, state: State, event: Any) -> Any:
        if isinstance(event, Position):
            return legal("table/position", say("It is so."))
        if self.over(state):
            return illegal("toy/end", say("The game is over."), can_stand=False)
        if isinstance(event, Join):
            if event.player in state.players:
                return illegal(
                    "toy/join", say("{p} is in the game.", p=event.player), can_stand=False
                )
            if state.hidden:
                return illegal("toy/join", say("{p} waits for the end.", p=event.player))
            return legal("toy/join", say("{p} comes in.", p=event.player))
        if isinstance(event, Quit):
            if event.player not in state.players or len(state.players) == 2:
                return illegal("toy/join", say("{p} stays.", p=event.player), can_stand=False)
            return legal("toy/join", say("{p} goes.", p=event.player))
        if isinstance(event, Reveal):
            return legal("toy/hide", say("All is shown."))
        if event.by not in state.players:
            return illegal("toy/join", say("{p} is not in.", p=event.by), can_stand=False)
        if isinstance(event, (Hide, Wonder)):
            return legal("toy/hide", say("{p} may.", p=event.by), card=getattr(event, "card", 0))
        if not state.free and event.by != state.turn:
            return illegal("toy/turn", say("It is {t}'s turn.", t=state.turn))
        if event.n > abs(state.most):
            return illegal("toy/most", say("{p} adds too much.", p=event.by))
        if event.n == 7 and state.most > 0:
            return undecided("toy/seven", say("Seven is a riddle."), readings=("seven",))
        if state.totals[event.by] < self.least_total:
            return illegal("toy/most", say("{p} has too little.", p=event.by))
        return legal("toy/turn", say("{p} adds {n}.", p=event.by, n=event.n))

    def apply(self, state: State, event: Any) -> State:
        change = msgspec.structs.replace
        if isinstance(event, Position):
            return change(
                state, totals=state.totals | event.totals, turn=event.turn or state.turn, hidden={}
            )
        if isinstance(event, Join):
            return change(
                state,
                players=(*state.players, event.player),
                everyone=tuple(dict.fromkeys((*state.everyone, event.player))),
                totals={event.player: 0} | state.totals,
            )
        if isinstance(event, Quit):
            return change(
                state,
                players=tuple(p for p in state.players if p != event.player),
                turn=self.after(state, event.player) if state.turn == event.player else state.turn,
            )
        if isinstance(event, Reveal):
            return change(state, hidden={}, rounds=state.rounds + 1)
        if isinstance(event, Hide):
            return change(state, hidden=state.hidden | {event.by: event.card})
        return change(
            state,
            totals=state.totals | {event.by: state.totals[event.by] + event.n},
            turn=self.after(state, event.by),
        )

    @staticmethod
    def after(state: State, player: str) -> str:
        if player not in state.players:
            return state.turn
        return state.players[(state.players.index(player) + 1) % len(state.players)]

    def report(self, state: State) -> dict[str, Any]:
        return msgspec.to_builtins(state)

    def scores(self, state: State) -> dict[str, int]:
        return {p: state.totals[p] for p in state.everyone}

    def players(self, state: State) -> Any:
        return state.players

    def over(self, state: State) -> bool:
        return max(state.totals.values()) >= state.target

    def winners(self, state: State) -> list[str]:
        best = max(state.totals.values())
        return [p for p in state.players if state.totals[p] == best] if self.over(state) else []

    def turn(self, state: State) -> str | None:
        return None if self.over(state) else state.turn

    def rounds(self, state: State) -> int:
        return state.rounds

    def title(self, state: State) -> Any:
        return say("Round {n}", n=state.rounds + 1)

    def tell(self, event: Any, ruling: Any, viewer: str | None) -> Any:
        if isinstance(event, Add):
            return say("{p} adds {n}", p=event.by, n=event.n)
        if isinstance(event, Hide):
            if viewer == event.by:
                return say("{p} hides {card}", p=event.by, card=event.card)
            return say("{p} hides something", p=event.by)
        if isinstance(event, (Join, Quit)):
            return say("{p} comes or goes", p=event.player)
        return say("{what}", what=UserText(event.__struct_config__.tag))

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        hidden = state.hidden.get(viewer) if viewer else None
        return {"totals": state.totals, "turn": state.turn, "hidden": hidden}

    def position(self, state: State, viewer: str | None) -> Any:
        return Position(totals=state.totals, turn=state.turn)

    def join_event(self, state: State, player: str) -> Any:
        return None if self.over(state) else Join(player=player)
