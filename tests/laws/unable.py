"""What a machine cannot do is said: which tests were left out, why, and how many.

With `CI=true` a test may be left out for no other reason: anything else that is skipped fails the
run, so that nothing there is passed over without a word.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, NoReturn

import pytest

CANNOT = "this machine cannot "


def cannot(what: str) -> NoReturn:
    """Leave the test out: this machine cannot do `what` ("mount a file system")."""
    pytest.skip(CANNOT + what)


def _skipped(config: pytest.Config) -> list[tuple[str, str]]:
    """Every test that was skipped, with its reason."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    found = []
    for report in reporter.stats.get("skipped", ()) if reporter else ():
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found.append((report.nodeid, reason.removeprefix("Skipped: ")))
    return found


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    skipped = _skipped(config)
    if not skipped:
        return
    terminalreporter.section(f"{len(skipped)} tests were left out")
    for reason, number in sorted(Counter(reason for _, reason in skipped).items()):
        terminalreporter.line(f"{number:>5}  {reason}")
    for nodeid, reason in skipped:
        if not reason.startswith(CANNOT):
            terminalreporter.line(f"       {nodeid}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if os.environ.get("CI") != "true" or session.exitstatus != pytest.ExitCode.OK:
        return
    if any(not reason.startswith(CANNOT) for _, reason in _skipped(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
