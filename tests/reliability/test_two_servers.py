"""Two servers on one PostgreSQL database, behind nginx: the phones of a table are spread over both,
and servers, database and what is between them fail while they play."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from party import UNLIMITED, House, Phone, lane
from postgres_server import Server
from test_kills import NAMES, QUICK, Player
from wire import free_port

from referee.service.assembly import open_service
from referee.web import secret

SERVER_KILLS = lane(4, 50)
DATABASE_KILLS = lane(2, 30)
ROUNDS = lane(40, 2000)
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

pytestmark = pytest.mark.slow


class Address(NamedTuple):
    """What a `Phone` needs to know of a server."""

    port: int


class Pair:
    """PostgreSQL, two servers that use one database of it, and nginx before both."""

    def __init__(self, folder: Path) -> None:
        assert NGINX, "nginx is missing: `tests/run` installs it"
        self.folder = folder
        self.postgres = Server(durable=True)
        self.url = self.postgres.database()
        self.houses: list[House] = []
        self.address = Address(free_port())
        public = ["--public-url", f"http://127.0.0.1:{self.address.port}", "--trust-proxy", "1"]
        for name in ("one", "two"):
            data = folder / name / "instance"
            data.mkdir(parents=True)
            if self.houses:
                shutil.copy(self.houses[0].data / "secret-key", data)
            self.houses.append(
                House(data, "--database", self.url, *public, patch=f"{QUICK}{UNLIMITED}")
            )
        conf = (Path(__file__).parent / "balanced.conf").read_text()
        ports = [house.port for house in self.houses]
        for shown, port in zip((8001, 8002, 8000), (*ports, self.address.port), strict=True):
            conf = conf.replace(f"127.0.0.1:{shown}", f"127.0.0.1:{port}")
        (folder / "nginx.conf").write_text(conf)
        command = [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"]
        command += ["-g", "daemon off; master_process off;"]
        with (folder / "nginx.out").open("wb") as out:
            self.nginx = subprocess.Popen(command, stdout=out, stderr=out)
        until = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.address.port), timeout=1).close()
                break
            assert time.monotonic() < until, (folder / "nginx.out").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        self.nginx.terminate()
        self.nginx.wait(10)
        for house in self.houses:
            house.stop()
        self.postgres.close()

    def query(self, sql: str, values: list[object] | None = None) -> list[tuple]:
        with psycopg.connect(self.url, autocommit=True) as conn:
            return conn.execute(sql, values).fetchall()

    def direct(self, number: int, phone: Phone) -> Phone:
        """`phone` at one of the two servers, past nginx, under the name that both are known by."""
        return Beside(self.houses[number], self.address.port, phone)

    def table(self, phones: int = 2) -> tuple[str, list[Phone]]:
        """A table of ZAR, and its phones: the host's first, then one in a seat, then watchers."""
        made = [Phone(self.address) for _ in range(phones)]
        code = made[0].open(NAMES[:2])
        for number, phone in enumerate(made[1:]):
            phone.join(code, made[0].way_in(code), "" if number else "p2")
        return code, made


class Beside(Phone):
    """A phone that asks one server, as if by way of nginx."""

    def __init__(self, house: House, port: int, phone: Phone) -> None:
        super().__init__(house, phone.cookie, fresh=False)
        self.form, self.name = phone.form, f"127.0.0.1:{port}"

    def ask(self, method, path, body=None, timeout=30, **headers):
        return super().ask(method, path, body, timeout, Host=self.name, **headers)

    def listen(self, code: str) -> socket.socket:
        stream = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
        lines = [f"GET /t/{code}/bell HTTP/1.1", f"Host: {self.name}"]
        lines += [f"Cookie: phone={self.cookie}", "", ""]
        stream.sendall("\r\n".join(lines).encode())
        return stream


def hear(stream: socket.socket, seq_line: int, seconds: float) -> float:
    """Wait until the stream says that the table has come to `seq_line`; how long that took."""
    began, data = time.monotonic(), b""
    while True:
        stream.settimeout(max(0.01, began + seconds - time.monotonic()))
        data += stream.recv(65536)
        numbers = [int(n) for n in re.findall(rb"event: table\nid: (\d+)", data)]
        if numbers and max(numbers) >= seq_line:
            return time.monotonic() - began


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    made = Pair(tmp_path_factory.mktemp("pair"))
    yield made
    made.stop()


def line_of(pair: Pair, code: str) -> int:
    return pair.query("SELECT line FROM tables WHERE code = %s", [code])[0][0]


def position(mark: int) -> dict[str, str]:
    return {"type": "position", "top": "blue-sun", "turn": "p2", "scores.p1": str(mark)}


def test_phones_of_one_table_at_both_servers_see_every_event(pair: Pair) -> None:
    code, (host, guest) = pair.table()
    here, there = pair.direct(0, host), pair.direct(1, guest)
    streams = [here.listen(code), there.listen(code)]
    for stream in streams:
        hear(stream, 1, 5)
    for mark in range(1, 9):
        phone = (here, there)[mark % 2]
        assert phone.record(code, **position(mark)).status == 303
        line = line_of(pair, code)
        for stream in streams:
            assert hear(stream, line, 5) < 5
        for other in (here, there):
            assert f">{mark}<" in re.sub(r"\s+", "", other.get(f"/t/{code}").text)
    for stream in streams:
        stream.close()


def test_who_is_awake_at_one_is_awake_at_the_other(pair: Pair) -> None:
    """The processes tell each other within seconds; the host's page shows it."""
    code, (host, guest) = pair.table()
    here, there = pair.direct(0, host), pair.direct(1, guest)
    until = time.monotonic() + 15
    while True:
        there.get(f"/t/{code}")
        page = here.get(f"/t/{code}").text
        if re.search(r'<span class="live"[^>]*>\D*2', page):
            break
        assert time.monotonic() < until, re.findall(r'<span class="live".*?</span>', page, re.S)
        time.sleep(0.5)


def test_a_link_for_the_host_works_once_whichever_server_is_asked(pair: Pair) -> None:
    code, (_, guest) = pair.table()
    service = open_service(
        pair.houses[0].data, pair.url,
        token_key=key_of(pair.houses[0].data), shared_memory=False,
    )  # fmt: skip
    try:
        token = service.hosting.host_link(code)
    finally:
        service.tables.store.close()
    first, second = pair.direct(1, guest), pair.direct(0, Phone(pair.address))
    assert first.post(f"/h/{token}").status == 303
    assert second.post(f"/h/{token}").status == 404
    assert pair.direct(0, guest).get(f"/t/{code}/settings").status == 200


def key_of(folder: Path) -> bytes:
    import hashlib
    import hmac

    return hmac.new(secret.key(folder), b"QR tokens", hashlib.sha256).digest()


def test_a_server_with_another_key_says_so_and_ends(pair: Pair, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "--data", tmp_path / "x", "--port", str(free_port()),
         "--database", pair.url],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode
    assert "secret-key" in done.stderr


def test_limits_are_counted_by_all_processes_together(pair: Pair, tmp_path: Path) -> None:
    """Ten wrong codes and one more every six seconds, however they fall on three workers."""
    data = tmp_path / "instance"
    data.mkdir()
    shutil.copy(pair.houses[0].data / "secret-key", data)
    house = House(data, "--database", pair.url, "--workers", "3", patch=QUICK)
    try:
        phone = Phone(house)
        answers, began = [], time.monotonic()
        for i in range(20):
            phone.hang_up()  # whoever accepts the next connection answers
            answers.append(phone.post(f"/join/ZZZZZ{'ABCDEF'[i % 6]}", {"watch": "1"}).status)
        assert len(workers(house)) == 3
        assert answers.count(404) <= 11 + (time.monotonic() - began) / 6, answers
        assert set(answers) == {404, 429}
    finally:
        house.stop()


def workers(house: House) -> list[int]:
    task = Path(f"/proc/{house.process.pid}/task/{house.process.pid}/children")
    return [int(word) for word in task.read_text().split()]


class Evening:
    """Three tables of two phones, which play by way of nginx without a pause."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self.pair, self.pick = pair, random.Random(seed)
        self.players: list[Player] = []
        for _ in range(3):
            code, phones = pair.table()
            for phone in phones:
                self.players.append(Player(phone, code, seed * 10 + len(self.players)))
        for player in self.players:
            player.go.set()
            player.start()

    def stop(self) -> None:
        for player in self.players:
            player.stopped = True
            player.go.set()
        for player in self.players:
            player.join(30)

    def answered(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    def play(self, more: int = 6, seconds: float = 30) -> float:
        """Wait until phones were answered `more` times; how long that took."""
        began, before = time.monotonic(), self.answered()
        while self.answered() < before + more:
            faults = [player.fault for player in self.players if player.fault]
            assert not faults, faults
            assert time.monotonic() < began + seconds, "nobody is answered"
            time.sleep(0.005)
        return time.monotonic() - began

    def known(self) -> list[tuple[str, dict[str, str], dict[str, str]]]:
        """What phones were told up to now."""
        return [(p.code, dict(p.acknowledged), dict(p.refused)) for p in self.players]

    def examine(self, known: list[tuple[str, dict[str, str], dict[str, str]]]) -> None:
        """All that was acknowledged is there, once; what was refused is not; no number is left
        out."""
        for code in {code for code, _, _ in known}:
            rows = self.pair.query(
                "SELECT l.key, l.seq, l.event FROM lines l JOIN tables t ON t.id = l.table_id "
                "WHERE t.code = %s ORDER BY l.line",
                [code],
            )
            numbers = [seq for _, seq, _ in rows if seq]
            assert numbers == list(range(1, len(numbers) + 1))
            kept = {key for key, _, _ in rows if key}
            found = [m for _, _, event in rows for m in re.findall(r'"p1":(\d+)', event or "")]
            assert len(found) == len(set(found)), "an entry is there twice"
            for mine, acknowledged, refused in known:
                if mine == code:
                    assert set(acknowledged) <= kept, "acknowledged and lost"
                    assert set(filter(None, acknowledged.values())) <= set(found)
                    assert not set(refused) & kept, "refused, and recorded"


@pytest.fixture
def evening(pair: Pair) -> Iterator[Evening]:
    made = Evening(pair, seed=int(time.time()) % 1000)
    yield made
    made.stop()


def test_phones_go_on_at_the_other_server_when_one_is_killed(pair: Pair, evening: Evening) -> None:
    slowest = 0.0
    for i in range(SERVER_KILLS):
        evening.play()
        time.sleep(evening.pick.uniform(0.001, 0.2))
        pair.houses[i % 2].kill()
        known = evening.known()
        slowest = max(slowest, evening.play())  # by way of the other one
        evening.examine(known)
        pair.houses[i % 2].start()
    evening.stop()
    evening.examine(evening.known())
    again = sum(player.again for player in evening.players)
    print(f"{SERVER_KILLS} kills, {evening.answered()} acknowledged, {again} sent again, "
          f"six answers within {slowest:.2f} s of a kill")  # fmt: skip
    assert slowest < 10


def test_phones_are_told_while_the_database_is_away_and_nothing_is_lost(
    pair: Pair, evening: Evening
) -> None:
    slowest = 0.0
    for _ in range(DATABASE_KILLS):
        evening.play()
        time.sleep(evening.pick.uniform(0.001, 0.2))
        pair.postgres.kill()
        known = evening.known()
        phone = evening.players[0].phone
        began = time.monotonic()
        answer = Phone(pair.address, phone.cookie, fresh=False).get("/")
        assert answer.status == 503
        assert "cannot reach its database" in answer.text
        assert "What was recorded is safe" in answer.text
        assert time.monotonic() - began < 10
        pair.postgres.start()
        slowest = max(slowest, evening.play())
        evening.examine(known)
    evening.stop()
    evening.examine(evening.known())
    told = set().union(*(player.told for player in evening.players))
    assert not [page for page in told if "database" not in page and "busy" not in page.lower()]
    again = sum(player.again for player in evening.players)
    print(f"{DATABASE_KILLS} kills of PostgreSQL, {evening.answered()} acknowledged, {again} sent "
          f"again, six answers within {slowest:.2f} s of its start")  # fmt: skip
    assert slowest < 15


def test_two_phones_that_record_at_once_at_two_servers_make_one_order(pair: Pair) -> None:
    """Each round both record on what they saw: one is first, the other is told so."""
    code, phones = pair.table()
    sides = [pair.direct(number, phone) for number, phone in enumerate(phones)]
    seq, first = sides[0].seq(code), [0, 0]
    with ThreadPoolExecutor(2) as pool:
        for i in range(ROUNDS):
            sent = [
                pool.submit(side.record, code, seq, **position(10 * i + n + 1))
                for n, side in enumerate(sides)
            ]
            answers = [each.result() for each in sent]
            assert sorted(answer.status for answer in answers) == [303, 409], i
            winner = [answer.status for answer in answers].index(303)
            first[winner] += 1
            seq += 1
    rows = pair.query(
        "SELECT l.seq, l.depth, l.event FROM lines l JOIN tables t ON t.id = l.table_id "
        "WHERE t.code = %s AND l.seq IS NOT NULL ORDER BY l.seq",
        [code],
    )
    assert [row[0] for row in rows] == list(range(1, ROUNDS + 1))
    assert [row[1] for row in rows] == [row[0] for row in rows]
    pages = [re.sub(r'(value|id)="[^"]*"', "", side.get(f"/t/{code}/log").text) for side in sides]
    assert all(pages)
    print(f"{ROUNDS} rounds, first at the one {first[0]} times, at the other {first[1]}")


def listeners(pair: Pair) -> list[int]:
    sql = "SELECT pid FROM pg_stat_activity WHERE application_name = 'referee listener'"
    return [pid for (pid,) in pair.query(sql)]


@pytest.mark.parametrize("how", ["ended", "stopped"])
def test_no_phone_is_stale_for_ten_seconds_when_its_server_hears_nothing(
    pair: Pair, how: str
) -> None:
    code, (host, guest) = pair.table()
    here, there = pair.direct(0, host), pair.direct(1, guest)
    streams = [here.listen(code), there.listen(code)]
    for stream in streams:
        hear(stream, 1, 5)
    deaf = listeners(pair)
    for pid in deaf:
        if how == "ended":
            pair.query("SELECT pg_terminate_backend(%s)", [pid])
        else:
            os.kill(pid, signal.SIGSTOP)
    try:
        assert here.record(code, **position(7)).status == 303
        line = line_of(pair, code)
        for stream in streams:
            assert hear(stream, line, 10) < 10
    finally:
        for pid in deaf:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_slow_database_and_a_full_pool_are_said_in_time_and_hang_nobody(pair: Pair) -> None:
    """Somebody holds a table of the database: twice as many phones as a pool has connections are
    answered all the same, and everything goes on after."""
    code, phones = pair.table()
    side = pair.direct(0, phones[0])
    seq = side.seq(code)
    with psycopg.connect(pair.url) as outsider:
        outsider.execute("LOCK TABLE lines IN ACCESS EXCLUSIVE MODE")

        def ask(i: int) -> tuple[int, float, str]:
            phone, began = pair.direct(0, phones[0]), time.monotonic()
            answer = (
                phone.record(code, seq, **position(i + 1)) if i % 2 else phone.get(f"/t/{code}/log")
            )
            return answer.status, time.monotonic() - began, answer.text

        with ThreadPoolExecutor(18) as pool:
            answers = list(pool.map(ask, range(18)))
        outsider.rollback()
    assert {status for status, _, _ in answers} == {503}
    assert max(took for _, took, _ in answers) < 12
    assert all("try again" in text.lower() for _, _, text in answers)
    assert side.record(code, seq, **position(5)).status == 303
