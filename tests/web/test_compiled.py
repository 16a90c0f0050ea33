"""Templates are compiled once, not at each start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import DictLoader
from phones import Make

from referee.web.templating import Compiled, Templates

Start = Callable[..., str]


@pytest.fixture
def starts(make: Make, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts an app whose templates are kept in the folder `kept`; it draws a page."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)

    def started(kept: Path, page: str = "Hello {{ name }}") -> str:
        monkeypatch.setattr(Templates, "compiled", staticmethod(lambda: Compiled(kept)))
        app = make()
        app.jinja_env.loader = DictLoader({"page.html": page})
        with app.test_request_context("/"):
            return app.jinja_env.get_template("page.html").render(name="Ann")

    return started


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The templates that were compiled."""
    names: list[str | None] = []
    parse = Templates._parse

    def noted(self: Templates, source: str, name: str | None, filename: str | None) -> object:
        names.append(name)
        return parse(self, source, name, filename)

    monkeypatch.setattr(Templates, "_parse", noted)
    return names


def test_the_next_start_compiles_nothing(
    starts: Start, parsed: list[str | None], tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    assert starts(kept) == starts(kept) == "Hello Ann"
    assert parsed == ["page.html"]
    assert len(list(kept.iterdir())) == 1


def test_what_was_changed_is_compiled(
    starts: Start, parsed: list[str | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    starts(kept)
    assert starts(kept, "Bye {{ name }}") == "Bye Ann"
    monkeypatch.setattr("referee.web.templating.version", lambda name: "another")
    assert starts(kept, "Bye {{ name }}") == "Bye Ann"
    assert parsed == ["page.html"] * 3
    assert len(list(kept.iterdir())) == 1, "what is out of date is written over"


@pytest.mark.parametrize("left", [0, 3, 30, 60, 200])
def test_a_file_that_was_cut_is_passed_over(starts: Start, tmp_path: Path, left: int) -> None:
    kept = tmp_path / "kept"
    starts(kept)
    (file,) = kept.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert starts(kept) == "Hello Ann"


def test_the_folder_is_made(starts: Start, parsed: list[str | None], tmp_path: Path) -> None:
    assert starts(tmp_path / "a" / "b") == starts(tmp_path / "a" / "b") == "Hello Ann"
    assert len(parsed) == 1


def test_where_nothing_can_be_written_pages_are_drawn(starts: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert starts(tmp_path / "file") == "Hello Ann"
    assert starts(tmp_path / "file" / "below") == "Hello Ann"
