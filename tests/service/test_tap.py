"""What one tap asks: the table is read once, the event judged once, everything written at once."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

import pytest

from referee.service import Recorded, Refused, Submission
from referee.store import Transaction


class Watched:
    """A store that counts its transactions, and each question asked of it with what it was asked
    about."""

    def __init__(self, store) -> None:
        self.store = store
        self.transactions: list[str] = []
        self.asked: Counter = Counter()
        self.depth = 0

    def read(self):
        return self._open("read")

    def write(self):
        return self._open("write")

    @contextmanager
    def _open(self, kind):
        self.transactions.append(kind)
        with getattr(self.store, kind)() as db:
            yield _Asked(db, self.asked)


class _Asked:
    """A transaction whose questions are counted."""

    def __init__(self, db, asked: Counter) -> None:
        for group in Transaction.__annotations__:
            setattr(self, group, _Group(group, getattr(db, group), asked))
        self.announce = db.announce


class _Group:
    def __init__(self, name, group, asked: Counter) -> None:
        self._name, self._group, self._asked = name, group, asked

    def __getattr__(self, question):
        ask = getattr(self._group, question)

        def counted(*args, **fields):
            self._asked[f"{self._name}.{question}", repr(args)] += 1
            return ask(*args, **fields)

        return counted


WRITES = {"log.append", "tables.change", "memories.put"}
QUESTIONS = {
    "tables.by_code",
    "members.find",
    "players.at",
    "log.by_key",
    "pile.at_depth",
    "memories.every",
    "memories.find",
    # For the answer, where it is the table:
    "members.at",
    "requests.at",
    "log.page",
    "redactions.last_open",
    "redactions.now",
    "redactions.secrets_of",
}
"""All that recording an event may ask; of most of it a game without secrets and pieces nothing."""


def counting(work: Counter, name, act):
    def counted(*args):
        work[name] += 1
        return act(*args)

    return counted


@pytest.fixture
def watched(house, monkeypatch):
    """A table with an event, its host, what its store is asked from now on, and how often the event
    is judged and applied."""
    host = house.phone()
    code = house.open(host, free=True, target=1000)
    house.do(code, host, "add", by="p1", n=1)
    watched = Watched(house.store)
    house.service.tables.store = watched
    work: Counter = Counter()
    added = house.game.action("add")
    for name in ("judge", "apply"):
        monkeypatch.setattr(added, name, counting(work, name, getattr(added, name)))
    return code, host, watched, work


def tap(house, code, host, **more):
    event = {"type": "add", "by": "p2", "n": 2}
    return house.service.play.submit(code, host, Submission(event=event, seen=1, key="tap", **more))


@pytest.mark.parametrize("wants_view", [True, False])
def test_a_tap_reads_once_judges_once_and_writes_once(house, watched, wants_view):
    code, host, store, work = watched
    answer = tap(house, code, host, wants_view=wants_view)
    assert isinstance(answer, Recorded)
    assert (answer.view is not None) == wants_view
    assert store.transactions == ["write"]
    twice = [question for question, times in store.asked.items() if times > 1]
    assert not twice, "nothing is asked twice"
    names = {name for name, _ in store.asked}
    assert names <= QUESTIONS | WRITES
    assert len(store.asked) <= (19 if wants_view else 14)
    assert work == {"judge": 1, "apply": 1}


def test_without_the_view_nothing_is_asked_that_only_it_shows(house, watched):
    code, host, store, _ = watched
    tap(house, code, host, wants_view=False)
    shown = {"members.at", "requests.at", "log.page", "log.latest"}
    assert not shown & {name for name, _ in store.asked}


def test_the_same_tap_again_judges_nothing(house, watched):
    code, host, store, work = watched
    first = tap(house, code, host)
    work.clear()
    store.asked.clear()
    again = tap(house, code, host)
    assert (again.line, again.seq, again.ruling) == (first.line, first.seq, first.ruling)
    assert not work
    assert not WRITES & {name for name, _ in store.asked}


def test_a_refused_tap_is_one_transaction_too(house, watched):
    code, host, store, work = watched
    event = {"type": "add", "by": "p2", "n": 9}
    answer = house.service.play.submit(code, host, Submission(event=event, seen=1, key="tap"))
    assert isinstance(answer, Refused)
    assert store.transactions == ["write"]
    assert work == {"judge": 1}


def test_looking_is_one_transaction(house, watched):
    code, host, store, work = watched
    house.service.views.table(code, host)
    assert store.transactions == ["read"]
    assert max(store.asked.values()) == 1, "nothing is asked twice"
    assert not work
