"""The verdict on each kind of event, and the state after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET

from referee.core import LEGAL, Message, Ruling, illegal, legal, plural, say, undecided
from referee.games.zingazam.events import EndGame, Play, Position, ScoreGame, StartGame
from referee.games.zingazam.rules import (
    END,
    ONE_BEATS_EIGHT,
    PLAY,
    ROUND,
    SERIES,
    SETUP,
    TIE,
    Ending,
    Outcome,
    can_lay,
    champions,
    counted,
    dealt,
    lay,
    lowest,
    may_end,
    may_play,
    over,
    pile_faults,
    position_faults,
    put_right,
    score_faults,
    scored,
    starter,
    wanted,
)
from referee.games.zingazam.spells import (
    CLAUSE,
    COMPANION,
    DARKNESS,
    FAQ,
    FREEZE,
    GIFT,
    HURRICANE,
    MIRROR,
    PUPPETEER,
    Refusal,
    Spell,
)
from referee.games.zingazam.state import Result, State, Taken


def judge(state: State, event: Any) -> Ruling:
    """The ruling on `event` in `state`."""
    if isinstance(event, Play):
        return _judge_play(state, event)
    if isinstance(event, Position):
        return _judge_position(state, event)
    if state.over:
        return _never(END, _all_over(state))
    if isinstance(event, StartGame):
        return _judge_start(state, event)
    if isinstance(event, EndGame):
        return _judge_end(state, event)
    assert isinstance(event, ScoreGame)
    return _judge_score(state, event)


def apply(state: State, event: Any) -> State:
    """The state after `event`, which is legal or can stand."""
    if isinstance(event, Play):
        return lay(state, event).state
    if isinstance(event, StartGame):
        first = event.first
        return dealt(state, starter(state) if first is UNSET else state.agreed.players.index(first))
    if isinstance(event, EndGame):
        return over(state, counted(state, event.piles))
    if isinstance(event, ScoreGame):
        return over(state, scored(state, event))
    assert isinstance(event, Position)
    return put_right(state, event)


def _never(clauses: str | tuple[str, ...], reason: Message) -> Ruling:
    """Illegal, and nothing there to which it could be applied."""
    return illegal(clauses, reason, can_stand=False)


def _all_over(state: State) -> Message:
    return plural("The game is over.", "All {n} games are over.", state.agreed.games)


def _refused(found: Iterable[Refusal]) -> tuple[tuple[str, ...], Message]:
    """Every clause that forbids, each once, and the first one's reason."""
    refusals = list(found)
    clauses = dict.fromkeys(clause for each, _ in refusals for clause in each)
    return tuple(clauses), refusals[0][1]


# start_game


def _judge_start(state: State, event: StartGame) -> Ruling:
    players = state.agreed.players
    if state.running:
        return _never(SETUP, say("Game {n} is not over yet.", n=state.game))
    first = players[starter(state)]
    if not state.game:
        clauses: tuple[str, ...] = (SETUP,)
        reason = say("{who} is the oldest and starts.", who=first)
        effects = [say("Each player turns one card.")]
    else:
        clauses = (SERIES, SETUP)
        reason = say("{who} has the highest total and starts.", who=first)
        if state.totals.count(max(state.totals)) > 1:
            reason = say("{who} starts: the oldest of those who lead.", who=first)
        low = [players[seat] for seat in lowest(state)]
        effects = [
            say("Each player turns one card."),
            plural("{who} turns a second one.", "{who} turn a second one.", len(low), who=[*low]),
        ]
    if event.first is not UNSET and event.first != first:
        return illegal(clauses[0], reason)
    return legal(clauses, reason, tuple(effects))


# play


def _judge_play(state: State, play: Play) -> Ruling:
    if not state.running:
        if state.over:
            return _never(END, _all_over(state))
        return _never(SETUP, say("No game is running yet."))
    if state.waits:
        return _never(END, say("This game is played out: the piles decide."))
    by = state.agreed.players.index(play.by)
    found = may_play(state, play, by)
    if not can_lay(state, by):
        return _never(*_refused(found))
    outcome = lay(state, play)
    spell = outcome.spell
    found += spell.refused
    if not found and not spell.missing:
        clauses = _CLAUSES[play.card, spell.copies]
        if outcome.taken is not None:
            clauses += _end_clauses(outcome)
        return Ruling(
            LEGAL,
            clauses,
            _lays(play.by, play.card, play.cat),
            _effects(state, play, outcome),
            spell.readings,
            _facts(state, outcome),
        )
    effects: tuple[Message, ...] = ()
    facts: dict[str, Any] = {}
    if play.stands:
        effects, facts = _effects(state, play, outcome), _facts(state, outcome)
    if found:
        clauses, reason = _refused(found)
        return illegal(clauses, reason, effects, spell.readings, _allowed(state, found), **facts)
    clauses = (CLAUSE[spell.missing], FAQ)
    return undecided(clauses, _question(play, spell), effects, spell.readings, **facts)


_CLAUSES = {
    (card, copied): (PLAY, CLAUSE[card], *([CLAUSE[copied]] if copied else []))
    for card in range(1, 9)
    for copied in range(9)
}


def _end_clauses(outcome: Outcome) -> tuple[str, ...]:
    assert outcome.taken is not None
    clauses: tuple[str, ...] = (ROUND,)
    if outcome.taken.because == "one-beats-eight":
        clauses = (ROUND, ONE_BEATS_EIGHT)
    if outcome.ending is not None:
        clauses += _result_clauses(outcome.state, outcome.ending.points)
    return clauses


def _result_clauses(after: State, points: Sequence[int | None]) -> tuple[str, ...]:
    """What the result of a game rests on; `points` None unknown."""
    clauses: tuple[str, ...] = (END,)
    if None in points or points.count(max(points)) > 1:  # type: ignore[type-var]
        clauses += (TIE,)
    if after.over and after.agreed.games > 1:
        clauses += (SERIES,)
    return clauses


def _allowed(state: State, found: list[Refusal]) -> Message | None:
    """Whose turn it really is, where that was the fault."""
    if state.turn is None or found[0][0][0] not in (PLAY, CLAUSE[FREEZE]):
        return None
    return say("{who} plays next.", who=state.agreed.players[state.turn])


def _question(play: Play, spell: Spell) -> Message:
    """What has to be known for the spell."""
    if spell.missing == MIRROR:
        return say("Which spell does {by} copy?", by=play.by)
    if spell.missing == DARKNESS:
        return say("From whom does {by} steal a card?", by=play.by)
    return say("To whom does {by} give a card?", by=play.by)


def _facts(state: State, outcome: Outcome) -> dict[str, Any]:
    """What the referee worked out, with the keys of the page."""
    players, taken, ending = state.agreed.players, outcome.taken, outcome.ending
    works = outcome.spell.works != 0
    if taken is None:
        turn = outcome.state.turn
        assert turn is not None
        return {"effect": works, "next": players[turn]}
    facts: dict[str, Any] = {
        "effect": works,
        "next": None,
        "winner": players[taken.winner],
        "taken": len(taken.cards),
        "because": taken.because,
    }
    if ending is not None:
        facts["points"] = dict(zip(players, ending.points, strict=True))
        who = [players[seat] for seat in ending.left]
        facts["game_winners" if ending.settled else "tied"] = who
    return facts


def _effects(state: State, play: Play, outcome: Outcome) -> tuple[Message, ...]:
    """What happens, in sentences: the spell, the round, the game."""
    players, spell, taken = state.agreed.players, outcome.spell, outcome.taken
    effects: tuple[Message, ...] = ()
    if spell.copies:
        effects = (_copies(play.by, spell.copies),)
    if spell.works:
        assert spell.at is not None
        effects += (_does(spell.works, play.by, players[spell.at]),)
    if taken is None:
        return effects
    effects += (takes(players[taken.winner], taken),)
    if outcome.ending is not None:
        effects += _end(state, outcome.state, outcome.ending)
    return effects


@lru_cache(1024)
def _lays(by: str, number: int, cat: bool) -> Message:
    if cat:
        return say("{by} plays a cat with a {n}.", by=by, n=number)
    return say("{by} plays a {n}.", by=by, n=number)


@lru_cache(1024)
def _copies(by: str, number: int) -> Message:
    return say("{by} copies the {n}.", by=by, n=number)


@lru_cache(1024)
def _does(number: int, by: str, who: str) -> Message:
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


def takes(winner: str, taken: Taken) -> Message:
    """Who takes the round and why, for a six-year-old."""
    best = next(card.number for card in taken.cards if card.by == taken.winner)
    return _takes(winner, taken.because, best)


@lru_cache(1024)
def _takes(winner: str, because: str, number: int) -> Message:
    if because == "one-beats-eight":
        return say("{who} takes the cards: 1 beats 8.", who=winner)
    if because == "highest":
        return say("{who} takes the cards: {n} is the highest.", who=winner, n=number)
    return say("{who} takes the cards: the last {n} wins.", who=winner, n=number)


def _end(state: State, after: State, ending: Ending) -> tuple[Message, ...]:
    players = state.agreed.players
    who = [players[seat] for seat in ending.left]
    if not ending.settled:
        return (plural("Count {who}'s pile.", "Count the piles of {who}.", len(who), who=[*who]),)
    return _won(after, who)


def _won(after: State, who: list[str]) -> tuple[Message, ...]:
    """Who has won the game, and the series if it is over."""
    said = plural("{who} wins the game.", "{who} share the victory.", len(who), who=[*who])
    if not after.over or after.agreed.games == 1:
        return (said,)
    best = [after.agreed.players[seat] for seat in champions(after)]
    return (
        said,
        plural(
            "{who} is the Wizarding Champion.",
            "{who} are the Wizarding Champions.",
            len(best),
            who=[*best],
        ),
    )


# end_game


def _judge_end(state: State, event: EndGame) -> Ruling:
    if not state.running:
        return _never(END, say("No game waits for its piles."))
    players = state.agreed.players
    # A game that is broken off needs all piles: whose would do tells who leads.
    needed = wanted(state) if may_end(state) else range(len(players))
    missing = [players[seat] for seat in needed if players[seat] not in event.piles]
    faults = list(pile_faults(state, event.piles))
    reason = None
    if not may_end(state):
        reason = say("This game is not played out yet.")
    elif faults and state.waits:
        reason = faults[0]
    elif faults:
        # Before a game waits for its piles, nobody may learn what lies in them.
        reason = say("These are not the piles that lie there.")
    if reason is None and missing:
        return undecided((END, TIE), _not_counted(state, missing), can_stand=False)
    clauses: tuple[str, ...] = (END,)
    facts: dict[str, Any] = {}
    effects: tuple[Message, ...] = ()
    if not missing and (reason is None or event.stands):
        after = over(state, counted(state, event.piles))
        result = after.past[-1]
        clauses = _result_clauses(after, result.points)
        facts = _result_facts(state, result)
        effects = _won(after, facts["game_winners"])
    if reason is not None:
        return illegal(END, reason, effects, can_stand=not missing, **facts)
    return legal(clauses, say("The piles are counted."), effects, **facts)


def _not_counted(state: State, missing: list[str]) -> Message:
    """Whose piles are missing; who leads is not told before the game waits for its piles."""
    if not state.waits:
        return say("Not all the piles that decide are counted.")
    return plural(
        "{who}'s pile is not counted yet.",
        "The piles of {who} are not counted yet.",
        len(missing),
        who=[*missing],
    )


def _names(state: State, seats: Iterable[int]) -> list[str]:
    return [state.agreed.players[seat] for seat in seats]


def _result_facts(state: State, result: Result) -> dict[str, Any]:
    return {
        "points": dict(zip(state.agreed.players, result.points, strict=True)),
        "game_winners": _names(state, result.winners),
    }


# score_game


def _judge_score(state: State, event: ScoreGame) -> Ruling:
    players = state.agreed.players
    missing = [who for who in players if who not in event.counts]
    found: list[Refusal] = list(score_faults(state, event))
    if state.running:
        found.insert(0, ((END,), say("Game {n} is still running.", n=state.game)))
    facts: dict[str, Any] = {}
    effects: tuple[Message, ...] = ()
    clauses: tuple[str, ...] = (END,)
    if not missing and (event.stands or not found):
        after = over(state, scored(state, event))
        result = after.past[-1]
        who = _names(state, result.winners)
        facts = _result_facts(state, result)
        effects = _won(after, who)
        clauses = _result_clauses(after, result.points)
        if len(who) > 1:
            facts["tied"] = who
    if found:
        clauses, reason = _refused(found)
        return illegal(clauses, reason, effects, can_stand=not missing, **facts)
    if missing:
        return undecided(
            END,
            plural(
                "{who}'s cards are not counted yet.",
                "The cards of {who} are not counted yet.",
                len(missing),
                who=[*missing],
            ),
            can_stand=False,
        )
    return legal(clauses, say("Each card in a pile is a point."), effects, **facts)


# position


def _judge_position(state: State, event: Position) -> Ruling:
    fault = next(position_faults(state, event), None)
    if fault is not None:
        return _never(PLAY, fault)
    unknown = [who for who in state.agreed.players if who not in event.piles]
    effects: tuple[Message, ...] = ()
    if unknown:
        effects = (
            plural(
                "Nobody knows how high {who}'s pile is.",
                "Nobody knows how high the piles of {who} are.",
                len(unknown),
                who=[*unknown],
            ),
        )
    return legal("table/position", say("The table says what lies there."), effects)
