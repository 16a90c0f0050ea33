"""What undoing and setting right tell of the piles of Zing-a-Zam!, and the log's redacted rounds
(that nothing else tells of them is in `reliability/test_alike.py`, for all games).

Two games that differ in no more than who won earlier rounds are the same to every phone, byte by
byte, until the piles are counted.
"""

from __future__ import annotations

import re
from itertools import count

import pytest
from flask import Flask
from phones import form_token, phone_of, token_of
from werkzeug.test import TestResponse

from referee.games import games
from referee.service import Submission

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Bo", "Cy"]
SEATS = {"Ann": "p1", "Bo": "p2", "Cy": "p3"}
GAME = games()["zingazam"]


class Table:
    """A table with three phones of players, one that watches, and a way to play on them."""

    def __init__(self, app: Flask, number: int) -> None:
        self.app = app
        self.service = app.extensions["service"]
        self.phones = {who: phone_of(app) for who in (*SEATS, "watcher")}
        self.keys = count()
        self.tokens = {who: form_token(client) for who, client in self.phones.items()}
        me = {
            who: self.service.phones.find(token_of(client)) for who, client in self.phones.items()
        }
        self.code = self.service.opening.open_table(
            me["Ann"], "zingazam", NAMES, {"games": 2}, key=f"zam-{number}"
        )
        for who in ("Bo", "Cy", "watcher"):
            self.service.joining.join(self.code, me[who], SEATS.get(who))
        self.service.joining.join(self.code, me["Ann"], "p1")
        self.me = me

    @property
    def seq(self) -> int:
        return self.service.views.table(self.code, self.me["Ann"]).seq

    def record(self, who: str, **event: object) -> None:
        """`who` records it on the own phone; it must be legal."""
        answer = self.service.play.submit(
            self.code,
            self.me[who],
            Submission(event=event, seen=self.seq, key=f"k{next(self.keys)}"),
        )
        assert type(answer).__name__ == "Recorded", answer.ruling

    def play(self, cards: str) -> None:
        """`Ann 6, Bo 3`; `Bo 2<Ann` steals, `Bo 8>Ann` gives, `;` between rounds."""
        for each in re.split("[,;]", cards):
            who, card = each.split()
            number, sign, other = card[0], card[1:2], card[2:]
            choice = {"<": "steal_from", ">": "gift_to"}.get(sign)
            more = {choice: SEATS[other]} if choice else {}
            self.record(who, type="play", by=SEATS[who], card=int(number), **more)

    def undo(self, who: str, n: int = 1) -> None:
        self.record(who, type="undo", count=n)

    def get(self, who: str, path: str) -> TestResponse:
        return self.phones[who].get(path.replace("CODE", self.code))

    def post(self, who: str, path: str, **fields: str) -> TestResponse:
        sent = {"csrf_token": self.tokens[who], "key": f"k{next(self.keys)}", **fields}
        return self.phones[who].post(path.replace("CODE", self.code), data=sent)

    def masked(self, answer: TestResponse) -> str:
        """An answer with its headers, but for what is of one table or one moment only."""
        headers = [
            pair for pair in answer.headers if pair[0] not in ("Content-Length", "Set-Cookie")
        ]
        text = f"{answer.status}\n{headers}\n{answer.get_data(as_text=True)}"
        text = text.replace(self.code, "CODE").replace(" ".join(self.code), "C O D E")
        for letter in re.findall(r"<span>([2-9A-Z])</span>", text):
            text = text.replace(f"<span>{letter}</span>", "<span>C</span>")
        text = re.sub(r'(name="(?:csrf_token|key|token)" value=")[^"]*', r"\1", text)
        text = re.sub(r"&amp;key=[\w-]+", "", text)
        text = re.sub(r'<svg[^>]*viewBox="0 0 \d+ \d+"[^>]*>.*?</svg>', "<svg/>", text, flags=re.S)
        text = re.sub(r"[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}", "UUID", text)
        return re.sub(r"\d\d(:|%3A)\d\d(\1\d\d)?|\d{4}-\d\d-\d\dT[\d:]+Z", "12:00", text)


def addresses(table: Table) -> list[str]:
    """Every page of a table, with every ruling of its log and every sheet, empty and begun."""
    rules = [rule for rule in table.app.url_map.iter_rules() if "code" in rule.arguments]
    wide = {rule.endpoint for rule in rules if rule.arguments != {"code"}}
    known = {"log.ruling", "table.correct", "table.sheet"}
    assert wide == known, "a new page is to be visited, too"
    found = [
        rule.rule.replace("<code>", "CODE")
        for rule in rules
        if rule.arguments == {"code"}
        and "GET" in (rule.methods or ())
        and rule.endpoint != "table.bell"
    ]
    lines = table.service.views.table(table.code, table.me["Ann"]).line
    found += [f"/t/CODE/log/{line}" for line in range(1, lines + 2)]
    for line in range(1, lines + 2):
        found += [f"/t/CODE/correct/{line}", f"/t/CODE/correct/{line}?other=1&show=1"]
        found += [f"/t/CODE/sheet/play?correct={line}&by={SEATS['Ann']}&card=4"]
    found += ["/t/CODE/log?before=9", "/t/CODE/since?seq=0&line=0", "/t/CODE?show=g1r5", "/"]
    found += [f"/t/CODE/sheet/{name}" for name in GAME.forms]
    for name in ("play", "ask"):
        found += [
            f"/t/CODE/sheet/{name}?by={who}&card={n}" for who in SEATS.values() for n in (2, 5, 8)
        ]
    found += ["/t/CODE/sheet/piles?piles.p1.8=1", "/t/CODE/sheet/position?piles.p1=3"]
    return found


def asked(table: Table, who: str) -> list[TestResponse]:
    """What a phone is answered that asks, tries what is not allowed, and comes late."""
    events, seq = "/t/CODE/events", str(table.seq)
    every = [
        {"type": "play", "by": by, "card": str(n)} for by in SEATS.values() for n in range(1, 9)
    ]
    every += [{**play, "cat": "true"} for play in every[:3]]
    every += [{"type": "play", "by": "p2", "card": "2", "steal_from": by} for by in SEATS.values()]
    every += [{"type": "end_game", "piles.p1.8": "3", "piles.p2.1": "1", "piles.p3.1": "0"}]
    every += [{"type": "score_game", "counts.p1": "9", "counts.p2": "3", "counts.p3": "0"}]
    answers = [table.post(who, events, ask="1", seq=seq, **event) for event in every]
    answers += [table.post(who, events, seq="0", **event) for event in every[:9]]
    answers.append(table.post(who, "/t/CODE/undo", seq="1"))
    if who != "watcher":
        wrong = [{"type": "play", "by": "p3", "card": "1"}, {"type": "start_game"}, *every[-2:]]
        answers += [table.post(who, events, seq=seq, **event) for event in wrong]
    if who == "Ann":
        fields = {"do": "options", "options.games": "3", "options.readings.must_cast": "no"}
        answers.append(table.post(who, "/t/CODE/settings", **fields))
        fields = {"do": "options", "options.games": "2", "options.readings.must_cast": "yes"}
        answers.append(table.post(who, "/t/CODE/settings", **fields))
    return answers


def sent(table: Table, viewers: tuple[str, ...]) -> dict[str, str]:
    """All that these phones can get out of the table now."""
    out = {}
    for who in viewers:
        for address in addresses(table):
            out[f"{who} {address}"] = table.masked(table.get(who, address))
        for n, answer in enumerate(asked(table, who)):
            out[f"{who} answer {n}"] = table.masked(answer)
        with table.service.views.listen(table.code, table.me[who]) as ear:
            out[f"{who} bell"] = str(ear.wait(1))
    return out


def differences(one: Table, other: Table, *viewers: str) -> list[str]:
    """Where the answers to `viewers` (nobody named: the host, a player, one who watches) differ."""
    who = viewers or ("Ann", "Bo", "watcher")
    here, there = sent(one, who), sent(other, who)
    assert here.keys() == there.keys()
    return [what for what in here if here[what] != there[what]]


@pytest.fixture
def pair(make) -> tuple[Table, Table]:
    """Two tables at which a game has begun."""
    app = make(LIMITS=False)
    app.extensions["service"].tables.clock.tick = lambda: 1000.0  # all phones stay awake
    tables = Table(app, 1), Table(app, 2)
    for table in tables:
        table.record("Ann", type="start_game")
    return tables


def heights(table: Table) -> list[int]:
    view = table.service.views.table(table.code, table.me["Ann"])
    return [wizard.pile.count for wizard in view.state.wizards]


# The same cards of everyone in rounds that others win, and Cy is the next to start.
EARLIER = {
    (6, 0, 3): "Ann 6, Bo 3, Cy 1; Ann 4, Bo 1, Cy 3; Ann 1, Bo 4, Cy 6",
    (3, 0, 6): "Ann 6, Bo 3, Cy 1; Ann 4, Bo 4, Cy 6; Cy 3, Ann 1, Bo 1",
}


@pytest.fixture
def fourth(pair) -> tuple[Table, Table]:
    """The same two tables after one more round, which is the same at both."""
    for table, (piles, rounds) in zip(pair, EARLIER.items(), strict=True):
        table.play(rounds)
        assert tuple(heights(table)) == piles
        table.play("Cy 4, Ann 3, Bo 6")
    return pair


def test_while_it_was_the_last_round_the_tables_do_differ(pair):
    for table, rounds in zip(pair, EARLIER.values(), strict=True):
        table.play(rounds)
    assert "Bo /t/CODE/log" in differences(*pair, "Bo")


def test_nothing_that_is_undone_tells_it(fourth):
    for table in fourth:
        table.play("Bo 8>Ann, Cy 2<Bo")
        table.undo("Ann")
        table.undo("Bo")
        table.play("Bo 7")
        table.undo("Ann")
    assert differences(*fourth, "Cy") == []


def test_undoing_to_earlier_rounds_does_not_uncover_them(pair):
    """The game goes back to its first card, where both were the same."""
    for table, rounds in zip(pair, EARLIER.values(), strict=True):
        table.play(rounds)
        table.play("Cy 4, Ann 3, Bo 6")
        for _ in range(3):
            table.undo("Ann")
        table.undo("Ann", 8)
    assert differences(*pair, "Bo") == []


def test_setting_it_right_does_not_uncover_them(fourth):
    for table in fourth:
        played = [{"by": "p2", "card": 8}]
        table.record("Ann", type="position", played=played, hands={"p1": 3, "p2": 3, "p3": 3})
    assert differences(*fourth, "Bo") == []


def test_an_export_made_during_the_game_ends_before_it(fourth):
    for table in fourth:
        assert table.get("Ann", "/t/CODE/record.json").json["events"] == []


def test_the_log_shows_the_last_round_and_a_bare_line_for_each_before(fourth):
    table = fourth[0]
    lines = table.service.views.log(table.code, table.me["Cy"]).lines
    bare = [line for line in lines if line.is_redacted]
    assert [line.said for line in bare] == [GAME.secrecy.redacted_line] * 3
    assert {line.who for line in bare} == {()}
    assert [line.type for line in lines[:3]] == ["play"] * 3
    page = table.get("Bo", f"/t/CODE/log/{bare[0].line}").get_data(as_text=True)
    assert "A round was played" in page
    assert "Ann" not in re.sub(
        r'<header.*?</header>|<div class="ticker".*?</div>', "", page, flags=re.S
    )
    assert table.get("Bo", f"/t/CODE/log/{bare[0].line - 1}").status_code == 404


def test_a_bare_round_can_be_undone_to(fourth):
    table = fourth[0]
    line = next(
        line
        for line in table.service.views.log(table.code, table.me["Ann"]).lines
        if line.is_redacted
    )
    answer = table.post("Ann", "/t/CODE/undo", line=str(line.line), seq=str(table.seq))
    assert answer.status_code == 303
    assert heights(table) == [6, 0, 0]


def test_when_the_game_is_over_everything_is_told(fourth):
    for table in fourth:
        piles = {who: {} for who in SEATS.values()}
        answer = table.service.play.submit(
            table.code,
            table.me["Ann"],
            Submission(
                event={
                    "type": "score_game",
                    "counts": dict.fromkeys(SEATS.values(), 3),
                    "piles": piles,
                },
                seen=table.seq,
                key="over",
                stands=True,
            ),
        )
        assert answer.stood
        assert not any(
            line.is_redacted for line in table.service.views.log(table.code, table.me["Bo"]).lines
        )
    assert "watcher /t/CODE/log" in differences(*fourth, "watcher")
