"""T29: what is installed is pinned, with hashes, and has no known holes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from unable import cannot

ROOT = Path(__file__).parent.parent
LOCKS = sorted(ROOT.glob("requirements*.lock"))
ENTRY = re.compile(
    r"([a-z0-9-]+)==(\S+)(?: ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n(?:    #.*\n)+"
)


def pinned(lock: Path) -> dict[str, str]:
    """Versions by name; fails for a line that is neither a pin with hashes nor a remark."""
    text = lock.read_text()
    assert not ENTRY.sub("", text).strip(), ENTRY.sub("", text)
    return {found[1]: found[2] for found in ENTRY.finditer(text)}


def test_every_library_is_pinned_with_hashes_and_from_nowhere_in_particular() -> None:
    assert len(LOCKS) == 4
    for lock in LOCKS:
        assert pinned(lock).keys() & {"hatchling", "flask", "psycopg"}
        assert "://" not in lock.read_text()


def test_the_lock_files_agree() -> None:
    kinds = ("", "-postgres", "-build", "-dev")
    run, postgres, build, dev = (pinned(ROOT / f"requirements{kind}.lock") for kind in kinds)
    assert run.items() | postgres.items() <= dev.items()
    assert {name for name in build if name in dev and build[name] != dev[name]} == set()
    [wanted] = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert wanted == f"hatchling=={build['hatchling']}"


def judge(report: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The holes that pip-audit found, and the libraries that it could not ask about: it calls those
    sound."""
    libraries = report["dependencies"]
    holes = [
        f"{library['name']} {library['version']}: {hole['id']}"
        for library in libraries
        for hole in library.get("vulns", ())
    ]
    return holes, [library["name"] for library in libraries if "skip_reason" in library]


def test_what_pip_audit_reports_is_read() -> None:
    flask = {"name": "flask", "version": "0.1", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}
    click = {"name": "click", "version": "8", "vulns": []}
    found = judge({"dependencies": [flask, click, {"name": "babel", "skip_reason": "?"}]})
    assert found == (["flask 0.1: CVE-1", "flask 0.1: CVE-2"], ["babel"])


@pytest.mark.slow
@pytest.mark.parametrize("lock", ["requirements-dev.lock", "requirements-build.lock"])
def test_t29_no_library_has_a_known_hole(lock: str) -> None:
    beside = Path(sys.executable).with_name("pip-audit")
    audit = str(beside) if beside.exists() else shutil.which("pip-audit")
    if audit is None:
        cannot("audit the libraries: there is no pip-audit")
    asked = [audit, "--disable-pip", "--require-hashes", "--format", "json"]
    asked += ["--progress-spinner", "off", "--timeout", "10", "--requirement", str(ROOT / lock)]
    done = subprocess.run(asked, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        cannot("audit the libraries: nobody answers " + done.stderr.strip().rpartition("\n")[2])
    holes, unknown = judge(json.loads(done.stdout))
    assert not holes
    if len(unknown) == len(pinned(ROOT / lock)):
        cannot("audit the libraries: who answers knows none of them")
    assert not unknown
