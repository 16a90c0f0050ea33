"""A play that only a hidden entry speaks against: the cards on the table win, and nobody learns
from a refusal what somebody put in unseen."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import render
from referee.games.zigzag import GAME as ZIGZAG
from referee.games.zinga import GAME as ZINGA
from referee.games.zinga.tiles import TILES
from referee.record import check, read
from referee.service import HypotheticalRuling, Recorded, Refused, Submission

HELD = "green:1-2"
OTHER = "green:2-3"


def at_board(house, drawn):
    """Ann hosts, Bo and Cy have phones of their own; the green 0-1 lies at 0 and it is Ann's turn,
    who has drawn a tile, named on her own phone."""
    house.service.tables.games = {"zinga": ZINGA}
    phones = [house.phone() for _ in range(3)]
    code = house.service.opening.open_table(
        phones[0], "zinga", ["Ann", "Bo", "Cy"], {}, key=house.key()
    )
    for number, phone in enumerate(phones, 1):
        house.service.joining.join(code, phone, f"p{number}")
    house.do(code, phones[0], "start_round", first="p1")
    for number, phone in enumerate(phones, 1):
        tile = ("green:1-1", "orange:1-1", "purple:1-1")[number - 1]
        assert recorded(house.do(code, phone, "place", by=f"p{number}", tile=tile, at=0))
    assert recorded(house.do(code, phones[0], "draw", by="p1", tiles=[drawn]))
    return code, phones


def recorded(answer):
    return isinstance(answer, Recorded)


def wrong(house, code, phone):
    view = house.service.views.table(code, phone)
    return [] if view.viewer is None else [render(one) for one in view.contradicted()]


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("ask", [False, True])
def test_no_refusal_tells_which_tile_somebody_drew(house, ask):
    """Cy places every tile on every space, out of turn and elsewhere; what he is answered is the
    same whichever tile Ann drew."""
    found = {}
    for drawn in (HELD, OTHER):
        code, phones = at_board(house, drawn)
        answers = []
        for tile in TILES:
            for at in (0, 1, 8, 15):
                event = {"type": "place", "by": "p3", "tile": tile, "at": at}
                seen = house.seq(code, phones[2])
                answer = house.service.play.submit(
                    code, phones[2], Submission(event=event, seen=seen, key=house.key(), ask=ask)
                )
                assert isinstance(answer, (Refused, HypotheticalRuling))
                answers.append(msgspec.json.encode([answer.ruling, answer.event]))
        found[drawn] = answers
    assert found[HELD] == found[OTHER]


def test_the_tile_on_the_table_wins_and_its_holder_is_told_on_his_phone_alone(house):
    code, (ann, bo, cy) = at_board(house, HELD)
    assert recorded(house.do(code, ann, "place", by="p1", tile="green:1-4", at=15))
    assert wrong(house, code, ann) == []
    answer = house.do(code, bo, "place", by="p2", tile=HELD, at=1)
    assert recorded(answer)
    assert answer.ruling.verdict == "legal"
    assert wrong(house, code, ann) == [
        "p2 has the green 1-2, but p1 entered it as drawn. The tiles on the table count."
    ]
    assert wrong(house, code, bo) == wrong(house, code, cy) == []
    house.do(code, bo, "undo")
    assert wrong(house, code, ann) == [], "what is taken back contradicts nothing"


def test_what_only_ones_own_phone_knows_better_leaves_no_line(house):
    """Ann draws on with a tile that fits: her phone says so, and nobody else's."""
    code, (ann, bo, _) = at_board(house, HELD)
    before = house.service.views.table(code, bo).line
    answer = house.do(code, ann, "draw", by="p1")
    assert isinstance(answer, Refused)
    assert answer.may_stand
    assert answer.ruling.rules == ("zinga/5",)
    assert "green 1-2" in render(answer.ruling.reason)
    assert house.service.views.table(code, bo).line == before
    stood = house.do(code, ann, "draw", by="p1", stands=True)
    assert recorded(stood)
    for phone in (ann, bo):
        line = house.service.views.log(code, phone).lines[0]
        assert (line.verdict, line.stood) == ("legal", None), "to all it is a draw like any other"
    assert wrong(house, code, ann) == [
        "p1 entered the green 1-2 as drawn: it fits, but p1 did not place it."
    ]
    by_another = house.do(code, bo, "draw", by="p1")
    assert recorded(by_another), "another phone knows nothing of it"


def test_two_may_say_that_they_drew_the_same(house):
    code, (ann, bo, cy) = at_board(house, HELD)
    assert recorded(house.do(code, ann, "place", by="p1", tile="green:1-4", at=15))
    assert recorded(house.do(code, bo, "draw", by="p2", tiles=[HELD]))
    for phone in (ann, bo, cy):
        assert wrong(house, code, phone) == []
    assert recorded(house.do(code, bo, "place", by="p2", tile="orange:1-2", at=1))
    assert recorded(house.do(code, cy, "place", by="p3", tile=HELD, at=1))
    assert len(wrong(house, code, ann)) == len(wrong(house, code, bo)) == 1
    assert wrong(house, code, cy) == []


def test_the_record_is_judged_as_the_table_judged_it(house):
    """Only the entries that were contradicted lose their tiles."""
    code, (ann, bo, cy) = at_board(house, HELD)
    assert recorded(house.do(code, ann, "place", by="p1", tile="green:1-4", at=15))
    assert recorded(house.do(code, bo, "draw", by="p2", tiles=["purple:3-3"]))
    assert recorded(house.do(code, bo, "place", by="p2", tile=HELD, at=1))
    assert recorded(house.do(code, cy, "draw", by="p3", tiles=["purple:1-2"]))
    assert recorded(house.do(code, cy, "draw", by="p3", stands=True))
    assert recorded(house.do(code, bo, "position", **msgspec.to_builtins(setting(house, code, bo))))
    end = {"winner": "p2", "points": {"p1": 5, "p3": 7}}
    assert recorded(house.do(code, ann, "end_round", stands=True, **end))
    record = msgspec.json.decode(msgspec.json.encode(house.service.records.export(code, ann)))
    draws = [event for event in record["events"] if event["type"] == "draw"]
    assert draws == [
        {"type": "draw", "by": "Ann", "count": 1},
        {"type": "draw", "by": "Bo", "tiles": ["purple:3-3"]},
        {"type": "draw", "by": "Cy", "count": 1},
        {"type": "draw", "by": "Cy"},
    ]
    report = check(read(msgspec.json.encode(record), {"zinga": ZINGA}))
    told = [line for line in house.service.views.log(code, ann).lines[::-1] if line.kind == "event"]
    assert [line.verdict for line in told] == [e.ruling.verdict for e in report.entries]
    assert all(entry.effect for entry in report.entries)
    view = house.service.views.table(code, ann)
    scores = dict(zip(("Ann", "Bo", "Cy"), ZINGA.scores(view.state).values(), strict=True))
    assert ZINGA.scores(report.state) == scores


def setting(house, code, phone):
    view = house.service.views.table(code, phone)
    plain = msgspec.to_builtins(ZINGA.position(view.state, None))
    del plain["type"]
    return plain


def test_new_options_do_not_bring_back_what_was_hidden(house):
    """A log judged anew is judged as it was."""
    code, (ann, bo, _) = at_board(house, HELD)
    house.do(code, ann, "place", by="p1", tile="green:1-4", at=15)
    house.do(code, bo, "place", by="p2", tile=HELD, at=1)
    before = house.service.views.table(code, ann).seq
    house.service.settings.set_options(code, ann, {"target": 99})
    assert house.service.views.table(code, ann).seq == before
    assert house.service.views.table(code, ann).options.target == 99


# ZigZag


@pytest.fixture
def round_of_level_2(house):
    house.service.tables.games = {"zigzag": ZIGZAG}
    phones = [house.phone() for _ in range(4)]
    options = {"level": 2, "constraints": [[{"feature": "colour"}]] * 3}
    names = ["Ann", "Bo", "Cy", "Dee"]
    code = house.service.opening.open_table(phones[0], "zigzag", names, options, key=house.key())
    for number, phone in enumerate(phones, 1):
        house.service.joining.join(code, phone, f"p{number}")
    house.do(code, phones[0], "start_round", number=1)
    return code, phones


def test_nobody_learns_by_trying_which_constraint_card_another_has(house, round_of_level_2):
    code, phones = round_of_level_2
    assert recorded(house.do(code, phones[0], "constraint", by="p1", card=2))
    for card in (0, 2):
        assert recorded(house.do(code, phones[1], "constraint", by="p2", card=card))
    assert recorded(house.do(code, phones[0], "score_box", team="p1", call="zig"))
    record = house.service.records.export(code, phones[0])
    report = check(read(msgspec.json.encode(record), {"zigzag": ZIGZAG}))
    assert all(entry.effect for entry in report.entries)
    assert [event.get("stands") for event in record["events"]] == [None, None, None, True, None]


def test_a_refusal_does_not_tell_whether_a_watch_lies_face_down(house, round_of_level_2):
    code, phones = round_of_level_2
    lift = {"by": "p1", "power": "cancel", "what": "watch"}
    none = house.do(code, phones[0], "power", **lift)
    assert none.ruling.verdict == "illegal", "nothing lies face down"
    told = []
    for power in ({"power": "watch", "on": "p1"}, {"power": "master"}):
        assert recorded(house.do(code, phones[1], "power", by="p2", **power))
        answer = house.do(code, phones[0], "power", **lift)
        told.append(answer.ruling)
        assert answer.ruling.verdict == "undecided"
        house.do(code, phones[1], "undo")
    assert told[0] == told[1]
    house.do(code, phones[1], "power", by="p2", power="watch", on="p1")
    assert recorded(house.do(code, phones[0], "power", stands=True, **lift))
    lead = house.do(code, phones[0], "lead")
    assert lead.ruling.facts["carried_out"] == []


def test_a_shift_past_the_edge_is_refused_on_its_own_phone_alone(house, round_of_level_2):
    code, phones = round_of_level_2
    before = house.service.views.table(code, phones[1]).line
    answer = house.do(code, phones[2], "shift", by="p3", delta=-1)
    assert isinstance(answer, Refused)
    assert house.service.views.table(code, phones[1]).line == before
