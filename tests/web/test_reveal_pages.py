"""The piles of Zing-a-Zam! at its end: turned over one by one, on all phones at once. Until the
last is, nothing tells who won, at the table or anywhere else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec
import pytest
from drivers import begin, play
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of
from test_ending import bare, me

from referee.games import games
from referee.service import Submission

GAME = games()["zingazam"]
NAMES = ["Anouk", "Benno", "Carla"]
SEATS = ("p1", "p2", "p3")


def ended_game(names: list[str], options: dict[str, object]) -> tuple[list[object], object]:
    """A game played at random whose piles the referee knows: its events, and the state before the
    last."""
    for seed in range(200):
        _, drive, _, _, _ = begin("zingazam", 0)
        start = GAME.start(names, msgspec.convert(options, GAME.options_type))
        events = play(GAME, drive, start, Random(seed), 400)
        if any(e.__struct_config__.tag in ("position", "score_game") for e in events):
            continue
        events = [event for event in events if not event.is_query]
        state, before = start, start
        for event in events:
            before, state = state, GAME.apply(state, event)
        if (
            GAME.over(state)
            and GAME.ending.reveal(before, events[-1])
            and len(GAME.winners(state)) == 1
        ):
            return events, state
    raise AssertionError("no such game")


class Table:
    """A table at which a game has just ended: the phones of its players, and one that watches."""

    def __init__(self, app: Flask, names: list[str] = NAMES, **options: object) -> None:
        self.service = app.extensions["service"]
        self.host, self.bo, self.watcher = (phone_of(app) for _ in range(3))
        self.phone = me(app, self.host)
        self.code = self.service.opening.open_table(
            self.phone, "zingazam", names, {"games": 1, **options}, key="k", holder=names[0]
        )
        self.service.joining.join(self.code, me(app, self.bo), "p2")
        self.service.joining.join(self.code, me(app, self.watcher), None)
        self.events, state = ended_game(names, {"games": 1, **options})
        for n, event in enumerate(self.events):
            self.record(msgspec.to_builtins(event), f"event {n}")
        self.points = dict(zip(SEATS, GAME.scores(state).values(), strict=False))
        self.winner = GAME.winners(state)[0]

    def record(self, event: dict[str, object], key: str) -> None:
        seen = self.service.views.table(self.code, self.phone).seq
        fields = {**event, "stands": True}
        self.service.play.submit(
            self.code, self.phone, Submission(event=fields, seen=seen, key=key)
        )

    def page(self, client: FlaskClient, path: str = "") -> str:
        answer = client.get(f"/t/{self.code}{path}")
        assert answer.status_code == 200
        return answer.text

    def turn(self, client: FlaskClient, **fields: str) -> int:
        sent = {"csrf_token": form_token(client), **fields}
        return client.post(f"/t/{self.code}/reveal", data=sent).status_code


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def counts(page: str) -> dict[str, str]:
    return dict(re.findall(r'id="pile-(p\d)".*?class="pile__count"[^>]*>(\d+)<', page))


def test_piles_are_turned_one_by_one_on_all_phones(table: Table) -> None:
    """Names first; a number only once its pile is turned; the last turn opens the ending."""
    phones = table.host, table.bo, table.watcher
    for phone in phones:
        page = table.page(phone)
        assert all(f">{name}</b>" in page for name in NAMES)
        assert not counts(page)
        assert f"{NAMES[0]}, turn your pile over." in page
        assert "end__name" not in page
    assert table.page(table.watcher).count('name="player"') == 0
    assert table.turn(table.bo, player="p2") == 303  # any child may turn its own
    for phone in phones:
        page = table.page(phone)
        assert counts(page) == {"p2": str(table.points["p2"])}
        assert f"Benno has {table.points['p2']} card" in page
        assert f"{NAMES[0]}, turn your pile over." in page
    table.turn(table.host, player="p1")
    assert "Carla, turn your pile over." in table.page(table.watcher)
    table.turn(table.host, player="p3")
    for phone in phones:
        page = table.page(phone)
        assert "pile__back" not in page
        assert f"wins Zing-a-Zam! with {max(table.points.values())}" in " ".join(bare(page).split())


def test_all_at_once(table: Table) -> None:
    assert table.turn(table.bo, all="1") == 303
    assert "end__name" in table.page(table.host)


def test_nothing_tells_who_won_before_the_last_pile_is_turned(table: Table) -> None:
    """Neither a page of the table, nor its ticker, its files, its address bar or the wall; what
    would tell leads back to the piles."""
    table.turn(table.host, player="p1")
    service, code = table.service, table.code
    service.walls.open(code, table.phone, every=False)
    service.walls.open(code, table.phone, every=True)
    boards = service.walls.boards(code, table.phone)
    pages = ["", "?show=g1r3", "/undo", "/more", "/people", "/settings", "/since?seq=0&line=0"]
    said = [bare(table.page(table.host, path)) for path in pages]
    screens = [f"/wall/{wall}" for wall in (boards.table, boards.all)]
    screens.append(f"/wall/{boards.table}/middle")
    said += [bare(table.host.get(screen).text) for screen in screens]
    for text in said:
        assert not re.search(r" wins | win Zing|wins\.", text.replace("score wins", "")), text
        assert "takes the cards" not in text, text
    newest = service.views.log(code, table.phone).lines
    lines = next(line.line for line in newest if line.type == "play")
    told = ["log", f"log/{lines}", "course", "export", "scores.csv", "play.bgsplay", "picture.svg"]
    told += ["evening", "evening/picture.svg", "paper", "record.json", f"correct/{lines}"]
    for path in told:
        answer = table.bo.get(f"/t/{code}/{path}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{code}"), path
    table.turn(table.host, all="1")
    answers = {path: table.bo.get(f"/t/{code}/{path}").status_code for path in told}
    assert set(answers.values()) == {200}, answers
    for screen in screens:
        assert table.winner in bare(table.host.get(screen).text)


def test_undoing_the_last_card_takes_the_piles_away(table: Table) -> None:
    table.turn(table.host, player="p1")
    table.record({"type": "undo"}, "undo")
    page = table.page(table.host)
    assert "pile__back" not in page
    assert "which number?" in page
    last = msgspec.to_builtins(table.events[-1])
    table.record(last, "again")
    assert not counts(table.page(table.host)), "face down again"


def test_who_may_not_record_turns_nothing_and_what_is_no_pile_changes_nothing(table: Table) -> None:
    table.service.settings.set_who_may(table.code, table.phone, "host")
    assert table.turn(table.bo, player="p2") == 403
    assert table.turn(table.host, player="p9") == 422
    assert table.turn(table.host) == 422
    table.turn(table.host, player="p1")
    line = table.service.views.table(table.code, table.phone).line
    assert table.turn(table.host, player="p1") == 303
    assert table.service.views.table(table.code, table.phone).line == line
    assert table.host.get(f"/t/{table.code}/reveal").status_code == 303
    stranger = table.host.application.test_client()
    answer = stranger.get(f"/t/{table.code}/log")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/join?code={table.code}")


def test_a_series_turns_its_piles_after_each_game(app: Flask) -> None:
    """What the table has counted by itself is not turned over."""
    table = Table(app)
    service, host = table.service, table.phone
    code = service.opening.open_table(host, "zingazam", NAMES, {"games": 2}, key="two")
    table.code = code
    for n, event in enumerate(table.events):
        table.record(msgspec.to_builtins(event), f"series {n}")
    assert "pile__back" in table.page(table.host)
    assert "wins game 1" not in table.page(table.host)
    table.turn(table.host, all="1")
    assert "wins game 1" in bare(table.page(table.host))
    points = {f"p{n}": n + 5 for n in (1, 2, 3)}
    table.record({"type": "score_game", "counts": points}, "counted")
    assert "end__name" in table.page(table.host)


def test_a_table_that_is_brought_in_shows_its_ending_at_once(app: Flask, table: Table) -> None:
    table.turn(table.host, all="1")
    record = table.host.get(f"/t/{table.code}/record.json").data
    code = table.service.records.import_record(table.phone, record, key="in")
    assert "end__name" in table.host.get(f"/t/{code}").text


ELSEWHERE = (
    "/",
    "/tables",
    "/tables?q=Anouk",
    "/tables?kind=running",
    "/tables?kind=finished",
    "/games/zingazam",
    "/players/Anouk",
    "/players/Benno",
    "/players/Carla",
)
SAID = "The game has ended: its result is being revealed"


def elsewhere(table: Table, league: str, evening: str) -> dict[str, str]:
    """What the pages beside the table say, to each phone that is at it."""
    paths = [*ELSEWHERE, f"/leagues/{league}", f"/t/{evening}/evening"]
    return {
        f"{path} {n}": " ".join(bare(phone.get(path).text).split())
        for n, phone in enumerate((table.host, table.bo))
        for path in paths
    }


def test_no_page_beside_the_table_tells_before_the_last_pile_is_turned(table: Table) -> None:
    """The lists of tables, the people, the evening and the league of the table: they are as before
    the game ended but for saying that it has; the last pile, and they count it."""
    service, host = table.service, table.phone
    fields = {"name": "Friday", "games": ["zingazam"], "points": "3 1", "by": "points"}
    league = service.leagues.open(host, fields, key="league")
    service.leagues.add_table(league, table.code, host)
    service.leagues.join(league, me(table.host.application, table.bo))
    other = service.opening.open_table(host, "zar", NAMES, {}, key="other")
    service.joining.join(other, me(table.host.application, table.bo), None)
    table.turn(table.host, player="p1")
    for path, text in elsewhere(table, league, other).items():
        assert not re.search(r"\b(?<!Who )won\b|1 of 1|Favourite game", text), (path, text)
        if path.startswith(("/ ", "/tables ", "/tables?kind=running", "/players/", "/t/")):
            assert SAID in text, path
    assert "No table counts yet" in elsewhere(table, league, other)[f"/leagues/{league} 0"]
    assert not service.history.standings(host, "zingazam")

    table.turn(table.host, all="1")
    winner = table.winner
    told = elsewhere(table, league, other)
    for path in ("/tables 0", "/games/zingazam 1", f"/players/{winner} 0", f"/t/{other}/evening 0"):
        assert f"{winner} won" in told[path], path
    assert "1 of 1" in told[f"/leagues/{league} 0"]
    assert not any(SAID in text for text in told.values())
    [line] = service.history.tables_of(host, game="zingazam", over=True)
    assert {player: side.score for side in line.sides for player in side.players} == table.points


def test_an_undone_end_and_other_options_keep_the_lists_right(table: Table) -> None:
    service, host = table.service, table.phone

    def line() -> tuple[bool, str, int]:
        [one] = service.history.tables_of(host, game="zingazam", over=None)[:1]
        return one.over, one.now.text, len(one.sides)

    assert line() == (False, SAID, 0)
    table.record({"type": "undo"}, "undo")
    assert line()[0::2] == (False, 0)
    assert line()[1] != SAID
    table.record(msgspec.to_builtins(table.events[-1]), "again")
    assert line() == (False, SAID, 0)
    for count in (2, 1):
        service.settings.set_options(table.code, host, {"games": count})
        assert line() == (False, SAID, 0), "judged anew while the piles lie there"
    table.turn(table.host, all="1")
    assert line()[0] is True
    table.record({"type": "undo"}, "undo again")
    assert line()[0] is False
    assert not service.history.standings(host, "zingazam")


def test_what_is_left_lying_is_told_after_a_while(table: Table) -> None:
    """A table that began to turn its piles over and went home keeps nobody's standings open."""
    reveals, host = table.service.reveals, table.phone
    table.turn(table.host, player="p1")
    assert reveals.finish_abandoned() == 0
    assert "pile__back" in table.page(table.host)
    later = datetime.now(UTC) + timedelta(hours=2, minutes=1)
    table.service.tables.clock._now = lambda: later
    line = table.service.views.table(table.code, host).line
    assert reveals.finish_abandoned() == 1
    assert reveals.finish_abandoned() == 0
    assert "end__name" in table.page(table.host)
    assert table.service.views.table(table.code, host).line > line, "its phones are told"
    assert table.service.history.standings(host, "zingazam")[0].wins == 1
