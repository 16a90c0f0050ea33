"""What an event and the four looks that follow it cost on each engine, in processor time of one
process: figures that no busy machine disturbs, which waiting (`live`) is."""

from __future__ import annotations

import tempfile
import time
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from phones import form_token
from postgres_server import Server

from referee.web import create_app
from referee.web.seats import COOKIE
from tests.bench.house import HAND, children, line_of, seat, seconds
from tests.bench.table import ms, show

TIMES = 40


def run(args: Namespace) -> None:
    """The app's processor time and the database server's, for an event, its answer and four
    looks."""
    rows = []
    for engine in ("SQLite", "PostgreSQL"):
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-bench-"))
            postgres, database = None, ""
            if engine == "PostgreSQL":
                postgres = Server(durable=True, memory=False)
                stack.callback(postgres.close)
                database = postgres.database()
            [phones] = seat(Path(folder), 1, 4, database)
            app = create_app({"DATA": folder, "DATABASE": database, "LIMITS": False})
            stack.callback(app.extensions["store"].close)
            clients = []
            for phone in phones:
                client = app.test_client()
                client.set_cookie(COOKIE, phone.cookie)
                clients.append(client)
            form, code, lines = form_token(clients[0]), phones[0].code, [0] * 4
            app_time = server_time = 0.0
            for seq in range(TIMES + 10):
                began, before = time.process_time(), spent(postgres)
                fields = {"csrf_token": form, "seq": seq, "key": f"tap-{seq}"}
                answer = clients[0].post(
                    f"/t/{code}/events",
                    data=fields | HAND[seq % len(HAND)],
                    headers={"HX-Request": "true"},
                )
                assert answer.status_code == 200, answer.text
                for i, client in enumerate(clients):
                    lines[i] = line_of(client.get(f"/t/{code}?line={lines[i]}").data)
                if seq >= 10:
                    app_time += time.process_time() - began
                    server_time += spent(postgres) - before
            rows.append([engine, ms(app_time / TIMES), ms(server_time / TIMES)])
    head = ["An event, its answer and four looks", "the app", "PostgreSQL's own processes"]
    show("Engines: processor time, the test clients' own included", head, rows)


def spent(postgres: Server | None) -> float:
    """Seconds of processor time of the database server, in hundredths."""
    if postgres is None or postgres.process is None:
        return 0.0
    pid = postgres.process.pid
    return seconds(pid, ended=True) + sum(seconds(child) for child in children(pid))
