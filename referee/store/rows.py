"""What is kept, a row of each kind. No engine's own types, only numbers, text and bytes."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.core import PlayerKey
from referee.core.ruling import Verdict
from referee.table.roles import WhoMay


class TableRow(msgspec.Struct, frozen=True):
    """A row of `tables`.

    `code` is its address for good; `join_code` is what somebody types to come to it, where that is
    not the code any more. `players`, `options`, `meta`, `notice`, `now` and `seating` are JSON.
    `players` are those who began, in seating order; `seq` numbers the events, `line` every change,
    `depth` is how many events are in effect, `size` how long they are as a record, in bytes. `now`,
    `turn`, `seating` and `over` are copies of what the state says, for lists. `judged` counts how
    often the log was judged anew. `began`: when the game did (UTC), here or where its record is
    from. `first_round` (JSON): how far the first round has come of a table that is taught.
    """

    id: int
    code: str
    game: str
    title: str
    players: str
    options: str
    meta: str | None
    edition: str
    notice: str | None
    who_may: WhoMay
    locked: bool
    generation: int
    host: int
    host_since: int
    seq: int
    line: int
    depth: int
    size: int
    now: str
    turn: PlayerKey | None
    seating: str
    over: bool
    opened: str
    changed: str
    made_by: int
    made_key: str
    made_body: bytes
    rematch: int | None
    host_link: bytes | None
    join_code: str | None
    judged: int
    began: str
    first_round: str | None


class PlayerRow(msgspec.Struct, frozen=True):
    """A row of `players`.

    `introduced`: the number of the event that brought the player in (0: there from the start;
    None: so far only named in an event that was refused). `phone`: the one that took the seat,
    `since` the line at which the seat last changed hands.
    """

    player: PlayerKey
    name: str
    folded: str
    introduced: int | None
    phone: int | None
    since: int


class MemberRow(msgspec.Struct, frozen=True):
    """A phone at a table. `number` counts them as they came, and is never another's."""

    phone: int
    number: int
    state: Literal["here", "removed", "left"]

    @property
    def here(self) -> bool:
        """It is at the table now."""
        return self.state == "here"


class RequestRow(msgspec.Struct, frozen=True):
    """A row of `asks`."""

    id: int
    phone: int
    kind: Literal["seat", "back", "new", "host"]
    player: PlayerKey | None
    name: str
    refused: bool


class LogRow(msgspec.Struct, frozen=True):
    """A row of `lines`.

    `phone` (None: whoever runs the server), `who` (players' keys, spaces between) and `host` tell
    who did it. A `note` has a `said` sentence (JSON). An `event` and a refused one (`ruling`) have
    the event and its ruling (JSON), with the `edition` it was judged by; an event has a `seq`.
    `depth`: in effect, and where in the pile; `undone`: the line that took it back. `hides`: the
    seat it holds a secret of, `open`: nothing was secret after it, `closes`: it ended a round that
    is told only while it is the last one. `left_out` of exports: taken back, and not legal under
    the options of today. `key` and `body` are of the form that brought it. `told_by`: the note of
    the correction that took it back, or recorded it again; where it is not in effect the log tells
    that note in its place.
    """

    line: int
    kind: Literal["event", "ruling", "note"]
    at: str
    phone: int | None
    who: str
    host: bool
    said: str | None = None
    seq: int | None = None
    event: str | None = None
    ruling: str | None = None
    verdict: Verdict | None = None
    edition: str | None = None
    stood: bool | None = None
    depth: int | None = None
    undone: int | None = None
    hides: PlayerKey | None = None
    open: bool | None = None
    left_out: bool = False
    key: str | None = None
    body: bytes | None = None
    closes: bool = False
    told_by: int | None = None


class Redaction(msgspec.Struct, frozen=True):
    """What of a log is covered now: the events in effect from line `after` to `to`, and all others
    (taken back, refused) to line `aside`."""

    after: int
    to: int
    aside: int

    @property
    def hides(self) -> bool:
        """Whether anything is covered at all."""
        return bool(self.to or self.aside)

    def covers(self, line: LogRow) -> bool:
        """Whether `line` may not be told."""
        to = self.aside if line.depth is None else self.to
        return line.kind != "note" and self.after < line.line <= to


class WallRow(msgspec.Struct, frozen=True):
    """A row of `walls`: a wall board at the address `code`, of the table numbered `table`, or
    (None) of all tables that `phone` hosts. `title`: what stands over these."""

    code: str
    phone: int
    table: int | None
    title: str


class ResultRow(msgspec.Struct, frozen=True):
    """How a finished game ended for a player, `folded` his present name. `score` is None where it
    is more than 64 bits. `side` numbers who score together, `place` is theirs among the sides, from
    1. `kind`: what is counted (see `Scoring.kinds`). `alone`: only one side played."""

    player: PlayerKey
    folded: str
    score: int | None
    won: bool
    side: int = 0
    place: int = 1
    kind: str = ""
    alone: bool = False


class PersonTotals(msgspec.Struct, frozen=True):
    """What a person's finished games of one kind, `alone` or against others, come to; `last` is the
    latest table."""

    folded: str
    kind: str
    alone: bool
    games: int
    wins: int
    low: int | None
    high: int | None
    average: float | None
    last: int


class Streaks(msgspec.Struct, frozen=True):
    """Runs of a person's finished games against others: the `longest` of wins, and the one that
    goes on (`now` games), of wins or (`is_winning` False) without one."""

    longest: int
    now: int
    is_winning: bool


class Rival(msgspec.Struct, frozen=True):
    """How often a person met another in finished games, and came before him (`ahead`) or after;
    the rest were ties. `last` is the latest such table."""

    folded: str
    games: int
    ahead: int
    behind: int
    last: int


class LeagueRow(msgspec.Struct, frozen=True):
    """A row of `leagues`.

    `games` (keys; none: all) and `points` (for the places from the first) are JSON. `first_day` and
    `last_day` are what was typed ("" for none), `begins` and `ends` the moments (UTC) that they
    stand for. `by_points`: the standings go by points, not by wins. `made_key`: of the form.
    """

    id: int
    code: str
    name: str
    host: int
    games: str
    first_day: str
    last_day: str
    begins: str
    ends: str
    points: str
    by_points: bool
    made_key: str


class LeagueTotals(msgspec.Struct, frozen=True):
    """What a person's games that count in a league come to; `last` is the latest table."""

    folded: str
    games: int
    wins: int
    points: int
    last: int


EventEffect = tuple[int, int | None, bool, bool | None, bool]
"""What became of an event: line, depth, left out, open, closes."""
