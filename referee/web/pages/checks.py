"""Check a play, with no table: what lies there, what was done, and the ruling.

The whole question is in the address, so a check can be kept, sent and asked again; the server
stores nothing. It is a record: a `position`, then the event.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.core import LEGAL, Action, AnyGame, PlayerKey, Unusable, UserText, say, tag_of
from referee.core.draft import Draft
from referee.core.event import MOST_PLAYERS
from referee.core.form import Form
from referee.core.schema import convert
from referee.service.checks import Report, judge, read, read_players, record_json, view_of_nobody
from referee.web import contexts, entry, forms, limits, seats, sharing, shelf, tables, words
from referee.web.pages.records import as_file

pages = Blueprint("checks", __name__)

_CALLED = ("Ann", "Bo", "Cy", "Dee", "Eli", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max")
NAMES = [PlayerKey(name) for name in _CALLED]
"""Who plays where nobody has been named."""


@pages.get("/check")
def games() -> ResponseReturnValue:
    """Which game it is about."""
    return contexts.ChecksPage(games=shelf.playable()).draw()


@pages.get("/check/<game>")
@limits.counted("check")
def check(game: str) -> ResponseReturnValue:
    """The question as far as it is put, and with `ask` or a whole `record` the ruling."""
    chosen = shelf.game_or_404(game)
    whole, name = _question(chosen), chosen.check_start.form
    if whole.get("event.type", chosen.form_type(name)) != chosen.form_type(name):
        name = "position"
    return _drawn(chosen, name, whole)


@pages.get("/check/<game>/<name>")
@limits.counted("check")
def form(game: str, name: str) -> ResponseReturnValue:
    """A step of the question: the form `name` of the game, as far as it is filled in. Once a
    `position` is put (`then`), what can be asked about it is listed. `event` is a whole event of
    that list."""
    chosen = shelf.game_or_404(game)
    if name != "event" and chosen.form_type(name) is None:
        abort(404)
    return _drawn(chosen, name, _gathered(chosen, name, forms.changed(request.args)))


def _gathered(game: AnyGame, name: str, fields: forms.Fields) -> forms.Fields:
    """The whole question, from what a step of it sends: what the form `name` is about is `event.…`
    (or `position.…`), and a position that was put before comes packed into one field."""
    part = "position" if name == "position" else "event"
    whole: forms.Fields = MultiDict()
    for field in _OF_THE_QUESTION:
        whole.setlist(field, fields.getlist(field))
    if button := fields.get("event"):
        own = forms.unpacked(button)
        whole["ask"] = "1"
    else:
        own = fields.copy()
        own["type"] = game.form_type(name) or ""
    for field, value in fields.items(multi=True):
        if field.startswith("options."):
            whole.add(field, value)
    for field, value in forms.unpacked(fields.get("position", "")).items(multi=True):
        whole.add(f"position.{field}", value)
    for field, value in own.items(multi=True):
        if field == "type":  # a position is put once something of it is
            is_own = part == "event"
        else:
            is_own = not (field in forms.RESERVED or field.startswith("options."))
        if is_own:
            whole.add(f"{part}.{field}", value)
    return whole


_OF_THE_QUESTION = ("name", "ask", "file", "then", "now", "mode", "drawn", "more", "fewer")


def _drawn(game: AnyGame, name: str, whole: forms.Fields) -> ResponseReturnValue:
    """The form `name` in the `whole` question; over it the ruling, if it is asked for; or what can
    be asked next."""
    problem, report = None, None
    names, options = NAMES[: _seats(game, MultiDict())[0]], game.options_type()
    try:
        names = _names(game, whole)
        if whole.poplist("more") + whole.poplist("fewer"):
            whole.setlist("name", names)
        options = convert(forms.options_fields(game, whole), game.options_type, "options")
        if whole.get("ask"):
            data = msgspec.json.encode(_record(game, whole))
            report = judge(read(data))
            if request.args.get("file"):
                return as_file(msgspec.json.decode(data), f"{game.key} check")
        elif whole.get("then"):
            report = judge(read(msgspec.json.encode(_record(game, whole, ("position",)))))
            if all(one.ruling.verdict == LEGAL for one in report.entries):
                return _next_steps(game, whole, names, report.state)
    except Unusable as found:
        problem = found
    words.call({name: name for name in names})
    if name == "event":
        before = game.start(names, options) if problem else _before(game, whole, names)
        return _next_steps(game, whole, names, before, report)
    part = "position" if name == "position" else "event"
    own = _below(whole, part)
    own.poplist("type")
    kept = [*own.items(multi=True)]
    for field in ("now", "mode", "drawn"):
        own.setlist(field, whole.getlist(field))
    own["type"] = game.form_type(name) or ""
    begun = name != "position" and not problem
    state = _before(game, whole, names) if begun else game.start(names, options)
    draft = entry.draft(game, names, own)
    shown = game.form(name, state, None, draft)
    if shown is None:
        return redirect(url_for("checks.check", game=game.key))
    page = contexts.CheckFormPage(
        game=game,
        name=name,
        entry=entry.CheckEntry(game),
        form=shown if isinstance(shown, Form) else None,
        sheet=None if isinstance(shown, Form) else shown,
        draft=draft,
        table_view=view_of_nobody(game, names, state, options),
        view=game.page(state, None),
        names=names,
        fields=kept,
        carried=_carried(game, whole, name),
        options=forms.with_defaults(game, forms.options_fields(game, whole)),
        again=_step(game, name, whole, kept),
        situation=_step(game, "position", whole, _position(whole)),
        plays=_step(game, "position", whole, [*_position(whole), ("then", "1")]),
        problem=words.say(problem.message) if problem else "",
        **(_ruling(game, report) if report and not problem else {}),
    )
    return page.draw(), 422 if problem else 200


def _carried(game: AnyGame, whole: forms.Fields, name: str) -> list[tuple[str, str]]:
    """What goes on from step to step, beside the fields of the form `name`."""
    carried = [("name", one) for one in whole.getlist("name")[:MOST_PLAYERS]]
    if name != game.check_start.form:  # the first step draws the options itself
        carried += [pair for pair in whole.items(multi=True) if pair[0].startswith("options.")]
    position = _position(whole)
    if name != "position" and position:
        carried.append(("position", urlencode(position)))
    return carried


def _position(whole: forms.Fields) -> list[tuple[str, str]]:
    """The fields of the position that was put: its type alone, where all of it is as usual."""
    return [*_below(whole, "position").items(multi=True)]


def _step(game: AnyGame, name: str, whole: forms.Fields, fields: list[tuple[str, str]]) -> str:
    """The address of a step of the question with these fields filled in."""
    options = [pair for pair in whole.items(multi=True) if pair[0].startswith("options.")]
    more = options if name == game.check_start.form else []
    query = urlencode([*_carried(game, whole, name), *more, *fields])
    return url_for("checks.form", game=game.key, name=name) + "?" + query


def _next_steps(
    game: AnyGame,
    whole: forms.Fields,
    names: list[PlayerKey],
    state: object,
    report: Report | None = None,
) -> ResponseReturnValue:
    """What can be asked in the position that was put, each as a step; where there is but one, that
    step at once. `report`: on what was asked."""
    words.call({name: name for name in names})
    draft = Draft({}, names)
    steps: dict[str, str] = {}
    offers = game.offers(state, None)
    called = {offer.sheet: offer.label for offer in offers if offer.sheet}
    for name in (name for kind in game.actions for name in kind.forms):
        shown = game.form(name, state, None, draft) if name != "position" else None
        label = None if shown is None else shown.label
        if isinstance(shown, Form):
            label = shown.title or label
        elif shown is not None:
            label = called.get(name, label)
        if label and name not in game.private_forms:
            steps.setdefault(words.say(label), _step(game, name, whole, []))
    for offer in offers:
        asked = game.form(offer.sheet, state, None, draft) if offer.fill else None
        if asked is not None and not (isinstance(asked, Form) and asked.only_asks):
            address = _step(game, offer.sheet, whole, [*offer.fill.items()])
            steps.setdefault(words.say(offer.label), address)
    events = [offer for offer in offers if offer.event is not None]
    if len(steps) == 1 and not events and report is None:
        return redirect(next(iter(steps.values())), 303)
    return contexts.CheckNextPage(
        game=game,
        steps=steps,
        events=events,
        entry=entry.CheckEntry(game),
        carried=_carried(game, whole, ""),
        options=forms.with_defaults(game, forms.options_fields(game, whole)),
        again=_step(game, "position", whole, [*_position(whole), ("then", "1")]),
        back=_step(game, "position", whole, _position(whole)),
        **(_ruling(game, report) if report else {}),
    ).draw()


def _question(game: AnyGame) -> MultiDict[str, str]:
    """The fields of the question: from the address as they are, or from the record in it."""
    packed = request.args.get("record", "")
    if not packed:
        return forms.changed(request.args)
    record = read(sharing.unpack(packed))
    fields: MultiDict[str, str] = MultiDict([("ask", "1")])
    if record.game.key != game.key:
        return MultiDict()
    for name in record.players:
        fields.add("name", name)
    parts = {"options": msgspec.to_builtins(record.options)}
    for event in record.events[-2:]:
        part = "position" if tag_of(event) == "position" else "event"
        parts[part] = msgspec.to_builtins(event)
    flat = [(f"{part}.{path}", text) for part in parts for path, text in forms.flat(parts[part])]
    if len(flat) > forms.MOST_FIELDS:
        forms.refuse_count()
    fields.update(MultiDict(flat))
    return forms.changed(fields)


def _names(game: AnyGame, fields: MultiDict[str, str]) -> list[PlayerKey]:
    """Who plays: those named, else some of those known here; as many as the game takes at least.
    Raises `Unusable` where more are named than it takes. The keys of a question's players, their
    names, are born here."""
    least, most = _seats(game, fields)
    names = [PlayerKey(name.strip()) for name in fields.getlist("name") if name.strip()]
    if not names:
        me = seats.known()
        known = seats.service().history.names_of(me) if me else []
        names = [PlayerKey(name) for name in known[: max(least, 3)]]
        names += [name for name in NAMES if name not in names][: max(0, 3 - len(names))]
    if fields.get("more") and len(names) < min(most, len(NAMES)):
        names.append(next(name for name in NAMES if name not in names))
    if fields.get("fewer") and len(names) > 1:
        names.pop()
    if len(names) > most:
        raise Unusable(
            "players",
            say(
                "{game} takes {least} to {most} players.",
                game=UserText(game.name),
                least=least,
                most=most,
            ),
        )
    return names + [name for name in NAMES if name not in names][: max(0, least - len(names))]


def _seats(game: AnyGame, fields: MultiDict[str, str]) -> tuple[int, int]:
    """How many may play under the options of the question, as far as they can be used."""
    try:
        options = convert(forms.options_fields(game, fields), game.options_type, "options")
    except Unusable:
        options = game.options_type()
    least, most = game.player_limits(options)
    return min(least, len(NAMES)), min(most, MOST_PLAYERS)


def _below(fields: MultiDict[str, str], part: str, **more: str) -> MultiDict[str, str]:
    """The fields of one part of the question."""
    start = f"{part}."
    own: MultiDict[str, str] = MultiDict(
        (name[len(start) :], value)
        for name, value in fields.items(multi=True)
        if name.startswith(start)
    )
    for name, value in more.items():
        own[name] = value
    return own


def _record(
    game: AnyGame, fields: MultiDict[str, str], parts: tuple[str, ...] = ("position", "event")
) -> dict[str, object]:
    """The question, or `parts` of it, as a record; `Unusable` names the place in it."""
    players = read_players(_names(game, fields))
    options = convert(forms.options_fields(game, fields), game.options_type, "options")
    events = []
    position = forms.event_fields(game, _below(fields, "position", type="position"))
    if "position" in parts:
        if any(name.startswith("position.") for name in fields):
            events.append(position)
        elif game.check_start.situation is not None:
            events.append(msgspec.to_builtins(game.check_start.situation))
    if "event" in parts:
        events.append(forms.event_fields(game, _below(fields, "event")))
    typed = convert(events, list[game.events], "events")  # type: ignore[name-defined]
    return {
        "format": "referee-record",
        "version": 1,
        "game": game.key,
        "players": players,
        "options": msgspec.to_builtins(options),
        "events": msgspec.to_builtins(typed),
    }


def _before(game: AnyGame, fields: MultiDict[str, str], names: list[PlayerKey]) -> object:
    """The state the question is about, as far as it is put: an event that is not whole yet takes
    neither the options nor the position away."""
    for parts in (("position",), ()):
        try:
            return judge(read(msgspec.json.encode(_record(game, fields, parts)))).state
        except Unusable:
            pass
    return game.start(names, game.options_type())


def _ruling(game: AnyGame, report: Report) -> dict[str, Any]:
    """What the page shows of the ruling on the last event."""
    ruling = report.entries[-1].ruling
    first = report.entries[0].ruling
    if first.verdict != "legal" and len(report.entries) > 1:
        ruling = first
    asked = report.record
    *earlier, event = asked.events
    record = record_json(game, asked.players, asked.options, asked.events)
    before = judge(msgspec.structs.replace(asked, events=earlier)).state
    return {
        "ruling": ruling,
        "clauses": tables.clauses(game, ruling),
        "told": event.describe(ruling, None) if isinstance(event, Action) else ruling.reason,
        "pieces": event.ruling_picture(before, None) if isinstance(event, Action) else {},
        "link_to": url_for("checks.check", game=game.key, record=sharing.pack(record)),
    }
