"""The documents say what the code does: events, options and readings of every game, examples."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from referee.core import Options
from referee.games import games
from referee.record import check, read, report_json
from referee.web.shelf import folders

DOCS = Path(__file__).parent.parent / "docs"
FORMAT = (DOCS / "record-format.md").read_text("utf-8")


def section(key: str) -> str:
    """The part of the record format that is about the game `key`."""
    return re.split(r"^## ", FORMAT.split(f"(`{key}`)", 1)[1], flags=re.MULTILINE)[0]


def rows(part: str, head: str) -> dict[str, str]:
    """The rows of the table under `head`, by what stands in code in their first cell."""
    table = part.split(f"| {head} |", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE))


def documented_games() -> list[str]:
    """The games that are part of the app itself."""
    return [
        key for key, folder in folders().items() if folder.is_relative_to(DOCS.parent / "referee")
    ]


@pytest.mark.parametrize("key", documented_games())
def test_every_event_and_field_is_documented(key: str) -> None:
    documented = rows(section(key), "event")
    kinds = {str(kind.__struct_config__.tag): kind for kind in games()[key].actions}
    assert documented.keys() == kinds.keys()
    for tag, kind in kinds.items():
        for field in msgspec.structs.fields(kind):
            if field.name != "stands":
                assert f"`{field.encode_name}`" in documented[tag], (tag, field.encode_name)


@pytest.mark.parametrize("key", documented_games())
def test_every_option_and_reading_is_documented(key: str) -> None:
    part, game = section(key), games()[key]
    own = {field.encode_name for field in msgspec.structs.fields(game.options_type)}
    assert rows(part, "option").keys() == own - set(Options.__struct_fields__)
    said = part.split("**Readings:**", 1)[1].splitlines()[0]
    assert set(re.findall(r"`(\w+)`", said)) == game.rules.readings.keys()


def test_the_example_is_a_record_with_the_report_it_says() -> None:
    record, report = map(json.loads, re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL))
    made = json.loads(msgspec.json.encode(report_json(check(read(json.dumps(record).encode())))))
    assert made.keys() == report.keys()
    first = report["rulings"][0]
    assert {**made["rulings"][0], "reason": first["reason"], "effects": first["effects"]} == first
    assert [ruling["verdict"] for ruling in made["rulings"]] == ["legal", "legal", "illegal"]


@pytest.mark.parametrize("key", documented_games())
def test_every_key_of_the_state_is_documented(key: str) -> None:
    game = games()[key]
    least, _ = game.player_limits(game.options_type())
    state = game.start([f"p{n}" for n in range(1, least + 1)], game.options_type())
    said = section(key).split("**State:**", 1)[1].split("\n\n", 1)[0]
    assert game.report(state).keys() <= set(re.findall(r"`(\w+)`", said))
