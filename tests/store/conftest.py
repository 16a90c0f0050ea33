"""A database in a folder of its own."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from referee.store import Store

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder():
    """A folder in memory, where there is one: what is tested here is not the disk."""
    made = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def store(folder) -> Store:
    return Store(folder / "referee.db")
