"""From the fields of a form to an event, and back.

A field's name is a path: `by`, `cards` (once for each card), `hands.p2` (once for each card of
p2), `points.p2`, `a.kind`, `cards.0.move`. The event's own type says what is a list, a map or a
number, so no game needs a form of its own in Python. An empty field is one that was left out; of
one sent twice the last that is not empty counts; an empty field of a list is the empty list; one
that says `null` has no value, where its type allows that. What has fields of its own may also be
sent whole, packed into one value: `cards=move=e&resonance=life`; so may a list of lists:
`teams=0=p1&0=p3&1=p2&1=p4`.

While an entry is being put together nothing is stored: each tap sends the fields so far and one
change (`add=cards:red-sun`, `drop=cards:0`, `put=cards:0:red-moon` in place of the first,
`shift=cards:0:2` from the first place to the third, `set=declare:moon`,
`clear=hands.p2 points.p2`, `digit=points.p2:7`), or several packed into one (`tap`, see `taps`),
and the sheet comes back with it made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn
from urllib.parse import parse_qsl, urlencode

import msgspec
from flask import Request, abort
from werkzeug.datastructures import MultiDict

from referee.core import AnyGame, Event, Undo, say
from referee.core.schema import NULL, Entry, build, entry_of, filled

Fields = MultiDict[str, str]

URLENCODED = "application/x-www-form-urlencoded"
MOST_FIELDS = 500
"""Fields of a form or an address, packed ones and changes counted too: a table of eight with all
that it can enter at once has fewer than 200."""
CHANGES = ("add", "drop", "put", "shift", "set", "clear", "digit")
RESERVED = {
    *CHANGES,
    "tap",
    *("csrf_token", "seq", "key", "sheet", "line", "instead", "typed", "correct", "drops"),
    *("begun", "redo", "late"),
    *("event", "type", "stands", "ask", "as", "show", "now", "mode", "draft", "keep", "do", "back"),
    *("name", "position", "then", "more", "fewer", "file", "drawn"),
}
"""Fields of forms that are not fields of an event, but its `type`. A field of an event that has
such a name is sent with a line after it: `as_` (see `field_name`)."""


def field_name(path: str) -> str:
    """Return the name in a form of the field of an event at `path`."""
    first, dot, rest = path.partition(".")
    return f"{first}_{dot}{rest}" if first in RESERVED else path


def _path(name: str) -> str:
    """The path of the field of an event that is called `name` in a form."""
    first, dot, rest = name.partition(".")
    return f"{first[:-1]}{dot}{rest}" if first[-1:] == "_" and first[:-1] in RESERVED else name


def event_type(game: AnyGame, tag: str) -> type[Event] | None:
    """The type of the events called `tag`."""
    if tag == "undo":
        return Undo
    return game.action(tag)


def event_fields(game: AnyGame, fields: Fields) -> dict[str, object]:
    """The event in `fields` as plain data, its `type` included; not checked."""
    tag = fields.get("type", "")
    kind = event_type(game, tag)
    if kind is None:
        return {"type": tag}
    plain = struct_fields(kind, fields)
    plain["type"] = tag
    return plain


def struct_fields(kind: type, fields: Fields) -> dict[str, object]:
    """What `fields` say of a struct `kind`, as plain data; what they do not know is left out."""
    own = (
        (_path(name), value)
        for name, value in fields.items(multi=True)
        if name and name not in RESERVED
    )
    return build(kind, entry_of(own), _unpacked_entry) or {}


def packed(value: dict[str, object] | list[object]) -> str:
    """Plain `value`, a map or a list of lists, as the one value of a field."""
    return urlencode(list(flat(value)))


def unpacked(text: str) -> Fields:
    """The fields in a value that `packed` made; 413 where there are too many."""
    return MultiDict(_pairs(text))


def _pairs(text: str) -> list[tuple[str, str]]:
    """The fields in a packed value in their order; 413 where there are too many."""
    if text.count("&") >= MOST_FIELDS:
        refuse_count()
    return parse_qsl(text, keep_blank_values=True)


def _unpacked_entry(text: str) -> Entry:
    return entry_of((_path(name), value) for name, value in unpacked(text).items(multi=True))


def check_count(request: Request) -> None:
    """Refuse a request with too many fields before any of them is read: 413."""
    if request.query_string.count(b"&") >= MOST_FIELDS:
        refuse_count()
    if request.mimetype == URLENCODED and request.get_data(cache=True).count(b"&") >= MOST_FIELDS:
        refuse_count()


def refuse_count() -> NoReturn:
    """Answer that these are too many fields."""
    abort(
        413, say("This form has too many fields. Nothing was saved. Reload the page and try again.")
    )


def taps(*changes: tuple[str, str]) -> str:
    """Several changes (`("add", "cards:red-sun")`, …) as the value of one button `tap`."""
    return urlencode(changes)


def _join(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step


def flat(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """The fields (name, value) that stand for plain `value`; the way back of `event_fields`."""
    if isinstance(value, dict):
        for key, item in value.items():
            step = str(key)
            named = step if path or step == "type" else field_name(step)
            yield from flat(item, _join(path, named))
    elif isinstance(value, (list, tuple)):
        if any(isinstance(item, (dict, list, tuple)) for item in value):
            for i, item in enumerate(value):
                yield from flat(item, _join(path, str(i)))
        else:
            yield from ((path, _text(item)) for item in value or ("",))
    elif isinstance(value, bool):
        yield path, "true" if value else "false"
    else:
        yield path, _text(value)


def _text(item: object) -> str:
    return NULL if item is None else str(item)


def changed(fields: Fields) -> Fields:
    """`fields` with the changes that taps asked for made, in their order, and taken out of them."""
    gone = {*CHANGES, "tap"}
    out = MultiDict(pair for pair in fields.items(multi=True) if pair[0] not in gone)
    asked = [pair for pair in fields.items(multi=True) if pair[0] in CHANGES]
    for several in fields.getlist("tap"):
        asked += [pair for pair in _pairs(several) if pair[0] in CHANGES]
    if len(asked) > MOST_FIELDS:
        refuse_count()
    for change, what in asked:
        name, _, value = what.partition(":")
        if change == "add":
            out.setlist(name, [*filled(out.getlist(name)), value])
        elif change == "set":
            out.setlist(name, [value] if value else [])
        elif change == "digit":
            now = next(reversed(out.getlist(name)), "")
            typed = ("" if now == "0" else now) + value[:1]
            out.setlist(name, [now[:-1] if value == "back" else typed[:4]])
        elif change == "clear":
            for each in name.split():
                out.setlist(each, [""])
        else:
            items = _moved(change, filled(out.getlist(name)), value)
            out.setlist(name, items or [""])
    return out


def _moved(change: str, items: list[str], value: str) -> list[str]:
    """`items` after one of them was dropped, replaced or put elsewhere; as they were where there is
    no such item."""
    at, _, more = value.partition(":")
    here = place(at)
    if here is None or here >= len(items):
        return items
    item = items.pop(here)
    if change == "put":
        items.insert(here, more)
    elif change == "shift":
        there = place(more)
        items.insert(here if there is None else there, item)
    return items


def place(text: str) -> int | None:
    """The place in a list that `text` names, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else None


def options_fields(game: AnyGame, fields: Fields) -> dict[str, object]:
    """The options in fields called `options.…`, as plain data, not checked."""
    entry = entry_of(fields.items(multi=True)).below.get("options", Entry())
    return build(game.options_type, entry, _unpacked_entry) or {}


def with_query(address: str, query: str | Sequence[tuple[str, str]]) -> str:
    """Return `address` with `query` added, a text or fields, after what it carries already."""
    more = query if isinstance(query, str) else urlencode(query)
    return f"{address}{'&' if '?' in address else '?'}{more}" if more else address


def with_defaults(game: AnyGame, plain: dict[str, object]) -> dict[str, object]:
    """`plain` options with the default of every option that is left out."""
    usual = game.options_type()
    given = {name: getattr(usual, name) for name in usual.__struct_fields__}
    defaults = {name: value for name, value in given.items() if value is not msgspec.UNSET}
    usual_plain: dict[str, object] = msgspec.to_builtins(defaults)
    return usual_plain | plain
