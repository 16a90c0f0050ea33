"""A service over a database of its own."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from house import MEMORY, House


@pytest.fixture
def folder():
    """A folder in memory, where there is one: what is tested here is not the disk."""
    made = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def house(folder, database):
    made = House(folder, database)
    yield made
    made.store.close()
