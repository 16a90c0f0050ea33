"""T11: what a release wrote is read for ever. Every release has a folder here, made by `write.py`
with that release's own code; this opens a copy of its database and its records with the code of
today, and finds in them what was found then.

A difference fails, unless it is listed in `OTHER_RULES` with its reason. What is listed must differ
(an excuse that is not needed fails as well), and a table that is listed must say so to its phones.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee.store.sqlite.library import sqlite3

sys.path.insert(0, str(Path(__file__).parent))

from drivers import driver
from observing import history_of, report_on, table_as_seen, table_itself
from played import TABLE, addresses
from write import next_entry

from referee.core import Undo, Unusable
from referee.games import games
from referee.service import Recorded, Submission
from referee.web import create_app
from referee.web.seats import COOKIE

MEMORY = Path("/dev/shm")
RELEASES = sorted(path.name for path in Path(__file__).parent.glob("[0-9]*.*"))
_SECOND_OF_A_TEAM = "a position tells what a team has for its second player, where it vanished"
_PUT_IN_WRONG = "a card of which all copies lie on the pile was put in wrong: nothing else is said"
_TAKE_WITHOUT_WASPS = "a take without Wasps was let stand"
OTHER_RULES: dict[str, str] = {
    "0.1.0 zar-3-2": _PUT_IN_WRONG,
    "0.1.0 zar-5-2": _PUT_IN_WRONG,
    "0.1.0 zar-6-2": _PUT_IN_WRONG,
    "0.1.0 zar-7-1": f"{_PUT_IN_WRONG}; {_TAKE_WITHOUT_WASPS}",
    "0.1.0 zar-3-muddled": _TAKE_WITHOUT_WASPS,
    "0.1.0 zar-5-muddled": _TAKE_WITHOUT_WASPS,
    "0.1.0 zar-6-muddled": _TAKE_WITHOUT_WASPS,
    "0.1.0 zar-7-imported": _TAKE_WITHOUT_WASPS,
    "0.1.0 kazing-7-2": _SECOND_OF_A_TEAM,
    "0.1.0 kazing-8-1": _SECOND_OF_A_TEAM,
    "0.1.0 kazing-9-2": _SECOND_OF_A_TEAM,
    "0.1.0 kazing-10-2": _SECOND_OF_A_TEAM,
    "0.1.0 kazing-12-muddled": "a position with a Timer that cannot be was let stand",
    "0.1.0 zinga-4-1": "who shows an empty hand at the end of a blocked round is out",
}
"""What is judged by other rules today: "0.1.0 zar-0-1" and why. Every entry is a record or a table
that no longer means what it meant: there should be none."""

FOUND_SINCE = {"lots_tie", "theft_until", "numbers"}
"""Readings that no edition of the release asked: a ruling that rests on one lists it today."""

RULES = 5
"""Where the clauses of a line of the log stand (see `observing`)."""
SHOWN = {"Gone": (303, 404), "Removed": (403,)}
"""What the page of a table answers to a phone that is not at it."""


def unpacked(release: str, name: str) -> Any:
    return json.loads(gzip.decompress((folder(release) / f"{name}.json.gz").read_bytes()))


def folder(release: str) -> Path:
    return Path(__file__).parent / release


RECORDS = [
    pytest.param(release, each, id=f"{release} {each['name']}")
    for release in RELEASES
    for each in unpacked(release, "records")
]


def differences(then: Any, today: Any, path: str = "") -> Iterator[str]:
    """Where `today` says something else than `then`. An object may have come to say more, and a
    ruling may cite the same clauses in another order."""
    if path.endswith(".rules") and isinstance(then, list) and isinstance(today, list):
        then, today = sorted(then), sorted(today)
    if isinstance(then, dict) and isinstance(today, dict):
        for key, value in then.items():
            if key in today:
                yield from differences(value, today[key], f"{path}.{key}")
            else:
                yield f"{path}.{key} is missing"
    elif isinstance(then, list) and isinstance(today, list) and len(then) == len(today):
        for i, (one, other) in enumerate(zip(then, today, strict=True)):
            yield from differences(one, other, f"{path}[{i}]")
    elif then != today or type(then) is not type(today):
        yield f"{path}: {then!r} then, {today!r} today"


def settle(name: str, found: list[str]) -> None:
    """Fail for differences that nobody has named, and for names without a difference."""
    if name in OTHER_RULES:
        assert found, f"{name} is as it was: it needs no excuse"
    else:
        assert not found, "\n".join([f"{name} is not what it was:", *found[:20]])


def test_there_is_enough_of_every_release() -> None:
    assert "0.1.0" in RELEASES
    for release in RELEASES:
        records, expected = unpacked(release, "records"), unpacked(release, "expected")
        assert len(records) >= 30
        tables = [each["table"] for each in expected["tables"].values()]
        played = {each["record"]["game"] for each in records}
        assert played
        assert played == {table["game"] for table in tables}
        assert played <= set(games())
        for game in played:
            own = [table for table in tables if table["game"] == game]
            assert any(table["over"] for table in own)
            assert any(not table["over"] for table in own)
        secret = {table["game"] for table in tables if table["secret"]}
        assert len(secret) > 1
        assert all(games()[game].secrecy.hides_something for game in secret)
        roles = {seen["role"] for each in expected["tables"].values() for seen in each["seen"]}
        assert roles >= {"host", "seat", "watching", "Removed", "Gone"}
        drafts = [seen.get("drafts") for t in expected["tables"].values() for seen in t["seen"]]
        assert any(drafts)
        size = sum(path.stat().st_size for path in folder(release).iterdir())
        assert size < 1_000_000


@pytest.mark.parametrize(("release", "kept"), RECORDS)
def test_t11_a_record_is_judged_as_it_was(release: str, kept: dict[str, Any]) -> None:
    try:
        today = report_on(msgspec.json.encode(kept["record"]))
    except Unusable as error:
        settle(f"{release} {kept['name']}", [str(error)])
        return
    for ruling in today["rulings"]:
        ruling["readings"] = [each for each in ruling["readings"] if each not in FOUND_SINCE]
    found = differences(in_any_order(kept["report"]), in_any_order(today))
    settle(f"{release} {kept['name']}", list(found))


def test_t11_a_difference_is_seen() -> None:
    kept = unpacked("0.1.0", "records")[0]["report"]
    other = json.loads(json.dumps(kept))
    other["more"] = "may be said"
    assert not list(differences(kept, other))
    other["rulings"][-1]["verdict"] = "maybe"
    other["rulings"][0]["rules"].append("more/1")
    other["scores"].popitem()
    other["over"] = int(other["over"])
    assert len(list(differences(kept, other))) == 4


def in_any_order(report: dict[str, Any]) -> dict[str, Any]:
    """`report` with the clauses of refusals sorted: which they are is kept, not their order."""
    rulings = [
        ruling if ruling["verdict"] == "legal" else {**ruling, "rules": sorted(ruling["rules"])}
        for ruling in report["rulings"]
    ]
    return {**report, "rulings": rulings}


class Opened:
    """A copy of what a release left, served by the code of today."""

    def __init__(self, release: str, data: Path) -> None:
        self.expected = unpacked(release, "expected")
        packed = (folder(release) / "referee.db.gz").read_bytes()
        (data / "referee.db").write_bytes(gzip.decompress(packed))
        shutil.copy(folder(release) / "secret-key", data)
        (data / "secret-key").chmod(0o600)
        self.file = data / "referee.db"
        self.rows_before = self.rows()
        self.app = create_app({"DATA": data, "LIMITS": False})
        self.service = self.app.extensions["service"]
        self.phones = [self.service.phones.find(token) for token in self.expected["phones"]]

    def hides(self, game: str) -> bool:
        return self.service.tables.games[game].secrecy.hides_something

    def rows(self) -> dict[str, int]:
        with closing(sqlite3.connect(self.file)) as db:
            names = [
                name
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if not name.startswith(("sqlite_", "_sqlite", "found"))
            ]
            return {
                name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names
            }


@pytest.fixture(scope="module", params=RELEASES)
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as data:
        yield Opened(request.param, Path(data))


# The tests stand in the order in which they must run: the last one plays on.


def test_t11_every_row_is_kept_and_the_file_is_sound(opened: Opened) -> None:
    after = opened.rows()
    for name, number in opened.rows_before.items():
        if name == "remembered" and name not in after:
            assert after["memories"] >= number, "each for all, and for those who used it"
        elif name not in ("snapshots", "course"):  # copies, which may be made anew
            assert after[name] == number, name
    with closing(sqlite3.connect(opened.file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_t11_every_phone_is_known(opened: Opened) -> None:
    assert None not in opened.phones
    for phone, then in zip(opened.phones, opened.expected["history"], strict=True):
        found = list(differences(then, history_of(opened.service, phone)))
        assert not found, found


@pytest.mark.slow
def test_t11_every_table_is_what_it_was_for_every_phone(
    opened: Opened, request: pytest.FixtureRequest
) -> None:
    release = request.node.callspec.params["opened"]
    wrong: list[str] = []
    for code, then in opened.expected["tables"].items():
        name = f"{release} {then['name']}"
        host = opened.phones[0]
        itself = table_itself(opened.service, code, host)
        if itself["secret"]:
            # It may be hidden for longer than it was, never shorter.
            then["table"]["secret"] = True
            begun, whole = itself["export"]["events"], then["table"]["export"]["events"]
            if begun == whole[: len(begun)]:
                then["table"]["export"]["events"] = begun
        found = list(differences(then["table"], itself))
        for number, (phone, seen) in enumerate(zip(opened.phones, then["seen"], strict=True)):
            for page in opened.service.tables.games[itself["game"]].help_pages:
                seen.get("drafts", {}).pop(page, None)  # nothing is entered on a page that explains
            today = table_as_seen(opened.service, code, phone)
            for line, now in zip(seen.get("log", ()), today.get("log", ()), strict=False):
                if opened.hides(itself["game"]) and set(now[RULES]) < set(line[RULES]):
                    line[RULES] = now[RULES]  # what is a seat's own is shown only while it is held
            found += differences(seen, today, f" phone {number}")
        try:
            settle(name, found)
        except AssertionError as error:
            wrong.append(str(error))
        if name in OTHER_RULES:
            assert opened.service.views.table(code, host).notice is not None
    assert not wrong, "\n".join(wrong[:10])


def test_t11_every_way_in_still_leads_to_its_table(opened: Opened) -> None:
    for code, then in opened.expected["tables"].items():
        assert opened.service.joining.join_token(code, opened.phones[0]) == then["token"]
        if not then["table"]["locked"]:
            assert opened.service.joining.find_by_token(then["token"]).code == code
    for code, token in opened.expected["host_links"].items():
        newcomer, _ = opened.service.phones.add()
        assert opened.service.hosting.become_host(token, newcomer) == code
        number = next(
            phone.id for phone in opened.service.views.table(code, newcomer).phones if phone.id == 1
        )
        opened.service.hosting.hand_over(code, newcomer, number)


def test_t11_what_was_remembered_is_still_there(opened: Opened) -> None:
    """For all where memory is shared, else for the host whose tables have used it."""
    service, host = opened.service, opened.phones[0]
    newcomer, _ = service.phones.add()
    for shared, phone in ((True, newcomer), (False, host)):
        service.tables.context.shared_memory = shared
        for game, name, value in opened.expected["remembered"]:
            assert service.memory.of(game, phone)[name] == json.loads(value), (game, name)
    assert set(service.memory.of("zar", newcomer).values()) == {None}


@pytest.mark.slow
def test_t11_every_page_of_every_table_is_shown(opened: Opened) -> None:
    """To its host and to somebody who looks on."""
    client = opened.app.test_client()
    seen: set[str] = set()
    for code, then in opened.expected["tables"].items():
        for number, as_seen in enumerate(then["seen"]):
            client.set_cookie(COOKIE, opened.expected["phones"][number])
            role = as_seen["role"]
            assert client.get(f"/t/{code}").status_code in SHOWN.get(role, (200,)), (code, role)
        client.set_cookie(COOKIE, opened.expected["phones"][0])
        game, lines = then["table"]["game"], then["table"]["line"]
        for path in addresses(opened.app, game, code, lines, seen, TABLE):
            assert client.get(path).status_code in (200, 302, 303, 403, 404, 422), path
    assert len(seen) > 100


def test_t11_every_table_plays_on(opened: Opened) -> None:
    """One more entry at each, and it is taken back again; at a finished one the last is."""
    service, host = opened.service, opened.phones[0]
    for code, then in opened.expected["tables"].items():
        random = Random(code)
        for attempt in range(200):
            view = service.views.table(code, host)
            if view.over:
                event: Any = Undo()
            else:
                event = next_entry(driver(view.game.key), view.game, view.state, random)
            seat = None
            if view.who_may != "host":
                seat = view.game.secrecy.private_to(event) or getattr(event, "by", None)
            owners = [i for i, seen in enumerate(then["seen"]) if seat in seen.get("own", ())]
            phone = opened.phones[owners[0] if owners else 0]
            plain, key = msgspec.to_builtins(event), f"on {attempt}"
            answer = service.play.submit(
                code, phone, Submission(event=plain, seen=view.seq, key=key)
            )
            if isinstance(answer, Recorded):
                break
        else:
            raise AssertionError(f"nothing can be recorded at {then['name']}")
        assert answer.seq == view.seq + 1
        tag = event.__struct_config__.tag
        if event.is_query or tag == "undo":
            continue
        service.play.submit(
            code, host, Submission(event={"type": "undo"}, seen=answer.seq, key="back")
        )
        state = json.loads(
            msgspec.json.encode(view.game.report(service.views.table(code, host).state))
        )
        found = list(differences(then["table"]["state"], state))
        assert not found, (then["name"], found)
