"""T12 and T12b for every game that hides something: what one seat keeps secret reaches that seat's
phone alone.

An evening is played twice and differs only in the secret. Until it is revealed, every answer of
every route to every other phone is the same, byte for byte: pages, fragments, refusals, questions,
forms sent too late, exports, headers, the number on the stream. And none holds a word of it.

Two dozen evenings a game, two and two. Each pair is looked at by four of eight phones in one of six
states in turn, so that each phone is there in each state, and asks a sixth of all there is to ask:
over the states each phone asks everything, and in each state a phone or two ask it. With
`LANE=long` there are fifty pairs, looked at by all phones, in all states, and each asks everything.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evening import HIDING, VIEWERS, WHOLE, Evening, Part, script
from party import LONG, lane

from referee.core import Game, Ruling, UserText, say
from referee.service import play, recording, views
from referee.store.sql.redactions import Redactions
from referee.web import contexts, tables

pytestmark = pytest.mark.slow

PAIRS = lane(12, 50)
LOOKS = 4
BATCH = lane(3, 5)
PARTS = 6


def evenings(
    folder: Path, key: str, secrets: tuple, patch: pytest.MonkeyPatch
) -> tuple[Evening, Evening]:
    made = []
    for number, secret in enumerate(secrets):
        place = folder / str(number)
        place.mkdir(parents=True)
        made.append(Evening(place, key, secret, patch))
    return made[0], made[1]


def differences(
    one: Evening, other: Evening, name: str, part: Part = WHOLE
) -> Iterator[tuple[str, str]]:
    """What this phone asked and was answered otherwise in the one evening than in the other, or
    with a word of the secret in it; and what is wrong with the answer."""
    script = one.script
    forbidden = [word.encode() for it in (one, other) for word in script.canaries(it.secret)]
    both = zip(one.answers(name, part), other.answers(name, part), strict=True)
    for (asked, answer), (asked_there, there) in both:
        if asked != asked_there:
            yield asked, "is asked otherwise"
        elif answer != there:
            yield asked, "differs"
        if any(word in answer and word not in asked.encode() for word in forbidden):
            yield asked, "holds a word of it"


def compare(
    one: Evening, other: Evening, looks: dict[str, list[tuple[str, Part]]]
) -> Iterator[tuple[str, str, str, str]]:
    """Go through both evenings at once, as far as anybody looks; `looks`: who does, by state,
    and which part of the questions is asked. What tells them apart: state, phone, question, how."""
    waiting = set(looks)
    for state, same in zip(one.states(), other.states(), strict=True):
        assert state == same
        for name, part in looks.get(state, ()):
            for asked, how in differences(one, other, name, part):
                yield state, name, asked, how
        waiting.discard(state)
        if not waiting:
            return
    raise AssertionError(f"never reached: {waiting}")


def turns(key: str, number: int) -> dict[str, list[tuple[str, Part]]]:
    """Who looks when at pair `number`, and which part of the questions is asked."""
    states = script(key).STATES
    if LONG:
        return {state: [(name, WHOLE) for name in VIEWERS] for state in states}
    looks: dict[str, list[tuple[str, Part]]] = {}
    for view in range(number * LOOKS, (number + 1) * LOOKS):
        at, who = divmod(view, len(VIEWERS))
        part = (at + who) % PARTS, PARTS
        looks.setdefault(states[at % len(states)], []).append((VIEWERS[who], part))
    return looks


def compare_pair(
    key: str, number: int, folder: Path, patch: pytest.MonkeyPatch, leak: Any = None
) -> list[tuple[str, str, str, str]]:
    """What tells the evenings of pair `number` apart; `leak` is planted in both."""
    secrets = script(key).pair(random.Random(number))
    one, other = evenings(folder / str(number), key, secrets, patch)
    for evening in (one, other):
        if leak:
            leak(evening, patch)
    return list(compare(one, other, turns(key, number)))


def test_the_games_that_hide_something_are_found() -> None:
    assert HIDING
    for key in HIDING:
        assert len(script(key).STATES) == 6


def test_each_phone_is_there_in_each_state_and_asks_everything() -> None:
    asked = Counter()
    for number in range(PAIRS):
        for state, looks in turns("zinga", number).items():
            for name, (part, parts) in looks:
                asked_here = range(part, PARTS, parts)
                asked[state, name] += 1
                asked.update((state, each) for each in asked_here)
                asked.update((name, each) for each in asked_here)
    states = script("zinga").STATES
    assert all(asked[state, name] >= 1 for state in states for name in VIEWERS)
    assert all(asked[state, part] >= 1 for state in states for part in range(PARTS))
    assert all(asked[name, part] >= 1 for name in VIEWERS for part in range(PARTS))


@pytest.mark.parametrize("batch", range(PAIRS // BATCH))
@pytest.mark.parametrize("key", HIDING)
def test_t12b_nobody_else_is_sent_a_byte_that_depends_on_it(
    key: str, batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        assert not compare_pair(key, number, tmp_path, monkeypatch)


@pytest.mark.parametrize("key", HIDING)
def test_the_evenings_do_differ(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To its owner all along, and to everybody at the table once it is revealed; not to others."""
    play = script(key)
    secrets = play.pair(random.Random(3))
    assert secrets[0] != secrets[1]
    one, other = evenings(tmp_path, key, secrets, monkeypatch)
    for state, _ in zip(one.states(), other.states(), strict=True):
        if state == play.STATES[1] and play.OWNER:
            assert any(differences(one, other, play.OWNER))
        if state in play.REVEALED:
            assert any(differences(one, other, "watcher"))
            for number, name in enumerate(("removed", "stranger", "elsewhere", "forged")):
                part = WHOLE if LONG else (number % PARTS, PARTS)
                assert not any(how == "differs" for _, how in differences(one, other, name, part))


# Leaks planted on purpose: each must be found, or the tests above prove nothing


def _in_the_view(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The page's title tells."""
    cls = type(evening.game)
    patch.setattr(cls, "title", lambda self, state: say("{x}", x=UserText(letters(state))))


def _in_a_refusal(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Entries are judged on all there is, as the hole was that this mechanism closes."""
    for module in (recording, play):
        for name in {"recorded_ruling", "known_ruling"} & vars(module).keys():
            patch.setattr(module, name, lambda game, state, event, *_: told(game, state, event))


def told(game: Game, state: Any, event: Any) -> Ruling:
    ruling = game.judge(state, event)
    if ruling.verdict == "legal":
        return ruling
    reason = say("{why} {more}", why=ruling.reason, more=UserText(letters(state)))
    return msgspec.structs.replace(ruling, reason=reason)


def _in_the_log(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Lines say more than they may."""
    tell = views.log_lines

    def in_full(session: Any, rows: Any, viewer: Any, *more_of: Any) -> Any:
        more = UserText(letters(session.head.state))
        return [
            msgspec.structs.replace(line, said=say("{said} {more}", said=line.said, more=more))
            for line in tell(session, rows, viewer, *more_of)
        ]

    for module in (views, play):
        patch.setattr(module, "log_lines", in_full)


def _in_an_export(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Nothing is cut off a record."""
    patch.setattr(Redactions, "last_open", lambda self, table: 10**9)


def _in_a_form(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The address that a form is sent back to holds it."""
    build = tables.draw

    def draw(page: contexts.TablePage) -> str:
        if page.sheet is not None:
            page = msgspec.structs.replace(page, drawn=int(letters(page.table_view.state), 16))
        return build(page)

    patch.setattr(tables, "draw", draw)


def _in_a_header(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """Every answer about the table says how it is."""

    def after(answer: Any) -> Any:
        answer.headers["ETag"] = letters(evening.look("host").state)
        return answer

    evening.app.after_request(after)


def _in_the_stream(evening: Evening, patch: pytest.MonkeyPatch) -> None:
    """The number on the stream moves with what is hidden."""
    listen = views.Views.listen

    def listening(self: Any, code: str, phone: Any, **wishes: Any) -> Any:
        place = listen(self, code, phone, **wishes)
        place.subscription.notify(int(letters(self.table(code, phone).state), 16))
        return place

    patch.setattr(views.Views, "listen", listening)


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
    """By the very pairs, phones and questions of the test above, from the first state in which
    there is anything to hide."""
    first = len(VIEWERS) if script(key).OWNER else 0
    pairs = range(first // LOOKS, PAIRS)
    assert any(compare_pair(key, number, tmp_path, monkeypatch, leak) for number in pairs), (
        leak.__doc__
    )
