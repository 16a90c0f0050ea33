"""The shared cases: every one of a game that is here must come out as it says."""

import json
from pathlib import Path

import msgspec
import pytest

from referee.core import Unusable
from referee.record import check, read, report_json

CASES = sorted((Path(__file__).parent / "vectors").rglob("*.json"))


def differences(expected: dict, actual: dict, where: str) -> list[str]:
    """What of `expected` is missing in `actual` or has another value there."""
    return [
        f"{where}.{key}: expected {value!r}, got {actual.get(key, 'nothing')!r}"
        for key, value in expected.items()
        if key not in actual or actual[key] != value
    ]


@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path) -> None:
    """What the case expects of the report, no more."""
    case = json.loads(path.read_text())
    expect, body = case["expect"], case["record"]
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    if expect.get("unusable"):
        with pytest.raises(Unusable) as refused:
            read(data)
        if "path" in expect:
            assert refused.value.path == expect["path"], refused.value
        return
    report = msgspec.json.decode(msgspec.json.encode(report_json(check(read(data)))))
    rulings = report["rulings"]
    if "verdicts" in expect:
        assert [r["verdict"] for r in rulings] == expect["verdicts"], [r["reason"] for r in rulings]
    for i, clauses in expect.get("rules", {}).items():
        wanted = [clauses] if isinstance(clauses, str) else clauses
        assert set(wanted) <= set(rulings[int(i)]["rules"])
    faults = [
        fault
        for i, facts in expect.get("facts", {}).items()
        for fault in differences(facts, rulings[int(i)]["facts"], f"event {i} facts")
    ]
    faults += differences(expect.get("state", {}), report["state"], "state")
    keys = ("scores", "team_scores", "over", "winners")
    faults += differences({k: expect[k] for k in keys if k in expect}, report, "report")
    assert not faults
