"""What a table gives to other programs: field by field, with the types they want."""

from __future__ import annotations

import csv
import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from io import StringIO
from urllib.parse import unquote

import msgspec
import pytest
from toy import LowToy

from referee.core import render
from referee.exports import HEADS, create_play, lines, outcome, play_file, scores_csv
from referee.games import games


def played(house, phone, names=("Ann", "Bo", "Cy"), title="Friday", **options):
    """A table after two rounds (3, 0, 5 and 4, 2, 0); its code."""
    options = {"free": True, "target": 20} | options
    code = house.service.opening.open_table(
        phone, "toy", names, options, title=title, key=house.key()
    )
    for row in ((3, 0, 5), (4, 2, 0)):
        for player, n in zip(("p1", "p2", "p3"), row, strict=True):
            if n:
                house.do(code, phone, "add", by=player, n=n)
        house.do(code, phone, "reveal")
    return code


def rows_of(outcome):
    heads = [render(head) for head in HEADS]
    return list(csv.reader(StringIO(scores_csv(outcome, heads, "2026-11-27 20:00"))))


def link_of(outcome):
    address, _, data = create_play(outcome).partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert re.fullmatch(r"[A-Za-z0-9%._~-]+", data), "all of it percent-encoded"
    return json.loads(unquote(data, errors="strict"))


def test_scores_as_csv(house):
    host = house.phone()
    code = played(house, host)
    head, *rows = rows_of(house.service.exports.outcome(code, host))
    assert head == ["Game", "Table", "Started", "Round", "Player", "Points", "Total"]
    assert [row[3:] for row in rows] == [
        ["1", "Ann", "3", "3"], ["1", "Bo", "0", "0"], ["1", "Cy", "5", "5"],
        ["2", "Ann", "4", "7"], ["2", "Bo", "2", "2"], ["2", "Cy", "0", "5"],
    ]  # fmt: skip
    assert {tuple(row[:3]) for row in rows} == {("Toy", "Friday", "2026-11-27 20:00")}


def test_who_came_later_has_rows_from_then_on(house):
    host = house.phone()
    code = played(house, host)
    house.do(code, host, "join", player="Dee")
    house.do(code, host, "reveal")
    rows = [
        row[3:] for row in rows_of(house.service.exports.outcome(code, host)) if row[4] == "Dee"
    ]
    assert rows == [["3", "Dee", "0", "0"]]


def test_a_game_that_ends_within_a_round_has_that_one_too(house):
    host = house.phone()
    code = played(house, host, target=10)
    assert len(rows_of(house.service.exports.outcome(code, host))) == 7
    house.do(code, host, "add", by="p1", n=5)
    outcome = house.service.exports.outcome(code, host)
    assert [row[3:] for row in rows_of(outcome)[7:]] == [
        ["3", "Ann", "5", "12"], ["3", "Bo", "0", "2"], ["3", "Cy", "0", "5"],
    ]  # fmt: skip
    assert outcome.rounds == 3


def test_what_a_running_round_has_brought_is_in_all_of_them(house):
    """The rows of the spreadsheet, like those of the sheet, come to the scores that are told."""
    host = house.phone()
    code = played(house, host)
    house.do(code, host, "add", by="p2", n=4)
    outcome = house.service.exports.outcome(code, host)
    rows = rows_of(outcome)[1:]
    assert [row[3:] for row in rows[6:]] == [
        ["3", "Ann", "0", "7"], ["3", "Bo", "4", "6"], ["3", "Cy", "0", "5"],
    ]  # fmt: skip
    assert (outcome.rounds, outcome.is_running) == (2, True)
    assert [int(row[6]) for row in rows[-3:]] == [share.score for share in outcome.shares]
    paper = house.service.exports.paper(code, host)
    assert [cell.total for cell in paper.rows[-1].cells] == [7, 6, 5]
    assert len(paper.rows) == 3
    scores = play_file(outcome)["plays"][0]["playerScores"]
    assert [each["score"] for each in scores] == ["3+4+0", "0+2+4", "5+0+0"]


def test_columns_are_parted_as_the_language_has_it(house):
    host = house.phone()
    outcome = house.service.exports.outcome(played(house, host, names=("A;b", "Bo", "Cy")), host)
    text = scores_csv(outcome, ["x"] * 7, "then", ";")
    assert text.splitlines()[1] == 'Toy;Friday;then;1;"A;b";3;3'


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("steps", "minutes"),
    [
        ((5, 7, 30), 42),
        ((5, 20 * 60, 7), 12),
        ((0, 0, 0), None),
        ((30, -20, 40), None),
    ],
)
def test_minutes_of_play_leave_long_pauses_out(house, steps, minutes):
    """From the first event to the one that ended the game; none rather than a wrong one."""
    host = house.phone()
    code = house.open(host, target=9, free=True)
    house.wind(90 * MINUTE)
    house.do(code, host, "add", by="p1", n=1)
    for n, step in enumerate(steps):
        assert house.service.exports.outcome(code, host).minutes is None
        house.wind(step * MINUTE)
        house.do(code, host, "add", by="p1", n=1 if n + 1 < len(steps) else 5)
        house.do(code, host, "add", by="p1", n=1 if n + 1 < len(steps) else 5)
    house.wind(45 * MINUTE)
    house.service.settings.set_title(code, host, "later")
    assert house.service.exports.outcome(code, host).over
    assert house.service.exports.outcome(code, host).minutes == minutes


def test_minutes_of_play_end_where_the_game_first_ended(house):
    """What is taken back after the end and entered anew was not played; an end by mistake, after
    which the game went on, was none."""
    host = house.phone()
    code = house.open(host, target=9, free=True)
    outcome = house.service.exports.outcome
    for minutes, n in ((0, 1), (20, 3), (10, 5)):
        house.wind(minutes * MINUTE)
        house.do(code, host, "add", by="p1", n=n)
    assert outcome(code, host).minutes == 30
    house.wind(40 * MINUTE)
    house.do(code, host, "undo", count=2)
    assert outcome(code, host).minutes is None
    house.do(code, host, "add", by="p1", n=4)
    house.wind(MINUTE)
    house.do(code, host, "add", by="p1", n=5)
    assert outcome(code, host).minutes == 30
    house.do(code, host, "undo")
    for n in (1, 1, 3):
        house.wind(5 * MINUTE)
        house.do(code, host, "add", by="p1", n=n)
    assert outcome(code, host).minutes == 16, "but for the long pause"


@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_no_cell_is_a_formula(house, sign):
    host = house.phone()
    nasty = f'{sign}cmd|" /C calc"!A0'
    code = played(house, host, names=(nasty, 'Bo, the "2nd"', "Zoë-1"), title=nasty)
    rows = rows_of(house.service.exports.outcome(code, host))[1:]
    assert {row[1] for row in rows} == {f"'{nasty}"}
    assert [row[4] for row in rows[:3]] == [f"'{nasty}", 'Bo, the "2nd"', "Zoë-1"]
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_the_link_field_by_field(house):
    host = house.phone()
    code = played(house, host, names=("Ann", "Zoë & Co", "Cy"), target=9)
    house.wind(timedelta(minutes=42, seconds=50))
    house.do(code, host, "add", by="p1", n=5)
    found = link_of(house.service.exports.outcome(code, host))
    play, players = found.pop("sourcePlayId"), found.pop("players")
    assert found == {
        "sourceName": "Referee",
        "playDate": "2026-11-27 20:00:00",
        "game": {
            "name": "Toy", "sourceGameId": "toy", "highestWins": True, "noPoints": False,
        },
        "durationMin": 42,
        "comments": "Friday",
    }  # fmt: skip
    ids = [player.pop("sourcePlayerId") for player in players]
    assert players == [
        {"name": "Ann", "startPlayer": True, "winner": True, "score": 12, "rank": 1},
        {"name": "Zoë & Co", "startPlayer": False, "winner": False, "score": 2, "rank": 3},
        {"name": "Cy", "startPlayer": False, "winner": False, "score": 5, "rank": 2},
    ]
    for each in (play, *ids):
        assert uuid.UUID(each).version == 5
        assert each == each.upper()
    assert len({play, *ids}) == 4


def test_the_file_field_by_field(house):
    host = house.phone()
    code = played(house, host, target=9)
    house.wind(timedelta(minutes=42))
    house.do(code, host, "add", by="p1", n=5)
    outcome = house.service.exports.outcome(code, host)
    link, found = link_of(outcome), json.loads(json.dumps(play_file(outcome)))
    at = "2026-11-27 20:00:00"
    ids = [player["sourcePlayerId"] for player in link["players"]]
    location, game = found["locations"][0].pop("uuid"), found["games"][0].pop("uuid")
    assert all(uuid.UUID(each).version == 5 and each == each.upper() for each in (location, game))
    assert found == {
        "about": "Referee",
        "userInfo": {"meRefId": 0},
        "players": [
            {"id": n, "uuid": ids[n - 1], "name": name, "isAnonymous": False,
             "modificationDate": at, "bggUsername": ""}
            for n, name in enumerate(("Ann", "Bo", "Cy"), 1)
        ],
        "locations": [{"id": 1, "name": "Referee", "modificationDate": at}],
        "games": [
            {"id": 1, "name": "Toy", "modificationDate": at, "cooperative": False,
             "highestWins": True, "noPoints": False, "usesTeams": False}
        ],
        "plays": [
            {"uuid": link["sourcePlayId"], "modificationDate": at, "entryDate": at,
             "playDate": at, "usesTeams": False, "durationMin": 42, "ignored": False,
             "manualWinner": True, "rounds": 3, "locationRefId": 1, "gameRefId": 1,
             "board": "", "scoringSetting": 0, "expansionPlays": [],
             "playerScores": [
                {"score": score, "winner": n == 1, "newPlayer": False, "startPlayer": n == 1,
                 "playerRefId": n, "rank": rank, "seatOrder": n}
                for n, (score, rank) in enumerate((("3+4+5", 1), ("0+2+0", 3), ("5+0+0", 2)), 1)
             ]}
        ],
    }  # fmt: skip


def test_ids_are_the_same_each_time_and_tell_nothing(house):
    s, host = house.service, house.phone()
    code = played(house, host)
    first = link_of(s.exports.outcome(code, host))
    house.do(code, host, "add", by="p1", n=1)
    s.settings.rename(code, host, "p2", "BO")
    house.start()
    again = link_of(house.service.exports.outcome(code, host))
    assert again["sourcePlayId"] == first["sourcePlayId"]
    ids = [[each["sourcePlayerId"] for each in play["players"]] for play in (first, again)]
    assert ids[0] == ids[1], "a person is the same however the name is spelled"
    other = link_of(house.service.exports.outcome(played(house, host), host))
    assert other["sourcePlayId"] != first["sourcePlayId"]
    assert [each["sourcePlayerId"] for each in other["players"]] == ids[0]
    assert code not in json.dumps(first)


def test_ties_share_a_rank_and_all_win(house):
    host = house.phone()
    code = house.open(host, target=9)
    house.do(code, host, "position", totals={"p1": 4, "p2": 9, "p3": 9})
    players = link_of(house.service.exports.outcome(code, host))["players"]
    assert [(each["rank"], each["winner"]) for each in players] == [
        (3, False), (1, True), (1, True),
    ]  # fmt: skip


def test_the_lowest_is_first_where_the_lowest_wins(house):
    s = house.start(LowToy())
    host = house.phone()
    code = house.open(host, target=9)
    house.do(code, host, "position", totals={"p1": 4, "p2": 9, "p3": 2})
    found = link_of(s.exports.outcome(code, host))
    assert found["game"]["highestWins"] is False
    assert [(each["rank"], each["winner"]) for each in found["players"]] == [
        (2, False), (3, False), (1, True),
    ]  # fmt: skip


def test_points_taken_off_are_no_sum(house):
    host = house.phone()
    code = played(house, host)
    house.do(code, host, "position", totals={"p1": 1})
    house.do(code, host, "reveal")
    scores = play_file(house.service.exports.outcome(code, host))["plays"][0]["playerScores"]
    assert [each["score"] for each in scores] == ["1", "0+2+0", "5+0+0"]


def test_a_running_game_has_no_winner(house):
    host = house.phone()
    found = link_of(house.service.exports.outcome(played(house, host), host))
    assert [each["winner"] for each in found["players"]] == [False] * 3
    assert [each["rank"] for each in found["players"]] == [1, 3, 2]
    assert "durationMin" not in found, "it took no time"


def test_an_imported_table_was_played_when_its_record_says(house):
    s, host = house.service, house.phone()
    record = s.records.export(played(house, host), host)
    for started, date in (
        ("2025-01-02T03:04:05+02:00", "2025-01-02 01:04:05"),
        ("last Friday", "2026-11-27 20:00:00"),
        (7, "2026-11-27 20:00:00"),
    ):
        record["meta"]["started"] = started
        code = s.records.import_record(host, msgspec.json.encode(record), key=house.key())
        found = link_of(s.exports.outcome(code, host))
        assert found["playDate"] == date
        assert "durationMin" not in found


def test_while_something_is_secret_it_ends_before_it(house):
    s, host = house.service, house.phone()
    code = played(house, host, title="")
    house.do(code, host, "hide", by="p2", card=7)
    house.do(code, host, "add", by="p1", n=5)
    outcome = s.exports.outcome(code, host)
    assert outcome.cut
    assert [share.score for share in outcome.shares] == [7, 2, 5]
    assert len(rows_of(outcome)) == 7
    house.do(code, host, "reveal")
    outcome = s.exports.outcome(code, host)
    assert not outcome.cut
    assert [share.score for share in outcome.shares] == [12, 2, 5]


def test_no_pile_of_zingazam_is_told(house):
    """Points are of games that are over: one that runs adds none, nor who leads in it."""
    house.service.tables.games = games()
    s, host = house.service, house.phone()
    names = ["Ann", "Bo", "Cy"]
    code = s.opening.open_table(host, "zingazam", names, {"games": 2}, key="k")
    counts = {"p1": 5, "p2": 9, "p3": 2}
    answer = house.do(code, host, "score_game", counts=counts)
    assert answer.ruling.verdict == "legal", answer.ruling
    done = s.exports.outcome(code, host)
    assert not done.cut
    house.do(code, host, "start_game")
    for card in (4, 8, 4):
        view = s.views.table(code, host)
        house.do(code, host, "play", by=view.game.turn(view.state), card=card, stands=True)
    assert s.views.table(code, host).seq == 5
    now = s.exports.outcome(code, host)
    assert now.cut
    assert (now.shares, now.rounds) == (done.shares, 1)


def test_the_text_for_a_chat(house):
    host = house.phone()
    code = played(house, host, names=("Ann", "Bo {0}", "Cy"), target=9)
    said = [render(line) for line in lines(house.service.exports.outcome(code, host), "27 Nov")]
    assert said == [
        "Toy: Friday, 27 Nov", "1. Ann 7", "2. Cy 5", "3. Bo {0} 2", "The game goes on.",
        "2 rounds counted.",
    ]  # fmt: skip
    house.do(code, host, "add", by="p1", n=5)
    said = [render(line) for line in lines(house.service.exports.outcome(code, host), "27 Nov")]
    assert said[1:] == ["1. Ann 12, wins", "2. Cy 5", "3. Bo {0} 2", "3 rounds counted."]


def test_partners_are_told_by_their_team():
    game = games()["zigzag"]
    options = game.options_type()
    players = ["p1", "p2", "p3", "p4"]
    told = outcome(
        game,
        game.start(players, options),
        options,
        [],
        dict(zip(players, ["Ann", "Bo", "Cy", "Dee"], strict=True)),
        None,
        start={},
        title="",
        play="x",
        started=datetime(2026, 11, 27, 20, tzinfo=UTC),
        minutes=None,
        cut=False,
    )
    teams = ["Ann + Cy", "Bo + Dee", "Ann + Cy", "Bo + Dee"]
    assert [player["role"] for player in link_of(told)["players"]] == teams
    found = play_file(told)
    assert [score["role"] for score in found["plays"][0]["playerScores"]] == teams
    assert found["games"][0]["usesTeams"] is found["plays"][0]["usesTeams"] is True
    head = [render(name) for name in HEADS]
    assert scores_csv(told, head, "").splitlines()[0].endswith(",Total,Team")
    said = [render(line) for line in lines(told, "27 Nov")]
    assert said[1:3] == ["1. Ann + Cy 0", "1. Bo + Dee 0"]


def test_a_duel_begins_at_its_mana():
    """What is played down is counted from what there was, in the changes and in the totals."""
    game = games()["kazing"]
    options = game.options_type(type="duel")
    players = ["p1", "p2"]
    start = game.start(players, options)
    told = outcome(
        game,
        start,
        options,
        [{"p1": 46, "p2": 40}, {"p1": 40, "p2": 40}],
        {"p1": "Ann", "p2": "Bo"},
        None,
        start=game.scores(start),
        title="",
        play="x",
        started=datetime(2026, 11, 27, 20, tzinfo=UTC),
        minutes=None,
        cut=False,
    )
    assert [share.changes for share in told.shares] == [(6, -6), (0, 0)]
    assert [row[-2:] for row in rows_of(told)[1:]] == [
        ["6", "46"], ["0", "40"], ["-6", "40"], ["0", "40"]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "told"),
    [("zar", "1 hand counted."), ("zingazam", "1 game counted."), ("zinga", "1 round counted.")],
)
def test_a_chat_counts_in_the_games_own_word(key, told):
    assert render(games()[key].rounds_counted(1)) == told
