"""How ZAR is played at random: for the laws that all games obey."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.zar.actions import (
    CloseCall,
    DeclareZar,
    Draw,
    EndGame,
    EndHand,
    Gotcha,
    Join,
    Match,
    Pass,
    Penalty,
    Play,
    Position,
    Quit,
    StartHand,
    Take,
)
from referee.games.zar.actions.close_call import Claim
from referee.games.zar.actions.end_hand.counting import count_hand, missing_values
from referee.games.zar.cards import CHAMELEON, POWERS, REAL_CARDS
from referee.games.zar.effects import FOLLOWERS, declarations
from referee.games.zar.state import copies, deck_size

Pick = Callable[[Any], Any]

_VALUES = {"basic": 1, "command": 5, "power": 10}
_NAMES = [
    "Ann",
    "Bo",
    "Cy",
    "Di",
    "Ed",
    "Flo",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kim",
    "Lou",
    "May",
    "Ned",
]

SETUPS: list[tuple[list[str], dict]] = [
    (_NAMES[:2], {}),
    (_NAMES[:4], {"values": _VALUES}),
    (_NAMES[:9], {"chameleons": 2, "target": 30}),
    (_NAMES[:3], {"target": None, "readings": {"tie": "play-on"}}),
    (_NAMES[:5], {"half_decks": 3, "values": _VALUES}),
    (_NAMES[:6], {"half_decks": 4, "chameleons": 4, "values": _VALUES}),
    (_NAMES[:14], {"half_decks": 8, "chameleons": 1, "readings": {"chameleon_along": "self"}}),
    (_NAMES[:2], {"chameleons": 1, "target": 100, "readings": {"tie": "play-on"}}),
]
LONGEST = 6000

_FIRST = [card for card in REAL_CARDS if card not in POWERS]
_MANY_HANDS = 12


def next_event(game: Any, state: Any, pick: Pick) -> Any:
    """A legal event as people play it."""
    for _ in range(200):
        event = _between(state, pick) if state.hand is None else _in_hand(state, pick)
        if game.judge(state, event).verdict == "legal":
            return event
    if state.hand is not None and state.hand.out is None:
        return Draw(by=state.hand.turn)
    return _counted(state, pick)


def _between(state: Any, pick: Pick) -> Any:
    chance = pick(range(24))
    if state.options.target is None and state.number > _MANY_HANDS:
        return EndGame()
    if chance == 0:
        return CloseCall(a=_claim(state, pick), b=_claim(state, pick))
    if chance == 1 and state.number:
        gone = [player for player in state.scores if player not in state.players]
        if len(state.scores) < state.options.most_players:
            gone.append(f"New{len(state.scores)}")
        if gone:
            return Join(player=pick(gone))
    if chance == 2 and state.number and len(state.players) > 2:
        return Quit(player=pick(state.players))
    if chance < 5:
        return _scored(state, pick)
    return StartHand(dealer=state.deals, top=pick(_FIRST))


def _in_hand(state: Any, pick: Pick) -> Any:
    hand, chance = state.hand, pick(range(40))
    who = pick(state.players)
    if chance == 0:
        return DeclareZar(by=who)
    if chance == 1:
        return Penalty(on=who, for_=pick(("illegal-play", "intentional-call")))
    if chance == 2:
        return CloseCall(a=_claim(state, pick), b=_claim(state, pick))
    if chance < 6:
        return Gotcha(by=who, on=pick(hand.liable or state.players))
    if hand.matchable and chance < 12:
        return _laid(Match, who, _copies(state, hand.identity, pick), hand, pick)
    if hand.out is not None:
        return Take(by=hand.turn) if hand.pending and chance < 30 else _counted(state, pick)
    if hand.pending and chance < 30:
        return Take(by=hand.turn)
    if hand.drew and chance < 28:
        return Pass(by=hand.turn)
    if chance < 18:
        return Draw(by=hand.turn)
    if hand.pending:
        card = pick(("blue-wasp", "red-wasp", "yellow-wasp"))
    else:
        card = pick(sorted(FOLLOWERS[hand.identity, hand.declared]))
    return _laid(Play, hand.turn, _copies(state, card, pick), hand, pick)


def _copies(state: Any, card: str, pick: Pick) -> tuple[str, ...]:
    cards = [card] * pick((1, 1, 1, 1, 2, 2, state.options.half_decks))
    if state.options.chameleons and pick(range(4)) == 0:
        cards.insert(pick((0, len(cards))), CHAMELEON)
        cards = cards if pick((True, False)) else [CHAMELEON]
    return tuple(cards)


def _laid(kind: Any, by: str, cards: tuple[str, ...], hand: Any, pick: Pick) -> Any:
    real = [card for card in cards if card != CHAMELEON]
    choices = declarations(real[0] if real else hand.identity)
    return kind(by=by, cards=cards, **({"declare": pick(choices)} if choices else {}))


def _claim(state: Any, pick: Pick) -> Claim:
    return Claim(
        kind=pick(("zar", "gotcha", "play", "match", "draw", "last-card")), by=pick(state.players)
    )


def _scored(state: Any, pick: Pick) -> EndHand:
    winner = pick(state.players)
    points = {player: pick(range(25)) for player in state.players if player != winner}
    return EndHand(winner=winner, points=points)


def _counted(state: Any, pick: Pick) -> EndHand:
    """The hand counted by cards where their values are known, else by points."""
    found = count_hand(EndHand(), state)
    if found.hand is None:
        return _scored(state, pick)
    if missing_values(state.options, REAL_CARDS) or pick((True, False)):
        return EndHand(points={player: pick(range(40)) for player in found.counts})
    left = {
        card: copies(state.options, card) - found.hand.pile.count(card)
        for card in (*REAL_CARDS, CHAMELEON)
    }
    hands = {}
    for player, count in found.counts.items():
        hands[player] = cards = []
        while len(cards) < (count or 0):
            card = pick([card for card, n in left.items() if n > 0] or ["blue-sun"])
            left[card] -= 1
            cards.append(card)
    return EndHand(hands={player: tuple(cards) for player, cards in hands.items()})


def balance(game: Any, state: Any) -> None:
    """Cards in hands and in the stock are the whole deck; a running hand makes sense."""
    assert set(state.players) <= set(state.scores)
    assert all(score >= 0 for score in state.scores.values())
    hand = state.hand
    if hand is None:
        return
    assert list(hand.hands) == list(state.players)
    assert hand.stock is not None
    assert sum(hand.hands.values()) + hand.stock == deck_size(state.options)
    assert min(hand.hands.values()) >= 0
    assert 1 <= len(hand.pile) + hand.loose <= hand.stock
    assert hand.pile[-1] == hand.top
    assert all(hand.hands[player] == 1 for player in hand.liable)
    assert [player for player, n in hand.hands.items() if n == 0] == (
        [hand.out] if hand.out else []
    )
    assert hand.pending % 2 == 0


def mutants(game: Any, state: Any, pick: Pick) -> Any:
    """An event that may well be illegal."""
    known = [*state.scores]
    who = pick(known)
    cards = _copies(state, pick(REAL_CARDS), pick)
    extra = {}
    if CHAMELEON in cards or cards[0] in POWERS:
        extra = pick(({}, {"declare": "sun"}, {"declare": "red"}))
    kinds: list[Callable[[], Any]] = [
        lambda: StartHand(dealer=who, top=pick((*REAL_CARDS, CHAMELEON))),
        lambda: Play(by=who, cards=cards, **extra),
        lambda: Play(by=who, cards=(cards[0], pick(REAL_CARDS))),
        lambda: Match(by=who, cards=cards, **extra),
        lambda: Match(by=who, cards=(state.hand.identity if state.hand else cards[0],)),
        lambda: Take(by=who),
        lambda: Draw(by=who),
        lambda: Pass(by=who),
        lambda: DeclareZar(by=who),
        lambda: Gotcha(by=who, on=pick(known)),
        lambda: Penalty(on=who, for_="illegal-play"),
        lambda: CloseCall(
            a=_claim(state, pick),
            b=_claim(state, pick),
            underneath=pick(("a", "b")),
        ),
        lambda: EndHand(),
        lambda: EndHand(winner=who, points={player: pick(range(9)) for player in known}),
        lambda: EndHand(hands={player: (pick(REAL_CARDS),) for player in known}),
        lambda: Join(player=pick((*known, f"New{len(known)}")), seat=pick(range(12))),
        lambda: Quit(player=who),
        lambda: EndGame(),
        lambda: _position(state, pick),
        lambda: next_event(game, state, pick),
    ]
    return pick(kinds)()


def _position(state: Any, pick: Pick) -> Position:
    """A position with any of its fields left out."""
    known = [*state.scores]
    top = pick((*REAL_CARDS, CHAMELEON))
    identity = pick(REAL_CARDS) if top == CHAMELEON else None
    choices = declarations(identity or top)
    some: dict[str, Any] = {
        "hands": {player: pick((None, 0, 1, 2, 5)) for player in known if pick((True, False))},
        "declared": pick(("sun", "red")) if choices or identity else None,
        "owner": pick(known),
        "direction": pick(("clockwise", "counterclockwise")),
        "pending": pick((0, 2, 6)),
        "chain": pick((1, 2, 3)),
        "matchable": pick((True, False)),
        "drew": pick((True, False)),
        "skipped_to_self": pick((True, False)),
        "liable": (pick(known),),
        "scores": {pick(known): pick(range(60))},
    }
    given = {name: value for name, value in some.items() if pick((True, False))}
    return Position(top=top, turn=pick(known), identity=identity, **given)


def position_of(report: dict[str, Any]) -> dict[str, Any] | None:
    """The position that a report tells, None between hands."""
    state = report["state"]
    if not state["in_hand"]:
        return None
    told = ("top", "turn", "declared", "owner", "direction", "pending", "chain", "matchable")
    fields = {name: state[name] for name in (*told, "drew", "skipped_to_self", "liable")}
    is_chameleon = state["top"] == CHAMELEON
    hands = {who: n for who, n in state["hands"].items() if n is not None}
    return fields | {
        "hands": hands,
        "identity": state["identity"] if is_chameleon else None,
        "scores": {who: report["scores"][who] for who in state["players"]},
    }


def is_told(state: Any) -> bool:
    """Whether nobody drew a penalty card in this turn, and nobody has left with a score."""
    return not state.hand.penalties and set(state.players) == set(state.scores)


def may_differ(event: Any, ruling: Any) -> bool:
    """What lies on the Playpile is not known after a position (zar/2)."""
    return "zar/2" in ruling.rules
