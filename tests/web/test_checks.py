"""Who plays in a question that names nobody."""

from __future__ import annotations

import pytest
from flask import Flask
from phones import open_table, phone_of

from referee.games import games

KNOWN = ["Mona", "Nils", "Olga", "Pia", "Quin", "Rosa"]


@pytest.mark.parametrize("key", games())
def test_a_question_has_as_many_players_as_it_needs(app: Flask, key: str) -> None:
    game = games()[key]
    least, most = game.seats(game.options_type())
    phone = phone_of(app)
    assert all(name not in phone.get(f"/check/{key}").text for name in KNOWN)
    open_table(app, phone, KNOWN)
    page = phone.get(f"/check/{key}").text
    named = [name for name in KNOWN if name in page]
    assert named == KNOWN[: max(least, 3)], "those this phone knows, before any other"
    assert all(f">{name}<" not in page for name in ("Eli", "Finn", "Gus", "Hal")), most
