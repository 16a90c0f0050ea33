"""The end of a game: who won, on every phone at once, and what can come next."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission

HANDS = ((0, 20, 11), (12, 0, 20), (0, 25, 30))
"""The points of Ann, Bo and Cy; who has none went out."""


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return phone_of(app)


def me(app: Flask, client: FlaskClient) -> object:
    return app.extensions["service"].phones.find(token_of(client))


@pytest.fixture
def bo(app: Flask) -> FlaskClient:
    return phone_of(app)


@pytest.fixture
def watcher(app: Flask) -> FlaskClient:
    return phone_of(app)


@pytest.fixture
def code(app: Flask, host: FlaskClient, bo: FlaskClient, watcher: FlaskClient) -> str:
    """A table of ZAR at which Cy passed the target and Ann won."""
    service = app.extensions["service"]
    code = open_table(app, host)
    service.joining.join(code, me(app, bo), "p2")
    service.joining.join(code, me(app, watcher), None)
    for n, points in enumerate(HANDS):
        winner = f"p{points.index(0) + 1}"
        given = {f"p{i}": value for i, value in enumerate(points, 1) if value}
        event = {"type": "end_hand", "winner": winner, "points": given}
        service.play.submit(code, me(app, host), Submission(event=event, seen=n, key=f"hand {n}"))
    return code


def bare(html: str) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", html)


def test_everybody_sees_the_same_ending(host: FlaskClient, watcher: FlaskClient, code: str) -> None:
    seen = [client.get(f"/t/{code}").get_data(as_text=True) for client in (host, watcher)]
    for page in seen:
        said = " ".join(bare(page).split())
        assert "Ann wins ZAR, lowest with 12" in said
        assert re.search(r"1\. 1 Ann : 12 2\. 2 Bo : 45 3\. 3 Cy : 61", said)
        assert "Ann went out 2 times" in said
        assert "The most points at once: 30, for Cy" in said
        assert page.count("places__line ") == 3
    assert "Rematch" in seen[0]
    assert "Rematch" not in seen[1]


def test_what_ends_or_begins_something_lies_above_what_only_looks(
    host: FlaskClient, code: str
) -> None:
    """Where the last tap was, at the lower right, there is only a look back."""
    bar = host.get(f"/t/{code}").get_data(as_text=True).partition('id="bar"')[2]
    assert bar.index("Rematch") < bar.index("Undo") < bar.index("All scores")


def test_the_same_people_take_another_box(
    app: Flask, host: FlaskClient, bo: FlaskClient, code: str
) -> None:
    service = app.extensions["service"]
    page = host.get(f"/t/{code}/another").get_data(as_text=True)
    assert re.search(r'value="zigzag" disabled.*?for 4 to 6 players', page, re.S)
    assert "disabled" not in page[page.index('value="zinga"') :][:20]
    token = form_token(host)
    answer = host.post(
        f"/t/{code}/rematch", data={"csrf_token": token, "key": "k", "game": "zinga"}
    )
    assert answer.status_code == 303
    new = answer.headers["Location"].rpartition("/")[2]
    view = service.views.table(new, me(app, bo))
    assert (view.game.key, view.own) == ("zinga", ("p2",))
    assert [view.names[player] for player in view.seating] == ["Ann", "Bo", "Cy"]
    assert f"/t/{new}" in bo.get(f"/t/{code}").get_data(as_text=True)


@pytest.mark.parametrize(("game", "status"), [("zigzag", 422), ("chess", 404)])
def test_a_box_that_so_many_cannot_play_is_refused(
    app: Flask, host: FlaskClient, code: str, game: str, status: int
) -> None:
    data = {"csrf_token": form_token(host), "key": "k", "game": game}
    assert host.post(f"/t/{code}/rematch", data=data).status_code == status
    assert app.extensions["service"].views.table(code, me(app, host)).rematch is None


def test_the_ending_is_gone_with_an_undo(host: FlaskClient, code: str) -> None:
    undo = host.get(f"/t/{code}/undo").get_data(as_text=True)
    fields = dict(re.findall(r'name="(seq|key)" value="([^"]*)"', undo))
    host.post(f"/t/{code}/undo", data={**fields, "csrf_token": form_token(host)})
    assert "wins ZAR" not in host.get(f"/t/{code}").get_data(as_text=True)


def test_precision_is_won_in_turns(app: Flask, host: FlaskClient) -> None:
    """Every winner has all nine positions: that number would tell nothing."""
    service = app.extensions["service"]
    names, options = ["Ann", "Bo", "Cy"], {"type": "precision"}
    code = service.opening.open_table(me(app, host), "kazing", names, options, key="open")
    nine = {"type": "position", "turn": "p1", "round": 12, "collected": {"p2": [*range(1, 10)]}}
    turns = ({"type": "end_turn", "by": f"p{n}"} for n in (1, 2, 3))
    for n, event in enumerate((nine, *turns)):
        service.play.submit(code, me(app, host), Submission(event=event, seen=n, key=f"turn {n}"))
    there = f"/t/{code}"
    for address, told in (
        (there, ["Bo wins Ka-Zing in 12 turns", "Bo : 12 turns", "Ann : 0 of 9"]),
        (f"{there}/picture.svg", ["12 turns", "0 of 9"]),
        (f"{there}/export", ["1. Bo 12 turns, wins", "2. Ann 0 of 9"]),
        (f"{there}/paper", ["wins in 12 turns"]),
        (f"{there}/evening", ["Bo won in 12 turns"]),
        ("/tables", ["Bo won in 12 turns"]),
        ("/games/kazing", ["Precision, in turns"]),
    ):
        said = " ".join(bare(host.get(address).get_data(as_text=True)).split())
        for each in told:
            assert each in said, (address, each)
    head, *rows = host.get(f"{there}/scores.csv").get_data(as_text=True).splitlines()
    assert head.endswith("Won in turns")
    assert [row.rpartition(",")[2] for row in rows] == ["", "12", ""] * 2
    [played] = host.get(f"{there}/play.bgsplay").get_json(force=True)["plays"]
    assert [each["score"] for each in played["playerScores"]] == ["", "12", ""]


def test_positions_are_told_out_of_nine_everywhere(app: Flask, host: FlaskClient) -> None:
    """Alone too, where nobody won; while the game goes on as well."""
    service = app.extensions["service"]
    options = {"type": "precision"}
    code = service.opening.open_table(me(app, host), "kazing", ["Ann"], options, key="open")
    service.walls.open(code, me(app, host), every=False)
    wall = service.walls.boards(code, me(app, host)).table
    seven = {"collected": {"p1": [*range(1, 8)]}, "timer": {"cards": 8}}
    timed_out = (
        {"type": "position", "turn": "p1", "round": 4, **seven},
        {"type": "end_turn", "by": "p1"},
        {"type": "timer", "revealed": [*range(1, 10)]},
    )

    def record(n: int) -> None:
        event = Submission(event=timed_out[n], seen=n, key=f"timed out {n}")
        service.play.submit(code, me(app, host), event)

    record(0)
    there = f"/t/{code}"
    for address, told in (
        (f"{there}/export", ["1. Ann 7 of 9 The game goes on."]),
        (f"/wall/{wall}", ["Ann : 7 of 9"]),
    ):
        said = " ".join(bare(host.get(address).get_data(as_text=True)).split())
        for each in told:
            assert each in said, (address, each)
    record(1)
    record(2)
    best = "The first game alone: 7 of 9 is the score to beat."
    for address, told in (
        (there, ["Ka-Zing alone, with 7 of 9", "Ann : 7 of 9", best]),
        (f"{there}/picture.svg", ["Ka-Zing alone, with 7 of 9"]),
        (f"{there}/export", ["1. Ann 7 of 9"]),
        (f"{there}/evening", ["Ann 7 of 9"]),
        (f"/wall/{wall}", ["alone, with 7 of 9"]),
        ("/tables", ["Ann: 7 of 9"]),
        ("/games/kazing", ["7 of 9"]),
        ("/players/Ann", ["7 of 9"]),
    ):
        said = " ".join(bare(host.get(address).get_data(as_text=True)).split())
        for each in told:
            assert each in said, (address, each)


def test_what_a_duel_began_with_is_no_gain(app: Flask, host: FlaskClient) -> None:
    """The line of the winner begins at 40 and falls to 10: it never stands lower than there."""
    service = app.extensions["service"]
    code = service.opening.open_table(
        me(app, host), "kazing", ["Ann", "Bo"], {"type": "duel", "mana": 40}, key="open"
    )
    events: list[dict[str, object]] = []
    for n, mana in enumerate(({"p1": 40, "p2": 36}, {"p1": 20, "p2": 36}, {"p1": 10, "p2": 20}), 1):
        events.append({"type": "position", "turn": "p1", "round": n, "mana": mana})
        events += [{"type": "end_turn", "by": "p1"}, {"type": "end_turn", "by": "p2"}]
    events.append({"type": "position", "turn": "p1", "round": 4, "mana": {"p1": 10, "p2": 0}})
    for n, event in enumerate(events):
        service.play.submit(code, me(app, host), Submission(event=event, seen=n, key=f"event {n}"))
    ending = service.views.table(code, me(app, host)).ending
    assert ending.start == {"p1": 40, "p2": 40}
    said = bare(host.get(f"/t/{code}").get_data(as_text=True))
    assert "Ann" in said
    assert "The most points at once" not in said
