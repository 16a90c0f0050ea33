"""Ka-Zing on phones: a disputed spell, a duel to the end, a check with no table, the box."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hands import button, join, listening, open_table, record, rest, says, tap, touch
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


class Caster:
    """Puts in spells by tapping, and counts the taps of each card."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps: list[int] = []

    def card(self, *taps: str) -> None:
        """One card by the buttons that are tapped, each called exactly so."""
        laid = self.page.locator(".strip > .strip__card").count()
        for name in taps:
            tap(self.page, name, exact=True)
        expect(self.page.locator(".strip > .strip__card")).to_have_count(laid + 1)
        self.taps.append(len(taps))

    def number(self, n: str) -> None:
        """The number on the card that was laid last."""
        tap(self.page, n, exact=True)


def verdict(page: Page) -> str:
    return page.locator(".verdict__word").first.inner_text()


def test_a_disputed_spell(phone: Phones, axe: Callable[[Page], None]) -> None:
    """Drawn on the wand card by card, ruled, let stand, undone."""
    page = phone()
    code = open_table(page, "Ann", "Bo", game="kazing")
    page.goto(f"/t/{code}")
    tap(page, "Cast a spell")
    caster = Caster(page)
    caster.card("Start at 1")
    way = "One way: Energy zig-zag right, down left, right"
    caster.card("Energy", "To 3", "To 7", "To 9", way)
    caster.card("To 1", "One way: Energy arrow up left")
    expect(page.locator(".checker__so-far")).to_contain_text("3 cards so far")
    caster.card("Life", "To 7", "To 9", "One way: Life V down, right")
    caster.card("Matter", "The word", "Matter Kazaam")
    assert caster.taps == [1, 5, 2, 4, 3], "a colour, its turns, its end, the card"
    assert verdict(page) == "Illegal"
    expect(page.locator(".verdict")).to_contain_text(
        "does not have the same resonance as the Matter Kazaam"
    )
    expect(page.locator(".mend").first).to_have_text(
        "With the Matter V down, right in its place the spell is legal."
    )
    axe(page)
    tap(page, "Record Ann’s spell")
    over = page.get_by_role("alertdialog")
    expect(over).to_contain_text("Ann’s last movement, the Life V down, right")
    axe(page)
    touch(button(over, "Take it back"))
    expect(page.locator(".strip > .strip__card")).to_have_count(5)
    page.wait_for_timeout(500)  # a button that has just changed takes no tap
    tap(page, "Record Ann’s spell")
    tap(page, "Let it stand")
    says(page, "Ann cast a spell of 5 cards for 4 points")
    expect(page.locator("main .score__total").first).to_have_text("4")
    page.goto(f"/t/{code}/log")
    expect(page.locator(".log .thumb")).not_to_have_count(0)
    axe(page)
    page.goto(f"/t/{code}")
    tap(page, "Undo")
    touch(page.locator("#bar button", has_text="Undo"))
    says(page, "Undone: Ann cast a spell")
    expect(page.locator("main .score__total").first).to_have_text("0")


def test_a_card_is_changed_moved_and_taken_off(phone: Phones) -> None:
    page = phone()
    page.goto("/check/kazing")
    caster = Caster(page)
    caster.card("Start at 3")
    caster.card("Light", "By its symbol", "Right", "One way: Light arrow right")
    expect(page.locator(".verdict")).to_contain_text(
        "Ann’s arrow has no room from 3: it would leave the grid."
    )
    caster.card("The word", "Light Zing")
    tap(page, "If the Light arrow right lies upside down, it is the Light arrow left")
    assert verdict(page) == "Legal, 1 point"
    tap(page, "Change card 2: Light arrow left")
    tap(page, "Life", exact=True)
    expect(page.locator(".verdict")).to_contain_text(
        "does not have the same resonance as the Light Zing"
    )
    tap(page, "To 9", exact=True)
    tap(page, "One way: Life arrow down", exact=True)
    tap(page, "Change card 3: Light Zing")
    tap(page, "One place earlier")
    expect(page.locator(".verdict")).to_contain_text("no movement before the Light Zing")
    tap(page, "Remove it")
    expect(page.locator(".strip > .strip__card")).to_have_count(2)
    expect(page.locator(".checker__so-far")).to_contain_text("2 cards so far")
    tap(page, "Change card 1: Moon")
    tap(page, "Start at 1", exact=True)
    expect(page.get_by_role("img", name="The wand starts at 1 and may end at 7")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_check_with_no_table_can_be_shared(phone: Phones, script: bool) -> None:
    """Without a script too; the link holds the record, and another phone sees the ruling."""
    page = phone(script=script)
    page.goto("/check")
    touch(page.locator(".spine.kazing"))
    caster = Caster(page)
    caster.card("Start at 1")
    caster.card("Energy", "To 3", "Both ways: Energy two-way arrow right or left")
    caster.card("The word", "Energy Zing")
    assert verdict(page) == "Legal, 1 point"
    touch(page.locator("#terms summary").last)
    page.get_by_role("radio", name="Sorcerer").check()
    tap(page, "Use these settings")
    expect(page.locator(".verdict")).to_contain_text("at this level a spell has at least 5")
    expect(page.locator("#ticker")).to_contain_text("Ka-Zing: Thaumaturgy, Sorcerer")
    if not script:
        touch(page.locator("#terms summary").last)
    page.get_by_role("radio", name="Apprentice").check()
    tap(page, "Ask the referee")
    expect(page.get_by_role("alertdialog")).to_contain_text("goes from 1 to 3: 1 point")
    there = page.get_by_role("link", name="Link to this ruling").get_attribute("href")
    other = phone()
    other.goto(there or "")
    expect(other.get_by_role("alertdialog")).to_contain_text("goes from 1 to 3: 1 point")
    tap(other, "Ask something else")
    expect(other.locator(".strip > .strip__card")).to_have_count(3)


def test_a_duel_to_the_end_on_two_phones(phone: Phones, axe: Callable[[Page], None]) -> None:
    """Targets are tapped, the next player ends the turn before, who is drained is struck out."""
    ann, bo = phone(), phone(dark=True)
    duel = {"options.type": "duel", "options.mana": 20}
    code = open_table(ann, "Ann", "Bo", "Cy", game="kazing", **duel)
    join(ann, code, "p1")
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    expect(ann.locator("main .mana")).to_have_count(3)
    axe(ann)
    axe(bo)
    tap(ann, "Cast a spell")
    spell = Caster(ann)
    spell.card("Start at 1")
    spell.card("Light", "To 3", "One way: Light arrow right")
    spell.number("15")
    spell.card("To 9", "One way: Light arrow down")
    spell.number("9")
    spell.card("The word", "Light Ka-Zing")
    tap(ann, "+2", exact=True)
    axe(ann)
    touch(ann.locator(".target", has_text="Cy"))
    touch(ann.locator(".target", has_text="Ann"))
    tap(ann, "Record Ann’s spell")
    says(bo, "Ann took 26 mana from Cy")
    expect(bo.locator("main .side-row.is-gone s")).to_have_text("Cy")
    expect(bo.locator("main .score__total")).to_have_text(["46", "20", "0"])
    rest(bo)
    tap(bo, "Bo casts")
    spell = Caster(bo)
    spell.card("Start at 5")
    spell.card("Matter", "To 2", "One way: Matter arrow up")
    spell.number("16")
    spell.card("The word", "Matter Kazaam")
    expect(bo.locator(".target")).to_have_count(2)
    touch(bo.locator(".target", has_text="Bo"))
    tap(bo, re.compile("^Drain: Bo"))
    touch(bo.locator(".target", has_text="Ann"))
    axe(bo)
    tap(bo, "End Ann’s turn first")
    expect(bo.locator(".strip > .strip__card")).to_have_count(3)
    expect(bo.get_by_role("button", name="End Ann’s turn first")).to_have_count(0)
    tap(bo, "Record Bo’s spell")
    says(ann, "Bo drained Ann of 16 mana")
    tap(bo, "End Bo’s turn")
    says(ann, "Bo’s turn is over")
    rest(ann)
    tap(ann, "Cast a spell")
    spell = Caster(ann)
    spell.card("Start at 9")
    spell.card("Life", "To 3", "One way: Life arrow up")
    touch(ann.locator(".fold summary", has_text="Another number"))
    spell.number("40")
    spell.card("The word", "Life Kazaam")
    touch(ann.locator(".target", has_text="Bo"))
    tap(ann, "Record Ann’s spell")
    for page in (ann, bo):
        expect(page.locator(".end__name")).to_have_text("Ann")
        expect(page.locator(".end__line")).to_contain_text("wins Ka-Zing with")
        axe(page)
    expect(button(bo, "Rematch")).to_be_visible()


def test_cards_of_our_box(phone: Phones, axe: Callable[[Page], None]) -> None:
    """Entered once, a card is offered with one tap; it can be named, corrected and exported."""
    page = phone()
    code = open_table(page, "Ann", "Bo", game="kazing")
    page.goto(f"/t/{code}")
    tap(page, "Cast a spell")
    spell = Caster(page)
    spell.card("Start at 1")
    way = "One way: Matter zig-zag down, up right, down"
    spell.card("Matter", "To 7", "To 3", "To 9", way)
    spell.card("The word", "Matter Ka-Zing")
    tap(page, "Record Ann’s spell")
    tap(page, "End Ann’s turn")
    page.goto(f"/t/{code}/box")
    axe(page)
    tap(page, "Change the Matter zig-zag down, up right, down")
    page.get_by_label("Our name for it").fill("Bo’s staircase")
    page.get_by_label("Red number").fill("4")
    axe(page)
    tap(page, "Save")
    expect(page.locator(".rows")).to_contain_text("Bo’s staircase")
    page.goto(f"/t/{code}")
    tap(page, "Cast a spell")
    again = Caster(page)
    again.card("Start at 1")
    for width, height in SIZES:  # what is known takes nothing out of sight
        page.set_viewport_size({"width": width, "height": height})
        known, bar = page.locator(".boxed button").first.bounding_box(), page.locator("#bar")
        assert known
        edge = bar.bounding_box()
        assert edge
        lowest = height if edge["x"] >= known["x"] + known["width"] else edge["y"]
        for place in [page.locator(".wand__tap").last, page.locator(".boxed button").first]:
            box = place.bounding_box()
            assert box
            assert box["y"] + min(box["height"], 32) <= lowest + 1, (width, height, box)
    page.set_viewport_size({"width": 360, "height": 640})
    again.card("Bo’s staircase: Matter zig-zag down, up right, down")
    again.card("Matter Ka-Zing")
    assert again.taps == [1, 1, 1]
    assert verdict(page) == "Legal, 1 point"
    tap(page, "Record Bo’s spell")
    box = page.request.get(f"/t/{code}/record.json").json()["meta"]["box"]
    card = {"resonance": "matter", "move": "s-ne-s", "mana": 4}
    assert {"card": card, "name": "Bo’s staircase"} in box["cards"]


def test_precision_teams_and_the_timer(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", game="kazing", **{"options.type": "precision"})
    page.goto(f"/t/{code}")
    tap(page, "Cast a spell")
    spell = Caster(page)
    spell.card("Start at 1")
    spell.card("Light", "To 1", "Circle: Light circle")
    spell.card("To 9", "Half-circle: Light half-circle")
    spell.card("To 1", "Half-circle: Light half-circle")
    spell.card("The word", "Light Zing")
    tap(page, "Take 5 for a bonus", exact=True)
    tap(page, "Take 6 for a bonus", exact=True)
    axe(page)
    tap(page, "Record Ann’s spell")
    expect(
        page.locator("main").get_by_role("img", name="3 of 9 collected: 1, 5 and 6")
    ).to_be_visible()
    axe(page)

    teams = {"options.teams.0": ["Ann", "Cy"], "options.teams.1": ["Bo", "Dee"]}
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", game="kazing", **teams)
    page.goto(f"/t/{code}")
    for player, name in (("p1", "Ann"), ("p2", "Bo"), ("p3", "Cy"), ("p4", "Dee")):
        expect(page.locator("main .members [aria-current]")).to_contain_text(name)
        record(page, code, "end_turn", by=player)
    expect(page.locator(".facing .big")).to_have_text("Ann")
    tap(page, "More")
    tap(page, "The deck of Ann’s team has run out")
    expect(page.locator(".owed")).to_have_text("The last round")
    axe(page)

    code = open_table(page, "Ann", game="kazing")
    page.goto(f"/t/{code}")
    for _ in range(6):
        record(page, code, "end_turn", by="p1")
    page.reload()
    tap(page, "Turn up the Timer")
    for n in (1, 2, 3, 4, 5, 6, 7, 8):
        tap(page, str(n), exact=True)
    expect(page.locator("#bar")).to_contain_text("1 more card to turn up")
    tap(page, "9", exact=True)
    axe(page)
    tap(page, "Turn up the Timer", exact=True)
    expect(page.locator(".end__line")).to_be_visible()


def test_the_table_is_set_right(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", game="kazing", **{"options.type": "duel"})
    page.goto(f"/t/{code}/more")
    tap(page, "Set it right")
    axe(page)
    page.get_by_label("To play").select_option(label="Bo")
    page.get_by_label("Ann", exact=True).first.fill("33")
    tap(page, "Play on from here")
    says(page, "The position was set right")
    expect(page.locator("main .score__total")).to_have_text(["33", "40"])
    expect(page.locator(".facing .big")).to_have_text("Bo")


@pytest.mark.parametrize(
    "wide", [False, pytest.param(True, marks=pytest.mark.long)], ids=["phone", "tablet"]
)
def test_axe_finds_nothing(phone: Phones, axe: Callable[[Page], None], wide: bool) -> None:
    """On the pages that open and check, and on the panels of the checker."""
    page = phone(wide=wide)
    four = "name=Ann&name=Bo&name=Cy&name=Dee&options.type=duel"
    page.goto(f"/open/kazing?{four}")
    axe(page)
    page.goto(f"/check/kazing?{four}")
    axe(page)
    spell = Caster(page)
    spell.card("Start at 2")
    tap(page, "Energy", exact=True)
    tap(page, "By its symbol")
    tap(page, "Up", exact=True)
    axe(page)
    tap(page, "Back to the wand")
    tap(page, "To 1", exact=True)
    axe(page)
    tap(page, "Draw it again")
    spell.card("To 5", "Swirl: Energy swirl")
    axe(page)
    spell.number("5")
    tap(page, "To 5", exact=True)
    expect(page.locator(".refusal")).to_contain_text("A circle cannot start at 5")
    axe(page)
    spell.card("Draw it again", "By its symbol", "Circle: Energy circle")
    tap(page, "Not known")
    expect(page.locator(".verdict")).to_contain_text("cannot start at 5")
    axe(page)


def test_the_grid_and_the_verdict_can_be_read(phone: Phones) -> None:
    """A place to tap lies on its node and clear of the names; the verdict stays in sight while the
    last cards are put in far below it."""
    page = phone()
    page.goto("/check/kazing")
    places = [name.bounding_box() for name in page.locator(".wand__name").all()]
    nodes = page.locator(".wand__disc")
    for i, place in enumerate(page.locator(".wand__tap").all()):
        box, node = place.bounding_box(), nodes.nth(i).bounding_box()
        assert box
        assert node
        assert min(box["width"], box["height"]) >= 44
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert abs(x - node["x"] - node["width"] / 2) < 1.5
        assert abs(y - node["y"] - node["height"] / 2) < 1.5
        ring = float(
            place.evaluate("e => getComputedStyle(e, '::before').blockSize").removesuffix("px")
        )
        name = places[i]
        assert name
        if abs(x - name["x"] - name["width"] / 2) < 5:  # above or below, with room for the letters
            assert abs(y - name["y"] - name["height"] / 2) > ring / 2 + 5.5
    caster = Caster(page)
    caster.card("Start at 5")
    caster.card("Light", "By its symbol", "Circle: Light circle")
    caster.card("The word", "Light Kazaam")
    page.locator(".mend").last.scroll_into_view_if_needed()
    expect(page.locator(".checker .verdict__word")).to_be_in_viewport()


def test_what_cannot_be_agreed_on_is_said_in_sight(phone: Phones) -> None:
    """A fault far down a long form: the notice comes into view, and what was chosen is kept."""
    page = phone()
    page.goto("/open/kazing")
    for name in ("Ann", "Bo", "Cy", "Di"):
        page.locator("input[name=new]").fill(name)
        tap(page, "Add the name")
    touch(page.locator("summary").first)
    for side, name in enumerate(("Ann", "Bo", "Cy")):
        page.locator(f'input[name="options.teams.{side // 2}"][value="{name}"]').check(force=True)
    tap(page, "Start with 4 players")
    notice = page.locator(".notice", has_text="All teams must be the same size")
    expect(notice).to_be_in_viewport()
    expect(page.locator('input[name^="options.teams."]:checked')).to_have_count(3)


def test_a_game_can_end_after_any_number(phone: Phones) -> None:
    """The field for it is there once it is chosen, and the settings tell the number afterwards."""
    page = phone()
    page.goto("/open/kazing?name=Ann&name=Bo")
    touch(page.locator("summary").first)
    number = page.get_by_label("Spells cast in all")
    expect(number).to_be_hidden()
    page.get_by_label("Thaumaturgy ends when").select_option(label="another number is reached")
    number.fill("12")
    tap(page, "Start with 2 players")
    page.wait_for_url("**/t/*")
    page.goto(f"{page.url}/settings")
    chosen = page.locator('select[name="options.end"] option:checked')
    expect(chosen).to_have_text("12 spells have been cast")


def test_the_wand_shows_where_a_spell_would_really_go(phone: Phones) -> None:
    """The caster says where it ends by a tap; the row says which card may lie upside down."""
    page = phone()
    page.goto("/check/kazing")
    caster = Caster(page)
    caster.card("Start at 2")
    caster.card("Light", "To 3", "One way: Light arrow right")
    caster.card("To 9", "One way: Light arrow down")
    caster.card("The word", "Light Zing")
    tap(page, "It ends at 7")
    expect(page.locator(".verdict")).to_contain_text("does not end at 7 but at 9.")
    said = "The wand starts at 2 and ends at 9, not at 7"
    expect(page.get_by_role("img", name=said)).to_be_visible()
    tap(page, "If the Light arrow right lies upside down, it is the Light arrow left")
    expect(page.get_by_role("img", name="The wand starts at 2 and may end at 7")).to_be_visible()


SIZES = [
    *((320, 568), (360, 640), (390, 844), (568, 232), (780, 280), (844, 390)),
    *((768, 1024), (1024, 768)),
]
ENERGY = "cards=position%3D1&cards=move%3De-sw-e%26resonance%3Denergy&now=energy.."


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_a_movement_is_drawn_and_the_cards_that_go_there_are_offered(
    phone: Phones, language: str
) -> None:
    """At every size the wand, the question, the cards to choose from and the four resonances with
    their whole names are in sight."""
    page = phone()
    page.set_extra_http_headers({"Accept-Language": language})
    code = open_table(page, "Ann", "Bo", game="kazing")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/t/{code}/sheet/cast?by=p1&{ENERGY}")
        wand = page.locator(".wand > svg").bounding_box()
        touch(page.locator(".wand__tap").first)
        offers = page.locator(".offer")
        expect(offers).to_have_count(3)
        for what in [*offers.locator(".kcard").all(), page.locator(".checker__ask")]:
            box, bar = what.bounding_box(), page.locator("#bar").bounding_box()
            assert box
            assert bar
            beside = bar["x"] >= box["x"] + box["width"]
            lowest = size[1] if beside else bar["y"]
            assert box["y"] + box["height"] <= lowest + 1, (size, box)
        for pick in page.locator(".resonances .pick").all():
            box, name = pick.bounding_box(), pick.locator("span").bounding_box()
            assert box
            assert name
            assert box["x"] <= name["x"], (size, box, name)
            assert name["x"] + name["width"] <= box["x"] + box["width"], (size, box, name)
            assert min(box["width"], box["height"]) >= 43.9, (size, box)
            assert box["y"] + box["height"] <= size[1], (size, box)
        assert page.locator(".wand > svg").bounding_box() == wand, f"the wand has moved at {size}"
        for node in page.locator(".wand__tap").all():
            box = node.bounding_box()
            assert box
            least = 43.9 if size[1] > 240 else 37  # three rows in what 232 pixels leave
            assert min(box["width"], box["height"]) >= least, (size, box)
        expect(page.locator(".wand__bead")).to_have_count(1)
        expect(page.locator(".wand__end")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_why_no_card_goes_there(phone: Phones, script: bool) -> None:
    """In the place of the cards stands the rule that says so."""
    page = phone(script=script)
    page.goto(f"/check/kazing/cast?{ENERGY}")
    for way, why, rule in (
        ("8", "The arrow must go as far as it can: from 9 to 7.", "As far as possible"),
        ("2", "No straight line goes from 9 to 2", "A movement is a direction"),
        ("7 8", "No card goes left and straight back", "A movement is a direction"),
        ("7 4", "All legs of one card must be the same length.", "Equal legs"),
        ("7 1 3", "A zig-zag ends as it began: here left, not right.", "Equal legs"),
    ):
        for n in way.split():
            tap(page, f"To {n}", exact=True)
        expect(page.locator(".refusal")).to_contain_text(why)
        expect(page.locator(".offer")).to_have_count(0)
        expect(page.locator(".refusal .link")).to_have_text(f"Rule: {rule}")
        tap(page, "Draw it again")
    tap(page, "To 5", exact=True)
    tap(page, "To 1", exact=True)
    expect(page.locator(".offer")).to_have_count(2)  # by way of 5 it is still an arrow
    touch(page.locator(".offer").first)
    expect(page.locator(".strip > .strip__card")).to_have_count(3)


def test_no_tap_on_the_wand_is_lost(phone: Phones) -> None:
    """Four taps within a moment, the start among them, are four positions."""
    page = phone()
    page.goto("/check/kazing?now=life..")
    page.evaluate(
        """() => {
      for (const [i, n] of [1, 3, 7, 9].entries())
        setTimeout(() => document.querySelectorAll('.wand__tap')[n - 1].click(), 40 * i)
    }"""
    )
    offer = page.get_by_role("button", name="One way: Life zig-zag right, down left, right")
    expect(offer).to_be_visible()
    expect(page.locator(".strip > .strip__card")).to_have_count(1)
    touch(offer)
    expect(page.locator(".strip > .strip__card")).to_have_count(2)


@pytest.mark.parametrize(
    "size",
    [
        (320, 568),
        pytest.param((360, 640), marks=pytest.mark.long),
        pytest.param((390, 844), marks=pytest.mark.long),
        (780, 280),
    ],
    ids=lambda size: f"{size[0]}",
)
def test_the_wand_and_the_colours_stay_where_they_are(phone: Phones, size: tuple[int, int]) -> None:
    """A verdict comes below the wand, and where a card has no room in the place of the next
    question. The button that ends the turn before lies beside the one that records."""
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    code = open_table(page, "Ann", "Bo", game="kazing")
    join(page, code, "p2")

    def places() -> list[list[float]]:
        page.locator("main").evaluate("main => main.scrollTop = 0")
        found = page.locator(".checker > .wand, .resonances").all()
        boxes = (each.bounding_box() for each in found)
        return [[box["x"], box["y"]] for box in boxes if box]

    page.goto(f"/t/{code}/sheet/cast?by=p1&cards=position%3D1&now=light..")
    before = places()
    caster = Caster(page)
    caster.card("To 3", "One way: Light arrow right")
    assert places() == before
    caster.card("By its symbol", "Right", "One way: Light arrow right")
    expect(page.locator(".verdict")).to_contain_text("it would leave the grid")
    expect(page.locator(".checker")).not_to_contain_text("Where does it start")
    assert places() == before
    tap(page, "Change card 3: Light arrow right")
    tap(page, "Remove it")
    caster.card("The word", "Light Zing")
    assert verdict(page) == "Legal, 1 point"
    assert places() == before[:1], "of a whole spell nothing is asked"
    page.locator(".fold summary").first.click()
    key = page.locator(".people").get_by_role("button", name="Bo")
    key.scroll_into_view_if_needed()
    at = key.bounding_box() or {}
    touch(key)
    expect(page.locator(".verdict")).to_contain_text("It is Ann’s turn, not Bo’s.")
    assert abs((key.bounding_box() or {})["y"] - at["y"]) < 4, "pixels that no thumb feels"
    assert places() == before[:1]
    touch(button(page.locator("#bar"), "End Ann’s turn first"))
    expect(page.locator(".verdict")).to_contain_text("Legal")
    tap(page, "Record Bo’s spell")
    says(page, "Bo")
