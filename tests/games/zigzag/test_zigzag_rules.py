"""Clauses and readings: every one is cited, and has tests named after it."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from drivers import driver as load
from zigzag_table import record

from referee.core import render
from referee.games.zigzag import GAME
from referee.record import read
from referee.table import Fold

driver = load("zigzag")

NAMES = re.findall(
    r"def test_(\w+)",
    "".join(path.read_text() for path in Path(__file__).parent.glob("test_zigzag_*.py")),
)


def begin(number):
    """(players, first state) of one of the driver's setups."""
    players, plain = driver.SETUPS[number]
    given = read(record([], players=players, **plain), {"zigzag": GAME})
    return players, GAME.start(given.players, given.options)


@pytest.mark.parametrize("clause", GAME.rules.clauses)
def test_clause_has_tests_named_after_it(clause):
    slug = re.sub(r"\W", "_", clause.removeprefix("zigzag/"))
    assert any(name.startswith(f"{slug}_") for name in NAMES)


@pytest.mark.parametrize("reading", GAME.rules.readings)
def test_reading_has_tests_named_after_it(reading):
    assert any(reading in name for name in NAMES)


def test_every_clause_refuses_and_every_reading_is_cited():
    """At random, everything comes up; nothing breaks, whoever looks."""
    refusing, read_ = set(), set()
    for number in range(len(driver.SETUPS)):
        players, first = begin(number)
        random, fold = Random(number), Fold(GAME, first)
        for n in range(700):
            if GAME.over(fold.state):
                fold = Fold(GAME, first)
            mutant = random.random() < 0.6
            make = driver.mutants if mutant else driver.next_event
            event = make(GAME, fold.state, random.choice)
            if random.random() < 0.2:
                event = msgspec.structs.replace(event, stands=True)
            ruling = fold.take(event, n).ruling
            read_ |= set(ruling.readings)
            if ruling.verdict == "illegal":
                refusing |= set(ruling.rules)
            said = [ruling.reason, *ruling.effects, ruling.allowed or ruling.reason]
            assert all(not re.search(r"[{}]", render(sentence)) for sentence in said)
            for viewer in (None, *players):
                GAME.page(fold.state, viewer)
                GAME.secrecy.ruling_for(event, ruling, viewer)
                assert render(event.describe(ruling, viewer))
                GAME.position(fold.state, viewer)
    assert refusing == set(GAME.rules.clauses)
    assert read_ == set(GAME.rules.readings)
