"""SQLite files as they are before anything is recorded, made quickly."""

from __future__ import annotations

from referee.store.sqlite import Store
from referee.store.sqlite.file import renew_mark

make = Store._make
EMPTY: list[bytes] = []
"""The first empty database of this process: making one takes a dozen migrations, more than most
tests do with it."""


def by_copy(store: Store) -> None:
    """What `make` does to a file that is not there, by a copy with a mark of its own."""
    is_new = not store.path.exists()
    if is_new and EMPTY:
        store.path.parent.mkdir(parents=True, exist_ok=True)
        store.path.touch(0o600, exist_ok=False)
        store.path.write_bytes(EMPTY[0])
        renew_mark(store.path)
        return
    make(store)
    if is_new:
        EMPTY.append(store.path.read_bytes())
