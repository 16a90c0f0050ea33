"""Judging and applying: what happens in a round, and the way to every other event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import LEGAL, Message, Ruling, illegal, legal, plural, say, undecided
from referee.games.zinga import asking, position, scoring, secrets
from referee.games.zinga.board import EMPTY_BOARD, NOTHING, put, tiles_of
from referee.games.zinga.events import (
    Ask,
    Bonus,
    Draw,
    EndRound,
    Lots,
    Pass,
    Place,
    Position,
    StartRound,
)
from referee.games.zinga.rules import (
    Placing,
    Refusal,
    bridges,
    not_his_turn,
    placing,
    playable,
    readings_used,
    refusals,
    refuse,
)
from referee.games.zinga.state import State, most_in_bag, next_after
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    TILE_WORDS,
    TILES,
    VALUE,
    ZINGA,
    Colour,
)

HAND = 8
"""Tiles that everyone draws at the start of a round (zinga/2)."""


def judge(state: State, event: Any) -> Ruling:
    """The ruling on `event`, any of the game's, in `state`."""
    kind = type(event)
    if state.over and kind is not Ask and kind is not Position:
        return illegal("zinga/win", say("The game is over."), can_stand=False)
    return _JUDGE[kind](state, event)


def apply(state: State, event: Any) -> State:
    """The state after `event`, which is legal or stands and can be applied."""
    return _APPLY[type(event)](state, event)


# Lots (zinga/1)


def _judge_lots(state: State, event: Lots) -> Ruling:
    best = max(VALUE[tile] for tile in event.draws.values())
    highest = [who for who in state.agreed.players if VALUE[event.draws[who]] == best]
    broken = []
    if state.round or state.in_round:
        broken.append(Refusal(("zinga/1",), say("Lots are drawn before the first round.")))
    elif state.starter is not None:
        broken.append(
            Refusal(("zinga/1",), say("{starter} starts already.", starter=state.starter))
        )
    for who, tile in event.draws.items():
        other = next(one for one, drawn in event.draws.items() if drawn == tile)
        if other != who:
            reason = say(
                "There is one {tile}, so {one} and {other} cannot both have drawn it.",
                tile=TILE_WORDS[tile],
                one=other,
                other=who,
            )
            broken.append(Refusal(("zinga/tiles",), reason))
            break
    if len(highest) > 1:
        reason = say("{players} share the highest value: everyone draws again.", players=[*highest])
        return refuse([*broken, Refusal(("zinga/1",), reason)], can_stand=False, again=True)
    if broken:
        return refuse(broken, can_stand=False)
    starter = highest[0]
    return legal(
        "zinga/1",
        say(
            "{starter} drew the {tile}, the highest, and starts.",
            starter=starter,
            tile=TILE_WORDS[event.draws[starter]],
        ),
        starter=starter,
    )


def _apply_lots(state: State, event: Lots) -> State:
    starter = max(state.agreed.players, key=lambda who: VALUE[event.draws[who]])
    return replace(state, starter=starter, by_lots=True)


# Start of a round (zinga/2)


def _judge_start_round(state: State, event: StartRound) -> Ruling:
    if state.in_round:
        return illegal(
            ("zinga/2", "zinga/7"), say("A round is running: it has to be counted first.")
        )
    rules: tuple[str, ...] = ()
    if state.starter is not None:
        rules = ("zinga/1",) if state.by_lots else ("zinga/1", "zinga/7")
        if state.starter != event.first:
            if state.by_lots:
                reason = say("{starter} starts, having drawn the highest.", starter=state.starter)
            else:
                reason = say("{starter} starts, having won the last round.", starter=state.starter)
            return illegal(rules, reason)
    return legal(
        ("zinga/2", *rules),
        say("{first} starts, and everyone holds {n} tiles.", first=event.first, n=HAND),
    )


def _apply_start_round(state: State, event: StartRound) -> State:
    players = state.agreed.players
    return replace(
        state,
        round=state.round + 1,
        in_round=True,
        starter=None,
        by_lots=False,
        turn=event.first,
        bag=len(TILES) - HAND * len(players),
        hands=dict.fromkeys(players, HAND),
        known={},
        named=False,
        wrong={},
        board=EMPTY_BOARD,
        closed=(),
        opened=(),
        out=None,
        last=None,
    )


def _not_running(state: State) -> Ruling | None:
    """Refuses to place, draw or pass where no round runs (zinga/2) or it is over (zinga/7.A)."""
    if not state.in_round:
        return illegal("zinga/2", say("No round is running."), can_stand=False)
    if state.out is not None:
        return illegal(
            "zinga/7.A",
            say("{out} has no tiles left: the round is over.", out=state.out),
            can_stand=False,
        )
    return None


# Placing (zinga/3, zinga/4, zinga/6)


def _kept(work: Callable[[State, Place], Placing]) -> Callable[[State, Place], Placing]:
    """`work`, with its latest answer kept: what has been judged is mostly applied next."""
    latest: tuple[State, Place, Placing] | None = None

    def kept(state: State, event: Place) -> Placing:
        nonlocal latest
        found = latest
        if found is None or found[0] is not state or found[1] is not event:
            found = latest = (state, event, work(state, event))
        return found[2]

    return kept


@_kept
def _placing(state: State, event: Place) -> Placing:
    ends = None if event.ends is UNSET else event.ends
    return placing(state, event.by, event.tile, event.at, ends, event.by not in state.opened)


def _closes(p: Placing) -> bool:
    return p.circle.count(None) == 1


def _wins_at_once(state: State, by: str) -> bool:
    """Whether the points for a circle take `by` to the target before the round ends."""
    return state.scores[by] + state.agreed.bonus >= state.agreed.target


def _place_facts(p: Placing) -> dict[str, Any]:
    """What a placing comes to: how the tile lies, the circle it closes, who is next."""
    assert p.cell is not None
    state, closes = p.state, _closes(p)
    done = state.hands[p.by] == 1 or (
        closes and state.agreed.target_at == "at-once" and _wins_at_once(state, p.by)
    )
    return {
        "ends": [p.cell.first, p.cell.last],
        "closed": COLOURS[p.colour] if closes else None,
        "next": None if done else next_after(state, p.by),
    }


def _judge_place(state: State, event: Place) -> Ruling:
    stopped = _not_running(state)
    if stopped is not None:
        return stopped
    p = _placing(state, event)
    broken = refusals(p)
    if broken:
        ruling = refuse(broken, p.cell is not None)
        if event.stands and ruling.can_stand:
            return replace(ruling, effects=_consequences(p)[1], facts=_place_facts(p))
        return ruling
    if p.cell is None:
        return undecided(
            ("zinga/4.ii", "zinga/4.v"),
            say(
                "Beside the open Zinga the {tile} fits either way round: how it lies settles it.",
                tile=TILE_WORDS[p.tile],
            ),
            can_stand=False,
        )
    facts = _place_facts(p)
    rules, effects, readings = _consequences(p)
    return Ruling(LEGAL, (*_grounds(p), *rules), _how_it_fits(p), effects, readings, facts)


def _grounds(p: Placing) -> list[str]:
    """The clauses that a legal placing rests on."""
    rules = ["zinga/3" if p.opening else "zinga/4"]
    if p.before != NOTHING or p.after != NOTHING:
        rules.append("zinga/4.ii")
        if p.before != NOTHING and p.after != NOTHING:
            rules.append("zinga/4.iv")
    if p.square:
        rules.append("zinga/4.iii")
        if p.number is not None:
            rules.append("zinga/4.v")
            if bridges(p):
                rules.append("zinga/ex.2")
    if p.kind == ZINGA and "zinga/4.v" not in rules:
        rules.append("zinga/4.v")
    return rules


def _how_it_fits(p: Placing) -> Message:
    tile = TILE_WORDS[p.tile]
    if p.opening:
        return say("{by} opens with the {tile} on space {at}.", by=p.by, tile=tile, at=p.at)
    if p.before == p.after == NOTHING and not bridges(p):
        circle = CIRCLE_WORDS[COLOURS[p.colour]]
        return say("{by} starts the {circle} with the {tile}.", by=p.by, circle=circle, tile=tile)
    return say("The {tile} of {by} fits on space {at}.", by=p.by, tile=tile, at=p.at)


def _consequences(p: Placing) -> tuple[list[str], tuple[Message, ...], tuple[str, ...]]:
    """What follows a legal placing: clauses, sentences, and the readings it all rests on."""
    state, readings = p.state, readings_used(p)
    rules: list[str] = []
    effects: list[Message] = []
    if _closes(p):
        rules.append("zinga/6")
        effects.append(closing(state, p.by, COLOURS[p.colour]))
        if _wins_at_once(state, p.by):
            readings += ("target_at",)
            if state.agreed.target_at == "at-once":
                rules.append("zinga/win")
                effects.append(say("{by} has reached the target: the game is over.", by=p.by))
    if state.hands[p.by] == 1:
        rules.append("zinga/7.A")
        effects.append(say("{by} has no tiles left: the round is over.", by=p.by))
    return rules, tuple(effects), readings


def closing(state: State, who: str, circle: Colour) -> Message:
    """`who` scores for a closed circle (zinga/6)."""
    return plural(
        "{who} scores {n} point for closing the {circle}.",
        "{who} scores {n} points for closing the {circle}.",
        state.agreed.bonus,
        who=who,
        circle=CIRCLE_WORDS[circle],
    )


def _apply_place(state: State, event: Place) -> State:
    by = event.by
    p = _placing(state, event)
    assert p.cell is not None
    circle = put(p.circle, p.at, p.cell)
    held = state.hands[by]
    done = held == 1
    state = secrets.after_placing(state, by, event.tile, None if held is None else held - 1)
    after = replace(
        state,
        turn=None if done else next_after(state, by),
        hands=state.hands if held is None else {**state.hands, by: held - 1},
        board=(*state.board[: p.colour], circle, *state.board[p.colour + 1 :]),
        opened=_with_opened(state, by),
        out=by if done else None,
        last=(p.colour, p.at),
    )
    return _score_circle(after, by, COLOURS[p.colour]) if _closes(p) else after


def _with_opened(state: State, player: str) -> tuple[str, ...]:
    if player in state.opened:
        return state.opened
    return tuple(who for who in state.agreed.players if who == player or who in state.opened)


def _score_circle(state: State, who: str, circle: Colour) -> State:
    over = state.agreed.target_at == "at-once" and _wins_at_once(state, who)
    return replace(
        state,
        scores={**state.scores, who: state.scores[who] + state.agreed.bonus},
        closed=(*state.closed, (circle, who)),
        over=over,
        turn=None if over else state.turn,
    )


# Drawing and passing (zinga/5, zinga/play)


def drawn(event: Draw) -> int:
    """How many tiles the event draws."""
    if event.tiles is not UNSET:
        return len(event.tiles)
    return 1 if event.count is UNSET else event.count


def _judge_draw(state: State, event: Draw) -> Ruling:
    stopped = _not_running(state)
    if stopped is not None:
        return stopped
    by, n = event.by, drawn(event)
    tiles = () if event.tiles is UNSET else event.tiles
    broken = _not_on_turn(state, by)
    most = most_in_bag(state)
    if n > most:
        if most == 0:
            reason = say("The bag is empty.")
        elif state.bag is None:
            reason = plural(
                "The bag cannot hold more than {n} tile.",
                "The bag cannot hold more than {n} tiles.",
                most,
            )
        else:
            reason = plural(
                "There is only {n} tile in the bag.", "There are only {n} tiles in the bag.", most
            )
        broken.append(Refusal(("zinga/5", "zinga/play", "zinga/tiles"), reason, can_stand=False))
    if tiles:
        broken += _not_in_bag(state, by, tiles)
    facts = _must_place(state, by, tiles[:-1], broken)
    if broken:
        return refuse(broken, **facts)
    rules = ("zinga/5",) if by in state.opened else ("zinga/5", "zinga/3")
    return legal(rules, plural("{by} draws {n} tile.", "{by} draws {n} tiles.", n, by=by))


def _not_on_turn(state: State, by: str) -> list[Refusal]:
    if state.turn is None or state.turn == by:
        return []
    return [not_his_turn(state.turn, by, ("zinga/4", "zinga/5", "zinga/play"))]


def _not_in_bag(state: State, by: str, tiles: tuple[str, ...]) -> list[Refusal]:
    """Refuses drawn tiles that lie on the board, are in a hand, or are drawn twice."""
    broken = []
    elsewhere = {tile for held in state.known.values() for tile in held}
    elsewhere.update(tiles_of(state.board))
    seen: set[str] = set()
    for tile in tiles:
        if tile in elsewhere:
            reason = secrets.not_in_bag(by, tile)
        elif tile in seen:
            reason = secrets.drawn_twice(by, tile)
        else:
            seen.add(tile)
            continue
        broken.append(Refusal(("zinga/tiles",), reason, can_stand=False))
    return broken


def _must_place(
    state: State, by: str, drew: tuple[str, ...], broken: list[Refusal]
) -> dict[str, Any]:
    """Adds to `broken` that `by` is known to hold, or `drew` before drawing on, a tile that fits
    (zinga/5); the facts that show it."""
    held = state.known.get(by, ())
    if not held and not drew:
        return {}
    fitting = playable(state, by, (*held, *drew), by not in state.opened)
    if not fitting:
        return {}
    tile, at = fitting[0]["tile"], fitting[0]["at"]
    reason = (secrets.still_fits if tile in held else secrets.drew_on)(by, tile, at)
    broken.append(Refusal(("zinga/5",), reason))
    return {"playable": fitting}


def _after_waiting(state: State, by: str) -> State:
    """`state` with `by` drawing or passing, whatever he is said to hold."""
    held = state.known.get(by, ())
    if not held:
        return state
    fitting = playable(state, by, held, by not in state.opened)
    return secrets.after_waiting(state, by, [one["tile"] for one in fitting])


def _apply_draw(state: State, event: Draw) -> State:
    by, n = event.by, drawn(event)
    held = state.hands[by]
    state = _after_waiting(state, by)
    known = state.known
    if event.tiles is not UNSET:
        # A phone that took the seat over may name again what the one before it named.
        tiles = dict.fromkeys((*known.get(by, ()), *event.tiles))
        known = {**known, by: tuple(tiles)}
    return replace(
        state,
        turn=by if state.turn is None else state.turn,
        bag=None if state.bag is None else state.bag - n,
        hands=state.hands if held is None else {**state.hands, by: held + n},
        known=known,
        named=state.named or event.tiles is not UNSET,
    )


def _judge_pass(state: State, event: Pass) -> Ruling:
    stopped = _not_running(state)
    if stopped is not None:
        return stopped
    by = event.by
    broken = _not_on_turn(state, by)
    facts = _must_place(state, by, (), broken)
    if state.bag:
        reason = plural(
            "There is still {n} tile in the bag, so {by} draws.",
            "There are still {n} tiles in the bag, so {by} draws.",
            state.bag,
            by=by,
        )
        broken.append(Refusal(("zinga/play", "zinga/5"), reason))
    if broken:
        return refuse(broken, **facts)
    if most_in_bag(state):
        return undecided(
            ("zinga/play", "zinga/5"),
            say(
                "{by} can pass only when the bag is empty: how many tiles it holds settles it.",
                by=by,
            ),
        )
    return legal(("zinga/play", "zinga/5"), say("The bag is empty, so {by} can pass.", by=by))


def _apply_pass(state: State, event: Pass) -> State:
    state = _after_waiting(state, event.by)
    return replace(state, turn=next_after(state, event.by), opened=_with_opened(state, event.by))


# A circle closed on a board that is not tracked (zinga/6)


def _judge_bonus(state: State, event: Bonus) -> Ruling:
    circle = CIRCLE_WORDS[event.circle]
    if state.in_round:
        return illegal(
            "zinga/6",
            say(
                "The board is tracked: the {circle} scores by itself when it closes.", circle=circle
            ),
        )
    closed = dict(state.closed)
    if event.circle in closed:
        return illegal(
            "zinga/6",
            say(
                "The {circle} is closed already in this round, by {who}.",
                circle=circle,
                who=closed[event.circle],
            ),
        )
    rules: tuple[str, ...] = ("zinga/6",)
    readings: tuple[str, ...] = ()
    if _wins_at_once(state, event.to):
        readings = ("target_at",)
        if state.agreed.target_at == "at-once":
            rules = ("zinga/6", "zinga/win")
    return legal(rules, closing(state, event.to, event.circle), readings=readings)


def _apply_bonus(state: State, event: Bonus) -> State:
    return _score_circle(state, event.to, event.circle)


_JUDGE: dict[type, Callable[[State, Any], Ruling]] = {
    Lots: _judge_lots,
    StartRound: _judge_start_round,
    Place: _judge_place,
    Draw: _judge_draw,
    Pass: _judge_pass,
    EndRound: scoring.judge_end_round,
    Bonus: _judge_bonus,
    Ask: asking.judge_ask,
    Position: position.judge_position,
}
_APPLY: dict[type, Callable[[State, Any], State]] = {
    Lots: _apply_lots,
    StartRound: _apply_start_round,
    Place: _apply_place,
    Draw: _apply_draw,
    Pass: _apply_pass,
    EndRound: scoring.apply_end_round,
    Bonus: _apply_bonus,
    Position: position.apply_position,
}
