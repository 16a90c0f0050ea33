"""Counting on several phones: what each player has, as far as his row is in, as all see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from werkzeug.datastructures import MultiDict

from referee.core import Event, Message, PlayerKey, say
from referee.core.form import Drawing, Form, Row
from referee.core.schema import filled
from referee.service import TableView
from referee.web import entry, forms


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """The form `sheet` that is filled in row by row: its `title`, its `rows` (their `value` is
    None until they are in), what was `answered` for all of them and the `mode` in which that is
    asked again, and the `event` with its `label`, once everybody is in."""

    sheet: str
    title: Message
    rows: tuple[Row, ...]
    answered: Message | None
    mode: str
    event: Event | None
    label: Message | None

    @property
    def waiting(self) -> list[str]:
        """The players whose rows are not in yet."""
        return [row.player for row in self.rows if row.value is None]

    @property
    def doubtful(self) -> Row | None:
        """The first row that is in with a question to it; None: there is none."""
        return next((row for row in self.rows if row.value is not None and row.question), None)

    @property
    def standing(self) -> Event | None:
        """The event, whatever the rules say to it: what the table records in spite of a
        question."""
        return self.event and msgspec.structs.replace(self.event, stands=True)

    @property
    def line(self) -> Message:
        """All of it in one line: "Hand 1 is being counted: Ann 20, Cy …"."""
        rows = [
            say("{player} …", player=row.player)
            if row.value is None
            else say("{player} {n}", player=row.player, n=row.value)
            for row in self.rows
        ]
        return say("{what}: {rows}", what=self.title, rows=[*rows])


def fill(
    fields: forms.Fields, rows: Mapping[PlayerKey, Mapping[str, object]], shared: Collection[str]
) -> None:
    """Put into `fields` what was kept of `rows` and is not entered here; what is one for all of
    them (`shared`) as it was kept."""
    for row in rows.values():
        for field, values in row.items():
            if field in shared or not filled(fields.getlist(field)):
                fields.setlist(field, values)  # type: ignore[arg-type]


def overview(table_view: TableView) -> Overview | None:
    """What is being counted at the table on several phones. Where play goes on, what
    was begun is not in the way."""
    counting = table_view.counting
    if counting is None:
        return None
    if not any(offer.sheet == counting.sheet and not offer.more for offer in table_view.offers()):
        return None
    tag = table_view.game.forms[counting.sheet]
    fields: forms.Fields = MultiDict([("type", tag)])
    fill(fields, counting.rows, ())
    draft = entry.draft(table_view.game, table_view.seating, fields)
    form = table_view.game.form(counting.sheet, table_view.state, table_view.viewer, draft)
    if form is None or not form.rows:
        return None
    rows = tuple(
        row
        if row.player in counting.done
        else msgspec.structs.replace(row, value=None, pieces=(), question=None)
        for row in form.rows
    )
    shared = table_view.game.shared_fields(counting.sheet)
    is_whole = all(row.value is not None for row in rows)
    return Overview(
        sheet=counting.sheet,
        title=counting.title,
        rows=rows,
        answered=form.answered,
        mode=shared[0] if shared else "",
        event=form.event if is_whole else None,
        label=form.label,
    )


def own_row(
    table_view: TableView, form: Form | Drawing, entered: Collection[str]
) -> tuple[str, bool]:
    """The row that this phone has to fill in next, whoever's is open on `form` ("" for none), and
    whether it waits for other phones instead. `entered`: the players whose rows hold something."""
    done = {*entered, *(table_view.counting.done if table_view.counting else ())}
    elsewhere = taken_elsewhere(table_view)
    if form.open_row not in elsewhere and form.open_row not in done:
        return form.open_row, False
    left = [r.player for r in form.rows if r.player not in done and r.player not in elsewhere]
    own: Sequence[str] = [player for player in left if player in table_view.own] or left
    return (own[0], False) if own else ("", True)


def without_others(table_view: TableView, form: Form | Drawing) -> Form | Drawing:
    """`form`, whose button does not name who is next where another phone counts for him."""
    row = next((one for one in form.rows if one.player == form.open_row), None)
    value = row.value if row else None
    if row is None or value is None or form.next_row not in taken_elsewhere(table_view):
        return form
    said = say("{name} has {n}", name=row.player, n=value)
    return msgspec.structs.replace(form, label=said)


def taken_elsewhere(table_view: TableView) -> set[str]:
    """The seats of other phones that are awake."""
    return {
        seat for phone in table_view.phones if phone.awake and not phone.me for seat in phone.seats
    }


def rows_kept_here(table_view: TableView) -> list[PlayerKey]:
    """The players whose rows this phone may keep for all, its own first: those that no phone took,
    too, and as the host's all."""
    if not table_view.may() or table_view.role == "watching":
        return []
    taken = {seat for phone in table_view.phones for seat in phone.seats}
    others = [one for one in table_view.seating if table_view.role == "host" or one not in taken]
    return list(
        dict.fromkeys([*(one for one in table_view.own if one in table_view.seating), *others])
    )
