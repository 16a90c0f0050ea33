"""What a table shows: the report, log lines, the page's data, the buttons."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, to_builtins

from referee.core import ILLEGAL, LEGAL, Event, Message, Offer, Ruling, plural, say
from referee.games.zinga import play
from referee.games.zinga.asking import fill_circle
from referee.games.zinga.board import NOTHING, Board, after_of, before_of
from referee.games.zinga.events import (
    Ask,
    Bonus,
    Draw,
    EndRound,
    Lots,
    Pass,
    Place,
    StartRound,
)
from referee.games.zinga.position import shown_board
from referee.games.zinga.rules import spaces_for
from referee.games.zinga.secrets import seen_by
from referee.games.zinga.state import State, most_in_bag, next_after
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    CONNECTORS,
    DOUBLES,
    FACING,
    SIZE,
    TILE,
    TILE_WORDS,
    ZINGA,
    Layout,
)


def report(state: State) -> dict[str, Any]:
    """The `state` of a report, with the page's keys, unfiltered."""
    return {
        "round": state.round,
        "in_round": state.in_round,
        "turn": state.turn,
        "bag": state.bag,
        "hands": state.hands,
        "board": to_builtins(shown_board(state.board)),
        "closed": state.closed,
        "opened": state.opened,
        "out": state.out,
    }


def winners(state: State) -> list[str]:
    """Who has the highest score, once the game is over; ties share (zinga/win)."""
    if not state.over:
        return []
    best = max(state.scores.values())
    return [who for who in state.agreed.players if state.scores[who] == best]


def title(state: State) -> Message:
    """Where the game is: in which round."""
    if state.over:
        return say("The game is over")
    return say("Round {n}", n=state.ended + 1)


# The log


def tell(event: Event, ruling: Ruling, viewer: str | None) -> Message:
    """One line for the log: what happened. The tiles of a draw are told only to their player."""
    facts = ruling.facts
    match event:
        case Lots() if "starter" in facts:
            return say("{starter} drew the highest tile and starts", starter=facts["starter"])
        case Lots():
            return say("Lots were drawn for the start")
        case StartRound(first=first):
            return say("{first} started the round", first=first)
        case Place():
            return _tell_place(event, facts)
        case Draw(by=by, tiles=tiles) if tiles and viewer == by:
            return say("{by} drew the {tiles}", by=by, tiles=[TILE_WORDS[tile] for tile in tiles])
        case Draw(by=by):
            return plural("{by} drew {n} tile", "{by} drew {n} tiles", play.drawn(event), by=by)
        case Pass(by=by):
            return say("{by} passed", by=by)
        case EndRound() if "winner" in facts:
            return plural(
                "{winner} won the round and collected {n} point",
                "{winner} won the round and collected {n} points",
                facts["points"],
                winner=facts["winner"],
            )
        case EndRound():
            return say("The round was counted")
        case Bonus(to=to, circle=circle):
            return say("{to} closed the {circle}", to=to, circle=CIRCLE_WORDS[circle])
        case Ask(circle=circle) if circle is not UNSET:
            return say("Can the {circle} still be closed?", circle=CIRCLE_WORDS[circle])
        case Ask(tiles=tiles) if tiles is not UNSET:
            return plural("Does {n} tile fit?", "Do {n} tiles fit?", len(tiles))
        case _:
            return say("The situation was set right")


def _tell_place(event: Place, facts: dict[str, Any]) -> Message:
    by, tile = event.by, TILE_WORDS[event.tile]
    closed = facts.get("closed")
    if closed is not None:
        circle = CIRCLE_WORDS[closed]
        return say("{by} closed the {circle} with the {tile}", by=by, circle=circle, tile=tile)
    return say("{by} placed the {tile} on space {at}", by=by, tile=tile, at=event.at)


def picture(event: Event, ruling: Ruling) -> dict[str, Any]:
    """A placed tile, for the log; `ends` as it lies, None where that is not known."""
    if not isinstance(event, Place):
        return {}
    return {"tile": event.tile, "ends": ruling.facts.get("ends", (None, None))}


# The page


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """What the page of a table shows to `viewer`. Tiles are written as in a record; what is to be
    read is a `Message`. `in_hand`: a round is tracked; `last`: the tile placed latest, and whether
    it closed its circle; `closer`: who closed one latest; `asks`: by colour, the question whether
    the circle can still be closed; `mine`: the tiles that the viewer said to have drawn, and where
    they fit."""
    agreed = state.agreed
    return {
        "in_hand": state.in_round and not state.over,
        "round": state.ended + 1,
        "over": state.over,
        "target": agreed.target,
        "bonus": agreed.bonus,
        "starter": state.starter,
        "turn": state.turn,
        "next": None if state.turn is None else next_after(state, state.turn),
        "out": state.out,
        "bag": state.bag,
        "rows": _rows(state),
        "circles": circles(state),
        "last": _last(state),
        "closer": state.closed[-1][1] if state.closed else None,
        "asks": {colour: Ask(question="completable", circle=colour) for colour in COLOURS},
        "connectors": connectors(agreed.layout),
        "mine": [
            {
                "tile": tile,
                "words": TILE_WORDS[tile],
                "at": spaces_for(state, viewer or "", tile, viewer not in state.opened),
            }
            for tile in state.known.get(viewer or "", ())
        ],
    }


def _last(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    colour, at = state.last
    return {"colour": COLOURS[colour], "at": at, "closes": None not in state.board[colour]}


def _rows(state: State) -> list[dict[str, Any]]:
    """A row a player, in seating order; `hand`: how many tiles, None if unknown."""
    best = max(state.scores.values())
    return [
        {
            "key": who,
            "score": state.scores[who],
            "lead": best > 0 and state.scores[who] == best,
            "hand": state.hands.get(who),
            "opened": who in state.opened,
            "is_turn": who == state.turn,
            "out": who == state.out,
            "closed": [circle for circle, closer in state.closed if closer == who],
            "starts": who == state.starter,
        }
        for who in state.agreed.players
    ]


def connectors(layout: Layout) -> list[list[str | int]]:
    """Which squares face each other: circle, space, circle, space."""
    return [list(pair) for pair in CONNECTORS[layout]]


def circles(state: State) -> list[dict[str, Any]]:
    """The four circles as they lie. `count`: tiles in it; `closable`: whether what is left can
    still fill it; `closed_by`: who scored for it in this round."""
    closed = dict(state.closed)
    return [
        {
            **circle,
            "closed_by": closed.get(circle["colour"]),
            "closable": fill_circle(state, i) is not None,
        }
        for i, circle in enumerate(drawn_circles(state.board, state.agreed.layout))
    ]


def drawn_circles(board: Board, layout: Layout) -> list[dict[str, Any]]:
    """What is drawn of the four circles of a board."""
    return [
        {
            "colour": colour,
            "words": CIRCLE_WORDS[colour],
            "count": SIZE - board[i].count(None),
            "spaces": spaces(board, layout, i),
        }
        for i, colour in enumerate(COLOURS)
    ]


def spaces(board: Board, layout: Layout, colour: int) -> list[dict[str, Any]]:
    """The sixteen spaces of a circle, clockwise from the top.

    `tile` and its ends `first` and `last` (None: open), or nothing; `before` and `after`: the
    numbers that a free space touches (None: none, or open), `touches`: whether it touches a tile;
    `faces`: the circle on the other side of a connector.
    """
    circle = board[colour]
    shown = []
    for at, cell in enumerate(circle):
        before, after = before_of(circle, at), after_of(circle, at)
        facing = FACING[layout].get((colour, at))
        shown.append(
            {
                "at": at,
                "square": at in DOUBLES,
                "faces": None if facing is None else COLOURS[facing[0]],
                "tile": None if cell is None else TILE[colour, cell.kind],
                "words": None if cell is None else TILE_WORDS[TILE[colour, cell.kind]],
                "zinga": cell is not None and cell.kind == ZINGA,
                "first": None if cell is None else cell.first,
                "last": None if cell is None else cell.last,
                "before": None if before == NOTHING else before,
                "after": None if after == NOTHING else after,
                "touches": not before == after == NOTHING,
            }
        )
    return shown


# The buttons


def offers(state: State, viewer: str | None) -> list[Offer]:
    """The buttons that make sense now; they tell `viewer` nothing of others' tiles."""
    if state.over:
        return []
    if not state.in_round:
        return _offers_between(state)
    right = Offer(label=say("Set it right"), sheet="position", more=True)
    if state.out is not None:
        count = say("{out} is out: count the tiles", out=state.out)
        return [Offer(label=count, sheet="end_round", main=True), right]
    acting = state.turn or viewer
    place = say("{by} places a tile", by=acting) if acting else say("Place a tile")
    fill = {"by": acting} if acting else {}
    buttons = [Offer(label=place, sheet="place", fill=fill, main=True)]
    if acting:
        seen = seen_by(state, viewer)
        moves: tuple[tuple[Event, Message], ...] = (
            (Draw(by=acting), say("Draw a tile")),
            (Pass(by=acting), say("Pass")),
        )
        for event, label in moves:
            verdict = play.judge(seen, event).verdict
            if verdict != ILLEGAL:
                # What only the table knows (is the bag empty?) it may still have to say.
                buttons.append(Offer(label=label, event=event, more=verdict != LEGAL))
        if most_in_bag(state):
            buttons.append(
                Offer(
                    label=say("Draw several tiles"),
                    sheet="draw",
                    fill=fill,
                    more=True,
                )
            )
    blocked = {"blocked": "true"}
    buttons.append(
        Offer(
            label=say("The round is blocked"),
            sheet="end_round",
            fill=blocked,
            more=bool(most_in_bag(state)),
        )
    )
    if None in state.hands.values():
        count = say("Count round {n}", n=state.ended + 1)
        buttons.append(Offer(label=count, sheet="end_round", more=True))
    return [*buttons, right]


def _offers_between(state: State) -> list[Offer]:
    n = state.ended + 1
    buttons = [Offer(label=say("Count round {n}", n=n), sheet="end_round")]
    more = [Offer(label=say("Set it right"), sheet="position", more=True)]
    if len(dict(state.closed)) < len(COLOURS):
        circle = say("+{n} for a circle", n=state.agreed.bonus)
        more.insert(0, Offer(label=circle, sheet="bonus", more=True))
    if state.starter is not None:
        start = StartRound(first=state.starter)
        label = say("{first} starts round {n}", first=state.starter, n=n)
        return [Offer(label=label, event=start, main=True), *buttons, *more]
    if state.round == 0:
        more.insert(0, Offer(label=say("Draw lots for the start"), sheet="lots", more=True))
    choose = Offer(label=say("Who starts round {n}?", n=n), sheet="start_round", main=True)
    return [choose, *buttons, *more]
