"""ZigZag played at random, for the laws that all games share."""

from __future__ import annotations

from msgspec import UNSET

from referee.games.zigzag.actions import (
    Block,
    Claim,
    CloseCall,
    DealtConstraint,
    Declare,
    Lead,
    OwnNumber,
    Position,
    Power,
    ScoreBox,
    SharedNumber,
    Shift,
    StartRound,
    Stop,
    Tick,
)
from referee.games.zigzag.actions.power.event import CARDS as POWERS
from referee.games.zigzag.cards import CHARACTERS, FEATURES, JOKER, MARK, MARKS, VALUES
from referee.games.zigzag.constraints import Constraint, Values
from referee.games.zigzag.state import BOXES, LEVELS

BOX = [
    [{"require": {"element": e}} for e in VALUES["element"]] * 3,
    [{"feature": f} for f in VALUES] * 4,
    [{"forbid": "colour"}, {"forbid": "accessory", "text": "nothing carried"}] * 6,
    [{"forbid_value": {"colour": c}} for c in VALUES["colour"]],
    [{"text": "only those that swim"}] * 12,
]
SETUPS = [
    (["Ann", "Bo", "Cy", "Di"], {}),
    (["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], {"boxes": {"zig": 2, "zig-zag": 0}}),
    (["Ann", "Bo", "Cy", "Di"], {"level": 2, "constraints": BOX}),
    (
        ["Ann", "Bo", "Cy", "Di"],
        {
            "level": 3,
            "constraints": BOX,
            "teams": [["Di", "Ann"], ["Bo", "Cy"]],
            "failed_blocks": None,
            "readings": {
                "self_declare": "yes",
                "shift_wrap": "wrap",
                "same_stop": "no",
                "numbers": "each",
            },
        },
    ),
    (
        ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"],
        {
            "level": 3,
            "constraints": BOX,
            "jokers": 6,
            "readings": {
                "block_test": "four",
                "block_change": "shown",
                "mistake_change": "shown",
                "stop_character": "element",
                "theft_until": "round",
            },
        },
    ),
]
LONGEST = 4000

KINDS = [
    *["lead"] * 4,
    *["stop", "theft", "swap", "cancel", "master", "ten-seconds", "watch"],
    *["dealt"] * 3,
    *["shift", "block", "score_box", "number", "line", "close_call"],
    *["declare"] * 3,
]
CALLS = (*BOXES, "double-zag")
STOPS = ("character", "accessory", "landscape")


def next_event(game, state, pick):
    """A legal event as people play it."""
    if state.now is None:
        number = pick(range(1, 13)) if state.options.level > 1 else UNSET
        return StartRound(number)
    for _ in range(20):
        event = _try(state, pick, pick(KINDS))
        if event is not None and game.judge(state, event).verdict == "legal":
            return event
    return Lead()


def _try(state, pick, kind):
    options, now = state.options, state.now
    by, on = pick(options.players), pick(options.players)
    if kind == "lead":
        return Lead()
    if kind == "stop":
        return Stop(by, on, pick(STOPS))
    if kind == "cancel":
        return Power(by, kind, what=pick(("stop", "theft", "watch", "swap")))
    if kind in POWERS:
        return Power(by, kind, on if POWERS[kind].is_aimed else UNSET)
    if kind == "dealt":
        if pick((True, False)):
            return DealtConstraint(by, constraint=_constraint(pick))
        return (
            DealtConstraint(by, card=pick(range(len(options.constraints))))
            if options.constraints
            else None
        )
    if kind == "number":
        return OwnNumber(by=by, number=pick(range(1, 13)))
    if kind == "line":
        return SharedNumber(number=pick(range(1, 13)))
    if kind == "close_call":
        what = [Claim(kind=pick(("declare", "block", "stop")), by=who) for who in (by, on)]
        return CloseCall(a=what[0], b=what[1])
    if kind == "shift":
        return Shift(by, pick((1, -1)))
    if kind == "block":
        team = options.teams[options.team[on]]
        size = 2 if options.readings["block_test"] == "pair" else 4
        shown = {p: pick(([], _some(pick, size))) for p in team if p not in now.thefts}
        return Block(by, on, {player: tuple(cards) for player, cards in shown.items()})
    team = options.team[by]
    level = pick(LEVELS[options.level])
    call = pick(BOXES)
    if kind == "score_box":
        return ScoreBox(by, call, level)
    return _declare(state, pick, by, pick((*(_open(state, team) or BOXES), "double-zag")))


def _open(state, team):
    return [
        box
        for i, box in enumerate(BOXES)
        if any(
            state.ticked[team][(level - 1) * 4 + i] < state.options.boxes[i]
            for level in LEVELS[state.options.level]
        )
    ]


def _declare(state, pick, by, call):
    partner = state.options.partner[by]
    who = (partner,) if call in ("zig", "zag") else (by, partner)
    need = {"zig": (1,), "zag": (2,), "double-zig": (1, 1), "zig-zag": (1, 2), "double-zag": (2, 2)}
    hands, used = {}, set()
    for player, count in zip(who, need[call], strict=True):
        hands[player] = _hand(pick, count, used)
        used |= set(hands[player])
    tick = pick((*BOXES, UNSET)) if call == "double-zag" else UNSET
    level = pick((1, 2, UNSET)) if state.options.level == 3 else UNSET
    return Declare(by, call, hands, tick, level)


def _hand(pick, count, used):
    """Four cards that share `count` features at least."""
    features = [pick(FEATURES)]
    if count == 2:
        features.append(pick([f for f in FEATURES if f not in features]))
    mark = sum(MARK[f, pick(VALUES[f])] for f in features)
    free = [c for c in CHARACTERS if MARKS[c] & mark == mark and c not in used]
    while len(free) > 4:
        free.remove(pick(free))
    return (*free, *[JOKER] * (4 - len(free)))


def _some(pick, size):
    cards = []
    while len(cards) < size:
        card = pick(CHARACTERS)
        if card not in cards:
            cards.append(card)
    return tuple(cards)


def _constraint(pick):
    feature = pick(list(VALUES))
    values = Values(**{feature: pick(VALUES[feature])})
    return pick(
        (
            Constraint(text="something green"),
            Constraint(require=values),
            Constraint(feature=feature),
            Constraint(forbid=feature, text="without"),
            Constraint(forbid_value=values),
        )
    )


def balance(game, state):
    """No scorecard has more ticks than boxes, and nothing lies where it cannot."""
    options = state.options
    for ticks, failed in zip(state.ticked, state.failed, strict=True):
        for level in (1, 2):
            for i, room in enumerate(options.boxes):
                assert 0 <= ticks[(level - 1) * 4 + i] <= room * (level in LEVELS[options.level])
        assert options.failed_blocks is None or failed <= options.failed_blocks
    scores = game.scores(state)
    assert sum(scores.values()) == 2 * sum(game.team_scores(state))
    assert state.started <= state.ended + (state.now is not None)
    if state.now:
        assert all(1 <= len(lie) <= 2 for lie in state.now.stops.values())
        assert list(state.now.thefts) == [p for p in options.players if p in state.now.thefts]
        assert len(state.now.waiting) <= len(state.now.announced)


def mutants(game, state, pick):
    """Something that may well be forbidden."""
    options = state.options
    by, on = pick(options.players), pick(options.players)
    kind = pick((*KINDS, "start", "position", "odd", "odd", "odd"))
    if kind == "start":
        return StartRound(pick((UNSET, 1, 12)))
    if kind == "position":
        return _position(options, pick)
    if kind == "declare" or kind == "odd":
        cards = (*CHARACTERS[:6], JOKER)
        hands = {
            player: tuple(pick(cards) for _ in range(pick((0, 2, 3, 4, 4, 4, 4, 5))))
            for player in {pick(options.players), pick(options.players), options.partner[by]}
            if pick((True, True, False))
        }
        if pick((True, False)):
            return Block(by, on, hands)
        call = pick(CALLS)
        tick = pick((*BOXES, UNSET)) if call == "double-zag" else UNSET
        return Declare(by, call, hands, tick, pick((1, 2, UNSET, UNSET)))
    if kind == "score_box":
        return ScoreBox(by, pick(BOXES), pick((1, 2, UNSET)))
    if kind == "cancel":
        what = pick(("stop", "theft", "watch", "swap"))
        feature = pick((*STOPS, UNSET)) if what == "stop" else UNSET
        return Power(by, kind, pick((on, UNSET)), what, feature)
    if kind == "dealt" and options.constraints and pick((True, False)):
        return DealtConstraint(by, card=pick(range(len(options.constraints))))
    if kind == "dealt":
        return DealtConstraint(by, constraint=_constraint(pick))
    if kind == "block":
        return Block(by, on, {on: _some(pick, 2)})
    return _try(state, pick, kind)


def _position(options, pick):
    def some(what, otherwise):
        return what if pick((True, False)) else otherwise

    player = pick(options.players)
    ticks = tuple(
        Tick(pick(options.players), pick(LEVELS[options.level]), pick(BOXES)) for _ in range(3)
    )
    return Position(
        in_round=pick((True, True, False)),
        stops=some({player: tuple(pick(STOPS) for _ in range(pick((0, 1, 2, 3))))}, {}),
        thefts=some((player,), ()),
        number=some(pick(range(1, 13)), UNSET),
        constraints=some({player: _constraint(pick)}, {}),
        ticked=some(ticks, ()),
        failed_blocks=some({player: pick((0, 1, 2))}, {}),
    )


def position_of(report):
    """The position that a report tells."""
    state = report["state"]
    fields = {
        "in_round": state["in_round"],
        "ticked": [
            {"team": team, "level": level, "call": call}
            for team, ticks in zip(report["teams"], state["ticked"], strict=True)
            for level, call, count in ticks
            for _ in range(count)
        ],
        "failed_blocks": dict(zip(report["teams"], state["failed_blocks"], strict=True)),
    }
    if state["in_round"]:
        fields |= {"stops": state["stops"], "thefts": state["thefts"]}
        fields |= {"number": state["number"]} if state["number"] is not None else {}
    return fields


def is_told(state):
    """Whether nothing lies there that no report tells: a constraint, a line of the own, a power
    that waits, a swap that may still be lifted."""
    now = state.now
    if now is None:
        return True
    own = {number for number in now.numbers.values() if number != now.number}
    shifted = any(now.shifts.values())
    return not (now.held or own or shifted or now.waiting or now.swaps or now.announced)


def may_differ(event, ruling):
    """All that bears on a ruling is told."""
    return False
