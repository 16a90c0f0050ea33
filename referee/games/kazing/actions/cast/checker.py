"""The spell checker: what it shows of a spell, card by card, and what may be tapped next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
from msgspec import UNSET

from referee.core import Event, Fault, Message, PlayerKey, Ruling, Unusable, plural, say
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
from referee.games.kazing.drawing import WandPath, draw
from referee.games.kazing.moves import (
    DIFFERENT,
    DIRECTIONS,
    PATHS,
    Answers,
    Modifier,
    reach,
)
from referee.games.kazing.rules import refused
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


class SpellDrawing(Drawing, frozen=True):
    """The spell so far, read as far as it can be.

    - `by`; `end_first`: who ends the turn before, if the caster is the next player.
    - `cards`: those that can be read; `laid`: the same as they are shown; `faults`: `{"index",
      "path", "say"}` of the first that cannot, with which reading stops.
    - `path`: the wand's; `picture`: the same, ready to be drawn. `leads_on`: the movements that are
      possible next; `modifier_next` and `word_next`: whether one may come next.
    - `size`, `ends`, `bonuses`, `points`, `mana`, `collected` as they are now (None: not settled).
    - `ask_end`, `ask_word`, `ask_drain`, `ask_replenish`: whether the caster must still say so;
      `may_end`: the ends of a whole spell; `drains`, `replenishes`: what its word does;
      `ask_collect`: how many more positions may be named, of `may_collect`; `targets`: players with
      mana left; `named_end`, `called`, `drain`, `replenish`, `collect`: what was said.
    - `ruling`: on the whole spell if it ends with a word, else on the break, if it has broken;
      `mends`: the single changes that would help; `band`: the verdict so far in words.
    - `where`: see `Where`; `drawn`: what was tapped of the next movement, positions or (by its
      symbol) directions; `asks`: what is to be tapped next, `refusal`: why no card goes that way;
      `offers`: the cards that go there, or what the open panel offers; `box`: cards of our box that
      may be meant; `numbers`: the card whose number is asked for (None: of none), and which.
    - `whole`: whether it ends with a word.
    """

    type: str
    by: PlayerKey
    end_first: Event | None
    cards: Sequence[Shown]
    laid: Sequence[Shown]
    faults: Sequence[Shown]
    path: WandPath
    picture: Shown
    leads_on: Sequence[str]
    modifier_next: bool
    word_next: bool
    size: int
    ends: list[int] | None
    bonuses: int | None
    points: int | None
    mana: int | None
    collected: list[int] | None
    ask_end: bool
    ask_word: bool
    ask_drain: bool
    ask_replenish: bool
    may_end: Sequence[int]
    drains: bool
    replenishes: bool
    ask_collect: int
    may_collect: int
    targets: Sequence[str]
    named_end: int | None
    called: str | None
    drain: str | None
    replenish: str | None
    collect: Sequence[int]
    ruling: Ruling | None
    mends: Sequence[Shown]
    band: Shown
    where: Where
    drawn: Sequence[str]
    asks: Message
    refusal: Refusal | None
    offers: Sequence[Shown]
    box: Sequence[Shown]
    numbers: Shown | None
    whole: bool


def spell_drawing(kind: type[Cast], state: State, draft: Draft) -> SpellDrawing:
    """Return what the spell checker shows of what was entered."""
    setup = state.setup
    cards, faults = _cards(draft)
    drawn = draft.drawn
    if not cards and not faults and (start := positions(drawn[:1])):
        cards, drawn = [Card(position=start[0])], drawn[1:]  # the first position is the start
    cast = _cast(kind, state, draft, cards)
    spell = read_spell(setup, cast)
    last = cards[-1] if cards else None
    whole = len(cards) > 1 and bool(last and last.word)
    ruling = _ruling(state, cast, spell, whole)
    asks = _asks(setup, cast, spell, whole)
    asked = next((question for ask, question in _ASKED.items() if asks[ask]), None)
    band = _band(setup, cast, spell, ruling, asked)
    where = read_where(draft.now, len(cards))
    if numbers := _number_asked(setup, spell, cards, where):
        asked = say("Which number is on it?")
    effect = _effect(setup, cast, whole)
    settled = not (spell.end_open or spell.ends is None)
    path = draw(cards, setup.wand, cast.end or None)
    strokes = _strokes(setup, cast, spell, where, drawn, whole)
    leads_on = _leads_on(spell, cards, setup.wand)
    after_modifier = bool(len(cards) > 1 and last and last.modifier)
    modifier_next = bool(cards) and not whole and not after_modifier
    word_next = len(cards) > 1 and bool(last and last.move)
    collects = spell.collected is not None
    return SpellDrawing(
        label=asked
        or (say("Record {by}'s spell", by=cast.by) if whole else _next_step(cards, spell)),
        event=cast if whole and not asked else None,
        type=setup.options.type,
        by=cast.by,
        end_first=_end_first(state, cast.by),
        cards=[msgspec.to_builtins(card) for card in cards],
        laid=[card_shown(card) for card in cards],
        faults=faults,
        path=path,
        picture=pictures.wand(path, whole, strokes.stroke),
        leads_on=leads_on,
        modifier_next=modifier_next,
        word_next=word_next,
        size=spell.size,
        ends=None if spell.ends is None else list(spell.ends),
        bonuses=spell.bonuses if settled else None,
        points=spell.points if settled else None,
        mana=spell.mana if settled else None,
        collected=list(spell.collected or ()) if settled else None,
        ask_end=asks["ask_end"],
        ask_word=asks["ask_word"],
        ask_drain=asks["ask_drain"],
        ask_replenish=asks["ask_replenish"],
        may_end=(spell.ends or ()) if whole else (),
        drains=effect in DRAINS,
        replenishes=effect in REPLENISHES,
        ask_collect=max(0, spell.most_bonuses - len(cast.collect)) if collects else 0,
        may_collect=spell.most_bonuses if collects and whole else 0,
        targets=[p for p in setup.players if state.mana and not state.is_out(p)],
        named_end=cast.end or None,
        called=cast.word or None,
        drain=cast.drain or None,
        replenish=cast.replenish or None,
        collect=cast.collect,
        ruling=ruling,
        mends=[_mend_shown(mend) for mend in mends(state, cast)] if whole else [],
        band=band,
        where=where,
        drawn=strokes.drawn,
        asks=strokes.asks,
        refusal=strokes.refusal,
        offers=_offers(draft.memory, where, strokes.moves),
        box=[]
        if whole or spell.trace.broken is not None  # nothing comes next
        else _box_shown(draft.memory, where, cards, set(leads_on), modifier_next, word_next),
        numbers=numbers,
        whole=whole,
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


def _ruling(state: State, cast: Cast, spell: Spell, whole: bool) -> Ruling | None:
    """What is said of a whole spell, or of one that has broken already."""
    if whole:
        return cast.judge(state)
    fault = _out_of_place(cast) or rules.movement(cast, spell)
    return refused([fault]) if fault else None


def _effect(setup: TableOptions, cast: Cast, whole: bool) -> str:
    """What the word of a whole spell does in a Duel; "" while that is not said."""
    return cast.word or cast.cards[-1].word or "" if setup.duel and whole else ""


def _asks(setup: TableOptions, cast: Cast, spell: Spell, whole: bool) -> dict[str, bool]:
    """What the caster must still say."""
    effect = _effect(setup, cast, whole)
    return {
        "ask_end": spell.end_open,
        "ask_word": effect == "kazaam-zing",
        "ask_drain": effect in DRAINS and not cast.drain,
        "ask_replenish": effect in REPLENISHES and not cast.replenish,
    }


_ASKED = {
    "ask_end": say("Where does it end?"),
    "ask_word": say("Kazaam or Zing?"),
    "ask_drain": say("Whose mana is drained?"),
    "ask_replenish": say("Whose mana is replenished?"),
}


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
    setup: TableOptions, cast: Cast, spell: Spell, ruling: Ruling | None, asked: Message | None
) -> dict[str, object]:
    """The verdict, or how far the spell is (`verdict` "open"): its `word`, and a `line`. That a
    target is still to be tapped is no verdict."""
    if asked and ruling is not None and ruling.rules == ("kazing/type.duel",):
        mana = None if spell.mana is None else say("{n} mana", n=spell.mana)
        return {"verdict": "open", "word": mana or say("A complete spell"), "line": asked}
    if ruling is not None and ruling.verdict != "legal":
        return {"verdict": ruling.verdict, "word": None, "line": ruling.reason}
    if ruling is not None:
        return {
            "verdict": "legal",
            "word": _legal_word(spell),
            "line": _amounts_to(setup, spell),
        }
    if not cast.cards:
        return {"verdict": "open", "word": say("Where does it start?"), "line": None}
    return {
        "verdict": "open",
        "word": plural("{n} card so far", "{n} cards so far", spell.size),
        "line": _so_far(setup, cast, spell),
    }


def _legal_word(spell: Spell) -> Message:
    if spell.points is not None:
        return plural("Legal, {n} point", "Legal, {n} points", spell.points)
    if spell.mana is not None:
        return say("Legal, {n} mana", n=spell.mana)
    return say("Legal")


def _amounts_to(setup: TableOptions, spell: Spell) -> Message:
    """How the points, the mana or the positions of a spell come about."""
    n, bonuses = spell.size, spell.bonuses
    if spell.points is not None:
        base = points_of(setup, n, 0)
        if not bonuses:
            return say("for {n} cards, no bonus", n=n)
        more = BONUS_POINTS[bonuses]
        if bonuses == 1:
            return say("{base} for {n} cards, {more} for one bonus", base=base, n=n, more=more)
        return say("{base} for {n} cards, {more} for two bonuses", base=base, n=n, more=more)
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
    return plural("{size} cards, {n} bonus", "{size} cards, {n} bonuses", bonuses, size=n)


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
    """The cards of the open panel in the resonance that is chosen, or those of `moves`; of one that
    is in our box the known ones, with their numbers."""
    resonance: Any = where.resonance or UNSET
    if where.panel == "word":
        words: tuple[Word, ...] = get_args(Word)
        return [card_shown(Card(word=word, resonance=resonance)) for word in words]
    if where.panel == "modifier":
        modifiers: tuple[Modifier, ...] = get_args(Modifier)
        return [
            {
                **card_shown(Card(modifier=modifier, resonance=resonance)),
                "short": _SHORT[modifier],
            }
            for modifier in modifiers
        ]
    ours = [known for known in box.read_box(memory) if known.card.resonance == where.resonance]
    found: list[dict[str, object]] = []
    for move in moves:
        known_ones = [
            known
            for known in ours
            if known.card.move and box.one_way_written(known.card.move) == move
        ]
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


class _Strokes(NamedTuple):
    """What was drawn of the next movement, what is to be tapped, and the movements that are meant;
    `stroke`: on the wand."""

    drawn: Sequence[str]
    asks: Message
    moves: tuple[str, ...] = ()
    refusal: Refusal | None = None
    stroke: Stroke | None = None


def _strokes(
    setup: TableOptions, cast: Cast, spell: Spell, where: Where, drawn: Sequence[str], whole: bool
) -> _Strokes:
    """Read what was drawn, from where the card lies or will lie."""
    if not cast.cards or where.at == 0 or (whole and where.at is None):
        return _Strokes((), say("Tap the start"))
    if where.panel == "modifier":
        return _Strokes((), say("Which modifier?"))
    if where.panel == "word":
        return _Strokes((), say("Which word?"))
    colour = None if where.resonance else say("Which colour is the card?")
    if where.panel == "symbol":
        legs = [leg for leg in drawn if leg in DIRECTIONS][:MOST_STOPS]
        moves, refusal = printed(legs)
        which = say("Which card?") if legs else say("Which way does its arrow go?")
        return _Strokes(legs, colour or which, moves if where.resonance else (), refusal)
    before = cast.cards[: where.at]
    traced = spell.trace if where.at is None else trace(before, setup.wand)
    last = before[-1] if len(before) > 1 else None
    modifier = (last.modifier or None) if last else None
    stops = positions(drawn)[:MOST_STOPS]
    found = stroke(traced.here, stops, modifier, setup.wand)
    shown = [str(stop) for stop in stops]
    if found.start is None:
        unknown = say("Nobody knows where the wand is: tell the card by its symbol.")
        stuck = say("Change a card, or tell the next by its symbol.")
        return _Strokes((), stuck if traced.broken is not None else unknown)
    if not stops:
        return _Strokes((), colour or say("Tap where it goes"), stroke=found)
    asks = say("From {at} to {to}: which card?", at=found.start, to=stops[-1])
    if not found.moves:
        asks = say("Tap where it goes next") if found.leads_on else say("Why not there?")
    elif colour:
        asks = colour
    return _Strokes(shown, asks, found.moves if where.resonance else (), found.refusal, found)


def _box_shown(
    memory: object,
    where: Where,
    cards: Sequence[Card],
    leads_on: set[str],
    modifier_next: bool,
    word_next: bool,
) -> list[dict[str, object]]:
    """The cards of our box of the chosen resonance that may come next: those that lead on first."""
    if not cards or where.at is not None or where.panel:
        return []
    found = []
    for known in box.read_box(memory):
        card = known.card
        if where.resonance and card.resonance != where.resonance:
            continue
        leads = bool(
            (card.move and box.one_way_written(card.move) in leads_on)
            or (card.modifier and modifier_next)
            or (card.word and word_next)
        )
        found.append({**card_shown(card), "called": known.name, "leads": leads})
    return sorted(found, key=lambda each: not each["leads"])


def _end_first(state: State, by: PlayerKey) -> Event | None:
    """The end of the turn before, if `by` is the next player."""
    if state.turn in (None, by) or state.timer_due or state.next_turn()[0] != by:
        return None
    return EndTurn(by=state.turn) if state.turn else None


def _leads_on(spell: Spell, cards: Sequence[Card], answers: Answers) -> list[str]:
    """The movements that are possible next, under a modifier if one lies there last."""
    if spell.ends is None:
        return list(DIFFERENT)
    modifier = (cards[-1].modifier or None) if len(cards) > 1 else None
    return [
        move
        for move in DIFFERENT
        if any(reach(move, modifier, answers).ends[start] for start in spell.trace.here)
    ]


def _cards(draft: Draft) -> tuple[list[Card], list[dict[str, object]]]:
    """The cards up to the first that cannot be read, and what is wrong with that one."""
    cards: list[Card] = []
    for index, raw in enumerate(draft.items("cards")):
        path = f"cards[{index}]"
        try:
            card = msgspec.convert(raw, Card, strict=False)
            check_card(card, index == 0, path)
        except msgspec.ValidationError:
            return cards, [{"index": index, "path": path, "say": None}]
        except Unusable as error:
            return cards, [{"index": index, "path": error.path, "say": error.message}]
        cards.append(card)
    return cards, []
