"""The catalogue holds every text of the project, and no other."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
CATALOGUE = ROOT / "referee" / "translations" / "messages.pot"
COMMAND = [
    *(sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml"),
    *("-k", "say", "-k", "plural:1,2", "-k", "pgettext:1c,2"),
    *("--no-location", "--sort-output", "--omit-header"),
]
"""With `-o referee/translations/messages.pot .` after it, this makes the catalogue anew."""


def messages(path: Path) -> dict[object, object]:
    with path.open("rb") as file:
        return {(m.context, m.id): m for m in read_po(file) if m.id}


def test_catalogue_is_complete(tmp_path):
    fresh = tmp_path / "messages.pot"
    subprocess.run([*COMMAND, "-o", str(fresh), "."], cwd=ROOT, check=True, capture_output=True)
    ours, found = messages(CATALOGUE), messages(fresh)
    assert not found.keys() - ours.keys(), "make the catalogue anew"
    assert not ours.keys() - found.keys(), "make the catalogue anew"


def test_no_sentence_ends_or_begins_with_a_space():
    """A sentence that is glued to another has a space at its end."""
    for _, id in messages(CATALOGUE):
        for text in id if isinstance(id, tuple) else (id,):
            assert text == text.strip(), text


def test_places_of_sentences_are_named():
    """`{}` and `%s` cannot be moved about by a translator."""
    for _, id in messages(CATALOGUE):
        for text in id if isinstance(id, tuple) else (id,):
            assert "{}" not in text, text
            assert not re.search(r"%[sd]", text), text
