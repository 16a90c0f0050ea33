"""Joining a table: by its code, by the QR code's token, and the choice of a seat."""

from __future__ import annotations

import re
from contextlib import nullcontext

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable
from referee.core.text import cut
from referee.service import ALPHABET, CODE, JoinPage, Locked, NotAllowed, NotFound, Removed
from referee.web import contexts, limits, seats, words

pages = Blueprint("joining", __name__)


@pages.get("/join")
def by_code() -> ResponseReturnValue:
    """Where the code is typed; with one in the address, the table's door."""
    typed = request.args.get("code", "").strip()[:200]
    if token := re.search(r"/j/([A-Za-z0-9_-]{16,64})", typed):
        return redirect(url_for("joining.by_token", token=token[1]), 303)
    code = _code_in(typed)
    if not code:
        return contexts.JoinFormPage(code="", problem="").draw()
    try:
        door = seats.find(code)
    except NotFound as problem:
        page = contexts.JoinFormPage(code=cut(code, 12), problem=words.say(problem.message))
        return page.draw(), 404
    return _door(door)


def _code_in(typed: str) -> str:
    """Return the code in what was typed or pasted: a link to a table, or a sentence that names it
    ("Code: ABC234."); the text itself where there is none in it."""
    if link := re.search(r"/t/([0-9A-Za-z]{6})\b", typed):
        return link[1]
    runs = re.findall(r"[0-9A-Za-z]+", typed)
    fitting = [word for word in runs if len(word) == CODE and set(word.upper()) <= {*ALPHABET}]
    named = [word for word in fitting if word.isupper() or not word.isalpha()]
    found = named or (fitting if len(runs) > 2 else [])
    return found[-1] if found else typed


@pages.get("/j/<token>")
@limits.counted("join")
def by_token(token: str) -> ResponseReturnValue:
    """What the QR code leads to: the table's door, or the table where the phone is at it."""
    try:
        door = seats.service().joining.find_by_token(token, seats.known())
    except Locked as problem:
        return contexts.LockedPage(sentence=words.say(problem.message)).draw(), 403
    if door.role not in (None, "removed") and not request.args.get("seats"):
        return redirect(url_for("table.table", code=door.code), 303)
    return _door(door, token)


@pages.get("/t/<code>/door")
def door(code: str) -> ResponseReturnValue:
    """The seats, for a phone that is at the table: to take one more, or another."""
    table_view = seats.table_view(code)
    token = seats.service().joining.join_token(code, seats.me())
    return _door(
        seats.service().joining.find_by_token(token, seats.me()), token, back=table_view.code
    )


@pages.post("/join/<code>")
@limits.counted("join")
def join(code: str) -> ResponseReturnValue:
    """Take a seat, ask for one, or watch."""
    fields = request.form
    token = fields.get("token", "")
    try:
        with nullcontext() if token else limits.guessing():
            joined = seats.service().joining.join(
                code,
                seats.enrol(),
                fields.get("player") or None,
                name=fields.get("name", "") if fields.get("new") else "",
                token=token,
            )
    except (Unusable, NotAllowed) as problem:
        found = seats.service().joining.find_by_token(token, seats.known()) if token else None
        found = found or seats.service().joining.find(code, seats.known())
        status = 422 if isinstance(problem, Unusable) else 403
        return _door(found, token, problem=words.say(problem.message)), status
    if joined.how == "asked-back":
        return contexts.WaitingPage(code=code).draw()
    return redirect(url_for("table.table", code=code), 303)


@pages.get("/h/<token>")
def host_link(token: str) -> ResponseReturnValue:
    """What the serving machine's one-time QR code leads to; asks before it is used up."""
    return contexts.HostLinkPage(token=token).draw()


@pages.post("/h/<token>")
@limits.counted("join")
def become_host(token: str) -> ResponseReturnValue:
    """Make this phone the host."""
    code = seats.service().hosting.become_host(token, seats.enrol())
    return redirect(url_for("table.table", code=code), 303)


def _door(door: JoinPage, token: str = "", problem: str = "", back: str = "") -> str:
    if door.role == "removed":
        raise Removed(door.code)
    return contexts.DoorPage(door=door, token=token, problem=problem, back=back).draw()
