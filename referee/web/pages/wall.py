"""Wall boards: what a television shows, and the host's page that gives out their addresses."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.core import Unusable
from referee.service import Board, Gone, LogLine, TableView
from referee.web import contexts, limits, parts, qr, seats, stream, tables, words
from referee.web.extensions import htmx

pages = Blueprint("wall", __name__)

LAMPS = ("light", "dark")
"""A television seldom says which it likes, and nobody can tap there: the address may say it."""
BOARDS = ("table", "all")


@pages.get("/wall/<wall>", defaults={"lamp": ""})
@pages.get("/wall/<wall>/<lamp>")
def board(wall: str, lamp: str) -> ResponseReturnValue:
    """The wall board at the address `wall`: nobody needs to be known to look. With `line` and
    `mark`, 204 if nothing has changed since."""
    if lamp and lamp not in LAMPS:
        abort(404)
    return _board(wall, lamp)


@pages.get("/wall/<wall>/middle")
def middle(wall: str) -> ResponseReturnValue:
    """The same, laid out for a screen in the middle of the table. A board of several tables has no
    such place and hangs on the wall."""
    return _board(wall, in_middle=True)


def _board(wall: str, lamp: str = "", *, in_middle: bool = False) -> ResponseReturnValue:
    walls = seats.service().walls
    try:
        mark = request.args.get("mark", "")
        if mark and walls.is_as_shown(wall, mark, tables.number("line", -1)):
            return "", 204
        found = walls.board(wall)
    except Gone:
        # A board that is on show is drawn anew, or the scores would stay.
        page = contexts.WallOverPage().draw()
        return page, 200 if htmx else 404
    if in_middle and not found.single:
        return redirect(url_for("wall.board", wall=wall))
    return _drawn(found, wall, lamp, in_middle)


@pages.get("/wall/<wall>/bell")
@limits.counted("stream")
def bell(wall: str) -> ResponseReturnValue:
    """Stream a number whenever one of the tables of a wall board has changed."""
    return stream.wall_stream(wall)


def _drawn(found: Board, wall: str, lamp: str, in_middle: bool) -> str:
    first = found.tables[0] if found.single else None
    way = qr.leading_to(url_for("joining.by_token", token=found.joining)) if found.joining else {}
    svg = way.get("svg", "")
    join_code = first.join_code if first and way else ""
    if first and in_middle:
        mats = [_middle(first, join_code)]
    else:
        mats = [_mat(view, found.single) for view in found.tables]
    page = contexts.WallPage(
        single=found.single,
        title=found.title,
        ground=f"felt {first.game.key}" if first else "cloth",
        games=sorted({view.game.key for view in found.tables}),
        mats=mats,
        count=found.count,
        page=found.page,
        pages=found.pages,
        at=found.at,
        svg=svg,
        join_code=join_code,
        here=request.path,
        bell=url_for("wall.bell", wall=wall),
        line=found.line,
        mark=found.mark,
        wall_lamp=lamp,
        in_middle=in_middle,
    )
    return parts.whole(page.draw(), {parts.QR: svg})


def _mat(view: TableView, single: bool) -> Markup:
    """One table of a wall board, with its names called as they are there."""
    words.call(view.names)
    game, state = view.game, view.state
    return parts.part(
        "wall/one.html" if single else "wall/mat.html",
        tables.PageView.of(view),
        game=game,
        view=view.view(),
        now=game.title(state),
        rows=_rows(view),
        turn=None if view.over else game.turn(state),
        ruling=_last_ruling(view),
    )


def _middle(view: TableView, join_code: str) -> Markup:
    """One table on a screen in its middle, with how to join: a hole for the code."""
    words.call(view.names)
    game, state = view.game, view.state
    return parts.part(
        "wall/middle.html",
        tables.PageView.of(view),
        game=game,
        view=view.view(),
        now=game.title(state),
        sides=tables.edges(view.seating),
        rows={player: row for row in _rows(view) for player in row.players},
        turn=None if view.over else game.turn(state),
        ruling=_last_ruling(view),
        svg=parts.QR,
        join_code=join_code,
    )


def _rows(view: TableView) -> list[contexts.BoardRow]:
    """Who score together, in seating order; while a game is turned up, what lies open of it."""
    if view.reveal:
        return [
            contexts.BoardRow(
                players=(pile.player,),
                score=pile.count,
                is_turn=pile.player == view.reveal.next,
                leads=False,
            )
            for pile in view.reveal.piles
        ]
    game, state = view.game, view.state
    scores, turn = game.scores(state), game.turn(state)
    sides, told = game.sides(state), game.told_scores(state, view.options)
    # Before anything is counted a number says nothing; a game may count but once, at its end.
    is_counted = bool(game.rounds(state)) or any(scores.values())
    values = [scores[side[0]] for side in sides]
    best = (min if game.scoring.low_wins else max)(values, default=0)
    apart = is_counted and len(set(values)) > 1
    return [
        contexts.BoardRow(
            players=tuple(side),
            score=value if is_counted else None,
            is_turn=not view.over and turn in side,
            leads=apart and value == best,
            told=told[side[0]],
        )
        for side, value in zip(sides, values, strict=True)
    ]


def _last_ruling(view: TableView) -> LogLine | None:
    """The latest ruling that still says something: on an event in effect, or one refused."""
    for line in view.recent:
        if line.verdict and not line.undone and (line.effect or line.kind == "ruling"):
            return line
    return None


# The host's page


@pages.get("/t/<code>/wall")
def boards(code: str) -> ResponseReturnValue:
    """The addresses of the wall boards. The host."""
    return _boards(code)


def _boards(code: str, problem: str = "", typed: str = "") -> str:
    table_view = seats.table_view(code)
    found = seats.service().walls.boards(code, seats.me())
    there = {
        kind: url_for(f"wall.{page}", wall=spelled(wall))
        for kind, page, wall in (
            ("table", "board", found.table),
            ("middle", "middle", found.table),
            ("all", "board", found.all),
        )
        if wall
    }
    shown = {kind: qr.leading_to(path) for kind, path in there.items()}
    page = contexts.WallsPage(
        table_view=table_view,
        addresses={kind: way["address"] + there[kind] for kind, way in shown.items()},
        pictures={kind: way["svg"] for kind, way in shown.items()},
        title=found.title,
        problem=problem,
        typed=typed,
    )
    return tables.draw(page)


def spelled(wall: str) -> str:
    """The address of a board in groups of four, as somebody types it."""
    return "-".join(wall[i : i + 4] for i in range(0, len(wall), 4))


@pages.post("/t/<code>/wall")
def change(code: str) -> ResponseReturnValue:
    """Open or end a board (`board`), as `do` says. The host."""
    walls, me, fields = seats.service().walls, seats.me(), request.form
    what, kind = fields.get("do", ""), fields.get("board", "")
    if kind not in BOARDS or what not in ("open", "end"):
        abort(400)
    every, title = kind == "all", fields.get("title", "")
    try:
        if what == "open":
            walls.open(code, me, every=every, title=title)
        else:
            walls.end(code, me, every=every)
    except Unusable as problem:
        return _boards(code, words.say(problem.message), title), 422
    return redirect(url_for("wall.boards", code=code), 303)
