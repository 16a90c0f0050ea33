"""From the fields of a form to an event, and back.

A field's name is a path: `by`, `cards` (once for each card), `hands.p2` (once for each card of
p2), `points.p2`, `a.kind`, `cards.0.move`. The event's own type says what is a list, a map or a
number, so no game needs a form of its own in Python. An empty field is one that was left out; of
one sent twice the last that is not empty counts; an empty field of a list is the empty list. What
has fields of its own may also be sent whole, packed into one value: `cards=move=e&resonance=life`;
so may a list of lists: `teams=0=p1&0=p3&1=p2&1=p4`.

While an entry is being put together nothing is stored: each tap sends the fields so far and one
change (`add=cards:red-sun`, `drop=cards:0`, `put=cards:0:red-moon` in place of the first,
`shift=cards:0:2` from the first place to the third, `set=declare:moon`,
`clear=hands.p2 points.p2`, `digit=points.p2:7`), or several packed into one (`tap`, see `taps`),
and the sheet comes back with it made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec
from msgspec import inspect as kinds
from werkzeug.datastructures import MultiDict

from referee.core import Event, Game, Undo

Fields = MultiDict[str, str]

_ABSENT = object()
_LISTS = (kinds.ListType, kinds.VarTupleType, kinds.TupleType)
_TRUE = {"1", "on", "true", "yes"}
_BOOLS = _TRUE | {"0", "off", "false", "no"}
CHANGES = ("add", "drop", "put", "shift", "set", "clear", "digit")
RESERVED = {
    *CHANGES,
    "tap",
    *("csrf_token", "seq", "key", "sheet", "line", "instead", "typed"),
    *("event", "type", "stands", "ask", "as", "show", "now", "mode", "draft", "do", "back"),
}
"""Fields of forms that are not fields of an event, but its `type` (an event's `as` is sent as
`as_`)."""


def event_type(game: Game, tag: str) -> type[Event] | None:
    """The type of the events called `tag`."""
    if tag == "undo":
        return Undo
    found = (kind for kind in game.event_types if kind.__struct_config__.tag == tag)
    return next(found, None)


def event_fields(game: Game, fields: Fields) -> dict[str, Any]:
    """The event in `fields` as plain data, its `type` included; not checked."""
    tag = fields.get("type", "")
    kind = event_type(game, tag)
    if kind is None:
        return {"type": tag}
    plain = struct_fields(kind, fields)
    plain["type"] = tag
    return plain


def struct_fields(kind: type, fields: Fields) -> dict[str, Any]:
    """What `fields` say of a struct `kind`, as plain data; what they do not know is left out."""
    info = _info(kind)
    own = MultiDict(
        ("as" if name == "as_" else name, value)
        for name, value in fields.items(multi=True)
        if name not in RESERVED
    )
    found = _build(info, "", own)
    return {} if found is _ABSENT else found


@cache
def _info(kind: type) -> kinds.Type:
    """What a struct is made of; found out once, for it takes longer than a form does."""
    return kinds.type_info(kind)


def _build(kind: kinds.Type, path: str, fields: Fields) -> Any:
    if isinstance(kind, kinds.Metadata):
        return _build(kind.type, path, fields)
    if isinstance(kind, kinds.UnionType):
        return _build_union(kind, path, fields)
    if isinstance(kind, kinds.StructType):
        if whole := next(reversed(filled(fields.getlist(path) if path else [])), ""):
            return _build(kind, "", unpacked(whole))
        found = {
            field.encode_name: value
            for field in kind.fields
            if (value := _build(field.type, _join(path, field.encode_name), fields)) is not _ABSENT
        }
        return found or _ABSENT
    if isinstance(kind, kinds.DictType):
        found = {
            key: value
            for key in _steps(path, fields)
            if (value := _build(kind.value_type, _join(path, key), fields)) is not _ABSENT
        }
        return found or _ABSENT
    if isinstance(kind, (*_LISTS, kinds.SetType)):
        item = kind.item_types[0] if isinstance(kind, kinds.TupleType) else kind.item_type
        if path in fields:
            values = filled(fields.getlist(path))
            if not isinstance(item, _LISTS):
                return _values(kind, values)
            return _build(kind, "", unpacked(values[-1])) if values else _ABSENT
        steps = sorted(int(step) for step in _steps(path, fields) if step.isdecimal())
        items = [_build(item, _join(path, str(step)), fields) for step in steps]
        return [item for item in items if item is not _ABSENT] or _ABSENT
    value = next(reversed(filled(fields.getlist(path))), "")
    if isinstance(kind, kinds.BoolType):
        return value in _TRUE if value else _ABSENT
    return value if value else _ABSENT


def _values(kind: Any, values: list[str]) -> list[Any]:
    """The items of a list that were each sent as one value."""
    item = kind.item_types[0] if isinstance(kind, kinds.TupleType) else kind.item_type
    if not isinstance(item, kinds.StructType):
        return list(values)
    items = (_build(item, "", unpacked(value)) for value in values)
    return [{} if found is _ABSENT else found for found in items]


def packed(value: dict[str, Any] | list[Any]) -> str:
    """Plain `value`, a map or a list of lists, as the one value of a field."""
    return urlencode(list(flat(value)))


def unpacked(text: str) -> Fields:
    """The fields in a value that `packed` made."""
    return MultiDict(parse_qsl(text, keep_blank_values=True))


def taps(*changes: tuple[str, str]) -> str:
    """Several changes (`("add", "cards:red-sun")`, …) as the value of one button `tap`."""
    return urlencode(changes)


def _build_union(kind: kinds.UnionType, path: str, fields: Fields) -> Any:
    """The first member that the fields fit: maps and structs need fields below `path`."""
    below = bool(_steps(path, fields))
    nested = (kinds.StructType, kinds.DictType)
    for member in kind.types:
        inner = member.type if isinstance(member, kinds.Metadata) else member
        if isinstance(inner, kinds.NoneType) or isinstance(inner, nested) != below:
            continue
        if isinstance(inner, kinds.BoolType) and not _BOOLS.issuperset(
            filled(fields.getlist(path))
        ):
            continue
        found = _build(inner, path, fields)
        if found is not _ABSENT:
            return found
    return _ABSENT


def _join(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step


def _steps(path: str, fields: Fields) -> list[str]:
    """The steps that stand right below `path`, each once, in the order of the fields."""
    start = f"{path}." if path else ""
    return list(
        dict.fromkeys(
            name[len(start) :].split(".", 1)[0] for name in fields if name.startswith(start)
        )
    )


def flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The fields (name, value) that stand for plain `value`; the way back of `event_fields`."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from flat(item, _join(path, "as_" if (key, path) == ("as", "") else str(key)))
    elif isinstance(value, (list, tuple)):
        if any(isinstance(item, (dict, list, tuple)) for item in value):
            for i, item in enumerate(value):
                yield from flat(item, _join(path, str(i)))
        else:
            yield from ((path, _text(item)) for item in value or ("",))
    elif isinstance(value, bool):
        yield path, "true" if value else "false"
    elif value is not None:
        yield path, str(value)


def _text(item: Any) -> str:
    return "null" if item is None else str(item)


def changed(fields: Fields) -> Fields:
    """`fields` with the change that a tap asked for made, and taken out of them."""
    gone = {*CHANGES, "tap"}
    out = MultiDict(pair for pair in fields.items(multi=True) if pair[0] not in gone)
    asked = MultiDict(pair for pair in fields.items(multi=True) if pair[0] in CHANGES)
    for several in fields.getlist("tap"):
        asked.update(unpacked(several))
    for change in CHANGES:
        for what in asked.getlist(change):
            name, _, value = what.partition(":")
            if change == "add":
                out.setlist(name, [*filled(out.getlist(name)), value])
            elif change == "set":
                out.setlist(name, [value] if value else [])
            elif change == "digit":
                now = next(reversed(out.getlist(name)), "")
                out.setlist(name, [now[:-1] if value == "back" else (now + value[:1])[:4]])
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
    if not at.isdecimal() or int(at) >= len(items):
        return items
    item = items.pop(int(at))
    if change == "put":
        items.insert(int(at), more)
    elif change == "shift":
        items.insert(int(more) if more.isdecimal() else int(at), item)
    return items


def filled(values: Iterable[str]) -> list[str]:
    """The values that are not empty."""
    return [value for value in values if value]


def options_fields(game: Game, fields: Fields) -> dict[str, Any]:
    """The options in fields called `options.…`, as plain data, not checked."""
    found = _build(_info(game.options_type), "options", fields)
    return {} if found is _ABSENT else found


def with_defaults(game: Game, plain: dict[str, Any]) -> dict[str, Any]:
    """`plain` options with the default of every option that is left out."""
    usual = game.options_type()
    given = {name: getattr(usual, name) for name in usual.__struct_fields__}
    defaults = {name: value for name, value in given.items() if value is not msgspec.UNSET}
    return msgspec.to_builtins(defaults) | plain
