"""Appending an event to a table's log, with its ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from referee.core import LEGAL, Event, PlayerKey, Ruling, Undo, Unusable, UserText, say
from referee.core.event import clean_name
from referee.core.schema import convert, map_players
from referee.core.text import cut
from referee.record import MOST_BYTES, MOST_EVENTS
from referee.service.encoding import plain_json, to_json, with_names
from referee.service.keys import free_key
from referee.service.names import typed_name
from referee.service.reveals import begin_reveal, end_reveal
from referee.service.session import EACH, Head, TableSession, head_key, hides
from referee.store.rows import LogRow, PlayerRow
from referee.table import Fold, known_ruling, recorded_ruling
from referee.table.fold import AnyFold

_MOST_PLAYERS = 100
"""Names at one table, with those who only asked or left."""
_EVENT_BYTES = 32 * 1024
_ENVELOPE = 64 * 1024
"""Bytes of a record kept free for what is not events."""

NewNames = dict[PlayerKey, str]
"""Names that an event brings to the table, by the keys they get."""
Made = tuple[Event, NewNames]
Make = Callable[[TableSession], Made]


class Judged(msgspec.Struct, frozen=True):
    """An event about to be recorded, with its ruling. `private`: it is refused, and that is told to
    the phone that entered it alone."""

    event: Event
    ruling: Ruling
    private: bool


class Recording(msgspec.Struct, frozen=True):
    """An event of the log, or one that was refused, with its ruling and its row."""

    row: LogRow
    event: Event
    ruling: Ruling

    @property
    def is_event(self) -> bool:
        """Whether it is an event: a refused one is only a ruling."""
        return self.row.seq is not None


def event_from(session: TableSession, plain: Mapping[str, object]) -> Made:
    """Return `plain` as an event of the game with players by key, and the names that are new.
    Raises `Unusable`."""
    plain_json(plain)
    by_name = {row.folded: player for player, row in session.players.items()}
    new: NewNames = {}

    def map_player(value: str, path: str, may_be_new: bool) -> PlayerKey:
        row = session.row_of(value)
        if row is None or not (may_be_new or row.introduced is not None):
            name = clean_name(value, path)
            known = by_name.get(name.casefold())
            row = None if known is None else session.players.get(known)
        if row is not None and (may_be_new or row.introduced is not None):
            return row.player
        if row is not None or not may_be_new:
            raise Unusable(path, say("{name} is not in the game.", name=UserText(cut(value, 40))))
        name = typed_name(value, [*session.names.values(), *new.values()], path)
        player = free_key(session.players.keys() | new)
        new[player] = name
        return player

    try:
        event = map_players(convert(dict(plain), session.game.events, ""), "", map_player)
        if not isinstance(event, Undo):
            event.check(session.head.options, session.starters, "")
    except Unusable as error:
        raise Unusable(error.path.lstrip("."), error.message) from None
    return event, new


def fold_of(session: TableSession, state: object) -> AnyFold:
    """Return the game in `state`, to be fed one more event; what is needed to undo is not in it."""
    fold: AnyFold = Fold(session.game, state, memory=0)
    fold.depth = session.table.depth
    return fold


def judge(session: TableSession, event: Event, viewer: PlayerKey | None) -> Judged:
    """Return `event` with its ruling as this phone, which looks from the seat `viewer`, brings it
    about (see `recorded_ruling`).

    Refused on what only its seat may know, it is refused on this phone alone and leaves no line:
    others would learn from it what it rests on. So is what all may take for legal and only this
    seat knows better; where it stands all the same it is recorded as what it is to all, a legal
    event.
    """
    if isinstance(event, Undo):
        return Judged(event, fold_of(session, session.head.state).judge(event), False)
    game, state = session.game, session.head.state
    ruling = recorded_ruling(game, state, event, viewer)
    stands = event.stands
    if ruling.verdict != LEGAL:
        private = game.secrecy.private_to(event) is not None
        return Judged(event, ruling, private and not (stands and ruling.can_stand))
    if not game.secrecy.has_secret(state):
        return Judged(event, ruling, False)
    event = msgspec.structs.replace(event, stands=False)
    if not stands and not game.secrecy.is_judged_on_secrets(event):
        own = known_ruling(game, state, event, viewer)
        if own.verdict != LEGAL:
            return Judged(event, msgspec.structs.replace(own, can_stand=True), True)
    return Judged(event, ruling, False)


def record(
    session: TableSession,
    judged: Judged,
    new: NewNames,
    key: str | None = None,
    body: bytes | None = None,
    at: str = "",
    again: LogRow | None = None,
    corrects: bool = False,
) -> Recording:
    """Append an event with its ruling, or only the ruling where it is refused. `new`: names it
    brings to the table; `key` and `body`: of the form that brought it; `at`: when it happened, if
    not now; `again`: the row that it repeats, whose time and phone it keeps; `corrects`: it is one
    step of a correction, after which the table is where it was. What is filled in and not recorded
    goes with the hand or round it was begun in. Raises `Unusable` where the table is full."""
    game, head, table = session.game, session.head, session.table
    event, ruling = judged.event, judged.ruling
    fold = fold_of(session, head.state)
    effect, stood = False, None
    if isinstance(event, Undo):
        is_event = ruling.verdict == LEGAL
    else:
        entry = fold.take(event, table.seq + 1, ruling)
        effect, stood = entry.effect, entry.stood
        is_event = ruling.verdict == LEGAL or stood is True
    text = to_json(event)
    if len(text) > _EVENT_BYTES:
        raise Unusable("", say("This is too much for one entry."))
    size = table.size + len(to_json(with_names(event, (session.names | new).__getitem__))) + 1
    if is_event and (table.seq >= MOST_EVENTS or size > MOST_BYTES - _ENVELOPE):
        raise Unusable("", say("This table is full: a record holds 20,000 events and 4 MiB."))
    number = session.next_line()
    _add_new(session, new, number)
    row = LogRow(
        line=number,
        kind="event" if is_event else "ruling",
        at=again.at if again else at or session.clock.stamp(),
        phone=again.phone if again else session.phone,
        who=again.who if again else " ".join(session.own),
        host=again.host if again else session.is_host,
        event=text,
        ruling="",
        verdict=ruling.verdict,
        edition=game.rules.edition,
        stood=stood,
        hides=hides(session, event),
        key=key,
        body=body,
    )
    if is_event:
        depth, state = table.depth, fold.state
        if isinstance(event, Undo):
            depth -= event.count
            undone = session.db.pile.take_back(table.id, depth, number)
            ruling = msgspec.structs.replace(ruling, facts={"undone": undone})
            state = session.state_at(head.options, depth)
        elif effect:
            depth += 1
            if depth % EACH == 0:
                session.keep_copy(depth, state)
            session.keep_scores(depth, head.state, state)
        if game.rounds(state) != game.rounds(head.state) and not corrects:
            session.db.drafts.drop(table.id)
        if isinstance(event, Undo):
            end_reveal(session)
        elif effect and not corrects:
            begin_reveal(session, head.state, event)
        row = msgspec.structs.replace(
            row,
            seq=table.seq + 1,
            depth=depth if effect else None,
            open=not game.secrecy.has_secret(state),
            closes=effect and game.secrecy.ends_round(event, ruling),
        )
        session.change(seq=table.seq + 1, depth=depth, size=size, changed=session.clock.stamp())
        session.head = Head(head_key(session.table), head.options, state)
        session.sum_up(state)
        _introduce(session, event)
    row = msgspec.structs.replace(row, ruling=to_json(ruling))
    session.append(row, (event, ruling))
    if not corrects:
        drop_stale(session, event, ruling)
    return Recording(row, event, ruling)


def drop_stale(session: TableSession, event: Event, ruling: Ruling) -> None:
    """Forget what was filled in on private sheets and holds no more after `event`."""
    stale = session.game.secrecy.stale_drafts(session.head.state, event, ruling)
    for sheet in session.game.private_forms if stale else ():
        for player in session.db.drafts.on(session.table.id, sheet).keys() & set(stale):
            session.db.drafts.put(session.table.id, sheet, player, None)


def _add_new(session: TableSession, new: NewNames, line: int) -> None:
    """Add rows for names met for the first time."""
    fresh = [
        PlayerRow(player, name, name.casefold(), None, None, line)
        for player, name in new.items()
        if player not in session.players
    ]
    if len(session.players) + len(fresh) > _MOST_PLAYERS:
        raise Unusable("", say("There have been too many names at this table."))
    if fresh:
        session.db.players.add(session.table.id, fresh)
        session.read_players()


def _introduce(session: TableSession, event: Event) -> None:
    """Note who comes into the game with `event`, which was just recorded."""
    found = newcomers(event)
    for player in found:
        session.db.players.introduce(session.table.id, player, session.table.seq)
    if found:
        session.read_players()


def newcomers(event: Event) -> list[PlayerKey]:
    """Return the players who may come into the game with `event`."""
    found: list[PlayerKey] = []

    def map_player(player: PlayerKey, path: str, new: bool) -> PlayerKey:
        if new:
            found.append(player)
        return player

    map_players(event, "", map_player)
    return found
