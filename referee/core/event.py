"""Events, options, and the players named in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import inspect as kinds

from referee.core.text import UserText, say
from referee.core.unusable import Unusable

T = TypeVar("T")

MOST_PLAYERS = 64
"""Players that one event or the options can name: more than any game seats, those who have left
included."""
_RAW_NAME = 400
"""Characters of a name before it is cleaned: 40, decomposed, and the white space round them."""

Player = Annotated[str, msgspec.Meta(max_length=_RAW_NAME, extra={"player": "known"})]
"""A player who is in the game."""

NewPlayer = Annotated[str, msgspec.Meta(max_length=_RAW_NAME, extra={"player": "new"})]
"""A player who may come into the game with this event (a `join`)."""

Players = Annotated[tuple[Player, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
"""Players in an order."""

ByPlayer = Annotated[dict[Player, T], msgspec.Meta(max_length=MOST_PLAYERS)]
"""Something of each of several players."""

_Word = Annotated[str, msgspec.Meta(max_length=60)]
"""The name of a reading or of an answer to it."""


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Something that happened at the table. Each kind is a subclass with `tag="its_type"`.

    `stands`: the table let it stand, whatever the verdict.
    """

    stands: bool = False


class Undo(Event, frozen=True, tag="undo"):
    """Takes back the latest `count` events that are still in effect."""

    count: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1


class Options(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a table agreed on before it began; a game subclasses it with fields of its own.

    `readings`: the answers the table chose, by reading; what is left out has its default.
    """

    readings: Annotated[dict[_Word, _Word], msgspec.Meta(max_length=100)] = {}

    def check(self, players: Sequence[str]) -> None:
        """Raise `Unusable` (with a path from `options`) for what the types of the fields do not
        refuse, at a table of `players`."""


def clean_name(name: str, path: str) -> str:
    """`name` after NFC and trimming; refused if it is then empty, longer than 40 characters, or
    holds a control character (record.md, *Record*)."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise Unusable(path, say("A name has at least one character."))
    if len(name) > 40:
        raise Unusable(path, say("A name has at most 40 characters."))
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise Unusable(path, say("A name has no control characters."))
    return name


PlayerMapper = Callable[[str, str, bool], str]
"""What is done with each name that is met: (name, path, may be new) -> the name to put there."""

Walk = Callable[[Any, str, PlayerMapper], Any]


def _walk(kind: kinds.Type) -> Walk | None:
    """How to meet every player named in a value of `kind`, or None where there can be none."""
    if isinstance(kind, kinds.Metadata):
        mark = (kind.extra or {}).get("player")
        if mark:
            new = mark == "new"
            return lambda value, path, map_player: map_player(value, path, new)
        return _walk(kind.type)
    if isinstance(kind, (kinds.ListType, kinds.VarTupleType)):
        inner = _walk(kind.item_type)
        if inner is None:
            return None
        make = list if isinstance(kind, kinds.ListType) else tuple
        return lambda value, path, map_player: make(
            inner(item, f"{path}[{i}]", map_player) for i, item in enumerate(value)
        )
    if isinstance(kind, kinds.DictType):
        on_key, on_value = _walk(kind.key_type), _walk(kind.value_type)
        if on_key is None and on_value is None:
            return None

        def map_dict(value: dict, path: str, map_player: PlayerMapper) -> dict:
            out: dict = {}
            for key, item in value.items():
                where = f"{path}.{key}"
                name = on_key(key, where, map_player) if on_key else key
                if name in out:
                    raise Unusable(
                        where, say("{player} is named twice.", player=UserText(str(name)))
                    )
                out[name] = on_value(item, where, map_player) if on_value else item
            return out

        return map_dict
    if isinstance(kind, kinds.UnionType):
        walks = [(t, _walk(t)) for t in kind.types]
        if all(w is None for _, w in walks):
            return None

        def map_union(value: Any, path: str, map_player: PlayerMapper) -> Any:
            for t, w in walks:
                if w is not None and _fits(t, value):
                    return w(value, path, map_player)
            return value

        return map_union
    if isinstance(kind, kinds.StructType):
        return _struct_walk(kind.cls)
    return None


def _fits(kind: kinds.Type, value: Any) -> bool:
    """Whether `value` came from `kind` (enough to tell the members of a union apart)."""
    if isinstance(kind, kinds.Metadata):
        return _fits(kind.type, value)
    if isinstance(kind, kinds.StructType):
        return isinstance(value, kind.cls)
    if isinstance(kind, kinds.StrType):
        return isinstance(value, str)
    if isinstance(kind, kinds.ListType):
        return isinstance(value, list)
    if isinstance(kind, kinds.VarTupleType):
        return isinstance(value, tuple)
    if isinstance(kind, kinds.DictType):
        return isinstance(value, dict)
    return False


@cache
def _fields(cls: type) -> tuple[tuple[str, str, Walk], ...]:
    info = kinds.type_info(cls)
    assert isinstance(info, kinds.StructType)
    found = ((f.name, f.encode_name, _walk(f.type)) for f in info.fields)
    return tuple((name, shown, walk) for name, shown, walk in found if walk is not None)


def _struct_walk(cls: type) -> Walk | None:
    if not _fields(cls):
        return None
    return lambda value, path, map_player: map_players(value, path, map_player)


def map_players(value: Any, path: str, map_player: PlayerMapper) -> Any:
    """Apply `map_player` to every player in `value` (a struct); `value` itself if nothing changed.

    `path` is where the value stands (`events[3]`), for what `map_player` refuses.
    """
    changes = {}
    for name, shown, walk in _fields(value.__class__):
        before = getattr(value, name)
        if before is None or before is msgspec.UNSET:
            continue
        after = walk(before, f"{path}.{shown}", map_player)
        if after != before:
            changes[name] = after
    return msgspec.structs.replace(value, **changes) if changes else value
