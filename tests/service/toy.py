"""A game small enough to see through: players add to their totals in turn; the first to reach the
target wins. It has all that the house knows: options, readings, newcomers, questions, secrets."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from referee.core import (
    Action,
    Clause,
    Game,
    Listing,
    Message,
    NewPlayer,
    Options,
    Page,
    PieceMemory,
    Player,
    Reading,
    RuleBook,
    Ruling,
    Scoring,
    Secrecy,
    UserText,
    Viewer,
    illegal,
    legal,
    say,
    undecided,
)
from referee.core.position import PositionAction


class ToyOptions(Options, frozen=True):
    target: Annotated[int, msgspec.Meta(ge=1, le=1000000)] = 100
    most: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 5
    free: bool = False
    starter: Player | None = None


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
    least_total: int = 0


def is_over(state: State) -> bool:
    return max(state.totals.values()) >= state.target


def after(state: State, player: str) -> str:
    if player not in state.players:
        return state.turn
    return state.players[(state.players.index(player) + 1) % len(state.players)]


def barred(state: State, by: str | None = None) -> Ruling | None:
    if is_over(state):
        return illegal("toy/end", say("The game is over."), can_stand=False)
    if by is not None and by not in state.players:
        return illegal("toy/join", say("{p} is not in.", p=by), can_stand=False)
    return None


class Add(Action[State], frozen=True, tag="add"):
    by: Player
    n: Annotated[int, msgspec.Meta(ge=1, le=9)]
    exclusive = True

    def judge(self, state: State) -> Ruling:
        if refusal := barred(state, self.by):
            return refusal
        if not state.free and self.by != state.turn:
            return illegal("toy/turn", say("It is {t}'s turn.", t=state.turn))
        if self.n > abs(state.most):
            return illegal("toy/most", say("{p} adds too much.", p=self.by))
        if self.n == 7 and state.most > 0:
            return undecided("toy/seven", say("Seven is a riddle."), readings=("seven",))
        if state.totals[self.by] < state.least_total:
            return illegal("toy/most", say("{p} has too little.", p=self.by))
        return legal("toy/turn", say("{p} adds {n}.", p=self.by, n=self.n))

    def apply(self, state: State) -> State:
        totals = state.totals | {self.by: state.totals[self.by] + self.n}
        return replace(state, totals=totals, turn=after(state, self.by))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{p} adds {n}", p=self.by, n=self.n)


class Hide(Action[State], frozen=True, tag="hide"):
    by: Player
    card: int

    def judge(self, state: State) -> Ruling:
        allowed = legal("toy/hide", say("{p} may.", p=self.by), card=self.card)
        return barred(state, self.by) or allowed

    def apply(self, state: State) -> State:
        return replace(state, hidden=state.hidden | {self.by: self.card})

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if viewer == self.by:
            return say("{p} hides {card}", p=self.by, card=self.card)
        return say("{p} hides something", p=self.by)

    def private_to(self) -> str:
        return self.by

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        return ruling if viewer == self.by else replace(ruling, facts={})

    def replaces_secret(self) -> bool:
        return True


class Reveal(Action[State], frozen=True, tag="reveal"):
    def judge(self, state: State) -> Ruling:
        return barred(state) or legal("toy/hide", say("All is shown."))

    def apply(self, state: State) -> State:
        return replace(state, hidden={}, rounds=state.rounds + 1)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{what}", what=UserText("reveal"))


class Join(Action[State], frozen=True, tag="join"):
    player: NewPlayer

    def judge(self, state: State) -> Ruling:
        if refusal := barred(state):
            return refusal
        if self.player in state.players:
            return illegal("toy/join", say("{p} is in the game.", p=self.player), can_stand=False)
        if state.hidden:
            return illegal("toy/join", say("{p} waits for the end.", p=self.player))
        return legal("toy/join", say("{p} comes in.", p=self.player))

    def apply(self, state: State) -> State:
        return replace(
            state,
            players=(*state.players, self.player),
            everyone=tuple(dict.fromkeys((*state.everyone, self.player))),
            totals={self.player: 0} | state.totals,
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{p} comes or goes", p=self.player)

    @classmethod
    def joining(cls, state: State, player: str) -> Join | None:
        return None if is_over(state) else cls(player=player)


class Quit(Action[State], frozen=True, tag="quit"):
    player: Player

    def judge(self, state: State) -> Ruling:
        if refusal := barred(state):
            return refusal
        if self.player not in state.players or len(state.players) == 2:
            return illegal("toy/join", say("{p} stays.", p=self.player), can_stand=False)
        return legal("toy/join", say("{p} goes.", p=self.player))

    def apply(self, state: State) -> State:
        return replace(
            state,
            players=tuple(p for p in state.players if p != self.player),
            turn=after(state, self.player) if state.turn == self.player else state.turn,
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{p} comes or goes", p=self.player)


class Wonder(Action[State], frozen=True, tag="wonder"):
    by: Player
    is_query = True

    def judge(self, state: State) -> Ruling:
        return barred(state, self.by) or legal("toy/hide", say("{p} may.", p=self.by), card=0)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{what}", what=UserText("wonder"))


class Position(PositionAction[State], frozen=True, tag="position"):
    forms = ()
    totals: dict[Player, int]
    turn: Player | None = None

    def judge(self, state: State) -> Ruling:
        return legal("table/position", say("It is so."))

    def apply(self, state: State) -> State:
        turn = self.turn or state.turn
        return replace(state, totals=state.totals | self.totals, turn=turn, hidden={})

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{what}", what=UserText("position"))

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Position:
        return cls(totals=state.totals, turn=state.turn)


class HiddenCards(Secrecy[State]):
    def has_secret(self, state: State) -> bool:
        return bool(state.hidden)


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


class ToyPage(Page, frozen=True, kw_only=True):
    totals: dict[str, int]
    turn: str
    hidden: int | None


class Toy(Game[State]):
    key = "toy"
    name = "Toy"
    listing = Listing(tagline=say("A game for tests"), sign="toy")
    options_type = ToyOptions
    actions = (Add, Hide, Reveal, Join, Quit, Wonder, Position)
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

    def player_limits(self, options: Any) -> tuple[int, int]:
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
            self.least_total,
        )

    def report(self, state: State) -> dict[str, Any]:
        return msgspec.to_builtins(state)

    def scores(self, state: State) -> dict[str, int]:
        return {p: state.totals[p] for p in state.everyone}

    def players(self, state: State) -> Any:
        return state.players

    def over(self, state: State) -> bool:
        return is_over(state)

    def winners(self, state: State) -> list[str]:
        best = max(state.totals.values())
        return [p for p in state.players if state.totals[p] == best] if self.over(state) else []

    def turn(self, state: State) -> str | None:
        return None if self.over(state) else state.turn

    def rounds(self, state: State) -> int:
        return state.rounds

    def title(self, state: State) -> Any:
        return say("Round {n}", n=state.rounds + 1)

    def page(self, state: State, viewer: str | None) -> ToyPage:
        hidden = state.hidden.get(viewer) if viewer else None
        return ToyPage(is_running=True, totals=state.totals, turn=state.turn, hidden=hidden)


class LowScoring(Scoring[State]):
    low_wins = True


class LowToy(Toy):
    """The same, but the lowest total wins."""

    scoring = LowScoring()

    def winners(self, state: State) -> list[str]:
        best = min(state.totals.values())
        return [p for p in state.players if state.totals[p] == best] if self.over(state) else []
