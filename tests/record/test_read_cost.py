"""What a record costs to read grows with its bytes, and no faster; what is too much is refused
before it is built."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from referee.core import Unusable, render
from referee.record import MOST_BYTES, check, read
from referee.record.parse import MOST_META_VALUES

START = b'{"format":"referee-record","version":1,"game":"zar","players":["Ann","Bo","Cy"],'


def seconds(data: bytes) -> float:
    """The processor's time for reading `data`, the least of three."""
    took = []
    for _ in range(3):
        start = time.process_time()
        with suppress(Unusable):
            read(data)
        took.append(time.process_time() - start)
    return min(took)


HARD: dict[str, Callable[[int], bytes]] = {
    "escaped quotes that never end": lambda n: b'"' + b'\\"' * n,
    "escaped quotes": lambda n: START + b'"events":[],"meta":{"x":"' + b'\\"' * n + b'"}}',
    "backslashes": lambda n: b'["' + b"\\\\" * n,
    "lists in meta": lambda n: START + b'"events":[],"meta":{"x":[' + b"[]," * n + b"0]}}",
    "lists": lambda n: b"[" + b"[]," * n + b"0]",
    "open lists": lambda n: b"[" * n,
    "open objects": lambda n: b'{"a":' * n,
    "keys": lambda n: b"{" + b",".join(b'"%d":0' % i for i in range(n)) + b"}",
    "events that are none": lambda n: START + b'"events":[' + b"0," * n + b"0]}",
    "names": lambda n: START[:-22] + b",".join(b'"%d"' % i for i in range(n)) + b'],"events":[]}',
    "one event of many cards": lambda n: (
        START + b'"events":[{"type":"play","by":"Bo","cards":[' + b",".join([b'"x"'] * n) + b"]}]}"
    ),
    "an unknown field": lambda n: START + b'"events":[],"more":[' + b"[]," * n + b"0]}",
    "digits": lambda n: START + b'"events":[],"meta":{"x":' + b"7" * n + b"}}",
    "white space": lambda n: START + b'"events":[' + b" " * n + b"]}",
}


@pytest.mark.parametrize("what", HARD)
def test_the_cost_grows_with_the_bytes(what: str) -> None:
    small, large = seconds(HARD[what](20_000)), seconds(HARD[what](160_000))
    assert large <= 8 * 4 * max(small, 0.001), f"eight times as much took {large / small:.0f} times"


@pytest.mark.parametrize("what", HARD)
def test_four_mib_of_it_take_no_time(what: str) -> None:
    """A hundredth of what the quadratic reading took for 140 kB, for thirty times as much."""
    data = HARD[what](MOST_BYTES // 8)[:MOST_BYTES]
    assert seconds(data) < 0.25


def record(**parts: object) -> bytes:
    whole = {"format": "referee-record", "version": 1, "game": "zar", "events": []}
    return json.dumps(whole | {"players": ["Ann", "Bo", "Cy"]} | parts).encode()


@pytest.mark.parametrize(
    "meta",
    [
        {"x": "y" * 1024 * 1024},
        {"x": [[]] * (MOST_META_VALUES // 2)},
        {str(i): i for i in range(MOST_META_VALUES + 1)},
    ],
    ids=["long", "lists", "keys"],
)
def test_meta_has_a_most(meta: object) -> None:
    with pytest.raises(Unusable) as caught:
        read(record(meta=meta))
    assert caught.value.path == "meta"
    assert "50,000 values" in render(caught.value.message)


def test_meta_below_its_most_is_kept_as_it_is() -> None:
    meta = {
        "text": "a, b, [c]" * 1000,
        "box": [{"n": i, "x": [1.5, None, True]} for i in range(5000)],
    }
    assert read(record(meta=meta)).meta == meta
    assert check(read(record(meta=meta))).state is not None


def test_the_place_of_a_fault_in_json_is_told_where_that_is_cheap() -> None:
    with pytest.raises(Unusable) as caught:
        read(b'{\n "a": tru}')
    assert render(caught.value.message) == "This is not JSON (line 2, column 7)."


@pytest.mark.parametrize(
    "data",
    [
        b'{"game":1,"game":1}',
        b'{"game":12,"game":1}',
        b'{"game":1,"game":12}',
        b'{"game":[1],"x":{},"g\\u0061me":[1]}',
        b' { "a" : 1 , "b" : [ ] , "a" : 1 } ',
    ],
)
def test_a_key_of_the_record_stands_once(data: bytes) -> None:
    with pytest.raises(Unusable) as caught:
        read(data)
    assert "appears twice" in render(caught.value.message)


def test_a_pause_between_any_two_events() -> None:
    events = [{"type": "undo"}] * 300
    pauses = []
    read(record(events=events), pause=lambda: pauses.append(1))
    assert len(pauses) >= 300
