"""T12 and T12b for every game that hides something: what one seat keeps secret reaches that seat's
phone alone.

An evening is played twice and differs only in the secret. Until it is revealed, every answer of
every route to every other phone is the same, byte for byte: pages, fragments, refusals, questions,
forms sent too late, exports, headers, the number on the stream. And none holds a word of it.

Fifty pairs a game. Each is looked at by one of eight phones in one of six states in turn, so that
each phone is there in each state; with `LANE=long` each pair by all, in all.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evening import HIDING, VIEWERS, Evening, script
from party import LONG

from referee.core import Game, Ruling, UserText, say
from referee.service import looking, playing, records
from referee.web import tables

pytestmark = pytest.mark.slow

PAIRS = 50
BATCH = 10


def evenings(
    folder: Path, key: str, secrets: tuple, patch: pytest.MonkeyPatch
) -> tuple[Evening, Evening]:
    made = []
    for number, secret in enumerate(secrets):
        place = folder / str(number)
        place.mkdir(parents=True)
        made.append(Evening(place, key, secret, patch))
    return made[0], made[1]


def differences(one: Evening, other: Evening, name: str) -> list[str]:
    """What this phone asked and was answered otherwise in the one evening than in the other."""
    here, there = one.answers(name), other.answers(name)
    assert here.keys() == there.keys()
    return [asked for asked, answer in here.items() if answer != there[asked]]


def compare(one: Evening, other: Evening, looks: dict[str, list[str]]) -> int:
    """Go through both evenings at once; `looks`: who looks, by state. How often anybody did."""
    script, looked = one.script, 0
    forbidden = [word.encode() for it in (one, other) for word in script.canaries(it.secret)]
    for state, same in zip(one.states(), other.states(), strict=True):
        assert state == same
        for name in looks.get(state, ()):
            looked += 1
            here, there = one.answers(name), other.answers(name)
            assert here.keys() == there.keys()
            for asked, answer in here.items():
                assert answer == there[asked], (state, name, asked)
                for word in forbidden:
                    assert word not in answer or word in asked.encode(), (state, name, asked)
    return looked


def turns(key: str, number: int) -> dict[str, list[str]]:
    """Who looks when at pair `number`."""
    states = script(key).STATES
    if LONG:
        return {state: list(VIEWERS) for state in states}
    at, who = divmod(number, len(VIEWERS))
    return {states[at % len(states)]: [VIEWERS[who]]}


def test_the_games_that_hide_something_are_found() -> None:
    assert {"zinga", "zigzag", "zingazam"} <= set(HIDING)
    for key in HIDING:
        assert len(script(key).STATES) == 6


def test_each_phone_is_there_in_each_state() -> None:
    seen = {(state, *who) for n in range(PAIRS) for state, who in turns("zinga", n).items()}
    assert len(seen) == len(VIEWERS) * 6 or LONG


@pytest.mark.parametrize("batch", range(PAIRS // BATCH))
@pytest.mark.parametrize("key", HIDING)
def test_t12b_nobody_else_is_sent_a_byte_that_depends_on_it(
    key: str, batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        secrets = script(key).pair(random.Random(number))
        one, other = evenings(tmp_path / str(number), key, secrets, monkeypatch)
        assert compare(one, other, turns(key, number)) > 0


@pytest.mark.parametrize("key", HIDING)
def test_the_evenings_do_differ(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To its owner all along, and to everybody at the table once it is revealed; not to others."""
    play = script(key)
    secrets = play.pair(random.Random(3))
    assert secrets[0] != secrets[1]
    one, other = evenings(tmp_path, key, secrets, monkeypatch)
    for state, _ in zip(one.states(), other.states(), strict=True):
        if state == play.STATES[1] and play.OWNER:
            assert differences(one, other, play.OWNER)
        if state in play.REVEALED:
            assert differences(one, other, "watcher")
            for name in ("removed", "stranger", "elsewhere", "forged"):
                assert not differences(one, other, name)


# Leaks planted on purpose: each must be found, or the tests above prove nothing


def _in_the_view(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The page's title tells."""
    cls = type(evening.game)
    patch.setattr(cls, "title", lambda self, state: say("{x}", x=UserText(letters(state))))


def _in_a_refusal(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Entries are judged on all there is, as the hole was that this mechanism closes."""
    for name in ("recorded_ruling", "known_ruling"):
        patch.setattr(playing, name, lambda game, state, event, *_: told(game, state, event))


def told(game: Game, state: Any, event: Any) -> Ruling:
    ruling = game.judge(state, event)
    if ruling.verdict == "legal":
        return ruling
    reason = say("{why} {more}", why=ruling.reason, more=UserText(letters(state)))
    return msgspec.structs.replace(ruling, reason=reason)


def _in_the_log(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Lines say more than they may."""
    tell = looking.Looking._told

    def in_full(self: Any, at: Any, rows: Any, viewer: Any) -> Any:
        more = UserText(letters(self._head(at).state))
        return [
            msgspec.structs.replace(line, said=say("{said} {more}", said=line.said, more=more))
            for line in tell(self, at, rows, viewer)
        ]

    patch.setattr(looking.Looking, "_told", in_full)


def _in_an_export(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Nothing is cut off a record."""
    patch.setattr(records.log, "last_open", lambda db, table: 10**9)


def _in_a_form(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The address that a form is sent back to holds it."""
    build = tables.draw

    def draw(template: str, look: Any, **values: Any) -> str:
        if "sheet" in values:
            values["drawn"] = int(letters(look.state), 16)
        return build(template, look, **values)

    patch.setattr(tables, "draw", draw)


def _in_a_header(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Every answer about the table says how it is."""

    def after(answer: Any) -> Any:
        answer.headers["ETag"] = letters(evening.look("host").state)
        return answer

    evening.app.after_request(after)


def _in_the_stream(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The number on the stream moves with what is hidden."""
    listen = looking.Looking.listen

    def listening(self: Any, code: str, phone: Any) -> Any:
        place = listen(self, code, phone)
        place._ear.wake(int(letters(self.look(code, phone).state), 16))
        return place

    patch.setattr(looking.Looking, "listen", listening)


LEAKS = [
    *(_in_the_view, _in_a_refusal, _in_the_log, _in_an_export),
    *(_in_a_form, _in_a_header, _in_the_stream),
]


def letters(state: Any) -> str:
    """Some letters that differ with what is hidden in `state`."""
    return hashlib.sha256(repr(state).encode()).hexdigest()[:6]


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("key", HIDING)
def test_a_leak_is_found(
    key: str, leak: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = script(key)
    secrets = play.pair(random.Random(3))
    one, other = evenings(tmp_path, key, secrets, monkeypatch)
    leak(one, monkeypatch)
    leak(other, monkeypatch)
    state = play.STATES[1] if play.OWNER else play.STATES[0]
    for now, _ in zip(one.states(), other.states(), strict=True):
        if now == state:
            found = differences(one, other, "bo")
            assert found, leak.__doc__
            return
    raise AssertionError(state)
