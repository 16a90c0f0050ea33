"""Reading an incomplete form: what was entered, as far as it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from referee.core.event import Event, tag_of
from referee.core.keys import PlayerKey
from referee.core.schema import map_players
from referee.core.text import say
from referee.core.unusable import Unusable

E = TypeVar("E", bound=Event)
Text = TypeVar("Text", bound=str)


class Draft:
    """What was entered so far: the fields of an event as plain data, perhaps incomplete or wrong.

    Every reader passes over what cannot be used. `players` are those at the table, in seating
    order; `now` says where on the form one is (whose row is open, which place is being filled), ""
    if nobody has said so; `mode` is what the form was switched to; `memory` what the server
    remembers of the pieces (plain data, None where it remembers nothing); `drawn` what was tapped
    in turn on a picture and is not yet in a field.
    """

    __slots__ = ("drawn", "fields", "memory", "mode", "now", "players")

    def __init__(
        self,
        fields: Mapping[str, object],
        players: Sequence[PlayerKey],
        *,
        now: str = "",
        mode: str = "",
        memory: object = None,
        drawn: Sequence[str] = (),
    ) -> None:
        self.fields = fields
        self.players = players
        self.now = now
        self.mode = mode
        self.memory = memory
        self.drawn = drawn

    def __contains__(self, name: str) -> bool:
        """Whether anything was entered in the field."""
        return self.fields.get(name) not in (None, "")

    def having(self, **fields: object) -> Draft:
        """Return the same draft with other values in some `fields`."""
        return Draft(
            {**self.fields, **fields},
            self.players,
            now=self.now,
            mode=self.mode,
            memory=self.memory,
            drawn=self.drawn,
        )

    def player(self, name: str) -> PlayerKey | None:
        """Return the player in the field."""
        return self.one_of(name, self.players)

    def one_of(self, name: str, among: Iterable[Text]) -> Text | None:
        """Return the one `among` these that is in the field."""
        value = self.fields.get(name)
        return next((one for one in among if one == value), None)

    def flag(self, name: str) -> bool | None:
        """Return the yes (True) or no in the field."""
        value = self.fields.get(name)
        return value if isinstance(value, bool) else None

    def number(self, name: str) -> int | None:
        """Return the whole number in the field, 0 or more."""
        return as_number(self.fields.get(name))

    def items(self, name: str) -> list[object]:
        """Return the items of the list in the field."""
        return as_list(self.fields.get(name))

    def chosen(self, name: str, among: Iterable[Text]) -> list[Text]:
        """Return the items of the list that are `among` these."""
        known = {one: one for one in among}
        return [known[one] for one in self.items(name) if isinstance(one, str) and one in known]

    def mapping(self, name: str) -> Mapping[str, object]:
        """Return the map in the field."""
        return as_mapping(self.fields.get(name))

    def by_player(self, name: str) -> dict[PlayerKey, object]:
        """Return what is in the map in the field for players at the table, as it was entered."""
        seats: dict[str, PlayerKey] = {who: who for who in self.players}
        return {seats[who]: each for who, each in self.mapping(name).items() if who in seats}

    def numbers(self, name: str) -> dict[PlayerKey, int | None]:
        """Return the number in each player's own field of the map, in seating order."""
        entered = self.mapping(name)
        return {who: as_number(entered.get(who)) for who in self.players}

    def open_row(
        self, rows: Mapping[PlayerKey, object | None], viewer: PlayerKey | None
    ) -> tuple[PlayerKey, PlayerKey | None]:
        """Return whose row is open, and whose is next, of `rows` that are filled in one after the
        other (None: still empty): as asked for by `now`, else the viewer's own first."""
        empty = [who for who, row in rows.items() if row is None]
        asked = next((who for who in rows if who == self.now), None)
        if asked is not None:
            now = asked
        elif viewer is not None and viewer in empty:
            now = viewer
        else:
            now = empty[0] if empty else [*rows][-1]
        return now, next((who for who in empty if who != now), None)

    def event(self, kind: type[E], **more: object) -> E | None:
        """Return the event that the fields of `kind` make, with `more` in the place of what was
        entered; None while a field is missing or what was entered cannot be used."""
        known = {**self.fields, **more}
        plain = {
            name: known[name]
            for name in kind.__struct_fields__
            if name != "stands" and known.get(name) not in (None, "")
        }
        plain["type"] = tag_of(kind)
        try:
            event = msgspec.convert(plain, kind, strict=False)
            map_players(event, "", self._seated)
        except (msgspec.ValidationError, Unusable):
            return None
        return event

    def _seated(self, player: PlayerKey, path: str, may_be_new: bool) -> PlayerKey:
        if player not in self.players and not may_be_new:
            raise Unusable(path, say("This player is not in the game."))
        return player


def as_number(value: object) -> int | None:
    """Return the whole number that was entered as `value`, 0 or more; None if it is none."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if type(value) is int and value >= 0 else None


def as_list(value: object) -> list[object]:
    """Return the list that was entered as `value`; an empty one if it is none."""
    return list(value) if isinstance(value, (list, tuple)) else []


def as_mapping(value: object) -> Mapping[str, object]:
    """Return the map that was entered as `value`; an empty one if it is none."""
    return value if isinstance(value, Mapping) else {}
