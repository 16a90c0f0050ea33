"""What a game need not say: it follows from its actions."""

from __future__ import annotations

from referee.core import Action, Game, Offer, judged_once, say
from referee.core.action import are_rivals, in_order


class Roll(Action[int], frozen=True, tag="roll"):
    exclusive = True
    forms = ("roll", "ask")
    private_forms = ("roll",)


class Wonder(Action[int], frozen=True, tag="wonder"):
    is_query = True
    simultaneous = True

    def notes(self, ruling):
        return {"": (say("?"),)}


def test_a_game_is_what_its_actions_say():
    class Dice(Game[int]):
        actions = (Roll, Wonder)

    assert Dice.forms == {"roll": "roll", "ask": "roll"}
    assert Dice.private_forms == {"roll"}


def test_two_that_mean_the_same_are_rivals():
    class Set(Action[int], frozen=True, tag="position"):
        by: str = ""

    assert are_rivals(Roll(), Roll())
    assert are_rivals(Set(), Set())
    assert not are_rivals(Set(by="p1"), Set(by="p2"))
    assert not are_rivals(Wonder(), Wonder())
    assert not are_rivals(Roll(), Set())


def test_buttons_are_ordered():
    def offer(text, **more):
        return Offer(label=say(text), sheet="x", **more)

    found = in_order(
        [
            offer("a", more=True),
            offer("b"),
            offer("c", main=True),
            offer("d"),
            offer("e", more=True),
        ]
    )
    assert [one.label.text for one in found] == ["c", "b", "d", "a", "e"]


def test_judging_and_applying_do_the_work_once():
    done = []

    @judged_once
    def work(action, state):
        done.append(state)
        return len(done)

    one, other, state = Roll(), Roll(), (1,)
    assert (work(one, state), work(one, state)) == (1, 1)
    assert work(other, state) == 2, "an equal action is another one"
    assert work(other, (2,)) == 3
    assert len(done) == 3
