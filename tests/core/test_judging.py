"""The one policy for refusals."""

from __future__ import annotations

from referee.core import ILLEGAL, LEGAL, UNDECIDED, Basis, Clause, Fault, RuleBook, decide, say
from referee.core.text import render

BOOK = RuleBook(
    edition="1",
    clause=[Clause(id=f"g/{n}", section="s", title="t", text="x") for n in "abcdef"],
)
WON = say("It is done.")


def ruled(*faults: Fault, **more: object):
    facts = {"points": 3}
    return decide(BOOK, faults, ("g/f", "g/a"), WON, (say("So."),), (), facts, **more)


def test_without_a_fault_it_is_legal_and_cites_in_the_order_of_the_argument():
    ruling = ruled()
    assert ruling.verdict is LEGAL
    assert ruling.rules == ("g/f", "g/a")
    assert ruling.facts == {"points": 3}
    assert ruling.effects == (say("So."),)


def test_a_refusal_cites_every_broken_clause_once_in_the_order_of_the_rulebook():
    ruling = ruled(
        Fault(("g/d", "g/b"), say("One.")), Fault(("g/b", "table/position"), say("Two."))
    )
    assert ruling.verdict is ILLEGAL
    assert ruling.rules == ("g/b", "g/d", "table/position")
    assert render(ruling.reason) == "One. Two."
    assert (ruling.facts, ruling.effects) == ({}, ())


def test_the_most_basic_reason_comes_first_and_with_it_what_was_allowed_and_the_consequences():
    play = Fault(("g/a",), say("Red on blue."), allowed=say("A blue."), effects=(say("Draw."),))
    turn = Fault(("g/b",), say("Not your turn."), Basis.TURN, say("Ann plays."))
    ruling = ruled(play, turn)
    assert render(ruling.reason) == "Not your turn. Red on blue."
    assert ruling.allowed == say("Ann plays.")
    assert ruling.effects == ()
    assert ruled(play).effects == (say("Draw."),)


def test_of_sentences_of_one_kind_only_the_first_is_said():
    found = [Fault(("g/a",), say("{n} is missing.", n=n)) for n in (1, 2)]
    assert render(ruled(*found).reason) == "1 is missing."


def test_what_cannot_happen_at_all_is_said_alone():
    idle = Fault(("g/c",), say("No round runs."), Basis.IDLE, can_stand=False)
    ruling = ruled(Fault(("g/a",), say("Red on blue.")), idle)
    assert ruling.rules == ("g/c",)
    assert render(ruling.reason) == "No round runs."
    assert not ruling.can_stand


def test_an_open_question_counts_only_where_nothing_is_broken():
    question = Fault(("g/c",), say("Which colour?"), is_open=True, can_stand=False)
    assert ruled(question).verdict is UNDECIDED
    ruling = ruled(question, Fault(("g/a",), say("Red on blue.")))
    assert ruling.verdict is ILLEGAL
    assert ruling.rules == ("g/a",)
    assert not ruling.can_stand, "what is missing is needed all the same"


def test_what_shows_a_fault_is_told_whether_it_stands_or_not():
    fault = Fault(("g/a",), say("Red on blue."), facts={"at": 1})
    question = Fault(("g/b",), say("Which power?"), is_open=True, facts={"open": True})
    assert ruled(fault, question).facts == {"at": 1}
    assert ruled(fault, stands=True).facts == {"at": 1, "points": 3}


def test_what_comes_of_what_stands_is_told():
    fault = Fault(("g/a",), say("Red on blue."), effects=(say("Draw."),), readings=("r",))
    ruling = ruled(fault, stands=True)
    assert ruling.facts == {"points": 3}
    assert ruling.effects == (say("Draw."), say("So."))
    assert ruling.readings == ("r",)


def test_nothing_comes_of_what_cannot_stand():
    fault = Fault(("g/a",), say("Red on blue."), can_stand=False, facts={"at": 1})
    ruling = ruled(fault, stands=True)
    assert ruling.facts == {"at": 1}
    assert ruling.effects == ()
