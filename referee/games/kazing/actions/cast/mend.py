"""What would make a spell legal that breaks at one of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec import UNSET

from referee.core import LEGAL, Message, say
from referee.games.kazing import names
from referee.games.kazing.cards import Card, Resonance
from referee.games.kazing.moves import DIFFERENT, PATHS, back
from referee.games.kazing.state import State

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast

Change = Literal["standard", "resonance", "move", "leave_out"]


class Mend(msgspec.Struct, frozen=True):
    """One change of the card `index` that makes the spell legal.

    `change` says what: a standard card in place of a Sorcerer card, another resonance, a movement
    (another one, or one in place of a word or a modifier), or leaving the card out. `card` is what
    then lies there, None if nothing does. `say` is the sentence.
    """

    index: int
    change: Change
    card: Card | None
    say: Message


def mends(state: State, cast: Cast, most_moves: int = 6) -> tuple[Mend, ...]:
    """The single changes of the card at which `cast` breaks after which it is legal in `state`.

    None for a cast that is not illegal or breaks at no card. Of the movements that would do, the
    `most_moves` nearest to what is printed on the card. Nothing but that card changes.
    """
    if len(cast.cards) > state.setup.level.hand + 2:
        return ()  # one card fewer would still be too many
    ruling = cast.judge(state)
    index = ruling.facts.get("broken")
    if index is None:
        return ()
    found: list[Mend] = []
    moves = 0
    for change, card in _changes(cast.cards[index], index):
        if change == "move" and moves == most_moves:
            continue
        cards = (*cast.cards[:index], *([card] if card else []), *cast.cards[index + 1 :])
        changed = msgspec.structs.replace(cast, cards=cards)
        if changed.judge(state).verdict == LEGAL:
            moves += change == "move"
            found.append(Mend(index, change, card, _sentence(cast.cards[index], card)))
    return tuple(found)


def _sentence(was: Card, card: Card | None) -> Message:
    if card is None:
        return say("Without the {card} the spell is legal.", card=names.card(was))
    if was.sorcerer and not card.sorcerer:
        return say("With a standard {card} the spell is legal.", card=names.card(card))
    return say("With the {card} in its place the spell is legal.", card=names.card(card))


def _changes(card: Card, index: int) -> Iterator[tuple[Change, Card | None]]:
    """Every single change of `card`, the nearest first."""
    replace = msgspec.structs.replace
    if card.sorcerer:
        yield "standard", replace(card, sorcerer=False)
    if index:
        for resonance in get_args(Resonance):
            if resonance != card.resonance:
                yield "resonance", replace(card, resonance=resonance)
        as_movement = card
        if not card.move:
            mana = card.mana if card.mana is not UNSET and card.mana >= 0 else UNSET
            as_movement = replace(card, modifier=UNSET, word=UNSET, bonus_mana=UNSET, mana=mana)
        for move in _nearest(card.move or ""):
            yield "move", replace(as_movement, move=move)
        yield "leave_out", None


def _nearest(move: str) -> list[str]:
    """Every other movement: first the same way walked back or with both its ends, then its own
    shape, then the rest."""
    own = PATHS.get(move, ())
    turned = {*own, *map(back, own)}

    def distance(other: str) -> tuple[bool, bool, int]:
        ways = PATHS.get(other, ())
        legs = len(ways[0]) if ways else 4
        return (
            not turned.intersection(ways),
            bool(own) and legs != len(own[0]),
            legs * 2 + len(ways),
        )

    others = (
        other for other in DIFFERENT if set(PATHS.get(other, (other,))) != set(own or (move,))
    )
    return sorted(others, key=distance)
