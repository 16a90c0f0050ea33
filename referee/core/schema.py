"""What a type says, as a tree of a few kinds of node, and what can be done with such a tree.

msgspec decodes; it does not tell in words that can be translated what was wrong, does not build a
value from the fields of a form, and knows nothing of players. All three walk the same types, here:

    schema_of(kind).mismatch(value, path, strict)     the first place where a value does not fit
    schema_of(kind).build(entry, unpack)              plain data from the fields of a form
    schema_of(kind).map_players(value, path, map_)    the value with other players in it

Each visits a node of its input once. What has too many entries is refused before they are looked
at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect as kinds

from referee.core.keys import PlayerKey
from referee.core.text import Message, UserText, plural, say
from referee.core.unusable import Unusable

MOST_NAME = 40
"""Characters of a player's name."""

Plain: TypeAlias = Any
"""Data as JSON or a form has it, or the struct made of it. `Any`: only the node that stands for its
type knows what it is; `fits` has asked before."""

PlayerMapper = Callable[[PlayerKey, str, bool], str]
"""What is done with each player that is met: (key, path, may be new) -> what to put there, a
key or a name. What was just decoded has whatever was sent in the place of a key."""

Unpack = Callable[[str], "Entry"]
"""Reads the fields that were packed into the value of one field."""


class Mismatch(msgspec.Struct, frozen=True):
    """Where a value does not fit its type, and what belongs there."""

    path: str
    message: Message


class Entry(msgspec.Struct):
    """A field of a form: the `values` it was sent with, and the fields whose names go on after a
    dot, in the order in which they came."""

    values: list[str] = []
    below: dict[str, Entry] = {}


NULL = "null"
"""What a field of a form says that has no value on purpose; an empty one says nothing."""
_ABSENT: Plain = object()
_NOTHING = Entry()
_WIDE = 1000
"""A range of so many numbers is told by the one end that was passed."""
_DEEPEST = 8
"""Steps of a field's name: more than any type has."""
_TRUE = frozenset(("1", "on", "true", "yes"))
_TRUTHS = _TRUE | {"0", "off", "false", "no"}


def entry_of(fields: Iterable[tuple[str, str]]) -> Entry:
    """The fields (name, value) of a form as a tree, by the steps of their names."""
    root = Entry()
    for name, value in fields:
        at = root
        for step in name.split(".", _DEEPEST) if name else ():
            at = at.below.setdefault(step, Entry())
        at.values.append(value)
    return root


class Node:
    """A type. `has_players`: whether a value of it can name any."""

    has_players = False

    def fits(self, value: object, strict: bool) -> bool:
        """Whether `value` is of this kind as far as its outside tells."""
        raise NotImplementedError

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        """The first place at or below `path` where `value` (plain data) does not fit; not
        `strict`: a text may stand for a number, as forms send it."""
        raise NotImplementedError

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        """What `entry` says of this type, as plain data that is not checked; `_ABSENT` if
        nothing."""
        value = _last(entry.values)
        return value if value else _ABSENT

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        """`value` with `map_player` applied to every player; itself where there is none."""
        return value


class Text(Node):
    """A text; of a player `player` says whether he is `known` or may be `new`."""

    def __init__(self, least: int | None, most: int | None, player: str) -> None:
        self.least, self.most, self.player = least or 0, most, player
        self.has_players = bool(player)

    def fits(self, value: object, strict: bool) -> bool:
        return isinstance(value, str)

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if not isinstance(value, str):
            return Mismatch(path, say("This must be text."))
        if self.most is not None and len(value) > self.most:
            if self.player:
                return Mismatch(path, say("This name is too long: 40 characters at most."))
            return Mismatch(
                path, plural("At most {n} character.", "At most {n} characters.", self.most)
            )
        if len(value) < self.least:
            return Mismatch(path, say("Something is missing here."))
        return None

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        return map_player(value, path, self.player == "new") if self.player else value


class Number(Node):
    """A whole number."""

    def __init__(self, kind: kinds.IntType) -> None:
        self.least = kind.ge if kind.gt is None else kind.gt + 1
        self.most = kind.le if kind.lt is None else kind.lt - 1

    def fits(self, value: object, strict: bool) -> bool:
        return _number(value, strict) is not None

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        number, least, most = _number(value, strict), self.least, self.most
        if number is None:
            return Mismatch(path, say("This must be a whole number."))
        low = least is not None and number < least
        high = most is not None and number > most
        if not low and not high:
            return None
        if least is not None and most is not None and most - least < _WIDE:
            return Mismatch(
                path, say("This must be a number from {least} to {most}.", least=least, most=most)
            )
        if low:
            return Mismatch(path, say("This must be a number of {n} or more.", n=least or 0))
        return Mismatch(path, say("This must be a number of {n} or less.", n=most or 0))


class Truth(Node):
    """True or false."""

    def fits(self, value: object, strict: bool) -> bool:
        return isinstance(value, bool) or (not strict and value in ("true", "false", "1", "0"))

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        return (
            None if self.fits(value, strict) else Mismatch(path, say("This must be true or false."))
        )

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        value = _last(entry.values)
        return value in _TRUE if value else _ABSENT


class Nothing(Node):
    """No value (`null`)."""

    def fits(self, value: object, strict: bool) -> bool:
        return value is None or (not strict and value == NULL)

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        return None if self.fits(value, strict) else Mismatch(path, say("This must be left out."))


class Choice(Node):
    """One of a few words or numbers."""

    def __init__(self, values: tuple[object, ...]) -> None:
        self.values = frozenset(values)
        self.texts = frozenset(map(str, values))

    def fits(self, value: object, strict: bool) -> bool:
        if isinstance(value, str):
            return value in self.values or (not strict and value in self.texts)
        return isinstance(value, (int, type(None))) and (
            not isinstance(value, bool) and value in self.values
        )

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if self.fits(value, strict):
            return None
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return Mismatch(
                path, say("{value} cannot be used here.", value=UserText(_short(value)))
            )
        return Mismatch(path, say("This value cannot be used."))


class Items(Node):
    """A list: of `item`s, or with a node for each of its `places`. `make`: what the value is."""

    def __init__(
        self,
        item: Node,
        least: int | None,
        most: int | None,
        make: type,
        places: tuple[Node, ...] = (),
    ) -> None:
        self.item, self.least, self.most = item, least or 0, most
        self.make, self.places = make, places
        self.has_players = any(node.has_players for node in (item, *places))

    def fits(self, value: object, strict: bool) -> bool:
        return isinstance(value, (list, tuple))

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if not isinstance(value, (list, tuple)):
            return Mismatch(path, say("This must be a list."))
        if wrong := _wrong_count(len(value), self.least, self.most):
            return Mismatch(path, wrong)
        for i, each in enumerate(value):
            node = self.places[i] if self.places else self.item
            if found := node.mismatch(each, f"{path}[{i}]", strict):
                return found
        return None

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        if entry.values:
            values = filled(entry.values)
            if isinstance(self.item, Items):
                return self.build(unpack(values[-1]), unpack) if values else _ABSENT
            if not isinstance(self.item, Fields):
                return [
                    None if value == NULL and _is_nullable(self._at(i)) else value
                    for i, value in enumerate(values)
                ]
            items = (self.item.build(unpack(value), unpack) for value in values)
            return [{} if item is _ABSENT else item for item in items]
        steps = sorted((step for step in entry.below if _is_place(step)), key=int)
        items = (self.item.build(entry.below[step], unpack) for step in steps)
        return [item for item in items if item is not _ABSENT] or _ABSENT

    def _at(self, i: int) -> Node:
        return self.places[i] if i < len(self.places) else self.item

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        if not self.has_players:
            return value
        map_item = self.item.map_players
        return self.make(map_item(each, f"{path}[{i}]", map_player) for i, each in enumerate(value))


class Map(Node):
    """A map from texts to values of one type."""

    def __init__(self, key: Node, value: Node, least: int | None, most: int | None) -> None:
        self.key, self.value, self.least, self.most = key, value, least or 0, most
        self.has_players = key.has_players or value.has_players

    def fits(self, value: object, strict: bool) -> bool:
        return isinstance(value, dict)

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if not isinstance(value, dict):
            return Mismatch(path, say("This must be an object."))
        if wrong := _wrong_count(len(value), self.least, self.most):
            return Mismatch(path, wrong)
        for name, each in value.items():
            where = _below(path, name)
            found = self.key.mismatch(name, where, strict)
            if found := found or self.value.mismatch(each, where, strict):
                return found
        return None

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        built = ((step, self.value.build(one, unpack)) for step, one in entry.below.items())
        return {step: value for step, value in built if value is not _ABSENT} or _ABSENT

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        if not self.has_players:
            return value
        out: dict[str, Plain] = {}
        for key, each in value.items():
            where = f"{path}.{key}"
            name = self.key.map_players(key, where, map_player)
            if name in out:
                raise Unusable(where, say("{player} is named twice.", player=UserText(str(name))))
            out[name] = self.value.map_players(each, where, map_player)
        return out


class Fields(Node):
    """A struct: a node for each field, by the name it is written with."""

    def __init__(self, kind: kinds.StructType) -> None:
        self.cls, self.tag, self.tag_field = kind.cls, kind.tag, kind.tag_field
        self.is_closed = kind.forbid_unknown_fields
        self.nodes = {field.encode_name: _node(field.type) for field in kind.fields}
        self.required = [field.encode_name for field in kind.fields if field.required]
        self.with_players = [
            (field.name, field.encode_name, self.nodes[field.encode_name])
            for field in kind.fields
            if self.nodes[field.encode_name].has_players
        ]
        self.has_players = bool(self.with_players)

    def fits(self, value: object, strict: bool) -> bool:
        return isinstance(value, (dict, self.cls))

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if not isinstance(value, dict):
            return Mismatch(path, say("This must be an object."))
        if self.tag_field is not None and value.get(self.tag_field, self.tag) != self.tag:
            return _no_such(value[self.tag_field], _below(path, self.tag_field))
        for name, each in value.items():
            node = self.nodes.get(name)
            if node is None:
                if self.is_closed and name != self.tag_field:
                    return Mismatch(
                        _below(path, name),
                        say("There is no field {field} here.", field=UserText(_short(name))),
                    )
            elif found := node.mismatch(each, _below(path, name), strict):
                return found
        for name in self.required:
            if name not in value:
                return _missing(path, name)
        return None

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        if whole := _last(entry.values):
            return self.build(unpack(whole), unpack)
        found = {}
        for name, node in self.nodes.items():
            value = node.build(entry.below.get(name, _NOTHING), unpack)
            if value is not _ABSENT:
                found[name] = value
        return found or _ABSENT

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        changes = {}
        for name, shown, node in self.with_players:
            before = getattr(value, name)
            if before is None or before is msgspec.UNSET:
                continue
            after = node.map_players(before, f"{path}.{shown}", map_player)
            if after != before:
                changes[name] = after
        return msgspec.structs.replace(value, **changes) if changes else value


class OneOf(Node):
    """A value of one of several types."""

    def __init__(self, members: tuple[Node, ...]) -> None:
        self.members = members
        self.has_players = any(member.has_players for member in members)
        structs = [member for member in members if isinstance(member, Fields)]
        self.by_tag = {member.tag: member for member in structs if member.tag is not None}
        self.tag_field = structs[0].tag_field if self.by_tag else None

    def fits(self, value: object, strict: bool) -> bool:
        return any(member.fits(value, strict) for member in self.members)

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        if self.tag_field is not None and isinstance(value, dict):
            if self.tag_field not in value:
                return _missing(path, self.tag_field)
            tag = value[self.tag_field]
            chosen = self.by_tag.get(tag) if isinstance(tag, str) else None
            if chosen is None:
                return _no_such(tag, _below(path, self.tag_field))
            return chosen.mismatch(value, path, strict)
        first: Mismatch | None = None
        for member in self.members:
            if member.fits(value, strict):
                found = member.mismatch(value, path, strict)
                if found is None:
                    return None
                first = first or found
        usual = next(member for member in self.members if not isinstance(member, Nothing))
        return first or usual.mismatch(value, path, strict)

    def build(self, entry: Entry, unpack: Unpack) -> Plain:
        """The first member that the fields fit: maps and structs need fields below."""
        below = bool(entry.below)
        values = filled(entry.values)
        is_list = len(values) > 1 and any(isinstance(one, Items) for one in self.members)
        if not below and not is_list and values[-1:] == [NULL] and _is_nullable(self):
            return None
        for member in self.members:
            if isinstance(member, Nothing) or isinstance(member, (Fields, Map)) != below:
                continue
            if isinstance(member, Truth) and not _TRUTHS.issuperset(filled(entry.values)):
                continue
            found = member.build(entry, unpack)
            if found is not _ABSENT:
                return found
        return _ABSENT

    def map_players(self, value: Plain, path: str, map_player: PlayerMapper) -> Plain:
        for member in self.members:
            if member.has_players and _came_from(member, value):
                return member.map_players(value, path, map_player)
        return value


class Anything(Node):
    """A value that is not looked into."""

    def fits(self, value: object, strict: bool) -> bool:
        return True

    def mismatch(self, value: object, path: str, strict: bool) -> Mismatch | None:
        return None


def _is_nullable(node: Node) -> bool:
    """Whether `node` may hold no value."""
    return isinstance(node, OneOf) and any(isinstance(one, Nothing) for one in node.members)


def filled(values: Iterable[str]) -> list[str]:
    """The values that are not empty."""
    return [value for value in values if value]


@cache
def schema_of(kind: object) -> Node:
    """The tree of `kind`, a type that msgspec decodes; made once for each."""
    return _node(kinds.type_info(kind))


def build(kind: object, entry: Entry, unpack: Unpack) -> Plain:
    """What `entry` says of `kind`, as plain data that is not checked; None if nothing."""
    found = schema_of(kind).build(entry, unpack)
    return None if found is _ABSENT else found


def map_players(value: Plain, path: str, map_player: PlayerMapper) -> Plain:
    """Apply `map_player` to every player in `value` (a struct); `value` itself if nothing changed.

    `path` is where the value stands (`events[3]`), for what `map_player` refuses.
    """
    return schema_of(value.__class__).map_players(value, path, map_player)


def decode(data: bytes | msgspec.Raw, kind: object, root: str) -> Plain:
    """JSON `data` as `kind`; raises `Unusable` with the place, below `root`, and the reason."""
    try:
        return _decoder(kind).decode(data)
    except msgspec.ValidationError:
        raise _unusable(json.loads(bytes(data)), kind, root, strict=True) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unusable(root, say("This is not JSON.")) from None


def convert(value: object, kind: object, root: str) -> Plain:
    """Plain `value` (texts for numbers allowed, as forms send them) as `kind`; raises `Unusable`
    as `decode` does."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise _unusable(value, kind, root, strict=False) from None


@cache
def _decoder(kind: object) -> msgspec.json.Decoder[Plain]:
    return msgspec.json.Decoder(kind)


def _unusable(value: object, kind: object, root: str, strict: bool) -> Unusable:
    found = schema_of(kind).mismatch(value, root, strict)
    if found is None:
        return Unusable(root, say("This value cannot be used."))
    return Unusable(found.path, found.message)


def _node(kind: kinds.Type, extra: dict[str, Plain] | None = None) -> Node:
    """The node of a type as msgspec describes it."""
    if isinstance(kind, kinds.Metadata):
        return _node(kind.type, kind.extra)
    if isinstance(kind, kinds.StrType):
        return Text(kind.min_length, kind.max_length, (extra or {}).get("player", ""))
    if isinstance(kind, kinds.IntType):
        return Number(kind)
    if isinstance(kind, kinds.BoolType):
        return Truth()
    if isinstance(kind, kinds.NoneType):
        return Nothing()
    if isinstance(kind, kinds.LiteralType):
        return Choice(kind.values)
    if isinstance(kind, (kinds.ListType, kinds.VarTupleType)):
        make = list if isinstance(kind, kinds.ListType) else tuple
        return Items(_node(kind.item_type), kind.min_length, kind.max_length, make)
    if isinstance(kind, kinds.TupleType):
        places = tuple(map(_node, kind.item_types))
        return Items(places[0], len(places), len(places), tuple, places)
    if isinstance(kind, kinds.DictType):
        return Map(_node(kind.key_type), _node(kind.value_type), kind.min_length, kind.max_length)
    if isinstance(kind, kinds.StructType):
        return _fields(kind.cls)
    if isinstance(kind, kinds.UnionType):
        return OneOf(tuple(map(_node, kind.types)))
    if isinstance(kind, (kinds.AnyType, kinds.RawType)):
        return Anything()
    raise TypeError(f"{type(kind).__name__} is no type that an event is made of")


@cache
def _fields(cls: type) -> Fields:
    info = kinds.type_info(cls)
    assert isinstance(info, kinds.StructType)
    return Fields(info)


def _came_from(member: Node, value: object) -> bool:
    """Whether `value`, decoded, came from `member`: enough to tell a union's members apart."""
    if isinstance(member, Fields):
        return isinstance(value, member.cls)
    return member.fits(value, True)


def _wrong_count(n: int, least: int, most: int | None) -> Message | None:
    """What is said of a list or map with `n` entries, if it may not have so many."""
    if most is not None and n != most and least == most:
        return plural(
            "This must have exactly {n} entry.", "This must have exactly {n} entries.", most
        )
    if most is not None and n > most:
        return plural(
            "This must have at most {n} entry.", "This must have at most {n} entries.", most
        )
    if n < least:
        return plural(
            "This must have at least {n} entry.", "This must have at least {n} entries.", least
        )
    return None


def _missing(path: str, name: str) -> Mismatch:
    return Mismatch(_below(path, name), say("The field {field} is missing.", field=UserText(name)))


def _no_such(value: object, path: str) -> Mismatch:
    if isinstance(value, str):
        return Mismatch(path, say("{value} cannot be used here.", value=UserText(_short(value))))
    return Mismatch(path, say("This must be text."))


def _number(value: object, strict: bool) -> int | None:
    """The whole number that `value` is, or, if not `strict`, says."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if strict or not isinstance(value, str) or len(value) > 30:
        return None
    try:
        return int(value)
    except ValueError:
        return None


def _is_place(step: str) -> bool:
    """Whether a step of a field's name is the number of an entry of a list."""
    return step.isascii() and step.isdecimal() and len(step) <= 4


def _last(values: list[str]) -> str:
    return next((value for value in reversed(values) if value), "")


def _below(path: str, step: str) -> str:
    step = _short(step)
    return f"{path}.{step}" if path else step


def _short(value: object) -> str:
    return str(value)[:60]
