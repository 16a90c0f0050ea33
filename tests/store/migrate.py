"""Opens a database with one more migration than is released, slow enough to be killed in it."""

import os
import sys

from referee.store.sqlite import Store, file
from referee.store.sqlite.schema import migrations


@migrations()
def m999_slow(db):
    """Rebuilds a table that others point at, row by row."""
    db.execute("CREATE TABLE phones_new (id INTEGER PRIMARY KEY, hash BLOB, at TEXT, more TEXT)")
    for row in db.execute("SELECT id, hash, at FROM phones").fetchall():
        db.execute("INSERT INTO phones_new VALUES (?, ?, ?, 'new')", row)
    db.execute("CREATE TABLE sign_of_m999 (a INTEGER)")


if __name__ == "__main__":
    file.wal_is_safe = lambda version: os.environ["TEST_JOURNAL"] == "wal"
    print("ready", flush=True)
    Store(sys.argv[1])
    print("done", flush=True)
