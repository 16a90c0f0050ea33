"""Migrations, and what the schema itself forbids."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.store import TooNew
from referee.store.sqlite import Store
from referee.store.sqlite.file import Transaction
from referee.store.sqlite.library import sqlite3
from referee.store.sqlite.schema import migrations

pytestmark = pytest.mark.slow

MIGRATE = Path(__file__).parent / "migrate.py"


def test_tables_of_before_are_found_after(tmp_path):
    """What a step adds holds what was there before it."""
    db = Database(tmp_path / "referee.db")
    migrations.apply(db, stop_before="m003_history")
    tx = Transaction(db)
    phone = tx.phones.add(b"h", "now")
    tables_of_old = (("ABCDEF", "Friday", 1), ("GHJKMN", "", 0))
    for code, title, over in tables_of_old:
        db["tables"].insert(
            {"code": code, "game": "toy", "title": title, "players": "[]", "options": "{}",
             "edition": "1", "who_may": "anyone", "locked": 0, "generation": 0, "host": phone,
             "host_since": 0, "seq": 0, "line": 0, "depth": 0, "size": 0, "now": "{}",
             "seating": "[]", "over": over, "opened": "", "changed": "", "made_by": phone,
             "made_key": code, "made_body": b""}
        )  # fmt: skip
        db["players"].insert(
            {"table_id": over or 2, "player": "p1", "name": "Zoë", "folded": "zoë",
             "introduced": 0, "since": 0}
        )  # fmt: skip
        db["members"].insert({"table_id": over or 2, "phone": phone, "number": 1, "state": "here"})
    migrations.apply(db)
    found = tx.history.by_words(phone, ["zoe"], [], None, 9)
    assert [each.code for each in found] == ["GHJKMN", "ABCDEF"]
    assert [each.code for each in tx.history.by_words(phone, ["fri"], [], None, 9)] == ["ABCDEF"]
    assert [each.code for each in tx.history.of_phone(phone, True, "toy", None, 9)] == ["ABCDEF"]
    assert [each.code for each in tx.history.of_phone(phone, False, None, None, 9)] == ["GHJKMN"]
    db.close()


def digest(path):
    return sha256(path.read_bytes()).hexdigest()


def test_t23_a_newer_database_is_refused_and_left_as_it_is(store):
    store.close()
    conn = sqlite3.connect(store.path)
    conn.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('referee', 'm998_future', 'x')"
    )
    conn.commit()
    conn.close()
    before = digest(store.path)
    with pytest.raises(TooNew, match="m998_future"):
        Store(store.path)
    assert digest(store.path) == before
    assert [p.name for p in store.path.parent.iterdir()] == ["referee.db"]


def test_opened_again_nothing_is_migrated_and_no_copy_is_made(store):
    store.close()
    Store(store.path).close()
    assert [p.name for p in store.path.parent.iterdir() if "journal" not in p.name] == [
        "referee.db"
    ]


def test_t23_killed_while_migrating(store):
    """Wherever it is killed: a copy was made before, and the next start is clean and whole."""
    with store.write() as db:
        rows = [(str(i).encode(), str(i)) for i in range(4000)]
        db.db.conn.executemany("INSERT INTO phones (hash, at) VALUES (?, ?)", rows)
    store.close()
    backup = store.path.with_name("referee.db.before-m999_slow")
    killed = finished = 0
    for _ in range(15):
        start = subprocess.Popen(
            [sys.executable, MIGRATE, store.path], stdout=subprocess.PIPE, text=True
        )
        assert start.stdout.readline() == "ready\n"
        time.sleep(random.uniform(0, 0.04))
        start.kill()
        out, _ = start.communicate()
        conn = sqlite3.connect(store.path)
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert conn.execute("SELECT count(*) FROM phones").fetchone()[0] == 4000
        names = {row[0] for row in conn.execute("SELECT name FROM sqlite_schema")}
        applied = conn.execute(
            "SELECT count(*) FROM _sqlite_migrations WHERE name = 'm999_slow'"
        ).fetchone()[0]
        conn.close()
        assert applied == ("sign_of_m999" in names) == ("phones_new" in names)
        finished += applied
        killed += "done" not in out
        if applied:
            assert sqlite3.connect(backup).execute("SELECT count(*) FROM phones").fetchone() == (
                4000,
            )
            restore(store.path, backup)
    assert killed, "none was killed in it"
    subprocess.run([sys.executable, MIGRATE, store.path], check=True, capture_output=True)
    conn = sqlite3.connect(store.path)
    assert conn.execute("SELECT count(*) FROM phones_new").fetchone()[0] == 4000


def restore(path, backup):
    """The copy takes the place of the database, as a person would do it."""
    for extra in path.parent.glob("referee.db-*"):
        extra.unlink()
    backup.replace(path)
