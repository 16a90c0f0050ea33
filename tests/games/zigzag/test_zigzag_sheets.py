"""The forms tap by tap: slots and picks, the last tap, cancels, setting right; drafts."""

from __future__ import annotations

import msgspec
import pytest
from drivers import form
from test_zigzag_view import fold
from zigzag_table import WATER, begin, box, cards, dealt, lead, power, shift, stop

from referee.core import ILLEGAL, LEGAL, render
from referee.core.form import Drawing, Form
from referee.games.zigzag import GAME
from referee.games.zigzag.actions import DealtConstraint, Declare
from referee.games.zigzag.actions.stop import Stop
from referee.games.zigzag.constraints import Constraint
from referee.games.zigzag.slots import Shared, Slot
from referee.web import forms


def put(state, name, viewer=None, **fields):
    return form(GAME, state, name, viewer, **fields)


# Declarations


def test_twelve_taps_fill_a_hand_and_the_last_makes_the_event():
    state, _ = fold(begin())
    hands = {"Cy": ["?-?-?"]}
    for n, card in enumerate(cards(WATER)):
        for feature, value in enumerate(card.split("-")):
            now = put(state, "declare", "Ann", call="zig", hands=hands)
            assert now.slot == n
            assert now.left == 12 - 3 * n - feature
            pick = next(p for p in now.picks[feature] if p.value == value)
            fields = forms.Fields(
                [("hands.Cy", each) for each in hands.get("Cy", [])] + [(pick.change, pick.to)]
            )
            hands["Cy"] = forms.changed(fields).getlist("hands.Cy")
            last = (n, feature) == (3, 2)
            assert bool(pick.event) is last
    assert hands["Cy"] == cards(WATER)
    assert pick.event == Declare("Ann", "zig", {"Cy": tuple(cards(WATER))})
    done = put(state, "declare", "Ann", call="zig", hands=hands)
    assert done.event == pick.event
    assert (done.slot, done.left, done.unseen) == (None, 0, [])


def test_a_slot_that_was_tapped_is_put_right():
    state, _ = fold(begin())
    now = put(state, "declare", by="Ann", call="zig", hands={"Cy": cards(WATER)}, now="Cy.1")
    assert (now.now, now.slot) == ("Cy", 1)
    pick = now.picks[1][0]
    assert (pick.change, pick.to, pick.event) == ("put", "hands.Cy:1:water-blue-cocktail", None)
    assert now.joker.to == "hands.Cy:1:joker"


def test_hands_of_which_nothing_is_put_in_may_be_ready_elsewhere():
    state, _ = fold(begin())
    hands = {"Ann": cards(WATER)}
    now = put(state, "declare", by="Ann", call="double-zig", hands=hands)
    assert now.unseen == ["Cy"]
    assert now.bare.hands == {"Ann": tuple(cards(WATER)), "Cy": ()}
    half = put(state, "declare", by="Ann", call="double-zig", hands={"Ann": ["water-?-?"]})
    assert (half.unseen, half.bare) == ([], None)


def test_a_declaration_asks_for_the_hands_the_call_rests_on():
    state, _ = fold(begin())
    for call, players in (
        (None, []),
        ("zig", ["Cy"]),
        ("zag", ["Cy"]),
        ("double-zig", ["Ann", "Cy"]),
        ("nonsense", []),
    ):
        now = put(state, "declare", "Ann", call=call)
        assert [claim.player for claim in now.claims] == players
        assert not now.ready
        assert bool(now.calls) is not bool(players)


def test_a_double_zag_asks_for_one_of_the_free_boxes():
    state, _ = fold(box("Ann", "zig"), begin())
    now = put(state, "declare", "Ann", call="double-zag")
    assert [answer.value for answer in now.boxes] == ["zag", "double-zig", "zig-zag"]
    chosen = put(state, "declare", "Ann", call="double-zag", tick="zag")
    assert [claim.player for claim in chosen.claims] == ["Ann", "Cy"]
    whole = {"Ann": cards("wbs wbc wbu wbn"), "Cy": cards("fps fpc fpu fpn")}
    done = put(state, "declare", "Ann", call="double-zag", tick="zag", hands=whole)
    assert done.event.tick == "zag"


def test_a_declaration_shows_what_is_common_while_it_fills():
    state, _ = fold(begin(), stop("Cy", "character"))
    given = ["earth-blue-sunglasses", "joker", "earth-pink-sunglasses", "earth-yellow-?"]
    now = put(state, "declare", "Bo", by="Ann", call="zag", hands={"Cy": given})
    (hand,) = now.hands
    assert hand.slots[3] == Slot("earth", "yellow", None, ("element",))
    element, colour, accessory = hand.shared
    assert element == Shared(
        feature="element", value="earth", count=4, still=True, all=True, stopped=False
    )
    assert (colour.count, colour.all, colour.stopped) == (2, False, True)
    assert (accessory.value, accessory.count) == ("sunglasses", 3)
    assert not now.ready
    whole = [*given[:3], "earth-yellow-none"]
    assert put(state, "declare", "Bo", by="Ann", call="zag", hands={"Cy": whole}).ready


def test_the_holder_declares_where_the_table_allows_it():
    own = {"Cy": cards(WATER)}
    state, _ = fold(begin(), readings={"self_declare": "yes"})
    now = put(state, "declare", "Cy", call="zig", hands=own)
    assert (now.hands[0].player, now.holders) == ("Cy", ["Ann", "Cy"])
    both = put(state, "declare", "Cy", call="zig", hands=own | {"Ann": ["?-?-?"]})
    assert both.hands[0].player == "Ann"
    state, _ = fold(begin())
    now = put(state, "declare", "Cy", call="zig", hands=own)
    assert (now.claims[0].player, now.holders) == ("Ann", [])


def test_without_a_table_it_may_be_asked_whether_the_holder_declares():
    state, _ = fold(msgspec.to_builtins(GAME.check_start.situation))
    now = put(state, "declare", by="Cy", call="zig", hands={"Cy": ["?-?-?"]})
    assert (now.holders, now.hands[0].player) == (["Ann", "Cy"], "Cy")
    assert put(state, "declare", by="Cy", call="double-zig").holders == []
    state, _ = fold(begin())
    assert put(state, "declare", by="Cy", call="zig").holders == []


def test_without_a_table_the_first_player_shouts_and_the_call_stays_chosen():
    state, _ = fold(msgspec.to_builtins(GAME.check_start.situation))
    now = put(state, "declare")
    assert (now.by, [call.is_chosen for call in now.calls]) == ("Ann", [False] * 5)
    state, _ = fold(begin())
    now = put(state, "declare", call="zag")
    assert (now.by, [call.value for call in now.calls if call.is_chosen]) == (None, ["zag"])


def test_a_declaration_has_three_slots_after_a_theft():
    state, _ = fold(begin(), power("Bo", "theft", "Cy"))
    three = cards(WATER)[:3]
    now = put(state, "declare", by="Ann", call="zig", hands={"Cy": three})
    assert len(now.hands[0].slots) == 3
    assert not any(each.all for each in now.hands[0].shared)
    assert now.event.hands == {"Cy": tuple(three)}


def test_on_level_3_a_box_of_level_1_can_be_chosen():
    state, _ = fold(begin(5), level=3)
    whole = {"Cy": cards(WATER)}
    now = put(state, "declare", "Ann", call="zig", hands=whole, box_level=1)
    assert (now.asks_level, now.is_low, now.event.box_level) == (True, True, 1)
    assert not put(fold(begin())[0], "declare", "Ann", call="zig", hands=whole).asks_level


def test_a_hand_is_the_own_one():
    state, _ = fold(begin())
    now = put(state, "hand", "Cy", hands={"Cy": cards(WATER)})
    assert [hand.player for hand in now.hands] == ["Cy"]
    assert now.ready
    assert now.event is None


# BLOCKs, STOPs, powers


def test_a_block_is_whole_when_all_have_shown_or_one_cannot():
    state, _ = fold(begin())
    pair = ["water-blue-none", "earth-pink-cocktail"]
    half = put(state, "block", by="Bo", shown={"Ann": pair})
    assert (half.on, half.event) == ("Ann", None)
    whole = put(state, "block", by="Bo", shown={"Ann": pair, "Cy": []})
    assert whole.event.shown == {"Ann": tuple(pair), "Cy": ()}
    assert put(state, "block", by="Bo", shown={"Cy": []}).event.shown == {"Cy": ()}


@pytest.mark.parametrize(("test", "slots"), [("pair", [2, 2]), ("four", [3, 4])])
def test_a_block_has_as_many_slots_as_are_shown(test, slots):
    state, _ = fold(begin(), power("Bo", "theft", "Ann"), readings={"block_test": test})
    now = put(state, "block", "Bo", on="Cy")
    assert [len(hand.slots) for hand in now.hands] == slots


def test_a_stop_shows_what_lies_before_each_opponent(wording):
    state, _ = fold(begin(), stop("Cy", "accessory"))
    now = put(state, "stop", "Bo")
    who, ann, cy = now.fields
    assert [answer.value for answer in who.answers if answer.is_chosen] == ["Bo"]
    assert render(ann.label) == wording
    assert render(cy.label) == wording
    assert cy.answers[2].event == Stop("Bo", "Cy", "landscape")
    assert render(cy.answers[2].label) == wording
    assert len(put(state, "stop").fields) == 1


def test_a_cancel_offers_what_lies_openly_and_a_watch_whether_there_is_one_or_not():
    state, _ = fold(
        begin(),
        stop("Cy", "landscape"),
        stop("Cy", "landscape"),
        power("Bo", "theft", "Ann"),
        power("Di", "swap", "Cy"),
    )
    lifts = [answer.event for answer in put(state, "power", by="Ann", power="cancel").targets]
    assert [(e.on, e.what, e.feature or None) for e in lifts] == [
        ("Ann", "theft", None),
        ("Ann", "watch", None),
        ("Cy", "stop", "landscape"),
        ("Cy", "swap", None),
        ("Cy", "watch", None),
    ]
    assert all(event.by == "Ann" for event in lifts)
    for who in ("Ann", "Cy"):
        first = put(state, "power", by=who, power="cancel").targets[0].event
        assert first.on == who, "one's own come first"


def test_a_power_is_chosen_and_then_on_whom():
    state, _ = fold(begin())
    now = put(state, "power", "Bo")
    assert [answer.value for answer in now.open] == ["theft", "swap", "cancel"]
    assert [bool(answer.event) for answer in now.face_down] == [True, True, False]
    for chosen, targets in (("theft", ["Ann", "Cy"]), ("watch", ["Ann", "Cy", "Di"])):
        aimed = put(state, "power", "Bo", power=chosen).targets
        assert [answer.event.on for answer in aimed] == targets


# Constraints and boxes


def test_a_constraint_is_a_card_or_the_line_that_was_put_in():
    state, _ = fold(begin(5), level=2, constraints=[[{"text": "x"}], []])
    line = {"require": {"element": "water"}}
    now = put(state, "constraint", "Cy", constraint=line)
    assert now.cards == (DealtConstraint("Cy", card=0), DealtConstraint("Cy", card=1))
    assert (now.by, now.line) == ("Cy", line)
    assert put(state, "constraint").by is None


def test_mine_is_shown_to_its_own_seat_alone():
    state, _ = fold(begin(5), dealt("Cy", text="swims"), level=2)
    assert put(state, "mine", "Cy").mine.constraint == Constraint(text="swims")
    assert put(state, "mine", "Ann", by="Cy") is None
    assert put(state, "mine", None, by="Cy") is None


def test_a_round_begins_with_a_line_or_without():
    state, _ = fold(level=2)
    now = put(state, "start_round")
    none, lot, *rest = now.fields[0].answers
    none, *lines = [answer.event.number for answer in (none, *rest)]
    assert [event.number for event in lot.by_lot] == lines
    assert lines == [*range(1, 13)]
    assert none is msgspec.UNSET
    assert put(fold()[0], "start_round") is None


def test_boxes_that_are_full_keep_their_places():
    state, _ = fold(box("Ann", "zig", 1), level=3)
    (who,) = put(state, "score_box").fields
    assert [answer.value for answer in who.answers] == ["Ann", "Bo", "Cy", "Di"]
    (ann,) = put(state, "score_box", team="Ann").fields
    (bo,) = put(state, "score_box", team="Bo").fields
    assert [answer.is_off for answer in ann.answers] == [True] + [False] * 7
    assert not any(answer.is_off for answer in bo.answers)
    assert (ann.answers[4].event.call, ann.answers[4].event.box_level) == ("zig", 2)
    assert render(ann.answers[4].label) == "ZIG 2"


def test_a_declaration_is_ticked_and_its_cards_are_checked_on_doubt(wording):
    state, _ = fold(begin())
    asked = put(state, "score_box", team="Bo")
    assert render(asked.title) == wording
    assert (asked.help.sheet, asked.help.fill) == ("declare", {"by": "Bo"})
    assert put(fold()[0], "score_box", team="Bo").help is None, "no round, no cards"


# Setting it right


def test_setting_right_starts_from_what_this_seat_knows():
    state, _ = fold(
        box("Ann", "zig"), begin(5), stop("Cy", "landscape"), dealt("Cy", text="x"), level=2
    )
    first = put(state, "position", "Ann")
    assert first.fields["stops"] == {"Cy": ("landscape",)}
    assert "constraints" not in first.fields
    assert put(state, "position", "Cy").fields["constraints"] == {"Cy": {"text": "x"}}
    zig, zag = first.teams[0].boxes[:2]
    assert (zig.ticked, zig.change, zig.to) == (True, "drop", "ticked:0")
    assert (zag.ticked, zag.change) == (False, "add")
    assert zag.to == "ticked:team=Ann&level=2&call=zag"
    assert not first.asks_constraints


def test_before_the_first_round_one_is_played_on_from():
    assert put(fold(level=2)[0], "position").fields["in_round"]
    assert put(fold(level=2)[0], "position").asks_constraints
    assert not put(fold(begin(), box("Ann", "zig"))[0], "position").fields["in_round"]
    assert not put(fold()[0], "position", in_round=False).fields["in_round"]


@pytest.mark.parametrize(
    "draft",
    [
        {"by": 7, "on": [], "call": {}, "hands": "x", "shown": 3},
        {"by": "Eve", "on": "Eve", "call": "zig", "hands": {"Cy": 7}},
        {"by": "Ann", "call": "zig", "hands": {"Cy": [None, 7, "", "water", "a-b-c-d", "joker"]}},
        {"by": "Bo", "on": "Ann", "shown": {"Ann": ["water-blue"], "Cy": [[]]}},
        {"stops": {"Cy": 3, "Bo": [7]}, "thefts": 3, "ticked": [7], "failed_blocks": "x"},
    ],
)
def test_forms_bear_any_draft(draft):
    for state in (fold()[0], fold(begin())[0], fold(begin(5), level=3)[0]):
        for name in GAME.forms:
            for viewer in (None, "Ann"):
                found = put(state, name, viewer, **draft)
                assert found is None or isinstance(found, (Form, Drawing))


# The cards beside a ruling


def test_a_ruling_shows_the_cards_and_what_they_share():
    state, _ = fold(begin(), stop("Ann", "accessory"))
    event = Declare("Ann", "zig", {"Cy": tuple(cards(WATER)), "Ann": ()})
    (hand,) = event.ruling_picture(state, None)["hands"]
    assert [slot["hot"] for slot in hand["slots"]] == [("element",)] * 4
    assert not DealtConstraint("Cy", card=0).ruling_picture(state, None)


# Hands put in before, and what a question is judged on


def test_what_a_question_is_judged_on_holds_no_other_seats_secrets():
    state, _ = fold(
        begin(5),
        dealt("Cy", 0),
        shift("Cy", 1),
        power("Cy", "watch", "Bo"),
        level=2,
        constraints=[[{"text": "x"}]],
    )
    known = GAME.secrecy.known_state(state, "Cy").now
    assert (known.numbers["Cy"], len(known.held), len(known.waiting)) == (6, 1, 1)
    for viewer in ("Ann", None):
        now = GAME.secrecy.known_state(state, viewer).now
        assert now.numbers["Cy"] is None
        assert (now.held, now.waiting) == ({}, ())
        assert now.announced == ("Cy",)
    assert GAME.secrecy.known_state(fold()[0], "Ann").now is None


@pytest.mark.parametrize(
    ("call", "shown", "taken"),
    [
        ("zig", {}, {"Cy"}),
        ("zig", {"Cy": ()}, {"Cy"}),
        ("zag", {"Ann": ("joker",)}, {"Ann"}),
        ("double-zig", {}, {"Ann", "Cy"}),
        ("zig-zag", {"Ann": ("joker",)}, {"Ann", "Cy"}),
    ],
)
def test_a_declaration_takes_up_the_hands_it_rests_on(call, shown, taken):
    state, _ = fold(begin())
    hand = cards(WATER)
    drafts = {player: {f"hands.{player}": hand} for player in ("Ann", "Bo", "Cy")}
    event = GAME.secrecy.merge_draft(state, Declare("Ann", call, shown), drafts)
    assert set(event.hands) == taken
    assert event.hands.get("Cy", tuple(hand)) == tuple(hand)
    either, _ = fold(begin(), readings={"self_declare": "yes"})
    for ready, whose in ((("Ann", "Cy"), {"Cy"}), (("Ann",), {"Ann"})):
        some = {player: drafts[player] for player in ready}
        assert set(GAME.secrecy.merge_draft(either, Declare("Ann", "zig", {}), some).hands) == whose
    meant = GAME.secrecy.merge_draft(either, Declare("Ann", "zig", {"Ann": ()}), drafts)
    assert set(meant.hands) == {"Ann"}
    half = {"Cy": {"hands.Cy": [*hand[:3], "water-?-?"]}}
    assert "Cy" not in GAME.secrecy.merge_draft(state, Declare("Ann", "zig", {}), half).hands


def test_a_card_that_is_not_in_the_box_any_more_cannot_be_dealt():
    for card, verdict in ((0, LEGAL), (1, ILLEGAL)):
        state, _ = fold(begin(5), level=2, constraints=[[{"text": "x"}]])
        event = msgspec.convert({"type": "constraint", "by": "Cy", "card": card}, GAME.events)
        assert GAME.judge(state, event).verdict == verdict


def test_a_hand_holds_no_more_once_its_cards_move():
    state, (event, ruling) = fold(begin(), power("Bo", "theft", "Cy"))
    assert set(GAME.secrecy.stale_drafts(state, event, ruling)) == {"Bo", "Cy"}
    state, (event, ruling) = fold(begin(), lead())
    assert not GAME.secrecy.stale_drafts(state, event, ruling)
    state, (event, ruling) = fold(begin(), box("Ann", "zig"))
    assert set(GAME.secrecy.stale_drafts(state, event, ruling)) == {"Ann", "Bo", "Cy", "Di"}
