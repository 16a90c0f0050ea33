"""Who is at a table: the QR code, phones and seats, what waits for a yes."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable
from referee.service import Refused
from referee.web import contexts, qr, seats, tables, words

pages = Blueprint("people", __name__)


@pages.get("/t/<code>/qr")
def code(code: str) -> ResponseReturnValue:
    """The QR code, the code to type, and who is here; `new`: why they are new ones."""
    table_view = seats.table_view(code)
    token = seats.service().joining.join_token(code, seats.me())
    page = contexts.QRPage(
        table_view=table_view,
        new=request.args.get("new", ""),
        **qr.leading_to(url_for("joining.by_token", token=token)),
    )
    return tables.draw(page)


@pages.get("/t/<code>/people")
def people(code: str) -> ResponseReturnValue:
    """Seats and phones, and what this phone may do about them."""
    return _page(code)


def _page(code: str, problem: str = "", place: str = "", typed: str = "") -> str:
    table_view = seats.table_view(code)
    holders = {player: phone for phone in table_view.phones for player in phone.seats}
    page = contexts.PeoplePage(
        table_view=table_view, holders=holders, problem=problem, place=place, typed=typed
    )
    return tables.draw(page)


@pages.post("/t/<code>/people")
def change(code: str) -> ResponseReturnValue:
    """One change, named by `do`."""
    service, me, fields = seats.service(), seats.me(), request.form
    what, player, other = fields.get("do", ""), fields.get("player", ""), tables.number("phone")
    back = "people.people"
    try:
        if what == "rename":
            service.settings.rename(code, me, player, fields.get("name", ""))
        elif what == "free":
            service.hosting.free_seat(code, me, player)
        elif what == "remove":
            service.hosting.remove_phone(code, me, other)
            return redirect(url_for("people.code", code=code, new="removed"), 303)
        elif what == "hand-over":
            service.hosting.hand_over(code, me, other)
        elif what == "take-over":
            service.hosting.take_over(code, me)
            back = "table.table"
        elif what in ("lock", "unlock"):
            service.joining.lock(code, me, what == "lock")
            back = "people.code"
        elif what == "rotate":
            service.joining.rotate(code, me)
            return redirect(url_for("people.code", code=code, new="made"), 303)
        elif what in ("yes", "no"):
            answer = service.joining.answer_request(code, me, tables.number("ask"), what == "yes")
            if isinstance(answer, Refused):
                return tables.ruling_page(answer, fields)
            back = "table.table"
        elif what == "forget":
            service.joining.take_back_request(code, me)
            back = "table.table"
        elif what == "leave":
            service.joining.leave(code, me)
            return redirect(url_for("home.home"), 303)
        else:
            abort(400)
    except Unusable as problem:
        return _page(code, words.say(problem.message), player, fields.get("name", "")), 422
    return redirect(url_for(back, code=code), 303)
