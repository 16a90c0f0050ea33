"""Events, options, and the players named in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, TypeVar

import msgspec

from referee.core.keys import PlayerKey
from referee.core.schema import MOST_NAME
from referee.core.text import Message, say
from referee.core.unusable import Unusable

T = TypeVar("T")

MOST_PLAYERS = 64
"""Players that one event or the options can name: more than any game seats, those who have left
included."""
_RAW_NAME = 400
"""Characters of a name before it is cleaned: 40, decomposed, and the white space round them."""

Player = Annotated[PlayerKey, msgspec.Meta(max_length=_RAW_NAME, extra={"player": "known"})]
"""A player who is in the game, as a field of an event."""

NewPlayer = Annotated[PlayerKey, msgspec.Meta(max_length=_RAW_NAME, extra={"player": "new"})]
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
    is_query: ClassVar[bool] = False
    """It only asks: it is never in effect, and undo passes over it."""


def tag_of(event: Event | type[Event]) -> str:
    """Return the type of an event, as records have it."""
    return str(event.__struct_config__.tag)


class Undo(Event, frozen=True, tag="undo"):
    """Takes back the latest `count` events that are still in effect."""

    count: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1


class Options(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a table agreed on before it began; a game subclasses it with fields of its own.

    `readings`: the answers the table chose, by reading; what is left out has its default.
    """

    field_names: ClassVar[Mapping[str, Message]] = {}
    """What people call the fields: in the log where one is changed, beside one that is refused."""
    value_names: ClassVar[Mapping[str, Message]] = {}
    """What people call the values that are words."""

    readings: Annotated[dict[_Word, _Word], msgspec.Meta(max_length=100)] = {}

    def check(self, players: Sequence[PlayerKey]) -> None:
        """Raise `Unusable` (with a path from `options`) for what the types of the fields do not
        refuse, at a table of `players`."""

    def way_to_seat(self, count: int) -> Message | None:
        """Say which other options seat `count` players whom these do not; None where none do."""
        return None


def clean_name(name: str, path: str) -> str:
    """`name` after NFC and trimming; refused if it is then empty, longer than 40 characters, or
    holds a control character."""
    name = unicodedata.normalize("NFC", name).strip()
    if not name:
        raise Unusable(path, say("A name needs at least one character."))
    if len(name) > MOST_NAME:
        raise Unusable(path, say("This name is too long: 40 characters at most."))
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise Unusable(
            path, say("This name contains characters that cannot be used. Type it again.")
        )
    return name
