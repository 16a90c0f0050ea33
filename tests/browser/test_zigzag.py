"""ZigZag on phones: a round of level 2 on four of them, a hand that is ready before the shout,
one's own constraint, the table's own box, checks; axe by day and by night."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hands import MOMENTS, MOVED, join, listening, open_table, record, rest, touch, until
from playwright.sync_api import Browser, Page, Response, expect
from real import Server

pytestmark = pytest.mark.browser

LONG = os.environ.get("LANE") == "long"
Phone = Callable[..., Page]
NAMES = ("Ann", "Bo", "Cy", "Dee")
ALIKE = ["water-blue-none", "water-blue-cocktail", "water-blue-suitcase"]
WATER = ["Water Blue None", "Water Pink Cocktail", "Water Green Suitcase", "Water Yellow None"]


def tap(page: Page, name: str, within: str = "body") -> None:
    """Tap the button or link called `name`, and wait for what comes of it."""
    place = page.locator(within)
    found = place.get_by_role("button", name=name, exact=True)
    touch(found.or_(place.get_by_role("link", name=name, exact=True)).first)


def judged(answer: Response) -> bool:
    """Whether this is the answer to a tap: neither a file nor the doorbell."""
    path = urlsplit(answer.url).path
    return answer.request.method == "POST" or "/sheet/" in path or "/check/" in path


def put(page: Page, *cards: str) -> None:
    """Put cards in, each by three taps: "Water Blue None"."""
    for card in cards:
        for value in card.split():
            # A tap while the one before is under way does not count.
            with page.expect_response(judged):
                touch(page.locator(".features button", has_text=value))


def boxes(page: Page) -> list[int]:
    """How many boxes each team has ticked, as the pad shows it."""
    pads = page.locator("main .scorecard").all()
    return [pad.locator(".scorecard__box.is-in").count() for pad in pads]


@pytest.fixture
def four(phone: Phone) -> tuple[str, list[Page]]:
    """A table of level 2 with a phone for each seat, one of them by night."""
    phones = [phone(dark=name == "Bo") for name in NAMES]
    code = open_table(phones[0], *NAMES, game="zigzag", **{"options.level": 2})
    for n, page in enumerate(phones, 1):
        join(page, code, f"p{n}")
        page.goto(f"/t/{code}")
    return code, phones


def test_a_round_of_level_2_on_four_phones(four: tuple[str, list[Page]], axe) -> None:
    _, (ann, bo, cy, dee) = four
    axe(ann)
    tap(ann, "Start round 1")
    axe(ann)
    tap(ann, "7")
    for page in (bo, cy, dee):
        expect(page.locator(".secrets")).to_contain_text("Line 7")
    rest(cy)

    # The constraint is Cy's own: behind a hold on his phone, and nowhere on the others.
    tap(cy, "Enter")
    axe(cy)
    tap(cy, "Water", ".features >> nth=0")
    tap(cy, "This is Cy’s line")
    back = cy.locator(".hold__back")
    expect(back).to_be_hidden()
    hold = cy.locator("[data-hold]")
    box = hold.bounding_box()
    assert box
    cy.mouse.move(box["x"] + 40, box["y"] + 20)
    cy.mouse.down()
    expect(back).to_be_visible()
    expect(back).to_contain_text("All four share: Water")
    axe(cy)
    cy.mouse.up()
    expect(back).to_be_hidden()
    assert "/sheet/" not in cy.url, "a touch shows it and leads nowhere"
    for page in (ann, bo, dee):
        expect(page.locator("#ticker")).to_contain_text("Cy entered a constraint")
        assert "Water" not in page.content()
    rest(bo)

    # A STOP beside the name, on all phones.
    tap(bo, "STOP")
    axe(bo)
    tap(bo, "STOP Accessory in front of Cy")
    for page in (ann, cy, dee):
        expect(page.locator("main .scorecard").first.locator(".tag--stop")).to_have_text(
            "Accessory"
        )
    axe(ann)
    rest(bo)

    # A BLOCK that fails, and is counted.
    tap(bo, "BLOCK")
    axe(bo)
    put(bo, "Water Blue None", "Earth Pink Cocktail", "Air Blue None", "Earth Yellow Cocktail")
    expect(ann.locator("main .scorecard").nth(1).locator(".bars .is-in")).to_have_count(1)
    expect(ann.locator("#ticker")).to_contain_text("and it failed")
    rest(ann)

    # The declaration: the common feature lights up, the last tap judges, the box is ticked.
    tap(ann, "Declare")
    tap(ann, "Check the cards")
    axe(ann)
    tap(ann, "ZIG", ".calls")
    expect(ann.locator(".stopped")).to_have_text("STOP in front of Cy: accessory")
    tap(ann, "Enter the cards one by one")
    put(ann, *WATER[:3], "Water Yellow")
    expect(ann.locator(".common")).to_contain_text("Water")
    expect(ann.locator(".bar")).to_contain_text("One more tap to judge")
    axe(ann)
    put(ann, "None")
    for page in (ann, bo, cy, dee):
        expect(page.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")
        expect(page.locator("main .scorecard__box.is-in")).to_have_count(1)
    assert boxes(bo) == [1, 0]
    axe(bo)

    rest(ann)
    tap(ann, "Start round 2")
    rest(ann)
    tap(ann, "Without a number")
    expect(bo.locator(".top__name")).to_have_text("Round 2")
    expect(bo.locator(".tag--stop")).to_have_count(0)


HANDS = {
    "p1": [f"earth-{colour}-none" for colour in ("blue", "yellow", "green", "pink")],
    "p3": [f"water-{colour}-none" for colour in ("blue", "yellow", "green", "pink")],
}


def test_a_zig_zag_is_a_moment_on_all_phones(
    four: tuple[str, list[Page]], browser: Browser, server: Server
) -> None:
    """The line runs round the box, then its tick lands; nothing moves where nobody wants it, and no
    other call is a moment."""
    code, (ann, bo, _, _) = four
    still = browser.new_context(base_url=server.url, reduced_motion="reduce")
    calm = still.new_page()
    join(calm, code)
    for page in (ann, bo, calm):
        listening(page, code)
        page.evaluate(MOVED)
    for call in ("double-zig", "zig-zag"):
        record(ann, code, "start_round", number=5)
        hands = {f"hands.{who}": cards for who, cards in HANDS.items()}
        record(ann, code, "declare", by="p1", call=call, stands="true", **hands)
        expect(bo.locator("#ticker")).to_contain_text(f"Ann declared {call.upper()} and ticked it")
        if call == "double-zig":
            rest(bo, 1200)
            assert bo.evaluate(MOMENTS) == []
    for page in (ann, bo):
        until(lambda page=page: page.evaluate(MOMENTS) == ["moment-round", "moment-land"])
    expect(calm.locator("main .moment__piece")).to_have_count(1)
    rest(calm, 1200)
    assert calm.evaluate(MOMENTS) == []
    still.close()


def test_a_hand_is_ready_before_the_shout(four: tuple[str, list[Page]], axe) -> None:
    code, (ann, bo, cy, dee) = four
    record(ann, code, "start_round", number=5)
    cy.goto(f"/t/{code}/more")
    tap(cy, "Cy’s cards")
    put(cy, *WATER)
    axe(cy)
    tap(cy, "Save this hand")
    expect(cy.locator(".stopped")).to_contain_text("Saved on this phone and kept secret.")
    for page in (ann, bo, dee):
        for path in ("sheet/hand", "sheet/hand?by=p3", "sheet/declare?by=p1&call=zig"):
            page.goto(f"/t/{code}/{path}")
            assert "water-" not in page.locator("main").inner_html().replace("water-?-?", "")
    record(cy, code, "constraint", by="p3", **{"constraint.feature": "element"})
    ann.goto(f"/t/{code}/sheet/declare?by=p1&call=zig")
    tap(ann, "The cards are on Cy’s phone")
    expect(ann.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")
    cy.goto(f"/t/{code}/log")
    expect(cy.locator(".log")).to_contain_text("Ann declared ZIG and ticked it")


def test_without_a_script_it_is_a_page_of_its_own(phone: Phone) -> None:
    page = phone(script=False)
    code = open_table(page, *NAMES, game="zigzag", **{"options.level": 2})
    record(page, code, "start_round", number=3)
    page.goto(f"/t/{code}")
    page.get_by_role("link", name="Cy", exact=True).click()
    page.get_by_role("link", name="Enter").click()
    page.locator(".features").first.get_by_role("button", name="Fire").click()
    page.get_by_role("button", name="This is Cy’s line").click()
    expect(page.locator("#ticker")).to_contain_text("Cy entered a constraint")
    expect(page.get_by_text("Fire")).to_be_hidden()  # the page still is Cy's
    page.get_by_role("button", name="Cy: press and hold to look").click()
    expect(page.get_by_role("main")).to_contain_text("All four share: Fire")
    page.get_by_role("link", name="Hide it").click()
    expect(page.locator("main .scorecards")).to_be_visible()
    expect(page.get_by_text("Fire")).to_be_hidden()
    page.get_by_role("link", name="Ann", exact=True).click()
    assert "Fire" not in page.content()
    page.get_by_role("link", name="Declare").click()
    page.get_by_role("link", name="Check the cards").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_role("button", name="ZIG", exact=True).click()
    page.get_by_role("button", name="Enter the cards one by one").click()
    for value in " ".join(
        ["Fire Blue None", "Fire Pink Suitcase", "Joker", "Fire Green Cocktail"]
    ).split():
        page.locator("main button", has_text=re.compile(f"{value}$")).first.click()
    expect(page.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")


def test_the_tables_own_box(phone: Phone, axe, tmp_path: Path) -> None:
    page = phone()
    code = open_table(page, *NAMES, game="zigzag", **{"options.level": 2})
    page.goto(f"/t/{code}/settings?part=printed")
    axe(page)
    for call, boxes in (("ZIG", 1), ("ZAG", 1), ("DOUBLE-ZIG", 1), ("ZIG-ZAG", 2)):
        page.get_by_label(call, exact=True).fill(str(boxes))
    tap(page, "Add a card")
    tap(page, "Earth", ".features >> nth=0")
    tap(page, "Add line 1")
    expect(page.locator("main .rows")).to_contain_text("All four share: Earth")
    axe(page)
    tap(page, "Save our set")
    page.goto(f"/t/{code}")
    expect(page.locator("main .scorecard").first.locator("li")).to_have_count(5)
    box = page.request.get(f"/t/{code}/settings?part=printed&file=1")
    file = box.json()
    assert file["events"] == []
    assert file["options"]["constraints"] == [[{"require": {"element": "earth"}}]]

    later = phone()
    other = open_table(later, *NAMES, game="zigzag", **{"options.level": 2})
    later.goto(f"/t/{other}")
    expect(later.locator("main .scorecard").first.locator("li")).to_have_count(5)
    file["options"]["boxes"]["zig"] = 3
    (tmp_path / "box.json").write_text(json.dumps(file))
    later.goto(f"/t/{other}/settings?part=printed")
    later.locator("input[type=file]").set_input_files(tmp_path / "box.json")
    tap(later, "Load it")
    later.goto(f"/t/{other}")
    expect(later.locator("main .scorecard").first.locator("li")).to_have_count(7)
    page.goto(f"/t/{code}")
    expect(page.locator("main .scorecard").first.locator("li")).to_have_count(5)  # as it was opened


FORMS = [
    "/settings?part=printed",
    "/sheet/power?by=p3&power=cancel",
    "/sheet/score_box",
    "/sheet/position",
    "/sheet/hand?by=p3",
    "/sheet/constraint?by=p1&as=p1",
    "/sheet/mine?by=p1&as=p1",
    "/sheet/declare?by=p1&call=double-zag",
]


def test_axe_finds_nothing_on_any_page(phone: Phone, axe) -> None:
    """Every form is looked at by `test_every_sheet`, too: as they are here in the long lane."""
    page = phone()
    code = open_table(page, *NAMES, game="zigzag", **{"options.level": 3})
    record(page, code, "start_round", number=4)
    record(page, code, "stop", by="p2", on="p3", feature="landscape")
    record(page, code, "power", by="p2", power="theft", on="p1")
    hand = "&".join(f"hands.p3=air-{colour}-none" for colour in ("blue", "pink"))
    for path in (
        "?as=p1",
        "/more?as=p1",
        "/sheet/power?by=p4",
        *(FORMS if LONG else ()),
        f"/sheet/declare?by=p1&call=zag&{hand}&add=hands.p3:air-?-cocktail",
    ):
        page.goto(f"/t/{code}{path}")
        axe(page)
    for path in ("position", "declare?call=zig&by=Ann", "block?by=Ann", "power?by=Ann"):
        page.goto(f"/check/zigzag/{path}")
        axe(page)


def test_a_declaration_is_checked_with_no_table(phone: Phone, axe) -> None:
    page = phone()
    page.goto("/check/zigzag")
    axe(page)
    tap(page, "ZAG", ".calls")
    put(
        page,
        "Earth Blue Sunglasses",
        "Earth Pink Sunglasses",
        "Earth Green Sunglasses",
        "Earth Yellow Suitcase",
    )
    tap(page, "Ask the referee")
    expect(page.locator(".verdict")).to_contain_text("Illegal")
    expect(page.locator("#ruling-say")).to_have_text(
        re.compile("share earth and nothing else: no ZAG")
    )
    axe(page)


def test_whether_the_holder_may_declare_can_be_asked(phone: Phone) -> None:
    page = phone()
    page.goto("/check/zigzag")
    tap(page, "ZIG")
    tap(page, "Ann", ".tabs")
    put(page, *WATER)
    tap(page, "Ask the referee")
    expect(page.locator(".ruling__say")).to_have_text("Ann holds the ZIG, so Cy must declare it.")


def test_another_play_and_what_lies_there_can_be_asked(phone: Phone, axe) -> None:
    page = phone()
    page.goto("/check/zigzag")
    tap(page, "Another play")
    axe(page)
    tap(page, "BLOCK")
    tap(page, "Ann", ".people")
    expect(page.get_by_role("heading", name="Ann calls BLOCK")).to_be_visible()
    page.goto("/check/zigzag")
    tap(page, "What is on the table")
    axe(page)
    rest(page)
    page.get_by_role("button", name="STOP Accessory").nth(2).click()
    expect(page.locator(".is-busy")).to_have_count(0)
    rest(page)
    tap(page, "What was played?")
    rest(page)
    tap(page, "Check the cards")
    tap(page, "ZIG", ".calls")
    expect(page.locator("main")).to_contain_text("STOP in front of Cy: accessory")


def test_a_table_lets_the_holder_declare_and_three_cards_are_too_few(phone: Phone) -> None:
    page = phone()
    reading = {"options.readings.self_declare": "yes"}
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", game="zigzag", **reading)
    record(page, code, "start_round")
    record(page, code, "power", by="p2", power="theft", on="p3")
    page.goto(f"/t/{code}/sheet/declare?by=p1&call=zig")
    tap(page, "Enter the cards one by one")
    put(page, *WATER[:3])
    expect(page.locator(".ruling__say")).to_contain_text("Cy plays with three cards")
    tap(page, "Take it back")
    page.goto(f"/t/{code}/sheet/declare?by=p1&call=zig")
    tap(page, "Ann", ".tabs")
    tap(page, "Enter the cards one by one")
    put(page, *WATER)
    expect(page.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")


def test_a_declaration_is_three_taps_and_its_check_lies_beside_it(phone: Phone) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", game="zigzag")
    page.goto(f"/t/{code}")
    tap(page, "Start round 1")
    tap(page, "Declare")
    tap(page, "Bo")
    check = page.get_by_role("link", name="Check the cards")
    expect(check).to_have_attribute("href", f"/t/{code}/sheet/declare?by=p2")
    expect(check).to_be_in_viewport()
    tap(page, "ZIG")
    expect(page.locator("#ticker")).to_contain_text("The ZIG box was ticked for Bo’s team")
    expect(page.locator("main .scorecard").nth(1).locator(".is-in")).to_have_count(1)


SIZES = [(320, 568), (360, 640), (390, 844), (780, 280), (844, 390)]
IN_SIGHT = """names => {
  const box = e => e.getBoundingClientRect()
  const bar = box(document.getElementById('bar'))
  return [...document.querySelectorAll(names)].filter(e => e.checkVisibility()).filter(e => {
    const b = box(e), at = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2)
    const under = b.bottom > bar.top + 1 && b.right > bar.left && b.left < bar.right
    const out = b.bottom > innerHeight || b.right > innerWidth
    return under || out || !at || !(e.contains(at) || at.contains(e))
  }).map(e => e.textContent.trim().slice(0, 20))
}"""


# A stream that is open and says nothing, so that no page is told it has lost the table.
SILENT_STREAM = """window.EventSource = class extends EventTarget {
  constructor() {
    super()
    this.readyState = 1
    setTimeout(() => this.dispatchEvent(new Event('open')))
  }
  close() { this.readyState = 2 }
}"""


def sized(browser: Browser, server: Server, language: str = "en") -> Page:
    """A phone whose window is given other sizes; live updates are left out."""
    context = browser.new_context(base_url=server.url, has_touch=True, locale=language)
    context.add_init_script(SILENT_STREAM)
    return context.new_page()


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_all_that_is_tapped_and_ones_own_is_in_sight(
    browser: Browser, server: Server, language: str
) -> None:
    page = sized(browser, server, language)
    code = open_table(page, *NAMES, game="zigzag", **{"options.level": 2})
    join(page, code, "p3")
    record(page, code, "start_round", number=3)
    record(page, code, "stop", by="p2", on="p3", feature="accessory")
    hand = "hands.p3=water-blue-none&hands.p3=water-pink-cocktail"
    for path, names in (
        ("?as=p3", ".secrets .hold"),
        (f"/sheet/declare?by=p1&call=zig&{hand}", ".features .pick"),
        (f"/sheet/declare?by=p1&call=zig-zag&{hand}", ".features .pick"),
    ):
        page.goto(f"/t/{code}{path}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(IN_SIGHT, names) == [], (path, width, height)
    page.goto(f"/t/{code}")
    page.set_viewport_size({"width": 320, "height": 568})
    tops = "() => new Set([...document.querySelectorAll('#bar .chit')].map(e => e.offsetTop)).size"
    assert page.evaluate(tops) == 2, "the bar has two rows"
    page.context.close()


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_six_players_have_their_own_team_and_constraint_in_sight(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    host, phones = sized(browser, server), []
    code = open_table(host, *NAMES, "Eve", "Fay", game="zigzag", **{"options.level": 3})
    for seat in ("p1", "p2", "p6"):
        page = sized(browser, server)
        join(page, code, seat)
        phones.append(page)
    record(host, code, "start_round", number=3)
    record(host, code, "stop", by="p2", on="p3", feature="accessory")
    teams = (["Ann", "Dee"], ["Bo", "Eve"], ["Cy", "Fay"])
    for n, (page, names) in enumerate(zip(phones, teams, strict=True), 1):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/t/{code}")
        card = page.locator("main .scorecard").filter(has=page.locator(".tag--you:visible"))
        expect(card.locator("bdi")).to_have_text(names)
        assert page.evaluate(IN_SIGHT, ".secrets .hold, .secrets .key") == []
        own = f".scorecard:nth-child({n})"
        assert page.evaluate(IN_SIGHT, f"main {own} :is(bdi, .scorecard__box)") == []
        page.context.close()
    host.context.close()


def test_nothing_moves_while_cards_are_put_in_and_no_sign_sticks_out(
    browser: Browser, server: Server
) -> None:
    page = sized(browser, server)
    code = open_table(page, *NAMES, game="zigzag")
    join(page, code, "p1")
    record(page, code, "start_round")
    tops: dict[tuple[int, int], set[int]] = {size: set() for size in SIZES}
    for n in range(4):
        hand = "&".join(f"hands.p3={card}" for card in ALIKE[:n] or ["?-?-?"])
        page.goto(f"/t/{code}/sheet/declare?by=p1&call=zag&{hand}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            box = page.locator(".features").bounding_box()
            assert box
            tops[width, height].add(round(box["y"]))
    assert all(len(those) == 1 for those in tops.values()), tops
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = "() => [...document.querySelectorAll('.pick > span')].filter(e => {"
        wide += " const r = document.createRange(); r.selectNodeContents(e);"
        wide += " return r.getBoundingClientRect().width > e.parentElement.clientWidth })"
        wide += ".map(e => e.textContent)"
        assert page.evaluate(wide) == [], (width, height)
    record(page, code, "score_box", team="p1", call="zig")
    page.goto(f"/t/{code}")
    ticked = page.locator("main .scorecard__box.is-in").first
    around, sign = ticked.bounding_box(), ticked.locator(".sign").bounding_box()
    assert around
    assert sign
    assert around["x"] <= sign["x"]
    assert sign["x"] + sign["width"] <= around["x"] + around["width"]
    assert around["y"] <= sign["y"]
    assert sign["y"] + sign["height"] <= around["y"] + around["height"]
    page.context.close()


def test_between_rounds_and_after_the_end_all_is_in_reach(phone: Phone, axe) -> None:
    page = phone()
    code = open_table(page, *NAMES, game="zigzag")
    join(page, code, "p1")
    for n, won in enumerate((False, True)):
        page.goto(f"/t/{code}")
        for name, path in (
            ("Rules", f"/rules/zigzag?table={code}"),
            ("Log", f"/t/{code}/log"),
            ("Settings", f"/t/{code}/settings"),
            ("More", f"/t/{code}/more"),
        ):
            link = page.locator("main").get_by_role("link", name=name, exact=True)
            expect(link).to_have_attribute("href", re.compile(re.escape(path)))
        ticked = page.locator("main .scorecard").first.locator(".scorecard__box.is-in")
        expect(ticked).to_have_count(
            page.locator("main .scorecard").first.locator("li").count() * n
        )
        expect(page.locator(".end")).to_have_count(int(won))
        axe(page)
        while not won and not page.locator(".end").count():
            box = page.locator("main .scorecard").first.locator("li:not(:has(.is-in))").first
            call = box.locator(".scorecard__call").inner_text().lower()
            record(page, code, "score_box", team="p1", call=call)
            page.goto(f"/t/{code}")


def test_the_line_comes_later_moves_and_is_said_once(four: tuple[str, list[Page]], axe) -> None:
    code, (ann, bo, cy, _) = four
    start = ann.get_by_role("link", name="Start round 1").bounding_box()
    tap(ann, "Start round 1")
    none = ann.get_by_role("button", name="Without a number").bounding_box()
    assert start
    assert none
    assert none["y"] + none["height"] < start["y"], "not where the last tap was"
    rest(ann)
    tap(ann, "Without a number")
    expect(bo.locator(".secrets")).not_to_contain_text("Line")
    rest(bo)
    tap(bo, "Enter the line")
    axe(bo)
    expect(bo.get_by_role("button", name="Pick a line at random")).to_be_visible()
    tap(bo, "7")
    for page in (ann, bo, cy):
        expect(page.locator(".secrets > p")).to_have_text("Line 7")
    # After a +1 nothing on Cy's phone says another line than the card does.
    record(cy, code, "shift", by="p3", delta=1)
    cy.goto(f"/t/{code}")
    expect(cy.locator(".secrets > p")).to_have_count(0)
    expect(cy.locator(".hold__back")).to_contain_text("Line 8")
    expect(ann.locator(".secrets > p")).to_have_text("Line 7")
    cy.goto(f"/t/{code}/log")
    expect(cy.locator(".log")).to_contain_text("Cy played a +1, so line 8 counts")
    ann.goto(f"/t/{code}/log")
    expect(ann.locator(".log > li").first).to_contain_text("Cy played a +1 or −1")
    assert "line 8" not in ann.content()


def test_a_line_is_drawn_by_lot(phone: Phone) -> None:
    page = phone()
    code = open_table(page, *NAMES, game="zigzag", **{"options.level": 2})
    page.goto(f"/t/{code}")
    tap(page, "Start round 1")
    rest(page)
    tap(page, "Pick a line at random")
    expect(page.locator("#ticker")).to_contain_text(re.compile(r"using line \d+"))


def test_what_waited_for_a_constraint_is_judged_when_it_is_entered(
    four: tuple[str, list[Page]],
) -> None:
    code, (ann, bo, cy, _) = four
    hand = "&".join(f"hands.p3={card}" for card in [*ALIKE, "water-pink-none"])
    record(ann, code, "start_round", number=7)
    ann.goto(f"/t/{code}/sheet/declare?by=p1&call=zig&{hand}")
    tap(ann, "Judge the ZIG")
    expect(ann.locator(".ruling__say")).to_contain_text("Cy’s constraint is not entered")
    for page in (bo, cy):
        expect(page.locator("#flash")).to_contain_text("Cy’s constraint is not entered")
    # Another's constraint is no answer, and does not settle it.
    record(bo, code, "constraint", by="p2", **{"constraint.feature": "colour"})
    expect(ann.locator("#ticker")).to_contain_text("Bo entered a constraint")
    expect(ann.locator("#flash")).to_contain_text("Cy’s constraint is not entered")
    record(cy, code, "constraint", by="p3", **{"constraint.feature": "element"})
    for page in (ann, bo, cy):
        expect(page.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")
        expect(page.locator("#flash .flash")).to_have_count(0)
        expect(page.locator("#over")).to_have_count(0)
    # One that is not met is said on all phones, and in the log.
    record(ann, code, "start_round", number=7)
    ann.goto(f"/t/{code}/sheet/declare?by=p1&call=zig&{hand}")
    tap(ann, "Judge the ZIG")
    record(cy, code, "constraint", by="p3", **{"constraint.feature": "colour"})
    for page in (ann, bo, cy):
        expect(page.locator("#flash")).to_contain_text("do not meet Cy’s constraint")
    bo.goto(f"/t/{code}/log")
    expect(bo.locator(".log")).to_contain_text("do not meet Cy’s constraint")


def test_a_check_asks_what_is_shared_then_for_the_card_that_lacks_it(phone: Phone, axe) -> None:
    page = phone()
    code = open_table(page, *NAMES, game="zigzag")
    join(page, code, "p1")
    record(page, code, "start_round")
    page.goto(f"/t/{code}/sheet/score_box?team=p1")
    tap(page, "Check the cards")
    tap(page, "ZAG", ".calls")
    expect(page.get_by_role("heading", name="What do Cy’s four cards share?")).to_be_visible()
    expect(page.get_by_text("All four have it")).to_have_count(0)
    put(page, "Water")
    expect(page.get_by_text("All four have it")).to_have_count(0)
    put(page, "Blue")
    axe(page)
    tap(page, "One of Cy’s cards lacks it")
    axe(page)
    expect(page.locator(".creatures > button")).to_have_count(1)
    put(page, "Water", "Pink", "None")
    expect(page.locator(".ruling__say")).to_have_text(
        "Cy’s cards do not all have blue: one is a pink water creature with no accessory. No ZAG."
    )
    axe(page)
    tap(page, "Take it back")
    page.goto(f"/t/{code}/sheet/declare?by=p1&call=zag")
    put(page, "Water", "Blue")
    tap(page, "All four have it")
    expect(page.locator("#ticker")).to_contain_text("Ann declared ZAG and ticked it")


def test_what_cannot_be_decided_yet_is_said_at_once(four: tuple[str, list[Page]]) -> None:
    code, (ann, bo, cy, _) = four
    record(ann, code, "start_round", number=7)
    waits = "Undecided, a constraint is missing: Cy"
    for page in (ann, bo):
        page.goto(f"/t/{code}/sheet/declare?by=p1&call=zig")
        expect(page.locator(".stopped")).to_have_text(waits)
    record(cy, code, "constraint", by="p3", **{"constraint.require.element": "water"})
    ann.goto(f"/t/{code}/sheet/declare?by=p1&call=zig")
    expect(ann.locator(".stopped")).to_have_count(0)
    put(ann, "Water")
    tap(ann, "All four have it")
    expect(bo.locator("#ticker")).to_contain_text("Ann declared ZIG and ticked it")
