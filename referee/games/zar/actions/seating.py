"""Players come and go between hands."""

from __future__ import annotations

from collections.abc import Iterable
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
from referee.games.zar.state import Hand, Number, State, forget_pile, others, seat_after

DURING_HAND = Fault(("zar/11.6",), say("Players can join or leave only between hands."))


def joining_faults(state: State) -> list[Fault]:
    """Nobody joins during a hand (zar/11.6), and no more sit down than the game takes (zar/3,
    zar/13.1)."""
    faults = [] if state.hand is None else [DURING_HAND]
    most = state.options.most_players
    if len(state.players) >= most:
        clauses = ("zar/11.6", *clauses_of_numbers(state.options))
        faults.append(Fault(clauses, say("This game takes {n} players at most.", n=most)))
    return faults


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
            self._faults(state),
            ("zar/11.6",),
            reason,
            facts={"score": values["n"]} if self.player not in state.players else None,
            stands=self.stands,
        )

    def _faults(self, state: State) -> list[Fault]:
        if self.player in state.players:
            reason = say("{player} is already at the table.", player=self.player)
            return [Fault(("zar/11.6",), reason, Basis.SEAT, can_stand=False)]
        faults, here = joining_faults(state), len(state.players)
        if self.seat is not UNSET and self.seat > here:
            reason = say("There is no such seat: {n} players are at the table.", n=here)
            faults.append(Fault(("zar/11.6",), reason))
        return faults

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
        faults = joining_faults(state)
        gone = [player for player in state.scores if player not in state.players]
        return JoinForm(
            label=say("Who joins?"),
            why_not=faults[0].reason if faults else None,
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
        faults = [] if state.hand is None else [DURING_HAND]
        if len(state.players) <= FEWEST_PLAYERS:
            clauses = ("zar/11.6", *clauses_of_numbers(state.options))
            few = say("At least {n} players must stay.", n=FEWEST_PLAYERS)
            faults.append(Fault(clauses, few, can_stand=len(state.players) > 1))
        reason = say("{player} leaves, and the score stays.", player=self.player)
        return ruled(faults, ("zar/11.6",), reason, stands=self.stands)

    def apply(self, state: State) -> State:
        """He has no seat any more, and in a running hand no cards."""
        player, players = self.player, state.players
        deals = state.deals if state.deals != player else seat_after(players, player, True)
        hand = state.hand and without(state.hand, player, players)
        return replace(state, players=others(players, player), deals=deals, hand=hand)

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
        # What keeps one from leaving keeps all of them.
        ruling = cls(player=state.players[0]).judge(state)
        if ruling.verdict == "legal":
            answers = [Answer(label=who, event=cls(player=who)) for who in state.players]
        else:
            answers = [Answer(label=ruling.reason, is_off=True)]
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
        liable=others(hand.liable, player),
        said=others(hand.said, player),
        penalties={other: n for other, n in hand.penalties.items() if other != player},
        stock=None if hand.stock is None or held is None else hand.stock + held,
    )
    return forget_pile(after) if held is None else after
