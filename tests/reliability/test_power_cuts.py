"""T2: the power goes, and of what was not yet synced a disk keeps nothing, some, or torn pieces.

A real writer (the service on its database) runs once under strace, which tells every write and
every sync; what it acknowledges it says on its standard output, so that this stands among them.
Then the files are put together again as they could be found after a cut at any moment, opened, and
compared with what had been acknowledged by then. One process and an honest disk are modelled: not a
disk that lies about its syncs.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import pytest
from party import lane
from unable import cannot

from referee.store.sqlite.file import wal_is_safe
from referee.store.sqlite.library import sqlite3

MEMORY = Path("/dev/shm")
EVENTS = 160
"""More than fill the write-ahead log once, so that checkpoints are cut too."""
CUTS = lane(500, 2500)
SECTOR = 512
WRITER = """
import os, sys
from pathlib import Path
import referee.store.sqlite.file as file
journal, synchronous, events, data = sys.argv[1:]
file.wal_is_safe = lambda version: journal == "wal"
connect = file.Store._connect
def connected(store):
    db = connect(store)
    if synchronous != "as it is":
        db.execute(f"PRAGMA synchronous={synchronous}")
    return db
file.Store._connect = connected
from referee.service import Submission
from referee.web import create_app
service = create_app({"DATA": Path(data)}).extensions["service"]
phone, _ = service.phones.add()
code = service.opening.open_table(phone, "zar", ["Ann", "Bo"], {}, key="open")
for n in range(1, int(events) + 1):
    event = {"type": "position", "top": "blue-sun", "turn": "p1", "scores": {"p1": n}}
    entry = Submission(event=event, seen=n - 1, key=f"key-{n}")
    answer = service.play.submit(code, phone, entry)
    os.write(1, b"acknowledged %d\\n" % answer.seq)
"""
CALLS = "pwrite64,write,ftruncate,fsync,fdatasync,unlink,link"


class Op(NamedTuple):
    """One thing the writer did: to a file, or (`ack`) that it acknowledged event `number`."""

    kind: Literal["write", "truncate", "sync", "unlink", "link", "ack"]
    path: str = ""
    number: int = 0
    data: bytes = b""
    target: str = ""


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


LINE = re.compile(r'^(?:\d+ +)?(\w+)\((?:\d+<([^>]*)>|"([^"]*)")(?:, (.*))?\) += (-?\d+)')


def traced(journal: str, synchronous: str, folder: Path) -> list[Op]:
    """What the writer did, in order."""
    if shutil.which("strace") is None:
        cannot("trace system calls: strace is not installed")
    data, log = folder / "instance", folder / "trace"
    data.mkdir()
    strace = ["strace", "-f", "-y", "-xx", "-s", "200000", "-e", f"trace={CALLS}", "-o", str(log)]
    ran = subprocess.run(
        [*strace, sys.executable, "-c", WRITER, journal, synchronous, str(EVENTS), str(data)],
        capture_output=True,
        text=True,
    )
    if ran.returncode and "ptrace" in ran.stderr:
        cannot("trace a process")
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert ran.stdout.count("acknowledged") == EVENTS
    ops = list(_ops(log))
    log.unlink()
    assert [op.number for op in ops if op.kind == "ack"] == list(range(1, EVENTS + 1))
    return ops


def _ops(log: Path) -> Iterator[Op]:
    with log.open() as lines:
        for line in lines:
            assert "<unfinished" not in line, "two threads write at once"
            found = LINE.match(line)
            if found is None or int(found[5]) < 0:
                continue
            call, rest = found[1], found[4] or ""
            path = _bytes(found[2] or found[3]).decode("utf-8", "replace")
            name = path.rpartition("/")[2]
            if call == "write":
                text = _bytes(rest.split('"')[1])
                if text.startswith(b"acknowledged "):
                    yield Op("ack", number=int(text.split()[1]))
            if not name.startswith("referee.db") or name.endswith("-shm"):
                continue
            if call == "pwrite64":
                data, _, where = rest[1:].partition('"')
                yield Op("write", name, int(where.rpartition(", ")[2]), _bytes(data))
            elif call == "ftruncate":
                yield Op("truncate", name, int(rest))
            elif call in ("fsync", "fdatasync"):
                yield Op("sync", name)
            elif call == "unlink":
                yield Op("unlink", name)
            elif call == "link":
                target = _bytes(rest.strip('"')).decode("utf-8", "replace")
                yield Op("link", name, target=target.rpartition("/")[2])


class Disk:
    """What certainly lies on the disk, and what may."""

    def __init__(self) -> None:
        self.synced: dict[str, bytearray] = {}
        self.pending: dict[str, list[Op]] = {}

    def do(self, op: Op) -> None:
        if op.kind == "unlink":
            # Taken as lasting: a journal that came back would undo what was committed after it.
            self.synced.pop(op.path, None)
            self.pending.pop(op.path, None)
            return
        if op.kind == "link":
            # Taken as lasting too: the folder is synced right after.
            self.synced[op.target] = bytearray(self.synced.get(op.path, b""))
            self.pending[op.target] = list(self.pending.get(op.path, ()))
            return
        pending = self.pending.setdefault(op.path, [])
        if op.kind == "sync":
            file = self.synced.setdefault(op.path, bytearray())
            for each in pending:
                _apply(file, each)
            pending.clear()
        else:
            pending.append(op)

    def cut(self, how: str, random: Random, folder: Path) -> None:
        """The files after a power cut, of what was not synced `nothing`, `some` or `torn`."""
        for name in self.synced.keys() | self.pending.keys():
            file = bytearray(self.synced.get(name, b""))
            for op in self.pending.get(name, ()):
                if how == "nothing" or random.random() < 0.5:
                    continue
                if how == "torn" and op.kind == "write" and random.random() < 0.5:
                    sectors = random.randrange(len(op.data) // SECTOR + 1)
                    op = op._replace(data=op.data[: sectors * SECTOR])
                _apply(file, op)
            if name in self.synced or file:
                (folder / name).write_bytes(file)


def _apply(file: bytearray, op: Op) -> None:
    if op.kind == "truncate":
        del file[op.number :]
        file.extend(bytes(op.number - len(file)))
    else:
        file.extend(bytes(max(0, op.number - len(file))))
        file[op.number : op.number + len(op.data)] = op.data


def faults(ops: list[Op], cuts: int, seed: str) -> list[str]:
    """What is wrong after each of so many cuts: nothing, or what was lost or damaged."""
    random = Random(seed)
    first = next(i for i, op in enumerate(ops) if op.kind == "ack")
    moments = sorted(random.choices(range(first + 1, len(ops) + 1), k=cuts))
    disk, acknowledged, found, done = Disk(), 0, [], 0
    for moment in moments:
        for op in ops[done:moment]:
            if op.kind == "ack":
                acknowledged = op.number
            else:
                disk.do(op)
        done = moment
        how = random.choice(("nothing", "some", "torn"))
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            disk.cut(how, random, Path(folder))
            fault = _fault(Path(folder) / "referee.db", acknowledged)
        if fault:
            found.append(f"{how} of what was not synced, cut at {moment} of {len(ops)}: {fault}")
    return found


def _fault(file: Path, acknowledged: int) -> str:
    """What is wrong with the database, after `acknowledged` events."""
    try:
        with closing(sqlite3.connect(file)) as db:
            sound = db.execute("PRAGMA integrity_check").fetchall()
            if sound != [("ok",)] or db.execute("PRAGMA foreign_key_check").fetchall():
                return f"damaged: {sound[:3]}"
            rows = db.execute("SELECT seq, event FROM lines WHERE seq > 0 ORDER BY seq").fetchall()
            seq = sum(seq for (seq,) in db.execute("SELECT seq FROM tables"))
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return f"lost all {acknowledged} acknowledged events"
        return f"damaged: {error!r}"
    except sqlite3.Error as error:
        return f"damaged: {error!r}"
    if [number for number, _ in rows] != list(range(1, seq + 1)):
        return "numbers are missing"
    if any(f'"p1":{number}' not in event for number, event in rows):
        return "an event is another"
    if seq < acknowledged:
        return f"lost {acknowledged - seq} acknowledged events"
    # One more may be there, of which nobody was told.
    return "" if seq <= acknowledged + 1 else "events that nobody sent"


USED = "wal" if wal_is_safe(sqlite3.sqlite_version_info) else "truncate"


@pytest.mark.parametrize("journal", [USED, "wal" if USED == "truncate" else "truncate"])
def test_t2_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, journal: str) -> None:
    """With the journal that is used on this SQLite, and with the one used on others."""
    ops = traced(journal, "as it is", tmp_path)
    if journal == "wal":
        assert any(op.path == "referee.db-wal" and op.kind == "write" for op in ops)
        written = sum(op.path == "referee.db" and op.kind == "write" for op in ops[len(ops) // 2 :])
        assert written, "no checkpoint was cut"
    found = faults(ops, CUTS, journal)
    assert not found, "\n".join([f"{len(found)} of {CUTS}", *found[:10]])


@pytest.mark.parametrize(
    ("journal", "synchronous", "what", "least"),
    [("wal", "NORMAL", "lost", 0.5), ("truncate", "OFF", ": ", 0.5)],
)
def test_t2_would_notice(
    tmp_path: Path, journal: str, synchronous: str, what: str, least: float
) -> None:
    """A writer that syncs less loses: else it is not a power cut that is tried here."""
    cuts = CUTS // 5
    found = faults(traced(journal, synchronous, tmp_path), cuts, journal)
    assert sum(what in fault for fault in found) >= least * cuts, found[:10]
