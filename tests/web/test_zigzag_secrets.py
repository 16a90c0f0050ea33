"""A seat of ZigZag that changes phones, and a phone with several seats. That nobody else is sent
anything of a secret is in `reliability/test_alike.py`, for all games."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "reliability"))

from evening import Evening, script

pytestmark = pytest.mark.slow

PLAY = script("zigzag")
CANARY = PLAY.CANARY.encode()


def opened(folder: Path, patch: pytest.MonkeyPatch) -> Evening:
    secret = PLAY.pair(random.Random(1))[0]
    secret |= {"again": {"constraint.text": f"{PLAY.CANARY} dives"}, "hand": PLAY.WATER}
    return Evening(folder, "zigzag", secret, patch)


def record(evening: Evening, name: str, **fields: str) -> int:
    """Record an event from this phone; the status."""
    evening.keys += 1
    own = {"csrf_token": "token", "key": f"key-{evening.keys}"}
    sent = {**own, "seq": str(evening.look(name).seq), **fields}
    return evening.phones[name].post(f"/t/{evening.code}/events", data=sent).status_code


def test_a_seat_taken_over_comes_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = opened(tmp_path, monkeypatch)
    states = evening.states()
    while next(states) != "hidden":
        pass
    service, code = evening.service, evening.code
    service.hosting.free_seat(code, evening.phone("host"), "p3")
    service.joining.join(code, evening.phone("watcher"), "p3")
    for name in ("watcher", "host", "cy"):
        for asked, answer in evening.answers(name):
            assert CANARY not in answer, (name, asked)
            if "hands.p3" not in asked:
                assert PLAY.WATER[1].encode() not in answer, (name, asked)
    page = evening.phones["watcher"].get(f"/t/{code}").text
    assert "Enter it again" in page
    text = {"constraint.text": "Newly put in"}
    assert record(evening, "watcher", type="constraint", by="p3", **text) == 303
    assert "Newly put in" in evening.phones["watcher"].get(f"/t/{code}").text
    for asked, answer in evening.answers("watcher"):
        assert CANARY not in answer, asked


def test_the_hosts_phone_alone_shows_one_seats_secret_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = opened(tmp_path, monkeypatch)
    host = evening.phones["elsewhere"]
    code = evening.service.history.tables_of(evening.phone("elsewhere"))[0].code
    evening.code = code

    def line(player: str, text: str) -> None:
        fields = {"constraint.text": text, "as": player}
        record(evening, "elsewhere", type="constraint", by=player, **fields)

    record(evening, "elsewhere", type="start_round", number="2")
    line("p1", "Xi's own line")
    line("p3", "Zed's own line")
    page = re.sub("’", "'", host.get(f"/t/{code}").text)
    assert "own line" not in page
    for player, shown, other in [("p1", "Xi's", "Zed's"), ("p3", "Zed's", "Xi's")]:
        page = re.sub("’|&#39;", "'", host.get(f"/t/{code}?as={player}").text)
        assert f"{shown} own line" in page
        assert f"{other} own line" not in page
