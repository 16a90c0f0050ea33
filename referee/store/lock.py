"""One server a folder: two would not hear of each other's changes."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from referee.core import UserText, say
from referee.store.errors import Unwritable

NAME = "lock"


def hold(folder: Path, patience: float = 3.0) -> int:
    """Take the lock of `folder`, and keep it until the returned file descriptor is closed, in this
    process and in all that were forked from it: a killed server leaves nothing behind.

    One that is just ending is waited for, `patience` seconds at most; then `Unwritable` says which
    process has the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() >= until:
                holder = os.read(file, 20).decode("ascii", "replace").strip()
                os.close(file)
                raise Unwritable(
                    say(
                        "Another server uses the folder {folder} (process {process}). Stop it "
                        "first, or give this one a folder of its own with --data.",
                        folder=UserText(str(folder)),
                        process=UserText(holder or "?"),
                    )
                ) from None
        time.sleep(0.05)
    os.ftruncate(file, 0)
    os.write(file, f"{os.getpid()}\n".encode())
    return file
