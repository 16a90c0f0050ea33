"""The entry sheets tap by tap: slots and picks, the last tap, cancels, setting right, checks."""

import msgspec
import pytest
from test_zigzag_view import fold
from zigzag_table import WATER, begin, box, cards, dealt, lead, position, power, shift, stop

from referee.core import ILLEGAL, LEGAL
from referee.games.zigzag import GAME
from referee.games.zigzag.events import Declare
from referee.web import forms


def sheet(state, name, draft, viewer=None):
    return GAME.sheet(state, viewer, name, draft)


def test_twelve_taps_fill_a_hand_and_the_last_makes_the_event():
    state, _ = fold(begin())
    draft = {"by": "Ann", "call": "zig", "hands": {}}
    for n, card in enumerate(cards(WATER)):
        for feature, value in enumerate(card.split("-")):
            now = sheet(state, "declare", draft)
            assert now["slot"] == n
            assert now["left"] == 12 - 3 * n - feature
            pick = next(p for p in now["rows"][feature] if p["value"] == value)
            fields = forms.Fields(
                [("hands.Cy", each) for each in draft["hands"].get("Cy", [])]
                + [(pick["change"], pick["to"])]
            )
            draft["hands"]["Cy"] = forms.changed(fields).getlist("hands.Cy")
            last = (n, feature) == (3, 2)
            assert bool(pick["event"]) is last
    assert draft["hands"]["Cy"] == cards(WATER)
    assert pick["event"] == {"type": "declare", "by": "Ann", "call": "zig"} | {
        "hands": {"Cy": cards(WATER)}
    }
    done = sheet(state, "declare", draft)
    assert done["event"] == pick["event"]
    assert (done["slot"], done["left"], done["unseen"]) == (None, 0, [])


def test_a_slot_that_was_tapped_is_put_right():
    state, _ = fold(begin())
    draft = {"by": "Ann", "call": "zig", "hands": {"Cy": cards(WATER)}, "now": "Cy.1"}
    now = sheet(state, "declare", draft)
    assert (now["now"], now["slot"]) == ("Cy", 1)
    pick = now["rows"][1][0]
    assert (pick["change"], pick["to"], pick["event"]) == (
        "put",
        "hands.Cy:1:water-blue-cocktail",
        None,
    )
    assert now["joker"]["to"] == "hands.Cy:1:joker"


def test_hands_of_which_nothing_is_put_in_may_be_ready_elsewhere():
    state, _ = fold(begin())
    draft = {"by": "Ann", "call": "double-zig", "hands": {"Ann": cards(WATER)}}
    now = sheet(state, "declare", draft)
    assert now["unseen"] == ["Cy"]
    assert now["bare"]["hands"] == {"Ann": cards(WATER), "Cy": []}
    half = sheet(state, "declare", draft | {"hands": {"Ann": ["water-?-?"]}})
    assert (half["unseen"], half["bare"]) == ([], None)


def test_a_block_is_whole_when_all_have_shown_or_one_cannot():
    state, _ = fold(begin())
    pair = ["water-blue-none", "earth-pink-cocktail"]
    half = sheet(state, "block", {"by": "Bo", "shown": {"Ann": pair}})
    assert (half["on"], half["event"]) == ("Ann", None)
    whole = sheet(state, "block", {"by": "Bo", "shown": {"Ann": pair, "Cy": []}})
    assert whole["event"]["shown"] == {"Ann": pair, "Cy": []}
    assert sheet(state, "block", {"by": "Bo", "shown": {"Cy": []}})["event"]["shown"] == {"Cy": []}


def test_a_cancel_offers_what_lies_openly_and_a_watch_whether_there_is_one_or_not():
    state, _ = fold(
        begin(),
        stop("Cy", "landscape"),
        stop("Cy", "landscape"),
        power("Bo", "theft", "Ann"),
        power("Di", "swap", "Cy"),
    )
    lifts = sheet(state, "power", {"by": "Ann", "power": "cancel"})["lifts"]
    assert [(e["on"], e["what"], e.get("feature")) for e in lifts] == [
        ("Ann", "theft", None),
        ("Ann", "watch", None),
        ("Cy", "stop", "landscape"),
        ("Cy", "swap", None),
        ("Cy", "watch", None),
    ]
    for event in lifts:
        assert msgspec.convert(event, GAME.events).by == "Ann"


def test_a_line_is_an_event_once_it_says_anything():
    state, _ = fold(begin(5), level=2)
    assert sheet(state, "constraint", {"by": "Cy"})["event"] is None
    line = {"require": {"element": "water"}}
    found = sheet(state, "constraint", {"by": "Cy", "constraint": line})["event"]
    assert found == {"type": "constraint", "by": "Cy", "constraint": line}


def test_mine_is_shown_to_its_own_seat_alone():
    state, _ = fold(begin(5), dealt("Cy", text="swims"), level=2)
    assert sheet(state, "mine", {"by": "Cy"}, "Cy")["mine"]["constraint"] == {"text": "swims"}
    assert sheet(state, "mine", {"by": "Cy"}, "Ann") == {}
    assert sheet(state, "mine", {"by": "Cy"}, None) == {}


def test_setting_right_starts_from_what_this_seat_knows():
    state, _ = fold(
        box("Ann", "zig"), begin(5), stop("Cy", "landscape"), dealt("Cy", text="x"), level=2
    )
    first = sheet(state, "position", {"type": "position"}, "Ann")
    assert not first["begun"]
    assert first["position"]["stops"] == {"Cy": ("landscape",)}
    assert "constraints" not in first["position"]
    own = sheet(state, "position", {}, "Cy")["position"]
    assert own["constraints"] == {"Cy": {"text": "x"}}
    zig, zag = first["teams"][0]["boxes"][:2]
    assert (zig["ticked"], zig["change"], zig["to"]) == (True, "drop", "ticked:0")
    assert (zag["ticked"], zag["change"]) == (False, "add")
    assert zag["to"] == "ticked:team=Ann&level=2&call=zag"


def test_a_ruling_shows_the_cards_and_what_they_share():
    state, _ = fold(begin())
    event = {"type": "declare", "by": "Ann", "call": "zig", "hands": {"Cy": cards(WATER)}}
    (hand,) = sheet(state, "ruling", event)["hands"]
    assert [slot["hot"] for slot in hand["slots"]] == [["element"]] * 4
    assert sheet(state, "ruling", {"type": "constraint", "by": "Cy", "card": 0}) == {}


def test_a_check_puts_its_taps_into_the_event():
    state, _ = fold(position())
    for event in ({"call": "zig"}, {"type": "block", "on": "Cy"}):
        now = sheet(state, "check", {"event": {"by": "Ann" if "call" in event else "Bo"} | event})
        assert all(pick["to"].startswith("event.") for row in now["rows"] for pick in row)
    assert not sheet(fold()[0], "check", {"event": 7})["ready"]


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
