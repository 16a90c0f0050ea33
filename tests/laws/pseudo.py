"""Languages that nobody speaks, to see what becomes of the pages in one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import flask_babel
import pytest
from babel.messages.pofile import read_po

import referee

BEGIN, END = "⟦", "⟧"
CATALOGUE = Path(referee.__file__).parent / "translations" / "messages.pot"


def marked(text: str) -> str:
    """`text` between marks: what is said without them is in no catalogue."""
    return f"{BEGIN}{text}{END}"


def unmarked(text: str) -> str:
    """`text` outside all marks, inside a marked one too."""
    return f"{END}{text}{BEGIN}"


def stretched(text: str) -> str:
    """`text` with every word half again as long; its places stay."""
    return re.sub(r"(%\(\w+\)s|\{\w+\})|([^\W\d_]+)", _longer, text)


def _longer(found: re.Match[str]) -> str:
    word = found[0]
    return word if found[1] else word + word[: (len(word) + 1) // 2].lower()


@cache
def messages() -> dict[str, set[str]]:
    """The texts that can be translated, by their contexts ("" for none)."""
    found: dict[str, set[str]] = {}
    with CATALOGUE.open("rb") as file:
        for message in read_po(file):
            texts = [message.id] if isinstance(message.id, str) else message.id
            found.setdefault(message.context or "", set()).update(texts)
    return found


class Catalogue:
    """The catalogue in a language made by `turn`; a text that it lacks is given to `lacking`."""

    def __init__(self, turn: Callable[[str], str], lacking: Callable[[str], str]) -> None:
        self.turn, self.lacking, self.known = turn, lacking, messages()

    def gettext(self, text: str) -> str:
        return self.pgettext("", text)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.pgettext("", one if n == 1 else many)

    def pgettext(self, about: str, text: str) -> str:
        return self.turn(text) if text in self.known.get(about, ()) else self.lacking(text)

    ugettext, ungettext, upgettext = gettext, ngettext, pgettext


def render(
    patch: pytest.MonkeyPatch, turn: Callable[[str], str], lacking: Callable[[str], str] = str
) -> None:
    """From here on all pages are in the language made by `turn`; a text that is in no catalogue is
    said by `lacking`."""
    catalogue = Catalogue(turn, lacking)
    patch.setattr(flask_babel.Domain, "get_translations", lambda domain: catalogue)
