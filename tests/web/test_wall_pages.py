"""The pages of wall boards: any game's, in any language, without a phone that is known."""

from __future__ import annotations

import json
import re
from html import unescape
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.games import games
from referee.service import Submission

NAMES = ["Ann", "Bo", "Cy"]
LONG = "Wilhelmina-Charlotte van der Meulenbroek"
CAFE = ["Fjölnir", "🦊 Fox", "王小明", "Αλέξανδρος", LONG, "נועה", "Zed", "Eva"]


def opened(client: FlaskClient, code: str, kind: str = "table", **fields: str) -> str:
    """The path of a wall board that is opened for this table."""
    sent = {"csrf_token": form_token(client), "board": kind, "do": "open", **fields}
    assert client.post(f"/t/{code}/wall", data=sent).status_code == 303
    page = client.get(f"/t/{code}/wall").text
    found = re.findall(r"/wall/[\dA-Z]{4}(?:-[\dA-Z]{4}){2}", page)
    assert found
    return found[-1] if kind == "all" else found[0]


def table_of(app: Flask, client: FlaskClient, game: str, names: list[str] = NAMES) -> str:
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    players = names[: max(games()[game].player_limits(games()[game].options_type()))]
    record = {"format": "referee-record", "version": 1, "game": game, "players": players}
    content = json.dumps(record | {"events": []}).encode()
    return str(service.records.import_record(phone, content, key=f"in {uuid4()}"))


@pytest.mark.parametrize("game", sorted(games()))
def test_a_television_sees_every_game_and_needs_no_cookie(app: Flask, game: str) -> None:
    host = phone_of(app)
    code = table_of(app, host, game, [*CAFE[:4]])
    path = opened(host, code)
    television = app.test_client()
    answer = television.get(path)
    page = unescape(answer.text)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    for name in CAFE[: page.count("wrow__name")]:
        assert name in page
    assert games()[game].name in page
    assert f'class="felt {game} on-wall"' in page
    assert not re.search(r"<(button|form|input|a (?!class=\"skip))", page), "nothing to tap"
    mark, line = (re.search(rf'data-{what}="([^"]*)"', page)[1] for what in ("mark", "line"))  # type: ignore[index]
    same = television.get(f"{path}?mark={mark}&line={line}")
    assert same.status_code == 204
    assert television.get(f"{path}?mark={mark}&line={int(line) - 1}").status_code == 200


def test_a_mat_of_zigzag_has_its_creatures(app: Flask) -> None:
    """While a round is played, beside the scores; of what the players hold they tell nothing."""
    host = phone_of(app)
    code = table_of(app, host, "zigzag", ["Ann", "Bo", "Cy", "Dee"])
    phone = app.extensions["service"].phones.find(token_of(host))
    boards = [opened(host, code), opened(host, code, "all")]
    assert [app.test_client().get(path).text.count('class="creature ') for path in boards] == [0, 0]
    started = Submission(event={"type": "start_round"}, seen=0, key="start")
    app.extensions["service"].play.submit(code, phone, started)
    assert [app.test_client().get(path).text.count('class="creature ') for path in boards] == [4, 4]


def test_it_shows_the_last_ruling_and_how_to_join(app: Flask) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    path = opened(host, code)
    page = unescape(app.test_client().get(path).text)
    assert "Nothing has happened yet" in page
    assert f'<p class="wqr__code" dir="ltr">{code}</p>' in page
    token, view = form_token(host), host.get(f"/t/{code}").text
    seq, key = (re.search(rf'name="{n}" value="([^"]*)"', view)[1] for n in ("seq", "key"))  # type: ignore[index]
    sent = {"type": "end_hand", "winner": "p1", "points.p2": "12", "points.p3": "7"}
    sent |= {"seq": seq, "key": key, "csrf_token": token}
    assert host.post(f"/t/{code}/events", data=sent).status_code == 303
    page = unescape(app.test_client().get(path).text)
    assert "verdict--legal" in page
    rows = re.findall(r'wrow__name"[^>]*>([^<]*)<.*?wrow__score">(\d+)<', page)
    assert rows == [("Ann", "0"), ("Bo", "12"), ("Cy", "7")]
    assert "lowest" in page
    lock = {"do": "lock", "csrf_token": token}
    assert host.post(f"/t/{code}/people", data=lock).status_code == 303
    page = app.test_client().get(path).text
    assert "wqr" not in page
    assert code not in page.replace(f"/t/{code}", "")


def test_the_tables_of_a_cafe_hang_side_by_side(app: Flask) -> None:
    host = phone_of(app)
    codes = [table_of(app, host, game, CAFE) for game in sorted(games())]
    path = opened(host, codes[0], "all", title="Café Zum Spielbrett")
    answer = app.test_client().get(path, headers={"Accept-Language": "fr"})
    page = unescape(answer.text)
    assert '<html lang="fr"' in page
    assert "Café Zum Spielbrett" in page
    assert f"{len(codes)} tables" in page
    assert page.count('<section class="mat felt ') == len(codes)
    for game in games().values():
        assert game.name in page
    for code in codes:
        assert code not in page
    dark = app.test_client().get(f"{path}/dark").text
    assert 'data-lamp="dark"' in dark
    assert app.test_client().get(f"{path}/dusk").status_code == 404


def test_it_ends_and_says_so_in_the_place_of_the_scores(app: Flask) -> None:
    host, guest, television = phone_of(app), phone_of(app), app.test_client()
    code = open_table(app, host)
    path = opened(host, code)
    service = app.extensions["service"]
    service.joining.join(code, service.phones.find(token_of(guest)), "p2")
    assert guest.get(f"/t/{code}/wall").status_code == 403
    assert path.encode() not in guest.get(f"/t/{code}/more").data
    sent = {"csrf_token": form_token(guest), "board": "table", "do": "end"}
    assert guest.post(f"/t/{code}/wall", data=sent).status_code == 403
    assert television.get(path).status_code == 200
    sent["csrf_token"] = form_token(host)
    assert host.post(f"/t/{code}/wall", data=sent).status_code == 303
    assert television.get(path).status_code == 404
    live = television.get(path, headers={"HX-Request": "true"})
    assert live.status_code == 200, "what hangs there is replaced"
    assert "There is no wall board here" in live.text
    assert "data-live" not in live.text
    assert television.get(f"{path}/bell").status_code == 404


def test_a_name_that_is_too_long_is_kept_and_refused(app: Flask) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    sent = {"csrf_token": form_token(host), "board": "all", "do": "open", "title": "x" * 61}
    answer = host.post(f"/t/{code}/wall", data=sent)
    assert answer.status_code == 422
    assert "60 characters at most" in answer.text
    assert f'value="{"x" * 61}"' in answer.text
    for broken in ({"board": "none"}, {"do": "nothing"}):
        assert host.post(f"/t/{code}/wall", data=sent | broken).status_code == 400
