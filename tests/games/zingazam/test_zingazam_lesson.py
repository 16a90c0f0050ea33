"""The lesson is for a child of six."""

from __future__ import annotations

import re

import pytest

from referee.core import render
from referee.games.zingazam import GAME
from referee.games.zingazam.actions import Play

STEPS = GAME.lesson.steps if GAME.lesson else ()


@pytest.mark.parametrize("step", STEPS)
def test_no_sentence_has_more_than_nine_words(step):
    said = [step.tells, step.task, step.learnt]
    said += [what for choice in step.choices for what in (choice.label, choice.kindly)]
    for text in map(render, filter(None, said)):
        for sentence in re.split(r"(?<=[.?!])\s+", text):
            assert len(sentence.split()) <= 9, sentence


def test_it_shows_most_of_the_spells():
    shown = {choice.event.card for s in STEPS for choice in s.choices if type(choice.event) is Play}
    assert shown == set(range(1, 9))
