"""The key that signs what the server hands out: made once, kept, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def key(folder: Path) -> bytes:
    """The key kept in `folder`, made there if there is none yet. 32 random bytes, mode 0600."""
    path = folder / "secret-key"
    if not path.exists():
        # Whole or not at all, whatever is pulled; of two that start at once one wins for both.
        made = folder / f"secret-key.{os.getpid()}"
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
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
    return path.read_bytes()
