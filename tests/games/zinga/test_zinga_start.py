"""`zinga/1`, `zinga/2`, `zinga/win`: lots, the start of a round, and nothing after the end."""

import pytest
from zinga_table import Table, lying, reading, started

DRAWS = {"Ann": "orange:1-4", "Bo": "green:4-4", "Cy": "purple:0-0"}


def test_1_the_highest_value_starts():
    table = Table()
    assert table.do("lots", draws=DRAWS) == {"starter": "Bo"}
    table.illegal("start_round", "1", first="Ann")
    table.do("start_round", first="Bo")
    assert table["turn"] == "Bo"


def test_1_a_zinga_counts_16():
    assert Table().do("lots", draws=DRAWS | {"Cy": "yellow:Z"}) == {"starter": "Cy"}


def test_1_a_shared_highest_value_is_drawn_again():
    table = Table()
    ruling = table.illegal("lots", "1", draws=DRAWS | {"Cy": "purple:4-4"})
    assert ruling.facts["again"] is True
    table.cannot_stand("lots", draws=DRAWS | {"Cy": "purple:4-4"})
    assert table.do("lots", draws=DRAWS) == {"starter": "Bo"}


def test_1_a_shared_lower_value_does_not_matter():
    assert Table().do("lots", draws=DRAWS | {"Cy": "purple:2-3"}) == {"starter": "Bo"}


def test_1_lots_not_again_once_there_is_a_starter():
    table = Table()
    table.do("lots", draws=DRAWS)
    table.illegal("lots", "1", draws=DRAWS)
    table.cannot_stand("lots", draws=DRAWS)


def test_1_lots_only_before_the_first_round():
    table = started()
    table.illegal("lots", "1", draws=DRAWS)
    counted = Table()
    counted.do("end_round", winner="Ann", points={"Bo": 3, "Cy": 4})
    counted.illegal("lots", "1", draws=DRAWS)
    lying({}).illegal("lots", "1", draws=DRAWS)


def test_tiles_lots_no_tile_twice():
    table = Table()
    twice = {"Ann": "orange:1-2", "Bo": "green:4-4", "Cy": "orange:1-2"}
    table.illegal("lots", "tiles", draws=twice)
    table.cannot_stand("lots", draws=twice)


def test_2_everyone_holds_eight():
    table = started("Cy")
    assert table["hands"] == {"Ann": 8, "Bo": 8, "Cy": 8}
    assert (table["bag"], table["turn"], table["round"]) == (40, "Cy", 1)
    assert table["in_round"] is True
    assert started("P0", " ".join(f"P{i}" for i in range(8)))["bag"] == 0


def test_2_without_lots_anybody_starts_the_first_round():
    ruling = Table().legal("start_round", first="Cy")
    assert ruling.rules == ("zinga/2",)


def test_2_not_while_a_round_runs_but_it_can_stand():
    table = started()
    table.place("Ann", "green:1-1", 0)
    table.illegal("start_round", "2", first="Bo")
    table.stand("start_round", first="Bo")
    assert (table["round"], table["turn"], table["bag"]) == (2, "Bo", 40)
    assert table["board"]["green"] == {}
    assert table["opened"] == []


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("place", {"tile": "green:1-1", "at": 0}), ("draw", {}), ("pass", {})],
)
def test_2_nothing_is_played_without_a_round(kind, fields):
    table = Table()
    table.illegal(kind, "2", by="Ann", **fields)
    table.cannot_stand(kind, by="Ann", **fields)


def test_7_the_winner_starts_the_next_round():
    table = Table()
    table.do("end_round", winner="Bo", points={"Ann": 3, "Cy": 4})
    ruling = table.illegal("start_round", "7", first="Ann")
    assert "zinga/1" in ruling.rules
    assert table.legal("start_round", first="Bo").rules == ("zinga/2", "zinga/1", "zinga/7")


def test_1_another_starter_can_stand():
    table = Table()
    table.do("lots", draws=DRAWS)
    table.stand("start_round", first="Ann")
    assert table["turn"] == "Ann"


def test_win_nothing_after_the_end():
    table = Table(target=10)
    table.do("end_round", winner="Bo", points={"Ann": 6, "Cy": 4})
    assert table.over
    assert table.winners == ["Bo"]
    for kind, fields in (
        ("start_round", {"first": "Bo"}),
        ("place", {"by": "Bo", "tile": "green:1-1", "at": 0}),
        ("draw", {"by": "Bo"}),
        ("pass", {"by": "Bo"}),
        ("lots", {"draws": DRAWS}),
        ("bonus", {"to": "Bo", "circle": "green"}),
        ("end_round", {"winner": "Bo", "points": {"Ann": 1, "Cy": 1}}),
    ):
        table.illegal(kind, "win", **fields)
        table.cannot_stand(kind, **fields)
    assert table.do("ask", question="completable", circle="green")["completable"]
    table.do("position", turn="Ann")
    assert not table.over


def test_win_the_highest_score_wins_and_ties_share():
    table = Table(target=20, bonus=20)
    table.do("bonus", to="Cy", circle="green")
    assert not table.over
    table.do("end_round", winner="Ann", points={"Bo": 12, "Cy": 8})
    assert table.over
    assert table.winners == ["Ann", "Cy"]


def test_win_another_than_the_rounds_winner_can_win():
    table = Table(target=16)
    table.do("bonus", to="Cy", circle="green")
    ruling = table.legal("end_round", winner="Ann", points={"Bo": 1, "Cy": 2})
    assert "zinga/win" in ruling.rules
    assert table.winners == ["Cy"]


def test_reading_target_at():
    table = Table(target=16, **reading(target_at="at-once"))
    ruling = table.legal("bonus", to="Cy", circle="green")
    assert ruling.readings == ("target_at",)
    assert table.over
    later = Table(target=16)
    assert later.legal("bonus", to="Cy", circle="green").readings == ("target_at",)
    assert not later.over
    assert Table().legal("bonus", to="Cy", circle="green").readings == ()
