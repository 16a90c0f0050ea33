"""Whole servers, with phones that speak to them as browsers do."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "web"))

from party import UNLIMITED, House

MEMORY = Path("/dev/shm")


@pytest.fixture
def in_memory() -> Iterator[Path]:
    """A folder in memory, where there is one, for what is not about the disk: a sync costs nothing
    there."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of one module, without the limits on tries."""
    made = House(tmp_path_factory.mktemp("house") / "instance", patch=UNLIMITED)
    yield made
    made.stop()
