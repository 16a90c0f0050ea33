"""A lesson as its file tells it."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from referee.core import Action, Lesson, Options, say


class Lay(Action[int], frozen=True, tag="lay"):
    by: str
    cards: tuple[str, ...] = ()
    hands: dict[str, int] = {}


class Pass(Action[int], frozen=True, tag="pass"):
    by: str


TOLD = """
players = ["Ann", "Bo"]

[[step]]
events = [{ type = "pass", by = "Bo" }]
task = "What does Ann lay?"
each = { type = "lay", by = "Ann", cards = ["a"], hands = { Bo = 1 } }
choices = [
  { cards = ["b"], right = true },
  { cards = ["c"], hands = { Ann = 2 }, label = "The c", kindly = "Allowed." },
  { type = "lay", by = "Bo" },
]
learnt = "That is all."
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """The lesson of a package of its own; `lesson.toml` lies in `tmp_path`."""
    (tmp_path / "told_lesson").mkdir()
    (tmp_path / "told_lesson" / "__init__.py").touch()
    (tmp_path / "told_lesson" / "lesson.toml").write_text(TOLD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "told_lesson", raising=False)

    def called(event: Lay, others: list[Lay]):
        return say("{n} of {all}", n=others.index(event), all=len(others))

    return Lesson("told_lesson", (Lay, Pass), Options, called)


def test_what_all_choices_have_in_common_stands_once(told: Lesson) -> None:
    [step] = told.steps
    assert [choice.event for choice in step.choices] == [
        Lay(by="Ann", cards=("a", "b"), hands={"Bo": 1}),
        Lay(by="Ann", cards=("a", "c"), hands={"Ann": 2, "Bo": 1}),
        Lay(by="Bo", cards=("a",), hands={"Bo": 1}),
    ]
    assert step.right == step.choices[0].event
    assert told.events_before(0) == [Pass(by="Bo")]


def test_a_choice_without_a_label_is_called_as_the_game_says(told: Lesson) -> None:
    [step] = told.steps
    labels = [choice.label for choice in step.choices]
    assert labels == [
        say("{n} of {all}", n=0, all=2),
        say("The c"),
        say("{n} of {all}", n=1, all=2),
    ]
    assert [choice.kindly for choice in step.choices] == [None, say("Allowed."), None]


def test_a_misspelled_field_is_refused(told: Lesson, tmp_path: Path) -> None:
    path = tmp_path / "told_lesson" / "lesson.toml"
    path.write_text(TOLD.replace("learnt", "learned"))
    with pytest.raises(msgspec.ValidationError, match="learn"):
        _ = told.steps
