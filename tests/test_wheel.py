"""A wheel holds all it needs: installed where there is nothing else of the project, it serves."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    [made] = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def referee(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, from the wheel, in an environment that shares only the libraries."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, symlinks=True)
    python = home / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    [packages] = home.glob("lib/python*/site-packages")
    # A path in a .pth is searched, but the .pth files in it (the checkout's own) are not read.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = subprocess.run(
        [python, "-c", "import referee; print(referee.__file__)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=home,
    )
    assert where.stdout.startswith(str(home))
    return home / "bin/referee"


def test_it_holds_templates_static_files_and_translations(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert f"referee/{path.relative_to(ROOT)}" in held
    for path in (ROOT / "referee").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert str(path.relative_to(ROOT)) in held
    assert not any(name.startswith(("tests/", "instance/")) for name in held)


def test_the_commands_work(referee: Path, tmp_path: Path) -> None:
    run = {"capture_output": True, "text": True, "cwd": tmp_path}
    helped = subprocess.run([referee, "--help"], check=True, **run)  # type: ignore[call-overload]
    assert "--public-url" in helped.stdout
    records = sorted((ROOT / "tests/vectors/zar").glob("*.json"))[:3]
    checked = subprocess.run([referee, "check", "--json", *records], **run)  # type: ignore[call-overload]
    assert checked.returncode in (0, 1, 2)
    assert len(checked.stdout.splitlines()) == 3
    assert not list(tmp_path.iterdir()), "checking and helping write nothing"


def test_it_serves_in_an_empty_folder(referee: Path, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [referee, "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "out").open("wb") as out:
        server = subprocess.Popen(
            command, cwd=tmp_path, stdout=out, stderr=out, env={**os.environ, "PYTHONPATH": ""}
        )
    try:
        page = _fetch(f"http://127.0.0.1:{port}/")
        assert "<body" in page
        assert "referee.css?v=" in page
        assert "htmx" in _fetch(f"http://127.0.0.1:{port}/static/vendor/htmx.min.js")
    finally:
        server.terminate()
        server.wait(10)
    assert (tmp_path / "instance/secret-key").stat().st_mode & 0o777 == 0o600
    assert f"Referee is at http://127.0.0.1:{port}/" in (tmp_path / "out").read_text()


def _fetch(url: str) -> str:
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{url} does not answer")
