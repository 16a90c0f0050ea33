"""One evening at a table whose game hides something, on phones of all kinds, and all they can be
sent. Two evenings that differ in nothing but a secret are otherwise the same to the byte: the app
is made with the same key, codes and clock.

What is played is the game's own, in `tests/games/<key>/alike.py`:

- `NAMES`, `OPTIONS`: of the table; the players sit at the phones of `SEATS`, in this order.
- `OWNER`: the phone whose secret it is; "" where it is nobody's.
- `pair(random)`: two secrets that look alike to everybody else.
- `evening(secret)`: the states of the table, each a name with the steps that lead to it. A step is
  a phone, the end of an address of the table, and the fields of the form sent there. `STATES` are
  those in which nobody else may be able to tell them apart; in `REVEALED` everybody can.
- `canaries(secret)`: words that nobody else may be sent in any of `STATES`.
- `FORMS`: forms that change nothing whoever sends them, as the end of an address and fields;
  `ADDRESSES`: addresses of the table's that `url_map` alone does not give.
"""

from __future__ import annotations

import importlib.util
import random
import re
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import methods, paths

from referee.games import games
from referee.web import create_app, seats, tables
from referee.web.seats import COOKIE

GAMES = Path(__file__).parent.parent / "games"
SEATS = ("host", "bo", "cy", "dee")
VIEWERS = ("host", "bo", "dee", "watcher", "removed", "stranger", "elsewhere", "forged")
MEMBERS = {*SEATS, "watcher"}
HIDING = [key for key, game in games().items() if game.secrecy.hides_something]
"""The games that hide something, found by looking."""

Part = tuple[int, int]
"""Every so manieth question: the first, and how many from one to the next."""

WHOLE: Part = (0, 1)


def script(key: str) -> ModuleType:
    """How an evening of the game `key` goes; every game that hides something must say."""
    path = GAMES / key / "alike.py"
    spec = importlib.util.spec_from_file_location(f"alike_{key}", path)
    assert spec is not None, f"{path} is missing"
    assert spec.loader is not None
    assert path.exists(), f"{key} hides something, and {path} is missing"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Evening:
    """A table and its phones, with one secret."""

    def __init__(self, folder: Path, key: str, secret: Any, patch: pytest.MonkeyPatch) -> None:
        self.game, self.script = games()[key], script(key)
        self.secret = secret
        patch.setattr(secrets, "choice", random.Random(7).choice)
        self.app: Flask = create_app({"DATA": folder, "SECRET_KEY": b"k" * 32, "LIMITS": False})
        patch.setattr(tables, "new_key", lambda: "drawn")
        patch.setattr(seats, "form_token", lambda: "token")
        self.app.jinja_env.globals.update(new_key=lambda: "drawn", csrf_token=lambda: "token")
        self.service = self.app.extensions["service"]
        self.app.extensions["store"].mark = "the same"  # of two databases, by chance
        self.service.tables.clock.tick = lambda: 1000.0
        self.service.tables.clock._now = lambda: datetime(2026, 11, 27, 20, tzinfo=UTC)
        self.phones: dict[str, FlaskClient] = {}
        for name in dict.fromkeys((*SEATS, *VIEWERS)):
            client = self.app.test_client()
            token = (name * 43)[:43]
            if name != "forged":
                self.service.phones.add(token)
            client.set_cookie(COOKIE, token)
            self.phones[name] = client
        self.keys = 0
        names = self.script.NAMES
        self.code = self.open("host", names)
        self.open("elsewhere", [f"{name}x" for name in names])
        self.seated = SEATS[: len(names)]
        for number, name in enumerate(self.seated, 1):
            self.service.joining.join(self.code, self.phone(name), f"p{number}")
        for name in ("watcher", "removed", *SEATS[len(names) :]):
            self.service.joining.join(self.code, self.phone(name))
        number = next(p.id for p in self.look("removed").phones if p.me)
        self.service.hosting.remove_phone(self.code, self.phone("host"), number)

    def phone(self, name: str) -> Any:
        found = self.service.phones.find((name * 43)[:43])
        assert found is not None
        return found

    def look(self, name: str) -> Any:
        return self.service.views.table(self.code, self.phone(name))

    def open(self, name: str, names: list[str]) -> str:
        options = self.script.OPTIONS
        return self.service.opening.open_table(
            self.phone(name), self.game.key, names, options, key="opened"
        )

    def states(self) -> Iterator[str]:
        """Go through the evening; yield at each state that is reached."""
        for state, steps in self.script.evening(self.secret):
            for name, path, fields in steps:
                self.keys += 1
                own = {"csrf_token": "token", "key": f"key-{self.keys}"}
                sent = {**own, "seq": str(self.look(name).seq), **fields}
                answer = self.phones[name].post(f"/t/{self.code}{path}", data=sent)
                may_refuse = fields.get("type") in ("declare", "block")
                right = (200, 303, 422) if may_refuse else (200, 303)
                assert answer.status_code in right, (state, name, fields, answer.text)
            yield state

    # What a phone is sent

    def addresses(self) -> Iterator[str]:
        """Every address that can be asked for, of every route but the files of the app."""
        code, top = self.code, self.look("host").line
        table = f"/t/{code}"
        sheets = [f"{table}/sheet/{name}" for name in self.game.forms]
        known = {"code": code, "game": self.game.key, "name": "Cy", "line": top}
        for rule, path in paths(self.app, **known, token=code + "A" * 22):
            if "GET" in methods(rule) and not rule.rule.endswith("<path:filename>"):
                yield path
        yield f"/rules/{self.game.key}?table={code}"
        yield f"{table}?as=p3"
        yield f"{table}?line=0"
        yield f"{table}/since?seq=0"
        yield f"{table}/more?as=p3"
        yield f"{table}/log?as=p3"
        yield from (f"{table}/log/{line}" for line in range(max(1, top - 8), top))
        yield from (f"{table}/correct/{line}" for line in range(max(1, top - 8), top + 1))
        yield f"{table}/log/{top}?as=p3"
        yield from sheets
        yield from (f"{sheet}?by=p3&as=p3" for sheet in sheets)
        yield from (f"{table}{path}" for path in self.script.ADDRESSES)

    def answers(self, name: str, part: Part = WHOLE) -> Iterator[tuple[str, bytes]]:
        """What this phone asks and all that it is sent then, head and body; of a `part` only every
        so manieth question."""
        first, step = part
        for asked, answer in islice(self.questions(name), first, None, step):
            yield asked, answer()

    def questions(self, name: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
        """Everything this phone can ask, with what asks it."""
        client = self.phones[name]

        def get(path: str, **heads: str) -> bytes:
            answer = client.get(path, headers=heads)
            assert answer.status_code < 500, path
            return shape(answer)

        def post(path: str, data: dict[str, Any]) -> bytes:
            answer = client.post(f"/t/{self.code}{path}", data=data)
            assert answer.status_code < 500, (path, data)
            return shape(answer)

        for path in self.addresses():
            if path.endswith("/bell"):
                yield f"GET {path}", partial(self.first_of_stream, name, path)
                continue
            yield f"GET {path}", partial(get, path)
            if path.endswith(self.code):
                yield f"GET {path} by htmx", partial(get, path, **{"HX-Request": "true"})
            if path.endswith(".json"):
                yield f"HEAD {path}", lambda path=path: shape(client.head(path))
        for number, (path, fields) in enumerate(self.forms()):
            if name in MEMBERS:
                fields = {"seq": str(self.look(name).seq), **fields}
            self.keys += 1
            data = {"csrf_token": "token", "key": f"crawl-{self.keys}-{number}", **fields}
            yield f"POST {path} {fields}", partial(post, path, data)

    def forms(self) -> list[tuple[str, dict[str, Any]]]:
        """Every form that changes nothing, and what is in it."""
        return [
            *self.script.FORMS,
            ("/events", {"type": "nonsense"}),
            ("/undo", {"seq": "0"}),
            ("/settings", {"do": "nothing"}),
            ("/people", {"do": "nothing"}),
        ]

    def first_of_stream(self, name: str, path: str) -> bytes:
        """The head of the stream, and the number that it begins with."""
        answer = self.phones[name].get(path, buffered=False)
        if answer.status_code != 200:
            return shape(answer)
        pieces = iter(answer.response)
        next(pieces)  # how long to wait before one comes back: by chance
        heard = b""
        while b"event: table" not in heard:
            heard += next(pieces)
        answer.close()
        return head_of(answer) + heard


def head_of(answer: Any) -> bytes:
    heads = "\n".join(f"{key}: {value}" for key, value in sorted(answer.headers.items()))
    heads = re.sub(r"Expires=[^;]*", "", heads)  # of cookies: the clock on the wall
    return f"{answer.status}\n{heads}\n".encode()


def shape(answer: Any) -> bytes:
    return head_of(answer) + answer.data
