"""What phones that listen are told: each sees what it would see if it asked, though one reads for
several."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from drivers import begin

from referee.games import games
from referee.live import Notifier
from referee.service import Gone, Listening, Removed, Service, Submission
from referee.service.listening import TOGETHER

PEOPLE = ("host", "second", "third", "several", "watcher")


class Party:
    """A table of a game, with phones of all kinds that listen."""

    def __init__(self, service: Service, key: str, number: int) -> None:
        self.service = service
        _, self.drive, players, _, _ = begin(key, number)
        self.phones = {name: service.phones.add()[0] for name in PEOPLE}
        options = self.drive.SETUPS[number][1]
        open_table, join = self.service.opening.open_table, self.service.joining.join
        self.code = open_table(self.phones["host"], key, players, options, key="opened")
        token = self.service.joining.join_token(self.code, self.phones["host"])
        for name, seats in {"second": (2,), "third": (3,), "several": (4, 5)}.items():
            for seat in [f"p{n}" for n in seats if n <= len(players)] or [None]:
                join(self.code, self.phones[name], seat, token=token)
        join(self.code, self.phones["watcher"], token=token)
        self.random, self.count = Random(number), 0
        self.listening: dict[tuple[str, str | None], Listening] = {
            (name, seat): self.listen(name, seat)
            for name, seat in [*((name, None) for name in PEOPLE), ("several", "p4")]
        }

    def listen(self, name: str, seat: str | None = None) -> Listening:
        made = self.service.views.listen(self.code, self.phones[name], views=True, as_seat=seat)
        assert made.wait(0) is not None
        assert made.view is None, "at first it has its page"
        return made

    def record(self) -> str:
        """Record an event from the phone of whoever plays it; whose phone that is."""
        view = self.service.views.table(self.code, self.phones["host"])
        event = self.drive.next_event(view.game, view.state, self.random.choice)
        by = getattr(event, "by", None)
        name = {"p2": "second", "p3": "third", "p4": "several", "p5": "several"}.get(by, "host")
        if name not in self.at_seats():
            name = "host"
        self.count += 1
        plain, key = msgspec.to_builtins(event), f"event-{self.count}"
        sent = Submission(event=plain, seen=view.seq, key=key, stands=True)
        self.service.play.submit(self.code, self.phones[name], sent)
        return name

    def at_seats(self) -> set[str]:
        return {name for name, phone in self.phones.items() if self.look(name, None).own}

    def look(self, name: str, seat: str | None) -> Any:
        return self.service.views.table(self.code, self.phones[name], as_seat=seat)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[int]]:
    """What counts the readings of a service."""

    def count(service: Any) -> list[int]:
        store, counted = service.tables.store, [0]
        read = store.read

        def counting() -> Any:
            counted[0] += 1
            return read()

        monkeypatch.setattr(store, "read", counting)
        return counted

    return count


@pytest.fixture(params=list(games()))
def party(request: pytest.FixtureRequest, house: Any) -> Iterator[Party]:
    _, drive, *_ = begin(request.param, 0)
    number = max(range(len(drive.SETUPS)), key=lambda i: min(len(drive.SETUPS[i][0]), 5))
    service = Service(
        house.store,
        Notifier(),
        token_key=b"k" * 32,
        shared_memory=False,
        now=lambda: house.wall,
        tick=lambda: house.ticks,
    )
    made = Party(service, request.param, number)
    yield made
    for listening in made.listening.values():
        listening.close()


def test_each_phone_is_told_what_it_would_see(party: Party) -> None:
    told, playing = 0, party.at_seats() | {"host"}
    for turn in range(40):
        if party.look("host", None).over:
            break
        by = party.record()
        order = list(party.listening.items())
        party.random.shuffle(order)  # whoever wakes up first reads for the others
        for (name, seat), listening in order:
            assert listening.wait(0) is not None
            if name == by or name not in playing:
                assert listening.view is None, (turn, name)
                continue
            assert listening.view == party.look(name, seat), (turn, name, seat)
            told += 1
            assert listening.ready is None
            assert listening.wait(0) is None
            assert listening.view is None
    assert told >= max(5, turn)


def test_one_reads_for_all_that_are_notified(
    party: Party, reads: Callable[[Any], list[int]]
) -> None:
    by = party.record()
    mine = [listening for (name, _), listening in party.listening.items() if name != by]
    read = reads(party.service)
    views = [listening for listening in mine if listening.wait(0) and listening.view]
    assert len(views) >= 2
    watching = len(mine) - len(views)
    assert read[0] == 1 + watching, "who only watches is looked up alone"


def test_what_was_read_for_a_phone_is_not_shown_when_there_is_something_newer(
    party: Party,
) -> None:
    first, *others = [one for (name, _), one in party.listening.items() if name != "watcher"]
    party.record()
    first.wait(0)
    party.record()
    for (name, seat), listening in party.listening.items():
        if listening in others and listening.wait(0) and listening.view:
            assert listening.view == party.look(name, seat)


def test_a_removed_phone_is_told_nothing_more(party: Party) -> None:
    """Neither by itself nor by whoever reads for it."""
    first, second = party.listening["third", None], party.listening["second", None]
    host = party.phones["host"]
    number = next(p.id for p in party.look("second", None).phones if p.me)
    party.service.hosting.remove_phone(party.code, host, number)
    first.wait(0)
    assert second.ready is None
    with pytest.raises((Gone, Removed)):
        second.wait(0)
    assert second.view is None


def test_as_many_are_read_for_at_once_as_keeps_nobody_waiting(
    house: Any, reads: Callable[[Any], list[int]]
) -> None:
    host = house.phone()
    code = house.open(host, free=True)
    service = house.service
    guest = house.phone()
    service.joining.join(code, guest, "p2", token=service.joining.join_token(code, host))
    streams = [service.views.listen(code, guest, views=True) for _ in range(2 * TOGETHER)]
    for stream in streams:
        stream.wait(0)
    house.do(code, host, "add", by="p1", n=1)
    read = reads(service)
    assert all(stream.wait(0) and stream.view for stream in streams)
    assert read[0] == 2
    for stream in streams:
        stream.close()


def test_the_notices_of_other_processes_say_whose_change_it_is(house: Any) -> None:
    host = house.phone()
    code = house.open(host, free=True)
    heard, told = [], threading.Event()
    house.open_store().listen(lambda *notice: (heard.append(notice), told.set()), lambda: None)
    house.do(code, host, "add", by="p1", n=1)
    if house.service.tables.store.is_shared:
        assert told.wait(5)
        assert any(topic == "table" and numbers[2:] == (host.id,) for topic, numbers in heard)
