"""Fields of a form to an event's plain data, and back."""

from __future__ import annotations

import time
from typing import Annotated, ClassVar, Literal

import msgspec
import pytest
from flask import Flask
from phones import form_token, phone_of
from werkzeug.datastructures import MultiDict

from referee.core import Action, Options, Player
from referee.core.action_list import ActionList
from referee.games import games
from referee.web import forms


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nested value."""

    kind: Literal["a", "b"]
    by: Player


class Thing(Action[None], frozen=True, tag="thing", rename={"as_": "as"}):
    """An event with a field of every sort."""

    by: Player
    cards: tuple[str, ...] = ()
    as_: str | None = None
    hands: dict[Player, tuple[str, ...]] | None = None
    points: dict[Player, Annotated[int, msgspec.Meta(ge=0)]] | None = None
    a: Leg | None = None
    legs: tuple[Leg, ...] = ()
    flip: bool | None = None
    number: int | None = None
    way: bool | list[str] | None = None
    cell: list[int] | Leg | None = None
    pair: tuple[int | None, int | None] | None = None


class ToyOptions(Options, frozen=True):
    """Options, one of them called like a field of every form."""

    type: Literal["long", "short"] = "long"
    first: Leg | None = None


class Toy(ActionList[None]):
    """As much of a game as forms need."""

    options_type: ClassVar = ToyOptions
    actions = (Thing,)


CASES = [
    ([("by", "p1")], {"by": "p1"}),
    ([("by", "p1"), ("cards", "x"), ("cards", "y")], {"by": "p1", "cards": ["x", "y"]}),
    ([("by", "p1"), ("cards", "")], {"by": "p1", "cards": []}),
    ([("by", ""), ("number", "")], {}),
    ([("number", "7"), ("flip", "on")], {"number": "7", "flip": True}),
    ([("flip", "false")], {"flip": False}),
    (
        [("hands.p1", "x"), ("hands.p1", "y"), ("hands.p2", "")],
        {"hands": {"p1": ["x", "y"], "p2": []}},
    ),
    ([("points.p1", "3"), ("points.p2", "")], {"points": {"p1": "3"}}),
    ([("a.kind", "a"), ("a.by", "p1")], {"a": {"kind": "a", "by": "p1"}}),
    (
        [("legs.1.kind", "b"), ("legs.0.kind", "a")],
        {"legs": [{"kind": "a"}, {"kind": "b"}]},
    ),
    ([("as_", "z"), ("as", "p1"), ("seq", "4"), ("key", "k")], {"as": "z"}),
    ([("way", "x")], {"way": ["x"]}),
    ([("way", "no")], {"way": False}),
    ([("pair", "3"), ("pair", "null")], {"pair": ["3", None]}),
    ([("number", "null"), ("by", "null")], {"number": None, "by": "null"}),
    ([("cell", "1"), ("cell", "2")], {"cell": ["1", "2"]}),
    ([("cell.kind", "a")], {"cell": {"kind": "a"}}),
    ([("unknown", "1")], {}),
]


@pytest.mark.parametrize(("fields", "plain"), CASES)
def test_fields_become_plain_data(fields, plain):
    got = forms.event_fields(Toy(), MultiDict([("type", "thing"), *fields]))
    assert got.pop("type") == "thing"
    assert got == plain


@pytest.mark.parametrize(("fields", "plain"), CASES)
def test_and_back(fields, plain):
    pairs = [("type", "thing"), *forms.flat(plain)]
    again = forms.event_fields(Toy(), MultiDict(pairs))
    assert again.pop("type") == "thing"
    assert again == plain


def test_nothing_in_a_list_is_still_nothing():
    event = Thing(by="p1", pair=(None, 3))
    fields = MultiDict([*forms.flat(msgspec.to_builtins(event))])
    assert msgspec.convert(forms.event_fields(Toy(), fields), Thing, strict=False) == event


def test_what_is_no_event_is_kept_as_it_is():
    assert forms.event_fields(Toy(), MultiDict({"type": "dance", "by": "p1"})) == {"type": "dance"}
    assert forms.event_fields(Toy(), MultiDict()) == {"type": ""}
    assert forms.event_fields(Toy(), MultiDict({"type": "undo", "count": "2"})) == {
        "type": "undo",
        "count": "2",
    }


def test_converted_values_fit_the_event():
    plain = forms.event_fields(
        Toy(), MultiDict([("type", "thing"), ("by", "p1"), ("points.p2", "12"), ("flip", "1")])
    )
    event = msgspec.convert(plain, Thing, strict=False)
    assert event.points == {"p2": 12}
    assert event.flip is True


@pytest.mark.parametrize(
    ("change", "cards"),
    [
        (("add", "cards:z"), ["x", "y", "z"]),
        (("drop", "cards:0"), ["y"]),
        (("drop", "cards:9"), ["x", "y"]),
        (("drop", "cards:-1"), ["x", "y"]),
        (("put", "cards:0:z"), ["z", "y"]),
        (("put", "cards:7:z"), ["x", "y"]),
        (("shift", "cards:0:1"), ["y", "x"]),
        (("shift", "cards:0:-1"), ["x", "y"]),
        (("set", "cards:q"), ["q"]),
        (("clear", "cards"), []),
        (("tap", forms.taps(("add", "cards:z"), ("drop", "cards:0"))), ["y", "z"]),
    ],
)
def test_a_tap_changes_one_field(change, cards):
    fields = MultiDict([("by", "p1"), ("cards", "x"), ("cards", "y"), change])
    after = forms.changed(fields)
    assert forms.filled(after.getlist("cards")) == cards
    assert after.getlist("by") == ["p1"]
    assert not set(after) & set(forms.CHANGES)


def test_the_last_one_dropped_leaves_an_empty_list():
    after = forms.changed(MultiDict([("hands.p1", "x"), ("drop", "hands.p1:0")]))
    assert after.getlist("hands.p1") == [""]


def test_options_may_be_called_like_fields_of_a_form():
    fields = MultiDict([("options.type", "short"), ("type", "thing"), ("options.first.kind", "a")])
    assert forms.options_fields(Toy(), fields) == {"type": "short", "first": {"kind": "a"}}


def test_what_has_fields_of_its_own_may_be_sent_whole():
    fields = MultiDict([("type", "thing"), ("legs", "kind=a&by=p1"), ("legs", "kind=b")])
    legs = forms.event_fields(Toy(), fields)["legs"]
    assert legs == [{"kind": "a", "by": "p1"}, {"kind": "b"}]
    assert [forms.packed(leg) for leg in legs] == ["kind=a&by=p1", "kind=b"]
    nonsense = MultiDict([("type", "thing"), ("legs", "x")])
    assert forms.event_fields(Toy(), nonsense)["legs"] == [{}]


@pytest.mark.parametrize("name", sorted(forms.RESERVED))
def test_what_is_packed_may_have_a_field_called_like_one_of_a_form(name: str) -> None:
    piece = msgspec.defstruct("Piece", [(name, int)], kw_only=True)
    holder = msgspec.defstruct("Holder", [("pieces", tuple[piece, ...])])  # type: ignore[valid-type]
    fields: forms.Fields = MultiDict([("pieces", forms.packed({name: 4}))])
    assert forms.struct_fields(holder, fields) == {"pieces": [{name: "4"}]}


MANY = {
    "a field over and over": [("cards", "x")] * 600,
    "steps of one map": [(f"hands.{i}", "x") for i in range(600)],
    "places of a list": [(f"cards.{i}.move", "e") for i in range(600)],
    "names": [("name", f"N{i}") for i in range(600)],
    "additions": [("add", f"cards:{i}") for i in range(600)],
}


@pytest.mark.parametrize("what", MANY)
@pytest.mark.parametrize("path", ["/open/zar", "/check/zar", "/import", "/"])
def test_a_form_has_at_most_500_fields(shared: Flask, what: str, path: str) -> None:
    phone = phone_of(shared)
    fields = MultiDict([("csrf_token", form_token(phone)), *MANY[what]])
    answers = [phone.get(path, query_string=fields)]
    if path != "/check/zar":
        answers += [phone.post(path, data=fields)]
        answers += [phone.post(path, data=fields, content_type="multipart/form-data")]
    for answer in answers:
        assert answer.status_code == 413, path
        assert "too many fields" in answer.text or "Too large" in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"tap": forms.taps(*[("add", f"name:{i}") for i in range(600)])},
        {"tap": [forms.taps(*[("add", f"name:{i}") for i in range(300)])] * 2},
        {"options.teams": "&".join(f"{i}=x" for i in range(600))},
    ],
    ids=["one tap", "two taps", "a packed list"],
)
def test_what_is_packed_into_fields_counts_too(shared: Flask, fields: dict[str, object]) -> None:
    for path in ("/check/kazing", "/check/zigzag"):
        answer = phone_of(shared).get(path, query_string=fields)
        if "tap" in fields or path == "/check/zigzag":
            assert answer.status_code == 413


def test_a_place_in_a_list_is_a_short_number() -> None:
    for digits in ("9" * 5000, "-1", "x", "٣", "99999"):
        fields = MultiDict([("cards", "a"), ("cards", "b"), ("drop", f"cards:{digits}")])
        assert forms.changed(fields).getlist("cards") == ["a", "b"]
        assert "legs" not in forms.event_fields(
            Toy(), MultiDict({"type": "thing", f"legs.{digits}.kind": "a"})
        )


@pytest.mark.parametrize(
    ("before", "tapped", "after"),
    [("", "7", "7"), ("0", "7", "7"), ("1", "0", "10"), ("1234", "5", "1234"), ("10", "back", "1")],
)
def test_a_digit_is_added_to_a_number(before: str, tapped: str, after: str) -> None:
    fields = MultiDict([("points.p1", before), ("digit", f"points.p1:{tapped}")])
    assert forms.changed(fields).getlist("points.p1") == [after]


@pytest.mark.slow
def test_what_fields_cost_grows_with_their_number_only() -> None:
    """Any two take as long in their turn: nothing compares them with one another."""
    game = games()["zinga"]

    def seconds(n: int) -> float:
        fields = MultiDict([("type", "position"), *((f"board.x{i}.k.z", "") for i in range(n))])
        took = []
        for _ in range(3):
            start = time.process_time()
            forms.event_fields(game, fields)
            took.append(time.process_time() - start)
        return min(took)

    assert seconds(8000) < 8 * 4 * max(seconds(1000), 0.0005)
