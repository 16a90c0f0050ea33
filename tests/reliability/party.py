"""A server that can be killed, and phones at its tables, all by way of real requests."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from wire import Server

from referee.store.sqlite.library import sqlite3

LONG = os.environ.get("LANE") == "long"
UNLIMITED = "import os\nos.environ['REFEREE_LIMITS'] = 'false'"
"""For `House(patch=…)`: no limits on tries, which one address would run into at once."""

Fields = Mapping[str, Any] | Iterable[tuple[str, str]]


def lane(short: int, long: int) -> int:
    """How often: `short` in every run, `long` before a release (`LANE=long`)."""
    return long if LONG else short


class House(Server):
    """`referee` on a folder of its own, in a process group of its own."""

    def start(self) -> None:
        """Start it and wait for the first answer."""
        with self.file.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, stdout=out, stderr=out, start_new_session=True
            )
        self.wait()

    def wait(self, seconds: float = 20) -> float:
        """Wait until it answers; how long that took."""
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            with contextlib.suppress(OSError):
                if self.ask("GET", "/healthz")[0] == 200:
                    return time.monotonic() - began
            if self.process.poll() is not None:
                break
            time.sleep(0.005)
        raise AssertionError(self.output()[-3000:])

    def kill(self) -> None:
        """What a power switch does to its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it at once: phones that are still connected would have a second to hang up."""
        if self.process.poll() is None:
            self.kill()

    def kill_worker(self) -> None:
        """Kill only the process that serves: gunicorn's own starts another."""
        os.kill(self.worker(), signal.SIGKILL)

    @contextlib.contextmanager
    def file_open(self) -> Iterator[sqlite3.Connection]:
        """The database, as another program sees it."""
        path = self.data / "referee.db"
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as db:
            yield db

    def rows(self) -> dict[str, int]:
        """How many rows each table of the database has; what the search index keeps for itself
        (`found_…`) does not count."""
        with self.file_open() as db:
            kinds = "SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual')"
            names = [name for (name,) in db.execute(kinds) if not name.startswith("sqlite_")]
            return {
                name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names
            }


class Answer(NamedTuple):
    """A whole answer; headers by names in lower case, with `set-cookie` and all."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    @property
    def raw(self) -> bytes:
        """All that was sent, headers too."""
        head = "\r\n".join(f"{name}: {value}" for name, value in self.headers)
        return head.encode("utf-8", "surrogateescape") + b"\r\n\r\n" + self.body


class Phone:
    """A browser: a cookie, one connection that is kept, and the token of its forms.

    With a `cookie` it is a phone that was here before; `fresh` False leaves out the first page, so
    it has neither cookie nor token.
    """

    def __init__(self, server: Server, cookie: str = "", fresh: bool = True) -> None:
        self.server = server
        self.cookie = cookie
        self.form = ""
        self.client: http.client.HTTPConnection | None = None
        self.used = 0.0
        if fresh:
            found = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/import").text)
            assert found
            self.form = found[1]

    def ask(
        self, method: str, path: str, body: bytes | None = None, timeout: float = 30, **headers: str
    ) -> Answer:
        """One request; raises `OSError` or `HTTPException` if the answer does not come whole."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie:
            sent["Cookie"] = f"phone={self.cookie}"
        if time.monotonic() > self.used + 5:
            self.hang_up()  # before the server does, as browsers do
        if self.client is None:
            self.client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=timeout)
        try:
            self.client.request(method, path, body, sent)
            answer = self.client.getresponse()
            data = answer.read()
        except BaseException:
            self.hang_up()
            raise
        self.used = time.monotonic()
        if answer.will_close:
            self.hang_up()
        got = Answer(answer.status, [(k.lower(), v) for k, v in answer.getheaders()], data)
        if found := re.match(r"phone=([\w-]+)", got.header("set-cookie")):
            self.cookie = found[1]
        return got

    def hang_up(self) -> None:
        if self.client is not None:
            self.client.close()
            self.client = None

    def get(self, path: str, htmx: bool = False, **headers: str) -> Answer:
        return self.ask("GET", path, **headers, **({"HX_Request": "true"} if htmx else {}))

    def post(self, path: str, fields: Fields = (), htmx: bool = False, **headers: str) -> Answer:
        """A form of this phone's, sent."""
        pairs = list(fields.items() if isinstance(fields, Mapping) else fields)
        body = urlencode([("csrf_token", self.form), *pairs], doseq=True).encode()
        headers = {"Content_Type": "application/x-www-form-urlencoded"} | headers
        return self.ask("POST", path, body, **headers, **({"HX_Request": "true"} if htmx else {}))

    def upload(self, record: bytes, key: str, name: str = "record.json") -> Answer:
        """A record put in as a file."""
        parts = [
            (b'name="csrf_token"', self.form.encode()),
            (b'name="key"', key.encode()),
            (b'name="record"; filename="%s"' % name.encode(), record),
        ]
        body = b"".join(
            b"--part\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % part for part in parts
        )
        kind = "multipart/form-data; boundary=part"
        return self.ask("POST", "/import", body + b"--part--\r\n", Content_Type=kind)

    # At tables

    def open(self, names: Iterable[str], title: str = "", **options: str) -> str:
        """Opens a table of ZAR as its host; the code."""
        fields = [("name", name) for name in names] + [("start", "1"), ("title", title)]
        fields += [("key", os.urandom(8).hex())]
        fields += [(f"options.{name}", value) for name, value in options.items()]
        answer = self.post("/open/zar", fields)
        assert answer.status == 303, answer.text
        return answer.header("location").rpartition("/")[2]

    def bring(self, record: bytes) -> str:
        """Makes a table of a record; the code."""
        answer = self.upload(record, os.urandom(8).hex())
        assert answer.status == 303, answer.text
        return answer.header("location").rpartition("/")[2]

    def way_in(self, code: str) -> str:
        """The token of the table's QR code."""
        found = re.search(r'name="token" value="([^"]+)"', self.get(f"/t/{code}/door").text)
        assert found
        return found[1]

    def join(self, code: str, token: str, player: str = "") -> None:
        """Sits down as `player`, or watches."""
        answer = self.post(f"/join/{code}", {"token": token, "player": player})
        assert answer.status == 303, answer.text

    def seq(self, code: str) -> int:
        """The number that a form of the table carries now."""
        return seq_of(self.get(f"/t/{code}").text)

    def record(self, code: str, seq: int | None = None, **event: Any) -> Answer:
        """Records an event on the table as it is now (or as it was at `seq`)."""
        fields = {"seq": self.seq(code) if seq is None else seq, "key": os.urandom(8).hex()}
        return self.post(f"/t/{code}/events", fields | event)


def seq_of(page: str) -> int:
    found = re.search(r'name="seq" value="(\d+)"', page)
    assert found, page
    return int(found[1])
