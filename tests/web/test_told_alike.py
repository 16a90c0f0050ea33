"""A table told in all places: the link and the file for BG Stats, the chat, the spreadsheet and the
printed sheet say the same words and numbers, over random games of all."""

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
    for record in evenings(game, MOMENTS):
        code = brought_in(service, phone, record)
        _compare(client, f"/t/{code}", games()[game].name)


def _compare(client: FlaskClient, at: str, name: str) -> None:
    exported = page_of(client, f"{at}/export")
    link = html.unescape(re.search(r'createPlay\.html\?data=([^"]+)"', exported)[1])
    sent = json.loads(unquote(link))
    chat = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", exported, re.S)[1])
    played = json.loads(page_of(client, f"{at}/play.bgsplay"))
    rows = list(csv.DictReader(StringIO(page_of(client, f"{at}/scores.csv"))))
    paper = page_of(client, f"{at}/paper?size=a4")

    # The game, the people, their scores and places: the link against the file.
    assert sent["game"]["name"] == played["games"][0]["name"] == name
    names = {each["id"]: each["name"] for each in played["players"]}
    play = played["plays"][0]
    filed = {names[each["playerRefId"]]: each for each in play["playerScores"]}
    linked = {each["name"]: each for each in sent["players"]}
    assert list(filed) == list(linked)
    for who, share in linked.items():
        assert sum(map(int, re.findall(r"-?\d+", filed[who]["score"]))) == share["score"]
        for field in ("winner", "rank", "startPlayer"):
            assert filed[who][field] == share[field]
    assert sent.get("durationMin", 0) == play["durationMin"]
    assert sent["playDate"] == play["playDate"]

    # The chat.
    told = re.findall(r"^(\d+)\. (.+) (-?\d+)(, wins)?$", chat, re.M)
    sides = {
        (
            str(each["rank"]),
            each.get("role", who),
            str(each["score"]),
            ", wins" if each["winner"] else "",
        )
        for who, each in linked.items()
    }
    assert sorted(told) == sorted(sides)
    assert len(linked) > 1 or not any(each["winner"] for each in linked.values())
    assert chat.startswith(name)
    rounds = int((re.search(r"^(\d+) rounds? counted", chat, re.M) or ("", "0"))[1])
    assert rounds == play["rounds"]

    # The spreadsheet: its last rows are the scores, its rounds those that were counted or run.
    if rows:
        last = {row["Player"]: int(row["Total"]) for row in rows}
        assert last == {who: each["score"] for who, each in linked.items() if who in last}
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
    if (foot := re.search(r"<tfoot>(.*?)</tfoot>", paper, re.S)) and "rounds" in paper:
        totals = sorted(map(int, re.findall(r"<b>(-?\d+)</b>", foot[1])))
        assert set(totals) == {each["score"] for each in linked.values()}
        if rows:
            numbered = re.findall(r'<th scope="row">(\d+)', paper)
            filled = [n for n in numbered if int(n) <= int(rows[-1]["Round"])]
            assert len(filled) == int(rows[-1]["Round"])
