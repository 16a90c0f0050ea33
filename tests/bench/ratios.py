"""What a page and an event cost, as ratios to the health page: every game, in one process."""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from drivers import begin, driver
from flask.testing import FlaskClient
from phones import form_token, token_of

from referee.games import games
from referee.web import create_app, entry
from referee.web.packing import LEAST
from referee.web.seats import COOKIE
from tests.bench.table import show

PLAYERS = 4
"""Of the setups of a game's driver the first with so many players, or else nearly so many."""
SHEETS = {"kazing": "cast"}
"""A sheet of the game that lies open beside its table."""
TURNS = 60
"""Rounds of everything that is measured: the quickest quarter counts, as others use the machine."""


class Played:
    """A table of a game with four phones: the host, two that hold a seat, and one that watches, as
    does a fifth."""

    def __init__(self, folder: Path, key: str) -> None:
        self.app = create_app({"DATA": folder, "LIMITS": False})
        self.service: Any = self.app.extensions["service"]
        setups = driver(key).SETUPS
        number = min(range(len(setups)), key=lambda i: abs(len(setups[i][0]) - PLAYERS))
        _, self.drive, self.players, _, _ = begin(key, number)
        self.plain = self.drive.SETUPS[number][1]
        self.phones = [self.phone() for _ in range(5)]
        self.forms = [form_token(phone) for phone in self.phones]
        self.seats = {f"p{i + 1}": i for i in range(min(3, len(self.players)))}
        self.random, self.count, self.sheet = Random(7), 0, SHEETS.get(key)
        self.key = key
        self.streams: dict[int, Any] = {}
        self.open()

    def open(self) -> None:
        """Seats the phones at a new table."""
        host, opening = self.known(0), f"opened-{self.count}"
        self.code = self.service.opening.open_table(
            host, self.key, self.players, self.plain, key=opening
        )
        token = self.service.joining.join_token(self.code, host)
        for i in range(1, 5):
            seat = f"p{i + 1}" if f"p{i + 1}" in self.seats else None
            self.service.joining.join(self.code, self.known(i), seat, token=token)
        for answer in self.streams.values():
            answer.close()
        self.streams = {number: self.listen(number) for number in range(4)}

    def listen(self, number: int) -> Any:
        """A stream that brings the page, past the number that it begins with."""
        answer = self.phones[number].get(
            f"/t/{self.code}/bell?page=1", headers={"Accept-Encoding": "gzip"}, buffered=False
        )
        while b"event: table" not in next(answer.iter_encoded()):
            pass
        return answer

    def phone(self) -> FlaskClient:
        client = self.app.test_client()
        _, token = self.service.phones.add()
        client.set_cookie(COOKIE, token)
        return client

    def known(self, number: int) -> Any:
        return self.service.phones.find(token_of(self.phones[number]))

    def next_event(self) -> tuple[int, dict[str, str]]:
        """The phone whose event can be recorded now, and its fields; where the game is over, at a
        new table."""
        view = self.service.views.table(self.code, self.known(0))
        if view.over:
            self.open()
            view = self.service.views.table(self.code, self.known(0))
        event = self.drive.next_event(view.game, view.state, self.random.choice)
        self.count += 1
        number = self.seats.get(getattr(event, "by", None) or "", 0)
        own = {"csrf_token": self.forms[number], "seq": str(view.seq), "key": f"tap-{self.count}"}
        return number, {**own, "event": entry.packed(event), "stands": "1"}

    def tap(self, number: int, fields: dict[str, str], **headers: str) -> None:
        answer = self.phones[number].post(f"/t/{self.code}/events", data=fields, headers=headers)
        assert answer.status_code in (200, 303), answer.text

    def hear(self, number: int) -> bytes:
        """What the stream of a phone says of the latest event, packed."""
        said: bytes = next(self.streams[number].iter_encoded())
        return said

    def told(self, number: int) -> None:
        """The view of the latest event reaches a phone: by its stream, or it asks for it."""
        if len(self.hear(number)) < LEAST:  # a number
            self.view(number)

    def view(self, number: int) -> None:
        answer = self.phones[number].get(f"/t/{self.code}?line=0", headers=HTMX)
        assert answer.status_code == 200

    def open_sheet(self) -> None:
        assert self.phones[0].get(f"/t/{self.code}/sheet/{self.sheet}").status_code == 200


HTMX = {"HX-Request": "true"}


def run(args: Namespace) -> None:
    """Each game over events as people play it."""
    rows = []
    for key in games():
        with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
            played = Played(Path(folder), key)
            sheet = None
            if played.sheet:
                sheet = quick([timed(played.open_sheet)() for _ in range(TURNS)])
            found = ratios(played)
            rows.append([key, *(f"{ratio:.2f}" for ratio in found)])
            if sheet:
                health = found[-1] / 1000
                rows.append([f"{key}, a spell sheet open", f"{sheet / health:.2f}", *[""] * 5])
            played.service.tables.store.close()
    head = ["game", "first page", "others", "same again", "event and page", "and four views"]
    show("Ratios: processor time, the health page being 1", [*head, "health, ms"], rows)


def ask_health(played: Played) -> None:
    assert played.phones[0].get("/healthz").status_code == 200


def ratios(played: Played) -> list[float]:
    """(the first page at a revision, one of each further phone, the page of a phone that may see
    what another has seen, an event answered by the page, the same and three more views; ms)."""
    taken: dict[str, list[float]] = {}

    def note(what: str, act: Callable[[], object]) -> None:
        taken.setdefault(what, []).append(timed(act)())

    gc.collect()
    gc.disable()
    try:
        for turn in range(TURNS + 5):
            tap = played.next_event()
            if turn < 5:  # what is made at first use is made
                taken.clear()
            note("health", partial(ask_health, played))
            note("event", partial(played.tap, *tap, **HTMX))
            for number in {0, 1, 2, 3} - {tap[0]}:
                note("views", partial(played.told, number))
            note("own", partial(played.hear, tap[0]))
            note("again", partial(played.view, 4))  # it watches, as phone 3 does
            other = played.next_event()
            # Without htmx the answer is a redirect: nobody has drawn this revision yet.
            played.tap(*other)
            note("first", partial(played.view, 1))
            for number in played.streams:
                played.hear(number)
    finally:
        gc.enable()
    health = quick(taken["health"])
    first, views, again, event = (quick(taken[n]) for n in ("first", "views", "again", "event"))
    costs = (first, views, again, event, event + 3 * views + quick(taken["own"]))
    return [*(cost / health for cost in costs), health * 1000]


def timed(act: Callable[[], object]) -> Callable[[], float]:
    """`act`, returning the seconds of processor time that it takes."""

    def measured() -> float:
        began = time.process_time()
        act()
        return time.process_time() - began

    return measured


def quick(times: Any) -> float:
    """The time that a quarter of `times` stay below."""
    return statistics.quantiles(times, n=4)[0]
