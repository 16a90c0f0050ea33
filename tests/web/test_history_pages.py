"""The pages of a phone's past, and the files a table gives out."""

from __future__ import annotations

import json
import re

import pytest
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission

NASTY = ["Ann", "a/b", ".", "..", "Bo & Co?", "x#y", "100%", '"><b>', "=1+1"]


class Phone:
    """A phone with a table of ZAR."""

    def __init__(self, app, names=("Ann", "Bo", "Cy"), title=""):
        self.app, self.client = app, phone_of(app)
        self.service = app.extensions["service"]
        self.me = self.service.phones.find(token_of(self.client))
        self.code = open_table(app, self.client, list(names))
        if title:
            self.service.settings.set_title(self.code, self.me, title)

    def play(self, points, **more):
        seq = self.service.views.table(self.code, self.me).seq
        event = {"type": "end_hand", "winner": "p1", "points": points} | more
        answer = self.service.play.submit(
            self.code, self.me, Submission(event=event, seen=seq, key=f"k{seq}")
        )
        assert answer.seq == seq + 1, answer

    def get(self, path, status=200):
        answer = self.client.get(path)
        assert answer.status_code == status, answer.text
        return answer.get_data(as_text=True)

    def rename(self, player, name):
        data = {"player": player, "name": name, "csrf_token": form_token(self.client)}
        return self.client.post("/players", data=data)


@pytest.fixture
def phone(app):
    made = Phone(app, title="Kitchen table")
    made.play({"p2": 40, "p3": 7})
    return made


@pytest.fixture
def over(phone):
    """The same, over."""
    phone.play({"p2": 500, "p3": 500})
    assert phone.service.views.table(phone.code, phone.me).over
    return phone


def test_tables_are_listed_and_found(phone, app):
    for path in ("/tables", "/tables?kind=running", "/tables?q=kit", "/tables?q=an", "/"):
        assert "Kitchen table" in phone.get(path), path
    for path in ("/tables?kind=finished", "/tables?q=nobody", "/tables?q=%22(", "/games/zar"):
        assert "Kitchen table" not in phone.get(path), path
    stranger = app.test_client()
    assert "Kitchen" not in stranger.get("/tables").get_data(as_text=True)
    assert stranger.get("/players/Ann").status_code == 404


def test_a_finished_table_is_past(over):
    assert "Kitchen table" not in over.get("/"), "the first page has what goes on"
    assert "All tables" in over.get("/")
    for path in ("/tables?kind=finished", "/games/zar", "/players/Ann"):
        page = over.get(path)
        assert "Kitchen table" in page
        assert "Ann won" in page
    rows = re.findall(r"<tr>.*?</tr>", over.get("/games/zar"), re.S)[1:]
    found = [re.sub(r"<[^>]*>", " ", row).split() for row in rows]
    assert {row[0]: row[-5:] for row in found} == {
        "Ann": ["1", "of", "1", "0", "0"],
        "Bo": ["0", "of", "1", "540", "540"],
        "Cy": ["0", "of", "1", "507", "507"],
    }
    assert found[0][0] == "Ann"


def test_an_evening_has_a_page_and_a_way_to_it(over, app):
    address = f"/t/{over.code}/evening"
    for path in ("/tables", f"/t/{over.code}", f"/t/{over.code}/export"):
        assert address in over.get(path), path
    page = over.get(address)
    assert "Kitchen table" in page
    assert "1. Ann: 1 of 1 won" in page
    assert "ZAR: Ann 0, Cy 507 and Bo 540. Ann won." in page
    stranger = phone_of(app)
    answer = stranger.get(address)
    assert answer.status_code in (303, 404)
    assert b"Kitchen" not in answer.data


LEAGUE = {"name": "Autumn", "games": "zar", "points": "5 3 1", "by": "points", "people": ""}


def open_league(phone, **fields):
    data = LEAGUE | {"csrf_token": form_token(phone.client), "key": "one"} | fields
    answer = phone.client.post("/leagues/new", data=data)
    assert answer.status_code == 303, answer.text
    return answer.location


def send(phone, address, **fields):
    return phone.client.post(address, data=fields | {"csrf_token": form_token(phone.client)})


def test_a_table_counts_in_a_league(over):
    league = open_league(over)
    code = league.rpartition("/")[2]
    assert "No table counts yet" in over.get(league)
    assert f"/t/{over.code}/leagues" in over.get(f"/t/{over.code}/more")
    assert 'name="add"' in over.get(f"/t/{over.code}/leagues")
    assert send(over, f"/t/{over.code}/leagues", add=code).status_code == 303
    page = re.sub(r"<[^>]+>|\s+", " ", over.get(league))
    assert re.search(r"1\. +Ann +1 of 1 +5 +2\. +Cy +0 of 1 +3 +3\. +Bo +0 of 1 +1 ", page)
    assert "ZAR: Ann 0, Cy 507 and Bo 540. Ann won." in page
    assert league in over.get("/leagues")
    assert send(over, f"{league}/change", do="remove", table=over.code).status_code == 303
    assert "No table counts yet" in over.get(league)


def test_a_table_joins_a_league_as_it_is_opened(over):
    code = open_league(over).rpartition("/")[2]
    assert "Autumn" in over.get("/open/zar")
    assert "Autumn" not in over.get("/open/kazing")
    answer = send(over, "/open/zar", start="1", name=["Ann", "Bo"], league=code, key="t")
    assert answer.status_code == 303
    assert 'name="remove"' in over.get(f"{answer.location}/leagues")


def test_a_league_opens_to_who_has_its_code(over, app):
    league = open_league(over)
    send(over, f"/t/{over.code}/leagues", add=league.rpartition("/")[2])
    stranger = Phone(app, names=("Xa", "Yo"))
    for path in ("/leagues/ABCDEF", f"{league}/change", f"{league}x"):
        stranger.get(path, 404)

    def text() -> str:
        """Without what stands in tags: the secret of a form may have any letters."""
        return re.sub(r"<[^>]+>", " ", stranger.get(league))

    assert "Autumn" in text()
    assert "Cy" not in text()
    assert send(stranger, f"{league}/change", **LEAGUE).status_code == 404
    assert send(stranger, f"{league}/join").status_code == 303
    assert "Cy" in text()
    assert f"/t/{over.code}" not in stranger.get(league), "the table itself stays closed"
    assert stranger.get(f"{league}/change", 403)
    assert send(stranger, f"{league}/change", **LEAGUE).status_code == 403
    assert send(stranger, f"{league}/change", do="leave").status_code == 303
    assert "Cy" not in text()


def test_who_opened_a_league_changes_all_of_it(over):
    """Its name, days, games, people and points; the form opens with what there is."""
    league = open_league(over)
    send(over, f"/t/{over.code}/leagues", add=league.rpartition("/")[2])
    assert f"{league}/change" in over.get(league)
    assert 'value="Autumn"' in over.get(f"{league}/change")
    new = {"name": "Winter", "games": ["zar", "zigzag"], "by": "wins", "points": "7 2"}
    days = {"first_day": "2026-11-01", "last_day": "2999-02-28"}
    changed = send(over, f"{league}/change", **new, **days, people="Bo\nCy")
    assert (changed.status_code, changed.location) == (303, league)
    page = over.get(league)
    assert "Winter" in page
    assert "Autumn" not in page
    assert "ZigZag" in page
    assert "1 Nov 2026" in page
    assert "by wins" in page
    assert "7, 2" in page
    form = over.get(f"{league}/change")
    assert 'value="2999-02-28"' in form
    assert "Bo\nCy</textarea>" in form


def test_codes_of_leagues_are_not_guessed(over):
    answers = [over.client.get(f"/leagues/ABC{n}{n}{n}").status_code for n in range(2, 10)] * 2
    answers += [over.client.get(f"/leagues/ABD{n}{n}{n}").status_code for n in range(2, 10)]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_what_a_league_cannot_use_stays_typed(over):
    data = LEAGUE | {"csrf_token": form_token(over.client), "key": "k", "first_day": "soon"}
    answer = over.client.post("/leagues/new", data=data)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert 'value="soon"' in page
    assert 'value="Autumn"' in page
    assert "year, month and day" in page


def test_pages_follow_each_other(app):
    phone = Phone(app)
    for n in range(34):
        names = ["Ann", f"Guest {n}"]
        phone.service.opening.open_table(phone.me, "zar", names, {}, title=f"No {n}", key=f"x{n}")
    seen = []
    path = "/tables?kind=running&q="
    while path:
        page = phone.get(path)
        seen += re.findall(r">No (\d+)<", page)
        path = next(iter(re.findall(r'href="(/tables[^"]*before=\d+)"', page)), "")
        path = path.replace("&amp;", "&")
    assert [int(n) for n in seen] == list(range(33, -1, -1))
    page = phone.get("/players/ann")
    assert page.count('class="slip"') == 30
    assert re.search(r'href="/players/Ann\?before=\d+"', page)


@pytest.mark.parametrize("name", NASTY)
def test_everybody_has_a_page(app, name):
    phone = Phone(app, names=(name, "Zoe"))
    phone.play({"p2": 500})
    [href] = [
        address.replace("&amp;", "&")
        for address in re.findall(r'href="(/players[^"]*)"', phone.get("/games/zar"))
        if "Zoe" not in address
    ]
    page = phone.get(href)
    assert "the one table" in page
    assert "<b>&" not in page


def test_a_player_is_renamed(over):
    answer = over.rename("Bo", "Bob")
    assert (answer.status_code, answer.location) == (303, "/players/Bob?done=1&kept=0")
    assert "changed at 1 table" in over.get(answer.location)
    assert over.service.views.table(over.code, over.me).names["p2"] == "Bob"


def test_a_name_that_is_taken_there_stays(over):
    answer = over.rename("Bo", "Cy")
    assert answer.location == "/players/Bo?done=0&kept=1"
    assert "the name stays" in over.get(answer.location)


@pytest.mark.parametrize("typed", ["x" * 41, "", "a\u202eb"])
def test_what_is_no_name_changes_nothing_and_stays_typed(over, typed):
    answer = over.rename("Bo", typed)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "is-off" in page
    assert f'value="{typed or "Bo"}"' in page
    assert over.service.views.table(over.code, over.me).names["p2"] == "Bo"


def test_nobody_renames_whom_he_has_not_met(over, app):
    other = Phone(app, names=("Xa", "Yo"))
    assert other.rename("Bo", "Bob").status_code == 404


def test_files_of_a_table(over):
    page = over.get(f"/t/{over.code}/export")
    assert "1. Ann 0, wins" in page
    assert "https://app.bgstatsapp.com/createPlay.html?data=%7B" in page
    assert f"/t/{over.code}/export" in over.get(f"/t/{over.code}"), "at the end of a game"
    assert f"/t/{over.code}/export" in over.get(f"/t/{over.code}/more")
    assert "/players/Bo" in over.get(f"/t/{over.code}/people")
    answer = over.client.get(f"/t/{over.code}/scores.csv")
    assert answer.mimetype == "text/csv"
    assert answer.mimetype_params == {"charset": "utf-8"}
    assert answer.headers["Content-Disposition"] == "attachment; filename=kitchen-table.csv"
    assert len(answer.get_data(as_text=True).splitlines()) == 7
    answer = over.client.get(f"/t/{over.code}/play.bgsplay")
    assert answer.headers["Content-Disposition"] == "attachment; filename=kitchen-table.bgsplay"
    assert json.loads(answer.data)["games"][0]["highestWins"] is False


def test_who_is_not_at_the_table_gets_none_of_them(over, app):
    stranger = phone_of(app)
    for way in ("export", "scores.csv", "play.bgsplay"):
        answer = stranger.get(f"/t/{over.code}/{way}")
        assert answer.status_code in (303, 404)
        assert b"Ann" not in answer.data
