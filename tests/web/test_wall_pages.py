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
from referee.web import tables

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
    names = [name for name in CAFE if name != LONG]
    codes = [table_of(app, host, game, names) for game in sorted(games())]
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


# In the middle of the table


def seats_of(page: str) -> dict[str, list[tuple[str, bool]]]:
    """Who sits at which edge, as the page of the middle lists them, and whose glows."""
    return {
        edge: [
            (re.search(r"edge__name[^>]*>([^<]*)<", seat)[1], " glow" in seat)  # type: ignore[index]
            for seat in re.findall(r'<li class="edge__seat.*?</li>', seats, re.S)
        ]
        for edge, seats in re.findall(
            r'<ul class="edge edge--(\w+).*?>(.*?)</ul>', unescape(page), re.S
        )
    }


@pytest.mark.parametrize("game", sorted(games()))
def test_any_game_lies_in_the_middle_of_the_table(app: Flask, game: str) -> None:
    """Everybody once, at an edge; whoever the table waits for glows and is named in the middle."""
    host = phone_of(app)
    code = table_of(app, host, game, [*CAFE[:4]])
    path = opened(host, code) + "/middle"
    answer = app.test_client().get(path)
    page = unescape(answer.text)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    found = [seat for seats in seats_of(page).values() for seat in seats]
    service = app.extensions["service"]
    view = service.views.table(code, service.phones.find(token_of(host)))
    assert [name for name, _ in found] == [view.names[player] for player in view.seating]
    turn = view.game.turn(view.state)
    assert [name for name, glows in found if glows] == ([view.names[turn]] if turn else [])
    assert f'class="felt {game} on-wall in-middle"' in page
    assert not re.search(r"<(button|form|input|a (?!class=\"skip))", page), "nothing to tap"
    mark, line = (re.search(rf'data-{what}="([^"]*)"', page)[1] for what in ("mark", "line"))  # type: ignore[index]
    assert app.test_client().get(f"{path}?mark={mark}&line={line}").status_code == 204
    assert f'data-live="{path}"' in page


@pytest.mark.parametrize(
    ("count", "edges"),
    [
        (1, {"lower": 1}),
        (2, {"lower": 1, "upper": 1}),
        (3, {"lower": 1, "left": 1, "right": 1}),
        (4, {"lower": 1, "left": 1, "upper": 1, "right": 1}),
        (5, {"lower": 1, "left": 1, "upper": 2, "right": 1}),
        (8, {"lower": 3, "left": 1, "upper": 3, "right": 1}),
        (9, {"lower": 2, "left": 2, "upper": 3, "right": 2}),
        (14, {"lower": 4, "left": 3, "upper": 4, "right": 3}),
    ],
)
def test_everybody_sits_at_an_edge_clockwise(count: int, edges: dict[str, int]) -> None:
    players = [f"p{n}" for n in range(count)]
    found = tables.edges(players)
    assert {edge: len(those) for edge, those in found} == edges
    assert [player for _, those in found for player in those] == players


def test_the_middle_shows_the_ruling_how_to_join_and_ends_with_its_board(app: Flask) -> None:
    host, tablet = phone_of(app), app.test_client()
    code = open_table(app, host)
    path = opened(host, code)
    assert f"{path}/middle<" in host.get(f"/t/{code}/wall").text, "where the host finds it"
    page = unescape(tablet.get(f"{path}/middle").text)
    assert "Nothing has happened yet" in page
    assert re.search(rf'<div class="mid__join".*?<svg.*?<p dir="ltr">{code}</p>', page, re.S)
    phone = app.extensions["service"].phones.find(token_of(host))
    hand = {"type": "end_hand", "winner": "p1", "points": {"p2": 12, "p3": 7}}
    app.extensions["service"].play.submit(code, phone, Submission(event=hand, seen=0, key="hand"))
    page = unescape(tablet.get(f"{path}/middle").text)
    scores = re.findall(r'edge__name[^>]*>([^<]*)<.*?edge__score">(\d+)<', page)
    assert scores == [("Ann", "0"), ("Bo", "12"), ("Cy", "7")]
    assert "verdict--legal" in page
    assert "mid__join" not in page
    several = opened(host, code, "all")
    assert tablet.get(f"{several}/middle").headers["Location"] == several
    sent = {"csrf_token": form_token(host), "board": "table", "do": "end"}
    assert host.post(f"/t/{code}/wall", data=sent).status_code == 303
    assert tablet.get(f"{path}/middle").status_code == 404
    live = tablet.get(f"{path}/middle", headers={"HX-Request": "true"})
    assert (live.status_code, "There is no wall board here" in live.text) == (200, True)
