"""An entry form as a page, at a table or in a check without one: what its buttons send, and a
draft of what was entered."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from flask import url_for

from referee.core import AnyGame, Event, PlayerKey
from referee.core.draft import Draft
from referee.core.form import Answer, Choice
from referee.core.schema import filled
from referee.web import boxes, forms, seats
from referee.web.kept import Kept

T = TypeVar("T")

Attributes = dict[str, str]
"""Attributes of a button."""


class Entry(ABC):
    """Where a form is filled in. Templates call it `entry`."""

    frame: str
    """The template round the form."""
    page_frame: str
    """The template round a page of the game that explains."""
    key: str = ""
    """What tells this drawing of the form from any other; nobody can foretell it."""

    @abstractmethod
    def address(self, name: str) -> str:
        """Return the address of the form or page `name` of the game."""

    @abstractmethod
    def record(self, event: Event, asking: bool = False) -> Attributes:
        """Return what a button sends that records `event`, or (`asking`) only asks about it."""

    @abstractmethod
    def send(self, asking: bool = False, stands: bool = False) -> Attributes:
        """Return what a button sends that records the fields of the form as they are, or only asks
        about them; `stands`: even if the rules do not allow it."""

    def keep_row(self, player: PlayerKey) -> Attributes | None:
        """Return what a button sends that keeps the row of `player` for all phones; None where
        this one may not, or no other fills in this form."""
        return None

    def keep_answer(self, name: str, value: str) -> Attributes:
        """Return what a button sends that answers the field `name`, which is one for all rows of
        the form, with `value`: for all phones, where this one may keep anything."""
        return {"name": "set", "value": f"{name}:{value}"}

    @staticmethod
    def change_of(name: str, answer: Answer) -> str:
        """Return what `answer` to the field `name` changes, as the value of a button `tap`."""
        changes = [("set", f"{name}:{answer.value}")] if answer.value else []
        if answer.clears:
            changes.append(("clear", " ".join(answer.clears)))
        return forms.taps(*changes)

    def answer(self, choice: Choice, answer: Answer, asking: bool) -> Attributes:
        """Return what a tap on `answer` sends: its event (of several by lot, the one that is drawn
        now: the same form sent twice records the same) or, while something is open or `asking`
        goes from step to step, what it changes; nothing of one that cannot be."""
        if answer.event is not None and not (asking and answer.value):
            return self.record(answer.event, asking)
        if answer.by_lot:
            return {} if asking else self.record(draw_lot(answer.by_lot, self.key))
        if answer.is_off or not (answer.value or answer.clears):
            return {}
        if choice.is_shared and not answer.clears:
            return self.keep_answer(choice.name, answer.value)
        if not answer.clears:
            return {"name": "set", "value": f"{choice.name}:{answer.value}"}
        return {"name": "tap", "value": self.change_of(choice.name, answer)}


def draw_lot(lots: Sequence[T], key: str) -> T:
    """Return one of `lots`; for the same `key` of a drawing of a form the same."""
    return lots[int.from_bytes(hashlib.sha256(key.encode()).digest()) % len(lots)]


class TableEntry(Entry):
    """At the table `code`, in its form `name`; `key` is the one of this drawing; `correct`: the
    line of the entry that is corrected with it, if one is; `keeps`: the players whose rows this
    phone may keep for all, its own first."""

    frame = "table/entry.html"
    page_frame = "table/page.html"

    def __init__(
        self,
        code: str,
        name: str,
        key: str,
        correct: int | None = None,
        keeps: Sequence[PlayerKey] = (),
    ) -> None:
        self.code = code
        self.name = name
        self.key = key
        self.correct = correct
        self.keeps = keeps if correct is None else ()

    def address(self, name: str) -> str:
        """See `Entry`. The form itself sends along what it corrects, with its fields."""
        other = self.correct if name != self.name else None
        return url_for("table.sheet", code=self.code, name=name, correct=other)

    def record(self, event: Event, asking: bool = False) -> Attributes:
        """See `Entry`."""
        attrs = {"name": "event", "value": packed(event), "form": "record"}
        if asking:
            attrs["formaction"] = url_for("table.record", code=self.code, ask=1)
        return attrs

    def send(self, asking: bool = False, stands: bool = False) -> Attributes:
        """See `Entry`. The address of the form holds all its fields, so what nobody may read there
        is sent by the button."""
        ask = "1" if asking else None
        record = url_for(
            "table.record",
            code=self.code,
            sheet=self.name,
            key=self.key,
            ask=ask,
            stands="1" if stands and not asking else None,
        )
        return self._post(record)

    def keep_row(self, player: PlayerKey) -> Attributes | None:
        """See `Entry`."""
        return self._keep(player) if player in self.keeps else None

    def keep_answer(self, name: str, value: str) -> Attributes:
        """See `Entry`. It is kept with the row that is most this phone's own."""
        if not self.keeps:
            return super().keep_answer(name, value)
        return self._keep(self.keeps[0], f"{name}:{value}")

    def _keep(self, player: PlayerKey, change: str | None = None) -> Attributes:
        to = url_for("table.sheet", code=self.code, name=self.name, keep=player, set=change)
        return self._post(to)

    @staticmethod
    def _post(address: str) -> Attributes:
        button = {"name": "csrf_token", "value": seats.form_token(), "form": "entry"}
        return {**button, "formmethod": "post", "formaction": address}


class CheckEntry(Entry):
    """In a check of `game` without a table: all that is ever done is ask."""

    frame = "check/entry.html"
    page_frame = "check/page.html"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def address(self, name: str) -> str:
        """See `Entry`."""
        return url_for("checks.form", game=self.game.key, name=name)

    def record(self, event: Event, asking: bool = False) -> Attributes:
        """See `Entry`."""
        return {"name": "event", "value": packed(event), "form": "record"}

    def send(self, asking: bool = False, stands: bool = False) -> Attributes:
        """See `Entry`."""
        return {"name": "ask", "value": "1", "form": "entry"}


def draft(game: AnyGame, players: Sequence[PlayerKey], fields: forms.Fields) -> Draft:
    """Return what `fields` of a form of `game` say."""
    plain = forms.event_fields(game, fields)
    plain.pop("type", None)
    return Draft(
        plain,
        players,
        now=last(fields, "now"),
        mode=last(fields, "mode"),
        memory=boxes.of(game),
        drawn=filled(fields.getlist("drawn")),
    )


def last(fields: forms.Fields, name: str) -> str:
    """Return the last value of a field that is not empty: a button comes after what is hidden."""
    return next((value for value in reversed(fields.getlist(name)) if value), "")


def packed(event: Event) -> str:
    """Return an event as the value of one button. The same ones come again on every page of a
    game."""
    try:
        key = msgspec.msgpack.encode(event)
    except OverflowError:  # a number of more than 64 bits
        return forms.packed(msgspec.to_builtins(event))
    found = _packed.get(key)
    if found is None:
        found = forms.packed(msgspec.to_builtins(event))
        _packed.put(key, found, len(key) + len(found))
    return found


_packed: Kept[str] = Kept(1024 * 1024)
