"""Short ways to put a ZigZag record together and to have it judged."""

from __future__ import annotations

import game_table

FOUR = ["Ann", "Bo", "Cy", "Di"]
SIX = [*FOUR, "Ed", "Flo"]

_WORDS = [
    {"w": "water", "e": "earth", "a": "air", "f": "fire"},
    {"b": "blue", "y": "yellow", "g": "green", "p": "pink"},
    {"s": "sunglasses", "c": "cocktail", "u": "suitcase", "n": "none"},
]


def cards(short: str) -> list[str]:
    """`"wbs j"` is a blue water creature with sunglasses, and a joker."""
    return [
        "joker"
        if word == "j"
        else "-".join(words[letter] for words, letter in zip(_WORDS, word, strict=True))
        for word in short.split()
    ]


WATER = "wbs wyc wgu wpn"
"""A ZIG."""
FIRE = "fbs fyc fgu fpn"
"""Another."""
BLUE = "wbs ebc abu fbn"
NONE = "wbn eyn agn fpn"
WATER_BLUE = "wbs wbc wbu wbn"
"""A ZAG."""
FIRE_PINK = "fps fpc fpu fpn"
"""Another."""
NOTHING = "wbs eyc agu fpn"


def record(events: list[dict], players: list[str] = FOUR, **options: object) -> bytes:
    """A record as JSON."""
    return game_table.record("zigzag", players, options, events)


def report(*events: dict, players: list[str] = FOUR, **options: object) -> dict:
    """The report on these events."""
    return game_table.report_on(record(list(events), players, **options))


def last(*events: dict, players: list[str] = FOUR, **options: object) -> dict:
    """The ruling on the last of these events."""
    return report(*events, players=players, **options)["rulings"][-1]


def unusable(*events: dict, players: list[str] = FOUR, **options: object) -> str:
    """The path at which a record with these events cannot be used."""
    return game_table.unusable_at(record(list(events), players, **options))


def position(**fields: object) -> dict:
    """A position."""
    return {"type": "position", **fields}


def begin(number: int | None = None, **more: object) -> dict:
    """A round begins."""
    return {"type": "start_round", **({"number": number} if number else {}), **more}


def declare(by: str, call: str, hands: dict[str, str], **more: object) -> dict:
    """A declaration; hands in short."""
    shown = {player: cards(hand) for player, hand in hands.items()}
    return {"type": "declare", "by": by, "call": call, "hands": shown, **more}


def zig(hand: str = WATER, **more: object) -> dict:
    """Ann declares a ZIG of Cy's."""
    return declare("Ann", "zig", {"Cy": hand}, **more)


def zag(hand: str = WATER_BLUE, **more: object) -> dict:
    """Ann declares a ZAG of Cy's."""
    return declare("Ann", "zag", {"Cy": hand}, **more)


def stop(on: str, feature: str, by: str = "", **more: object) -> dict:
    """A STOP, by a neighbour."""
    by = by or ("Bo" if on in ("Ann", "Cy") else "Ann")
    return {"type": "stop", "by": by, "on": on, "feature": feature, **more}


def power(by: str, name: str, on: str | None = None, **more: object) -> dict:
    """A power."""
    return {"type": "power", "by": by, "power": name, **({"on": on} if on else {}), **more}


def cancel(by: str, what: str, on: str | None = None, **more: object) -> dict:
    """A cancel card."""
    return power(by, "cancel", on, what=what, **more)


def lead() -> dict:
    """A new lead."""
    return {"type": "lead"}


def dealt(by: str, card: int | None = None, **constraint: object) -> dict:
    """A constraint put in: a card of the box, or in full."""
    given = {"constraint": constraint} if card is None else {"card": card}
    return {"type": "constraint", "by": by, **given}


def shift(by: str, delta: int = 1, **more: object) -> dict:
    """A +1 or −1."""
    return {"type": "shift", "by": by, "delta": delta, **more}


def block(by: str, on: str, shown: dict[str, str], **more: object) -> dict:
    """A BLOCK; cards in short."""
    hands = {player: cards(hand) for player, hand in shown.items()}
    return {"type": "block", "by": by, "on": on, "shown": hands, **more}


def box(team: str, call: str, level: int | None = None, **more: object) -> dict:
    """A box ticked without verifying."""
    at = {"box_level": level} if level else {}
    return {"type": "score_box", "team": team, "call": call, **at, **more}


def ticks(team: str, *calls: str, level: int = 1) -> list[dict]:
    """Ticked boxes of a position."""
    return [{"team": team, "level": level, "call": call} for call in calls]
