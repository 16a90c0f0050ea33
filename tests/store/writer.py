"""A process that reads, then appends, again and again (`python writer.py FILE TIMES`)."""

import os
import sys
import time

from referee.store.sqlite import Store, file


def append(store, who):
    """One more phone, whose `at` is how many there were; seconds it took."""
    began = time.monotonic()
    with store.write() as db:
        n = db.execute("SELECT count(*) FROM phones").fetchone()[0]
        db.execute("INSERT INTO phones (hash, at) VALUES (?, ?)", [f"{who} {n}".encode(), str(n)])
    return time.monotonic() - began


if __name__ == "__main__":
    file.wal_is_safe = lambda version: os.environ["TEST_JOURNAL"] == "wal"
    store = Store(sys.argv[1])
    slowest = max(append(store, sys.argv[2]) for _ in range(int(sys.argv[3])))
    print(slowest)
