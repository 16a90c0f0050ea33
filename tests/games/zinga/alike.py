"""Evenings that look alike to all but Cy, who has drawn other tiles (see
`reliability/evening.py`)."""

from __future__ import annotations

NAMES = ["Ann", "Bo", "Cy", "Dee"]
OPTIONS: dict = {}
OWNER = "cy"
STATES = ("begun", "hidden", "played on", "contradicted", "taken back", "hidden again")
REVEALED = ("over",)

HIDDEN = [
    f"{colour}:{low}-{high}"
    for colour in ("green", "orange", "purple", "yellow")
    for low in range(5)
    for high in range(low + 1, 5)
    if (colour, low, high) not in {("green", 1, 4), ("orange", 1, 3), ("purple", 1, 3)}
]
"""Tiles that nobody else lays on such an evening, but for the one that contradicts."""


def pair(random):
    """Two times two tiles. What Cy lays later he may have held, whichever they are."""
    return tuple(random.sample(HIDDEN, 2)), tuple(random.sample(HIDDEN, 2))


def canaries(secret):
    """Every tile is in the picker of every sheet; what is hidden is in whose hand one is."""
    return []


def place(phone, by, tile, at):
    return phone, "/events", {"type": "place", "by": by, "tile": tile, "at": str(at)}


def evening(secret):
    yield (
        "begun",
        [
            ("host", "/events", {"type": "start_round", "first": "p1"}),
            place("host", "p1", "green:1-1", 0),
            place("bo", "p2", "orange:1-1", 0),
        ],
    )
    yield "hidden", [("cy", "/events", {"type": "draw", "by": "p3", "tiles": list(secret)})]
    yield (
        "played on",
        [
            place("cy", "p3", "purple:1-1", 0),
            place("dee", "p4", "yellow:1-1", 0),
            place("host", "p1", "green:1-4", 1),
        ],
    )
    yield "contradicted", [place("bo", "p2", "orange:1-2", 1), place("host", "p3", "purple:1-2", 1)]
    yield "taken back", [("host", "/undo", {}), ("bo", "/undo", {})]
    end = {"type": "end_round", "winner": "p1", "stands": "1"}
    points = {"points.p2": "3", "points.p3": "4", "points.p4": "5"}
    yield "over", [("host", "/events", {**end, **points})]
    yield "hidden again", [("host", "/undo", {})]


PLACED = [
    {"type": "place", "by": by, "tile": tile, "at": at}
    for by in ("p2", "p4")
    for tile in ("green:1-2", "orange:1-2", "orange:2-3", "purple:1-2", "yellow:0-1", "yellow:3-4")
    for at in ("1", "15")
]
ENDS = [
    {"type": "end_round", "winner": "p1", "hands.p3": tile, "hands.p2": "green:0-2"}
    for tile in ("green:1-2",)
]
FORMS = [
    # Out of turn, so that none is recorded; and asked by anybody.
    *(("/events", {**event, "by": "p1"}) for event in PLACED[:6]),
    *(("/events", {**event, "ask": "1"}) for event in PLACED),
    *(("/events", {**event, "seq": "0"}) for event in PLACED[:3]),
    *(("/events", event) for event in ENDS),
    ("/events", {"type": "draw", "by": "p3", "ask": "1"}),
    ("/events", {"type": "pass", "by": "p3", "ask": "1"}),
    ("/events", {"type": "end_round", "blocked": "true", "points.p3": "9", "ask": "1"}),
    ("/events", {"type": "ask", "question": "playable", "tiles": "purple:1-2", "ask": "1"}),
    ("/sheet/place", {"by": "p3", "tile": "purple:", "at": "1"}),
    ("/sheet/end_round", {"blocked": "true", "now": "p3"}),
]
ADDRESSES = [
    "?show=purple",
    "?show=pad",
    "/sheet/place?by=p3&tile=purple:&at=1",
    "/sheet/draw?by=p3&tiles=purple:1-2",
    "/sheet/end_round?blocked=true&now=p3",
]
