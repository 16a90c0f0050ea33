"""T25: the largest table there can be, and what others notice of it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path

import pytest
from party import House, Phone

MOST = 20_000


def hands(most: int) -> bytes:
    """A record of so many events: hands without end."""
    hand = [
        {"type": "start_hand", "dealer": "Ann", "top": "blue-moon"},
        {"type": "play", "by": "Bo", "cards": ["blue-sun"]},
        {"type": "draw", "by": "Ann"},
        {"type": "undo"},
        {"type": "draw", "by": "Ann"},
        {"type": "pass", "by": "Ann"},
        {"type": "zar", "by": "Bo"},
        {"type": "position", "top": "blue-sun", "turn": "Bo", "hands": {"Ann": 3, "Bo": 4}},
        {"type": "end_hand", "points": {"Ann": 3, "Bo": 0}},
        {"type": "undo", "count": 2},
    ]
    whole = {"format": "referee-record", "version": 1, "game": "zar", "players": ["Ann", "Bo"]}
    events = [{**hand[0], "stands": True}, *hand[1:]] * (most // len(hand))
    return json.dumps(whole | {"options": {"target": None}, "events": events}).encode()


class Watch(threading.Thread):
    """A phone at another table that plays on; how long it waited for each answer."""

    def __init__(self, house: House) -> None:
        super().__init__(daemon=True)
        self.host = Phone(house)
        self.code = self.host.open(["Di", "Ed"])
        self.looks: list[float] = []
        self.records: list[float] = []
        self.statuses: set[int] = set()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.02):
            began = time.monotonic()
            self.statuses.add(self.host.get(f"/t/{self.code}").status)
            self.looks.append(time.monotonic() - began)
            began = time.monotonic()
            answer = self.host.record(self.code, type="position", top="blue-sun", turn="p1")
            self.statuses.add(answer.status)
            self.records.append(time.monotonic() - began)


@pytest.fixture(scope="module")
def big(house: House) -> tuple[Phone, str, Watch, int]:
    """A table of 20,000 events, made while another phone plays; the server's memory before."""
    host, watch = Phone(house), Watch(house)
    memory = house.memory()
    watch.start()
    time.sleep(0.3)
    code = host.bring(hands(MOST))
    watch.over.set()
    watch.join()
    return host, code, watch, memory


def test_t25_while_the_largest_record_comes_in_others_play_on(big: tuple) -> None:
    _, _, watch, _ = big
    print(
        f"{len(watch.looks)} looks, the longest {max(watch.looks):.2f} s; "
        f"{len(watch.records)} entries, the longest {max(watch.records):.2f} s"
    )
    assert watch.statuses == {200, 303}, "somebody was turned away"
    assert len(watch.records) >= 3
    assert max(watch.looks) <= 2


def test_t25_the_largest_table_is_as_quick_and_as_light_as_any(house: House, big: tuple) -> None:
    host, code, _, memory = big
    small = host.bring(hands(50))
    for path in ("", "/log", "/log?before=40", "/undo", "/people", "/since", "/course", "/more"):
        began = time.monotonic()
        answer = host.get(f"/t/{code}{path}")
        assert time.monotonic() - began <= 1, path
        assert answer.status == 200
        if path != "/course":
            assert len(answer.body) < 1.1 * len(host.get(f"/t/{small}{path}").body) + 200, path
    assert house.memory() - memory <= 50 * 1024 * 1024
    full = host.record(code, type="zar", by="p1")
    assert full.status == 422
    assert "20,000 events" in full.text
    assert len(json.loads(host.get(f"/t/{code}/record.json").body)["events"]) == MOST


def test_t25_the_largest_table_after_a_restart(house: House, big: tuple) -> None:
    host, code, _, _ = big
    page = host.get(f"/t/{code}").text
    house.kill()
    house.start()
    host.hang_up()
    began = time.monotonic()
    again = host.get(f"/t/{code}").text
    assert time.monotonic() - began <= 1
    assert page.count("<li") == again.count("<li")
    host.hang_up()
    began = time.monotonic()
    assert host.get("/").status == 200
    assert time.monotonic() - began <= 1


def test_t18_a_killed_worker_forgets_no_tries(tmp_path: Path) -> None:
    """The counts are held by the process that starts it again."""
    limited = House(tmp_path / "instance")
    try:
        guesser = Phone(limited, fresh=False)
        statuses = [guesser.get("/join?code=ABC234").status for _ in range(12)]
        assert statuses[0] == 404
        assert statuses[-1] == 429
        before = limited.worker()
        limited.kill_worker()
        guesser.hang_up()
        for _ in range(200):
            with contextlib.suppress(OSError, IndexError):
                if limited.worker() != before and limited.ask("GET", "/healthz")[0] == 200:
                    break
            time.sleep(0.05)
        asked = [guesser.get("/join?code=ABC234").status for _ in range(4)]
        assert asked[-1] == 429
        assert asked.count(404) <= 2, "no more than were worked off meanwhile"
    finally:
        limited.stop()
