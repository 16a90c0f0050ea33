"""No test is left out in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LAWS = Path(__file__).parent / "laws"
TESTS = """
import pytest
from unable import cannot
def test_one(): cannot("fly")
def test_two(): cannot("fly")
def test_three(): pass
"""
OTHER = "def test_four(): pytest.skip('not today')\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "ci", "workers", "status"),
    [(TESTS, "true", 0, 0), (TESTS + OTHER, "", 0, 0), (TESTS + OTHER, "true", 1, 1)],
)
def test_what_is_left_out_is_counted(
    tmp_path: Path, tests: str, ci: str, workers: int, status: int
) -> None:
    (tmp_path / "test_some.py").write_text(tests)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "unable", "-n", str(workers), str(tmp_path)]
    ran = subprocess.run(
        command,
        env=os.environ | {"CI": ci, "PYTHONPATH": str(LAWS)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == status, ran.stdout
    assert "2  this machine cannot fly" in ran.stdout
    assert ("not today" in ran.stdout) == (tests != TESTS)
    assert ("test_four" in ran.stdout) == (tests != TESTS)
