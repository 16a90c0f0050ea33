"""Writes what a release leaves behind, once, with that release's own code:

    .venv/bin/python tests/released/write.py tests/released/0.2.0

makes the folder with a database of tables of every game in many states, the key beside it, records
with their reports, and what is expected of all this for ever. It is done on the commit that is
released and committed with it; what an earlier release wrote is never written again.
`test_released.py` finds the folder by itself.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from referee.store.sqlite.library import sqlite3

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "laws"))

from drivers import begin, driver, play, setups
from observing import history_of, report_on, table_as_seen, table_itself

from referee.core import Undo, Unusable
from referee.games import games
from referee.record import record_json
from referee.service import PIECES, Refusal, Refused, Submission
from referee.table import Fold
from referee.web import create_app

RECORDS = 3
"""Records of every setup: one as people play it, two with all that goes wrong."""
EVENTS = 45
SHORT, LONG = 25, 110
"""Events on a table; a long one has copies of its states."""
PHONES = 6
MOST_TO_THE_END = 400
"""Events within which a game must end to be kept as a finished one."""


def main(folder: Path) -> None:
    """Write everything into `folder`, which must not be there yet."""
    folder.mkdir(parents=True)
    records = [record for key, number in setups() for record in _records(key, number)]
    _pack(folder / "records.json.gz", records)
    with tempfile.TemporaryDirectory() as made:
        expected = _tables(Path(made))
        with closing(sqlite3.connect(Path(made) / "referee.db")) as db:
            db.execute("PRAGMA journal_mode=DELETE")
            db.execute("VACUUM")
        data = (Path(made) / "referee.db").read_bytes()
        (folder / "referee.db.gz").write_bytes(gzip.compress(data, mtime=0))
        (folder / "secret-key").write_bytes((Path(made) / "secret-key").read_bytes())
    _pack(folder / "expected.json.gz", expected)
    print(f"{len(records)} records, {len(expected['tables'])} tables")


def _pack(file: Path, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


# Records


def _records(key: str, number: int) -> list[dict[str, Any]]:
    made = []
    for i in range(RECORDS):
        game, drive, players, options, state = begin(key, number)
        random = Random(f"{key} {number} {i}")
        events = (
            _muddled(game, drive, state, random) if i else play(game, drive, state, random, EVENTS)
        )
        record = msgspec.json.encode(record_json(game, players, options, events))
        plain = json.loads(record)
        made.append({"name": f"{key}-{number}-{i}", "record": plain, "report": report_on(record)})
    return made


def _muddled(game: Any, drive: Any, state: Any, random: Random) -> list[Any]:
    """Events as they come at a bad table: forbidden, let stand, taken back, set right."""
    fold: Any = Fold(game, state)
    events: list[Any] = []
    while len(events) < EVENTS and not game.over(fold.state):
        chance = random.random()
        if chance < 0.2:
            event = drive.mutants(game, fold.state, random.choice)
        elif chance < 0.3:
            event = drive.mutants(game, fold.state, random.choice)
            event = msgspec.structs.replace(event, stands=True)
        elif chance < 0.4:
            event = Undo(count=random.choice((1, 1, 2, 3)))
        elif chance < 0.45:
            event = game.position(fold.state, game.turn(fold.state))
        else:
            event = next_entry(drive, game, fold.state, random)
        if event is not None:
            fold.take(event, len(events))
            events.append(event)
    return events


def next_entry(drive: Any, game: Any, state: Any, random: Random) -> Any:
    """An entry as people make it; where a table let stand so much that nobody knows how to go on,
    any entry."""
    try:
        return drive.next_event(game, state, random.choice)
    except (KeyError, IndexError, AttributeError, TypeError, ValueError):
        return drive.mutants(game, state, random.choice)


# Tables


class Evening:
    """One table in the making, with its phones: the first is the host's."""

    keys = count(1)

    def __init__(self, service: Any, phones: list[Any], code: str, random: Random) -> None:
        self.service, self.phones, self.code, self.random = service, phones, code, random
        view = self.look()
        self.game, self.drive = view.game, driver(view.game.key)

    def look(self) -> Any:
        return self.service.views.table(self.code, self.phones[0])

    def key(self) -> str:
        return f"key-{next(self.keys)}"

    def submit(self, event: Any, stands: bool = False) -> Any:
        """`event` from the phone of the seat it is of (the host's where it is nobody's)."""
        view = self.look()
        seat = self.game.secrecy.private_to(event) or getattr(event, "by", None)
        phone = next(
            (p for p in self.phones[1:] if seat in self._own(p)),
            self.phones[0],
        )
        plain = msgspec.to_builtins(event)
        return self.service.play.submit(
            self.code, phone, Submission(event=plain, seen=view.seq, key=self.key(), stands=stands)
        )

    def _own(self, phone: Any) -> tuple[str, ...]:
        try:
            return self.service.views.table(self.code, phone).own
        except Refusal:
            return ()

    def play(self, most: int, until: Callable[[Any], bool] = lambda state: False) -> bool:
        """Play `most` events as people do; whether `until` came true (then it stops)."""
        for _ in range(most):
            state = self.look().state
            if until(state):
                return True
            if self.game.over(state):
                return False
            self.submit(next_entry(self.drive, self.game, state, self.random))
        return until(self.look().state)

    def muddle(self, most: int) -> None:
        """Forbidden entries, some of which stand, undo by one and by many, a position."""
        for _ in range(most):
            view = self.look()
            if view.over:
                return
            chance = self.random.random()
            try:
                if chance < 0.5:
                    event = self.drive.mutants(self.game, view.state, self.random.choice)
                    answer = self.submit(event)
                    if isinstance(answer, Refused) and answer.may_stand and chance < 0.25:
                        self.submit(event, stands=True)
                elif chance < 0.7:
                    self.submit(Undo(count=self.random.choice((1, 2))))
                elif chance < 0.75:
                    position = self.game.position(view.state, view.viewer)
                    if position is not None:
                        self.submit(position)
                else:
                    self.play(1)
            except Unusable:
                continue

    def undo_to_line(self) -> None:
        """Take back the last five events at once, by the log."""
        view = self.look()
        lines = [line for line in view.recent if line.effect]
        if lines:
            self.service.play.submit(
                self.code,
                self.phones[0],
                Submission(undo_to=lines[-1].line, seen=view.seq, key=self.key()),
            )

    def draft(self) -> None:
        """Something filled in and not recorded, on two sheets."""
        view = self.look()
        sheets = [
            *self.game.private_forms,
            *sorted(self.game.forms.keys() - self.game.private_forms),
        ]
        for sheet in sheets[:2]:
            for player in view.seating[:2]:
                holder = next((p for p in self.phones if player in self._own(p)), self.phones[0])
                fields = {"cards": "half done", "n": player}
                with suppress(Unusable):  # somebody who sat down without a word
                    self.service.drafts.put(self.code, holder, player, sheet, fields)

    def come_and_go(self) -> None:
        """One phone is removed and asks to come back, one left, one asks for a taken seat."""
        service, host = self.service, self.phones[0]
        removed, left, asking = self.phones[3:6]
        token = service.joining.join_token(self.code, host)
        for phone in (removed, left, asking):
            service.joining.join(self.code, phone, token=token)
        service.joining.leave(self.code, left)
        number = next(p.id for p in service.views.table(self.code, removed).phones if p.me)
        service.hosting.remove_phone(self.code, host, number)
        if self.random.random() < 0.5:
            service.joining.join(self.code, removed, "p1")
        service.joining.join(self.code, asking, "p1")


def _tables(folder: Path) -> dict[str, Any]:
    app = create_app({"DATA": folder})
    service = app.extensions["service"]
    phones, tokens = zip(*(service.phones.add() for _ in range(PHONES)), strict=True)
    made: dict[str, str] = {}
    for key, number in setups():
        for kind in KINDS:
            random = Random(f"{key} {number} {kind}")
            code = _table(service, list(phones), key, number, kind, random)
            if code is not None:
                made[code] = f"{key}-{number}-{kind}"
    for key in games():
        finished = [
            code for code, name in made.items() if name.startswith(key) and name.endswith("-end")
        ]
        if finished:
            code = service.opening.rematch(finished[0], phones[0])
            made[code] = f"{key}-rematch"
    remembered = _remember(service, phones[0])
    links = {}
    for code in list(made)[:2]:
        links[code] = service.hosting.host_link(code)
    ways_in = {code: service.joining.join_token(code, phones[0]) for code in made}
    return {
        "phones": tokens,
        "history": [history_of(service, phone) for phone in phones],
        "remembered": remembered,
        "host_links": links,
        "tables": {
            code: {
                "name": name,
                "token": ways_in[code],
                "table": table_itself(service, code, phones[0]),
                "seen": [table_as_seen(service, code, phone) for phone in phones],
            }
            for code, name in made.items()
        },
    }


KINDS = ("muddled", "secret", "long", "end", "imported")
"""What becomes of a table of each setup; not every game can do each."""


def _table(
    service: Any, phones: list[Any], key: str, number: int, kind: str, random: Random
) -> str | None:
    """A table of one setup in one state; None where this game does not come to it."""
    game = games()[key]
    names, options = driver(key).SETUPS[number]
    if kind == "imported":
        record = _records(key, number)[1]["record"] | {"meta": {"title": "Old", "ours": [1, "x"]}}
        return service.records.import_record(
            phones[0], msgspec.json.encode(record), key=f"{key}{number}"
        )
    if kind == "end" and not _ends(key, number):
        return None
    if kind == "long" and number % 3:
        return None
    code = service.opening.open_table(
        phones[0], key, names, options, title=f"{game.name} {number}", key=f"{key}{number}{kind}"
    )
    evening = Evening(service, phones, code, random)
    for phone, player in zip(phones[:3], evening.look().seating, strict=False):
        service.joining.join(code, phone, player, token=service.joining.join_token(code, phones[0]))
    if kind == "muddled":
        evening.come_and_go()
        evening.play(SHORT // 2)
        evening.muddle(SHORT)
        evening.undo_to_line()
        evening.play(3)
        evening.muddle(4)
        evening.draft()
        if number == 0:
            service.settings.rename(code, phones[0], "p1", "Änn 🂡")
            service.joining.lock(code, phones[0])
            service.settings.set_who_may(code, phones[0], "own")
        if number == 1:
            service.joining.rotate(code, phones[0])
            service.settings.set_who_may(code, phones[0], "host")
    elif kind == "secret":
        secret = game.secret
        if not evening.play(150, until=secret):
            return code if number == 0 else _gone(service, code, phones[0])
        for _ in range(4):
            before = evening.look()
            if not secret(before.state):
                break
            evening.play(1)
            if not secret(evening.look().state):
                evening.submit(Undo())
                break
        evening.draft()
    elif kind == "long":
        evening.play(LONG)
        evening.muddle(3)
    elif kind == "end":
        evening.play(MOST_TO_THE_END)
        if not evening.look().over:
            return _gone(service, code, phones[0])
    return code


def _gone(service: Any, code: str, phone: Any) -> None:
    service.settings.delete_table(code, phone)


def _ends(key: str, number: int) -> bool:
    """Whether this setup ends soon enough."""
    game, drive, _, _, state = begin(key, number)
    events = play(game, drive, state, Random(5), MOST_TO_THE_END // 2)
    return len(events) < MOST_TO_THE_END // 2


def _remember(service: Any, host: Any) -> list[list[str]]:
    """What people told of their boxes, for everybody and for `host`: game, name and value."""
    told: dict[tuple[str, str], Any] = {}
    for key, game in games().items():
        for setup in driver(key).SETUPS:
            told |= {(key, name): setup[1][name] for name in game.pieces.options & set(setup[1])}
        if game.pieces.learns:
            box = None
            for number in range(3):
                found, drive, _, _, state = begin(key, number)
                for event in play(found, drive, state, Random(number), 30):
                    box = game.pieces.after(box, event)
            told[key, PIECES] = box
    for shared in (True, False):
        service.tables.context.shared_memory = shared
        for (key, name), value in told.items():
            service.memory.remember(key, host, name, value)
    return [[key, name, json.dumps(value)] for (key, name), value in told.items()]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
