"""The table says what really lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, Self

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import ByPlayer, Message, Player, PlayerKey, Players, Ruling, Unusable, say
from referee.core.action import Viewer
from referee.core.draft import Draft
from referee.core.judging import Basis, Fault
from referee.core.position import PositionAction, PositionDrawing
from referee.games.zar.cards import CHAMELEON, NAMES, Card, Declaration, RealCard
from referee.games.zar.effects import EFFECT, POWER, declarations
from referee.games.zar.picks import DeckPicks, DeclarationPicks, deck_picks, declaration_picks
from referee.games.zar.rules import BOOK, not_seated
from referee.games.zar.state import Hand, Number, State, ZarOptions, copies, deck_size, seated

Direction = Literal["clockwise", "counterclockwise"]


class PositionForm(PositionDrawing, frozen=True, kw_only=True):
    """What lies there, as far as it is entered or known. `kept`: what is sent along unasked."""

    top: str | None
    top_name: Message | None
    identity: str | None
    deck: DeckPicks
    declare: DeclarationPicks
    kept: dict[str, str]

    @property
    def needs_identity(self) -> bool:
        """Whether a Chameleon lies on top."""
        return self.top == CHAMELEON


class Position(PositionAction[State], frozen=True, tag="position"):
    """What really lies there. What is left out is unknown or has the default that follows from
    the rest (see `apply`)."""

    top: Card
    turn: Player
    hands: ByPlayer[Number | None] = {}
    identity: RealCard | None = None
    declared: Declaration | None = None
    owner: Player | None = None
    direction: Direction = "clockwise"
    pending: Number | UnsetType = UNSET
    chain: Annotated[int, msgspec.Meta(ge=1, le=10**12)] = 1
    matchable: bool | UnsetType = UNSET
    drew: bool = False
    skipped_to_self: bool | UnsetType = UNSET
    liable: Players = ()
    scores: ByPlayer[Number] = {}

    exclusive = True
    book = BOOK
    goes_on = say("The hand goes on from this position.")

    @property
    def counts_as(self) -> str:
        """The card that the top card counts as."""
        return self.identity or self.top

    def check(self, options: ZarOptions, players: Sequence[PlayerKey], path: str) -> None:  # type: ignore[override]
        """Refuse an identity or a declaration that nothing in it takes."""
        if (self.top == CHAMELEON) != (self.identity is not None):
            raise Unusable(
                f"{path}.identity",
                say("Say which card the chameleon on top stands for.")
                if self.top == CHAMELEON
                else say("Only a chameleon on top stands for another card."),
            )
        if self.declared is not None and self.top not in POWER and self.top != CHAMELEON:
            raise Unusable(f"{path}.declared", say("Only a power card needs a declaration."))

    def faults(self, state: State) -> Iterator[Fault]:
        """What cannot be (zar/2, zar/6, zar/9.3.1, zar/9.3.2, zar/11.6, zar/14)."""
        owner = [self.owner] if self.owner is not None else []
        gone = [name for name in self.scores if name not in state.scores]
        for name in (self.turn, *owner, *self.hands, *self.liable, *gone):
            for fault in not_seated(state, name):
                yield replace(fault, basis=Basis.PLAY)
        options = state.options
        held = sum(n for n in self.hands.values() if n is not None)
        room = options.most_together if copies(options, self.top) else 0
        if self.chain > room or held + self.chain > deck_size(options):
            many = say("The deck does not have that many cards.")
            yield Fault(("zar/2",), many, can_stand=False)
        if list(self.hands.values()).count(0) > 1:
            yield Fault(("zar/6",), say("Only one player can have gone out."), can_stand=False)
        if self.declared is None or self.declared in declarations(self.counts_as):
            return
        power = POWER.get(self.counts_as)
        if power is not None:
            yield Fault(power.clauses, power.misdeclared, can_stand=False)
        else:
            card = NAMES[self.counts_as].a
            nothing = say("Nothing is declared with {card}.", card=card)
            yield Fault(("zar/14",), nothing, can_stand=False)

    def apply(self, state: State) -> State:
        """A running hand as it says."""
        return replace(
            state,
            hand=self._hand(state),
            number=state.number if state.hand else state.number + 1,
            over=False,
            scores={player: self.scores.get(player, n) for player, n in state.scores.items()},
        )

    def _hand(self, state: State) -> Hand:
        """What it leaves out: counts and `owner` are unknown, the rest follows from what is
        given."""
        identity = self.counts_as
        owner = self.owner if self.owner in state.players else None
        matchable = self.matchable
        if matchable is UNSET:
            matchable = owner is not None and not self.drew
        pending = self.pending
        if pending is UNSET:
            pending = EFFECT[identity].owes * self.chain if matchable else 0
        to_self = self.skipped_to_self
        if to_self is UNSET:
            to_self = owner == self.turn and matchable
        hands = {player: self.hands.get(player) for player in state.players}
        known = [n for n in hands.values() if n is not None]
        return Hand(
            dealer=None,
            turn=self.turn,
            clockwise=self.direction == "clockwise",
            top=self.top,
            identity=identity,
            declared=self.declared if self.declared in declarations(identity) else None,
            owner=owner,
            pending=pending,
            chain=self.chain,
            matchable=matchable,
            drew=self.drew,
            skipped_to_self=to_self,
            hands=hands,
            liable=seated(state, self.liable),
            out=next((player for player, n in hands.items() if n == 0), None),
            pile=(self.top,),
            whole_pile=False,
            loose=self.chain - 1,
            stock=deck_size(state.options) - sum(known) if len(known) == len(hands) else None,
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say what lies on top, and whose turn it is."""
        top = NAMES[self.top].a
        return say("Set right: {top} is on top, and it is {turn}'s turn", top=top, turn=self.turn)

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self | None:
        """Return the running hand; what is not known is left out."""
        hand = state.hand
        if hand is None:
            return None
        return cls(
            top=hand.top,  # type: ignore[arg-type]
            turn=hand.turn,
            hands={player: n for player, n in hand.hands.items() if n is not None},
            identity=hand.identity if hand.top == CHAMELEON else None,  # type: ignore[arg-type]
            declared=hand.declared,  # type: ignore[arg-type]
            owner=hand.owner,
            direction="clockwise" if hand.clockwise else "counterclockwise",
            pending=hand.pending,
            chain=hand.chain,
            matchable=hand.matchable,
            drew=hand.drew,
            skipped_to_self=hand.skipped_to_self,
            liable=hand.liable,
            scores={player: state.scores[player] for player in state.players},
        )

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> PositionForm:
        """What lies there: what was entered, and for the rest what the referee knows."""
        now = cls.from_state(state, viewer)
        fields = {**(msgspec.to_builtins(now) if now else {}), **draft.fields}
        known = draft.having(**fields)
        top = known.one_of("top", NAMES)
        identity = known.one_of("identity", EFFECT) if top == CHAMELEON else None
        declare = declaration_picks(identity or top, known, "declared")
        event = known.event(cls, identity=identity, declared=declare.chosen)
        if top == CHAMELEON and identity is None:
            event = None
        kept = {"top": top, "identity": identity, "declared": declare.chosen}
        kept = {field: value for field, value in kept.items() if field not in draft.fields}
        if state.hand is not None and top == state.hand.top:
            unasked = ("drew", "chain", "skipped_to_self")
            kept |= {field: str(fields[field]).lower() for field in unasked if fields.get(field)}
        return PositionForm(
            fields=fields,
            event=event,
            top=top,
            top_name=NAMES[top].plain if top else None,
            identity=identity,
            deck=deck_picks(state, [top] if top else [], lambda card: True),
            declare=declare,
            kept={field: value for field, value in kept.items() if value},
        )
