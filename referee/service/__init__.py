"""The use cases of the table. Everything that happens to a table happens here, in one transaction,
and is published afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime

from referee.core import AnyGame
from referee.games import games as all_games
from referee.live import Full, Notifier, Priority
from referee.service.clock import Clock, pause, utc_now
from referee.service.correcting import Correcting
from referee.service.drafts import Drafts
from referee.service.evenings import Evenings
from referee.service.exports import Exports
from referee.service.first_rounds import FirstRounds
from referee.service.history import History
from referee.service.hosting import Hosting
from referee.service.joining import Joining
from referee.service.keys import ALPHABET, CODE
from referee.service.leagues import Leagues
from referee.service.listening import Listening
from referee.service.memory import PIECES, Memory
from referee.service.opening import Opening
from referee.service.phones import Phones
from referee.service.play import Play
from referee.service.records import Records
from referee.service.reveals import Reveals
from referee.service.settings import Settings
from referee.service.tables import Tables
from referee.service.types import (
    Answer,
    Correctable,
    Counting,
    Ending,
    FirstRoundView,
    Gone,
    HypotheticalRuling,
    Joined,
    JoinPage,
    Late,
    Locked,
    LogLine,
    LogPage,
    NotAllowed,
    NotFound,
    Person,
    Phone,
    PhoneRequest,
    Place,
    Preview,
    Recorded,
    Refusal,
    Refused,
    Removed,
    Renamed,
    Reveal,
    Role,
    Ruled,
    Seat,
    Stale,
    Standing,
    Submission,
    TableLine,
    TablePhone,
    TableView,
    Unkept,
)
from referee.service.views import Views
from referee.service.walls import Board, Boards, WallListening, Walls
from referee.store import Busy, Store, TooNew, Unwritable

__all__ = [
    "ALPHABET",
    "CODE",
    "PIECES",
    "Answer",
    "Board",
    "Boards",
    "Busy",
    "Correctable",
    "Counting",
    "Ending",
    "FirstRoundView",
    "Full",
    "Gone",
    "HypotheticalRuling",
    "JoinPage",
    "Joined",
    "Late",
    "Listening",
    "Locked",
    "LogLine",
    "LogPage",
    "NotAllowed",
    "NotFound",
    "Person",
    "Phone",
    "PhoneRequest",
    "Place",
    "Preview",
    "Priority",
    "Recorded",
    "Refusal",
    "Refused",
    "Removed",
    "Renamed",
    "Reveal",
    "Role",
    "Ruled",
    "Seat",
    "Service",
    "Stale",
    "Standing",
    "Store",
    "Submission",
    "TableLine",
    "TablePhone",
    "TableView",
    "TooNew",
    "Unkept",
    "Unwritable",
    "WallListening",
    "all_games",
]


class Service:
    """The use cases of one server; one object for a process, shared by its threads or greenlets.

    Inside, players are keys `p1`, `p2` …; `TableView.names` has their present names. Whatever is
    asked of a table may raise `Gone` (no such table for this phone), `Removed`, `NotAllowed` (not
    this phone's to do), `Unusable` (bad input: place and reason), and from the store `Busy` and
    `Unwritable`. What raises changes nothing. `key` is an idempotency key made with the form: the
    same key again gives the same answer, with other contents `Unusable("key", …)`.

    `token_key` signs the QR tokens. `shared_memory`: what is remembered of pieces is one for all
    phones (see `memory`). `now` labels the log, `tick` measures silence, `pause` is called again
    and again in long work, so that others get their turn.
    """

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        *,
        token_key: bytes,
        shared_memory: bool = False,
        now: Callable[[], datetime] = utc_now,
        tick: Callable[[], float] = time.monotonic,
        pause: Callable[[], None] = pause,
        games: Mapping[str, AnyGame] | None = None,
    ) -> None:
        self.tables = tables = Tables(
            store,
            notifier,
            all_games() if games is None else games,
            Clock(now, tick, pause),
            token_key=token_key,
            shared_memory=shared_memory,
        )
        self.phones = Phones(tables)
        self.opening = Opening(tables)
        self.joining = Joining(tables)
        self.first_rounds = FirstRounds(tables)
        self.hosting = Hosting(tables)
        self.views = Views(tables)
        self.play = Play(tables)
        self.correcting = Correcting(tables)
        self.drafts = Drafts(tables)
        self.memory = Memory(tables)
        self.settings = Settings(tables)
        self.records = Records(tables)
        self.exports = Exports(tables)
        self.reveals = Reveals(tables)
        self.walls = Walls(tables)
        self.history = History(tables)
        self.evenings = Evenings(tables)
        self.leagues = Leagues(tables)
