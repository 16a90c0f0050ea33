"""The number that is typed where a hand, a round or a game is counted."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from phones import form_token, phone_of, token_of

COUNTS = {
    "zar": ("score", "points", {"type": "end_hand", "winner": "p1"}),
    "zinga": ("end_round", "points", {"type": "end_round", "winner": "p1"}),
    "zingazam": ("score", "counts", {"type": "score_game", "counts.p1": "2"}),
}


@pytest.fixture
def count(app: Flask):
    """Sends the count of a game as its sheet does; the answer and the number on the keypad."""
    client = phone_of(app)
    service = app.extensions["service"]

    def sent(game: str, number: str, **more: str) -> tuple[int, str | None]:
        sheet, field, fields = COUNTS[game]
        phone = service.phones.find(token_of(client))
        code = service.opening.open_table(phone, game, ["Ann", "Bo", "Cy"], {}, key=f"open-{game}")
        data = {"csrf_token": form_token(client), "seq": "0", "key": number, "sheet": sheet}
        data |= fields | {"now": "p2", f"{field}.p3": "3", f"{field}.p2": number} | more
        answer = client.post(f"/t/{code}/events", data=data)
        page = answer.get_data(as_text=True)
        assert answer.status_code == 303 or "Nothing was recorded" in page or more
        found = re.search(rf'type="number"[^>]* name="{field}.p2" value="([^"]*)"', page)
        return answer.status_code, found and found[1]

    return sent


@pytest.mark.parametrize("game", COUNTS)
def test_a_number_that_is_refused_stays(count, game: str) -> None:
    assert count(game, "9" * 14) == (422, "9" * 14)


def test_a_button_drawn_before_a_number_was_typed_records_nothing(count) -> None:
    """What it carries is not what is typed; the sheet comes back with a button that does."""
    old = "type=end_hand&winner=p1&points.p2=5&points.p3=3"
    assert count("zar", "12", event=old, typed="points.p2:5") == (200, "12")
    assert count("zar", "5", event=old, typed="points.p2:5")[0] == 303
