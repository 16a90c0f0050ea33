"""Every game found, played at random through the service by one phone."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.core import UserText, render
from referee.core.text import ENGLISH
from referee.live import Notifier
from referee.record import check, read, report_json
from referee.service import Recorded, Service, Submission
from referee.store.sqlite import Store
from referee.table import Fold

sys.path.insert(0, str(Path(__file__).parent.parent / "laws"))
from drivers import begin, setups


@pytest.fixture
def service(folder):
    return Service(Store(folder / "referee.db"), Notifier(), token_key=b"k" * 32)


def course_of(game, fold):
    """The scores after each event that ended a hand or round."""
    states = [*(state for _, state in fold.past), fold.state]
    return [
        game.scores(after)
        for before, after in pairwise(states)
        if game.rounds(before) != game.rounds(after)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), setups())
def test_a_table_agrees_with_the_fold_of_what_was_recorded(service, key, number):
    """Played, undone, exported, imported, forgotten, judged again, and followed by a rematch."""
    game, drive, names, options, _ = begin(key, number)
    host = service.phones.add()[0]
    code = service.opening.open_table(host, key, names, msgspec.to_builtins(options), key="k")
    view = service.views.table(code, host)
    fold = Fold(game, view.state)
    dice = Random(number)
    seq = 0
    for i in range(80):
        if game.over(fold.state):
            break
        event = drive.next_event(game, fold.state, dice.choice)
        plain = msgspec.to_builtins(event)
        hides = game.secrecy.private_to(event)
        answer = service.play.submit(
            code, host, Submission(event=plain, seen=seq, key=f"e{i}", as_seat=hides)
        )
        assert isinstance(answer, Recorded), (plain, render(answer.ruling.reason))
        fold.take(answer.event, i)
        seq = answer.seq
        assert answer.view.state == fold.state
        for page in (answer.view.view(), answer.view.offers()):
            assert msgspec.json.encode(page)
        if i % 9 == 5:
            answer = service.play.submit(
                code, host, Submission(event={"type": "undo"}, seen=seq, key=f"u{i}")
            )
            fold.take(answer.event, i)
            seq = answer.seq
    before = service.views.table(code, host)
    assert before.state == fold.state
    assert before.seating == tuple(game.players(fold.state))
    service.tables.heads.clear()
    with service.tables.store.write() as db:
        db.execute("DELETE FROM snapshots")
    assert service.views.table(code, host).state == fold.state
    assert service.views.course(code, host) == course_of(game, fold)

    page = service.views.log(code, host)
    voice = msgspec.structs.replace(ENGLISH, names=before.names)
    for line in page.lines:
        assert render(line.said, voice)
        if line.kind == "event" and not line.is_redacted:
            assert service.views.ruling(code, host, line.line).ruling.rules

    record = service.records.export(code, host)
    if not game.secrecy.has_secret(fold.state):
        assert len(record["events"]) == seq
    report = report_json(check(read(msgspec.json.encode(record), service.tables.games)))
    assert all(r["verdict"] == "legal" for r in report["rulings"])
    again = service.records.import_record(host, msgspec.json.encode(record), key="i")
    assert service.records.export(again, host) == record
    if not game.secrecy.has_secret(fold.state):
        scores = {before.names[p]: n for p, n in game.scores(fold.state).items()}
        assert report["scores"] == scores
        two = service.views.table(again, host)
        assert {two.names[p]: n for p, n in game.scores(two.state).items()} == scores
        assert len(service.views.course(again, host)) == len(course_of(game, fold))

    service.settings.set_options(code, host, msgspec.to_builtins(options))
    assert service.views.table(code, host).state == fold.state
    assert service.views.course(code, host) == course_of(game, fold)
    new = service.views.table(service.opening.rematch(code, host), host)
    assert sorted(new.names[p] for p in new.seating) == sorted(
        before.names[p] for p in before.seating
    )
    asked = service.play.submit(
        code, host, Submission(event={"type": "undo"}, seen=seq, key="", ask=True)
    )
    assert asked.ruling.rules == ("table/undo",)


@pytest.mark.parametrize("key", sorted({key for key, _ in setups()}))
def test_names_that_look_like_keys_are_only_names(service, key):
    """A player may be called p2 and be the first."""
    _, _, names, options, _ = begin(key, 0)
    host = service.phones.add()[0]
    odd = [f"p{len(names) - i}" for i in range(len(names))]
    plain = msgspec.to_builtins(options)
    assert not any(name in str(plain) for name in names)
    code = service.opening.open_table(host, key, odd, plain, key="k")
    view = service.views.table(code, host)
    assert [view.names[p] for p in view.seating] == odd
    assert service.records.export(code, host)["players"] == odd
    assert render(UserText("p1")) == "p1"
