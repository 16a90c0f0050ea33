"""The eight spells: what a card just laid does, and which choices it leaves to whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Fault, Message, PlayerKey, say
from referee.games.zingazam.cards import NUMBERS
from referee.games.zingazam.state import MOST_SEATS, State, TableCard, Wizard, may_hold

if TYPE_CHECKING:
    from referee.games.zingazam.actions.play import Play

FAQ = "zingazam/faq"

FUTURE, DARKNESS, HURRICANE, COMPANION, MIRROR, PUPPETEER, FREEZE, GIFT = range(1, 9)
CLAUSE = tuple(f"zingazam/spell.{number}" for number in range(9))
"""The clause of each spell, by its number."""

FIELD = {
    DARKNESS: "steal_from",
    HURRICANE: "flip",
    MIRROR: "mirror",
    PUPPETEER: "points_at",
    GIFT: "gift_to",
}
"""The field of a play that holds the choice of each spell that has one."""

_STRAY = {
    number: Fault((CLAUSE[number],), reason)
    for number, reason in (
        (DARKNESS, say("Only a 2 steals a card.")),
        (HURRICANE, say("Only a 3 turns a card.")),
        (MIRROR, say("Only a 5 copies a spell.")),
        (PUPPETEER, say("Only a 6 points at a card.")),
        (GIFT, say("Only an 8 gives a card away.")),
    )
}
"""The fault of a choice that another spell would leave."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """The card is laid, its spell not yet cast.

    `by` laid it, `has` is what he has left, `due` who still have to play after him, `next` the next
    of them (None: he is the last of the round), `cats_played` with this card.
    """

    state: State
    by: int
    has: Wizard
    due: int
    next: int | None
    cats_played: tuple[int, ...]

    def can_steal(self) -> bool:
        """Whether the pile of some other player is not surely empty."""
        for seat, wizard in enumerate(self.state.wizards):
            if seat != self.by and wizard.pile.count != 0:
                return True
        return False


class Spell(msgspec.Struct, frozen=True, gc=False):
    """What comes of a card.

    `works`: the number whose effect happens, 0 if none does; `at`: the seat it happens to, if one
    does. `copies`: the number a mirror copies, 0 if none. `refused`: choices that are forbidden.
    `missing`: the number of the spell whose choice is not made, 0 if none. `readings`: what this
    rests on.
    """

    works: int = 0
    at: int = 0
    copies: int = 0
    refused: tuple[Fault, ...] = ()
    missing: int = 0
    readings: tuple[str, ...] = ()


NOTHING = Spell()
_WORKING = tuple([[Spell(number, at) for at in range(MOST_SEATS)] for number in range(9)])
"""The spells that just work, by their number and the seat they happen to."""


def cast(now: Moment, play: Play) -> Spell:
    """What the spell of `play` does now. It is cast if it can be (`zingazam/faq`); a refused or
    missing choice of its own leaves it uncast, other refused choices change nothing."""
    number = play.card
    if number == MIRROR:
        mirror = mirrored(now, play)
        if mirror.refused or mirror.missing:
            return mirror
        number = mirror.copies
        spell = _EFFECTS[number](now, play)
        readings = mirror.readings
        if spell.readings:
            # Both may rest on the same reading.
            readings = tuple(dict.fromkeys(readings + spell.readings))
        spell = replace(spell, copies=number, readings=readings)
    else:
        spell = _EFFECTS[number](now, play)
    stray: tuple[Fault, ...] = ()
    # A choice that neither the own spell nor the copied one leaves.
    if play.steal_from is not UNSET and number != DARKNESS:
        stray += (_STRAY[DARKNESS],)
    if play.flip is not UNSET and number != HURRICANE:
        stray += (_STRAY[HURRICANE],)
    if play.mirror is not UNSET and play.card != MIRROR:
        stray += (_STRAY[MIRROR],)
    if play.points_at is not UNSET and number != PUPPETEER:
        stray += (_STRAY[PUPPETEER],)
    if play.gift_to is not UNSET and number != GIFT:
        stray += (_STRAY[GIFT],)
    return replace(spell, refused=spell.refused + stray) if stray else spell


def _refuse(number: int, reason: Message, *readings: str, faq: bool = False) -> Spell:
    clauses = (CLAUSE[number], FAQ) if faq else (CLAUSE[number],)
    return Spell(refused=(Fault(clauses, reason),), readings=readings)


def _nothing(now: Moment, play: Play) -> Spell:
    """A 1 does nothing now (`zingazam/spell.1`), nor does a mirror that copies nothing."""
    return NOTHING


# 2


def _darkness(now: Moment, play: Play) -> Spell:
    """Steals another player's top card (`zingazam/spell.2`); from an empty pile, nothing."""
    if play.steal_from is UNSET:
        return _unnamed(now, DARKNESS) if now.can_steal() else NOTHING
    if play.steal_from == play.by:
        itself = say("{by}'s 2 must steal from another player, not from {by}.", by=play.by)
        return _refuse(DARKNESS, itself)
    at = now.state.agreed.players.index(play.steal_from)
    return _WORKING[DARKNESS][at] if now.state.wizards[at].pile.count != 0 else NOTHING


def _unnamed(now: Moment, number: int) -> Spell:
    """A steal or a gift that names nobody: of two players it is the other."""
    if not now.state.agreed.must_cast:
        return Spell(readings=("must_cast",))
    if len(now.state.wizards) == 2:
        return Spell(number, 1 - now.by, readings=("must_cast",))
    return Spell(missing=number, readings=("must_cast",))


# 3


def _hurricane(now: Moment, play: Play) -> Spell:
    """Turns a card in hand to face its holder (`zingazam/spell.3`)."""
    if play.flip is False:
        if now.has.facing is None or now.has.facing >= (now.has.hand or 0):
            return NOTHING
        if not now.state.agreed.must_cast:
            return Spell(readings=("must_cast",))
        away = say("{by} still has a card that faces away.", by=play.by)
        return _refuse(HURRICANE, away, "must_cast", faq=True)
    if _can_turn(now.has, play):
        return _WORKING[HURRICANE][now.by]
    if play.flip is True:
        return _refuse(HURRICANE, say("{by} has no card left to turn.", by=play.by))
    return NOTHING


def _can_turn(has: Wizard, play: Play) -> bool:
    """Whether a card turns. Where all may face their holder, the table knows better: its word is
    taken unless only cats, which always face, are left."""
    if has.hand == 0:
        return False
    if has.facing is None or has.hand is None or has.facing < has.hand:
        return True
    return play.flip is True and (has.cats is None or has.cats < has.hand)


# 4


def _companion(now: Moment, play: Play) -> Spell:
    """The top cat joins the hand, facing its holder (`zingazam/spell.4`)."""
    return NOTHING if now.state.cats == 0 else _WORKING[COMPANION][now.by]


# 5


def mirrored(now: Moment, play: Play) -> Spell:
    """Which effect a 5 copies, as `copies` (`zingazam/spell.5`): one of this round, no 1, no 5."""
    copyable, able = _copyable(now, play)
    useful = able or copyable
    choices = copyable if now.state.agreed.mirror_may_dodge else useful
    if play.mirror is UNSET:
        readings: tuple[str, ...] = ("must_cast",) if able else ()
        if not now.state.agreed.must_cast:
            return Spell(readings=readings)
        if len(able) == 1 < len(copyable):
            readings = ("must_cast", "mirror_dodge")
        if len(choices) == 1:
            return Spell(copies=choices[0], readings=readings)
        return Spell(missing=MIRROR if able else 0, readings=readings)
    if play.mirror in choices:
        readings = () if play.mirror in useful else ("mirror_dodge",)
        return Spell(copies=play.mirror, readings=readings)
    if play.mirror in copyable:
        idle = say("The {n} can do nothing now, but another spell can.", n=play.mirror)
        return _refuse(MIRROR, idle, "mirror_dodge")
    if play.mirror == FUTURE:
        return _refuse(MIRROR, say("A mirror cannot copy a 1."))
    if play.mirror == MIRROR:
        return _refuse(MIRROR, say("A mirror cannot copy another mirror."), faq=True)
    return _refuse(MIRROR, say("There is no {n} in this round to copy.", n=play.mirror))


def choices_to_copy(now: Moment, play: Play) -> list[int]:
    """The numbers that a 5 may copy, as this table reads the rules."""
    copyable, able = _copyable(now, play)
    return copyable if now.state.agreed.mirror_may_dodge else able or copyable


_COPYABLE = [number for number in NUMBERS if number not in (FUTURE, MIRROR)]


def copyable_numbers(played: Iterable[TableCard]) -> list[int]:
    """Return the numbers of the cards `played` that a 5 may copy by the rules, in order."""
    lying = [card.number for card in played]
    return [number for number in _COPYABLE if number in lying]


def _copyable(now: Moment, play: Play) -> tuple[list[int], list[int]]:
    """The numbers of this round that a 5 can copy, and those of them that can do something now."""
    copyable = copyable_numbers(now.state.played)
    return copyable, [number for number in copyable if _could(now, play, number)]


def _could(now: Moment, play: Play, number: int) -> bool:
    """Whether the effect of `number` could do anything now."""
    if number == DARKNESS:
        return now.can_steal()
    if number == HURRICANE:
        return _can_turn(now.has, play)
    if number == COMPANION:
        return now.state.cats != 0
    if number == GIFT:
        return now.has.pile.count != 0
    return now.next is not None


# 6


def _puppeteer(now: Moment, play: Play) -> Spell:
    """The next player must play the card pointed at (`zingazam/spell.6`)."""
    if now.next is None:
        if play.points_at is UNSET:
            return NOTHING
        return _refuse(PUPPETEER, say("There is nobody left for {by} to point at.", by=play.by))
    if play.points_at is not UNSET:
        can_be = may_hold(now.state.wizards[now.next], play.points_at, now.cats_played)
        if can_be == (False, False):
            who = now.state.players[now.next]
            gone = say("{who} can no longer hold a {n}.", who=who, n=play.points_at)
            return _refuse(PUPPETEER, gone)
    return _WORKING[PUPPETEER][now.next]


# 7


def _freeze(now: Moment, play: Play) -> Spell:
    """The next player is skipped (`zingazam/spell.7`)."""
    return NOTHING if now.next is None else _WORKING[FREEZE][now.next]


# 8


def _gift(now: Moment, play: Play) -> Spell:
    """The top card of one's own pile goes to another player (`zingazam/spell.8`)."""
    has_none = now.has.pile.count == 0
    if play.gift_to is UNSET:
        return NOTHING if has_none else _unnamed(now, GIFT)
    if play.gift_to == play.by:
        itself = say("{by}'s 8 must go to another player, not to {by}.", by=play.by)
        return _refuse(GIFT, itself)
    if has_none:
        empty = say("{by}'s pile is empty: there is nothing to give.", by=play.by)
        return _refuse(GIFT, empty)
    return _WORKING[GIFT][now.state.agreed.players.index(play.gift_to)]


_EFFECTS = (
    _nothing,
    _nothing,
    _darkness,
    _hurricane,
    _companion,
    _nothing,
    _puppeteer,
    _freeze,
    _gift,
)
"""The effects by their number. A 5 has none of its own, nor has 0: nothing to copy."""


# In words


def does(number: int, by: PlayerKey, who: PlayerKey) -> Message:
    """The effect of a spell that works; `who` it happens to."""
    if number == DARKNESS:
        return say("{by} steals the top card of {who}'s pile.", by=by, who=who)
    if number == HURRICANE:
        return say("{by} turns one card round.", by=by)
    if number == COMPANION:
        return say("{by} takes a Cat Companion.", by=by)
    if number == PUPPETEER:
        return say("{who} must play the card {by} points at.", by=by, who=who)
    if number == FREEZE:
        return say("{who} is frozen and skips this round.", who=who)
    assert number == GIFT
    return say("{by} gives {who} a card.", by=by, who=who)


def question(missing: int, by: PlayerKey) -> Message:
    """Return what has to be known for a spell of `by` whose choice is `missing`."""
    if missing == MIRROR:
        return say("Which spell does {by} copy?", by=by)
    if missing == DARKNESS:
        return say("Who does {by} steal a card from?", by=by)
    if missing == GIFT:
        return say("Who does {by} give a card to?", by=by)
    return say("Does {by} turn a card?", by=by)
