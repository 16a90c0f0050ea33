"""Every command of the README is real."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import arguments, main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
LINES = [
    line
    for block in re.findall(r"^```bash\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
    if line.strip()
]


def test_the_two_commands_are_there() -> None:
    assert "bash .ci/setup && .venv/bin/referee" in LINES
    assert "bash tests/run" in LINES
    assert "tests/run" in (ROOT / ".ci/run").read_text()


@pytest.mark.parametrize("line", LINES)
def test_a_command_is_real(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for part in line.split("&&"):
        program, *words = shlex.split(part)
        if program == "bash":
            script = ROOT / words[0]
            assert script.is_file()
            subprocess.run(["bash", "-n", script], check=True)
            assert all((ROOT / word).exists() for word in words[1:] if word.startswith("tests/"))
            continue
        if program == ".venv/bin/python":
            assert words[0] == "-m", "a module of this project or of its lock file"
            subprocess.run([sys.executable, *words[:2], "--help"], check=True, cwd=ROOT)
            continue
        assert program == ".venv/bin/referee", f"{program} is no program of this project"
        if words == ["--help"]:
            continue
        parsed = arguments().parse_args(words)
        if parsed.command == "check":
            files = [str(ROOT / word) for word in parsed.files]
            assert main(["check", *(["--json"] if parsed.json else []), *files]) in (0, 1)
            assert capsys.readouterr().out


def test_every_option_and_command_is_in_the_readme() -> None:
    help_ = arguments().format_help()
    for option in set(re.findall(r"--[a-z-]+", help_)):
        assert option in README, option
    for command in ("check", "backup", "backups", "restore", "tables", "delete", "host"):
        assert f"referee {command}" in README


def test_scripts_say_what_they_do_and_stop_at_the_first_failure() -> None:
    for name in (".ci/setup", ".ci/apt", "tests/run"):
        text = (ROOT / name).read_text()
        assert text.startswith("#!/usr/bin/env bash\n# ")
        assert "set -euo pipefail" in text
