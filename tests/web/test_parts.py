"""What is drawn once for several phones reaches those alone that may see it alike.

The page of a table is put together from parts that are kept. Phones that differ in one thing each
(the seat, the role, the language, the theme, the table) ask in turn, all caches on; whoever asks is
sent, to the byte, what an app that keeps nothing sends him.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from drivers import begin
from flask import Flask
from flask.testing import FlaskClient
from phones import Make

from referee.core import Message, say
from referee.games import games
from referee.service import Submission
from referee.web import parts, stream, words
from referee.web.kept import Kept
from referee.web.seats import COOKIE

HOLES = (
    *(parts.TOKEN, parts.KEY, parts.CLOCK, parts.SEAT, parts.SEQ),
    *(parts.MAIN, parts.PLAYED, parts.BAR),
    *(parts.BESIDE, parts.HEADING, parts.TICKER, parts.REVISION, parts.CLASSES, parts.YOURS),
)
PEOPLE = ("host", "second", "third", "several", "watcher", "other watcher")
SETTINGS: tuple[Mapping[str, str], ...] = (
    {"language": "en_GB"},
    {"language": "fr"},
    {"language": "en_GB", "lamp": "dark"},
    {"language": "fr", "lamp": "light"},
)


class Table:
    """A table of a game, played for a while, and phones of all kinds at it."""

    def __init__(self, app: Flask, key: str, number: int, title: str) -> None:
        self.app, self.service = app, app.extensions["service"]
        game, drive, players, _, _ = begin(key, number)
        self.phones: dict[str, tuple[Any, str]] = {
            name: self.service.phones.add() for name in PEOPLE
        }
        host = self.phones["host"][0]
        plain = drive.SETUPS[number][1]
        self.code = self.service.opening.open_table(
            host, key, players, plain, title=title, key=title
        )
        token = self.service.joining.join_token(self.code, host)
        for name, seats in {"second": (2,), "third": (3,), "several": (4, 5)}.items():
            taken = [f"p{seat}" for seat in seats if seat <= len(players)]
            for seat in taken or [None]:
                self.service.joining.join(self.code, self.phones[name][0], seat, token=token)
        for name in ("watcher", "other watcher"):
            self.service.joining.join(self.code, self.phones[name][0], token=token)
        self.game, self.drive, self.random = game, drive, Random(number)
        self.count = 0

    def play(self, events: int) -> str:
        """Record so many events, each from the phone of who plays it; whose was the last one."""
        host, name = self.phones["host"][0], ""
        for _ in range(events):
            view = self.service.views.table(self.code, host)
            if view.over:
                return name
            event = self.drive.next_event(view.game, view.state, self.random.choice)
            self.count += 1
            plain, key = msgspec.to_builtins(event), f"event-{self.count}"
            sent = Submission(event=plain, seen=view.seq, key=key, stands=True)
            name = self.holder(getattr(event, "by", None) or "")
            self.service.play.submit(self.code, self.phones[name][0], sent)
        return name

    def holder(self, seat: str) -> str:
        """Whose phone acts for `seat`."""
        return next((name for name in PEOPLE if seat in self.seats(name)), "host")

    def seats(self, name: str) -> tuple[str, ...]:
        return self.service.views.table(self.code, self.phones[name][0]).seats

    def client(self, name: str, cookies: Mapping[str, str]) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.phones[name][1])
        for cookie, value in cookies.items():
            client.set_cookie(cookie, value)
        return client

    def answers(self) -> Iterator[tuple[str, str]]:
        """Who asked how for what, and the page."""
        paths = ("", "?as=p4", "?as=p5&mine=1", "?show=pad", "?show=green")
        for path in paths:
            for cookies in SETTINGS:
                for name in PEOPLE:
                    answer = self.client(name, cookies).get(f"/t/{self.code}{path}")
                    assert answer.status_code == 200, (name, cookies, path)
                    yield f"{self.code} {name} {dict(cookies)} {path}", same(answer.text)


class Bringing:
    """A stream that brings `name` the page of the table at `path`; `cookies` as it was opened."""

    def __init__(self, table: Table, name: str, path: str, cookies: Mapping[str, str]) -> None:
        self.client, self.name, self.path = table.client(name, cookies), name, path
        bell = f"{path.partition('?')[0]}/bell?page=1&{path.partition('?')[2]}"
        heads = {"Accept-Encoding": "gzip"}
        self.answer = self.client.get(bell, headers=heads, buffered=False)
        assert self.answer.status_code == 200
        self.pieces = iter(self.answer.response)
        self.unpack = zlib.decompressobj(31).decompress
        assert self.next()[0] == "table"

    def next(self) -> tuple[str, str]:
        """The next event but those of the database, and its data."""
        event = ""
        while event in ("", "mark"):
            said = self.unpack(next(self.pieces)).decode()
            fields = [line.partition(": ") for line in said.splitlines()]
            event = "".join(value for name, _, value in fields if name == "event")
        return event, "\n".join(value for name, _, value in fields if name == "data")


def same(page: str) -> str:
    """`page` without what is new in each drawing."""
    page = re.sub(r'(name="csrf_token" value=")[^"]+', r"\1", page)
    page = re.sub(r"((?:as of|état à) )\d\d:\d\d", r"\1", page)  # the minute of each answer
    return re.sub(r'(name="key" value=")[^"]+', r"\1", page)


@pytest.fixture(scope="module", params=list(games()))
def tables(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[list[Table]]:
    """Two tables of a game that differ in nothing but their titles and what is played."""
    from referee.web import create_app

    app = create_app({"DATA": tmp_path_factory.mktemp("parts"), "LIMITS": False})
    # With five players, so that a phone holds two seats.
    _, drive, *_ = begin(request.param, 0)
    number = max(range(len(drive.SETUPS)), key=lambda i: min(len(drive.SETUPS[i][0]), 5))
    app.extensions["service"].tables.clock.tick = lambda: 1000.0
    made = [Table(app, request.param, number, title) for title in ("Friday", "Monday")]
    yield made
    app.extensions["service"].tables.store.close()


@pytest.mark.slow
def test_each_phone_is_sent_what_it_would_be_sent_if_nothing_were_kept(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tables[0].app
    kept = app.extensions["parts"]
    for events in (0, 1, 6):
        for table in tables:
            table.play(events)
        with monkeypatch.context() as patch:
            patch.setitem(app.extensions, "parts", Kept(0))
            right = [answer for table in tables for answer in table.answers()]
        assert app.extensions["parts"] is kept
        for _ in range(2):  # kept from whoever asked before; and then all of it kept
            assert [answer for table in tables for answer in table.answers()] == right


@pytest.mark.slow
def test_a_stream_brings_each_phone_what_it_would_be_sent(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, though one reads for several; to who only watches it says a number."""
    monkeypatch.setattr(stream, "TURN", 0)
    table = tables[0]
    # The host plays: it has its answers.
    ways = [(name, "") for name in PEOPLE[1:]]
    ways += [("several", "?as=p4")] if table.seats("several") else []
    streams = [
        Bringing(table, name, f"/t/{table.code}{seat}", cookies)
        for name, seat in ways
        for cookies in SETTINGS
    ]
    brought = 0
    for _ in range(6):
        by = table.play(1)
        if not by:
            break
        table.random.shuffle(streams)  # whoever is first reads for the others
        for one in streams:
            event, page = one.next()
            sees = one.client.get(one.path, headers={"HX-Request": "true"}).text
            if event == "page":
                assert same(page) == same("\n".join(sees.splitlines())), (one.name, one.path)
                brought += 1
            else:
                assert one.name == by or not table.seats(one.name)
                assert page == re.search(r'data-line="(\d+)"', sees)[1]
    assert brought >= 20
    for one in streams:
        one.answer.close()


def test_phones_that_see_the_same_share_it(tables: list[Table]) -> None:
    """It is kept at all: a second watcher has nothing drawn for him."""
    table = tables[0]
    page = f"/t/{table.code}"
    table.client("watcher", {}).get(page)
    before = len(table.app.extensions["parts"])
    table.client("other watcher", {}).get(page)
    assert len(table.app.extensions["parts"]) == before


def test_each_drawing_has_keys_and_a_token_of_its_own(tables: list[Table]) -> None:
    table = tables[0]
    pages = [
        table.client(name, {}).get(f"/t/{table.code}").text
        for name in ("host", "host", "watcher", "other watcher")
    ]
    tokens = [set(re.findall(r'name="csrf_token" value="([^"]+)"', page)) for page in pages]
    keys = [re.findall(r'name="key" value="([^"]+)"', page) for page in pages]
    assert all(len(token) == 1 for token in tokens)
    assert len(set.union(*tokens[1:])) == 3
    assert len({key for found in keys for key in found}) == sum(map(len, keys)) >= 4
    assert not any(hole in page for page in pages for hole in HOLES)


class Look(msgspec.Struct):
    """What a phone sees."""

    seat: str
    hand: str

    def both(self) -> str:
        return f"{self.seat} {self.hand}"


@pytest.fixture
def ask(make: Make, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Draws a template that is written here, counting how often that is done."""
    app = make()
    count: list[str] = []

    def template(_: parts.Parts, source: str, view: Any, values: dict[str, Any]) -> Any:
        count.append(source)
        environment = app.jinja_env.spoken(isolated=True)  # type: ignore[attr-defined]
        return parts.Markup(environment.from_string(source).render(values, table_view=view))

    monkeypatch.setattr(parts.Parts, "_drawn", template)

    def ask(source: str, seen: Look | None = None, /, cookie: str = "", **values: Any) -> str:
        with app.test_request_context(headers={"Cookie": cookie} if cookie else {}):
            words.call(values.pop("names", {"p1": "Ann"}))
            return str(parts.part(source, seen, **values))

    ask.count = count  # type: ignore[attr-defined]
    return ask


def test_what_a_part_reads_of_the_look_is_what_it_is_kept_by(ask: Any) -> None:
    source = "{% if table_view.seat == 'p1' %}{{ table_view.hand }}{% else %}nothing{% endif %}"
    assert ask(source, Look("p1", "frog")) == "frog"
    assert ask(source, Look("p1", "wasp")) == "wasp"
    assert ask(source, Look("p2", "frog")) == "nothing"
    assert len(ask.count) == 3
    assert ask(source, Look("p2", "wasp")) == "nothing", "it has not read the hand"
    assert ask(source, Look("p1", "frog")) == "frog"
    assert len(ask.count) == 3


def test_what_a_method_reads_counts(ask: Any) -> None:
    assert ask("{{ table_view.both() }}", Look("p1", "frog")) == "p1 frog"
    assert ask("{{ table_view.both() }}", Look("p1", "wasp")) == "p1 wasp"


def test_what_a_part_within_a_part_reads_counts_for_both(ask: Any) -> None:
    source = "{{ part('{{ table_view.both() }}', table_view) }}"
    assert ask(source, Look("p1", "frog")) == "p1 frog"
    assert ask(source, Look("p1", "wasp")) == "p1 wasp"
    assert ask(source, Look("p1", "frog")) == "p1 frog"
    assert len(ask.count) == 4


@pytest.mark.parametrize(
    ("source", "one", "other"),
    [
        ("{{ value }}", {"value": 1}, {"value": True}),
        ("{{ value * 2 }}", {"value": "1"}, {"value": 1}),
        ("{{ value }}", {"value": None}, {"value": "None "}),
        ("{{ value|join }}", {"value": ["a", "b"]}, {"value": ["b", "a"]}),
        ("{{ value.items()|list }}", {"value": {"a": 1, "b": 2}}, {"value": {"b": 2, "a": 1}}),
        ("{{ value|say }}", {"value": say("Undo")}, {"value": say("Hand {n}", n=1)}),
        ("{{ view.hand }}", {"view": Look("p1", "frog")}, {"view": Look("p1", "wasp")}),
        ("{{ view }}", {"view": None}, {"view": 0}),
        ("{{ 'p1'|say }}", {"names": {"p1": "Ann"}}, {"names": {"p1": "Bo"}}),
        ("{{ _('Undo') }}", {"cookie": "language=en_GB"}, {"cookie": "language=fr"}),
    ],
)
def test_nothing_that_makes_a_difference_is_left_out(
    ask: Any, source: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = ask(source, **one), ask(source, **other)
    assert first != second
    assert (ask(source, **one), ask(source, **other)) == (first, second)
    assert len(ask.count) == 2


@pytest.mark.parametrize("source", ["{{ request.path }}", "{{ g.voice }}", "{{ stranger }}"])
def test_a_part_sees_nothing_that_it_was_not_given(ask: Any, source: str) -> None:
    with pytest.raises(Exception, match="is undefined"):
        ask(source)


def test_a_number_that_cannot_be_encoded_is_drawn_each_time(ask: Any) -> None:
    assert ask("{{ value }}", value=1 << 80) == ask("{{ value }}", value=1 << 80) == str(1 << 80)
    assert len(ask.count) == 2


def test_what_is_kept_has_a_most() -> None:
    kept: Kept[str] = Kept(10)
    for key in "abc":
        kept.put(key, key, 4)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (None, "b", "c")
    kept.get("b")
    kept.put("d", "d", 4)
    assert (kept.get("b"), kept.get("c"), kept.size) == ("b", None, 8)
    kept.put("e", "e", 11)
    assert kept.get("e") is None
    assert len(kept) == 2


def test_messages_and_words_of_people_are_not_taken_for_each_other() -> None:
    assert msgspec.msgpack.encode(Message("Undo")) != msgspec.msgpack.encode("Undo")
