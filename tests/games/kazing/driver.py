"""How Ka-Zing is played at random, for the laws that all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.kazing.actions import (
    Cast,
    DeckEnd,
    Discard,
    EndTurn,
    SetPosition,
    Take,
    TimerCards,
    TimerReveal,
)
from referee.games.kazing.actions.cast.spell import read_spell
from referee.games.kazing.cards import Card
from referee.games.kazing.moves import MOVES, UNSETTLED, reach

Pick = Callable[[Any], Any]

PLAYERS = ["Zoe", "Bo", "Ann", "Di", "Cy", "Ed"]
PAIRS = [["Bo", "Di"], ["Zoe", "Ann"]]
TRIOS = [["Zoe", "Bo", "Ann"], ["Di", "Cy", "Ed"]]

SETUPS: list[tuple[list[str], dict]] = [
    (PLAYERS[:3], {"end": {"deck": 2}}),
    (PLAYERS[:2], {"level": "initiate", "end": {"spells": 9}, "tracking": "full"}),
    (PLAYERS[:5], {"level": "sorcerer", "end": {"spells_each": 3}, "first": "Di"}),
    (PLAYERS[:4], {"type": "precision", "level": "mixed", "novices": ["Bo"]}),
    (PLAYERS[:2], {"type": "precision", "collect": 2, "tracking": "full", "level": "sorcerer"}),
    (PLAYERS[:4], {"type": "duel", "mana": 60}),
    (PLAYERS[:2], {"type": "duel", "tracking": "full", "readings": {"bonus_mana": "each"}}),
    (PLAYERS[:4], {"teams": PAIRS, "end": {"spells_each": 4}}),
    (PLAYERS, {"teams": TRIOS, "type": "duel", "first": "Bo"}),
    (PLAYERS, {"teams": TRIOS, "type": "duel", "shared_mana": False, "mana": 30}),
    (PLAYERS[:4], {"teams": PAIRS, "type": "precision"}),
    (PLAYERS[:1], {}),
    (PLAYERS[:1], {"type": "precision", "tracking": "full"}),
]

LONGEST = 5_000

RESONANCES = ("light", "life", "energy", "matter")
WORDS = ("kazaam", "zing", "kazaam-zing", "ka-zing")
MODIFIERS = (None, None, None, "half", "rewind", "arrows")
SIMPLE = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "e/w", "n/s", "circle", "half-circle")
ALL_MOVES = sorted(MOVES)


def _legal_spell(state: Any, by: str, pick: Pick) -> Cast | None:
    """A spell that is legal for `by`, or None if he has not the cards for one."""
    setup = state.setup
    hand = state.hand(by)
    most = setup.level.hand + 1 if hand is None else min(hand, setup.level.hand + 1)
    if most < setup.smallest:
        return None
    size = pick(range(setup.smallest, most + 1))
    start = pick(range(1, 10))
    cards = [Card(position=start)]
    here: tuple[int, ...] = (start,)
    resonance = pick(RESONANCES)
    while len(cards) < size - 1:
        modifier = pick(MODIFIERS) if len(cards) < size - 2 else None
        move = pick(pick((SIMPLE, ALL_MOVES)))
        ends = reach(move, modifier, setup.wand).ends
        there = tuple(sorted({end for p in here for end in ends[p]}))
        if not there or there == (UNSETTLED,):
            continue
        here = there
        if modifier:
            cards.append(Card(modifier=modifier, resonance=resonance, mana=pick(range(-3, 4))))
        cards.append(Card(move=move, resonance=resonance, mana=pick(range(30))))
        if pick((True, False, False)) and len(cards) < size - 2:
            resonance = pick(RESONANCES)
    fields: dict[str, Any] = {}
    word = pick(WORDS)
    if setup.duel:
        living = [player for player in setup.players if not state.is_out(player)]
        others = [p for p in living if setup.side[p] != setup.side[by]]
        word = pick(("kazaam", "kazaam", "kazaam", *WORDS))
        effect = word
        if word == "kazaam-zing":
            effect = fields["word"] = pick(("kazaam", "zing"))
        if effect in ("kazaam", "ka-zing"):
            fields["drain"] = pick(others)
        if effect in ("zing", "ka-zing"):
            fields["replenish"] = by if not state.is_out(by) else pick(living)
        if effect == "ka-zing" and setup.purse[fields["replenish"]] == setup.purse[fields["drain"]]:
            return None
    cards.append(Card(word=word, resonance=cards[-1].resonance, bonus_mana=pick(range(9))))
    cast = Cast(by=by, cards=tuple(cards), end=pick(here), **fields)
    if setup.options.type == "precision":
        spell = read_spell(setup, cast)
        missing = [p for p in range(1, 10) if state.collected[setup.side[by]][p - 1] < 1]
        collect = tuple(pick(missing or (1,)) for _ in range(spell.bonuses))
        cast = Cast(by=by, cards=cast.cards, end=cast.end, collect=collect)
    return cast


def next_event(game: Any, state: Any, pick: Pick) -> Any:
    """A legal event as people play it."""
    by, setup = state.turn, state.setup
    if state.timer_due:
        down = 9 - len(state.timer.kept)
        missing = [p for p in range(1, 10) if p not in state.timer.kept]
        return TimerReveal(
            revealed=tuple(pick((pick(missing), pick(range(1, 10)))) for _ in range(down))
        )
    if setup.full and not state.took:
        return Take(by=by, source=pick(("deck", "display")))
    if pick(range(25)) == 0:
        team = {"team": pick(setup.players)} if setup.team_battle and pick((True, False)) else {}
        return DeckEnd(**team)
    if not state.cast and not (setup.full and state.discarded) and pick(range(4)):
        cast = _legal_spell(state, by, pick)
        if cast is not None:
            return cast
    hand = state.hand(by)
    if setup.full and not state.discarded and hand != 0:
        must = hand is not None and hand > setup.level.hand
        if must or pick(range(5)) == 0:
            return Discard(by=by)
    return EndTurn(by=by)


def balance(game: Any, state: Any) -> None:
    """Nothing is lost and nothing comes from nowhere."""
    setup = state.setup
    assert all(count >= 0 for count in state.spells)
    assert all(points >= 0 for points in state.points)
    assert all(mana >= 0 for mana in state.mana)
    assert all(hand is None or 0 <= hand <= setup.level.hand + 1 for hand in state.hands)
    report = game.report(state)
    assert report["out"] == [p for p in setup.players if state.mana and state.is_out(p)]
    if not setup.duel:
        assert not report["out"]
    if state.points:
        assert sum(state.points) <= 10 * sum(state.spells)
        assert sum(state.points) >= sum(state.spells)
    if state.collected:
        for side, members in enumerate(setup.sides):
            cast = sum(state.spells[setup.seat[member]] for member in members)
            assert cast <= sum(state.collected[side]) <= 4 * cast
    if state.timer:
        kept = state.timer.kept
        assert list(kept) == sorted(set(kept))
        assert len(kept) <= state.timer.cards <= 9
    if state.turn is not None:
        assert report["turn"] in setup.players
        assert not (state.setup.duel and len(state.sides_in()) < 2)
    scores = game.scores(state)
    teams = game.team_scores(state)
    if teams is not None:
        for members, score in zip(setup.sides, teams, strict=True):
            assert all(scores[member] == score for member in members)


def _any_card(pick: Pick, first: bool) -> Card:
    fields: dict[str, Any] = {}
    if first or pick(range(4)) == 0:
        fields["position"] = pick(range(1, 10))
    if not first or pick((True, False)):
        fields["resonance"] = pick(RESONANCES)
    if pick(range(9)) == 0:
        fields["sorcerer"] = True
    kind = pick(("move", "move", "move", "modifier", "word", *(("none",) if first else ())))
    if kind == "move":
        fields["move"] = pick(pick((SIMPLE, ALL_MOVES, ("swirl",))))
        if pick((True, True, False)):
            fields["mana"] = pick(range(100))
    elif kind == "modifier":
        fields["modifier"] = pick(("half", "rewind", "arrows"))
        if pick((True, True, False)):
            fields["mana"] = pick(range(-99, 100))
    elif kind == "word":
        fields["word"] = pick(WORDS)
        if pick((True, True, False)):
            fields["bonus_mana"] = pick(range(-99, 100))
    return Card(**fields)


def _any_cast(state: Any, pick: Pick) -> Cast:
    players = state.setup.players
    cast = None
    by = pick((*players, state.turn or players[0]))
    if state.turn and pick((True, False)):
        cast = _legal_spell(state, state.turn, pick)
    if cast is not None:
        cards = list(cast.cards)
        if pick((True, False)):
            at = pick(range(len(cards)))
            cards[at] = _any_card(pick, at == 0)
        else:
            del cards[pick(range(1, len(cards)))]
    else:
        cards = [_any_card(pick, i == 0) for i in range(pick(range(10)))]
    fields: dict[str, Any] = {}
    if pick((True, False)):
        fields["end"] = pick(range(1, 10))
    if pick(range(4)) == 0:
        fields["word"] = pick(("kazaam", "zing"))
    if pick((True, False)) and state.setup.duel:
        fields["drain"] = pick(players)
    if pick(range(3)) == 0 and state.setup.duel:
        fields["replenish"] = pick(players)
    if pick(range(3)) == 0:
        fields["collect"] = tuple(pick(range(1, 10)) for _ in range(pick(range(4))))
    return Cast(by=by, cards=tuple(cards), **fields)


def _any_position(state: Any, pick: Pick) -> SetPosition:
    players = state.setup.players
    kinds: dict[str, Callable[[], Any]] = {
        "turn": lambda: pick(players),
        "scores": lambda: {pick(players): pick(range(50))},
        "mana": lambda: {player: pick((0, 0, 1, 40)) for player in players if pick((True, False))},
        "collected": lambda: {pick(players): tuple(pick(range(1, 10)) for _ in range(9))},
        "spells": lambda: {pick(players): pick(range(9))},
        "hands": lambda: {player: pick(range(9)) for player in players if pick((True, False))},
        "round": lambda: pick(range(1, 20)),
        "cast": lambda: pick((True, False)),
        "took": lambda: pick((True, False)),
        "deck_ends": lambda: pick(range(3)),
        "timer": lambda: TimerCards(
            cards=pick(range(12)), kept=tuple(pick(range(1, 10)) for _ in range(pick(range(10))))
        ),
    }
    return SetPosition(**{name: make() for name, make in kinds.items() if pick((True, False))})


def mutants(game: Any, state: Any, pick: Pick) -> Any:
    """An event that may well be illegal."""
    players = state.setup.players
    by = pick((*players, state.turn or players[0]))
    make: tuple[Callable[[], Any], ...] = (
        lambda: _any_cast(state, pick),
        lambda: _any_cast(state, pick),
        lambda: _any_cast(state, pick),
        lambda: Take(by=by, source="deck"),
        lambda: Discard(by=by),
        lambda: EndTurn(by=by),
        lambda: DeckEnd(team=by) if pick((True, False)) else DeckEnd(),
        lambda: TimerReveal(revealed=tuple(pick(range(1, 10)) for _ in range(pick(range(11))))),
        lambda: _any_position(state, pick),
    )
    return pick(make)()


def position_of(report: dict[str, Any]) -> dict[str, Any] | None:
    """The position that a report tells, None once the game is over."""
    state = report["state"]
    if state["turn"] is None:
        return None
    told = ("turn", "round", "spells", "mana", "collected", "deck_ends", "timer")
    fields = {name: state[name] for name in told if name in state}
    hands = {who: n for who, n in state.get("hands", {}).items() if n is not None}
    return fields | {"scores": state.get("points", {}), "hands": hands}


def is_told(state: Any) -> bool:
    """Whether a turn is about to begin, and nobody is out in a team whose others play on: who of
    it is next is not told. How often a position was collected is told where once is enough."""
    setup = state.setup
    begun = state.cast or state.took or state.discarded
    passed_over = setup.team_battle and any(map(state.is_out, setup.players))
    is_out = passed_over or state.is_out(state.turn)
    return not begun and not is_out and setup.options.collect == 1


def may_differ(event: Any, ruling: Any) -> bool:
    """All that bears on a ruling is told."""
    return False
