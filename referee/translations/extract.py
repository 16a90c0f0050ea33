"""How Babel finds the messages of a `rules.toml` and a `lesson.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

NUMBER = re.compile(r"[\d.]+\w?")
"""How a rulebook numbers its sections; one without numbers heads them with words."""


def rules(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Babel's extractor for clauses and readings: (line, function, message, comments) each."""
    text = file.read().decode()
    found = tomllib.loads(text)
    lines = text.splitlines()
    for clause in found.get("clause", []):
        for part in ("section", "title", "text"):
            if not NUMBER.fullmatch(clause[part]):
                yield _line(lines, clause[part]), "gettext", clause[part], []
    for reading in found.get("reading", []):
        for words in (reading["question"], *reading["answers"].values()):
            yield _line(lines, words), "gettext", words, []


def lesson(
    file: BinaryIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Babel's extractor for the steps of a lesson: (line, function, message, comments) each."""
    text = file.read().decode()
    lines = text.splitlines()
    for step in tomllib.loads(text)["step"]:
        for told in (step, *step["choices"]):
            for part in ("tells", "task", "learnt", "label", "kindly"):
                if part in told:
                    yield _line(lines, told[part]), "gettext", told[part], []


def _line(lines: list[str], words: str) -> int:
    """The line on which `words` begin; 1 where they are spelled with escapes."""
    start = words[:30]
    return next((i for i, line in enumerate(lines, 1) if start in line), 1)
