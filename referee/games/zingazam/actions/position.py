"""The table sets it right: what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import PlayerKey
from referee.core.action import Viewer
from referee.core.draft import Draft, as_mapping, as_number
from referee.core.event import MOST_PLAYERS, ByPlayer, Player, Players
from referee.core.form import Piece
from referee.core.judging import Fault
from referee.core.position import PositionAction, PositionDrawing
from referee.core.ruling import Ruling
from referee.core.text import Message, plural, say
from referee.games.zingazam.cards import CAT_NUMBERS, NUMBERS, Number, piece
from referee.games.zingazam.piles import Count, put_in
from referee.games.zingazam.rules import PLAY, ruled, starter
from referee.games.zingazam.state import NEXT, State, TableCard, Wizard


class PlayedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the round that a position finds on the table."""

    by: Player
    card: Number
    cat: bool = False


class RoundDrawing(PositionDrawing, frozen=True, kw_only=True):
    """The round as it lies: the cards `played` in order, who is `skipped`, who is `due` to play
    (whose card is put in `now`)."""

    played: Sequence[Piece]
    skipped: Sequence[PlayerKey]
    due: Sequence[PlayerKey]
    now: PlayerKey | None
    numbers: Sequence[Piece]


class Position(PositionAction[State], frozen=True, tag="position"):
    """What lies there. `played` in order, their spells done; `piles` and `hands` are counts."""

    first: Player | UnsetType = UNSET
    played: Annotated[tuple[PlayedCard, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    piles: ByPlayer[Count] = {}
    hands: ByPlayer[Count] = {}
    skipped: Players = ()
    must_play: ByPlayer[Number] = {}
    exclusive = True

    def judge(self, state: State) -> Ruling:
        """The cards on the table win, if they can lie so."""
        faults = [Fault((PLAY,), fault, can_stand=False) for fault in self._faults(state)]
        unknown = [who for who in state.players if who not in self.piles]
        effects: tuple[Message, ...] = ()
        if unknown:
            effects = (
                plural(
                    "Nobody knows how many cards are in {who}'s pile.",
                    "Nobody knows how many cards are in {who}'s piles.",
                    len(unknown),
                    who=[*unknown],
                ),
            )
        return ruled(faults, ("table/position",), say("The position is set as entered."), effects)

    def _faults(self, state: State) -> Iterator[Message]:
        """Why it cannot be what lies there."""
        played = [card.by for card in self.played]
        for who in dict.fromkeys(played):
            if played.count(who) > 1:
                yield say("{who} plays only one card in a round.", who=who)
            if who in self.skipped:
                yield say("{who} has either played or been skipped, not both.", who=who)
        if isinstance(self.first, str) and played and played[0] != self.first:
            yield say("{who} starts, so {who}'s card comes first.", who=self.first)
        due = [who for who in state.players if who not in played and who not in self.skipped]
        if not due:
            yield say(
                "Everyone has played, so the round is over. Leave at least one player still to "
                "play."
            )
        for who in self.must_play:
            if who not in due:
                yield say("{who} does not play again in this round.", who=who)
        for who in due:
            if self.hands.get(who) == 0:
                yield say("{who} still has to play, so needs a card.", who=who)

    def apply(self, state: State) -> State:
        """The situation in the running game or else in a new one."""
        players = state.players
        played = tuple(TableCard(players.index(c.by), c.card, c.cat) for c in self.played)
        if isinstance(self.first, str):
            first = players.index(self.first)
        elif played:
            first = played[0].by
        else:
            first = starter(state) if state.first is None else state.first
        due = state.everyone
        own = [0] * len(players)
        for card in played:
            due &= ~(1 << card.by)
            own[card.by] |= 0 if card.cat else 1 << card.number
        for who in self.skipped:
            due &= ~(1 << players.index(who))
        if played:
            turn = NEXT[played[-1].by][due]
        else:
            turn = first if due >> first & 1 else NEXT[first][due]
        return State(
            agreed=state.agreed,
            past=state.past,
            round=state.round or 1,
            first=first,
            turn=turn,
            due=due,
            played=played,
            must_play=tuple((players.index(who), n) for who, n in self.must_play.items()),
            wizards=tuple(
                Wizard(self.hands.get(who), None, own[seat], None, put_in(self.piles.get(who)))
                for seat, who in enumerate(players)
            ),
            cats=None,
            cats_played=tuple(card.number for card in played if card.cat),
        )

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> RoundDrawing:
        """As this table knows it until something is entered. Piles left out will be unknown."""
        players = state.players
        known = Draft(cls.entered(state, viewer, draft), players)
        played = [card for item in known.items("played") if (card := _lying(item, players))]
        skipped = known.chosen("skipped", players)
        by = [who for card in played for who in players if who == card["by"]]
        first = by[0] if by else known.player("first")
        at = players.index(by[-1]) + 1 if by else players.index(first) if first else 0
        after = [*players[at:], *players[:at]]
        due = [who for who in after if who not in by and who not in skipped]
        return RoundDrawing(
            fields=known.fields,
            played=played,
            skipped=skipped,
            due=due,
            now=next((who for who in due if who == draft.now), due[0] if due else None),
            numbers=[{**piece(number), "cats": number in CAT_NUMBERS} for number in NUMBERS],
        )

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self | None:
        """Of the piles it says only which are empty; it says nothing where no round runs."""
        if state.turn is None:
            return None
        named = list(zip(state.players, state.wizards, strict=True))
        first = UNSET if state.first is None else state.players[state.first]
        if state.played and state.played[0].by != state.first:
            first = UNSET
        return cls(
            first=first,
            played=tuple(
                PlayedCard(by=state.players[card.by], card=card.number, cat=card.cat)
                for card in state.played
            ),
            piles={who: 0 for who, wizard in named if wizard.pile.count == 0},
            hands={who: wizard.hand for who, wizard in named if wizard.hand is not None},
            skipped=tuple(state.names(state.skipped)),
            must_play={state.players[seat]: number for seat, number in state.must_play},
        )


def _lying(item: object, players: Sequence[PlayerKey]) -> dict[str, object] | None:
    """The card that was entered as `item`, as a page draws it; None if it is none."""
    entered = as_mapping(item)
    number, by = as_number(entered.get("card")), entered.get("by")
    if number not in NUMBERS or by not in players:
        return None
    assert number is not None
    return {**piece(number, bool(entered.get("cat"))), "by": by}
