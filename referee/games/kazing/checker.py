"""What the entry sheets show, the spell checker, card by card, and the Timer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.core import Ruling, Unusable
from referee.games.kazing import play, rules
from referee.games.kazing.cards import Card, check_card
from referee.games.kazing.drawing import draw
from referee.games.kazing.events import Cast
from referee.games.kazing.mend import mends
from referee.games.kazing.moves import DIFFERENT, UNSETTLED, Answers, Modifier, reach
from referee.games.kazing.spell import Spell, read_spell
from referee.games.kazing.state import State


def sheet(state: State, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet `name` shows: `cast` or `timer`; nothing for any other."""
    if name == "cast":
        return cast_sheet(state, draft)
    if name == "timer":
        return timer_sheet(state, draft)
    return {}


def timer_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The Timer to be turned up: `kept` already, `revealed` so far, and how many are `missing`."""
    timer = state.timer
    if timer is None:
        return {"kept": [], "revealed": [], "missing": 0}
    revealed = _field(draft, "revealed", tuple[int, ...]) or ()
    revealed = [position for position in revealed if 1 <= position <= 9]
    return {
        "kept": list(timer.kept),
        "revealed": revealed,
        "missing": timer.cards - len(timer.kept) - len(revealed),
    }


def cast_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The spell so far, read as far as it can be.

    - `by`; `end_first`: whose turn is to be ended before, if the caster is the next player.
    - `cards`: those that can be read; `faults`: `{"index", "path", "say"}` of the first that
      cannot, with which reading stops.
    - `drawing`: a `Drawing`. `leads_on`: the movements that are possible next; `modifier_next`
      and `word_next`: whether one may come next.
    - `size`, `smallest`, `largest`; `ends`, `end`; `bonuses`, `points`, `mana`, `collected` as
      they are now (None: not settled).
    - `ask_end`, `ask_word`, `ask_drain`, `ask_replenish`: whether the caster must still say so;
      `ask_collect`: how many more positions may be named; `targets`: players with mana left.
    - `ruling`: on the whole spell if it ends with a word, else on the break, if it has broken;
      `mends`: the single changes that would help.
    """
    setup = state.setup
    by = _player(state, draft, "by") or state.turn or setup.players[0]
    cards, faults = _cards(draft)
    word = _field(draft, "word", str)
    cast = Cast(
        by=by,
        cards=tuple(cards),
        end=_position(draft, "end"),
        word=word if word in ("kazaam", "zing") else msgspec.UNSET,
        drain=_player(state, draft, "drain"),
        replenish=_player(state, draft, "replenish"),
        collect=tuple(p for p in _field(draft, "collect", tuple[int, ...]) or () if 1 <= p <= 9),
    )
    spell = read_spell(setup, cast)
    last = cards[-1] if cards else None
    whole = len(cards) > 1 and bool(last and last.word)
    ruling: Ruling | None = None
    if whole:
        ruling = play.judge_cast(state, cast)
    elif cards:
        ruling = rules.movement(cast, spell)
    effect = cast.word or (last.word if whole and last else "")
    duel = setup.duel and whole
    settled = not (spell.end_open or spell.ends is None)
    here = spell.trace.reached[-1]
    after_modifier = bool(len(cards) > 1 and last and last.modifier)
    return {
        "by": by,
        "end_first": _end_first(state, by),
        "cards": [msgspec.to_builtins(card) for card in cards],
        "faults": faults,
        "drawing": msgspec.to_builtins(draw(cards, setup.wand, cast.end or None)),
        "leads_on": _leads_on(
            spell, here, last.modifier if after_modifier and last else None, setup.wand
        ),
        "modifier_next": bool(cards) and not whole and not after_modifier,
        "word_next": len(cards) > 1 and bool(last and last.move),
        "size": spell.size,
        "smallest": setup.smallest,
        "largest": setup.level.hand + 1,
        "ends": None if spell.ends is None else list(spell.ends),
        "end": spell.end,
        "bonuses": spell.bonuses if settled else None,
        "points": spell.points if settled else None,
        "mana": spell.mana if settled else None,
        "collected": list(spell.collected or ()) if settled else None,
        "ask_end": spell.end_open,
        "ask_word": duel and bool(last and last.word == "kazaam-zing") and not cast.word,
        "ask_drain": duel and effect in ("kazaam", "ka-zing") and not cast.drain,
        "ask_replenish": duel and effect in ("zing", "ka-zing") and not cast.replenish,
        "ask_collect": max(0, spell.most_bonuses - len(cast.collect))
        if spell.collected is not None
        else 0,
        "targets": [p for p in setup.players if state.mana and not state.is_out(p)],
        "ruling": ruling,
        "mends": list(mends(state, cast)) if whole else [],
    }


def _end_first(state: State, by: str) -> str | None:
    """Whose turn must be ended before `by`, the next player, can cast."""
    if state.turn in (None, by) or state.timer_due:
        return None
    return state.turn if state.next_turn()[0] == by else None


def _leads_on(
    spell: Spell,
    here: tuple[int, ...],
    modifier: Modifier | msgspec.UnsetType | None,
    answers: Answers,
) -> list[str]:
    """The movements that are possible next, under `modifier` if one lies there."""
    if spell.trace.broken is not None:
        return []
    if here == (UNSETTLED,):
        return list(DIFFERENT)
    return [
        move
        for move in DIFFERENT
        if any(reach(move, modifier or None, answers).ends[start] for start in here)
    ]


def _cards(draft: Mapping[str, Any]) -> tuple[list[Card], list[dict[str, Any]]]:
    """The cards up to the first that cannot be read, and what is wrong with that one."""
    cards: list[Card] = []
    plain = draft.get("cards")
    for index, raw in enumerate(plain if isinstance(plain, list | tuple) else ()):
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


def _field(draft: Mapping[str, Any], name: str, kind: Any) -> Any:
    """The field as `kind`, or None where it is not there or cannot be read."""
    try:
        return msgspec.convert(draft[name], kind, strict=False)
    except (KeyError, msgspec.ValidationError):
        return None


def _position(draft: Mapping[str, Any], name: str) -> Any:
    position = _field(draft, name, int)
    return position if position in range(1, 10) else msgspec.UNSET


def _player(state: State, draft: Mapping[str, Any], name: str) -> Any:
    player = _field(draft, name, str)
    return player if player in state.setup.seat else msgspec.UNSET
