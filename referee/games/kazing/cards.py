"""The cards, as far as what is printed on them matters, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Unusable, UserText, say
from referee.core.draft import as_number
from referee.games.kazing.moves import MOVES, Modifier

Position = Annotated[int, msgspec.Meta(ge=1, le=9)]
Resonance = Literal["light", "life", "energy", "matter"]
Word = Literal["kazaam", "zing", "kazaam-zing", "ka-zing"]
DRAINS: tuple[Word, ...] = ("kazaam", "ka-zing")
REPLENISHES: tuple[Word, ...] = ("zing", "ka-zing")
"""What the words do in a Duel (kazing/type.duel); a Kazaam/Zing is called one or the other."""
Number = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class Card(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """What is printed on a card: a movement (`move`), a modifier or a word; the first card of a
    spell may be none of them.

    `position` is the blue number, `mana` the red one (a modifier's is what it adds), `bonus_mana`
    the purple one.
    """

    position: Position | UnsetType = UNSET
    resonance: Resonance | UnsetType = UNSET
    sorcerer: bool = False
    move: Annotated[str, msgspec.Meta(max_length=60)] | UnsetType = UNSET
    modifier: Modifier | UnsetType = UNSET
    word: Word | UnsetType = UNSET
    mana: Number | UnsetType = UNSET
    bonus_mana: Number | UnsetType = UNSET

    @property
    def kinds(self) -> list[str]:
        """Which of `move`, `modifier` and `word` the card has: one, on a card that can be."""
        return [kind for kind in ("move", "modifier", "word") if getattr(self, kind) is not UNSET]


def check_card(card: Card, first: bool, path: str) -> None:
    """Raise `Unusable` for what no card can be, or what is not known of this one but needed.

    `first`: it gives a spell's start. `path` is where the card stands in the record.
    """
    if first and not card.position:
        raise Unusable(f"{path}.position", say("The first card needs its blue number."))
    if not first and not card.resonance:
        raise Unusable(f"{path}.resonance", say("Choose this card's resonance."))
    kinds = card.kinds
    if len(kinds) > 1:
        raise Unusable(
            f"{path}.{kinds[1]}", say("A card is one thing only: a movement, a modifier or a word.")
        )
    kind = kinds[0] if kinds else ""
    if not first and not kind:
        raise Unusable(
            path,
            say(
                "Only the first card can be something other than a movement, a modifier or a word."
            ),
        )
    if card.move is not UNSET and card.move not in MOVES:
        raise Unusable(
            f"{path}.move", say("No card has the movement {move}.", move=UserText(card.move[:60]))
        )
    if card.mana is not UNSET:
        if kind not in ("move", "modifier"):
            raise Unusable(f"{path}.mana", say("Only movements and modifiers have mana."))
        if kind == "move" and card.mana < 0:
            raise Unusable(f"{path}.mana", say("A movement's mana must be from 0 to 99."))
    if card.bonus_mana is not UNSET and kind != "word":
        raise Unusable(f"{path}.bonus_mana", say("Only words have a purple number."))


def positions(entered: Iterable[object]) -> list[int]:
    """The positions among what was entered."""
    numbers = map(as_number, entered)
    return [number for number in numbers if number is not None and 1 <= number <= 9]
