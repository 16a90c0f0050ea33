"""A table told in all places: the link and the file for BG Stats, the chat, the spreadsheet, the
printed sheet, the end of the table's own page, the wall board, its evening, its league and the page
of each who played say the same words and numbers, over random games of all."""

from __future__ import annotations

import csv
import html
import json
import re
import sys
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import phone_of, token_of

from referee.games import games

sys.path.insert(0, str(Path(__file__).parent.parent / "laws"))
from played import brought_in, evenings

MOMENTS = (4, 60, 400)


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def page_of(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.get_data().decode("utf-8-sig")


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_all_say_the_same(shared: Flask, game: str) -> None:
    client = phone_of(shared)
    service = shared.extensions["service"]
    phone = service.phones.find(token_of(client))
    fields = {"name": game, "games": game, "points": "3 1", "by": "wins", "people": ""}
    league = service.leagues.open(phone, fields, key=f"of {game}")
    for record in evenings(game, MOMENTS):
        before = {who: _counted(client, who, game) for who in record["players"]}
        code = brought_in(service, phone, record)
        service.walls.open(code, phone, every=False)
        service.leagues.add_table(league, code, phone)
        linked = _compare(client, f"/t/{code}", games()[game].name)
        wall = service.walls.boards(code, phone).table
        _compare_screens(client, code, wall, league, linked)
        service.leagues.remove_table(league, code, phone)
        is_over = service.views.table(code, phone).over
        for who, was in before.items():
            _compare_person(client, code, who, game, was, linked, is_over)


Row = tuple[int, int, str]
"""Wins (0 of games alone), games and the best."""


def _counted(client: FlaskClient, who: str, game: str) -> dict[tuple[bool, str], Row]:
    """What the page of somebody counts at `game`, by whether alone and what is counted."""
    answer = client.get(f"/players/{who}")
    if answer.status_code == 404:
        return {}
    found = {}
    for table in re.findall(r'<table class="hands standings">.*?</table>', answer.text, re.S):
        is_alone = "Played" in table.partition("</thead>")[0]
        for row in re.findall(rf'<tr><th scope="row"><a [^>]*href="/games/{game}".*?</tr>', table):
            cells = [plain(cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row)]
            numbers = [int(n) for n in re.findall(r"\d+", cells[0])]
            wins, games = (0, *numbers) if is_alone else numbers
            kind = plain(re.sub(r'<span class="aside">.*', "", row)).strip()
            found[is_alone, kind] = (wins, games, cells[1])
    return found


def _compare_person(
    client: FlaskClient,
    code: str,
    who: str,
    game: str,
    was: dict[tuple[bool, str], Row],
    linked: dict[str, dict[str, object]],
    is_over: bool,
) -> None:
    """The page of one who played, against the link: one game more, won or not, its score the best
    or the best as before; the table among his tables, with who won."""
    now = _counted(client, who, game)
    each = linked.get(who)
    if not is_over or each is None:
        assert now == was
        return
    [changed] = [key for key in now if now[key] != was.get(key)]
    wins, games, best = was.get(changed, (0, 0, ""))
    assert now[changed][:2] == (wins + each["winner"], games + 1), who
    side = re.escape(str(each.get("role", who)))
    score = re.search(rf"^\d+\. {side} (.+?)(, wins)?$", plain_chat(client, code), re.M)
    # In a race that others won, who did not get to the end has nothing to compare.
    told = score[1] if "score" in each or len(linked) == 1 else "–"
    assert now[changed][2] in (best, told), who
    assert changed[0] == (len({one["rank"] for one in linked.values()}) == len(linked) == 1)
    page = page_of(client, f"/players/{who}")
    slip = plain(re.search(rf'<a [^>]*href="/t/{code}".*?</a>', page, re.S)[0])
    for name, one in linked.items():
        if one["winner"]:
            assert name in slip.partition(" won")[0]
            assert " won" in slip


def plain_chat(client: FlaskClient, code: str) -> str:
    exported = page_of(client, f"/t/{code}/export")
    return html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", exported, re.S)[1])


def _compare_screens(
    client: FlaskClient, code: str, wall: str, league: str, linked: dict[str, dict[str, object]]
) -> None:
    """The places that a phone or a television shows, against the players of the link."""
    told = {each.get("role", who): each for who, each in linked.items()}
    board = page_of(client, f"/wall/{wall}")
    for row in re.findall(r'<li class="wrow.*?</li>', board, re.S):
        who = plain(re.search(r'wrow__name"[^>]*>(.*?)</b>', row)[1]).strip()
        each = told[who]
        score = re.search(r'wrow__score[^"]*">(-?\d+)</b>', row)
        assert score is None or int(score[1]) == each.get("score"), who
    middle = page_of(client, f"/wall/{wall}/middle")
    seats = re.findall(r'<li class="edge__seat.*?</li>', middle, re.S)
    assert seats
    for seat in seats:
        who = plain(re.search(r"edge__name[^>]*>(.*?)</b>", seat)[1]).strip()
        score = re.search(r'edge__score[^"]*">(-?\d+)</b>', seat)
        if score and who in told:
            assert int(score[1]) == told[who].get("score"), who
    page = page_of(client, f"/t/{code}")
    places = re.findall(r'<li class="place.*?</li>', page, re.S)
    if not places:
        return
    seen = set()
    for row in places:
        who = plain(re.search(r'place__name"[^>]*>(.*?)</b>', row)[1]).strip()
        each = told[who]
        assert int(re.search(r"<text[^>]*>(\d+)</text>", row)[1]) == each["rank"], who
        score = plain(re.search(r'place__score[^"]*">(.*?)</b>', row)[1]).strip()
        assert not re.fullmatch(r"-?\d+", score) or int(score) == each.get("score"), who
        assert ("place--won" in row) == each["winner"], who
        seen.add(who)
    assert seen == set(told)
    evening = plain(page_of(client, f"/t/{code}/evening"))
    listed = re.findall(
        r'<ul class="told"><li>.*?<span class="aloud">,</span>(.*?)<span class="aloud">,</span> <a',
        page_of(client, f"/leagues/{league}"),
        re.S,
    )
    if len(told) == 1:
        assert not listed, "played alone"
        return
    (line,) = (plain(one).strip() for one in listed)
    assert line in evening
    for who, each in linked.items():
        assert who in line
        assert not each["winner"] or who in line.rpartition(". ")[2], line


def _compare(client: FlaskClient, at: str, name: str) -> dict[str, dict[str, object]]:
    """Compare what leaves the app; return the players of the link, by name."""
    exported = page_of(client, f"{at}/export")
    link = html.unescape(re.search(r'createPlay\.html\?data=([^"]+)"', exported)[1])
    sent = json.loads(unquote(link))
    chat = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", exported, re.S)[1])
    played = json.loads(page_of(client, f"{at}/play.bgsplay"))
    rows = list(csv.DictReader(StringIO(page_of(client, f"{at}/scores.csv"))))
    paper = page_of(client, f"{at}/paper?size=a4")
    is_race = bool(rows) and "Won in turns" in rows[0]

    # The game, the people, their scores and places: the link against the file.
    assert sent["game"]["name"] == played["games"][0]["name"] == name
    names = {each["id"]: each["name"] for each in played["players"]}
    play = played["plays"][0]
    filed = {names[each["playerRefId"]]: each for each in play["playerScores"]}
    linked = {each["name"]: each for each in sent["players"]}
    assert list(filed) == list(linked)
    for who, share in linked.items():
        if is_race:
            assert filed[who]["score"] == str(share.get("score", ""))
        else:
            assert sum(map(int, re.findall(r"-?\d+", filed[who]["score"]))) == share["score"]
        for field in ("winner", "rank", "startPlayer"):
            assert filed[who][field] == share[field]
    assert sent.get("durationMin", 0) == play["durationMin"]
    assert sent["playDate"] == play["playDate"]

    # The chat.
    for who, each in linked.items() if is_race else ():
        told = re.search(
            rf"^{each['rank']}\. {re.escape(each.get('role', who))} (.*?)(, wins)?$", chat, re.M
        )
        assert bool(told[2]) == each["winner"]
        assert str(each.get("score", "")) in told[1]
    told = re.findall(r"^(\d+)\. (.+?) (-?\d+)(?: of \d+)?(, wins)?$", chat, re.M)
    sides = {
        (
            str(each["rank"]),
            each.get("role", who),
            str(each.get("score")),
            ", wins" if each["winner"] else "",
        )
        for who, each in linked.items()
    }
    assert is_race or sorted(told) == sorted(sides)
    assert len(linked) > 1 or not any(each["winner"] for each in linked.values())
    assert chat.startswith(name)
    rounds = int((re.search(r"^(\d+) \w+ counted", chat, re.M) or ("", "0"))[1])
    assert rounds == play["rounds"]

    # The spreadsheet: its last rows are the scores, its rounds those that were counted or run.
    if rows:
        column = "Won in turns" if is_race else "Total"
        last = {row["Player"]: row[column] for row in rows}
        found = {who: str(each.get("score", "")) for who, each in linked.items()}
        assert last == {who: score for who, score in found.items() if who in last}
        assert {row["Game"] for row in rows} == {name}
        assert {(row["Player"], row.get("Team", "")) for row in rows} <= {
            (who, each.get("role", "")) for who, each in linked.items()
        }
        assert int(rows[-1]["Round"]) - rounds in (0, 1)

    # The sheet: the same days, names and totals.
    words = plain(paper)
    assert re.search(r", (\d+ \w+ \d{4})$", chat.splitlines()[0])[1] in words
    for who in linked:
        assert who in words
    foot = re.search(r"<tfoot>(.*?)</tfoot>", paper, re.S)
    if foot and "rounds" in paper and not is_race:
        totals = sorted(map(int, re.findall(r"<b>(-?\d+)</b>", foot[1])))
        assert set(totals) == {each["score"] for each in linked.values()}
        if rows:
            numbered = re.findall(r'<th scope="row">(\d+)', paper)
            filled = [n for n in numbered if int(n) <= int(rows[-1]["Round"])]
            assert len(filled) == int(rows[-1]["Round"])
    return linked
