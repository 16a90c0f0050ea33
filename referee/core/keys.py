"""The keys that tables, records and rules are told apart by, each a type of its own."""

from __future__ import annotations

from typing import NewType, TypeAlias

PlayerKey = NewType("PlayerKey", str)
"""Who a player is to the rules: the key of the seat at a table, the name in a record read alone. It
is made where one is born: of a checked record, of a row of the store, of the seats of a new table
or a lesson. Text that came from outside is looked up among those, never turned into one."""

NOBODY = PlayerKey("")
"""The key of no player: what is "whose" where it is nobody's."""

ClauseId: TypeAlias = str
"""The id of a clause of a game's rules: `zar/4.2`. A name for readers, no type apart: games write
their clauses as literals, and a test holds each against the game's `rules.toml`."""
