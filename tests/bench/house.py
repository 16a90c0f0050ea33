"""A server with tables on it, and phones that are quick enough to measure it."""

from __future__ import annotations

import asyncio
import re
import resource
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from party import UNLIMITED, House

from referee.web import create_app
from referee.web.seats import COOKIE, form_token

NAMES = ["Ann", "Bo", "Cy", "Dee"]
SET_RIGHT = {"type": "position", "top": "red-frog", "turn": "p1"}
HAND: list[dict[str, str]] = [
    {"type": "start_hand", "dealer": "p1", "top": "blue-moon", "stands": "1"},
    {"type": "play", "by": "p2", "cards": "blue-sun"},
    {"type": "draw", "by": "p3"},
    {"type": "play", "by": "p3", "cards": "blue-star"},
    {"type": "match", "by": "p1", "cards": "blue-star"},
    {"type": "play", "by": "p2", "cards": "red-star"},
    {"type": "play", "by": "p3", "cards": "red-frog"},
    SET_RIGHT | {"hands.p1": "1", "hands.p2": "3", "hands.p3": "2", "hands.p4": "4"},
    {"type": "play", "by": "p1", "cards": "red-sun"},
    {"type": "end_hand", "points.p2": "2", "points.p3": "3", "points.p4": "4"},
]
"""A hand of four that can be played for ever: all legal."""


class Seated:
    """A phone at a table: its cookie, and the token of its forms."""

    def __init__(self, code: str, cookie: str, form: str) -> None:
        self.code, self.cookie, self.form = code, cookie, form


@contextmanager
def house(
    tables: int, phones: int = 4, workers: int = 0
) -> Iterator[tuple[House, list[list[Seated]]]]:
    """A server with so many tables of so many phones each, all seated before it starts; on a file,
    or with so many `workers` on a PostgreSQL server of its own, which syncs to the same disk."""
    many_files()
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder, ExitStack() as stack:
        data = Path(folder) / "instance"
        options, database = [], ""
        if workers:
            from postgres_server import Server

            postgres = Server(durable=True, memory=False)
            stack.callback(postgres.close)
            database = postgres.database()
            options = ["--database", database, "--workers", str(workers)]
        made = seat(data, tables, phones, database)
        server = House(data, *options, patch=UNLIMITED)
        if workers:
            server.postgres = postgres  # type: ignore[attr-defined]
        try:
            rest(server)
            yield server, made
        finally:
            server.stop()


def rest(server: House) -> None:
    """Waits until the server has done nothing for two seconds: a moment after its start it reads
    its templates."""
    quiet = 0
    for _ in range(60):
        before = cpu(server)
        time.sleep(0.5)
        quiet = quiet + 1 if cpu(server) - before <= 0.01 else 0
        if quiet == 4:
            return


def many_files() -> None:
    """As many connections as the machine allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def seat(data: Path, tables: int, phones: int, database: str = "") -> list[list[Seated]]:
    """Tables and phones in a folder, or a database, on which no server runs yet."""
    app = create_app({"DATA": data, "DATABASE": database, "LIMITS": False})
    service = app.extensions["service"]
    out = []
    for table in range(tables):
        people = [service.phones.add() for _ in range(phones)]
        host = people[0][0]
        code = service.opening.open_table(
            host, "zar", NAMES, {"target": None}, key=f"table-{table}"
        )
        token = service.joining.join_token(code, host)
        for i, (phone, _) in enumerate(people[1:], 2):
            service.joining.join(code, phone, f"p{i}" if i <= len(NAMES) else None, token=token)
        here = []
        for _, cookie in people:
            with app.test_request_context(headers={"Cookie": f"{COOKIE}={cookie}"}):
                here.append(Seated(code, cookie, form_token()))
        out.append(here)
    app.extensions["store"].close()
    return out


class Wire:
    """A connection that is kept."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(
        self, method: str, path: str, fields: dict | None = None
    ) -> asyncio.StreamReader:
        """Sends a request as htmx does; what the answer is read from."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        body = urlencode(fields).encode() if fields is not None else b""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {COOKIE}={self.cookie}",
            "HX-Request: true",
            "Accept-Encoding: gzip",
        ]
        if fields is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return self.reader

    async def ask(self, method: str, path: str, fields: dict | None = None) -> tuple[int, bytes]:
        """Status and body (as it came over the wire).

        A kept connection that was closed meanwhile is opened again, as browsers do: a view may be
        asked for twice, and an entry has its key."""
        was_kept = self.writer is not None
        reader = await self.send(method, path, fields)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            if not was_kept:
                raise
            self.close()
            return await self.ask(method, path, fields)
        length = re.search(rb"content-length: (\d+)", head, re.I)
        body = await reader.readexactly(int(length[1])) if length else b""
        if b"connection: close" in head.lower():
            self.close()
        return int(head[9:12]), body

    async def listen(self, path: str) -> AsyncIterator[tuple[int, bytes]]:
        """The numbers that a stream says, each with the page that it brings, empty for a number
        alone."""
        reader = await self.send("GET", path)
        head = await reader.readuntil(b"\r\n\r\n")
        unpack = zlib.decompressobj(31).decompress if b"gzip" in head else bytes
        event = b""
        while size := int(await reader.readline() or b"0", 16):
            event += unpack((await reader.readexactly(size + 2))[:-2])
            *whole, event = event.split(b"\n\n")
            for said in whole:
                kind, data = b"", b""
                for name, _, value in (field.partition(b": ") for field in said.split(b"\n")):
                    if name == b"event":
                        kind = value
                    elif name == b"id":
                        number = int(value)
                    elif name == b"data":
                        data += value + b"\n"
                if kind == b"page":
                    yield number, data
                elif data and kind != b"mark":  # that is the database's
                    yield int(data), b""

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def line_of(body: bytes) -> int:
    """The number of a view."""
    import gzip

    page = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
    found = re.search(rb'data-line="(\d+)"', page)
    assert found, page[:2000]
    return int(found[1])


def cpu(server: House) -> float:
    """Seconds of processor time that the serving processes have used."""
    return sum(seconds(pid) for pid in children(server.process.pid))


def database_cpu(server: House) -> float:
    """The same of PostgreSQL's processes, those that have ended too."""
    postgres = getattr(server, "postgres", None)
    if postgres is None:
        return 0.0
    pid = postgres.process.pid
    return seconds(pid, ended=True) + sum(seconds(child) for child in children(pid))


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in found.split()]


def seconds(pid: int, ended: bool = False) -> float:
    """Seconds of processor time of a process, with those of its children that have `ended`."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(int(field) for field in fields[11 : 15 if ended else 13]) / 100
