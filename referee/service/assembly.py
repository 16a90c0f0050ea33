"""The use cases over a database: the one place that knows which engine is used."""

from __future__ import annotations

import time
from pathlib import Path

from referee.live import Notifier
from referee.service import Service
from referee.store.sqlite import Store
from referee.store.sqlite.backups import DATABASE


def open_service(folder: Path, *, token_key: bytes, shared_memory: bool) -> Service:
    """Return the use cases over the database in `folder`, which is made if there is none. Raises
    `TooNew`, `Unwritable` and `Busy`. See `Service` for the other arguments."""
    # The sleep of the moment: the server has put in one that lets others go on.
    store = Store(folder / DATABASE, sleep=time.sleep)
    return Service(store, Notifier(), token_key=token_key, shared_memory=shared_memory)
