"""T24: copies made by `referee backup` while phones play hold all that was acknowledged before."""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from party import UNLIMITED, House, Phone, lane, seq_of

from referee.store.sqlite.library import sqlite3

BACKUPS = lane(8, 120)


class Writer(threading.Thread):
    """A phone that records some thirty entries a second."""

    def __init__(self, phone: Phone, code: str) -> None:
        super().__init__(daemon=True)
        self.phone, self.code = phone, code
        self.done = 0
        self.fault = ""
        self.stop = threading.Event()

    def run(self) -> None:
        seq = 0
        while not self.stop.wait(0.02):
            fields = {"type": "position", "top": "blue-sun", "turn": "p1", "seq": str(seq)}
            fields |= {"scores.p1": str(self.done + 1), "key": f"entry-{self.done}"}
            answer = self.phone.post(f"/t/{self.code}/events", fields, htmx=True)
            if answer.status != 200:
                self.fault = f"{answer.status} {answer.text}"
                return
            seq = seq_of(answer.text)
            self.done += 1


def backup(house: House, target: Path) -> None:
    command = [sys.executable, "-m", "referee", "backup", "--data", str(house.data), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def marks(file: Path, code: str) -> list[int]:
    """The entries of a table in a copy, in order."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = db.execute(
            "SELECT l.event FROM lines l JOIN tables t ON t.id = l.table_id"
            " WHERE t.code = ? AND l.seq IS NOT NULL ORDER BY l.seq",
            [code],
        )
        return [int(re.findall(r'"p1":(\d+)', event)[0]) for (event,) in rows]


def test_t24_backups_under_load(tmp_path: Path) -> None:
    house = House(tmp_path / "instance", patch=UNLIMITED)
    hosts = [Phone(house) for _ in range(4)]
    writers = [Writer(host, host.open(["Ann", "Bo"])) for host in hosts]
    copy = tmp_path / "copy.db"
    try:
        for writer in writers:
            writer.start()
        for _ in range(BACKUPS):
            least = [writer.done for writer in writers]
            backup(house, copy)
            most = [writer.done + 1 for writer in writers]
            for writer, few, many in zip(writers, least, most, strict=True):
                kept = marks(copy, writer.code)
                assert kept == list(range(1, len(kept) + 1)), "no prefix of the log"
                assert few <= len(kept) <= many
            time.sleep(0.05)
        assert min(least) > BACKUPS
    finally:
        for writer in writers:
            writer.stop.set()
        for writer in writers:
            writer.join(20)
        house.stop()
    assert [writer.fault for writer in writers] == [""] * 4
    kept = [marks(copy, writer.code)[-1] for writer in writers]

    # A copy is all that is needed to go on, with the key beside it or without.
    for with_key in (True, False):
        again = tmp_path / f"again-{with_key}" / "instance"
        again.mkdir(parents=True)
        shutil.copy(copy, again / "referee.db")
        if with_key:
            shutil.copy(house.data / "secret-key", again)
        restored = House(again)
        try:
            for writer, last in zip(writers, kept, strict=True):
                phone = Phone(restored, writer.phone.cookie)
                assert f">{last}<" in phone.get(f"/t/{writer.code}").text
                assert phone.record(writer.code, type="undo").status == 303
        finally:
            restored.stop()
