"""Languages that nobody speaks, to see what becomes of the pages in one."""

from __future__ import annotations

import re
from collections.abc import Callable

import flask_babel
import pytest

BEGIN, END = "⟦", "⟧"


def marked(text: str) -> str:
    """`text` between marks: what is said without them is in no catalogue."""
    return f"{BEGIN}{text}{END}"


def stretched(text: str) -> str:
    """`text` with every word half again as long; its places stay."""
    return re.sub(r"(%\(\w+\)s|\{\w+\})|([^\W\d_]+)", _longer, text)


def _longer(found: re.Match[str]) -> str:
    word = found[0]
    return word if found[1] else word + word[: (len(word) + 1) // 2].lower()


class Catalogue:
    """A catalogue that has every message, in a language made by `turn`."""

    def __init__(self, turn: Callable[[str], str]) -> None:
        self.turn = turn

    def gettext(self, text: str) -> str:
        return self.turn(text)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.turn(one if n == 1 else many)

    def pgettext(self, about: str, text: str) -> str:
        return self.turn(text)

    ugettext, ungettext, upgettext = gettext, ngettext, pgettext


def render(patch: pytest.MonkeyPatch, turn: Callable[[str], str]) -> None:
    """From here on all pages are in the language made by `turn`."""
    patch.setattr(flask_babel.Domain, "get_translations", lambda domain: Catalogue(turn))
