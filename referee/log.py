"""What is written down: one line a request, by the shape of its address and never the address.

    20:41:03 192.168.1.7 GET /t/<code>/live 200 1.3 ms

So no code and no token of a table gets into a log. What other lines may carry is masked.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Any

RULE = "referee.rule"
"""Where the shape of the address is found in a request's environ."""

requests = logging.getLogger("referee.requests")

_SECRETS = [
    (re.compile(r"/t/[^/\s?\"'<]+"), "/t/…"),
    # Long, and not a name as programs have them.
    (re.compile(r"(?<![\w-])(?![a-z_]+(?![\w-]))[\w-]{20,}"), "…"),
]


def masked(text: str) -> str:
    """`text` without codes in addresses and without anything that could be a token."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class _Lines(logging.Formatter):
    """One event, one line, whatever is in the message; a trace follows on its own lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = masked(record.message).replace("\r", " ").replace("\n", " ")
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:
        return masked(super().formatException(ei))


def set_up() -> None:
    """Log to standard error. What no line says is not found out for it: the place in the code, the
    thread and the process."""
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    requests.setLevel(logging.INFO)


def request_line(environ: dict[str, object], status: str, milliseconds: float) -> None:
    """Write down one request."""
    requests.info(
        "%s %s %s %s %.1f ms",
        environ.get("REMOTE_ADDR", "-"),
        str(environ.get("REQUEST_METHOD", "-"))[:10],
        environ.get(RULE) or "(no page)",
        status[:3],
        milliseconds,
    )
