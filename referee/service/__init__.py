"""The use cases of the table. Everything that happens to a table happens here, in one
transaction, and rings its doorbell afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from referee.core import Game
from referee.live import Bell, Ear
from referee.record import Report
from referee.service.types import (
    Answer,
    Ask,
    Asked,
    Door,
    Gone,
    Here,
    Joined,
    Locked,
    LogLine,
    LogPage,
    Look,
    NotAllowed,
    NotFound,
    Phone,
    Recorded,
    Refusal,
    Refused,
    Removed,
    Role,
    Ruled,
    Seat,
    Stale,
    TableLine,
)
from referee.store import Store
from referee.table.roles import WhoMay

__all__ = [
    "Answer",
    "Ask",
    "Asked",
    "Door",
    "Gone",
    "Here",
    "Joined",
    "Locked",
    "LogLine",
    "LogPage",
    "Look",
    "NotAllowed",
    "NotFound",
    "Phone",
    "Recorded",
    "Refusal",
    "Refused",
    "Removed",
    "Role",
    "Ruled",
    "Seat",
    "Service",
    "Stale",
    "TableLine",
]


def _now() -> datetime:
    return datetime.now(UTC)


class Service:
    """The tables of one server; one object for a process, shared by its threads or greenlets.

    Inside, players are keys `p1`, `p2` …; `Look.names` has their present names. Every method may
    raise `Gone` (no such table for this phone), `Removed`, `NotAllowed` (not this phone's to do),
    `Unusable` (bad input: place and reason), and from the store `Busy` and `Unwritable`. What
    raises changes nothing. `key` is an idempotency key made with the form: the same key again
    gives the same answer, with other contents `Unusable("key", …)`.
    """

    def __init__(
        self,
        store: Store,
        bell: Bell,
        *,
        token_key: bytes,
        now: Callable[[], datetime] = _now,
        tick: Callable[[], float] = time.monotonic,
        pause: Callable[[], None] = lambda: time.sleep(0),
        games: Mapping[str, Game] | None = None,
    ) -> None:
        """`token_key` signs the QR tokens. `now` labels the log, `tick` measures silence, `pause`
        is called again and again in long work, so that others get their turn."""

    # Phones

    def phone(self, token: str) -> Phone | None:
        """The phone whose cookie holds `token`."""
        raise NotImplementedError

    def new_phone(self, token: str = "") -> tuple[Phone, str]:
        """A phone never seen before, and the token for its cookie (256 bits, valid for ever).

        With a `token` made before, that one is taken; again it gives the same phone.
        """
        raise NotImplementedError

    def tables_of(
        self, phone: Phone, *, over: bool | None = None, before: int | None = None, most: int = 30
    ) -> list[TableLine]:
        """The tables this phone is at, newest first; only finished or running ones with `over`.
        `before` is the `place` of the last one seen."""
        raise NotImplementedError

    def names_of(self, phone: Phone, most: int = 40) -> list[str]:
        """Names seen at this phone's tables, the most recent first, each once."""
        raise NotImplementedError

    # Opening and joining

    def open_table(
        self,
        phone: Phone,
        game: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        *,
        title: str = "",
        key: str,
    ) -> str:
        """A new table with `phone` as host; its code. `names` in seating order, as typed;
        `options` as a form sends them (strings for numbers will do, players by name)."""
        raise NotImplementedError

    def find(self, code: str, phone: Phone | None = None) -> Door:
        """The joining page of an open table. `code` as typed: case and spaces do not matter."""
        raise NotImplementedError

    def find_by_token(self, token: str, phone: Phone | None = None) -> Door:
        """The same by the token of the QR code; raises `Locked` where the code gives `NotFound`.
        A finished table is still found by its token."""
        raise NotImplementedError

    def join(
        self,
        code: str,
        phone: Phone,
        player: str | None = None,
        *,
        name: str = "",
        token: str = "",
    ) -> Joined:
        """Sit down as `player`, or as somebody new called `name`, or (neither) watch.

        A free seat is taken at once; a taken one, a newcomer and a removed phone wait for an
        answer (`answer_request`); meanwhile the phone watches, but not a removed one. Again from
        the same phone changes nothing. A phone not at the table needs the code of an open table or
        its `token`.
        """
        raise NotImplementedError

    def leave(self, code: str, phone: Phone) -> None:
        """Give up this phone's seats and its place. The host hands over first."""
        raise NotImplementedError

    def asks(self, code: str, phone: Phone) -> list[Ask]:
        """What waits for this phone's answer (as `Look.asks`)."""
        raise NotImplementedError

    def answer_request(self, code: str, phone: Phone, ask: int, yes: bool) -> Answer | None:
        """Yes or no to what `asks` lists. A seat: its holder or the host; all else: the host.

        Yes to a newcomer records the game's `join` event: `Recorded`, or `Refused` by the rules
        (the request stays). Otherwise None, also if it was answered already.
        """
        raise NotImplementedError

    def take_back_request(self, code: str, phone: Phone) -> None:
        """Forget what this phone asked for, or that it was refused."""
        raise NotImplementedError

    def join_token(self, code: str, phone: Phone) -> str:
        """The token for the table's QR code (128 bits of it secret); any phone at the table."""
        raise NotImplementedError

    def rotate(self, code: str, phone: Phone) -> None:
        """Make the QR codes shown so far worthless. The host."""
        raise NotImplementedError

    def lock(self, code: str, phone: Phone, locked: bool = True) -> None:
        """Lock joining, by code and by QR, or (`locked` False) open it again. The host."""
        raise NotImplementedError

    # Looking

    def look(self, code: str, phone: Phone, *, as_seat: str | None = None) -> Look:
        """The table as this phone sees it now. `as_seat`: the seat whose secrets to show, if this
        phone may; a phone with one seat need not say it."""
        raise NotImplementedError

    def listen(self, code: str, phone: Phone) -> Ear:
        """A place at the table's doorbell. Its first `wait` returns at once with the present
        number; once the phone is no longer at the table `wait` raises `Gone` or `Removed`.
        Raises `Full` when too many listen."""
        raise NotImplementedError

    def log(
        self, code: str, phone: Phone, *, before: int | None = None, as_seat: str | None = None
    ) -> LogPage:
        """30 lines of the log, newest first, older than line `before`."""
        raise NotImplementedError

    def ruling(self, code: str, phone: Phone, line: int, *, as_seat: str | None = None) -> Ruled:
        """The ruling kept at `line`; raises `Gone` if there is none."""
        raise NotImplementedError

    # Playing

    def submit(
        self,
        code: str,
        phone: Phone,
        event: Mapping[str, Any],
        *,
        seen: int,
        key: str,
        stands: bool = False,
        ask: bool = False,
        sheet: str = "",
        as_seat: str | None = None,
    ) -> Answer:
        """Record `event`, plain data with its `type`, as a form or a record has it.

        Players are given by key (or by name); somebody new by name. `seen`: the `seq` of the view
        the form was drawn for. `stands`: the table lets it stand. `ask`: only ask, as this phone
        knows the table; nothing is stored, and any phone at the table may. `sheet`: the entry
        sheet it came from, whose drafts go when it is recorded. Undo is
        `{"type": "undo", "count": n}`.
        """
        raise NotImplementedError

    def undo_to(
        self, code: str, phone: Phone, line: int, *, seen: int, key: str, as_seat: str | None = None
    ) -> Answer:
        """Take back the event of `line` and all that came after it."""
        raise NotImplementedError

    def put_draft(
        self, code: str, phone: Phone, player: str, sheet: str, fields: Mapping[str, Any]
    ) -> None:
        """Keep what was filled in for `player` on the entry sheet `sheet`, until it is recorded;
        empty `fields` take it away. The player's own phone or the host's; 4 KiB at most."""
        raise NotImplementedError

    def drafts(self, code: str, phone: Phone, sheet: str) -> dict[str, dict[str, Any]]:
        """What has been filled in on `sheet`, by player."""
        raise NotImplementedError

    def rematch(self, code: str, phone: Phone, *, key: str = "") -> str:
        """A new table with the same players and options, next dealer, every phone in its seat; its
        code. The table has one rematch: who asks again gets the same. Whoever may record."""
        raise NotImplementedError

    # The table's settings. Each is a line of the log and changes nothing if it is so already.

    def set_options(self, code: str, phone: Phone, options: Mapping[str, Any]) -> None:
        """Change the options (all of them, as a form sends them; players by key or name). The log
        is judged anew; raises `Unusable` (`events[n]`) if an event in effect would no longer be
        legal or stand. The host."""
        raise NotImplementedError

    def set_who_may(self, code: str, phone: Phone, who_may: WhoMay) -> None:
        """Who may record. The host."""
        raise NotImplementedError

    def set_title(self, code: str, phone: Phone, title: str) -> None:
        """Call the table `title` (at most 60 characters; empty takes it away). The host."""
        raise NotImplementedError

    def rename(self, code: str, phone: Phone, player: str, name: str) -> None:
        """Call `player` `name`, everywhere and at once. The host, or the player's own phone."""
        raise NotImplementedError

    def free_seat(self, code: str, phone: Phone, player: str) -> None:
        """Take the seat from its phone, which stays at the table. The host, or that phone."""
        raise NotImplementedError

    def remove_phone(self, code: str, phone: Phone, other: int) -> None:
        """Remove the phone `other` (`Here.id`); it comes back only with the host's yes. The
        host."""
        raise NotImplementedError

    def hand_over(self, code: str, phone: Phone, other: int) -> None:
        """Make the phone `other` (`Here.id`) the host. The host."""
        raise NotImplementedError

    def take_over(self, code: str, phone: Phone) -> None:
        """Become the host in place of one whose phone has been silent for five minutes
        (`Look.host_silent`). A phone with a seat."""
        raise NotImplementedError

    def host_link(self, code: str) -> str:
        """A one-time token that makes a phone the host; for whoever runs the server. An earlier
        one for the same table is void."""
        raise NotImplementedError

    def become_host(self, token: str, phone: Phone) -> str:
        """Use a `host_link` token; the table's code. Raises `NotFound` for a used one."""
        raise NotImplementedError

    def settle_notice(self, code: str, phone: Phone) -> None:
        """The table has been told what `Look.notice` says. Whoever may record."""
        raise NotImplementedError

    def delete_table(self, code: str, phone: Phone) -> None:
        """Delete the table and all that belongs to it. The host."""
        raise NotImplementedError

    # Remembered on this server, for later tables

    def remember(self, game: str, name: str, value: Any) -> None:
        """Keep `value` (plain data, 64 KiB at most) under `name` for `game`; None forgets it."""
        raise NotImplementedError

    def remembered(self, game: str, name: str) -> Any:
        """What is kept under `name` for `game`, or None."""
        raise NotImplementedError

    # Records

    def export(self, code: str, phone: Phone) -> dict[str, Any]:
        """The table as a record, everyone by his present name. While something is secret it ends
        before the round that holds it."""
        raise NotImplementedError

    def import_record(self, phone: Phone, data: bytes, *, key: str) -> str:
        """A new table from a record, with `phone` as host; its code. All or nothing: `Unusable`
        names the place."""
        raise NotImplementedError

    def check(self, data: bytes) -> Report:
        """The report on a record; nothing of it is kept."""
        raise NotImplementedError
