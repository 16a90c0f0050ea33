"""A PostgreSQL server of the tests' own: in a folder of its own, as a user without rights, reached
by a socket in that folder alone."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from referee.store.postgres import Store

MEMORY = Path("/dev/shm")
USERS = ("postgres", "nobody")
"""Who may run it where the tests run as root, which PostgreSQL refuses: the first there is."""


def program(name: str) -> str:
    """Where PostgreSQL's program `name` is: Debian keeps most of them off the PATH."""
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: float(p.parts[-3])
    )
    where = str(found[-1]) if found else shutil.which(name)
    assert where, f"PostgreSQL is missing ({name}): `tests/run` installs it"
    return where


def unprivileged() -> dict[str, object]:
    """What to tell `subprocess` so that a program does not run as root."""
    if os.geteuid() != 0:
        return {}
    for name in USERS:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise AssertionError(f"there is no user {' or '.join(USERS)} to run PostgreSQL")


class Server:
    """A server; `start` and `kill` as often as wanted, `close` at the end.

    `durable`: it syncs what it commits, as outside of tests; `memory`: to no disk, where that can
    be.
    """

    def __init__(self, *, durable: bool = False, memory: bool = True, **settings: object) -> None:
        where = MEMORY if memory and MEMORY.is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=where))
        self.user = unprivileged()
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        self.data = self.folder / "data"
        subprocess.run(
            [program("initdb"), "-D", self.data, "-U", "referee", "-A", "trust", "-E", "UTF8",
             "--locale", "C.UTF-8", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user,
        )  # fmt: skip
        if not durable:
            settings = {"fsync": "off", "full_page_writes": "off"} | settings
        self.settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "shared_buffers": "32MB",
            "max_connections": 150,
            "autovacuum": "off",
            "jit": "off",
            "log_min_messages": "fatal",
        } | settings
        self.numbers = itertools.count()
        self._template = ""
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = [program("postgres"), "-D", self.data]
        for name, value in self.settings.items():
            words += ["-c", f"{name}={value}"]
        log = open(self.folder / "log", "ab")  # noqa: SIM115
        self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd=self.folder, **self.user)
        log.close()
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)

    def kill(self) -> None:
        """As if the plug were pulled: every process of it at once."""
        assert self.process is not None
        children = _children(self.process.pid)
        for pid in (self.process.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        # The next one finds the shared memory of this one still in use until all are gone.
        until = time.monotonic() + 10
        while any(Path(f"/proc/{pid}").exists() and not _is_dead(pid) for pid in children):
            assert time.monotonic() < until
            time.sleep(0.005)

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://referee@/{database}?host={self.folder}"

    def execute(self, sql: str, database: str = "postgres") -> list[tuple]:
        """One statement beside everything that is tested."""
        with psycopg.connect(self.url(database), autocommit=True) as conn:
            cursor = conn.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def database(self, template: str = "template0") -> str:
        """The address of a new database."""
        name = f"t{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return self.url(name)

    def template(self) -> str:
        """The name of a database with today's tables, to copy."""
        if not self._template:
            url = self.database()
            Store(url).close()
            self._template = _name(url)
        return self._template

    def drop(self, url: str) -> None:
        """Drop a database, whoever uses it."""
        self.execute(f"DROP DATABASE IF EXISTS {_name(url)} WITH (FORCE)")

    def close(self) -> None:
        """End it and remove its folder."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _name(url: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(url)["dbname"])


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True
