"""The server as it is started, and the commands beside it: what they refuse, and in which words."""

from __future__ import annotations

import contextlib
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from wire import Listening, Server, Table, free_port, read

from referee.cli import main
from referee.store.sqlite import Store, backups

pytestmark = pytest.mark.slow


def start(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def refused(*words: str) -> str:
    """What a server says that does not start."""
    done = start("--host", "127.0.0.1", "--port", str(free_port()), *words)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("commands") / "instance"


@pytest.fixture(scope="module")
def table(data: Path) -> Table:
    return Table(data, phones=1)


@pytest.fixture(scope="module")
def server(data: Path, table: Table) -> Iterator[Server]:
    made = Server(data)
    yield made
    made.stop()


def test_two_servers_do_not_share_a_folder(server: Server, table: Table) -> None:
    said = refused("--data", str(server.data))
    assert "Another server uses the folder" in said
    assert str(server.process.pid) in said
    assert server.ask("GET", "/healthz")[0] == 200


def test_a_copy_comes_back_only_where_no_server_runs(
    server: Server, table: Table, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    assert start("backup", "--data", str(server.data), str(copy)).returncode == 0
    before = (server.data / "referee.db").stat().st_ino
    done = start("restore", "--data", str(server.data), str(copy))
    assert done.returncode == 1
    assert "Another server uses the folder" in done.stderr
    assert (server.data / "referee.db").stat().st_ino == before


def test_the_stream_begins_with_the_mark_of_the_database(server: Server, table: Table) -> None:
    stream = Listening(server, table.code, table.host)
    mark = Store(server.data / "referee.db").mark
    assert stream.until(b"event: mark\ndata: %s\n\n" % mark.encode())
    assert stream.until(b"event: table\n")
    stream.close()
    page = server.ask("GET", f"/t/{table.code}", table.host)[2].decode()
    assert f'data-mark="{mark}"' in page
    line = table.table_view().line
    for sent, status in ((mark, 204), ("another", 200)):
        asked = server.ask("GET", f"/t/{table.code}?line={line}&mark={sent}", table.host)
        assert asked[0] == status


@pytest.mark.parametrize("host", ["", "0.0.0.0", "192.168.1.5", "::", "referee.example"])
def test_a_proxy_is_trusted_only_where_nobody_comes_past_it(tmp_path: Path, host: str) -> None:
    done = start("--trust-proxy", "1", "--host", host, "--data", str(tmp_path / "x"))
    assert done.returncode == 1
    assert "--host 127.0.0.1" in done.stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "url", ["referee.example", "ftp://referee.example", "https://x.example/path", "https://", "//x"]
)
def test_a_public_address_is_whole(tmp_path: Path, url: str) -> None:
    assert "needs its scheme" in refused("--public-url", url, "--data", str(tmp_path))


def test_a_database_that_is_empty_or_damaged_is_said(tmp_path: Path) -> None:
    Table(tmp_path, phones=3).close()
    whole = (tmp_path / "referee.db").read_bytes()
    (tmp_path / "referee.db").write_bytes(b"")
    assert "is empty" in refused("--data", str(tmp_path))
    assert (tmp_path / "referee.db").read_bytes() == b""
    spoilt = bytearray(whole)
    for page in range(3, len(whole) // 4096):
        spoilt[page * 4096 : page * 4096 + 2048] = random.Random(page).randbytes(2048)
    (tmp_path / "referee.db").write_bytes(spoilt)
    assert "damaged" in refused("--data", str(tmp_path))


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 31])
def test_a_key_that_is_no_secret_is_said(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "secret-key").write_bytes(key)
    said = refused("--data", str(tmp_path))
    assert "too short" in said
    assert f"{len(key)} bytes" in said
    assert (tmp_path / "secret-key").read_bytes() == key


@pytest.mark.parametrize("left", [b"", b"{", b"[]", b'{"port": "x"}', b"\xff"])
def test_damaged_settings_are_said(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "serving.json").write_bytes(left)
    done = start("host", "--data", str(tmp_path), "ABC234")
    assert done.returncode == 1
    assert "serving.json is damaged" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_that_is_damaged_meanwhile_is_seen_by_whoever_watches(tmp_path: Path) -> None:
    table = Table(tmp_path / "instance", phones=3)
    patch = "import referee.serve as serve\nserve.UPKEEP_SECONDS = 0.2\n"
    patch += "from referee.store import upkeep\nupkeep.CHECK_EVERY = 0.2"
    server = Server(tmp_path / "instance", patch=patch)
    try:
        assert server.ask("GET", "/healthz")[0] == 200
        file = server.data / "referee.db"
        with file.open("r+b") as pages:
            for page in range(3, file.stat().st_size // 4096):
                pages.seek(page * 4096)
                pages.write(random.Random(page).randbytes(2048))
        for _ in range(100):
            status, _, body = server.ask("GET", "/healthz")
            if status == 503:
                break
            time.sleep(0.1)
        assert status == 503
        assert b"damaged" in body
        assert "damaged" in server.output()
    finally:
        server.stop()
    assert table.code


def test_the_server_copies_its_database_by_itself(tmp_path: Path) -> None:
    Table(tmp_path / "instance", phones=0)
    patch = "import referee.serve as serve\nserve.UPKEEP_SECONDS = 0.2\n"
    patch += "from referee.store import upkeep\nupkeep.QUIET = 0.0"
    server = Server(tmp_path / "instance", patch=patch)
    try:
        for _ in range(100):
            if backups.backups(server.data):
                break
            time.sleep(0.1)
        time.sleep(0.5)
        assert len(backups.backups(server.data)) == 1
        assert server.ask("GET", "/healthz")[0] == 200
    finally:
        server.stop()


def test_copies_tables_and_the_way_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--data", str(tmp_path)]
    assert main(["tables", *at]) == 1
    assert "There is no database" in capsys.readouterr().err
    table = Table(tmp_path, phones=0)
    assert main(["backups", *at]) == 0
    assert "There are no backups" in capsys.readouterr().out
    for i in range(2):
        backups.make(Store(tmp_path / "referee.db"), 1_790_000_000.0 + i)
    assert main(["backups", *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["2", "1"]
    assert main(["tables", *at]) == 0
    listed = capsys.readouterr().out
    assert table.code in listed
    assert "Ann, Bo, Cy" in listed
    assert main(["delete", *at, "ZZZZZZ"]) == 1
    assert "There is no table" in capsys.readouterr().err
    assert main(["delete", *at, table.code[:3].lower() + " " + table.code[3:]]) == 0
    assert f"Table {table.code} (zar) is deleted." in capsys.readouterr().out
    assert main(["tables", *at]) == 0
    assert table.code not in capsys.readouterr().out
    assert main(["restore", *at, "7"]) == 1
    assert "no backup called 7" in capsys.readouterr().err
    assert main(["restore", *at, "1"]) == 0
    assert "is kept as" in capsys.readouterr().out
    assert main(["tables", *at]) == 0
    assert table.code in capsys.readouterr().out
    assert len(list(tmp_path.glob("referee.db.replaced-*"))) >= 1


# A Unix socket


def over(path: Path, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(str(path))
        client.sendall(sent)
        return read(client)


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a short name: that of a socket has 107 letters at most."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_behind_a_proxy_on_a_unix_socket(tmp_path: Path, short: Path) -> None:
    path = short / "referee.sock"
    words = ["--data", str(tmp_path / "instance"), "--socket", str(path), "--trust-proxy", "1"]
    assert "--public-url" in refused(*words)
    words += ["--public-url", "https://game.example"]
    with (tmp_path / "out").open("wb") as out:
        command = [sys.executable, "-m", "referee", *words]
        server = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                if over(path, b"GET /healthz HTTP/1.1\r\nHost: game.example\r\n\r\n")[0]:
                    break
            time.sleep(0.05)
        head = b"GET /import HTTP/1.1\r\nHost: game.example\r\nX-Forwarded-For: 203.0.113.5\r\n"
        status, headers, _ = over(path, head + b"X-Forwarded-Proto: https\r\n\r\n")
        assert status == 200
        assert headers["set-cookie"].startswith("__Host-phone=")
        assert "strict-transport-security" in headers
        # What a client says through a proxy that does not know it is nobody's word.
        lies = b"X-Forwarded-SSL: on\r\nX-Forwarded-Protocol: ssl\r\nX-Forwarded-Host: evil\r\n"
        status, headers, body = over(path, head + lies + b"Script-Name: /evil\r\n\r\n")
        assert status in (200, 421)
        assert "strict-transport-security" not in headers
        assert b"evil" not in body
        other = ["--data", str(tmp_path / "other"), "--socket", str(path)]
        assert "Another program listens" in refused(*other, *words[4:])
        assert "203.0.113.5 GET /import" in (tmp_path / "out").read_text()
    finally:
        server.terminate()
        server.wait(10)
