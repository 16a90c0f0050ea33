"""T21: a proxy between phone and server swallows answers after the server has done what was asked.
The phone sends again with the same key, and everything counts once."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from party import UNLIMITED, Answer, House, Phone, lane, seq_of

ENTRIES = lane(200, 1000)
LOST = 0.2
"""The share of answers that are swallowed; half of them in the middle."""


class Proxy:
    """Passes on what it gets, but for some answers: then it hangs up on both."""

    def __init__(self, server: House, seed: int) -> None:
        self.server, self.random = server, Random(seed)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.swallowed = 0
        self.losing = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError), self.server.connect() as server:
            asked = False
            while True:
                for end in select.select([client, server], [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    if end is client:
                        asked = asked or data.startswith(b"POST /t/")
                        server.sendall(data)
                    elif asked and self.losing and self.random.random() < LOST:
                        # All of it has come: what was asked for is done and committed.
                        self.swallowed += 1
                        if self.random.random() < 0.5:
                            client.sendall(data[: len(data) // 2])
                        return
                    else:
                        asked = False
                        client.sendall(data)

    def close(self) -> None:
        self.listener.close()


class Far(Phone):
    """A phone that reaches the server through the proxy, by the server's own name."""

    def __init__(self, proxy: Proxy) -> None:
        self.name = f"127.0.0.1:{proxy.server.port}"
        super().__init__(proxy)  # type: ignore[arg-type]

    def ask(self, *request: Any, **headers: Any) -> Answer:
        return super().ask(*request, Host=self.name, **headers)


@pytest.fixture
def proxied(in_memory: Path) -> Iterator[tuple[House, Proxy]]:
    house = House(in_memory / "instance", patch=UNLIMITED)
    proxy = Proxy(house, 1)
    yield house, proxy
    proxy.close()
    house.stop()
    assert "Traceback" not in house.output()


class Careful:
    """A phone whose entries may be answered by nothing."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.again = 0

    def send(self, path: str, fields: dict[str, str], keep_key: bool = True) -> tuple[int, str]:
        """Sends until there is an answer; status and page (or where it leads)."""
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                answer = self.phone.post(path, fields, htmx=True)
                return answer.status, answer.text
            self.again += 1
            if not keep_key:
                fields = fields | {"key": os.urandom(8).hex()}


def play(house: House, proxy: Proxy, entries: int) -> tuple[list[str], int]:
    """Plays so many entries through the proxy; the marks in the log, and how many went again."""
    phone = Far(proxy)
    code = phone.open(["Ann", "Bo"])
    careful, seq = Careful(phone), 0
    proxy.losing = True
    for n in range(1, entries + 1):
        fields = {"type": "position", "top": "blue-sun", "turn": "p1", "scores.p1": str(n)}
        fields |= {"seq": str(seq), "key": f"key-{n}"}
        status, page = careful.send(f"/t/{code}/events", fields)
        assert status == 200, page
        seq = seq_of(page)
        assert seq == n, "an answer of another entry, or an entry that counted twice"
        if n % 20 == 0:  # an entry from a page that has been overtaken is told so, with a fresh one
            stale = fields | {"seq": str(seq - 1), "key": f"stale-{n}"}
            status, page = careful.send(f"/t/{code}/events", stale)
            assert status == 409
            assert seq_of(page) == seq
    proxy.losing = False
    with house.file_open() as db:
        rows = db.execute("SELECT event FROM lines WHERE seq > 0 ORDER BY seq").fetchall()
    return [mark for (event,) in rows for mark in re.findall(r'"p1":(\d+)', event)], careful.again


def test_t21_what_was_not_answered_is_sent_again_and_counts_once(
    proxied: tuple[House, Proxy],
) -> None:
    house, proxy = proxied
    marks, again = play(house, proxy, ENTRIES)
    assert marks == [str(n) for n in range(1, ENTRIES + 1)]
    assert again >= ENTRIES * LOST / 2
    assert proxy.swallowed >= again


def test_t21_would_notice(proxied: tuple[House, Proxy]) -> None:
    """A phone that sends again under another key is told that its page was overtaken."""
    _, proxy = proxied
    phone = Far(proxy)
    code = phone.open(["Ann", "Bo"])
    fields = {"type": "position", "top": "blue-sun", "turn": "p1", "scores.p1": "1"}
    careful, statuses = Careful(phone), set()
    proxy.losing = True
    for n in range(40):
        seq = phone.seq(code)
        status, _ = careful.send(
            f"/t/{code}/events", fields | {"seq": str(seq), "key": f"key-{n}"}, keep_key=False
        )
        statuses.add(status)
    assert 409 in statuses
    assert careful.again
