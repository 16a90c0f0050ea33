"""A table's first round: setting up together, and hints while it is played."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from referee.core import Hint, Unusable, say
from referee.service.encoding import decode_event, to_json
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import FirstRoundView, NotAllowed, Phone
from referee.table.first_round import Progress, hint_for, is_first_round_over, setup_steps
from referee.table.roles import may_record_some

What = Literal["done", "back", "skip", "go-on", "quiet"]


class FirstRounds:
    """The use cases of a first round."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def act(self, code: str, phone: Phone, what: What, step: int) -> None:
        """Take up what a phone says at `step` of setting up: `done` with it (for all its seats), on
        to it although others are not (`go-on`: the host), `back` to the one before, `skip` the
        rest; or, whatever the step, that it wants no more hints (`quiet`). What is said of another
        step than the table is at changes nothing: somebody else was first. Whoever may record."""
        with self._tables.write(code, phone) as session:
            if what not in get_args(What):
                raise Unusable("do", say("There is no such choice."))
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(say("This phone may not record at this table."))
            before = progress_of(session)
            if before is None:
                return
            after = _after(session, before, what, step)
            if after == before:
                return
            players = set(session.game.players(session.head.state))
            is_ended = players <= set(after.quiet)
            session.change(first_round=None if is_ended else to_json(after))
            session.bump_revision()


def _after(session: TableSession, before: Progress, what: What, step: int) -> Progress:
    """Return how far it is once the phone of `session` has said `what`."""
    if what == "quiet":
        return before.without_hints(session.seats)
    if not _is_setting_up(session, before) or step != before.step:
        return before
    if what == "back":
        return before.at(step - 1)
    if what == "skip":
        return before.at(len(setup_steps(session.game, session.head.state)))
    if what == "go-on":
        session.only_host()
        return before.at(step + 1)
    return before.after_done(session.seats, session.game.players(session.head.state))


def progress_of(session: TableSession) -> Progress | None:
    """Return how far the first round of a table has come; None at one that is not taught."""
    kept = session.table.first_round
    return None if kept is None else msgspec.json.decode(kept, type=Progress)


def _is_setting_up(session: TableSession, progress: Progress) -> bool:
    """Whether something is set up still: nothing has happened yet, and steps are left."""
    if session.table.depth:
        return False
    return progress.step < len(setup_steps(session.game, session.head.state))


def first_round_of(session: TableSession) -> FirstRoundView | None:
    """Return what the phone of `session` shows of the table's first round; None where that is over,
    or was never asked for."""
    progress, state = progress_of(session), session.head.state
    if progress is None or is_first_round_over(session.game, state):
        return None
    if _is_setting_up(session, progress):
        steps = tuple(setup_steps(session.game, state))
        return FirstRoundView(steps=steps, number=progress.step, done=progress.done)
    hint = _hint(session, progress)
    return FirstRoundView(hint=hint) if hint else None


def _hint(session: TableSession, progress: Progress) -> Hint | None:
    """The hint that the phone shows, unless all its seats want none. What only some may see counts
    for nobody."""
    game, table = session.game, session.table
    seats = [seat for seat in session.seats if seat not in progress.quiet]
    if session.seats and not seats:
        return None
    texts = session.once(session.db.pile.in_effect, table.id, 0, table.depth)
    events = [decode_event(game, text) for text in texts]
    played = [event for event in events if game.secrecy.private_to(event) is None]
    return hint_for(game, session.head.state, played, seats)
