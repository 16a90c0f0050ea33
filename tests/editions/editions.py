"""What an edition of the rules says of the shared cases, in short."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.core import Unusable
from referee.games import games
from referee.record import check, read, report_json

HERE = Path(__file__).parent
CASES = HERE.parent / "vectors"


def said_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the rules say of a case, sentences apart: they may be put better at any time."""
    record = case["record"]
    try:
        report = report_json(
            check(read((record if isinstance(record, str) else json.dumps(record)).encode()))
        )
    except Unusable as error:
        return {"unusable": error.path}
    for ruling in report["rulings"]:
        del ruling["reason"], ruling["effects"]
        ruling["rules"] = sorted(ruling["rules"])
    return report


def digest(said: object) -> str:
    """Return `said` as a few letters."""
    text = json.dumps(said, sort_keys=True, default=list)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def today(key: str) -> dict[str, str]:
    """Return what the rules of the game `key` say of each of its cases, in short."""
    return {
        path.stem: digest(said_of(json.loads(path.read_text("utf-8"))))
        for path in sorted((CASES / key).glob("*.json"))
    }


def kept(key: str) -> dict[str, Any]:
    """Return the `edition` that was kept of the game `key`, and what it says of the `cases`."""
    path = HERE / f"{key}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {"edition": "", "cases": {}}


def altered(key: str) -> Iterator[str]:
    """Yield the cases of which the rules say something else than was kept."""
    now = today(key)
    for name, said in kept(key)["cases"].items():
        if name in now and now[name] != said:
            yield name


def keys() -> list[str]:
    """Return the games that have shared cases."""
    return [key for key in games() if (CASES / key).is_dir()]
