"""Players come and go between hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Self

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Message, NewPlayer, Offer, Player, PlayerKey, Ruling, say
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Answer, Drawing, Form, question
from referee.core.judging import Basis, Fault
from referee.core.text import Value
from referee.games.zar.rules import (
    FEWEST_PLAYERS,
    barring_faults,
    clauses_of_numbers,
    refused,
    ruled,
)
from referee.games.zar.state import Hand, Number, State, forget_pile, seat_after


def during_hand(state: State) -> Iterator[Fault]:
    """Nobody joins or quits during a hand (zar/11.6)."""
    if state.hand is not None:
        yield Fault(("zar/11.6",), say("Players can join or leave only between hands."))


def no_seats_are_left(state: State) -> Iterator[Fault]:
    """No more sit down than the game takes (zar/3, zar/13.1)."""
    most = state.options.most_players
    if len(state.players) >= most:
        clauses = ("zar/11.6", *clauses_of_numbers(state.options))
        yield Fault(clauses, say("This game takes {n} players at most.", n=most))


def joining_score(state: State, player: PlayerKey | None) -> int:
    """Return the score that `player` starts with: new (or None), the average rounded up; back
    again, the highest that anyone has reached (zar/11.6)."""
    if player in state.scores:
        return max(state.scores.values())
    total = sum(state.scores[other] for other in state.players)
    return -(-total // len(state.players))


class JoinForm(Drawing, frozen=True, kw_only=True):
    """The name of a new `player` and the `seat`, of those that come `after` somebody (None: the
    first); `why_not` there can be none; the `score` to start with. `gone`: who may come back, each
    with the score."""

    why_not: Message | None
    score: int
    player: str
    seat: int | None
    after: tuple[str | None, ...]
    gone: tuple[tuple[int, Join], ...]


class Join(Action[State], frozen=True, tag="join"):
    """`player` sits down at index `seat`, or last."""

    player: NewPlayer
    seat: Number | UnsetType = UNSET

    forms = ("join",)

    def judge(self, state: State) -> Ruling:
        """Somebody new starts at the average, one who comes back at the highest score
        (zar/11.6)."""
        if bars := barring_faults(state, in_hand=False):
            return refused(bars)
        values: dict[str, Value] = {"player": self.player, "n": joining_score(state, self.player)}
        reason = say("{player} starts at the average of the scores: {n}.", **values)
        if self.player in state.scores:
            reason = say(
                "{player} comes back and starts at the highest score so far: {n}.", **values
            )
        return ruled(
            [*self._faults(state)],
            ("zar/11.6",),
            reason,
            facts={"score": values["n"]} if self.player not in state.players else None,
            stands=self.stands,
        )

    def _faults(self, state: State) -> Iterator[Fault]:
        if self.player in state.players:
            reason = say("{player} is already at the table.", player=self.player)
            yield Fault(("zar/11.6",), reason, Basis.SEAT, can_stand=False)
            return
        yield from during_hand(state)
        yield from no_seats_are_left(state)
        here = len(state.players)
        if self.seat is not UNSET and self.seat > here:
            reason = say("There is no such seat: {n} players are at the table.", n=here)
            yield Fault(("zar/11.6",), reason)

    def apply(self, state: State) -> State:
        """He takes his seat; in a running hand nobody knows what he holds."""
        players = list(state.players)
        players.insert(len(players) if self.seat is UNSET else self.seat, self.player)
        hand = state.hand
        if hand is not None:
            hands = {**hand.hands, self.player: None}
            hand = forget_pile(replace(hand, hands=hands, stock=None))
        scores = {**state.scores, self.player: joining_score(state, self.player)}
        return replace(state, players=tuple(players), scores=scores, hand=hand)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who sat down, and with which score."""
        if "score" in ruling.facts:
            return say("{player} joined on {n} points", player=self.player, n=ruling.facts["score"])
        return say("{player} joined the game", player=self.player)

    @classmethod
    def joining(cls, state: State, player: PlayerKey) -> Self | None:
        """Return the event by which somebody new sits down, if that is possible now."""
        event = cls(player=player)
        return event if event.judge(state).verdict == "legal" else None

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it between hands."""
        if state.hand is None:
            yield Offer(label=say("Someone joins"), sheet="join", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> JoinForm:
        """Who joins and where; who was here before comes back by one tap."""
        fault = next(chain(during_hand(state), no_seats_are_left(state)), None)
        gone = [player for player in state.scores if player not in state.players]
        return JoinForm(
            label=say("Who joins?"),
            why_not=fault.reason if fault else None,
            score=joining_score(state, None),
            player=str(draft.fields.get("player") or ""),
            seat=draft.number("seat"),
            after=(None, *state.players),
            gone=tuple((joining_score(state, player), cls(player=player)) for player in gone),
        )


class Quit(Action[State], frozen=True, tag="quit"):
    """`player` leaves the table."""

    player: Player

    forms = ("quit",)

    def judge(self, state: State) -> Ruling:
        """The score stays; at least two players do (zar/11.6)."""
        if bars := barring_faults(state, self.player, in_hand=False):
            return refused(bars)
        return ruled(
            [*self._faults(state)],
            ("zar/11.6",),
            say("{player} leaves, and the score stays.", player=self.player),
            stands=self.stands,
        )

    def _faults(self, state: State) -> Iterator[Fault]:
        yield from during_hand(state)
        if len(state.players) <= FEWEST_PLAYERS:
            yield Fault(
                ("zar/11.6", *clauses_of_numbers(state.options)),
                say("At least {n} players must stay.", n=FEWEST_PLAYERS),
                can_stand=len(state.players) > 1,
            )

    def apply(self, state: State) -> State:
        """He has no seat any more, and in a running hand no cards."""
        player, players = self.player, state.players
        deals = state.deals if state.deals != player else seat_after(players, player, True)
        hand = state.hand and without(state.hand, player, players)
        left = tuple(other for other in players if other != player)
        return replace(state, players=left, deals=deals, hand=hand)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who left."""
        return say("{player} left the game", player=self.player)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it between hands."""
        if state.hand is None:
            yield Offer(label=say("Someone leaves"), sheet="quit", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        """Who leaves."""
        answers, off = [], []
        for player in state.players:
            event = cls(player=player)
            ruling = event.judge(state)
            if ruling.verdict == "legal":
                answers.append(Answer(label=player, event=event))
            else:
                off.append((player, ruling.reason))
        if not answers and all(why == off[0][1] for _, why in off):
            answers.append(Answer(label=off[0][1], is_off=True))
        else:
            for player, why in off:
                told = say("{name}: {why}", name=player, why=why)
                answers.append(Answer(label=told, is_off=True))
        return question("player", say("Who leaves?"), answers, dismiss=say("Nobody"))


def without(hand: Hand, player: PlayerKey, players: tuple[PlayerKey, ...]) -> Hand:
    """Return `hand` after `player` left: the cards he held go back to the stock."""
    held = hand.hands[player]
    turn = hand.turn
    if turn == player:
        turn = seat_after(players, player, hand.clockwise)
        hand = replace(hand, drew=False, took=False, skipped_to_self=False)
    after = replace(
        hand,
        turn=turn,
        dealer=hand.dealer if hand.dealer != player else None,
        owner=hand.owner if hand.owner != player else None,
        out=hand.out if hand.out != player else None,
        hands={other: n for other, n in hand.hands.items() if other != player},
        liable=tuple(other for other in hand.liable if other != player),
        said=tuple(other for other in hand.said if other != player),
        penalties={other: n for other, n in hand.penalties.items() if other != player},
        stock=None if hand.stock is None or held is None else hand.stock + held,
    )
    return forget_pile(after) if held is None else after
