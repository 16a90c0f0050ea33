"""Evenings that look alike to all but Cy, who keeps something else secret: his constraint, a +1 or
−1, the power he put face down, the hand he has ready (see `reliability/evening.py`)."""

from __future__ import annotations

NAMES = ["Ann", "Bo", "Cy", "Dee"]
OPTIONS = {"level": 2}
OWNER = "cy"
STATES = ("begun", "hidden", "disputed", "taken back", "lifted", "hidden again")
REVEALED = ("over",)

WATER = ["water-blue-none", "water-pink-cocktail", "water-green-suitcase", "water-yellow-none"]
FIRE = ["fire-blue-none", "fire-pink-cocktail", "fire-green-suitcase", "fire-yellow-none"]
MIXED = ["earth-blue-none", "air-pink-cocktail", "fire-green-suitcase", "air-yellow-none"]
CANARY = "Qxjwzz"

CHOICES = {
    "first": [{"constraint.text": f"{CANARY} {what}"} for what in ("swims", "walks far away", "")],
    "delta": ["1", "-1"],
    "power": [
        {"power": "watch", "on": "p2"},
        {"power": "watch", "on": "p1"},
        {"power": "master"},
        {"power": "ten-seconds"},
    ],
    "hand": [WATER, FIRE],
    "again": [
        {"constraint.text": f"{CANARY} dives"},
        {"constraint.text": CANARY},
        {"constraint.require.element": "fire"},
        {"constraint.forbid": "colour"},
    ],
}


def pair(random):
    """Two evenings' secrets, each thing by itself."""
    return tuple({what: random.choice(of) for what, of in CHOICES.items()} for _ in range(2))


def canaries(secret):
    return [CANARY, "water-pink-cocktail"]


def evening(secret):
    by = {"type": "constraint", "by": "p3"}
    yield (
        "begun",
        [
            ("host", "/events", {"type": "start_round", "number": "5"}),
            ("host", "/events", {"type": "constraint", "by": "p1", "constraint.feature": "colour"}),
        ],
    )
    yield (
        "hidden",
        [
            ("cy", "/events", {**by, **secret["first"]}),
            ("cy", "/events", {"type": "shift", "by": "p3", "delta": secret["delta"]}),
            ("cy", "/events", {**by, **secret["again"]}),
            ("cy", "/events", {"type": "power", "by": "p3", **secret["power"]}),
            ("cy", "/sheet/hand", {"draft": "p3", "by": "p3", "hands.p3": secret["hand"]}),
        ],
    )
    declared = {"type": "declare", "by": "p1", "call": "zig", "hands.p3": MIXED}
    block = {"type": "block", "by": "p2", "on": "p1", "shown.p1": MIXED[:2], "shown.p3": MIXED[:2]}
    yield (
        "disputed",
        [
            ("bo", "/events", {"type": "stop", "by": "p2", "on": "p3", "feature": "accessory"}),
            ("host", "/events", declared),
            ("bo", "/events", block),
        ],
    )
    yield "taken back", [("host", "/undo", {})]
    lift = {"type": "power", "by": "p2", "power": "cancel", "what": "watch", "stands": "1"}
    yield "lifted", [("host", "/events", lift)]
    yield "over", [("host", "/events", {"type": "score_box", "team": "p1", "call": "zag"})]
    yield "hidden again", [("host", "/undo", {})]


WHOLE = {"type": "declare", "by": "p1", "call": "zig", "hands.p3": WATER[:1] + MIXED[1:]}
FORMS = [
    ("/events", {**WHOLE, "ask": "1"}),
    ("/events", {**WHOLE, "ask": "1", "as": "p3"}),
    ("/events", {"type": "declare", "by": "p1", "call": "zig", "hands.p1": "", "ask": "1"}),
    ("/events", {"type": "shift", "by": "p3", "delta": "1", "ask": "1"}),
    ("/events", {"type": "power", "by": "p2", "power": "cancel", "what": "watch"}),
    ("/events", {"type": "power", "by": "p2", "power": "cancel", "what": "watch", "ask": "1"}),
    ("/events", {"type": "lead", "ask": "1"}),
    ("/events", {**WHOLE, "seq": "0"}),
    ("/events", {"type": "lead", "seq": "0"}),
    ("/events", {"type": "shift", "by": "p3", "delta": "1", "seq": "0"}),
    ("/sheet/hand", {"draft": "p3", "by": "p3", "hands.p3": MIXED}),
    ("/sheet/hand", {"by": "p3", "as": "p3"}),
    ("/sheet/declare", {"by": "p1", "call": "zig", "add": "hands.p3:joker"}),
    ("/sheet/block", {"by": "p2", "clear": "shown.p3"}),
    ("/settings", {"do": "printed"}),
]
ADDRESSES = [
    "/since?sheet=hand&seq=0",
    "/settings?part=printed",
    "/settings?part=printed&file=1",
    "/sheet/declare?by=p1&call=double-zag&tick=zig",
    "/sheet/mine?by=p3&as=p3&on=p3",
]
