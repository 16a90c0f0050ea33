"""Rulings on cards in a language in which their names have articles."""

from __future__ import annotations

from gettext import translation
from pathlib import Path

import pytest
from zar_table import Table

import referee.translations
from referee.core import Translator, render
from referee.games.zar.cards import NAMES, REAL_CARDS
from referee.games.zar.effects import FOLLOWERS, declarations
from referee.translations.joins import JOINS

_FRENCH = translation("messages", Path(referee.translations.__file__).parent, ["fr"])
FRENCH = Translator(one=_FRENCH.gettext, some=_FRENCH.ngettext, elide=JOINS["fr"])


@pytest.mark.parametrize(("top", "declared"), FOLLOWERS)
def test_a_card_on_another_has_its_article(top: str, declared: str | None) -> None:
    known = {} if declared is None else {"declared": declared}
    t = Table()
    for card in REAL_CARDS:
        t.position("Ann 3, Bo 3", top=top, turn="Bo", owner="Ann", matchable=False, **known)
        declare = {"declare": declarations(card)[0]} if declarations(card) else {}
        reason = t.judge("play", by="Bo", cards=[card], **declare).reason
        the = render(NAMES[card].the, FRENCH)
        said = render(reason, FRENCH)
        assert said.startswith(f"{the[0].upper()}{the[1:]} de Bo "), (render(reason), said)
        assert render(NAMES[top].the, FRENCH).split()[-1] in said or "sur un" in said
