"""The pages of the games, sentence by sentence.

In the `page.jsonl` of a game's folder each line is a small record and what the page demands of it,
in the form of the shared cases, with `stood`, `readings` and words of the `effects` besides.
"""

import json
from pathlib import Path

import msgspec
import pytest
from test_vectors import differences

from referee.core import Unusable
from referee.record import check, read, report_json

CASES = [
    pytest.param(path.parent.name, case, id=f"{path.parent.name}: {case['name']}")
    for path in sorted(Path(__file__).parent.glob("*/page.jsonl"))
    for case in map(json.loads, path.read_text().splitlines())
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_page(game, case):
    expect = case["expect"]
    data = msgspec.json.encode(
        {
            "format": "referee-record",
            "version": 1,
            "game": game,
            "players": case["players"],
            "options": case.get("options", {}),
            "events": case["events"],
        }
    )
    if expect.get("unusable"):
        with pytest.raises(Unusable) as refused:
            read(data)
        assert refused.value.path == expect.get("path", refused.value.path)
        return
    report = msgspec.json.decode(msgspec.json.encode(report_json(check(read(data)))))
    rulings = report["rulings"]
    reasons = [ruling["reason"] for ruling in rulings]
    assert [ruling["verdict"] for ruling in rulings] == expect["verdicts"], reasons
    assert all(ruling["rules"] and ruling["reason"] for ruling in rulings)
    for i, clauses in expect.get("rules", {}).items():
        assert set(clauses) <= set(rulings[int(i)]["rules"]), reasons[int(i)]
    for i, words in expect.get("effects", {}).items():
        assert words in " ".join(rulings[int(i)]["effects"])
    faults = [
        fault
        for key in ("stood", "readings")
        for i, value in expect.get(key, {}).items()
        for fault in differences({key: value}, rulings[int(i)], f"event {i}")
    ]
    for i, facts in expect.get("facts", {}).items():
        faults += differences(facts, rulings[int(i)]["facts"], f"event {i} facts")
    faults += differences(expect.get("state", {}), report["state"], "state")
    keys = ("scores", "team_scores", "over", "winners")
    faults += differences({k: expect[k] for k in keys if k in expect}, report, "report")
    assert not faults
