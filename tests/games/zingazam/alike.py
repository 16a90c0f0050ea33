"""Games that look alike to everybody: others have won the earlier rounds, so the piles are of
another height, but the same cards were played, the last round was the same, and the same player is
next (see `reliability/evening.py`)."""

from __future__ import annotations

import itertools
from functools import cache

import msgspec

from referee.games import games

NAMES = ["Ann", "Bo", "Cy"]
OPTIONS = {"games": 2}
OWNER = ""
STATES = ("a round later", "played on", "taken back", "set right", "set back", "counted back")
REVEALED = ("over",)

PLAYERS = ("p1", "p2", "p3")
CARDS = (1, 3, 4, 6)
"""Cards with which nobody chooses anything."""


def _play(game, state, number):
    """The state after who is on turn played `number`, and what was played; None where that is not
    allowed."""
    plain = {"type": "play", "by": game.turn(state), "card": number}
    event = msgspec.convert(plain, game.events)
    if game.judge(state, event).verdict != "legal":
        return None
    return game.apply(state, event), (plain["by"], number)


def _games(orders):
    """A game in which everyone plays the cards of `orders` in that order, and then whoever is on
    turn the highest that is allowed; None where that cannot be. The state and what was played."""
    game = games()["zingazam"]
    state = game.start(PLAYERS, game.options_type(games=2))
    state = game.apply(state, msgspec.convert({"type": "start_game"}, game.events))
    left = {who: list(cards) for who, cards in zip(PLAYERS, orders, strict=True)}
    played = []
    while any(left.values()) or state.played:
        who = game.turn(state)
        cards = left[who] or []
        done = _play(game, state, cards.pop(0)) if cards else None
        if done is None:
            return None
        state = done[0]
        played.append(done[1])
    for _ in PLAYERS:
        for number in (6, 4, 3, 1):
            done = _play(game, state, number)
            if done is not None:
                break
        if done is None:
            return None
        state = done[0]
        played.append(done[1])
    return state, tuple(played)


@cache
def _alike(hands):
    """The games with these cards that nobody can tell apart, in groups with piles that differ."""
    game = games()["zingazam"]
    groups: dict = {}
    for orders in itertools.product(*(sorted(set(itertools.permutations(h))) for h in hands)):
        found = _games(orders)
        if found is None:
            continue
        state, played = found
        piles = tuple(wizard.pile.count for wizard in state.wizards)
        # Which piles are empty everybody sees: the position has them.
        shown = [game.page(state, None), game.position(state, None), played[-3:]]
        seen = msgspec.json.encode(msgspec.to_builtins(shown))
        groups.setdefault(seen, {}).setdefault(piles, played)
    return [list(group.values()) for group in groups.values() if len(group) > 1]


def pair(random):
    while True:
        hands = tuple(tuple(sorted(random.choices(CARDS, k=2))) for _ in PLAYERS)
        found = _alike(hands)
        if found:
            return tuple(random.sample(random.choice(found), 2))


def canaries(secret):
    """There is no word for what is hidden: it is a number."""
    return []


PHONES = {"p1": "host", "p2": "bo", "p3": "cy"}


def evening(secret):
    def play(who, number):
        return PHONES[who], "/events", {"type": "play", "by": who, "card": str(number)}

    start = ("host", "/events", {"type": "start_game"})
    yield "a round later", [start, *(play(*one) for one in secret)]
    gift = {"type": "play", "by": _next(secret), "card": "7"}
    yield "played on", [(PHONES[gift["by"]], "/events", gift)]
    yield "taken back", [("host", "/undo", {})]
    hands = {f"hands.{who}": "3" for who in PLAYERS}
    yield "set right", [("host", "/events", {"type": "position", "first": "p2", **hands})]
    yield "set back", [("host", "/undo", {})]
    counts = {f"counts.{who}": "3" for who in PLAYERS}
    yield "over", [("host", "/events", {"type": "score_game", "stands": "1", **counts})]
    yield "counted back", [("host", "/undo", {})]


def _next(secret):
    """Who plays after what was played."""
    game = games()["zingazam"]
    state = game.start(PLAYERS, game.options_type(games=2))
    state = game.apply(state, msgspec.convert({"type": "start_game"}, game.events))
    for _, number in secret:
        state = _play(game, state, number)[0]
    return game.turn(state)


EVERY = [
    {"type": "play", "by": by, "card": str(number)} for by in PLAYERS for number in range(1, 9)
]
COUNTED = [
    {"type": "end_game", "piles.p1.8": "3", "piles.p2.1": "1", "piles.p3.1": "0"},
    {"type": "end_game", "piles.p1.1": "6", "piles.p2.1": "3", "piles.p3.1": "0"},
    {"type": "score_game", "counts.p1": "9", "counts.p2": "3", "counts.p3": "0"},
]
FORMS = [
    *(("/events", {**event, "ask": "1"}) for event in (*EVERY, *COUNTED)),
    *(("/events", {**event, "seq": "0"}) for event in (*EVERY[:4], *COUNTED)),
    *(("/events", event) for event in COUNTED),
    ("/events", {"type": "start_game"}),
]
ADDRESSES = [
    "?show=g1r5",
    "/log?before=9",
    "/sheet/piles?piles.p1.8=1",
    "/sheet/position?piles.p1=3",
    *(
        f"/sheet/{name}?by={who}&card={n}"
        for name in ("play", "ask")
        for who in PLAYERS
        for n in (2, 5)
    ),
]
