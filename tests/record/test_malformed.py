"""T15, the pure half: ten thousand broken records, and never anything but `Unusable`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.core import Unusable, render
from referee.record import check, read, report_json

VECTORS = Path(__file__).parent.parent / "vectors"
ODD = [
    None,
    True,
    -1,
    0,
    2**63,
    10**30,
    1.5,
    "",
    "x" * 50,
    "\u202e",
    [],
    {},
    [[]],
    {"": None},
    [None] * 30,
]


def samples() -> list[bytes]:
    """Good records of every game to break."""
    return [
        json.dumps(json.loads(path.read_text())["record"]).encode()
        for path in sorted(VECTORS.rglob("*.json"))
    ]


def broken(random: Random, sources: list[bytes]) -> bytes:
    """One good record with something wrong in it."""
    data = random.choice(sources)
    way = random.randrange(6)
    if way == 0:
        return data[: random.randrange(len(data))]
    if way == 1:
        at = random.randrange(len(data))
        return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]
    if way == 2:
        at = random.randrange(len(data))
        return data[:at] + random.choice([b"\x00", b"\\u0000", b"\xff", b"[", b"}"]) + data[at:]
    tree = json.loads(data)
    nodes = list(places(tree))
    for _ in range(random.randint(1, 3)):
        node, key = random.choice(nodes)
        if way == 3:
            node[key] = random.choice(ODD)
        elif way == 4:
            other, at = random.choice(nodes)
            node[key] = other[at]
            try:
                json.dumps(tree)
            except ValueError:  # it now holds itself
                return data[:-1]
        elif isinstance(node, dict):
            node[str(key) + random.choice(["", "x", " "])] = node.pop(key, None)
    return json.dumps(tree).encode()


def places(node):
    """Every (container, key) in a tree."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in list(items):
        yield node, key
        if isinstance(value, (dict, list)):
            yield from places(value)


@pytest.mark.slow
def test_ten_thousand_broken_records():
    random = Random(15)
    sources = samples()
    refused = 0
    for _ in range(10_000):
        data = broken(random, sources)
        try:
            report = report_json(check(read(data)))
        except Unusable as error:
            refused += bool(str(error))
        else:
            msgspec.json.encode(report)
    assert refused > 5_000


def test_a_picture_is_asked_about():
    with pytest.raises(Unusable) as refused:
        read(b"GIF89a\xff\x00")
    assert "byte 6 is not UTF-8. Is it a picture?" in render(refused.value.message)
