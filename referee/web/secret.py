"""The key that signs what the server hands out: made once, kept, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from referee.core import UserText, say
from referee.service import Unwritable

LENGTH = 32
"""Bytes."""


def key(folder: Path) -> bytes:
    """The key kept in `folder`, made there if there is none yet: 32 random bytes, mode 0600.

    One that is too short to be a secret is refused (`Unwritable`): a new one would be no mending.
    """
    path = folder / "secret-key"
    if not path.exists():
        # Whole or not at all, whatever is pulled; of two that start at once one wins for both.
        made = folder / f"secret-key.{os.getpid()}"
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_bytes(LENGTH))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(made, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(made)
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    found = path.read_bytes()
    if len(found) < LENGTH:
        raise Unwritable(
            say(
                "The key in {file} is too short ({length} bytes instead of 32). Put the "
                "old one back. Without it, delete the file: a new one is made, printed QR "
                "codes stop working, and open pages must be reloaded.",
                file=UserText(str(path)),
                length=len(found),
            )
        )
    return found
