"""Every command and every configuration in the documents is real."""

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
OPERATIONS = (ROOT / "docs/operations.md").read_text("utf-8")
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "tests/README.md"]


def blocks(text: str, language: str) -> list[str]:
    """What stands in the fenced blocks of `language`."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


LINES = [line for block in blocks(README, "bash") for line in block.splitlines() if line.strip()]
ALL_LINES = dict.fromkeys(
    line
    for document in DOCUMENTS
    for block in blocks(document.read_text("utf-8"), "bash")
    for line in block.splitlines()
    if line.strip()
)


def test_the_two_commands_are_there() -> None:
    assert "bash .ci/setup && .venv/bin/referee" in LINES
    assert "bash tests/run" in LINES
    assert "tests/run" in (ROOT / ".ci/run").read_text()


@pytest.mark.parametrize("line", ALL_LINES)
def test_a_command_is_real(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for part in line.split("&&"):
        program, *words = [word for word in shlex.split(part) if not re.match(r"[A-Z]+=", word)]
        if program == "bash":
            script = ROOT / words[0]
            assert script.is_file()
            subprocess.run(["bash", "-n", script], check=True)
            assert all((ROOT / word).exists() for word in words[1:] if word.startswith("tests/"))
            continue
        if program == ".venv/bin/python" and words[0].endswith(".py"):
            assert (ROOT / words[0]).is_file()
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


def test_every_option_and_command_is_documented() -> None:
    help_ = arguments().format_help()
    for option in set(re.findall(r"--[a-z-]+", help_)):
        assert option in OPERATIONS, option
    for command in ("check", "backup", "backups", "restore", "tables", "delete", "host", "copy"):
        assert f"referee {command}" in README + OPERATIONS


def test_every_link_between_documents_leads_somewhere() -> None:
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", document.read_text("utf-8")):
            target = link[0] or link[1]
            assert (document.parent / target).exists(), (document.name, target)


def test_the_unit_starts_the_server_as_it_is() -> None:
    [unit] = blocks(OPERATIONS, "ini")
    program, *words = shlex.split(re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)[0])
    assert program.endswith("/.venv/bin/referee")
    parsed = arguments().parse_args(words)
    folders = re.findall(r"^(?:State|Runtime)Directory=(\w+)$", unit, re.MULTILINE)
    assert [str(parsed.data), str(parsed.socket)] == [
        f"/var/lib/{folders[0]}",
        f"/run/{folders[1]}/referee.sock",
    ]


def test_the_proxy_of_the_documents_is_the_one_that_is_tested() -> None:
    [shown] = blocks(OPERATIONS, "nginx")
    tested = (ROOT / "tests/reliability/nginx.conf").read_text()
    for directive in re.findall(r"^ +((?:proxy_(?!pass)|client_max_body_size).*;)$", shown, re.M):
        assert directive in tested, directive
    for directive in re.findall(r"^ +(proxy_(?!pass|temp).*;)$", tested, re.M):
        assert directive in shown, directive


def test_scripts_say_what_they_do_and_stop_at_the_first_failure() -> None:
    for name in (".ci/setup", ".ci/apt", "tests/run"):
        text = (ROOT / name).read_text()
        assert text.startswith("#!/usr/bin/env bash\n# ")
        assert "set -euo pipefail" in text
