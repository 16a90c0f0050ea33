"""The kept sentences of the games' tests: each is asked for, and a difference is found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from kept_wording import Wording, kept_in

HERE = Path(__file__).parent
FOLDERS = sorted(file.parent for file in HERE.glob("*/wording.json"))


def asking(module: Path) -> set[str]:
    """The names of the tests in `module` that ask for sentences."""
    tree = ast.parse(module.read_text())
    return {
        each.name
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef) and "wording" in {arg.arg for arg in each.args.args}
    }


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_sentence_is_asked_for(folder: Path) -> None:
    kept = {tuple(name.partition("[")[0].split("::")) for name in kept_in(folder)}
    asked = {(module.stem, test) for module in folder.glob("test_*.py") for test in asking(module)}
    assert kept == asked


def test_what_is_compared_is_compared_in_order_and_differs() -> None:
    wording = Wording(["Ann plays.", ["Bo draws."]])
    assert wording == "Ann plays."
    assert wording != "Bo draws."
    assert wording != "more than is kept"
    assert Wording(["Ann plays."]) != "Ann plays"
