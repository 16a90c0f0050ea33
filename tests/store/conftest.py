"""A database in a folder of its own."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from empty import make

from referee.store.sqlite import Store, file

MEMORY = Path("/dev/shm")


@pytest.fixture(autouse=True)
def made_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file as the app makes it: that is what is tested here."""
    monkeypatch.setattr(Store, "_make", make)


@pytest.fixture
def folder():
    """A folder in memory, where there is one: what is tested here is not the disk."""
    made = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    yield made
    shutil.rmtree(made)


@pytest.fixture(params=["truncate", "wal"])
def journal(request, monkeypatch):
    """Both modes, whatever this machine's SQLite would get (processes started here too)."""
    monkeypatch.setattr(file, "wal_is_safe", lambda version: request.param == "wal")
    monkeypatch.setenv("TEST_JOURNAL", request.param)
    return request.param


@pytest.fixture
def store(folder, journal) -> Store:
    return Store(folder / "referee.db")
