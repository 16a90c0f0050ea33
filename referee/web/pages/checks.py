"""Check a play, with no table: what lies there, what was done, and the ruling.

The whole question is in the address, so a check can be kept, sent and asked again; the server
stores nothing. It is a record: a `position`, then the event.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.core import Game, Unusable, UserText, say
from referee.core.event import MOST_PLAYERS
from referee.core.schema import convert
from referee.record import check as judge
from referee.record import read
from referee.record.read import read_players
from referee.web import boxes, forms, limits, seats, sharing, shelf, tables, words
from referee.web.pages.records import as_file

pages = Blueprint("checks", __name__)

NAMES = ["Ann", "Bo", "Cy", "Dee", "Eli", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max"]
"""Who plays where nobody has been named."""


@pages.get("/check")
def games() -> ResponseReturnValue:
    """Which game it is about."""
    found = [game for game in shelf.playable() if shelf.has(game, "check")]
    return render_template("checks.html", games=found)


@pages.get("/check/<game>")
@limits.counted("check")
def check(game: str) -> ResponseReturnValue:
    """The question as far as it is put, and with `ask` or a whole `record` the ruling."""
    chosen = shelf.game_or_404(game)
    if not shelf.has(chosen, "check"):
        abort(404)
    fields, problem, report = _question(chosen), None, None
    try:
        if fields.get("ask"):
            data = msgspec.json.encode(_record(chosen, fields))
            report = judge(read(data))
            if request.args.get("file"):
                return as_file(msgspec.json.decode(data), f"{chosen.key} check")
    except Unusable as found:
        problem = found
    names = _names(chosen, fields)
    words.call({name: name for name in names})
    event = forms.event_fields(chosen, _below(fields, "event"))
    sheet = _sheet(chosen, fields, event, names)
    page = render_template(
        "check.html",
        game=chosen,
        names=names,
        position=forms.event_fields(chosen, _below(fields, "position", type="position")),
        event=event,
        options=forms.with_defaults(chosen, forms.options_fields(chosen, fields)),
        fields=[pair for pair in fields.items(multi=True) if pair[0] not in ("ask", "file")],
        sheet=sheet,
        ready=sheet.get("ready", True),
        pairs=tables.pairs,
        has=shelf.has,
        query=urlencode([p for p in fields.items(multi=True) if p[0] not in ("ask", "file")]),
        problem=problem and words.say(problem.message),
        place=problem.path if problem else "",
        **(_ruling(chosen, fields, report) if report else {"ruling": None}),
    )
    return page, 422 if problem else 200


def _question(game: Game) -> MultiDict[str, str]:
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
        part = "position" if event.__struct_config__.tag == "position" else "event"
        parts[part] = msgspec.to_builtins(event)
    flat = [(f"{part}.{path}", text) for part in parts for path, text in forms.flat(parts[part])]
    if len(flat) > forms.MOST_FIELDS:
        forms.refuse_count()
    fields.update(MultiDict(flat))
    return forms.changed(fields)


def _names(game: Game, fields: MultiDict[str, str]) -> list[str]:
    """Who plays: those named, else some of those known here; as many as the game takes at least.
    Raises `Unusable` where more are named than it takes."""
    least, most = _seats(game, fields)
    names = [name.strip() for name in fields.getlist("name") if name.strip()]
    if not names:
        me = seats.known()
        names = (seats.service().names_of(me) if me else [])[: max(least, 3)]
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


def _seats(game: Game, fields: MultiDict[str, str]) -> tuple[int, int]:
    """How many may play under the options of the question, as far as they can be used."""
    try:
        options = convert(forms.options_fields(game, fields), game.options_type, "options")
    except Unusable:
        options = game.options_type()
    least, most = game.seats(options)
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
    game: Game, fields: MultiDict[str, str], parts: tuple[str, ...] = ("position", "event")
) -> dict[str, Any]:
    """The question, or `parts` of it, as a record; `Unusable` names the place in it."""
    players = read_players(_names(game, fields))
    options = convert(forms.options_fields(game, fields), game.options_type, "options")
    events = []
    position = forms.event_fields(game, _below(fields, "position", type="position"))
    if "position" in parts and len(position) > 1:
        events.append(position)
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


def _sheet(game: Game, fields: MultiDict[str, str], event: Any, names: list[str]) -> Any:
    """What the game's check page shows of the question so far."""
    state = _before(game, fields, names)
    position = forms.event_fields(game, _below(fields, "position", type="position"))
    draft = {"event": event, "position": position, "now": fields.get("now", "")}
    return game.sheet(state, None, "check", draft | boxes.drafted(game))


def _before(game: Game, fields: MultiDict[str, str], names: list[str]) -> Any:
    """The state the question is about, as far as it is put: an event that is not whole yet takes
    neither the options nor the position away."""
    for parts in (("position",), ()):
        try:
            return judge(read(msgspec.json.encode(_record(game, fields, parts)))).state
        except Unusable:
            pass
    return game.start(names, game.options_type())


def _ruling(game: Game, fields: MultiDict[str, str], report: Any) -> dict[str, Any]:
    """What the page shows of the ruling on the last event."""
    ruling = report.entries[-1].ruling
    first = report.entries[0].ruling
    if first.verdict != "legal" and len(report.entries) > 1:
        ruling = first
    event = report.record.events[-1]
    record = _record(game, fields)
    before = _before(game, fields, report.record.players)
    return {
        "ruling": ruling,
        "clauses": tables.clauses(game, ruling),
        "told": game.tell(event, ruling, None),
        "pieces": game.picture(before, event, None, "ruling"),
        "link_to": url_for("checks.check", game=game.key, record=sharing.pack(record)),
    }
