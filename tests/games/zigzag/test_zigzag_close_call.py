"""Two shouts at once: the table says who was first."""

from zigzag_table import begin, last, report


def call(a, b, **fields):
    one, other = ({"kind": kind, "by": by} for by, kind in (a, b))
    return {"type": "close_call", "a": one, "b": other, **fields}


def test_block_a_close_call_is_the_tables_to_decide():
    ruling = last(call(("Ann", "block"), ("Bo", "declare")))
    assert ruling["verdict"] == "undecided"
    assert set(ruling["rules"]) == {"zigzag/block", "zigzag/declare"}
    assert "Ann calling BLOCK" in ruling["reason"]
    assert "Bo declaring" in ruling["reason"]


def test_stop_a_close_call_is_never_in_effect():
    found = report(begin(), call(("Ann", "stop"), ("Bo", "stop"), stands=True), {"type": "undo"})
    assert found["rulings"][1]["stood"]
    assert found["rulings"][1]["rules"] == ["zigzag/stop"]
    assert found["state"]["round"] == 0, "undo passed over it"


def test_end_no_close_call_after_the_end():
    boxes = {"boxes": {"zig": 1, "zag": 0, "double-zig": 0, "zig-zag": 0}}
    ticked = {"type": "score_box", "team": "Ann", "call": "zig"}
    ruling = last(ticked, call(("Ann", "block"), ("Bo", "declare"), stands=True), **boxes)
    assert (ruling["verdict"], ruling["rules"]) == ("illegal", ["zigzag/end"])
    assert ruling["stood"] is False
