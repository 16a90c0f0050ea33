"""T10: a table played with at random, beside a model of it that is as plain as can be."""

from __future__ import annotations

import shutil
import tempfile
from datetime import timedelta
from functools import partial
from pathlib import Path

import msgspec
import pytest
from house import MEMORY, House
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from toy import Add

from referee.core import Unusable
from referee.service import (
    Gone,
    Joined,
    Locked,
    NotAllowed,
    NotFound,
    Recorded,
    Refused,
    Removed,
    Stale,
    Submission,
)

PHONES = 4
HOST = -1
"""Whichever phone hosts."""
NAMES = ("Ann", "Bo", "Cy")
MOST = 5

phones = st.integers(0, PHONES - 1)
actors = st.just(HOST) | phones
players = st.sampled_from(["p1", "p2", "p3"])
numbers = st.integers(1, 6)
ages = st.sampled_from([0, 0, 0, 0, 1, 2])
"""How many events ago a form was drawn."""


class Table(RuleBasedStateMachine):
    """What is done to the service is done to the model too; they must agree after every step.

    `new_database` gives an address, or "" for a file.
    """

    new_database = staticmethod(lambda: "")
    drop_database = staticmethod(lambda url: None)

    @initialize()
    def open(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        self.house = House(self.folder, self.new_database())
        self.phones = [self.house.phone() for _ in range(PHONES)]
        self.code = self.house.open(self.phones[0], NAMES, most=MOST, target=1_000_000)
        self.host = 0
        self.here = {0: "here"}
        self.seat: dict[str, int | None] = dict.fromkeys(("p1", "p2", "p3"))
        self.names = dict(zip(("p1", "p2", "p3"), NAMES, strict=True))
        self.who_may = "anyone"
        self.locked = False
        self.requests: dict[int, tuple[str, str | None]] = {}
        self.record: list[dict] = []
        self.pile: list[tuple[str, int, int]] = []
        self.rulings = 0
        self.last_key: tuple | None = None
        for phone, player in ((1, "p2"), (2, "p3")):
            self.join(phone, player, False)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.house.store.close()
            self.drop_database(self.house.database)
            shutil.rmtree(self.folder)

    # The model's answers

    def turn(self) -> str:
        return {"p1": "p2", "p2": "p3", "p3": "p1"}[self.pile[-1][0]] if self.pile else "p1"

    def holds(self, phone: int) -> set[str]:
        """The seats a phone acts for."""
        free = {p for p, by in self.seat.items() if by is None} if phone == self.host else set()
        return free | {p for p, by in self.seat.items() if by == phone}

    def may(self, phone: int, event: dict) -> bool:
        """Whether a phone at the table may record `event`."""
        if phone == self.host or (self.who_may == "anyone" and self.holds(phone)):
            return True
        if self.who_may != "own" or not self.holds(phone) or event.get("stands"):
            return False
        if event["type"] == "undo":
            return event["count"] == 1 and bool(self.pile) and self.pile[-1][2] == phone
        return event["by"] in self.holds(phone)

    def expect(self, phone: int, act):
        """What `act` gives for a phone at the table; else the refusal it must get, and None."""
        state = self.here.get(phone)
        wrong = {None: Gone, "left": Gone, "removed": Removed}.get(state)
        if wrong is None:
            return act()
        with pytest.raises(wrong):
            act()
        return None

    # Coming and going

    @rule(phone=phones, player=st.none() | players, by_token=st.booleans())
    def join(self, phone, player, by_token) -> None:
        s = self.house.service
        token = s.joining.join_token(self.code, self.phones[self.host])
        code, state = self.code, self.here.get(phone)
        if state != "removed" and not self.locked:
            code = s.joining.find_by_token(token).code  # to type; new once a phone was removed
        token = token if by_token else ""
        if state != "here" and self.locked:
            with pytest.raises(Locked if by_token else NotFound):
                s.joining.join(code, self.phones[phone], player, token=token)
            return
        joined = s.joining.join(code, self.phones[phone], player, token=token)
        if state == "removed":
            assert joined == Joined("asked-back", player)
            self.requests[phone] = ("back", player)
            return
        if state != "here":
            self.requests.pop(phone, None)
        self.here[phone] = "here"
        if player is None:
            assert joined == Joined("watching")
        elif self.seat[player] == phone:
            assert joined == Joined("seat", player)
        elif self.seat[player] is None:
            assert joined == Joined("seat", player)
            self.seat[player] = phone
            self.requests.pop(phone, None)
        else:
            assert joined == Joined("asked", player)
            self.requests[phone] = ("seat", player)

    @rule(phone=phones)
    def leave(self, phone) -> None:
        if self.does(phone, phone != self.host, self.house.service.joining.leave):
            self.out(phone, "left")

    def out(self, phone, state) -> None:
        self.here[phone] = state
        self.requests.pop(phone, None)
        for player, by in self.seat.items():
            if by == phone:
                self.seat[player] = None

    def refused(self, act) -> None:
        with pytest.raises(NotAllowed):
            act()

    def does(self, phone, may, use_case, *args) -> bool:
        """`phone` does something; whether it must have come of it."""
        act = partial(use_case, self.code, self.phones[phone], *args)
        here = self.here.get(phone) == "here"
        if here and not may:
            self.refused(act)
        else:
            self.expect(phone, act)
        return here and may

    def number(self, phone) -> int | None:
        view = self.house.service.views.table(self.code, self.phones[phone])
        return next((p.id for p in view.phones if p.me), None)

    @rule(phone=actors, other=phones)
    def remove(self, phone, other) -> None:
        phone = self.host if phone == HOST else phone
        if self.here.get(other) == "here":
            may = phone == self.host and other != self.host
            if self.does(phone, may, self.house.service.hosting.remove_phone, self.number(other)):
                self.out(other, "removed")

    @rule(phone=actors, other=phones)
    def hand_over(self, phone, other) -> None:
        phone = self.host if phone == HOST else phone
        if self.here.get(other) == "here" and other != self.host:
            may = phone == self.host
            if self.does(phone, may, self.house.service.hosting.hand_over, self.number(other)):
                self.host = other

    @rule(phone=actors, player=players)
    def free_seat(self, phone, player) -> None:
        phone = self.host if phone == HOST else phone
        may = phone == self.host or self.seat[player] == phone
        if self.does(phone, may, self.house.service.hosting.free_seat, player):
            self.seat[player] = None

    @rule(phone=actors, other=phones, yes=st.booleans())
    def answer(self, phone, other, yes) -> None:
        """`phone` answers what `other` asked."""
        phone = self.host if phone == HOST else phone
        if other not in self.requests:
            return
        kind, player = self.requests[other]
        with self.house.store.read() as db:
            sql = "SELECT id, refused FROM asks WHERE phone = ?"
            id, refused = db.execute(sql, [self.phones[other].id]).fetchone()
        may = phone == self.host or (kind == "seat" and player in self.holds(phone))
        may = may or refused  # answered already: nothing happens
        done = self.does(phone, may, self.house.service.joining.answer_request, id, yes)
        if done and yes and not refused:
            del self.requests[other]
            self.here[other] = "here"
            if kind == "seat" or (player and self.seat[player] is None):
                self.seat[player] = other

    @rule(phone=actors, locked=st.booleans())
    def lock(self, phone, locked) -> None:
        phone = self.host if phone == HOST else phone
        if self.does(phone, phone == self.host, self.house.service.joining.lock, locked):
            self.locked = locked

    @rule(who_may=st.sampled_from(["anyone", "anyone", "anyone", "own", "host"]))
    def set_who_may(self, who_may) -> None:
        self.house.service.settings.set_who_may(self.code, self.phones[self.host], who_may)
        self.who_may = who_may

    @rule(phone=phones, player=players, name=st.sampled_from(["Ann", "Bo", "Cy", "Dee", "ANN"]))
    def rename(self, phone, player, name) -> None:
        may = phone == self.host or self.seat[player] == phone
        others = {n.casefold() for p, n in self.names.items() if p != player}
        try:
            done = self.does(phone, may, self.house.service.settings.rename, player, name)
        except Unusable:
            assert name.casefold() in others
        else:
            if done:
                assert name.casefold() not in others, "two have one name"
                self.names[player] = name

    @precondition(lambda self: self.locked)
    @rule(by_token=st.booleans())
    def stranger(self, by_token) -> None:
        """Somebody else's phone comes to a locked door."""
        s = self.house.service
        token = s.joining.join_token(self.code, self.phones[self.host]) if by_token else ""
        with pytest.raises(Locked if by_token else NotFound):
            s.joining.join(self.code, self.house.phone(), token=token)

    @precondition(lambda self: self.who_may == "own")
    @rule(phone=phones, player=players)
    def for_another(self, phone, player) -> None:
        """A phone plays for whom it likes."""
        self.send(phone, {"type": "add", "by": player, "n": 1}, 0)

    # Playing

    def send(self, phone, event, age, key=None) -> None:
        """Submit `event` from a form drawn `age` events ago, and say what must come of it."""
        s = self.house.service
        phone = self.host if phone == HOST else phone
        seen = len(self.record) - age
        key = key or self.house.key()
        plain = {k: v for k, v in event.items() if k != "stands"}

        def act():
            return s.play.submit(
                self.code, self.phones[phone], Submission(event=plain, seen=seen, key=key,
                stands=event.get("stands", False),
            ))  # fmt: skip

        some = phone == self.host or (self.who_may != "host" and self.holds(phone))
        may = some and (age != 0 or self.may(phone, event))
        if self.here.get(phone) == "here" and not may:
            self.refused(act)
            return
        answer = self.expect(phone, act)
        if answer is None:
            return
        if age:
            assert isinstance(answer, Stale)
            missed = list(range(max(seen, 0) + 1, len(self.record) + 1))
            assert [line.seq for line in reversed(answer.since)] == missed[-30:]
            return
        self.last_key = (phone, event, seen, key, answer)
        if event["type"] == "undo":
            fits = event["count"] <= len(self.pile)
        else:
            legal = event["by"] == self.turn() and event["n"] <= MOST
            fits = legal or event.get("stands", False)
        if not fits:
            assert isinstance(answer, Refused)
            self.rulings += 1
            return
        assert isinstance(answer, Recorded)
        assert answer.seq == len(self.record) + 1
        self.record.append(event)
        if event["type"] == "undo":
            del self.pile[len(self.pile) - event["count"] :]
        else:
            self.pile.append((event["by"], event["n"], phone))

    @rule(phone=actors, player=players, n=numbers, age=ages)
    def play(self, phone, player, n, age) -> None:
        self.send(phone, {"type": "add", "by": player, "n": n}, age)

    @rule(phone=actors, n=st.integers(1, MOST))
    def play_in_turn(self, phone, n) -> None:
        self.send(phone, {"type": "add", "by": self.turn(), "n": n}, 0)

    @rule(phone=actors, player=players, n=numbers, age=ages)
    def stand(self, phone, player, n, age) -> None:
        self.send(phone, {"type": "add", "by": player, "n": n, "stands": True}, age)

    @rule(phone=actors, count=st.integers(1, 4), age=ages)
    def undo(self, phone, count, age) -> None:
        self.send(phone, {"type": "undo", "count": count}, age)

    @rule(count=st.integers(1, 3))
    def play_and_undo(self, count) -> None:
        """The host's phone plays a little, and takes some of it back."""
        for _ in range(2):
            self.send(HOST, {"type": "add", "by": self.turn(), "n": 1}, 0)
        self.send(HOST, {"type": "undo", "count": count}, 0)

    @rule(phone=actors, player=players)
    def two_tabs(self, phone, player) -> None:
        """Two forms of one phone, drawn at the same moment, are sent one after the other."""
        before = len(self.record)
        self.send(phone, {"type": "add", "by": player, "n": 1}, 0)
        self.send(phone, {"type": "add", "by": player, "n": 2}, len(self.record) - before)

    @precondition(lambda self: getattr(self, "last_key", None))
    @rule(other_body=st.booleans(), phone=phones)
    def repeated(self, other_body, phone) -> None:
        """The reply was lost, so the same comes again; or something else with the same key."""
        s = self.house.service
        sender, event, seen, key, answer = self.last_key
        changed = event | {"n": event.get("n", 1) % 6 + 1} if event["type"] == "add" else {
            "type": "undo", "count": event["count"] + 1
        }  # fmt: skip
        sent = changed if other_body else event
        plain = {k: v for k, v in sent.items() if k != "stands"}

        def act():
            return s.play.submit(
                self.code, self.phones[phone], Submission(event=plain, seen=seen, key=key,
                stands=sent.get("stands", False),
            ))  # fmt: skip

        if self.here.get(phone) == "here" and (other_body or phone != sender):
            with pytest.raises(Unusable) as caught:
                act()
            assert caught.value.path == "key"
            return
        again = self.expect(phone, act)
        if again is not None:
            assert type(again) is type(answer)
            assert (again.line, again.ruling, again.event) == (
                answer.line, answer.ruling, answer.event
            )  # fmt: skip

    # The world around

    @rule()
    def restart(self) -> None:
        self.house.store.close()
        self.house.start()

    @rule(hours=st.sampled_from([-3, 1, 800, -500_000]), ticks=st.sampled_from([1, 100, 400]))
    def clock(self, hours, ticks) -> None:
        if self.house.wall.year > 1985 or hours > 0:
            self.house.wind(timedelta(hours=hours), ticks)

    @rule()
    def forget(self) -> None:
        """Everything that is only a copy is thrown away."""
        self.house.service.tables.heads.clear()
        with self.house.store.write() as db:
            db.execute("DELETE FROM snapshots")

    @rule(phone=phones)
    def export_and_import(self, phone) -> None:
        """The record tells the same game, and comes out of the new table as it went in."""
        s = self.house.service
        record = self.expect(phone, lambda: s.records.export(self.code, self.phones[phone]))
        if record is None:
            return
        data = msgspec.json.encode(record)
        importer = self.house.phone()
        code = s.records.import_record(importer, data, key="i")
        assert msgspec.json.encode(s.records.export(code, importer)) == data
        assert s.views.table(code, importer).state.totals == self.totals()
        s.settings.delete_table(code, importer)

    # What must hold

    def totals(self) -> dict[str, int]:
        return {p: sum(n for by, n, _ in self.pile if by == p) for p in ("p1", "p2", "p3")}

    @invariant()
    def every_phone_sees_the_same_table(self) -> None:
        if not hasattr(self, "phones"):
            return
        s = self.house.service
        for phone in range(PHONES):
            view = self.expect(phone, lambda p=phone: s.views.table(self.code, self.phones[p]))
            if view is None:
                continue
            assert view.state.totals == self.totals()
            assert view.state.turn == self.turn()
            assert view.seq == len(self.record)
            assert view.names == self.names
            assert set(view.seats) == self.holds(phone)
            assert set(view.own) == {p for p, by in self.seat.items() if by == phone}
            assert (view.role == "host") == (phone == self.host)
            assert (view.locked, view.who_may) == (self.locked, self.who_may)
            assert len(view.phones) == list(self.here.values()).count("here")
            assert (view.own_request is not None) == (phone in self.requests)
            top = self.pile[-1] if self.pile else None
            assert (view.top and view.top.said.values) == (top and {"p": top[0], "n": top[1]})
            assert view.may(Add(by="p1", n=1)) == self.may(phone, {"type": "add", "by": "p1"})

    @invariant()
    def the_log_holds_all_that_happened_in_order(self) -> None:
        if not hasattr(self, "phones"):
            return
        record = self.house.service.records.export(self.code, self.phones[self.host])
        back = {name: player for player, name in self.names.items()}
        events = [e | {"by": back[e["by"]]} if "by" in e else e for e in record["events"]]
        wanted = [
            {k: v for k, v in e.items() if (k, v) not in (("count", 1), ("stands", False))}
            for e in self.record
        ]
        assert events == wanted
        assert record["players"] == list(self.names.values())
        page = self.house.service.views.log(self.code, self.phones[self.host])
        if page.older is None:
            assert sum(line.kind == "ruling" for line in page.lines) == self.rulings
        with self.house.store.read() as db:
            seqs = [r[0] for r in db.execute("SELECT seq FROM lines WHERE seq > 0 ORDER BY line")]
        assert seqs == list(range(1, len(self.record) + 1))
