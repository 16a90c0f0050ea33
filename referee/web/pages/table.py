"""A table: its page, its stream, its entry sheets, and the one address that records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.core import AnyGame, Event, Message, Unusable, say, tag_of
from referee.core.action import is_shared
from referee.core.draft import Draft
from referee.core.form import Drawing, Form, Offer
from referee.core.schema import filled
from referee.service import (
    Answer,
    Correctable,
    LogLine,
    Recorded,
    Stale,
    Submission,
    TableView,
    Unkept,
)
from referee.web import (
    boxes,
    contexts,
    counting,
    entry,
    forms,
    limits,
    seats,
    shelf,
    stream,
    tables,
    words,
)

pages = Blueprint("table", __name__)


@pages.get("/t/<code>")
def table(code: str) -> ResponseReturnValue:
    """The table as this phone may see it. With `line`, 204 if nothing has changed since."""
    table_view = seats.table_view(code)
    if _unchanged(table_view):
        return "", 204
    top, number = table_view.top, tables.number("closed")
    closed = top if top is not None and number and top.seq == number else None
    return tables.draw(tables.table_page(table_view, request.args.get("show", ""), closed))


@pages.get("/t/<code>/bell")
@limits.counted("stream")
def bell(code: str) -> ResponseReturnValue:
    """Stream a number whenever the table has changed; with `page` to a phone that plays the table
    itself as it may see it."""
    draw = _drawn if request.args.get("page") else None
    return stream.event_stream(code, draw)


def _drawn(table_view: TableView) -> str:
    return tables.draw(tables.table_page(table_view))


@pages.get("/t/<code>/since")
def since(code: str) -> ResponseReturnValue:
    """For a page with an open form: the line at the top, and whether the table has moved on."""
    table_view = seats.table_view(code)
    if _unchanged(table_view):
        return "", 204
    name = request.args.get("sheet", "")
    drawn = tables.number("seq", table_view.seq)
    line = _closed_by(table_view, name, drawn)
    closed = tables.closed_address(table_view, line) if line else ""
    filled = _filled(table_view, name)
    return tables.draw(
        contexts.SincePage(table_view=table_view, drawn=drawn, closed=closed, **filled)
    )


def _closed_by(table_view: TableView, name: str, drawn: int) -> LogLine | None:
    """Return what was recorded since event number `drawn` of what the form `name` is for, where all
    phones at the table would enter the same: then there is nothing left to enter in it."""
    tag = table_view.game.form_type(name)
    if tag is None or drawn >= table_view.seq or not is_shared(table_view.game.action(tag)):
        return None
    views = seats.service().views
    return views.recorded_since(table_view.code, seats.me(), tag, drawn, as_seat=table_view.viewer)


def _filled(table_view: TableView, name: str) -> dict[str, Any]:
    """The rows that players have filled in on the form `name`, if it has any."""
    if name not in table_view.game.forms:
        return {}
    rows = seats.service().drafts.on(table_view.code, seats.me(), name)
    fields: MultiDict[str, str] = MultiDict([("type", table_view.game.forms[name])])
    for row in rows.values():
        fields.update(row)
    fields["now"] = request.args.get("now", "")
    draft = entry.draft(table_view.game, table_view.seating, fields)
    form = table_view.game.form(name, table_view.state, table_view.viewer, draft)
    if form is None or not form.rows:
        return {}
    known = [row for row in form.rows if row.player in rows]
    return {"filled_rows": known, "open_row": form.open_row}


@pages.get("/t/<code>/more")
def more(code: str) -> ResponseReturnValue:
    """What else can be recorded now."""
    return tables.draw(contexts.MorePage(table_view=seats.table_view(code)))


@pages.get("/t/<code>/undo")
def undo(code: str) -> ResponseReturnValue:
    """The question before the latest event is taken back."""
    return tables.draw(contexts.UndoPage(table_view=seats.table_view(code)))


@pages.route("/t/<code>/sheet/<name>", methods=["GET", "POST"])
def sheet(code: str, name: str) -> ResponseReturnValue:
    """An entry sheet of the game, with what was entered so far. Nothing is stored, unless a row is
    filled in for its player (`draft`), which all phones see."""
    if line := tables.number("correct"):
        return _correction_sheet(code, name, line)
    table_view = seats.table_view(code)
    kind = table_view.game.form_type(name)
    if kind is None:
        abort(404)
    fields = forms.changed(request.values)
    fields["type"] = kind
    drawn = tables.number("seq", table_view.seq)
    is_kept = bool(request.method == "POST" and (fields.get("draft") or request.args.get("keep")))
    if is_kept or not _is_entered(fields):
        closed = None if fields.get("instead") else _closed_by(table_view, name, drawn)
        if closed or (is_kept and _begun(table_view) != table_view.rounds):
            return tables.to_table(table_view, closed=closed)
    if request.method == "POST" and fields.get("draft"):
        table_view = _keep_draft(code, table_view, name, fields)
    elif request.method == "POST" and (row := request.args.get("keep", "")):
        fields["draft"] = row
        _keep_draft(code, table_view, name, fields)
        rest = [pair for pair in fields.items(multi=True) if pair[0] not in _NOT_ASKED_AGAIN]
        address = url_for("table.sheet", code=code, name=name)
        return redirect(forms.with_query(address, rest), 303)
    return _sheet(table_view, name, fields, drawn)


def _is_entered(fields: MultiDict[str, str]) -> bool:
    """Whether a form says anything of a player ("points.p2") yet."""
    return any("." in name and value for name, value in fields.items(multi=True))


def _begun(table_view: TableView) -> int:
    """How many hands or rounds had ended when the form that was sent was begun."""
    return tables.number("begun", table_view.rounds)


_NOT_ASKED_AGAIN = {"as", "csrf_token", "draft", "keep", "mode", "now", "type"}


def _keep_draft(
    code: str, table_view: TableView, name: str, fields: MultiDict[str, str]
) -> TableView:
    """Keep one player's row for all to see, or for his declaration; the view after it."""
    player = fields.get("draft", "")
    shared = table_view.game.shared_fields(name)
    row = {
        field: values
        for field, values in fields.to_dict(flat=False).items()
        if field.endswith(f".{player}") or (field in shared and filled(values))
    }
    begun = _begun(table_view)
    seats.service().drafts.put(code, seats.me(), player, name, row, begun=begun)
    fields.poplist("now")
    return seats.table_view(code)


@pages.get("/t/<code>/correct/<int(max=99999999):line>")
def correct(code: str, line: int) -> ResponseReturnValue:
    """The form of an earlier entry with its values; where it has none, or with `other`, what else
    could have been recorded in its place."""
    found = _correctable(code, line)
    table_view, event = found.before, found.event
    name = _form_of(table_view, event)
    hidden = found.line.secret and not request.args.get("show")
    if name and not hidden and not request.args.get("other"):
        fields = MultiDict(forms.flat(msgspec.to_builtins(event)))
        fields.poplist("stands")
        return _sheet(table_view, name, fields, table_view.seq, correctable=found)
    ways = [offer for offer in table_view.offers() if not _only_asks(table_view.game, offer)]
    page = contexts.CorrectPage(
        table_view=table_view, line=found.line, later=found.later, ways=ways, has_form=bool(name)
    )
    return tables.draw(page)


@pages.get("/t/<code>/late")
def late(code: str) -> ResponseReturnValue:
    """What was played in this hand or round and turns out not to have been allowed; with `line`,
    the question before that one is taken back with all that came after it."""
    table_view = seats.table_view(code)
    found = seats.service().correcting.noticed_late(
        code, seats.me(), as_seat=seats.acting() or None
    )
    line = tables.number("line")
    chosen = next((one for one in found if one.line.line == line), None)
    return tables.draw(contexts.LatePage(table_view=table_view, late=found, chosen=chosen))


def _only_asks(game: AnyGame, offer: Offer) -> bool:
    """Whether nothing that comes of `offer` is ever in effect."""
    kind = game.action(game.form_type(offer.sheet))
    asks = (kind is not None and kind.is_query) or offer.sheet in game.help_pages
    return asks or (offer.event is not None and offer.event.is_query)


def _correctable(code: str, line: int) -> Correctable:
    """The entry at `line`, to be corrected."""
    return seats.service().correcting.entry(code, seats.me(), line, as_seat=seats.acting() or None)


def _form_of(table_view: TableView, event: Event) -> str:
    """The name of the form that shows the values of `event`; "" where none does."""
    kind = table_view.game.action(tag_of(event))
    assert kind is not None
    plain = msgspec.to_builtins(event)
    draft = Draft(plain, table_view.seating, memory=boxes.of(table_view.game))
    for name in kind.forms:
        if table_view.game.form(name, table_view.state, table_view.viewer, draft) is not None:
            return name
    return ""


def _correction_sheet(code: str, name: str, line: int) -> ResponseReturnValue:
    """The form `name` as it was before the entry at `line`, which is corrected with it."""
    found = _correctable(code, line)
    kind = found.before.game.form_type(name)
    if kind is None:
        abort(404)
    fields = forms.changed(request.values)
    fields["type"] = kind
    drawn = tables.number("seq", found.before.seq)
    return _sheet(found.before, name, fields, drawn, correctable=found)


def _sheet(
    table_view: TableView,
    name: str,
    fields: MultiDict[str, str],
    drawn: int,
    problem: Unusable | None = None,
    correctable: Correctable | None = None,
) -> ResponseReturnValue:
    """The sheet as far as it is filled in; where there is nothing to enter now (a page that was
    kept from before, say), the table."""
    as_seat = seats.acting() or None
    drafts = seats.service().drafts
    rows = {} if correctable else drafts.on(table_view.code, seats.me(), name, as_seat=as_seat)
    counting.fill(fields, rows, table_view.game.shared_fields(name))
    kept = [pair for pair in fields.items(multi=True) if pair[0] not in forms.RESERVED]
    has_said = any(fields.get(one) for one in ("now", "mode", "instead"))
    if chosen := entry.last(fields, "mode"):
        seats.keep_way(table_view.game, name, chosen)
    else:
        fields["mode"] = seats.way(table_view.game, name)
    draft = entry.draft(table_view.game, table_view.seating, fields)
    shown = table_view.game.form(name, table_view.state, table_view.viewer, draft)
    if shown is None:
        if problem:
            raise problem
        return tables.to_table(seats.table_view(table_view.code))
    if rows and shown.rows and shown.open_row and not (correctable or problem or has_said):
        entered = {name.rpartition(".")[2] for name, value in kept if "." in name and value}
        own, waits = counting.own_row(table_view, shown, entered)
        if waits and counting.overview(table_view):
            return tables.draw(
                contexts.CountingPage(table_view=table_view, name=name, drawn=drawn)
            ), 200
        if own and own != shown.open_row:
            fields["now"] = own
            draft = entry.draft(table_view.game, table_view.seating, fields)
            shown = table_view.game.form(name, table_view.state, table_view.viewer, draft) or shown
    if not correctable:
        shown = counting.without_others(table_view, shown)
    correct = correctable.line.line if correctable else None
    if correct:
        kept.append(("correct", str(correct)))
    is_form = isinstance(shown, Form)
    page = contexts.EntryPage(
        table_view=table_view,
        name=name,
        entry=entry.TableEntry(
            table_view.code,
            name,
            tables.new_key(),
            correct,
            keeps=counting.rows_kept_here(table_view),
        ),
        form=shown if isinstance(shown, Form) else None,
        sheet=None if is_form else shown,
        draft=draft,
        fields=kept,
        drawn=drawn,
        begun=_begun(table_view),
        instead=fields.get("instead", ""),
        correction=_correcting(correctable, table_view, shown, fields) if correctable else None,
        problem=words.say(problem.message) if problem else "",
        place=problem.path if problem else "",
    )
    return tables.draw(page), 422 if problem else 200


def _correcting(
    found: Correctable, table_view: TableView, shown: Form | Drawing, fields: MultiDict[str, str]
) -> contexts.Correcting:
    """What a form says of the entry that it corrects, once it is whole."""
    plain: Mapping[str, object] | None = None
    if shown.event is not None:
        plain = msgspec.to_builtins(shown.event)
    elif not isinstance(shown, Form) or shown.is_ready:
        plain = forms.event_fields(table_view.game, fields)
    preview = plain and seats.service().correcting.preview(
        table_view.code, seats.me(), plain, found.line.line, as_seat=seats.acting() or None
    )
    return contexts.Correcting(
        line=found.line,
        later=found.later,
        preview=preview or None,
        is_other=fields.get("type", "") not in ("", tag_of(found.event)),
    )


@pages.get("/t/<code>/events")
def events(code: str) -> ResponseReturnValue:
    """Nothing to see at the address that records: on to the table."""
    return redirect(url_for("table.table", code=code), 303)


@pages.post("/t/<code>/events")
def record(code: str) -> ResponseReturnValue:
    """Record an event, or only ask about it."""
    fields, key = tables.sent()
    name = fields.get("sheet", "")
    line = tables.number("correct") or None
    if _typed_since():
        found = _correctable(code, line) if line else None
        table_view = found.before if found else seats.table_view(code)
        if name in table_view.game.forms:
            typed = MultiDict(
                [*request.form.items(multi=True), ("type", table_view.game.forms[name])]
            )
            drawn = tables.number("seq", table_view.seq)
            return _sheet(table_view, name, typed, drawn, correctable=found)

    def event(game: AnyGame) -> dict[str, object]:
        if "type" not in fields and (kind := game.form_type(name)):
            fields["type"] = kind
        return forms.event_fields(game, fields)

    submission = Submission(
        event=event,
        seen=tables.number("seq", -1),
        key=key,
        stands=bool(fields.get("stands")),
        ask=bool(fields.get("ask")),
        sheet=name,
        instead=tables.number("instead") or None,
        corrects=line,
        drop=tables.number("drops") or None,
        late=bool(fields.get("late")),
        as_seat=seats.acting() or None,
        wants_view=tables.answers_with_page(),
    )
    try:
        answer = seats.service().play.submit(code, seats.me(), submission)
    except Unusable as problem:
        if problem.path == "corrects":
            raise
        found = _correctable(code, line) if line else None
        table_view = found.before if found else seats.table_view(code)
        if name in table_view.game.forms:
            return _sheet(
                table_view, name, fields, tables.number("seq", table_view.seq), problem, found
            )
        raise
    return _answer(code, answer, fields)


def _typed_since() -> bool:
    """Whether a button that carries a whole event, or says the number itself (`exact`), was drawn
    before a number was typed: then it says what nobody means any more."""
    field, _, shown = request.form.get("typed", "").partition(":")
    says = "event" in request.form or "exact" in request.form
    return says and request.form.get(field, shown) != shown


def _answer(code: str, answer: Answer, fields: MultiDict[str, str]) -> ResponseReturnValue:
    if isinstance(answer, Recorded) and answer.event.is_query:
        return redirect(url_for("log.ruling", code=code, line=answer.line), 303)
    if isinstance(answer, Recorded):
        return tables.after_recording(code, answer.view)
    if isinstance(answer, Stale):
        return tables.meanwhile_page(answer, fields)
    if isinstance(answer, Unkept):
        return tables.unkept_page(answer, fields)
    line = tables.number("correct")
    return tables.ruling_page(answer, fields, _correctable(code, line).before if line else None)


@pages.post("/t/<code>/undo")
def take_back(code: str) -> ResponseReturnValue:
    """Take back the latest event, or (`line`) that one and all after it; or (`redo`) this phone's
    own undo."""
    whole = bool(request.form.get("line"))
    submission = Submission(
        event={"type": "undo"},
        undo_to=tables.number("line") if whole else None,
        redo=tables.number("redo") or None,
        seen=tables.number("seq", -1),
        key=request.form.get("key", ""),
        as_seat=seats.acting() or None,
        wants_view=tables.answers_with_page(),
    )
    answer = seats.service().play.submit(code, seats.me(), submission)
    return _answer(code, answer, MultiDict({"type": "undo"}))


@pages.post("/t/<code>/taken-back")
def taken_back(code: str) -> ResponseReturnValue:
    """What was refused (`line`) was taken back; on to the address `back`, to enter it again."""
    seats.service().play.take_back_refused(code, seats.me(), tables.number("line"))
    address = url_for("table.table", code=code)
    return redirect(seats.back_to(request.args.get("back", ""), address), 303)


@pages.get("/t/<code>/another")
def another(code: str) -> ResponseReturnValue:
    """The boxes that the same people can play next."""
    table_view = seats.table_view(code)
    boxes = [
        contexts.Box(game, _why_not(game, len(table_view.seating))) for game in shelf.playable()
    ]
    return tables.draw(contexts.AnotherPage(table_view=table_view, boxes=boxes))


def _why_not(game: AnyGame, count: int) -> Message | None:
    """Why `count` people cannot play `game` as it is usually played; None where they can."""
    least, most = game.player_limits(game.options_type())
    if least <= count <= most:
        return None
    return say("for {least} to {most} players", least=least, most=most)


@pages.post("/t/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """The same players once more, or another `game`; every phone is taken along."""
    game = request.form.get("game", "")
    if game:
        shelf.game_or_404(game)
    new = seats.service().opening.rematch(code, seats.me(), game)
    return redirect(url_for("table.table", code=new), 303)


@pages.post("/t/<code>/notice")
def notice(code: str) -> ResponseReturnValue:
    """The table has read what it was to be told."""
    seats.service().settings.settle_notice(code, seats.me())
    return redirect(url_for("table.table", code=code), 303)


def _unchanged(table_view: TableView) -> bool:
    """Whether this phone was shown the table as it is: the same line of the same database."""
    mark = seats.store().mark
    if request.args.get("mark", mark) != mark:
        return False
    return "line" in request.args and tables.number("line", -1) == table_view.line
