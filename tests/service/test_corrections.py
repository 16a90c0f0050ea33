"""Earlier entries of every game, corrected."""

from __future__ import annotations

import sys
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.core import Unusable, render
from referee.core.text import ENGLISH
from referee.live import Notifier
from referee.record import check, read, report_json
from referee.service import NotAllowed, Recorded, Refused, Service, Stale, Submission, Unkept
from referee.store.sqlite import Store
from referee.table import Fold, corrected
from referee.table.correction import Entry

sys.path.insert(0, str(Path(__file__).parent.parent / "laws"))
from drivers import begin, play, setups


@pytest.fixture
def service(folder):
    return Service(Store(folder / "referee.db"), Notifier(), token_key=b"k" * 32)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), setups())
def test_an_entry_corrected_to_itself_changes_nothing(key, number):
    """The same states and the same verdicts, whichever entry it is."""
    game, drive, _, _, state = begin(key, number)
    dice = Random(f"{key} {number}")
    entries = []
    for event in play(game, drive, state, dice, 120):
        if event.is_query:
            continue
        ruling = game.judge(state, event)
        after = game.apply(state, event)
        entries.append(Entry(event, ruling, state, after))
        state = after
    for k in {dice.randrange(len(entries)) for _ in range(12)}:
        old = entries[k]
        done = corrected(game, old, old.event, old.ruling, entries[k + 1 :])
        assert done.failure is None
        assert [e.after for e in done.later] == [e.after for e in entries[k + 1 :]]
        assert [e.ruling.verdict for e in done.later] == ["legal"] * len(entries[k + 1 :])


class Evening:
    """A table of one phone, and the fold of what is in effect there."""

    def __init__(self, service, key, number, length):
        self.service, self.number = service, number
        self.game, self.drive, names, options, _ = begin(key, number)
        self.host = service.phones.add()[0]
        self.code = service.opening.open_table(
            self.host, key, names, msgspec.to_builtins(options), key="k"
        )
        self.start = self.look().state
        self.lines, self.events = [], []
        self.dice, self.sent = Random(f"{key} {number}"), 0
        state = self.start
        while len(self.events) < length and not self.game.over(state):
            event = self.drive.next_event(self.game, state, self.dice.choice)
            if event.is_query:
                continue
            answer = self.submit(event)
            assert isinstance(answer, Recorded)
            self.lines.append(answer.line)
            self.events.append(answer.event)
            state = answer.view.state

    def look(self):
        return self.service.views.table(self.code, self.host)

    def submit(self, event, **more):
        self.sent += 1
        seat = more.pop("as_seat", None) or self.game.secrecy.private_to(event)
        return self.service.play.submit(
            self.code,
            self.host,
            Submission(
                event=msgspec.to_builtins(event),
                seen=self.look().seq,
                key=f"e{self.sent}",
                as_seat=seat,
                **more,
            ),
        )

    def folded(self, events):
        """The game of `events`, as far as they are legal one after the other, and how many are."""
        fold = Fold(self.game, self.start)
        for n, event in enumerate(events):
            if not fold.take(event, n).effect:
                return fold, n
        return fold, len(events)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), setups())
def test_a_corrected_game_is_the_one_played_so_from_the_start(service, key, number):
    """Its state, its course, its record; what does not hold any more waits for the table."""
    evening = Evening(service, key, number, 40)
    game, dice = evening.game, evening.dice
    done = 0
    for _ in range(30):
        k = dice.randrange(len(evening.events))
        before, _ = evening.folded(evening.events[:k])
        event = evening.drive.next_event(game, before.state, dice.choice)
        if event.is_query or event == evening.events[k]:
            continue
        view = evening.look()
        try:
            seat = game.secrecy.private_to(evening.events[k])
            answer = evening.submit(event, corrects=evening.lines[k], as_seat=seat)
        except Unusable:
            with service.tables.read(evening.code, evening.host) as session:
                line = session.db.log.by_line(session.table.id, evening.lines[k])
                assert session.redaction.covers(line)
            continue
        except NotAllowed:
            with service.tables.read(evening.code, evening.host) as session:
                rows = session.db.pile.lines(session.table.id, k + 1, session.table.depth)
                hidden = [row for row in rows if row.hides and row.line > session.last_open]
                assert hidden or any(session.redaction.covers(row) for row in rows)
            assert evening.look() == view
            continue
        assert not isinstance(answer, Refused), render(answer.ruling.reason)
        changed = [*evening.events[:k], event, *evening.events[k + 1 :]]
        other, held = evening.folded(changed)
        if isinstance(answer, Unkept):
            assert evening.look() == view
            assert (answer.kept, answer.dropped) == (held - k - 1, len(changed) - held)
            assert answer.first.line == evening.lines[held]
            answer = evening.submit(
                event, corrects=evening.lines[k], drop=answer.first.line, as_seat=seat
            )
        assert isinstance(answer, Recorded)
        assert evening.look().state == other.state
        states = [*(state for _, state in other.past), other.state]
        assert service.views.course(evening.code, evening.host) == [
            game.scores(b) for a, b in pairwise(states) if game.rounds(a) != game.rounds(b)
        ]
        with service.tables.read(evening.code, evening.host) as session:
            rows = session.db.pile.lines(session.table.id, 0, session.table.depth)
            evening.lines = [row.line for row in rows]
            evening.events = [session.event_of(row) for row in rows]
        assert len(evening.events) == held
        done += 1
        if done == 6:
            break
    assert done or game.secrecy.hides_something
    service.tables.heads.clear()
    with service.tables.store.write() as db:
        db.execute("DELETE FROM snapshots")
    assert evening.look().state == evening.folded(evening.events)[0].state
    record = service.records.export(evening.code, evening.host)
    report = report_json(check(read(msgspec.json.encode(record), service.tables.games)))
    assert all(r["verdict"] == "legal" for r in report["rulings"])
    state = evening.look().state
    if not game.secrecy.has_secret(state):
        names = evening.look().names
        assert report["scores"] == {names[p]: n for p, n in game.scores(state).items()}


# At a small game: who may, what is told, and once


@pytest.fixture
def table(house):
    """A host and a phone with Bo's seat, where three have added once each."""
    host, other = house.phone(), house.phone()
    code = house.open(host, target=20, most=9)
    house.service.joining.join(code, other, "p2")
    lines = [house.do(code, host, "add", by=f"p{n}", n=n).line for n in (1, 2, 3)]
    return house, code, host, other, lines


def correct(house, code, phone, line, *, key=None, drop=None, seen=None, **fields):
    submission = Submission(
        event={"type": "add", **fields},
        seen=house.seq(code, phone) if seen is None else seen,
        key=key or house.key(),
        corrects=line,
        drop=drop,
    )
    return house.service.play.submit(code, phone, submission)


def lines_of(house, code, phone):
    names = house.service.views.table(code, phone).names
    voice = msgspec.structs.replace(ENGLISH, names=names)
    return [render(line.said, voice) for line in house.service.views.log(code, phone).lines]


def test_the_log_says_it_in_one_line_with_old_and_new(table):
    house, code, host, _, lines = table
    at = [line.at for line in house.service.views.log(code, host).lines]
    house.wind(timedelta(minutes=9))
    told = lines_of(house, code, host)
    answer = correct(house, code, host, lines[0], by="p1", n=5)
    assert isinstance(answer, Recorded)
    now = lines_of(house, code, host)
    assert len(now) == len(told) + 1
    assert "Ann" in now[0]
    assert "→" in now[0]
    assert now[0].endswith("; 2 later entries kept")
    assert now[1:3] == told[:2]
    assert [line.at for line in house.service.views.log(code, host).lines][1:] == at
    record = house.service.records.export(code, host)
    assert [event["type"] for event in record["events"]] == ["add"] * 3 + ["undo"] + ["add"] * 3
    assert record["events"][3] == {"type": "undo", "count": 3}


def test_a_correction_sent_twice_is_made_once(table):
    house, code, host, _, lines = table
    seen = house.seq(code, host)
    first = correct(house, code, host, lines[0], key="once", seen=seen, by="p1", n=5)
    again = correct(house, code, host, lines[0], key="once", seen=seen, by="p1", n=5)
    assert (again.line, again.seq) == (first.line, first.seq)
    assert house.seq(code, host) == 7
    with pytest.raises(Unusable):
        correct(house, code, host, lines[1], key="once", seen=seen, by="p1", n=5)


def test_who_looks_at_an_older_table_is_told_of_the_correction_alone(table):
    house, code, host, other, lines = table
    seen = house.seq(code, other)
    correct(house, code, host, lines[0], by="p1", n=5)
    answer = correct(house, code, other, lines[1], seen=seen, by="p2", n=4)
    assert isinstance(answer, Stale)
    assert [line.kind for line in answer.since] == ["note"]
    assert house.seq(code, host) == 7


def test_what_is_the_same_records_nothing(table):
    house, code, host, _, lines = table
    before = house.service.views.table(code, host)
    answer = correct(house, code, host, lines[1], by="p2", n=2)
    assert isinstance(answer, Recorded)
    assert answer.line == lines[1]
    assert house.service.views.table(code, host) == before


def test_what_is_refused_changes_nothing_and_leaves_no_line(table):
    house, code, host, _, lines = table
    before = house.service.views.table(code, host)
    assert isinstance(correct(house, code, host, lines[1], by="p2", n=7), Refused)
    assert house.service.views.table(code, host) == before


def test_a_game_that_would_have_ended_waits_for_the_table(table):
    """It says which entry does not hold and why; then the table drops it, or leaves it all."""
    house, code, host, _, lines = table
    house.do(code, host, "add", by="p1", n=9)
    last = house.do(code, host, "add", by="p2", n=5).line
    house.service.settings.set_options(code, host, {"target": 12, "most": 9})
    before = house.service.views.table(code, host)
    answer = correct(house, code, host, lines[0], by="p1", n=3)
    assert isinstance(answer, Unkept)
    assert (answer.first.line, answer.kept, answer.dropped) == (last, 3, 1)
    assert answer.ruling.rules == ("toy/end",)
    assert house.service.views.table(code, host) == before
    wrong = correct(house, code, host, lines[0], by="p1", n=3, drop=lines[2])
    assert wrong == answer
    done = correct(house, code, host, lines[0], by="p1", n=3, drop=last)
    assert isinstance(done, Recorded)
    assert done.view.over
    assert done.view.state.totals == {"p1": 12, "p2": 2, "p3": 3}
    told = lines_of(house, code, host)
    assert told[0].endswith("; 1 later entry undone")
    assert any(line.undone for line in house.service.views.log(code, host).lines)
    assert house.service.play.submit(
        code, host, Submission(event={"type": "undo"}, seen=house.seq(code, host), key="u")
    )
    assert not house.service.views.table(code, host).over


def in_effect(house, code, phone):
    with house.service.tables.read(code, phone) as session:
        return session.db.pile.lines(session.table.id, 0, session.table.depth)


def test_each_for_himself_corrects_his_own_while_nothing_falls(table):
    house, code, host, other, lines = table
    house.service.settings.set_who_may(code, host, "own")
    with pytest.raises(NotAllowed):
        correct(house, code, other, lines[0], by="p2", n=5)
    with pytest.raises(NotAllowed):
        correct(house, code, other, lines[1], by="p1", n=5)
    assert isinstance(correct(house, code, other, lines[1], by="p2", n=5), Recorded)
    house.service.settings.set_who_may(code, host, "host")
    rows = in_effect(house, code, host)
    with pytest.raises(NotAllowed):
        correct(house, code, other, rows[1].line, by="p2", n=6)
    watcher = house.phone()
    house.service.joining.join(code, watcher)
    house.service.settings.set_who_may(code, host, "anyone")
    with pytest.raises(NotAllowed):
        correct(house, code, watcher, rows[1].line, by="p2", n=6)


# Secrets


def test_what_others_hide_is_not_found_out_by_correcting(table):
    """While a secret lies on it nothing below it is corrected; afterwards it is."""
    house, code, host, other, lines = table
    house.do(code, other, "hide", by="p2", card=42)
    before = house.service.views.table(code, host)
    with pytest.raises(NotAllowed):
        correct(house, code, host, lines[0], by="p1", n=5)
    with pytest.raises(NotAllowed):
        house.service.correcting.entry(code, host, lines[0])
    assert house.service.views.table(code, host) == before
    top = house.do(code, host, "add", by="p1", n=5).line
    assert isinstance(correct(house, code, host, top, by="p1", n=4), Recorded)
    house.do(code, host, "reveal")
    assert isinstance(correct(house, code, host, lines[0], by="p1", n=5), Recorded)


def test_a_hidden_entry_is_corrected_on_its_own_phone_and_told_to_nobody(table):
    house, code, host, other, _ = table
    line = house.do(code, other, "hide", by="p2", card=42).line
    after = house.do(code, host, "add", by="p1", n=1)
    for ask in (
        lambda: house.service.correcting.entry(code, host, line),
        lambda: correct(house, code, host, line, by="p2", n=5),
    ):
        with pytest.raises(NotAllowed):
            ask()
    found = house.service.correcting.entry(code, other, line)
    assert found.event.card == 42
    answer = house.service.play.submit(
        code,
        other,
        Submission(
            event={"type": "hide", "by": "p2", "card": 43},
            seen=after.seq,
            key="h",
            corrects=line,
        ),
    )
    assert isinstance(answer, Recorded)
    assert answer.view.state.hidden == {"p2": 43}
    for phone in (host, other):
        assert not any("42" in line or "43" in line for line in lines_of(house, code, phone))
    seen = house.service.views.table(code, other).view()
    assert seen.hidden == 43
    assert house.service.views.table(code, host).view().hidden is None


def test_an_older_secret_of_another_phone_does_not_show_on_a_form(table):
    """What was hidden when the entry was made is this phone's only if it hid it itself."""
    house, code, host, other, _ = table
    house.do(code, other, "hide", by="p2", card=42)
    house.service.hosting.free_seat(code, host, "p2")
    third = house.phone()
    house.service.joining.join(code, third, "p2")
    line = house.do(code, third, "hide", by="p2", card=43).line
    assert house.service.views.table(code, third).viewer == "p2"
    found = house.service.correcting.entry(code, third, line)
    assert found.event.card == 43
    assert found.before.viewer is None
