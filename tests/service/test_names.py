"""Names as typed."""

from __future__ import annotations

import pytest

from referee.core import Unusable
from referee.service.names import confusable_skeleton, typed_name, typed_title

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "O'Brien", "王", "مريم", "नीलम", FAMILY, "<b>", "=1+1", "x" * 40, "p1", "Åse"],
)
def test_names_that_are_fine_stay_as_typed(name):
    assert typed_name(f"  {name} ", [], "name") == name


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 41, "a\x00b", "a\nb", "\u200b", "\u3164", "\u2800", "\u00ad", "\ufe0f",
        "a\u202eb", "a\u2066b", "a\u200bb", "\ufeffAnn", "a" + "\u0301" * 6, "\u200d",
    ],
)  # fmt: skip
def test_names_that_hide_or_flood_are_refused(name):
    with pytest.raises(Unusable) as caught:
        typed_name(name, [], "players[3]")
    assert caught.value.path == "players[3]"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"), ("Ann", "ＡＮＮ"), ("Zoe\u0308", "Zoë"), ("Straße", "STRASSE"),
        ("Ann B", "Ann  B"), ("Ann", "An\u200dn"), ("ﬁn", "fin"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_one(one, other):
    assert confusable_skeleton(one) == confusable_skeleton(other)
    with pytest.raises(Unusable):
        typed_name(other, [one], "name")


def test_names_that_differ_are_two():
    assert (
        len({confusable_skeleton(n) for n in ("Ann", "Anna", "Än", "An n", FAMILY, "👨", "1", "l")})
        == 8
    )


def test_titles():
    assert typed_title("  Friday ") == "Friday"
    assert typed_title("") == ""
    for bad in ("x" * 61, "a\nb", "a\u2028b"):
        with pytest.raises(Unusable):
            typed_title(bad)
