"""Hands filled in before they are shown, and entries that all make at once: ZigZag at a table."""

from __future__ import annotations

import msgspec
import pytest

from referee.games.zigzag import GAME
from referee.service import NotAllowed, Recorded, Refused, Stale, Submission

HAND = ["water-blue-cocktail", "water-pink-none", "water-green-suitcase", "water-yellow-none"]
BAD = ["earth-blue-cocktail", "water-pink-none", "air-green-suitcase", "fire-yellow-none"]
ROW = {"hands.p3": HAND}


@pytest.fixture
def table(house):
    """Ann hosts, Bo, Cy and Dee have phones of their own; a round of level 2 runs."""
    house.service.tables.games = {GAME.key: GAME}
    phones = [house.phone() for _ in range(4)]
    service = house.service
    options = {"level": 2}
    code = service.opening.open_table(
        phones[0], "zigzag", ["Ann", "Bo", "Cy", "Dee"], options, key="o"
    )
    for number, phone in enumerate(phones, 1):
        service.joining.join(code, phone, f"p{number}")
    house.do(code, phones[0], "start_round", number=5)
    return code, phones


def constraint(house, code, phone, player, **line):
    return house.do(code, phone, "constraint", by=player, constraint=line)


def texts(house, code, phone, player):
    s = house.service
    view = s.views.table(code, phone, as_seat=player)
    log = s.views.log(code, phone, as_seat=player)
    lines = [line.line for line in log.lines if line.kind != "note"]
    rulings = [s.views.ruling(code, phone, line, as_seat=player) for line in lines]
    return msgspec.json.encode([view.view(), view.last, view.top, log, rulings])


def test_a_hand_put_in_before_is_seen_on_its_own_phone_only(house, table):
    code, phones = table
    s = house.service
    line = s.views.table(code, phones[0]).line
    s.drafts.put(code, phones[2], "p3", "hand", ROW)
    assert s.drafts.on(code, phones[2], "hand") == {"p3": ROW}
    for phone in (phones[0], phones[1], phones[3]):
        for seat in (None, "p1", "p3"):
            assert s.drafts.on(code, phone, "hand", as_seat=seat) == {}
    assert s.views.table(code, phones[0]).line == line, "no bell rings for it"
    for phone in (phones[0], phones[1]):
        with pytest.raises(NotAllowed):
            s.drafts.put(code, phone, "p3", "hand", {"hands.p3": BAD})


def test_a_seat_that_changes_hands_comes_without_its_hand(house, table):
    code, phones = table
    s = house.service
    s.drafts.put(code, phones[2], "p3", "hand", ROW)
    s.hosting.free_seat(code, phones[0], "p3")
    assert s.drafts.on(code, phones[0], "hand", as_seat="p3") == {}
    s.joining.join(code, phones[2], "p3")
    assert s.drafts.on(code, phones[2], "hand") == {}, "the same phone, but anew"
    answer = house.do(code, phones[0], "declare", by="p1", call="zig", hands={})
    assert answer.event.hands == {}


def test_the_declaration_takes_it_up(house, table):
    code, phones = table
    s = house.service
    constraint(house, code, phones[2], "p3", feature="element")
    s.drafts.put(code, phones[2], "p3", "hand", ROW)
    s.drafts.put(code, phones[1], "p2", "hand", {"hands.p2": HAND})
    event = {"type": "declare", "by": "p1", "call": "zig", "hands": {}}
    asked = s.play.submit(code, phones[0], Submission(event=event, seen=0, key="", ask=True))
    assert asked.event.hands == {}, "a question does not"
    answer = house.do(code, phones[0], "declare", by="p1", call="zig", hands={})
    assert isinstance(answer, Recorded)
    assert answer.event.hands == {"p3": tuple(HAND)}, "and not that of an opponent"
    assert s.drafts.on(code, phones[1], "hand") == {}, "the round is over"


def test_nobody_elses_declaration_takes_it_up(house, table):
    code, phones = table
    house.service.drafts.put(code, phones[2], "p3", "hand", ROW)
    answer = house.do(code, phones[1], "declare", by="p1", call="zig", hands={})
    assert isinstance(answer, Refused)
    assert answer.event.hands == {}
    assert house.service.drafts.on(code, phones[2], "hand")


@pytest.mark.parametrize(
    ("player", "event"),
    [
        ("p1", {"type": "declare", "by": "p1", "call": "zag", "hands": {"p3": BAD}}),
        ("p2", {"type": "block", "by": "p2", "on": "p1", "shown": {"p1": []}}),
        ("p2", {"type": "power", "by": "p2", "power": "swap", "on": "p3"}),
        ("p2", {"type": "power", "by": "p2", "power": "theft", "on": "p3"}),
        ("p1", {"type": "start_round", "stands": True}),
    ],
)
def test_it_goes_when_the_player_changes_cards(house, table, player, event):
    code, phones = table
    s = house.service
    s.drafts.put(code, phones[2], "p3", "hand", ROW)
    s.drafts.put(code, phones[3], "p4", "hand", {"hands.p4": BAD})
    house.do(code, phones[int(player[1]) - 1], **event)
    assert s.drafts.on(code, phones[2], "hand") == {}
    assert bool(s.drafts.on(code, phones[3], "hand")) is (event["type"] != "start_round")


def test_it_goes_when_the_round_is_taken_back(house, table):
    code, phones = table
    house.service.drafts.put(code, phones[2], "p3", "hand", ROW)
    house.do(code, phones[0], "undo")
    assert house.service.drafts.on(code, phones[2], "hand") == {}


def test_constraints_are_put_in_all_at_once(house, table):
    code, phones = table
    s = house.service
    seen = s.views.table(code, phones[0]).seq
    for number, phone in enumerate(phones, 1):
        event = {"type": "constraint", "by": f"p{number}", "constraint": {"text": "x"}}
        answer = s.play.submit(code, phone, Submission(event=event, seen=seen, key=f"k{number}"))
        assert isinstance(answer, Recorded)
    stop = {"type": "stop", "by": "p2", "on": "p1", "feature": "accessory"}
    assert isinstance(
        s.play.submit(code, phones[1], Submission(event=stop, seen=seen, key="s")), Stale
    )


def test_a_constraint_for_a_round_that_is_over_is_not_put_into_the_next(house, table):
    code, phones = table
    s = house.service
    seen = s.views.table(code, phones[0]).seq
    house.do(code, phones[0], "score_box", team="p1", call="zig")
    house.do(code, phones[0], "start_round", number=7)
    event = {"type": "constraint", "by": "p2", "constraint": {"text": "x"}}
    assert isinstance(
        s.play.submit(code, phones[1], Submission(event=event, seen=seen, key="k")), Stale
    )


def test_a_line_hidden_by_the_seats_last_phone_stays_hidden_from_its_next(house, table):
    code, phones = table
    s = house.service
    house.do(code, phones[2], "power", by="p3", power="watch", on="p4")
    s.hosting.free_seat(code, phones[2], "p3")
    s.joining.leave(code, phones[2])
    other = house.phone()
    s.joining.join(code, other, "p3")
    constraint(house, code, other, "p3", text="swims")
    assert s.views.table(code, other).viewer == "p3"
    assert b"swims" in texts(house, code, other, "p3")
    assert b"watch" not in texts(house, code, other, "p3")
