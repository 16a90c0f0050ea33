"""The spell checker: what it shows of a spell, card by card, and what may be tapped next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
from msgspec import UNSET

from referee.core import (
    ILLEGAL,
    LEGAL,
    Event,
    Fault,
    Message,
    PlayerKey,
    Unusable,
    plural,
    say,
)
from referee.core.action import Shown
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.core.text import SingleValue, UserText
from referee.games.kazing import box, names, pictures
from referee.games.kazing.actions.cast import faults as rules
from referee.games.kazing.actions.cast.mend import Mend, mends
from referee.games.kazing.actions.cast.spell import BONUS_POINTS, Spell, points_of, read_spell
from referee.games.kazing.actions.turn import EndTurn
from referee.games.kazing.cards import (
    DRAINS,
    REPLENISHES,
    Card,
    Resonance,
    Word,
    check_card,
    positions,
)
from referee.games.kazing.drawing import draw
from referee.games.kazing.moves import (
    DIRECTIONS,
    PATHS,
    Modifier,
    reach,
)
from referee.games.kazing.state import State, TableOptions
from referee.games.kazing.stroke import MOST_STOPS, Refusal, Stroke, printed, stroke
from referee.games.kazing.wand import trace

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast

PANELS = ("symbol", "modifier", "word", "number", "skip")
"""What may lie under the wand in the place of the cards that go where it was drawn: directions to
tell a card by its symbol, the modifiers, the words, a card's number; `skip`: none is asked for."""


class Where(NamedTuple):
    """Where on the sheet one is: the resonance of the next card, the open panel, and the index of
    the card that was tapped to be changed. Written `light.word.2`."""

    resonance: str = ""
    panel: str = ""
    at: int | None = None


def read_where(text: object, size: int) -> Where:
    """`text` as a place on the sheet of a spell of `size` cards; what cannot be is left out."""
    parts = [*str(text or "").split("."), "", "", ""]
    at = int(parts[2]) if parts[2].isdecimal() and int(parts[2]) < size else None
    return Where(
        parts[0] if parts[0] in get_args(Resonance) else "",
        parts[1] if parts[1] in PANELS else "",
        at,
    )


class NextCard(msgspec.Struct, frozen=True):
    """The card that is laid next or changed: what was `drawn` of it, positions or (by its symbol)
    directions, what is to be tapped (`asks`), why no card goes that way (`refusal`), and the cards
    that do, or what the open panel has (`offers`). `stroke`: what was drawn on the wand."""

    asks: Message
    drawn: Sequence[str] = ()
    refusal: Refusal | None = None
    offers: Sequence[Shown] = ()
    stroke: Stroke | None = None


class SpellDrawing(Drawing, frozen=True):
    """The spell so far, read as far as it can be.

    - `cast`: as it was entered; `end_first`: who ends the turn before, if the caster is the next
      player.
    - `cards`: those that can be read, up to the first that cannot; `laid`: the same as they are
      shown; `whole`: whether they end with a word; `picture`: the wand's path, ready to be drawn.
    - `ask_end`, `ask_word`: whether the caster must still say so; `may_end`: the ends of a whole
      spell; `drains`, `replenishes`: what its word does; `ask_collect`: how many more positions may
      be named, of `may_collect`; `collected`: all that it collects (None: not settled).
    - `mends`: the single changes that would make a whole spell legal; `band`: the verdict so far in
      words.
    - `where`: see `Where`; `next`: see `NextCard`; `box`: cards of our box that may come next;
      `numbers`: the card whose number is asked for (None: of none), and which.
    """

    cast: Cast
    end_first: Event | None
    cards: Sequence[Shown]
    laid: Sequence[Shown]
    whole: bool
    picture: Shown
    ask_end: bool
    ask_word: bool
    may_end: Sequence[int]
    drains: bool
    replenishes: bool
    ask_collect: int
    may_collect: int
    collected: list[int] | None
    mends: Sequence[Shown]
    band: Shown
    where: Where
    next: NextCard
    box: Sequence[Shown]
    numbers: Shown | None


def spell_drawing(kind: type[Cast], state: State, draft: Draft) -> SpellDrawing:
    """Return what the spell checker shows of what was entered."""
    setup, (cards, drawn) = state.setup, _cards(draft)
    cast = _cast(kind, state, draft, cards)
    spell = read_spell(setup, cast)
    whole = len(cards) > 1 and bool(cards[-1].word)
    effect = (cast.word or cards[-1].word or "") if setup.duel and whole else ""
    where = read_where(draft.now, len(cards))
    numbers = _number_asked(setup, spell, cards, where)
    asked = _asked(cast, spell, effect)
    band = _band(state, cast, spell, whole, asked)
    if numbers:
        asked = say("Which number is on it?")
    next_card = _next_card(setup, cast, spell, where, drawn, draft.memory)
    may_collect = 0 if spell.collected is None else spell.most_bonuses
    told = say("Record {by}'s spell", by=cast.by) if whole else _next_step(cards, spell)
    return SpellDrawing(
        label=asked or told,
        event=cast if whole and not asked else None,
        cast=cast,
        end_first=_end_first(state, cast.by),
        cards=[msgspec.to_builtins(card) for card in cards],
        laid=[card_shown(card) for card in cards],
        whole=whole,
        picture=pictures.wand(draw(cards, setup.wand, cast.end or None), whole, next_card.stroke),
        ask_end=spell.end_open,
        ask_word=effect == "kazaam-zing",
        may_end=(spell.ends or ()) if whole else (),
        drains=effect in DRAINS,
        replenishes=effect in REPLENISHES,
        ask_collect=max(0, may_collect - len(cast.collect)),
        may_collect=may_collect if whole else 0,
        collected=None if spell.end_open or spell.ends is None else list(spell.collected or ()),
        mends=[_mend_shown(mend) for mend in mends(state, cast)] if whole else [],
        band=band,
        where=where,
        next=next_card,
        box=[] if whole else _box_shown(setup, draft.memory, where, cards, spell),
        numbers=numbers,
    )


def _cast(kind: type[Cast], state: State, draft: Draft, cards: Sequence[Card]) -> Cast:
    """The cast as far as it was entered; by who is on turn where nobody is named."""
    seats, words = state.setup.players, ("kazaam", "zing")
    end = positions([draft.fields.get("end")])
    word: Any = draft.one_of("word", words)
    return kind(
        by=draft.one_of("by", seats) or state.turn or seats[0],
        cards=tuple(cards),
        end=end[0] if end else UNSET,
        word=word or UNSET,
        drain=draft.one_of("drain", seats) or UNSET,
        replenish=draft.one_of("replenish", seats) or UNSET,
        collect=tuple(positions(draft.items("collect"))),
    )


def _asked(cast: Cast, spell: Spell, effect: str) -> Message | None:
    """What the caster must still say; `effect` is the word of a whole spell in a Duel."""
    if spell.end_open:
        return say("Where does it end?")
    if effect == "kazaam-zing":
        return say("Kazaam or Zing?")
    if effect in DRAINS and not cast.drain:
        return say("Whose mana is drained?")
    if effect in REPLENISHES and not cast.replenish:
        return say("Whose mana is replenished?")
    return None


def card_shown(card: Card) -> dict[str, object]:
    """A card as it is drawn: the plain `card`, its `name`, its `sign` or `symbol` or the `word` on
    it, its `resonance`, and its `number`."""
    number = card.bonus_mana if card.word else card.mana
    return {
        "card": msgspec.to_builtins(card),
        "name": names.card(card),
        "resonance": card.resonance or "",
        "sorcerer": card.sorcerer,
        "number": None if number is UNSET else number,
        **_face(card),
    }


def _face(card: Card) -> dict[str, object]:
    if card.move in PATHS:
        return {"symbol": pictures.symbol(str(card.move))}
    if card.word:
        return {"word": names.WORDS[card.word]}
    return {"sign": card.move or card.modifier or "", "position": card.position or None}


def _mend_shown(mend: Mend) -> dict[str, object]:
    return {
        "index": mend.index,
        "change": mend.change,
        "say": mend.say,
        "shown": card_shown(mend.card) if mend.card else None,
    }


# The verdict so far


def _band(
    state: State, cast: Cast, spell: Spell, whole: bool, asked: Message | None
) -> dict[str, object]:
    """The verdict on a whole spell, or on one that has broken already, or how far it is (`verdict`
    "open"): its `word`, and a `line`. That a target is still to be tapped is no verdict."""
    if not whole:
        fault = _out_of_place(cast) or rules.movement(cast, spell)
        if fault:
            return {"verdict": ILLEGAL, "word": None, "line": fault.reason}
        if not cast.cards:
            return {"verdict": "open", "word": say("Where does it start?"), "line": None}
        count = plural("{n} card so far", "{n} cards so far", spell.size)
        return {"verdict": "open", "word": count, "line": _so_far(state.setup, cast, spell)}
    ruling = cast.judge(state)
    if asked and ruling.rules == ("kazing/type.duel",):
        mana = None if spell.mana is None else say("{n} mana", n=spell.mana)
        return {"verdict": "open", "word": mana or say("A complete spell"), "line": asked}
    if ruling.verdict != LEGAL:
        return {"verdict": ruling.verdict, "word": None, "line": ruling.reason}
    return {"verdict": LEGAL, "word": _legal_word(spell), "line": _amounts_to(state.setup, spell)}


def _legal_word(spell: Spell) -> Message:
    if spell.points is not None:
        return plural("Legal, {n} point", "Legal, {n} points", spell.points)
    if spell.mana is not None:
        return say("Legal, {n} mana", n=spell.mana)
    return say("Legal")


def _amounts_to(setup: TableOptions, spell: Spell) -> Message:
    """How the points, the mana or the positions of a spell come about."""
    n, bonuses = spell.size, spell.bonuses
    if spell.collected is not None:
        places: list[SingleValue] = list(spell.collected)
        if not bonuses:
            return say("collects {positions} · no bonus", positions=places)
        return plural(
            "collects {positions} · {n} bonus",
            "collects {positions} · {n} bonuses",
            bonuses,
            positions=places,
        )
    if not bonuses:
        return say("for {n} cards, no bonus", n=n)
    if spell.points is None:
        return plural("{size} cards, {n} bonus", "{size} cards, {n} bonuses", bonuses, size=n)
    base, more = points_of(setup.level, n, 0), BONUS_POINTS[bonuses]
    if bonuses == 1:
        return say("{base} for {n} cards, {more} for one bonus", base=base, n=n, more=more)
    return say("{base} for {n} cards, {more} for two bonuses", base=base, n=n, more=more)


def _so_far(setup: TableOptions, cast: Cast, spell: Spell) -> Message:
    """Where an unfinished spell is, and what it would amount to with a word now."""
    if spell.size == 1:
        return say("starts at {start}", start=spell.start or 0)
    last = cast.cards[-1]
    if last.modifier:
        return say("the next movement is changed")
    if spell.ends is None:
        return say("the rules do not say where it is")
    ends: list[SingleValue] = list(spell.ends)
    word = Card(word="kazaam", resonance=last.resonance, bonus_mana=0)
    done = read_spell(setup, msgspec.structs.replace(cast, cards=(*cast.cards, word)))
    if done.size < setup.smallest:
        return say("now at {ends}, still too short", ends=ends)
    if done.points is not None:
        return plural(
            "now at {ends}, {n} point with a word",
            "now at {ends}, {n} points with a word",
            done.points,
            ends=ends,
        )
    if done.mana is not None:
        return say("now at {ends}, {n} mana", ends=ends, n=done.mana)
    return say("now at {ends}", ends=ends)


def _out_of_place(cast: Cast) -> Fault | None:
    """A word or a modifier that has another card after it than it may have."""
    fault, last = rules.form(cast), len(cast.cards) - 1
    if fault is None or fault.facts.get("broken", last) == last:
        return None
    return fault


def _next_step(cards: Sequence[Card], spell: Spell) -> Message:
    if not cards:
        return say("Tap the start")
    if cards[-1].modifier and len(cards) > 1:
        return say("Next: the movement")
    if len(cards) == 1 or spell.trace.broken is not None:
        return say("Next: a movement")
    return say("Next: a movement or the word")


# What may be tapped


def _number_asked(
    setup: TableOptions, spell: Spell, cards: Sequence[Card], where: Where
) -> dict[str, object] | None:
    """In a Duel the number of the card that was laid last, or of the one that was tapped, is asked
    for: its index, its field, what it is called, and which it has."""
    index = len(cards) - 1 if where.at is None else where.at
    if index < 1 or (where.panel != "number" and not setup.duel):
        return None
    card = cards[index]
    known = card.bonus_mana if card.word else card.mana
    if where.panel != "number":
        needed = not card.word or spell.most_bonuses
        if where.panel or where.at is not None or known is not UNSET or not needed:
            return None
    return {
        "index": index,
        "field": "bonus_mana" if card.word else "mana",
        "least": 0 if card.move else -99,
        "choices": list(range(18)) if card.move else list(range(-8, 10)),
        "others": list(range(18, 100)) if card.move else [*range(-99, -8), *range(10, 100)],
        "known": None if known is UNSET else known,
        "name": names.card(card),
        "purple": bool(card.word),
    }


def _offers(memory: object, where: Where, moves: Sequence[str]) -> list[dict[str, object]]:
    """The cards of the open panel in the resonance that is chosen, or those of `moves` once one is;
    of a card that is in our box the known ones, with their numbers."""
    resonance: Any = where.resonance or UNSET
    if where.panel == "word":
        return [card_shown(Card(word=word, resonance=resonance)) for word in get_args(Word)]
    if where.panel == "modifier":
        changes = [Card(modifier=each, resonance=resonance) for each in get_args(Modifier)]
        return [{**card_shown(card), "short": _SHORT[str(card.modifier)]} for card in changes]
    if not where.resonance:
        return []
    ours = [known for known in box.read_box(memory) if known.card.resonance == where.resonance]
    found: list[dict[str, object]] = []
    for move in moves:
        known_ones = [known for known in ours if box.one_way_written(known.card.move or "") == move]
        for known in known_ones or [box.Known(Card(move=move, resonance=resonance))]:
            short = UserText(known.name) if known.name else _short(move)
            found.append({**card_shown(known.card), "short": short})
    return found


_SHORT = {
    "circle": say("Circle"),
    "half-circle": say("Half-circle"),
    "swirl": say("Swirl"),
    "half": say("Half"),
    "rewind": say("Rewind"),
    "arrows": say("Four arrows"),
}


def _short(move: str) -> Message:
    """What tells a movement from the others that go the same way."""
    if move in PATHS:
        return say("Both ways") if len(PATHS[move]) > 1 else say("One way")
    return _SHORT[move]


def _next_card(
    setup: TableOptions,
    cast: Cast,
    spell: Spell,
    where: Where,
    drawn: Sequence[str],
    memory: object,
) -> NextCard:
    """Read what was drawn, from where the card lies or will lie."""
    cards, at = cast.cards, where.at
    if not cards or at == 0 or (at is None and len(cards) > 1 and cards[-1].word):
        return NextCard(say("Tap the start"))
    if where.panel == "modifier":
        return NextCard(say("Which modifier?"), offers=_offers(memory, where, ()))
    if where.panel == "word":
        return NextCard(say("Which word?"), offers=_offers(memory, where, ()))
    colour = None if where.resonance else say("Which colour is the card?")
    if where.panel == "symbol":
        legs = [leg for leg in drawn if leg in DIRECTIONS][:MOST_STOPS]
        moves, refusal = printed(legs)
        which = say("Which card?") if legs else say("Which way does its arrow go?")
        return NextCard(colour or which, legs, refusal, _offers(memory, where, moves))
    traced = spell.trace if at is None else trace(cards[:at], setup.wand)
    stops = positions(drawn)[:MOST_STOPS]
    found = stroke(traced.here, stops, _modifier_last(cards[:at]), setup.wand)
    if traced.broken is not None:
        return NextCard(say("Change a card, or tell the next by its symbol."))
    if found.start is None:
        return NextCard(say("Nobody knows where the wand is: tell the card by its symbol."))
    if not stops:
        return NextCard(colour or say("Tap where it goes"), stroke=found)
    if found.moves:
        asks = colour or say("From {at} to {to}: which card?", at=found.start, to=stops[-1])
    else:
        asks = say("Tap where it goes next") if found.leads_on else say("Why not there?")
    offers = _offers(memory, where, found.moves)
    return NextCard(asks, [str(stop) for stop in stops], found.refusal, offers, found)


def _box_shown(
    setup: TableOptions, memory: object, where: Where, cards: Sequence[Card], spell: Spell
) -> list[dict[str, object]]:
    """The cards of our box of the chosen resonance that may come next: those that lead on first."""
    if not cards or where.at is not None or where.panel or spell.trace.broken is not None:
        return []
    found = []
    for known in box.read_box(memory):
        card = known.card
        if not where.resonance or card.resonance == where.resonance:
            leads = _may_follow(setup, cards, spell, card)
            found.append({**card_shown(card), "called": known.name, "leads": leads})
    return sorted(found, key=lambda each: not each["leads"])


def _may_follow(setup: TableOptions, cards: Sequence[Card], spell: Spell, card: Card) -> bool:
    """Whether `card` may come after `cards`; a movement under a modifier if one lies there last."""
    changed_by = _modifier_last(cards)
    if card.word:
        return len(cards) > 1 and bool(cards[-1].move)
    if not card.move:
        return changed_by is None
    ends = reach(card.move, changed_by, setup.wand).ends
    return spell.ends is None or any(ends[place] for place in spell.trace.here)


def _modifier_last(cards: Sequence[Card]) -> Modifier | None:
    """The modifier that changes the movement which comes after `cards`."""
    return (cards[-1].modifier or None) if len(cards) > 1 else None


def _end_first(state: State, by: PlayerKey) -> Event | None:
    """The end of the turn before, if `by` is the next player."""
    if state.turn in (None, by) or state.timer_due or state.next_turn()[0] != by:
        return None
    return EndTurn(by=state.turn) if state.turn else None


def _cards(draft: Draft) -> tuple[list[Card], Sequence[str]]:
    """The cards up to the first that cannot be read, and what was drawn of the next; the first
    position of all is the start."""
    cards: list[Card] = []
    entered = draft.items("cards")
    if not entered and (start := positions(draft.drawn[:1])):
        return [Card(position=start[0])], draft.drawn[1:]
    for index, raw in enumerate(entered):
        try:
            card = msgspec.convert(raw, Card, strict=False)
            check_card(card, index == 0, f"cards[{index}]")
        except (msgspec.ValidationError, Unusable):
            break
        cards.append(card)
    return cards, draft.drawn
