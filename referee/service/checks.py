"""A play judged without a table, and records as pages make and read them. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import AnyGame, Options, PlayerKey
from referee.record import MOST_BYTES, Record, Report, read, record_json
from referee.record import check as judge
from referee.record.read import read_players
from referee.service.types import TableView
from referee.table.roles import Who

__all__ = [
    "MOST_BYTES",
    "Record",
    "Report",
    "judge",
    "read",
    "read_players",
    "record_json",
    "view_of_nobody",
]


def view_of_nobody(
    game: AnyGame, names: Sequence[PlayerKey], state: object, options: Options
) -> TableView:
    """Return a question without a table as a table at which nobody may record anything."""
    return TableView(
        game=game,
        code="",
        title="",
        names={name: name for name in names},
        seating=tuple(names),
        options=options,
        state=state,
        seq=0,
        line=0,
        role="watching",
        seats=(),
        own=(),
        viewer=None,
        phones=[],
        join_code="",
        locked=False,
        who_may="host",
        over=False,
        last=None,
        verdict=None,
        top=None,
        recent=[],
        requests=[],
        own_request=None,
        notice=None,
        host_silent=False,
        rematch=None,
        ending=None,
        counting=None,
        who=Who(host=False, seats=frozenset()),
    )
