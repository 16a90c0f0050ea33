"""The use cases over a database: the one place that knows where it is."""

from __future__ import annotations

from pathlib import Path

from referee.live import Notifier
from referee.service import Service
from referee.service.encoding import digest
from referee.store.opening import open_store


def open_service(
    folder: Path, database: str = "", *, token_key: bytes, shared_memory: bool
) -> Service:
    """Return the use cases over the database in `folder`, which is made if there is none, or over
    the `database` at an address. Raises `TooNew`, `Unwritable` and `Busy`. See `Service` for the
    other arguments."""
    store = open_store(folder, database)
    try:
        store.agree_on_key(digest("key of the servers", token_key.hex()).hex()[:16])
        return Service(store, Notifier(), token_key=token_key, shared_memory=shared_memory)
    except BaseException:
        store.close()
        raise
