"""What would make a spell legal that breaks at one of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec import UNSET

from referee.core import LEGAL, Message, say
from referee.games.kazing import names
from referee.games.kazing.actions.cast.faults import paths_upside_down
from referee.games.kazing.actions.cast.spell import read_spell
from referee.games.kazing.cards import Card, Resonance
from referee.games.kazing.moves import DIFFERENT, PATHS, back, upside_down
from referee.games.kazing.state import State
from referee.games.kazing.wand import places

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast

Change = Literal["upside_down", "standard", "resonance", "move", "leave_out"]


class Mend(msgspec.Struct, frozen=True):
    """One change of the card `index` that makes the spell legal.

    `change` says what: the card lies upside down and is turned round; a standard card in place of a
    Sorcerer card, another resonance, a movement (another one, or one in place of a word or a
    modifier), or leaving the card out. `card` is what
    then lies there, None if nothing does. `say` is the sentence.
    """

    index: int
    change: Change
    card: Card | None
    say: Message


def mends(state: State, cast: Cast, most_moves: int = 6) -> tuple[Mend, ...]:
    """The single changes after which `cast` is legal in `state`: first a path card of the row that
    may lie upside down (kazing/move.direction), then what may be wrong with the card at which it
    breaks.

    None for a cast that is not illegal, or breaks at no card and ends where its caster says. Of the
    movements that would do, the `most_moves` nearest to what is printed on the card. Nothing but
    that card changes.
    """
    if len(cast.cards) > state.setup.level.hand + 2:
        return ()  # one card fewer would still be too many
    ruling = cast.judge(state)
    index = ruling.facts.get("broken")
    found: list[Mend] = []
    moves = 0
    changes = [*_turned(state, cast, index)]
    if index is not None:
        turned = {card for at, _, card in changes if at == index}
        single = _changes(cast.cards[index], index)
        changes += [(index, change, card) for change, card in single if card not in turned]
    for at, change, card in changes:
        if change == "move" and moves == most_moves:
            continue
        cards = (*cast.cards[:at], *([card] if card else []), *cast.cards[at + 1 :])
        changed = msgspec.structs.replace(cast, cards=cards)
        if changed.judge(state).verdict == LEGAL:
            moves += change == "move"
            found.append(Mend(at, change, card, _sentence(cast.cards[at], change, card)))
    return tuple(found)


def _turned(
    state: State, cast: Cast, broken: int | None
) -> Iterator[tuple[int, Change, Card | None]]:
    """Yield the path cards of the row that may lie upside down, each turned round: up to the one
    from which no way leads on, or those that would explain the end that is named."""
    spell = read_spell(state.setup, cast)
    if broken is None:
        if not cast.end or not spell.ends or cast.end in spell.ends:
            return
        at = places(cast.cards)
        indexes = [at[number] for number in paths_upside_down(state.setup, cast, spell)]
    elif broken == spell.trace.broken:
        indexes = list(range(broken, 0, -1))
    else:
        return
    for index in indexes:
        card = cast.cards[index]
        if card.move in PATHS:
            turned = upside_down(str(card.move))
            if set(PATHS[turned]) != set(PATHS[str(card.move)]):
                yield index, "upside_down", msgspec.structs.replace(card, move=turned)


def _sentence(was: Card, change: Change, card: Card | None) -> Message:
    if change == "upside_down" and card is not None:
        return say(
            "If the {card} lies upside down, it is the {turned}, and the spell is legal.",
            card=names.card(was),
            turned=names.card(card),
        )
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
