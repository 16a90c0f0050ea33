"""Parts of pages that several phones see alike: drawn once, whoever asks.

A part is a template and the values that it is given; it sees nothing else. There is no request in
its environment, no phone and no other value (`templating`), so two phones that are shown the same
part were given the same. What is kept is found again by the template, the language, the time zone,
the names of the table, the seat that a phone with several acts for, the values as they are encoded,
whole, and of `table_view` whatever the part has read of it. What one phone may see and another
may not is in one of these or it is nowhere, and then the parts are not the same part.

    part("table/main.html", table_view, view=…)          in Python, and
    {{ part('table/side.html', table_view, view=view) }}  in a template

What is each phone's own, though all of them see it alike, are the token of its forms, the key of
each form, its seat and the time. A part has a hole in their place, which is filled when the page is
whole (`whole`). So has the frame where another part goes in, and each form where the number of the
latest event does: with that in it nothing could be kept from one event to the next.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from types import FunctionType, MethodType
from typing import Any

import msgspec
from flask import current_app, g
from jinja2 import Template
from markupsafe import Markup

from referee.core import Game, Translator
from referee.web import seats, words
from referee.web.kept import Kept
from referee.web.templating import Templates, pure

MOST = 8 * 1024 * 1024
"""Characters of parts that are kept: those of two hundred tables."""
SHORT = 256
"""Bytes that are found again as they are, in less time than they are hashed: longer than a hash."""
WAYS = 8
"""Sets of what parts that are given the same have read of `table_view`, each."""

_MARK = secrets.token_hex(16)
"""What each hole begins and ends with."""
_NAME = slice(len(_MARK), -len(_MARK))
_OWN = {"token": "csrf_token", "clock": "as_of"}
"""What fills a hole that is the same all over a page."""
TOKEN, KEY, CLOCK, SEAT, SEQ = (
    f"{_MARK}{name}{_MARK}" for name in ("token", "key", "clock", "seat", "seq")
)
MAIN, PLAYED, BAR, BESIDE, HEADING, TICKER, REVISION, CLASSES, YOURS, QR = (
    f"{_MARK}{name}{_MARK}"
    for name in (
        *("main", "played", "bar", "beside", "heading", "ticker"),
        *("revision", "classes", "yours", "qr"),
    )
)
"""What stands in a part where a phone's own goes in, or another part; nobody can guess it, and so
write it into a name."""


def whole(page: str, holes: Mapping[str, str] | None = None) -> str:
    """Return `page` with what goes into its `holes` (and into the holes in that), the token of the
    forms, the time and the keys."""
    texts = {hole[_NAME]: str(text) for hole, text in (holes or {}).items()}
    own: dict[str, Any] = current_app.jinja_env.globals

    def filled(text: str) -> str:
        pieces = text.split(_MARK)
        for i in range(1, len(pieces), 2):
            name = pieces[i]
            if name in texts:
                within = texts[name]
                pieces[i] = filled(within) if _MARK in within else within
            elif name == "key":
                pieces[i] = own["new_key"]()
            else:
                pieces[i] = texts[name] = own[_OWN[name]]()
        return "".join(pieces)

    return filled(str(page))


def part(template: str, table_view: object = None, /, **values: object) -> Markup:
    """Return the part `template`, drawn or kept, with its holes (see `Parts.part`)."""
    return of_answer().part(template, table_view, **values)


class Parts(msgspec.Struct, frozen=True):
    """The parts of one answer, and what all of them share: who speaks, all that they depend on
    beside what they are given (where the app is, the seat that the phone acts for, as it is in
    every address, the language, the time zone, the names), the environment that they are drawn in,
    and those that are kept."""

    voice: Translator
    depends: bytes
    environment: Templates
    kept: Kept[Any]
    views: dict[int, tuple[object, bytes | None]]
    """Hashes of what a game shows, with it, so that no other can have its place meanwhile."""

    def part(self, template: str, table_view: object = None, /, **values: object) -> Markup:
        """Return the part `template`, drawn or kept, with its holes.

        What it reads of `table_view`, a struct, is a part of what it is kept by. As a template does
        the same with the same values, whoever agrees in all that one drawing has read gets that
        drawing.
        """
        told = values
        if "view" in values:
            told = values | {"view": self._hash_of(values["view"])}
        key = _hash((self.depends, template, told))
        if key is None:
            return self._drawn(template, table_view, values)
        kept = self.kept
        ways: tuple[tuple[str, ...], ...] = kept.get(key) or ()
        for way in ways:
            found: Markup | None = kept.get((key, way, _read(table_view, way)))
            if found is not None:
                return found
        watched = _Watched(table_view)
        drawn = self._drawn(template, watched, values)
        way = tuple(sorted(watched.seen))
        read = _read(table_view, way)
        if read is not None:
            kept.put((key, way, read), drawn, len(drawn) + len(key) + len(read))
            if way not in ways:
                kept.put(key, (way, *ways)[:WAYS], 100 + len(key))
        return drawn

    def _hash_of(self, view: object) -> object:
        """Return what stands in a key for what the game shows: of all that a part is given the
        largest, and given to several. It is encoded once."""
        known = self.views.get(id(view))
        if known is None:
            known = self.views[id(view)] = view, _hash(view)
        return view if known[1] is None else known[1]

    def _drawn(self, template: str, table_view: object, values: dict[str, object]) -> Markup:
        found: Template = self.environment.get_template(template)
        return Markup(found.render(values, table_view=table_view))  # noqa: S704 - it escapes


def of_answer() -> Parts:
    """Return the parts of this answer; with other names (`words.call`) anew."""
    answer = g._get_current_object()
    try:
        known: Parts = answer.parts
        if known.voice is answer.voice:
            return known
    except AttributeError:
        pass  # the first one of this answer
    voice = words.voice()
    about = seats.addressed(), words.locale(), words.zone(), voice.names
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environment: Templates = app.jinja_env.spoken(isolated=True)
    answer.parts = Parts(voice, _encoder.encode(about), environment, app.extensions["parts"], {})
    return answer.parts  # type: ignore[no-any-return]


class _Watched:
    """Something, and what is read of it; where that is such a one itself, as in a part within a
    part, both note what is read."""

    def __init__(self, of: object) -> None:
        self.of, self.seen = of, set[str]()
        self.kind: type = of.kind if isinstance(of, _Watched) else type(of)

    def __getattr__(self, name: str) -> object:
        """What it has called `name`. A method reads by this, too."""
        found = getattr(self.kind, name, None)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        if isinstance(found, property):
            return found.fget(self)  # type: ignore[misc]
        value = getattr(self.of, name)
        self.seen.add(name)
        return value


def _read(table_view: object, way: tuple[str, ...]) -> bytes | None:
    if not way:
        return b""  # it has read nothing, as the line of a log does
    return _hash([getattr(table_view, name) for name in way])


def _hash(value: object) -> bytes | None:
    """Return a hash of all of `value`, or what it is encoded to where that is short. None where it
    cannot be encoded (a number of more than 64 bits): what depends on it is drawn each time."""
    try:
        encoded = _encoder.encode(value)
    except (OverflowError, TypeError, msgspec.MsgspecError):
        return None
    if len(encoded) <= SHORT:
        return encoded
    return b"\xc1" + hashlib.sha256(encoded).digest()  # nothing is encoded to what begins so


def _plain(value: object) -> object:
    """A game is one object of the process, known by its key."""
    if isinstance(value, Game):
        return ("game", value.key)
    raise NotImplementedError(f"A part cannot be given {type(value)}.")


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)


def init_app(app: Any) -> None:
    """Keep parts for `app`."""
    app.extensions["parts"] = Kept(MOST)
    pure(app.jinja_env, part=part)
    app.jinja_env.isolated_globals.update(
        csrf_token=lambda: TOKEN, new_key=lambda: KEY, as_of=lambda: CLOCK, own_seat=lambda: SEAT
    )
