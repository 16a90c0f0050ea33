"""A whole server's data moved from one database into another, and looked through on both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from referee.core import AnyGame, PlayerKey
from referee.service.encoding import decode_event, to_json
from referee.store import Store
from referee.store.rows import TableRow
from referee.store.sql import copying
from referee.store.sql.transaction import Transaction


def copy(
    source: Store, target: Store, games: Mapping[str, AnyGame], report: Callable[[str], None]
) -> int:
    """Copy all that `source` keeps into `target`, which is empty or an unfinished copy of it, and
    check it; return the number of tables. No server may use either meanwhile (`Store.hold`).

    The copy is right if every table of the database has as many rows as the original and the same
    in them, and every game folded from its log is in the same state on both sides, which is the one
    its table shows. `report` is told how far it is. Raises `Unwritable`.
    """
    with source.read() as read, target.write() as write:
        old, new = _sql(read), _sql(write)
        copying.begin(new, source.mark)
        names = {table: copying.columns(old, table) for table in copying.KEPT}
    for table in copying.KEPT:
        _copy_rows(source, target, table, names[table])
        report(f"{table} copied")
    with source.read() as read, target.write() as write:
        old, new = _sql(read), _sql(write)
        copying.link(old, new)
        new.set_last_ids(old.last_ids())
        new.search.clear()
        new.search.note_all()
    report("comparing")
    with source.read() as read, target.read() as write:
        old, new = _sql(read), _sql(write)
        before, after = copying.count(old), copying.count(new)
        for table, number in before.items():
            if after[table] != number:
                raise copying.differs(f"{table}: {after[table]} != {number}")
            if copying.digest(old, table, names[table]) != copying.digest(new, table, names[table]):
                raise copying.differs(table)
        for row in read.tables.every():
            _compare(old, new, row, games)
    with target.write() as write:
        copying.finish(_sql(write))
    return before["tables"]


def _sql(db: object) -> Transaction:
    """Both engines ask in SQL; a store that did not could not be copied so."""
    assert isinstance(db, Transaction)
    return db


def _copy_rows(source: Store, target: Store, table: str, names: tuple[str, ...]) -> None:
    with target.read() as db:
        after = copying.last_key(_sql(db), table)
    places = [names.index(name) for name in copying.KEPT[table]]
    while True:
        with source.read() as db:
            found = copying.rows(_sql(db), table, names, after)
        if not found:
            return
        with target.write() as db:
            copying.put(_sql(db), table, names, found)
        after = tuple(found[-1][place] for place in places)


def _compare(
    old: Transaction, new: Transaction, row: TableRow, games: Mapping[str, AnyGame]
) -> None:
    """See that the game of `row` is where its table says, on both sides."""
    game = games.get(row.game)
    if game is None:
        return  # rows of a game that is not installed are compared as they are
    states = [_replayed(db, row, game) for db in (old, new)]
    if states[0] != states[1]:
        raise copying.differs(row.code)
    if row.edition == game.rules.edition and states[0][1] != row.now:
        raise copying.differs(f"{row.code} (log)")


def _replayed(db: Transaction, row: TableRow, game: AnyGame) -> tuple[str, str]:
    """Return the state of `row`'s game, folded from the first event on, and what lists show of it;
    both as JSON."""
    options = msgspec.json.decode(row.options, type=game.options_type)
    state = game.start(msgspec.json.decode(row.players, type=list[PlayerKey]), options)
    for event in db.pile.in_effect(row.id, 0, row.depth):
        state = game.apply(state, decode_event(game, event))
    return repr(state), to_json(game.title(state))
