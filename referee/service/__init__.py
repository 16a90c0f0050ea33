"""The use cases of the table. Everything that happens to a table happens here, in one
transaction, and rings its doorbell afterwards."""

from __future__ import annotations

from referee.service.base import CODE
from referee.service.history import History
from referee.service.looking import Listening
from referee.service.memory import PIECES
from referee.service.types import (
    Answer,
    Ask,
    Asked,
    Gone,
    Here,
    Joined,
    JoinPage,
    Locked,
    LogLine,
    LogPage,
    NotAllowed,
    NotFound,
    Person,
    Phone,
    Recorded,
    Refusal,
    Refused,
    Removed,
    Renamed,
    Role,
    Ruled,
    Seat,
    Stale,
    Standing,
    TableLine,
    TableView,
)

__all__ = [
    "CODE",
    "PIECES",
    "Answer",
    "Ask",
    "Asked",
    "Gone",
    "Here",
    "JoinPage",
    "Joined",
    "Listening",
    "Locked",
    "LogLine",
    "LogPage",
    "NotAllowed",
    "NotFound",
    "Person",
    "Phone",
    "Recorded",
    "Refusal",
    "Refused",
    "Removed",
    "Renamed",
    "Role",
    "Ruled",
    "Seat",
    "Service",
    "Stale",
    "Standing",
    "TableLine",
    "TableView",
]


class Service(History):
    """The tables of one server; one object for a process, shared by its threads or greenlets.

    Inside, players are keys `p1`, `p2` …; `TableView.names` has their present names. Every method
    may raise `Gone` (no such table for this phone), `Removed`, `NotAllowed` (not this phone's to
    do), `Unusable` (bad input: place and reason), and from the store `Busy` and `Unwritable`. What
    raises changes nothing. `key` is an idempotency key made with the form: the same key again
    gives the same answer, with other contents `Unusable("key", …)`.

    `token_key` signs the QR tokens. `shared_memory`: what is remembered of pieces is one for all
    phones (see `Memory`). `now` labels the log, `tick` measures silence, `pause` is called again
    and again in long work, so that others get their turn.

    The use cases, from the ground up: `Looking` (phones, the table, its log), `Memory` (of pieces),
    `Playing` (submit, undo, drafts), `Joining` (opening, the way in, seats, hosting), `Settings`,
    `Records` (export, import, rematch), `History`.
    """
