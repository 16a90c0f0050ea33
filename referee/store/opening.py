"""Which engine keeps what: a file in a folder, or a database at an address."""

from __future__ import annotations

import time
from pathlib import Path

from referee.core import say
from referee.store.errors import Unwritable
from referee.store.interface import Store
from referee.store.sql.copying import MARK
from referee.store.sql.transaction import Transaction
from referee.store.sqlite import Store as FileStore
from referee.store.sqlite.backups import DATABASE


def open_store(folder: Path, database: str = "", *, unfinished: bool = False) -> Store:
    """Open the file in `folder`, or the `database` at an address (`postgresql://…`), made ready if
    it is new. `unfinished`: also one into which a copy was begun. Raises `TooNew`, `Unwritable` and
    `Busy`."""
    store = _open(folder, database)
    try:
        with store.read() as db:
            if not unfinished and isinstance(db, Transaction) and db.has_table(MARK):
                raise Unwritable(
                    say(
                        "There is a copy in this database that was not finished. Finish it first: "
                        "`referee copy`."
                    )
                )
    except BaseException:
        store.close()
        raise
    return store


def _open(folder: Path, database: str) -> Store:
    if not database:
        # The sleep of the moment: the server has put in one that lets others go on.
        return FileStore(folder / DATABASE, sleep=time.sleep)
    try:
        from referee.store.postgres import Store as ServerStore
    except ImportError as error:
        raise Unwritable(
            say("PostgreSQL needs the extra referee[postgres], which is not installed.")
        ) from error
    return ServerStore(database)
