"""Earlier entries corrected, as a phone does it: in the forms of every game."""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of, token_of

from referee.games import games
from referee.record import check, read, report_json
from referee.service import Service, Submission

sys.path.insert(0, str(Path(__file__).parent.parent / "laws"))
from played import brought_in, evenings

HANDS = [
    ("p3", {"p1": 11, "p2": 12, "p4": 8}),
    ("p2", {"p1": 15, "p3": 9, "p4": 5}),
    ("p1", {"p2": 3, "p3": 6, "p4": 10}),
]


class Evening:
    """A phone, and its table of ZAR after three hands; the lines of these."""

    def __init__(self, app: Flask) -> None:
        self.client = phone_of(app)
        self.service: Service = app.extensions["service"]
        phone = self.service.phones.find(token_of(self.client))
        assert phone is not None
        self.phone = phone
        names = ["Ann", "Bo", "Cy", "Dee"]
        self.code = self.service.opening.open_table(phone, "zar", names, {"target": 50}, key="o")
        self.lines = []
        for seq, (winner, points) in enumerate(HANDS):
            event = {"type": "end_hand", "winner": winner, "points": points}
            submission = Submission(event=event, seen=seq, key=f"hand {seq}")
            self.lines.append(self.service.play.submit(self.code, phone, submission).line)

    def page(self, address: str) -> str:
        answer = self.client.get(f"/t/{self.code}{address}")
        assert answer.status_code == 200
        return html.unescape(answer.get_data(as_text=True))

    def send(self, key: str, line: int, **more: str) -> tuple[int, str]:
        data = {"csrf_token": form_token(self.client), "key": key, "seq": str(self.look().seq)}
        data |= {"sheet": "score", "correct": str(line), "winner": "p3", "points.p2": "12"}
        data |= {"points.p1": "11", "points.p4": "8"} | more
        answer = self.client.post(f"/t/{self.code}/events", data=data)
        return answer.status_code, html.unescape(answer.get_data(as_text=True))

    def look(self):
        return self.service.views.table(self.code, self.phone)

    def totals(self) -> list[int]:
        return [*self.look().game.scores(self.look().state).values()]


def bare(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def test_a_tap_on_a_hand_opens_its_form_with_its_values(evening: Evening) -> None:
    course = evening.page("/course")
    for line in evening.lines:
        assert f'href="/t/{evening.code}/correct/{line}"' in course
    form = evening.page(f"/correct/{evening.lines[0]}")
    assert re.search(r'<output class="sum">8</output>', form)
    assert re.findall(r"Ann : 11|Bo : 12", bare(form))
    assert "2 entries came later" in form or "2 later entries stay as they are." in form
    assert f"/correct/{evening.lines[0]}" in evening.page(f"/log/{evening.lines[0]}")


def test_old_and_new_are_shown_before_and_told_after(evening: Evening) -> None:
    first = evening.lines[0]
    tapped = f"/sheet/score?correct={first}&winner=p3&points.p1=11&points.p2=21&points.p4=8&now=p2"
    form = bare(evening.page(tapped))
    assert "Bo This entry 12 , corrected to: 21 Total 15 , corrected to: 24 " in form
    assert evening.totals() == [26, 15, 15, 23]
    assert evening.send("a", first, **{"points.p2": "21"})[0] == 303
    assert evening.totals() == [26, 24, 15, 23]
    log = evening.page("/log")
    assert "Hand 1: Bo 12 → 21; Hand 2 and Hand 3 kept" in log
    assert log.count("went out") == len(HANDS)
    assert "<s>" not in log


def test_the_table_chooses_where_a_later_hand_would_not_count(evening: Evening) -> None:
    status, page = evening.send("a", evening.lines[0], **{"points.p1": "51"})
    assert status == 409
    assert "Bo went out" in page
    assert "The game is over." in page
    assert evening.totals() == [26, 15, 15, 23]
    kept = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
    assert kept["points.p1"] == "51"
    answer = evening.client.post(f"/t/{evening.code}/events", data=kept)
    assert answer.status_code == 303
    assert evening.totals() == [51, 12, 0, 8]
    assert "Hand 1: Ann 11 → 51; 2 later entries undone" in evening.page("/log")


def test_what_is_refused_keeps_what_was_entered(evening: Evening) -> None:
    status, page = evening.send("a", evening.lines[0], **{"points.p3": "7"})
    assert status == 422
    assert f'name="correct" value="{evening.lines[0]}"' in page
    assert evening.totals() == [26, 15, 15, 23]
    assert evening.send("b", evening.lines[0], **{"points.p2": "9" * 14})[0] == 422
    assert evening.send("c", evening.lines[0] + 99)[0] in (404, 422)


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_every_entry_of_every_game_can_be_corrected(shared: Flask, game: str) -> None:
    """Its page is drawn, and whatever a tap on it sends leaves a table that follows the rules."""
    client = phone_of(shared)
    service = shared.extensions["service"]
    phone = service.phones.find(token_of(client))
    assert phone is not None
    dice, drawn, sent = Random(game), 0, set()
    for record in evenings(game, (14,)):
        code = brought_in(service, phone, record)
        for n in range(len(record["events"])):
            with service.tables.read(code, phone) as session:
                rows = session.db.pile.lines(session.table.id, 0, session.table.depth)
            if n >= len(rows):
                break
            buttons = _buttons(client, code, rows[n].line)
            drawn += bool(buttons)
            if not buttons:
                continue
            data = {
                "csrf_token": form_token(client),
                "key": f"{code} {n}",
                "seq": str(service.views.table(code, phone).seq),
                "correct": str(rows[n].line),
                "event": dice.choice(buttons),
            }
            answer = client.post(f"/t/{code}/events", data=data)
            assert answer.status_code in (303, 403, 409, 422)
            sent.add(answer.status_code)
        exported = service.records.export(code, phone)
        report = report_json(check(read(msgspec.json.encode(exported), games())))
        assert all(ruling["verdict"] == "legal" for ruling in report["rulings"])
    assert drawn
    assert 303 in sent


def _buttons(client: FlaskClient, code: str, line: int) -> list[str]:
    """What the buttons send that record something, on the pages that correct the entry."""
    found = []
    for query in ("", "?other=1"):
        answer = client.get(f"/t/{code}/correct/{line}{query}")
        assert answer.status_code in (200, 403, 422)
        page = answer.get_data(as_text=True)
        if answer.status_code == 200:
            assert f'name="correct" value="{line}"' in page
        found += re.findall(r'name="event" value="([^"]+)"', page)
        found += re.findall(r'value="([^"]+)"[^>]*name="event"', page)
    return [html.unescape(each) for each in found]


def test_a_refusal_shows_no_name_of_a_field(evening: Evening) -> None:
    form = {"csrf_token": form_token(evening.client), "key": "u", "seq": "3"}
    assert evening.client.post(f"/t/{evening.code}/undo", data=form).status_code == 303
    status, page = evening.send("late", evening.lines[2])
    assert status == 422
    assert "This entry cannot be corrected any more: it was undone." in page
    assert "corrects" not in page


def test_a_setting_under_which_an_entry_would_not_count_names_the_entry(evening: Evening) -> None:
    form = {"csrf_token": form_token(evening.client), "do": "options", "options.target": "20"}
    answer = evening.client.post(f"/t/{evening.code}/settings", data=form)
    assert answer.status_code == 422
    said = bare(html.unescape(answer.text))
    assert "The problem is here: Hand 3" in said or "The problem is here: Ann" in said
    assert "events[" not in said
