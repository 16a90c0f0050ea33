"""Every lesson is one legal story, told in a few steps, in which wrong choices teach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.pofile import read_po

from referee.core import Message, render
from referee.games import games
from referee.record import check, read, record_json
from referee.table import scene

ROOT = Path(__file__).parents[2]
TAUGHT = pytest.mark.parametrize(
    "game", [pytest.param(game, id=key) for key, game in games().items() if game.lesson]
)


def test_some_game_is_taught():
    """Without one the laws below would say nothing."""
    assert any(game.lesson for game in games().values())


@TAUGHT
def test_it_is_short(game):
    assert 3 <= len(game.lesson.steps) <= 10
    for step in game.lesson.steps:
        assert 2 <= len(step.choices) <= 8
        labels = [render(choice.label) for choice in step.choices]
        assert len(set(labels)) == len(labels), labels


@TAUGHT
def test_the_story_is_a_legal_record(game):
    """What each step comes to is what the next begins with: all of it, as one record, is legal."""
    lesson = game.lesson
    last = len(lesson.steps) - 1
    events = [*lesson.events_before(last), lesson.steps[last].right]
    data = record_json(game, list(lesson.players), lesson.options, events)
    report = check(read(msgspec.json.encode(data)))
    for event, entry in zip(events, report.entries, strict=True):
        assert entry.ruling.verdict == "legal", (event, render(entry.ruling.reason))
    for number, step in enumerate(lesson.steps):
        there = scene(game, lesson, number).state
        game.page(there, step.viewer)
        if number < last:
            after = [*lesson.events_before(number), step.right, *lesson.steps[number + 1].events]
            assert after == lesson.events_before(number + 1)


@TAUGHT
def test_one_choice_does_what_is_asked(game):
    """It is legal. Each other is refused by a known clause, or is allowed and kindly turned down;
    in most steps one at least is refused. All of them could be put in at a table."""
    lesson, refusing = game.lesson, 0
    for number, step in enumerate(lesson.steps):
        state = scene(game, lesson, number).state
        assert sum(choice.right for choice in step.choices) == 1
        verdicts = []
        for choice in step.choices:
            event = choice.event
            data = record_json(game, list(lesson.players), lesson.options, [event])
            read(msgspec.json.encode(data))
            ruling = game.judge(state, event)
            shown = game.secrecy.ruling_for(event, ruling, step.viewer)
            said = f"step {number + 1}, {render(choice.label)}: {render(ruling.reason)}"
            assert shown.rules, said
            assert set(shown.rules) <= set(game.rules.clauses), said
            if choice.right:
                assert ruling.verdict == shown.verdict == "legal", said
                assert event.is_query or (game.apply(state, event) != state), said
            assert bool(choice.kindly) == (ruling.verdict == "legal" and not choice.right), said
            verdicts.append(ruling.verdict)
        refusing += "illegal" in verdicts
    assert refusing * 2 > len(lesson.steps)


@TAUGHT
def test_its_texts_are_in_the_catalogue(game):
    path = ROOT / "referee" / "translations" / "messages.pot"
    with path.open("rb") as file:
        ids = {m.id if isinstance(m.id, str) else m.id[0] for m in read_po(file) if m.id}
    texts = [say.text for say in says(game.lesson)]
    assert len(texts) > 3 * len(game.lesson.steps)
    assert not [text for text in texts if text not in ids]


def says(lesson) -> Iterator[Message]:
    for step in lesson.steps:
        yield from filter(None, (step.tells, step.task, step.learnt))
        for choice in step.choices:
            yield choice.label
            if choice.kindly:
                yield choice.kindly
