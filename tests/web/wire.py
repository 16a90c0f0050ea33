"""A real server, and phones that speak to it byte by byte."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import zlib
from pathlib import Path
from urllib.parse import urlencode

from phones import open_table, phone_of, token_of

from referee.web import create_app
from referee.web.seats import COOKIE, form_token


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


SIXTH = Path(__file__).parent.parent / "sixth"
ONE_MORE = (
    f"import referee.games\nreferee.games.__path__.append({str(SIXTH)!r})"
    if os.environ.get("SIXTH")
    else ""
)
"""With `SIXTH=1`, as `conftest.py`: one game more in the server's process, too."""


class Server:
    """`referee` on a folder; `patch` are lines of Python run before it starts."""

    def __init__(self, data: Path, *options: str, patch: str = "") -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.file = data.parent / "output"
        self.command = [
            sys.executable,
            "-c",
            f"{ONE_MORE}\n{patch}\nfrom referee.cli import main\nraise SystemExit(main())",
        ]
        self.command += ["--data", str(data), "--host", "127.0.0.1", "--port", str(self.port)]
        self.command += options
        self.start()

    def start(self) -> None:
        with self.file.open("ab") as out:
            self.process = subprocess.Popen(self.command, stdout=out, stderr=out)
        late = time.monotonic() + 60  # where many programs run, a start takes its time
        while time.monotonic() < late:
            if self.process.poll() is not None:
                break
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        self.process.kill()
        raise AssertionError(self.output()[-3000:])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)

    def output(self) -> str:
        return self.file.read_text("utf-8", "replace")

    def worker(self) -> int:
        """The process that serves, a child of gunicorn's own."""
        task = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(task.read_text().split()[0])

    def memory(self) -> int:
        """Bytes that the processes of the server hold, what they share counted once."""
        total = 0
        for pid in (self.process.pid, self.worker()):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
        return total

    def sockets(self) -> int:
        """Sockets that the serving process holds open."""
        links = Path(f"/proc/{self.worker()}/fd").iterdir()
        count = 0
        for link in links:
            try:
                count += "socket:" in str(link.readlink())
            except FileNotFoundError:
                continue
        return count

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def head(self, method: str, path: str, cookie: str = "", **headers: str) -> bytes:
        """The head of a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"Cookie: phone={cookie}"] if cookie else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def ask(
        self, method: str, path: str, cookie: str = "", body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request on a connection of its own."""
        if body:
            headers = {
                "Content_Type": "application/x-www-form-urlencoded",
                "Content_Length": str(len(body)),
            } | headers
        return self.raw(self.head(method, path, cookie, Connection="close", **headers) + body)

    def raw(self, sent: bytes) -> tuple[int, dict[str, str], bytes]:
        """The answer to these bytes: status, headers (by names in lower case), body."""
        with self.connect() as client:
            # It may have its answer ready, and hang up, before all was sent.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.sendall(sent)
            return read(client)


def read(client: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """A whole answer, up to the end of the connection or its length."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(65536)
        if not more:
            raise ConnectionError(f"no answer but {data!r}")
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(": ")
        assert name.lower() not in headers or name.lower() == "set-cookie", f"{name} twice"
        headers[name.lower()] = value
    length = headers.get("content-length")
    while length is None or len(body) < int(length):
        try:
            more = client.recv(65536)
        except ConnectionResetError:
            break
        if not more:
            break
        body += more
    return int(first.split()[1]), headers, body


def plain(answer: bytes) -> bytes:
    """The body of an `answer` that comes in chunks, as far as it is there, unpacked if it came
    packed."""
    head, _, body = answer.partition(b"\r\n\r\n")
    whole = b""
    while b"\r\n" in body:
        size, _, rest = body.partition(b"\r\n")
        if not size or int(size, 16) > len(rest):
            break
        whole += rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]
    return zlib.decompressobj(31).decompress(whole) if b"gzip" in head else whole


class Listening:
    """A stream of a table's bell; with `page` one that brings the page."""

    def __init__(
        self, server: Server, code: str, cookie: str, page: bool = False, **headers: str
    ) -> None:
        self.client = server.connect()
        path = f"/t/{code}/bell{'?page=1' * page}"
        heads = {"Accept_Encoding": "gzip"} if page else {}
        self.client.sendall(server.head("GET", path, cookie, **(heads | headers)))
        self.data = b""

    def plain(self) -> bytes:
        """What has been read of its body, unpacked where it came packed."""
        return plain(self.data)

    def until(self, words: bytes, seconds: float = 15) -> bool:
        """Whether `words` come in time; what is read is kept."""
        end = time.monotonic() + seconds
        while words not in self.data and words not in self.plain():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self.client.settimeout(left)
            try:
                more = self.client.recv(65536)
            except TimeoutError:
                return False
            except ConnectionResetError:
                more = b""
            if not more:
                self.data += b"[closed]"
                return words in self.data or words in self.plain()
            self.data += more
        return True

    def close(self) -> None:
        self.client.close()


class Table:
    """A table of ZAR in the folder `data`, with its host and other phones, of which the first
    `seated` have a seat."""

    def __init__(self, data: Path, phones: int = 9, seated: int = 0) -> None:
        app = create_app({"DATA": data})
        service = app.extensions["service"]
        host = phone_of(app)
        self.code = open_table(app, host)
        self.host = token_of(host)
        me = service.phones.find(self.host)
        self.qr = service.joining.join_token(self.code, me)
        self.guests = []
        for number in range(phones):
            phone, token = service.phones.add()
            seat = f"p{number + 2}" if number < seated else None
            service.joining.join(self.code, phone, seat, token=self.qr)
            self.guests.append(token)
        with app.test_request_context(headers={"Cookie": f"{COOKIE}={self.host}"}):
            self.form = form_token()
        self.table_view = lambda: service.views.table(self.code, me)
        self.close = app.extensions["store"].close
        """Closed, the file is whole: with WAL the latest may lie beside it."""

    def record(self, server: Server, key: str, **event: object) -> int:
        """The host records an event; the status."""
        fields = {"csrf_token": self.form, "seq": self.table_view().seq, "key": key} | event
        body = urlencode(fields, doseq=True).encode()
        return server.ask("POST", f"/t/{self.code}/events", self.host, body)[0]
