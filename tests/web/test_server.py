"""T16, T19, T20, T25, T26 and T27 where they need a wire: a real server, started as anyone does."""

from __future__ import annotations

import contextlib
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from phones import NAMES
from wire import Listening, Server, Table, free_port, read

from referee import serve
from referee.store.sqlite.library import sqlite3
from referee.web.guard import HEADERS

pytestmark = pytest.mark.slow

QUICK = """
import referee.serve as serve
serve.HEADERS_SECONDS, serve.BODY_SECONDS, serve.WRITE_SECONDS = 3, 4.0, 5.0
"""
"""The same bounds, sooner."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "instance"


@pytest.fixture(scope="module")
def table(data: Path) -> Table:
    return Table(data)


@pytest.fixture(scope="module")
def server(data: Path, table: Table) -> Iterator[Server]:
    made = Server(data, patch=QUICK)
    yield made
    made.stop()


def assert_guarded(headers: dict[str, str]) -> None:
    for name, value in HEADERS.items():
        assert headers.get(name.lower()) == value, name


class Counted:
    """A connection that remembers each packet."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(data)

    send = sendall


@pytest.mark.parametrize(
    ("body", "packets"),
    [
        ([], [b"head"]),
        ([b"body"], [b"headbody"]),
        ([b"first", b"second"], [b"headfirst", b"second"]),
    ],
)
def test_the_head_of_an_answer_comes_with_its_body(body: list[bytes], packets: list[bytes]) -> None:
    connection = Counted()
    answering = serve.Answering(connection)  # type: ignore[arg-type]
    for data in (b"head", *body):
        answering.sendall(data)
    answering.finish()
    assert connection.sent == packets


def test_what_goes_past_an_answer_comes_after_its_head() -> None:
    connection = Counted()
    answering = serve.Answering(connection)  # type: ignore[arg-type]
    answering.send(b"go on ")
    answering.sendall(b"head")
    answering.send(b"a file")
    assert connection.sent == [b"go on ", b"head", b"a file"]


# T16


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:PORT\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost : 127.0.0.1:PORT\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n X: folded\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: a\x00b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\nHost: 127.0.0.1:PORT\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET\r\n\r\n", 400),
        (
            b"POST /lamp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
        ),
        (b"POST /lamp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: -5\r\n\r\n", 400),
        (
            b"POST /lamp HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
            400,
        ),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n" + b"X: y\r\n" * 100 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: " + b"x" * 65536 + b"\r\n\r\n", 431),
        (b"GET /%0d%0aSet-Cookie:x=y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404),
        (b"GET /t/%00%ff HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404),
        (b"GET /static/..%2f..%2fpyproject.toml HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404),
        (b"GET /static/../pyproject.toml HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404),
        (b"BREW / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 405),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else str(value),
)
def test_t16_what_is_no_request_is_refused_in_words(
    server: Server, sent: bytes, status: int
) -> None:
    answer = server.raw(sent.replace(b"PORT", str(server.port).encode()))
    assert answer[0] == status
    assert_guarded(answer[1])
    assert "set-cookie" not in answer[1]
    assert b"evil" not in answer[2]
    assert b"Traceback" not in answer[2]


def test_t16_forwarded_headers_of_anyone_are_not_believed(server: Server) -> None:
    _, headers, body = server.ask(
        "GET",
        "/import",
        X_Forwarded_Proto="https",
        X_Forwarded_Host="evil.example",
        X_Forwarded_Prefix="/evil",
        Script_Name="/evil",
        Forwarded="host=evil.example;proto=https",
    )
    assert "Secure" not in headers["set-cookie"]
    assert b"evil" not in body


# T19


def bells(server: Server, table: Table, each: int = 4) -> list[Listening]:
    """Streams of all guests."""
    return [Listening(server, table.code, token) for token in table.guests for _ in range(each)]


def test_t19_many_streams_hear_at_once_and_leave_no_trace(server: Server, table: Table) -> None:
    before = server.sockets()
    start = time.monotonic()
    assert table.record(server, "alone", type="start_hand", dealer="p1", top="blue-moon") == 303
    alone = time.monotonic() - start
    assert table.record(server, "taken back", type="undo") == 303
    streams = bells(server, table)
    assert len(streams) == 36
    line = table.table_view().line
    for stream in streams:
        assert stream.until(b"event: table\nid: %d\ndata: %d\n\n" % (line, line))
        assert re.search(rb"retry: [1-4]\d{3}\n", stream.data)
        assert b"X-Accel-Buffering: no" in stream.data
        assert b"Cache-Control: no-cache" in stream.data
    assert server.sockets() >= 36
    took = []
    for i, event in enumerate(
        [
            {"type": "start_hand", "dealer": "p1", "top": "blue-moon"},
            {"type": "play", "by": "p2", "cards": "blue-sun"},
            {"type": "undo"},
        ]
    ):
        start = time.monotonic()
        assert table.record(server, f"bell-{i}", **event) == 303
        took.append(time.monotonic() - start)
        now = table.table_view().line
        for stream in streams:
            assert stream.until(b"data: %d\n\n" % now), i
    # On a machine that does other things as well, as good as without them.
    assert statistics.median(took) <= max(0.3, 4 * alone)
    for stream in streams:
        stream.close()
    for _ in range(150):
        if server.sockets() <= before + 2:
            break
        time.sleep(0.1)
    assert server.sockets() <= before + 2, "streams of phones that have gone are held"


def test_t19_one_phone_has_a_cap_and_nobody_is_put_out(server: Server, table: Table) -> None:
    mine = [Listening(server, table.code, table.host) for _ in range(8)]
    assert all(stream.until(b"event: table") for stream in mine)
    for _ in range(10):
        status, headers, body = server.ask("GET", f"/t/{table.code}/bell", table.host)
        assert status == 503
        assert 20 <= int(headers["retry-after"]) <= 40
        assert b"Busy" in body
    other = Listening(server, table.code, table.guests[0])
    assert other.until(b"event: table")
    assert not any(stream.until(b"[closed]", 0.05) for stream in mine)
    mine.pop().close()
    for _ in range(50):
        again = Listening(server, table.code, table.host)
        if again.until(b"\r\n\r\n") and b" 200 " in again.data[:20]:
            break
        again.close()
        time.sleep(0.1)
    else:
        pytest.fail("a stream that was closed is still counted")
    assert again.until(b"event: table")
    for stream in [*mine, other, again]:
        stream.close()


def test_t19_a_removed_phone_hears_no_more(server: Server, table: Table) -> None:
    [out] = [here for here in table.table_view().phones if here.id == len(table.guests) + 1]
    stream = Listening(server, table.code, table.guests[-1])
    assert stream.until(b"event: table")
    fields = {"csrf_token": table.form, "do": "remove", "phone": out.id}
    body = urlencode(fields).encode()
    assert server.ask("POST", f"/t/{table.code}/people", table.host, body)[0] == 303
    assert stream.until(b"0\r\n\r\n", 2), stream.data
    assert server.ask("GET", f"/t/{table.code}/bell", table.guests[-1])[0] in (403, 404)
    stream.close()


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[tuple[Server, Table]]:
    """A server, and a table at which the first other phone has a seat."""
    table = Table(tmp_path / "seated", phones=2, seated=1)
    running = Server(tmp_path / "seated")
    yield running, table
    running.stop()


def test_a_phone_that_plays_is_brought_the_page(seated: tuple[Server, Table]) -> None:
    server, table = seated
    seat, watcher = table.guests
    phones = (table.host, seat, watcher)
    host, player, watching = streams = [
        Listening(server, table.code, phone, page=True) for phone in phones
    ]
    numbers = Listening(server, table.code, seat)
    unpacked = Listening(server, table.code, seat, page=True, Accept_Encoding="identity")
    line = table.table_view().line
    for stream in (*streams, numbers, unpacked):
        assert stream.until(b"event: table\nid: %d\ndata: %d\n\n" % (line, line))
    for stream in streams:
        head = stream.data.partition(b"\r\n\r\n")[0]
        assert b"Content-Encoding: gzip" in head
        assert b"Cache-Control: private, no-store" in head
        assert b"X-Accel-Buffering: no" in head
    event = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
    assert table.record(server, "one", **event) == 303
    line = table.table_view().line
    page = server.ask("GET", f"/t/{table.code}", seat, HX_Request="true")[2].decode()
    assert player.until(b"</html>\n\n"), player.plain()
    brought = player.plain().decode().partition(f"event: page\nid: {line}\n")[2]
    assert without_keys(brought.replace("data: ", "").strip()) == without_keys(page.strip())
    # Its own change, who only watches, who wants no page, and who could not unpack it.
    for stream in (host, watching, numbers, unpacked):
        assert stream.until(b"event: table\nid: %d\ndata: %d\n\n" % (line, line))
        assert b"event: page" not in stream.plain()
    for stream in (*streams, numbers, unpacked):
        stream.close()


def without_keys(page: str) -> str:
    return re.sub(r'(name="key" value=")[^"]+', r"\1", page)


def test_a_phone_that_is_put_out_is_brought_nothing_more(seated: tuple[Server, Table]) -> None:
    server, table = seated
    stream = Listening(server, table.code, table.guests[0], page=True)
    assert stream.until(b"event: table")
    body = urlencode({"csrf_token": table.form, "do": "remove", "phone": 2}).encode()
    assert server.ask("POST", f"/t/{table.code}/people", table.host, body)[0] == 303
    assert stream.until(b"\r\n0\r\n\r\n", 2), "it ends at once"
    assert b"event: page" not in stream.plain()
    stream.close()


@pytest.mark.parametrize("cookie", ["", "A" * 43, "x"])
def test_t19_strangers_hear_nothing(server: Server, table: Table, cookie: str) -> None:
    assert server.ask("GET", f"/t/{table.code}/bell", cookie)[0] == 404
    assert server.ask("GET", "/t/ABC234/bell", table.host)[0] == 404


def test_t19_streams_beat_end_and_survive_a_restart(tmp_path: Path) -> None:
    patch = "import referee.web.stream as s\ns.BEAT, s.LIFE = 0.5, 4.0"
    table = Table(tmp_path / "instance", phones=3)
    server = Server(tmp_path / "instance", patch=patch)
    try:
        stream = Listening(server, table.code, table.guests[0])
        line = table.table_view().line
        assert stream.until(b"event: beat\nid: %d\ndata: %d\n\n" % (line, line), 2)
        assert stream.until(b"\r\n0\r\n\r\n", 6), "it ends by itself, and properly"
        for _ in range(3):
            listening = Listening(server, table.code, table.guests[1])
            assert listening.until(b"event: table")
            start = time.monotonic()
            server.stop()
            assert time.monotonic() - start < 4
            assert listening.until(b"[closed]")
            server.start()
            again = Listening(server, table.code, table.guests[1])
            assert again.until(b"data: %d\n\n" % table.table_view().line)
            again.close()
    finally:
        server.stop()


# T25


def test_t25_a_body_of_fifty_megabytes(server: Server, table: Table) -> None:
    before = server.memory()
    for path in ("/import", "/lamp"):
        head = server.head(
            "POST",
            path,
            table.host,
            Content_Length=str(50 * 1024 * 1024),
            Content_Type="multipart/form-data; boundary=x",
        )
        with server.connect() as client:
            client.sendall(head)
            start = time.monotonic()
            status, headers, body = read(client)  # before any of it was sent
            assert time.monotonic() - start <= 1
        assert status == 413
        assert_guarded(headers)
        assert b"Too large" in body
        start = time.monotonic()
        assert server.raw(head + b"x" * 50 * 1024 * 1024)[0] == 413  # and after all of it was
        assert time.monotonic() - start <= 15
    chunk = b"%x\r\n%s\r\n" % (1 << 20, b"x" * (1 << 20))
    head = server.head(
        "POST",
        "/import",
        table.host,
        Transfer_Encoding="chunked",
        Content_Type="multipart/form-data; boundary=x",
    )
    assert server.raw(head + chunk * 50 + b"0\r\n\r\n")[0] in (400, 413)
    assert server.memory() - before <= 50 * 1024 * 1024
    assert server.ask("GET", "/healthz")[0] == 200


# T26


def start(*words: str, patch: str = "") -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        f"{patch}\nfrom referee.cli import main\nraise SystemExit(main())",
    ]
    return subprocess.run([*command, *words], capture_output=True, text=True, timeout=20)


def test_t26_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    done = start(
        "--data", str(file / "instance"), "--host", "127.0.0.1", "--port", str(free_port())
    )
    assert done.returncode != 0
    assert f"The folder {file / 'instance'} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_t26_a_database_of_a_newer_version(tmp_path: Path) -> None:
    Table(tmp_path, phones=0)
    with contextlib.closing(sqlite3.connect(tmp_path / "referee.db")) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " SELECT migration_set, 'from_the_future', applied_at FROM _sqlite_migrations LIMIT 1"
        )
        db.commit()
    before = (tmp_path / "referee.db").read_bytes()
    done = start("--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(free_port()))
    assert done.returncode != 0
    assert "newer version" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "referee.db").read_bytes() == before
    copied = start("backup", "--data", str(tmp_path), str(tmp_path / "copy.db"))
    assert copied.returncode == 1
    assert "newer version" in copied.stderr


def test_t26_a_port_that_is_taken(tmp_path: Path, server: Server) -> None:
    done = start("--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(server.port))
    assert done.returncode == 1
    assert f"Port {server.port} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_t26_no_network_is_said(tmp_path: Path) -> None:
    patch = "from referee import addresses\naddresses.for_phones = lambda: []"
    port = free_port()
    with (tmp_path / "out").open("wb") as out:
        command = [sys.executable, "-c", f"{patch}\nfrom referee.cli import main\nmain()"]
        command += ["--data", str(tmp_path / "instance"), "--port", str(port)]
        alone = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        for _ in range(100):
            if "no phone can reach it" in (tmp_path / "out").read_text():
                break
            time.sleep(0.1)
        said = (tmp_path / "out").read_text()
        assert f"Referee is at http://localhost:{port}/" in said
        assert "no phone can reach it" in said
    finally:
        alone.terminate()
        alone.wait(10)


def test_t26_what_the_store_has_to_say_is_said(tmp_path: Path) -> None:
    patch = (
        "from referee.store.sqlite import Store\nfrom referee.core import say\n"
        "Store.check = lambda self: [say('The disk is a sieve.')]"
    )
    server = Server(tmp_path / "instance", patch=patch)
    server.stop()
    assert "Note: The disk is a sieve." in server.output()


def test_the_key_is_kept_and_is_the_owners_alone(tmp_path: Path) -> None:
    from referee.web import secret

    first = secret.key(tmp_path)
    assert len(first) == 32
    path = tmp_path / "secret-key"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert secret.key(tmp_path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["secret-key"]


def test_backup_while_it_runs(server: Server, table: Table, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = start("backup", "--data", str(server.data), str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    with contextlib.closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        codes = [code for (code,) in db.execute("SELECT code FROM tables")]
    assert table.code in codes
    none = start("backup", "--data", str(tmp_path / "none"), str(copy))
    assert none.returncode == 1
    assert "There is no database" in none.stderr


def test_host_from_the_command_line(server: Server, table: Table, data: Path) -> None:
    done = start("host", table.code, "--data", str(data))
    assert done.returncode == 0
    url = done.stdout.splitlines()[0]
    assert url.startswith(f"{server.url}/h/")
    assert "█" in done.stdout
    assert server.ask("GET", url.removeprefix(server.url), table.guests[0])[0] == 200
    wrong = start("host", "ABC234", "--data", str(data))
    assert wrong.returncode == 1
    assert wrong.stderr


# T27


def test_t27_logs_hold_no_codes_no_tokens_and_a_line_a_request(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path / "instance", phones=2)
    server = Server(tmp_path / "instance")
    asked = [
        ("GET", f"/t/{table.code}"),
        ("GET", f"/t/{table.code}/log"),
        ("GET", f"/join?code={table.code}"),
        ("GET", f"/j/{table.qr}"),
        ("GET", f"/J/{table.qr}"),
        ("GET", f"//t/{table.code}"),
        ("GET", f"/t/{table.code}%0d%0a12:00:00%20forged/x"),
        ("GET", f"/h/{table.qr}"),
        ("GET", f"/static/{table.qr}"),
        ("BREW", f"/t/{table.code}"),
        ("POST", f"/join/{table.code}"),
    ]
    try:
        for method, path in asked:
            server.ask(method, path, table.host, Referer=f"{server.url}{path}")
        server.raw(server.head("GET", "/", table.host).replace(b"Host", b"H\x00st"))
        server.raw(f"GET /t/{table.code} HTTP/9.9\r\nCookie: {table.host}\r\n\r\n".encode())
        table.record(server, "T27-key-canary", type="start_hand", dealer="p1", top="blue-moon")
    finally:
        server.stop()
    lines = [line for line in server.output().splitlines() if "/healthz" not in line]
    lines = [line for line in lines if not line.startswith(("Referee is at", "Note: "))]
    shape = re.compile(r"\d\d:\d\d:\d\d 127\.0\.0\.1 \S+ (\S+|\(no page\)) \d{3} [\d.]+ ms")
    assert [line for line in lines if not shape.fullmatch(line)] == []
    assert len(lines) == len(asked) + 3
    for canary in (table.code, table.qr, table.host, *table.guests, "T27-key-canary", "forged"):
        assert canary not in server.output()
    for name in NAMES:
        assert name not in server.output()


def test_t27_what_other_lines_may_carry_is_masked() -> None:
    import logging

    from referee.log import _Lines, masked

    assert masked("GET /t/ABC234/live by Ab3-" + "x" * 40) == "GET /t/…/live by …"
    assert (
        masked("in a_function_with_a_rather_long_name") == "in a_function_with_a_rather_long_name"
    )
    record = logging.LogRecord("x", 40, "f", 1, "one\r\n12:00:00 two", (), None)
    assert "\n" not in _Lines("%(message)s").format(record)


# The rest


def test_a_stop_is_quick_and_the_next_start_holds_everything(tmp_path: Path) -> None:
    table = Table(tmp_path / "instance", phones=1)
    server = Server(tmp_path / "instance")
    try:
        stream = Listening(server, table.code, table.guests[0])
        assert stream.until(b"event: table")
        event = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
        assert table.record(server, "kept", **event) == 303
        server.process.kill()
        server.process.wait()
        time.sleep(1.2)  # the serving process sees that it is alone
        server.start()
        assert server.ask("GET", f"/t/{table.code}/log", table.host)[0] == 200
        assert table.table_view().seq == 1
        assert table.record(server, "kept", **event) in (303, 409)
        assert table.table_view().seq == 1
    finally:
        server.stop()


def test_health(server: Server) -> None:
    status, headers, body = server.ask("GET", "/healthz")
    assert (status, body) == (200, b"ok\n")
    assert "set-cookie" not in headers


def test_settings_are_left_for_host(data: Path, server: Server) -> None:
    assert json.loads((data / "serving.json").read_text())["port"] == server.port
