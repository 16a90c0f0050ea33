"""From the bytes of a record to its parts, as strict JSON.

The cost grows with the number of bytes and no faster, whatever the bytes are, and what has too
many values is refused before any of them is built. The parts are cut out without being looked
into (`split`); each is then read by itself (`plain`), so that a caller can do something else
between two of them.
"""

from __future__ import annotations

import json
import re

import msgspec

from referee.core import Unusable, UserText, say
from referee.core.text import cut

MOST_BYTES = 4 * 1024 * 1024
MOST_EVENTS = 20_000
MOST_EVENT_BYTES = 64 * 1024
"""Bytes of one event, or of the options: far more than their types can hold."""
MOST_META_BYTES = 1024 * 1024
MOST_META_VALUES = 50_000
_MOST_VALUES = 800_000
"""Lists, objects and commas of a whole record. An event has one of them in about ten bytes, so no
record of `MOST_BYTES` comes near."""
_MOST_LOCATED = 200_000
"""Up to so many, it is worth the time to find the line and column where JSON breaks off."""
_MOST_MORE = 1024 * 1024
"""Bytes beside the events, the options and `meta`."""
_MOST_PARTS = 50
_DEEPEST = 40
"""Deeper nesting than any record has."""

_KEY = re.compile(rb'[ \t\n\r]*+("(?:[^"\\]++|\\.)*+")[ \t\n\r]*+:[ \t\n\r]*+')
_NEXT = re.compile(rb"[ \t\n\r]*+[,}]")


class _Known(msgspec.Struct):
    """The parts of a record that can be large."""

    events: msgspec.Raw = msgspec.Raw(b"")
    options: msgspec.Raw = msgspec.Raw(b"")
    meta: msgspec.Raw = msgspec.Raw(b"")


def split(data: bytes) -> dict[str, msgspec.Raw]:
    """The values of the object in `data` (UTF-8) by their keys, none of them looked into; raises
    `Unusable` for what is too large, is no JSON object, or has a key twice."""
    if len(data) > MOST_BYTES:
        raise Unusable("", say("This record is too large: 4 MiB at most."))
    _check_text(data)
    if _count(data) > _MOST_VALUES:
        raise Unusable("", say("This record has too many values."))
    try:
        known = msgspec.json.decode(data, type=_Known)
        if (
            len(data) - sum(len(bytes(part)) for part in msgspec.structs.astuple(known))
            > _MOST_MORE
        ):
            raise Unusable("", say("This record carries too much besides its events."))
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except RecursionError:
        raise _too_deep("") from None
    except msgspec.ValidationError:
        raise Unusable("", say("This must be an object.")) from None
    except msgspec.DecodeError:
        raise _broken(data) from None
    if len(parts) > _MOST_PARTS:
        raise Unusable("", say("This record has too many values."))
    _check_once(data, parts)
    return parts


def items(part: msgspec.Raw, path: str) -> list[msgspec.Raw]:
    """The items of the list in `part`, none of them looked into."""
    try:
        return msgspec.json.decode(part, type=list[msgspec.Raw])
    except msgspec.DecodeError:
        raise Unusable(path, say("This must be a list.")) from None


def check_plain(part: msgspec.Raw, path: str, most: int = MOST_EVENT_BYTES) -> None:
    """Refuse in one part what strict typing lets by: too many bytes, a key twice, a lone
    surrogate, a number that is none or is too long, far too deep nesting."""
    if len(bytes(part)) > most:
        raise Unusable(path, say("This is too long for a record."))
    text = bytes(part).decode()
    try:
        value = _STRICT.decode(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except _Twice as twice:
        raise Unusable(
            path, say("The key {key} appears twice.", key=UserText(cut(str(twice), 60)))
        ) from None
    except RecursionError:
        raise _too_deep(path) from None
    except UnicodeEncodeError:
        raise Unusable(path, say("This text contains a broken character.")) from None
    except ValueError:
        raise Unusable(path, say("This number has too many digits.")) from None
    _check_depth(value, path)


def read_meta(part: msgspec.Raw) -> dict[str, object] | None:
    """The `meta` of a record: any object, within bounds."""
    if len(bytes(part)) > MOST_META_BYTES or _count(bytes(part)) > MOST_META_VALUES:
        raise Unusable(
            "meta",
            say("This is too much for a record: at most 1 MiB and 50,000 values."),
        )
    check_plain(part, "meta", MOST_META_BYTES)
    try:
        return msgspec.json.decode(part, type=dict[str, object] | None)
    except msgspec.DecodeError:
        raise Unusable("meta", say("This must be an object.")) from None


def _count(data: bytes) -> int:
    """No less than the number of values in `data`, found without reading it."""
    return data.count(b",") + data.count(b"[") + data.count(b"{")


def _check_text(data: bytes) -> None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        why = say(
            "This file is not text, so it cannot be a record: byte {n} is not UTF-8. Is it a "
            "picture?",
            n=error.start,
        )
        raise Unusable("", why) from None
    if "\x00" in text or "\\u0000" in text:
        raise Unusable("", say("This text contains a character that cannot be used (NUL)."))


def _check_once(data: bytes, parts: dict[str, msgspec.Raw]) -> None:
    """Refuse a key that stands twice: of such a one `parts` has the last value, so that walking
    `data` by `parts` comes upon another value, or upon the key once more."""
    at = data.index(b"{") + 1
    seen: set[str] = set()
    while found := _KEY.match(data, at):
        key = json.loads(found[1])
        value = bytes(parts[key])
        following = _NEXT.match(data, found.end() + len(value))
        if key in seen or following is None or not data.startswith(value, found.end()):
            raise Unusable("", say("The key {key} appears twice.", key=UserText(cut(key, 60))))
        seen.add(key)
        at = following.end()


def _broken(data: bytes) -> Unusable:
    """Where `data` stops being JSON."""
    if _count(data) <= _MOST_LOCATED:
        try:
            json.loads(data.decode())
        except json.JSONDecodeError as error:
            return Unusable(
                "",
                say(
                    "This is not JSON (line {line}, column {column}).",
                    line=error.lineno,
                    column=error.colno,
                ),
            )
        except (RecursionError, ValueError):
            pass
    return Unusable("", say("This is not JSON."))


def _check_depth(value: object, path: str) -> None:
    depth, level = 0, [value]
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise _too_deep(path)
        inside = [each for each in level if isinstance(each, (list, dict))]
        level = [
            item for each in inside for item in (each if isinstance(each, list) else each.values())
        ]


def _too_deep(path: str) -> Unusable:
    return Unusable(path, say("This record is nested too deeply."))


class _Twice(Exception):
    """A key that stands twice in an object."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Twice(key)
            seen.add(key)
    return out


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number


_STRICT = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite
)
