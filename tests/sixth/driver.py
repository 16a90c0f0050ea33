"""How Farkle is played at random, for the laws that all games obey."""

from __future__ import annotations

from referee.games.farkle.actions import EndTurn, Position, SetAside
from referee.games.farkle.state import score

SETUPS = [(["Ann", "Bo"], {"target": 1000}), (["Ann", "Bo", "Cy"], {"target": 3000})]
LONGEST = 600


def next_event(game, state, pick):
    """A roll, of which what scores is set aside, or nothing does; now and then the points kept."""
    if state.points >= 300 and pick(range(2)):
        return EndTurn(by=state.turn)
    rolled = [str(pick(range(1, 7))) for _ in range(state.left)]
    dice = {pips: rolled.count(pips) for pips in rolled}
    idle = score(dice)[1]
    kept = {pips: n for pips, n in dice.items() if int(pips) not in idle}
    return SetAside(by=state.turn, dice=kept) if kept else EndTurn(by=state.turn, farkle=True)


def balance(game, state):
    """Totals are whole fifties, and dice are left."""
    assert all(total % 50 == 0 for total in state.totals.values())
    assert 1 <= state.left <= 6


def mutants(game, state, pick):
    """Any event, mostly nonsense."""
    by = pick(state.players)
    kind = pick(["aside", "aside", "end", "position"])
    if kind == "aside":
        return SetAside(by=by, dice={str(pick(range(1, 7))): pick(range(7)) for _ in range(2)})
    if kind == "end":
        return EndTurn(by=by, farkle=pick([True, False]))
    totals = {who: 50 * pick(range(90)) for who in state.players if pick(range(6))}
    return Position(totals=totals, turn=by, points=50 * pick(range(9)), left=pick(range(1, 7)))
