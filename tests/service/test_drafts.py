"""What is filled in and not recorded belongs to the hand it was begun in, and goes with it."""

from __future__ import annotations

import pytest

from referee.core import Unusable
from referee.games.zar import GAME
from referee.service import Submission

ROW = {"points.p2": "9"}


@pytest.fixture
def table(house):
    """Ann's phone alone at ZAR, after hand 1; the phone."""
    house.service.tables.games = {GAME.key: GAME}
    phone = house.phone()
    code = house.service.opening.open_table(phone, "zar", ["Ann", "Bo", "Cy"], {}, key="o")
    hand(house, code, phone, 3)
    return code, phone


def hand(house, code, phone, points):
    return house.do(code, phone, "end_hand", winner="p1", points={"p2": points, "p3": 1})


def kept(house, code, phone):
    return house.service.drafts.on(code, phone, "score")


def put(house, code, phone, begun=1):
    house.service.drafts.put(code, phone, "p2", "score", ROW, begun=begun)


def test_it_goes_when_the_hand_ends_or_is_taken_back(house, table):
    code, phone = table
    put(house, code, phone)
    assert kept(house, code, phone) == {"p2": ROW}
    hand(house, code, phone, 4)
    assert kept(house, code, phone) == {}
    put(house, code, phone, begun=2)
    house.do(code, phone, "undo")
    assert kept(house, code, phone) == {}, "it was of hand 3, and this is hand 2"


def test_what_was_begun_in_another_hand_is_not_kept(house, table):
    code, phone = table
    hand(house, code, phone, 4)
    for begun in (0, 1, 3):
        with pytest.raises(Unusable):
            put(house, code, phone, begun=begun)
    assert kept(house, code, phone) == {}
    put(house, code, phone, begun=2)
    assert kept(house, code, phone) == {"p2": ROW}


def test_it_stays_where_an_earlier_hand_is_corrected(house, table):
    code, phone = table
    line = house.service.views.table(code, phone).top.line
    hand(house, code, phone, 4)
    put(house, code, phone, begun=2)
    event = {"type": "end_hand", "winner": "p1", "points": {"p2": 8, "p3": 1}}
    seen = house.service.views.table(code, phone).seq
    entry = Submission(event=event, seen=seen, key="correct", corrects=line)
    house.service.play.submit(code, phone, entry)
    assert kept(house, code, phone) == {"p2": ROW}
