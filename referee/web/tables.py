"""What the pages of a table share: the view, the form that records, the answers.

Every page of a table is drawn from a `TableView`, once, whole. A live update is the same page
fetched again: there is one way to draw a thing. The page that all phones fetch whenever something
has happened is made of parts that are drawn once for those who see them alike (`parts`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, cast
from zoneinfo import ZoneInfo

import msgspec
from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from flask_htmx import make_response
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from referee.core import Action, AnyGame, Clause, Event, Message, Offer, Page, PlayerKey, Ruling
from referee.core.rules import TABLE_RULES
from referee.core.schema import NULL
from referee.service import (
    Ending,
    FirstRoundView,
    HypotheticalRuling,
    LogLine,
    PhoneRequest,
    Refused,
    Reveal,
    Role,
    Stale,
    TableView,
    Unkept,
)
from referee.web import chart, contexts, entry, forms, parts, seats, sharing, shelf, words
from referee.web.extensions import htmx
from referee.web.parts import Parts
from referee.web.templating import pure, url_for


def draw(page: contexts.TablePage) -> str:
    """Return a page of a table, with its names called as they are there.

    The page of the table itself is put together from parts. Its templates and those of the game
    that it brings in (`table`, `side`, `bar`) see the values here and no others: `table_view` is a
    `PageView`, and there is no request.
    """
    words.call(page.table_view.names)
    seats.acts_among(page.table_view.seats)
    page = msgspec.structs.replace(page, here=_here(page.table_view))
    if not isinstance(page, contexts.OverTable):
        return page.draw()
    # `mine_shows`: the phone asks to be shown what its own seat hides.
    shown = page.values() | {"mine_shows": bool(request.args.get("mine"))}
    table_view, own = PageView.of(page.table_view), parts.of_answer()
    drawn = {
        "heading": _heading(own, table_view, shown),
        "ticker_line": _ticker(own, table_view, shown),
        "beside": _beside(own, table_view, shown),
        "main": _main(own, page.table_view, table_view, shown),
        "bar": _bar(own, table_view, shown),
    }
    played = {
        parts.PLAYED: _played(own, page.table_view, table_view, shown),
        parts.SEAT: table_view.one_seat,
        parts.SEQ: str(page.table_view.seq),
    }
    if not isinstance(page, contexts.TableItself):
        return parts.whole(render_template(page.name_of_template, **(shown | drawn)), played)
    frame = own.part(
        "table.html",
        table_view,
        **{name: shown[name] for name in ("game", "code", "awake", "here", "show", "closed")},
        **_HOLES,
        named=not (cast(Page, shown["view"]).is_running or table_view.reveal),
        lang=words.language(),
        lamp=seats.lamp(),
        database_mark=seats.store().mark,
    )
    drawn |= {name: escape(shown[name]) for name in ("revision", "own_classes", "yours")}
    return parts.whole(frame, {_HOLES[name]: text for name, text in drawn.items()} | played)


_HOLES = {
    "heading": parts.HEADING,
    "ticker_line": parts.TICKER,
    "beside": parts.BESIDE,
    "main": parts.MAIN,
    "bar": parts.BAR,
    "revision": parts.REVISION,
    "own_classes": parts.CLASSES,
    "yours": parts.YOURS,
}
"""What changes with every event, or differs by phone, has a hole in the frame: the frame stays."""


def _heading(own: Parts, page: PageView, shown: dict[str, Any]) -> Markup:
    """What stands at the top: on the phone of whoever's turn it is something else."""
    names = ("game", "now", "show", "yours")
    given = {name: shown[name] for name in names}
    running = shown["view"].is_running
    return own.part("table/heading.html", page, **given, is_running=running)


def _ticker(own: Parts, page: PageView, shown: dict[str, Any]) -> Markup:
    """The line under the top: what happened last, or what is being counted."""
    return own.part(
        "table/ticker.html",
        page,
        code=shown["code"],
        counting=None if page.ending else shown["counting"],
    )


def _beside(own: Parts, page: PageView, shown: dict[str, Any]) -> Markup:
    """What a wide page shows beside the game."""
    if page.reveal or not shelf.has(shown["game"], "side"):
        return Markup()
    names = ("game", "code", "view", "winners", "show")
    return own.part("table/side.html", page, **{name: shown[name] for name in names})


def _main(own: Parts, table_view: TableView, page: PageView, shown: dict[str, Any]) -> Markup:
    """The main part of the table's page but for what is played: what this phone has to be told."""
    return own.part(
        "table/main.html",
        page,
        code=table_view.code,
        show=shown["show"],
        mine_shows=shown["mine_shows"],
        disk_is_low=table_view.role == "host" and seats.is_disk_low(),
        played=parts.PLAYED,
        timed=table_view.top if table_view.top and table_view.top.seconds else None,
    )


def _played(own: Parts, table_view: TableView, page: PageView, shown: dict[str, Any]) -> Markup:
    """The game's own page, or how it ended, or what is turned up before that is told. What is
    remembered of the box is shown between rounds."""
    between = table_view.game.pieces.options and not shown["view"].is_running
    if table_view.reveal:
        return own.part("table/reveal.html", page, game=table_view.game, code=table_view.code)
    if table_view.ending and not shown["show"]:
        lies = shown["view"] if shelf.has(table_view.game, "ended") else None
        return own.part(
            "table/ending.html", page, game=table_view.game, code=table_view.code, view=lies
        )
    names = ("game", "code", "view", "now", "scores", "winners", "show", "mine_shows")
    return own.part(
        f"games/{table_view.game.key}/table.html",
        page,
        **{name: shown[name] for name in names},
        remembered=remembered_here(table_view) if between else {},
    )


def _bar(own: Parts, page: PageView, shown: dict[str, Any]) -> Markup:
    """What can be done next: the game's own bar where it has one."""
    if page.reveal:
        return own.part("table/reveal_bar.html", page, code=shown["code"])
    game, given = shown["game"], {name: shown[name] for name in ("code", "offers")}
    if shelf.has(game, "bar"):
        more = {name: shown[name] for name in ("game", "view", "show")}
        return own.part(f"games/{game.key}/bar.html", page, **given, **more)
    return own.part("table/offers.html", page, **given, is_running=shown["view"].is_running)


def _here(table_view: TableView) -> str:
    """The address that this page is fetched at again. What the phone has seen already (`line`,
    `mark`) is no part of it: the script says that each time."""
    if request.method != "GET":
        return url_for("table.table", code=table_view.code)
    asked = request.query_string.decode().split("&")
    kept = [field for field in asked if field.partition("=")[0] not in ("line", "mark")]
    # As it is called where it answers what was recorded: phones share the frame.
    return f"{request.path}?{'&'.join(kept)}" if any(kept) else request.path


class PageView(msgspec.Struct, frozen=True):
    """What the page of the table sees of a `TableView`. `records`: whether this phone may record at
    all; `one_seat`: the seat it holds if that is the only one (parts ask `has_one_seat`); `seq`:
    the hole for the number of the latest event; `wrong`: what its seat put in that cannot be
    right."""

    title: str
    names: Mapping[str, str]
    over: bool
    last: LogLine | None
    verdict: LogLine | None
    top: LogLine | None
    recent: list[LogLine]
    rematch: str | None
    ending: Ending | None
    can_undo: bool
    redo: LogLine | None
    first_round: FirstRoundView | None
    reveal: Reveal | None

    seq: str
    role: Role
    seats: tuple[PlayerKey, ...]
    own: tuple[str, ...]
    one_seat: str
    has_one_seat: bool
    viewer: PlayerKey | None
    who_may: str
    requests: list[PhoneRequest]
    own_request: PhoneRequest | None
    notice: Message | None
    host_silent: bool
    records: bool
    wrong: list[Message]

    @staticmethod
    def of(table_view: TableView) -> PageView:
        """The view of `table_view`."""
        one = table_view.own[0] if len(table_view.own) == 1 else ""
        own: dict[str, Any] = {
            "records": table_view.may(),
            "wrong": list(table_view.contradicted()),
            "seq": parts.SEQ,
            "one_seat": one,
            "has_one_seat": bool(one),
        }
        for name in PageView.__struct_fields__:
            if name not in own:
                own[name] = getattr(table_view, name)
        return PageView(**own)

    def may(self) -> bool:
        """Whether this phone may record at all."""
        return self.records

    def contradicted(self) -> list[Message]:
        """What this phone's seat put in that cannot be right."""
        return self.wrong


def ending_chart(ending: Ending, low_wins: bool) -> chart.EndingChart | None:
    """The picture of the scores that run into the order at the end."""
    places = [place.players for place in ending.places]
    return chart.ending(ending.course, places, low_wins, ending.start)


def new_key() -> str:
    """A key for one drawing of a form: sent twice, it records once."""
    return secrets.token_urlsafe(12)


_IN_ADDRESS = ("key", "sheet", "ask", "stands")
"""What a button that sends the fields of a form carries in its address: they cannot stand in the
form, whose own address would hold them."""


def sent() -> tuple[MultiDict[str, str], str]:
    """The fields of the event that was sent, and its key.

    A button may carry a whole event: then nothing else of the form counts. Buttons of one drawing
    share its key, so the key of each is made its own by what it carries.
    """
    fields: MultiDict[str, str] = MultiDict(request.form)
    for name in _IN_ADDRESS:
        if name in request.args:
            fields[name] = request.args[name]
    key = fields.get("key", "")
    if button := fields.get("event"):
        own = forms.RESERVED - {"event", "type"}
        fields = MultiDict(p for p in fields.items(multi=True) if p[0] in own)
        fields.update(forms.unpacked(button))
        key = f"{key}.{hashlib.sha256(button.encode()).hexdigest()[:12]}"
    return fields, key


def number(name: str, default: int = 0) -> int:
    """The whole number in the field `name`."""
    # `values` merges both at each call, and a page that is only asked for has no form.
    text = (request.args if request.method == "GET" else request.values).get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else default


def answers_with_page() -> bool:
    """Return whether what is recorded is answered with the table, drawn at once, and not with a
    redirect."""
    return bool(htmx) and not request.args.get("back")


def after_recording(code: str, table_view: TableView | None) -> ResponseReturnValue:
    """After something was recorded: the table `table_view`, drawn at once; without one a redirect
    to the table `code`, or to the sheet at the address `back`, from which it was recorded by the
    way."""
    if table_view is not None:
        return to_table(table_view)
    address = url_for("table.table", code=code)
    back = request.args.get("back", "")
    location = seats.back_to(back, address) if back else address
    return Response(status=303, headers={"Location": location})


def closed_address(table_view: TableView, closed: LogLine) -> str:
    """The address of the table, with the news that `closed` ended what was being entered."""
    return url_for("table.table", code=table_view.code, closed=closed.seq)


def table_page(
    table_view: TableView, show: str = "", closed: LogLine | None = None
) -> contexts.TablePage:
    """The page of the table; while it sets up for its first round, the step that it is at."""
    if table_view.first_round is not None and table_view.first_round.steps and not show:
        return contexts.SetupPage(table_view=table_view)
    return contexts.TableItself(table_view=table_view, show=show, closed=closed)


def to_table(table_view: TableView, closed: LogLine | None = None) -> ResponseReturnValue:
    """The table in place of what was asked for: drawn at once for htmx, else by a redirect.
    `closed`: what was recorded while this phone had a form open for it."""
    address = (
        closed_address(table_view, closed)
        if closed
        else url_for("table.table", code=table_view.code)
    )
    if not htmx:
        return Response(status=303, headers={"Location": address})
    page: Response = make_response(draw(table_page(table_view, closed=closed)), push_url=address)
    return page


def ruling_page(
    answer: Refused | HypotheticalRuling,
    fields: MultiDict[str, str],
    before: TableView | None = None,
) -> ResponseReturnValue:
    """The ruling over the table it was made at: 422 if it was refused, 200 if only asked. `before`:
    the table as it was, where an earlier entry was to be corrected."""
    table_view, event, ruling = answer.view, answer.event, answer.ruling
    refused = isinstance(answer, Refused)
    may_stand = isinstance(answer, Refused) and answer.may_stand
    page = contexts.RulingPage(
        table_view=table_view,
        ruling=ruling,
        asked=not refused,
        may_stand=may_stand,
        kept=[pair for pair in fields.items(multi=True) if pair[0] not in _OWN],
        sheet=fields.get("sheet", ""),
        clauses=clauses(table_view.game, ruling),
        pieces=pieces(before or table_view, event, ruling),
        costs=costs(table_view, event, ruling) if refused and before is None else None,
        record=check_link(table_view, event) if not refused else "",
        line=answer.line if isinstance(answer, Refused) else 0,
    )
    return draw(page), 422 if refused else 200


_OWN = {"csrf_token", "key", "stands", "ask", "sheet"}


def clauses(game: AnyGame, ruling: Ruling) -> list[Clause]:
    """The clauses a ruling rests on."""
    known = TABLE_RULES.clauses | game.rules.clauses
    return [known[rule] for rule in ruling.rules if rule in known]


def pieces(table_view: TableView, event: Event, ruling: Ruling) -> dict[str, object]:
    """What a game shows beside a ruling (see `Action.ruling_picture`)."""
    return (
        dict(event.ruling_picture(table_view.state, table_view.viewer))
        if isinstance(event, Action)
        else {}
    )


def costs(table_view: TableView, event: Event, ruling: Ruling) -> Offer | None:
    """The event that goes with taking `event` back, where the game asks a price for that and this
    phone may record it."""
    if not isinstance(event, Action):
        return None
    found = event.price_of_taking_back(table_view.state, ruling)
    return found if found is not None and table_view.may(found.event) else None


def check_link(table_view: TableView, event: Event) -> str:
    """The address of this question as a check that holds its own record; none while it would tell
    what somebody may not know."""
    position = table_view.game.position(table_view.state, table_view.viewer)
    if position is None or table_view.game.secrecy.has_secret(table_view.state):
        return ""
    return sharing.link(table_view, [position, event])


def meanwhile_page(answer: Stale, fields: MultiDict[str, str]) -> ResponseReturnValue:
    """409: what happened meanwhile, and what was typed, both as buttons."""
    gone = {*_OWN, "seq", "instead"}
    page = contexts.MeanwhilePage(
        table_view=answer.view,
        since=answer.since,
        answer=answer,
        kept=[pair for pair in fields.items(multi=True) if pair[0] not in gone],
        sheet=fields.get("sheet", ""),
    )
    return draw(page), 409


def unkept_page(answer: Unkept, fields: MultiDict[str, str]) -> ResponseReturnValue:
    """409: which later entry a correction would leave without ground, and the table's choice."""
    gone = {*_OWN, "seq", "drops"}
    kept = [pair for pair in fields.items(multi=True) if pair[0] not in gone]
    return draw(contexts.UnkeptPage(table_view=answer.view, answer=answer, kept=kept)), 409


def remembered(game: AnyGame) -> dict[str, object]:
    """What the phone that asks has told, once and for all, of what is printed in the box of
    `game`, as far as it has; None is an answer too (as many as they like, say)."""
    return _told(game, seats.service().memory.of(game.key, seats.known()))


def remembered_here(table_view: TableView) -> dict[str, object]:
    """The same as the phone that asks is offered it at a table."""
    return _told(table_view.game, table_view.memory)


def _told(game: AnyGame, memory: Mapping[str, object]) -> dict[str, object]:
    told = {name: memory.get(name) for name in game.pieces.options}
    return {name: None if one == NULL else one for name, one in told.items() if one is not None}


def remember(game: AnyGame, plain: dict[str, object]) -> None:
    """Keep for this phone's later tables what `plain` options say of the box, the same at every
    table; what is empty says nothing."""
    for name in game.pieces.options:
        value = plain.get(name, {})
        if value not in ("", {}, [], ()):
            kept = NULL if value is None else value  # None would forget it
            seats.service().memory.remember(game.key, seats.me(), name, kept)


def line_href(code: str, line: LogLine) -> str:
    """Where the ruling of a line of the table `code` is, if it has one."""
    if line.kind == "note":
        return ""
    return url_for("log.ruling", code=code, line=line.line)


def rows_of(offers: list[Offer]) -> dict[str, list[Offer]]:
    """Offers as the bar lays them: the main one, those beside it, those behind the dots."""
    return {
        "main": [offer for offer in offers if offer.main],
        "beside": [offer for offer in offers if not offer.main and not offer.more],
        "more": [offer for offer in offers if offer.more],
    }


def clock(at: str) -> str:
    """A moment (UTC, ISO 8601) as the clock on the phone shows it."""
    minute = f"{at[:16]}Z" if at.endswith("Z") else at  # the same for all its seconds
    return _clock(minute, words.clock())


@lru_cache(4096)
def _clock(at: str, zone: ZoneInfo | None) -> str:
    """A moment as the clocks of the time zone `zone` show it (None: that of the server)."""
    return datetime.fromisoformat(at).astimezone(zone).strftime("%H:%M")


def as_of() -> str:
    """The time on the clock of the phone that asks."""
    return clock(seats.service().tables.clock.stamp())


def edges(seats: Sequence[PlayerKey]) -> list[tuple[str, Sequence[PlayerKey]]]:
    """Return who sits at which edge of the table, clockwise, from `seats[0]` at the lower one: one
    at the left and one at the right, of nine and more two and of thirteen and more three, so that
    long names have room everywhere, and the others in equal parts at the lower and the upper. An
    edge with nobody is left out."""
    count = len(seats)
    left = 0 if count < 3 else 1 if count < 9 else 2 if count < 13 else 3
    lower = 1 if count < 5 else count // 2 - left
    upper = 0 if count in (1, 3) else 1 if count < 5 else count - 2 * left - lower
    found, first = [], 0
    for edge, many in (("lower", lower), ("left", left), ("upper", upper), ("right", count)):
        found.append((edge, seats[first : first + many]))
        first += many
    return [(edge, players) for edge, players in found if players]


def init_app(app: Flask) -> None:
    """What templates of tables call."""
    app.jinja_env.filters["edges"] = edges
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.filters["with_query"] = forms.with_query
    app.jinja_env.filters["stripes"] = shelf.stripes
    app.jinja_env.filters["ending_chart"] = ending_chart
    app.jinja_env.globals.update(remembered_here=remembered_here, new_key=new_key, as_of=as_of)
    pure(
        app.jinja_env,
        has=shelf.has,
        packed=entry.packed,
        line_href=line_href,
        rows_of=rows_of,
        flat=forms.flat,
        as_value=forms.packed,
        acting=seats.acting,
        taps=forms.taps,
    )
