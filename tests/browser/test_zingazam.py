"""Zing-a-Zam! on the phone of a child: one question at a time, eight big buttons, who takes it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hands import button, join, listening, open_table, record, rest, settle, tap, touch, undo
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

# Ann and Cy have nine cards each in the end, and a stolen one may be an 8 or a 3.
EARLIER = "1 3, 2 8, 3 8, 3 2, 1 8, 2 2<3, 1 2<2, 2 6, 3 4, 2 4, 3 c8>2, 1 4, 3 7, 2 5"
TIED = "5; own 1; cat 1. 6; 5; 7. 1; 1; 1. 7; 3"


def number(page: Page, n: int) -> None:
    """Tap one of the eight big buttons, once it takes a tap."""
    rest(page)
    touch(page.locator(".spell").filter(has=page.locator(f"b:text-is('{n}')")).first)


def play(page: Page, card: str) -> None:
    """`3`, `cat 3`, `own 3`, `2 from Cy`, `8 to Bo`: with every answer, till it is done."""
    found = re.fullmatch(r"(cat |own )?(\d)(?: (?:from|to) (\w+))?", card.strip())
    assert found, card
    kind, n, name = found.groups()
    before = page.locator("body").get_attribute("data-line") or ""
    number(page, int(n))
    again = page.locator("main h2", has_text="before. Is it a cat?")
    if not kind:
        moved = page.locator(f'body:not([data-line="{before}"])')
        expect(moved.or_(again).or_(page.get_by_text("whom")).first).to_be_attached()
        kind = "cat " if again.count() else None
    if kind:
        expect(page.locator("main h2")).to_contain_text("a cat?")
        rest(page)
        touch(page.get_by_role("button", name="a cat" if kind == "cat " else ("one of the eight")))
    if name:
        expect(page.locator("main h2")).to_contain_text("whom")
        rest(page)
        tap(page, name, exact=True)
    expect(page.locator("body")).not_to_have_attribute("data-line", before)


def rounds(page: Page, plays: str) -> None:
    """Whole rounds by taps alone, with the one tap between them."""
    for n, each in enumerate(plays.split(".")):
        if n:
            expect(page.locator(".laid__why")).to_contain_text("takes the cards")
            rest(page)
            tap(page, re.compile("^Next: "))
        for card in each.split(";"):
            play(page, card)


def recorded(page: Page, code: str, plays: str) -> None:
    """`1 3, 3 c8>2, 2 2<3`: who plays what to whom, without a look at the page."""
    for each in plays.split(", "):
        by, cat, n, sign, other = re.fullmatch(r"(\d) (c?)(\d)(?:([<>])(\d))?", each).groups()
        more = {"<": {"steal_from": f"p{other}"}, ">": {"gift_to": f"p{other}"}}.get(sign, {})
        record(page, code, "play", by=f"p{by}", card=n, cat="true" if cat else "", **more)


def table(page: Page, *names: str, **options: int) -> str:
    """A table with a game begun; its code."""
    code = open_table(page, *names, game="zingazam", **options)
    page.goto(f"/t/{code}")
    return code


def test_a_tied_game_is_decided_by_the_eights_and_the_next_one_begins(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo", "Cy", **{"options.games": 2})
    tap(page, "Ann starts")
    expect(page.locator(".spells")).to_be_visible()
    recorded(page, code, EARLIER)
    page.goto(f"/t/{code}?show=g1r6")
    rounds(page, TIED)
    expect(page.locator("main h2")).to_have_text("Ann, turn your pile over.")
    rest(page)
    tap(page, "Bo, turn your pile over.")
    expect(page.locator(".pile__count")).to_have_count(1)
    rest(page)
    tap(page, "Turn them all over")
    expect(page.locator(".ruling__say")).to_have_text("Count Ann and Cy’s piles.")
    rest(page)
    tap(page, "Count the piles", exact=True)
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    rest(page)
    for label, n in [
        (r"^Ann’s pile: how many of 8, Gift", 2),
        (r"^Ann’s pile: how many of 3, Hurricane", 1),
        (r"^Cy’s pile: how many of 8, Gift", 1),
        (r"^Cy’s pile: how many of 3, Hurricane", 1),
    ]:
        group = page.get_by_role("radiogroup", name=re.compile(label))
        group.get_by_role("radio", name=str(n), exact=True).check()
    tap(page, "Record the piles")
    expect(page.locator(".ruling__say")).to_have_text("Ann wins game 1.")
    expect(page.locator(".score__total").first).to_have_text("9")
    expect(page.locator("main")).to_contain_text("Bo turns a second card.")
    rest(page)
    tap(page, "Ann starts")
    expect(page.locator("main h2")).to_have_text("Ann, which number?")
    expect(page.locator(".top__name")).to_have_text("Game 2, round 1")
    assert page.locator(".top__name").evaluate("e => e.scrollWidth <= e.clientWidth")
    rest(page)
    tap(page, "Undo")
    expect(page.get_by_role("alert")).to_be_visible()
    rest(page)
    tap(page, "Undo", exact=True)
    expect(button(page, "Ann starts")).to_be_visible()
    rest(page)
    tap(page, "Enter the points")
    for name, digit in (("Ann", 4), ("Bo", 9), ("Cy", 8)):
        expect(page.locator(".keypad__head")).to_contain_text(name)
        rest(page)
        tap(page, str(digit), exact=True)
        expect(page.locator(".sum")).to_have_text(str(digit))
        rest(page)
        if name != "Cy":
            tap(page, re.compile("^.* Next: "))
    tap(page, "Record this result")
    expect(page.locator(".end__name")).to_have_text("Cy")
    expect(page.locator(".place__score")).to_have_text(["17", "16", "13"])


def test_one_question_at_a_time_read_in_order(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo", "Cy")
    record(page, code, "start_game")
    record(page, code, "play", by="p1", card=8)
    page.goto(f"/t/{code}")
    expect(page.locator("#main")).to_match_aria_snapshot(
        """
        - heading "Bo, which number?" [level=2]: Bo , which number?
        - button "Read aloud"
        - list "The round":
          - listitem:
            - img "8, Gift": "8"
            - text: ", Ann"
          - listitem:
            - img "to play": "?"
            - text: ", Bo"
          - listitem:
            - img "still to play"
            - text: ", Cy"
        - group "Which number?":
          - button "1 , Future"
          - button "2 , Darkness"
          - button "3 , Hurricane"
          - button "4 , Companion"
          - button "5 , Mirror"
          - button "6 , Puppeteer"
          - button "7 , Freeze"
          - button "8 , Gift"
        """
    )
    for spell in page.locator(".spell").all():
        box = spell.bounding_box()
        assert box is not None
        assert (box["height"] >= 70, box["width"] >= 160) == (True, True)
    assert page.evaluate("document.querySelector('main').scrollHeight") <= page.evaluate(
        "document.querySelector('main').clientHeight"
    ), "all eight are seen without scrolling"
    number(page, 1)
    number(page, 3)
    expect(page.locator("main h2")).to_have_text("Bo takes the cards: 1 beats 8.")


def test_game_2_never_stands_under_the_result_of_game_1(phone: Phones) -> None:
    """A phone that went on after a round of game 1 still sees who takes that round of game 2."""
    page = phone()
    code = table(page, "Ann", "Bo", **{"options.games": 2})
    record(page, code, "start_game")
    record(page, code, "play", by="p1", card=3)
    record(page, code, "play", by="p2", card=1)
    page.goto(f"/t/{code}")
    rest(page)
    tap(page, "Next: Ann starts")
    expect(page.locator("main h2")).to_have_text("Ann, which number?")
    undo(page, code)
    undo(page, code)
    undo(page, code)
    record(page, code, "score_game", **{"counts.p1": 5, "counts.p2": 3})
    record(page, code, "start_game")
    expect(page.locator("main h2")).to_have_text("Ann, which number?")
    expect(page.locator(".top__name")).to_have_text("Game 2, round 1")
    expect(page.locator("main")).not_to_contain_text("wins game 1")
    record(page, code, "play", by="p1", card=3)
    record(page, code, "play", by="p2", card=8)
    expect(page.locator("main h2")).to_have_text("Bo takes the cards: 8 is the highest.")


def test_question_and_verdict_are_read_aloud_at_a_touch(phone: Phones) -> None:
    page = phone()
    page.add_init_script("speechSynthesis.speak = (said) => (window.said = said.text)")
    code = table(page, "Ann", "Bo")
    record(page, code, "start_game")
    for there, text in (
        (f"/t/{code}", "Ann, which number?"),
        (f"/t/{code}/sheet/play?by=p1&card=2", "Ann plays a 2"),
        (
            "/check/zingazam/event?event=type%3Dplay%26by%3DAnn%26card%3D4",
            "No game has started yet.",
        ),
    ):
        page.goto(there)
        page.locator("[data-hear]").last.click()
        assert page.evaluate("window.said") == text


def test_undo_is_as_easy_as_playing(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo")
    record(page, code, "start_game")
    page.goto(f"/t/{code}")
    number(page, 7)
    expect(page.locator("main h2")).to_have_text("Ann takes the cards: 7 is the highest.")
    rest(page)
    tap(page, "Undo")
    expect(page.get_by_role("alert")).to_have_text("Undo: Ann played 7?")
    rest(page)
    tap(page, "Undo", exact=True)
    expect(page.locator("main h2")).to_have_text("Ann, which number?")
    expect(page.locator(".spell.is-gone")).to_have_count(0)


def test_a_number_that_was_played_gets_its_ruling_and_can_stand(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo")
    record(page, code, "start_game")
    record(page, code, "play", by="p1", card=3)
    record(page, code, "play", by="p2", card=1)
    page.goto(f"/t/{code}?show=g1r2")
    number(page, 3)
    expect(page.locator("#ruling-say")).to_have_text(
        "Ann has already played a 3. A second one can only be a cat. Was it one?"
    )
    tap(page, "Let it stand")
    expect(page.locator("main h2")).to_have_text("Bo, which number?")


def test_the_helper_is_one_tap_away(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo")
    record(page, code, "start_game")
    page.goto(f"/t/{code}")
    tap(page, "What does each number do?")
    rows = page.locator(".does__row")
    expect(rows).to_have_count(8)
    expect(rows.nth(6)).to_contain_text("The next player skips this round.")
    rest(page)
    tap(page, "Back to the game")
    expect(page.locator("main h2")).to_have_text("Ann, which number?")


def test_who_only_watches_sees_the_same_and_taps_nothing(phone: Phones) -> None:
    page, friend = phone(), phone()
    code = table(page, "Ann", "Bo")
    join(friend, code)
    listening(friend, code)
    record(page, code, "start_game")
    expect(friend.locator("main h2")).to_have_text("Ann, which number?")
    expect(friend.locator(".spells button, .spells a")).to_have_count(0)
    for still in friend.locator(
        ".spells > .spell"
    ).all():  # what cannot be tapped has no raised edge
        view = still.evaluate(
            "e => { const s = getComputedStyle(e);"
            " return [s.boxShadow, s.borderTopWidth, s.backgroundColor] }"
        )
        assert view == ["none", "0px", "rgba(0, 0, 0, 0)"]
    raised = page.locator(".spells > .spell").first.evaluate("e => getComputedStyle(e).boxShadow")
    assert raised != "none"
    record(page, code, "play", by="p1", card=4)
    record(page, code, "play", by="p2", card=1)
    expect(friend.locator("main h2")).to_have_text("Ann takes the cards: 4 is the highest.")


def test_it_plays_without_script(phone: Phones) -> None:
    page = phone(script=False)
    table(page, "Ann", "Bo", "Cy")
    page.get_by_role("button", name="Ann starts").click()
    for n in (4, 3, 1):
        page.locator(".spell").filter(has=page.locator(f"b:text-is('{n}')")).click()
    page.get_by_role("link", name="Next: Ann starts").click()
    page.locator(".spell").filter(has=page.locator("b:text-is('8')")).click()
    expect(page.locator("main h2")).to_have_text("Is Ann’s 8 a cat?")
    page.get_by_role("button", name="one of the eight").click()
    expect(page.locator("main h2")).to_have_text("Who does Ann give a card to?")
    page.get_by_role("button", name="Cy").click()
    expect(page.locator("main h2")).to_have_text("Bo, which number?")
    expect(page.locator("#ticker")).to_contain_text("Ann gives Cy a card.")


def test_set_it_right_goes_on_from_what_really_lies_there(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo", "Cy")
    record(page, code, "start_game")
    record(page, code, "play", by="p1", card=6)
    page.goto(f"/t/{code}/more")
    tap(page, "Set it right")
    rest(page)
    touch(page.get_by_role("button", name="Ann: remove 6, Puppeteer"))
    rest(page)
    touch(page.get_by_role("group", name="A cat").get_by_role("button", name="the cat 8"))
    rest(page)
    tap(page, "Bo is frozen")
    rest(page)
    tap(page, "Play on from here")
    expect(page.locator("main h2")).to_have_text("Cy, which number?")
    expect(page.locator("#ticker")).to_contain_text("The position was set right")
    expect(page.get_by_role("img", name="the cat 8, Gift")).to_be_visible()
    expect(page.get_by_role("img", name="frozen")).to_be_visible()


def test_check_a_play(phone: Phones) -> None:
    page = phone()
    page.goto("/check/zingazam")
    pick = page.get_by_role("group", name="From the player’s own eight")
    for card, then in (("6, Puppeteer", "Bo’s card"), ("5, Mirror", "Cy’s card")):
        touch(pick.get_by_role("button", name=card))
        expect(page.locator("main h3").first).to_have_text(then)
        rest(page)
    tap(page, "What was played?")
    tap(page, "Cy, which number?")
    expect(page.locator("main h2")).to_have_text("Cy, which number?")
    number(page, 2)
    expect(page.locator("main h2")).to_contain_text("cat?")
    rest(page)
    touch(page.get_by_role("button", name="one of the eight"))
    expect(page.locator("main h2")).to_have_text("Who does Cy steal a card from?")
    rest(page)
    tap(page, "Ann", exact=True)
    expect(page.locator("main h2")).to_have_text("Cy plays a 2")
    page.reload()
    rest(page)
    tap(page, "Ask the referee")
    expect(page.locator(".verdict__word")).to_have_text("Legal")
    expect(page.locator(".ruling__so")).to_contain_text("Cy steals the top card of Ann’s pile.")
    expect(page.locator(".ruling__so")).to_contain_text("Ann takes the cards: 6 is the highest.")


def test_only_asking_records_nothing(phone: Phones) -> None:
    page = phone()
    code = table(page, "Ann", "Bo")
    record(page, code, "start_game")
    page.goto(f"/t/{code}/sheet/numbers")
    tap(page, "Ask the referee")
    expect(page.locator("main h2")).to_have_text("Who plays?")
    rest(page)
    tap(page, "Bo", exact=True)
    number(page, 3)
    tap(page, "Ask the referee")
    expect(page.locator("#ruling-say")).to_have_text("It is Ann’s turn, not Bo’s.")
    expect(page.locator(".over")).to_contain_text("This was only a question. Nothing was recorded.")


def test_the_ages_are_tapped_from_the_oldest_down(phone: Phones) -> None:
    page = phone()
    page.goto("/open/zingazam?name=Ann&name=Bo&name=Cy")
    page.locator(".fold summary").click()
    touch(page.get_by_role("group", name="From the oldest").get_by_role("button", name="Cy"))
    touch(page.get_by_role("group", name="From the oldest").get_by_role("button", name="Bo"))
    expect(page.locator(".ages li")).to_have_text(["Cy", "Bo", "Ann"])
    tap(page, "Start with 3 players")
    expect(button(page, "Cy starts")).to_be_visible()


def test_axe_finds_nothing_on_any_page(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    code = table(page, "Ann", "Bo", "Cy", **{"options.games": 2})
    here = f"/t/{code}"

    def clean(*paths: str) -> None:
        for path in paths:
            page.goto(path)
            settle(page)
            axe(page)

    clean("/open/zingazam?name=Ann&name=Bo&name=Cy&options.games=3", here, f"{here}/settings")
    record(page, code, "start_game")
    for by, card in (("p1", 4), ("p2", 3), ("p3", 1)):
        record(page, code, "play", by=by, card=card)
    clean(here, f"{here}?show=g1r2", f"{here}/sheet/play?by=p1&card=8", f"{here}/sheet/numbers")
    record(page, code, "play", by="p1", card=8, cat="true", gift_to="p2")
    clean(here, f"{here}/sheet/play?by=p2&card=2", f"{here}/sheet/ask?now=who", f"{here}/undo")
    clean(f"{here}/sheet/position", f"{here}/more", f"{here}/log", f"{here}/log/3")
    page.goto(here)
    number(page, 3)
    expect(page.locator("#ruling-say")).to_be_visible()
    axe(page)
    clean("/check/zingazam", "/check/zingazam/event?event=type%3Dplay%26by%3DAnn%26card%3D8")
    for _ in range(5):
        undo(page, code)
    counts = {"counts.p1": 9, "counts.p2": 9, "counts.p3": 3}
    clean(f"{here}/sheet/score?" + "&".join(f"{name}={n}" for name, n in counts.items()))
    record(page, code, "score_game", **counts)
    clean(here)
    record(page, code, "score_game", **counts)
    clean(here, f"{here}/course")
