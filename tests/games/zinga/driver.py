"""How Zinga-Zinga is played at random, for the laws that all games obey."""

from __future__ import annotations

from referee.games.zinga.actions import (
    Ask,
    Bonus,
    Draw,
    EndRound,
    Lots,
    Pass,
    Place,
    Position,
    StartRound,
    ZingaCell,
)
from referee.games.zinga.board import NOTHING, after_of, before_of, count, tiles_of
from referee.games.zinga.fitting import spaces_for
from referee.games.zinga.tiles import COLOURS, KINDS, TILES, VALUE

SETUPS = [
    (["Ann", "Bo"], {}),
    (["Ann", "Bo", "Cy"], {"layout": "row", "target": 30, "readings": {"lots_tie": "any"}}),
    (
        ["Ann", "Bo", "Cy", "Di"],
        {"readings": {"open_later": "bridge", "facing_double": "match", "name_open": "no"}},
    ),
    (
        ["Ann", "Bo", "Cy", "Di", "Ed"],
        {"layout": "none", "readings": {"target_at": "at-once"}, "bonus": 40},
    ),
    ([f"P{i}" for i in range(8)], {"target": 100, "readings": {"open_later": "no"}}),
]

LONGEST = 4000
"""Far more rounds than it takes anyone to reach the target."""


def free_tiles(state):
    """The tiles that are neither on the board nor known to be in a hand, in order."""
    gone = {tile for tiles in state.known.values() for tile in tiles} | set(tiles_of(state.board))
    return [tile for tile in TILES if tile not in gone]


def may_hold(state, by):
    """The tiles that `by` holds or may hold."""
    known = list(state.known.get(by, ()))
    hand = state.hands[by]
    return known if hand == len(known) else known + free_tiles(state)


def next_event(game, state, pick):
    """A legal event, as people play: rounds on the board, now and then one that is only counted."""
    if not state.in_round:
        return _between_rounds(game, state, pick)
    if state.out is not None:
        return EndRound(hands=_hands(state, pick), **_winner(state, pick))
    if pick(range(40)) == 0:
        tiles = tuple(pick(list(TILES)) for _ in range(3))
        ask = Ask(question="playable", tiles=tiles)
        return pick([ask, Ask(question="completable", circle=pick(COLOURS))])
    by = state.turn
    opening = by not in state.opened
    known = state.known.get(by, ())
    must = [t for t in known if spaces_for(state, t, opening)]
    fitting = must or [t for t in may_hold(state, by) if spaces_for(state, t, opening)]
    if fitting and (must or state.bag == 0 or pick(range(4))):
        return _place(game, state, by, pick(fitting), opening, pick)
    if state.bag:
        return _draw(state, by, opening, pick)
    if any(spaces_for(state, t, o) for who in state.hands for t in may_hold(state, who)
           for o in {False, who not in state.opened}):  # fmt: skip
        return Pass(by=by)
    hands = _hands(state, pick)
    worth = {who: sum(VALUE[tile] for tile in tiles) for who, tiles in hands.items()}
    lowest = [who for who in hands if worth[who] == min(worth.values())]
    named = {"winner": pick(lowest)} if len(lowest) > 1 else {}
    return EndRound(hands=hands, blocked=True, **named)


def _between_rounds(game, state, pick):
    if state.round == 0 and state.starter is None and pick([True, False]):
        draws = {who: pick(list(TILES)) for who in state.players}
        lots = Lots(draws=draws)
        if game.judge(state, lots).verdict == "legal":
            return lots
    if pick(range(5)) == 0 or state.closed:
        left = [c for c in COLOURS if c not in dict(state.closed)]
        if left and pick([True, False]):
            return Bonus(to=pick(state.players), circle=pick(left))
        winner = pick(state.players)
        points = {who: pick(range(25)) for who in state.players if who != winner}
        return EndRound(winner=winner, points=points)
    return StartRound(first=state.starter or pick(state.players))


def _place(game, state, by, tile, opening, pick):
    at = pick(spaces_for(state, tile, opening))
    place = Place(by=by, tile=tile, at=at)
    if game.judge(state, place).verdict == "legal" and pick([True, False]):
        return place
    ends = [(a, b) for a in (None, 0, 1, 2, 3, 4) for b in (None, 0, 1, 2, 3, 4)]
    told = [Place(by=by, tile=tile, at=at, ends=pair) for pair in ends]
    return pick([event for event in told if game.judge(state, event).verdict == "legal"])


def _draw(state, by, opening, pick):
    if pick([True, False]):
        return Draw(by=by)
    drawn = []
    for _ in range(pick(range(1, 4))):
        left = [tile for tile in free_tiles(state) if tile not in drawn]
        if not left or len(drawn) == state.bag:
            break
        drawn.append(pick(left))
        if spaces_for(state, drawn[-1], opening):
            break
    return Draw(by=by, tiles=tuple(drawn)) if drawn else Draw(by=by)


def _hands(state, pick):
    left = free_tiles(state)
    hands = {}
    for who, held in state.hands.items():
        tiles = list(state.known.get(who, ()))
        while len(tiles) < held:
            tiles.append(pick(left))
            left.remove(tiles[-1])
        hands[who] = tuple(tiles)
    return hands


def _winner(state, pick):
    return pick([{}, {"winner": state.out}])


def balance(game, state):
    """No tile is twice; what lies, is held and is in the bag makes 64; what touches matches."""
    placed = list(tiles_of(state.board))
    known = [tile for tiles in state.known.values() for tile in tiles]
    assert len(set(placed + known)) == len(placed) + len(known)
    for who, tiles in state.known.items():
        assert tiles
        assert len(tiles) <= state.hands[who]
    if not state.in_round:
        assert not placed
        assert not state.hands
        return
    assert count(state.board) + sum(state.hands.values()) + state.bag == len(TILES)
    for circle in state.board:
        for at, cell in enumerate(circle):
            if cell is not None:
                assert before_of(circle, at) in (NOTHING, cell.first)
                assert after_of(circle, at) in (NOTHING, cell.last)
    assert [who for who, held in state.hands.items() if held == 0] in ([], [state.out])


def mutants(game, state, pick):
    """An event that may well be illegal."""
    players = state.players
    who = pick(players)
    tile = pick(list(TILES))
    numbers = (None, 0, 1, 2, 3, 4)
    kind = pick(["place", "place", "place", "draw", "draw", "pass", "end", "end", "rest"])
    if kind == "place":
        ends = {"ends": (pick(numbers), pick(numbers))} if pick([True, False]) else {}
        if pick(range(6)) == 0:
            ends["circle"] = pick(COLOURS)
        return Place(by=pick([who, state.turn or who]), tile=tile, at=pick(range(16)), **ends)
    if kind == "draw":
        how = [{}, {"count": pick([1, 2, 70])}, {"tiles": (tile, pick(list(TILES)))}]
        return Draw(by=pick([who, state.turn or who]), **pick(how))
    if kind == "pass":
        return Pass(by=who)
    if kind == "end":
        hands = {p: tuple(pick(list(TILES)) for _ in range(pick(range(3)))) for p in players}
        points = {p: pick(range(20)) for p in players}
        named = pick([{}, {"winner": who}])
        kept = {p: hands[p] for p in players if pick([True, False])}
        told = {p: points[p] for p in players if pick([True, False])}
        return EndRound(hands=kept, points=told, blocked=pick([True, False]), **named)
    return pick(
        [
            Lots(draws={p: pick(list(TILES)) for p in players}),
            StartRound(first=who),
            Bonus(to=who, circle=pick(COLOURS)),
            Ask(question="playable", tiles=(tile,)),
            Ask(question="completable", circle=pick(COLOURS)),
            random_position(players, pick),
        ]
    )


def random_position(players, pick):
    """A position with any of its fields left out, and a board that may break the rules."""
    board = {}
    for colour in COLOURS:
        cells = {}
        for at in range(16):
            if pick(range(4)) == 0:
                kind = pick(KINDS)
                if kind == "Z":
                    cell = ZingaCell((pick((None, 1, 2)), pick((None, 1, 2))))
                else:
                    cell = pick([(int(kind[0]), int(kind[2])), (int(kind[2]), int(kind[0]))])
                cells[str(at)] = cell
        board[colour] = cells
    fields = {
        "board": board,
        "hands": {p: pick(range(6)) for p in players if pick([True, False])},
        "bag": pick([0, 1, 30]),
        "turn": pick(players),
        "opened": pick([True, tuple(p for p in players if pick([True, False]))]),
        "scores": {p: pick(range(80)) for p in players if pick([True, False])},
    }
    return Position(**{name: value for name, value in fields.items() if pick([True, False])})


def position_of(report):
    """The position that a report tells, None between rounds."""
    state = report["state"]
    if not state["in_round"]:
        return None
    fields = {name: state[name] for name in ("board", "bag", "turn") if state[name] is not None}
    hands = {who: n for who, n in state["hands"].items() if n is not None}
    return fields | {"hands": hands, "opened": state["opened"], "scores": report["scores"]}


def is_told(state):
    """Whether no drawn tile was named: which these are is told to nobody."""
    return not state.known


def may_differ(event, ruling):
    """A position does not say which round it is, and lots are drawn before the first."""
    return isinstance(event, Lots)
