"""A tap counts once, however it comes; what was recorded can be taken back from every phone."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

import pytest
from hands import (
    VALUES,
    button,
    card,
    join,
    lines,
    listening,
    open_table,
    record,
    rest,
    says,
    scores,
    tap,
    touch,
)
from playwright.sync_api import Error, Locator, Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def events(page: Page, code: str) -> list[str]:
    """What was recorded, newest first, without what phones and seats did."""
    table = re.compile("^(The table (is|was)|A phone|.* has a phone)")
    return [line for line in lines(page, code) if not table.match(line)]


def twice(what: Locator) -> None:
    """Two taps on one place, a seventh of a second apart, whatever lies there by then."""
    what.wait_for()
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    what.page.evaluate(
        """([x, y]) => {
          const tap = () => document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click',
            {bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1, view: window}))
          tap()
          setTimeout(tap, 140)
        }""",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )


BUTTONS = [
    ("Draw one", "Bo drew one"),
    ("Bo says ZAR", "Bo said ZAR"),
]


@pytest.mark.parametrize(("name", "said"), BUTTONS)
def test_two_taps_on_one_button(phone: Phones, name: str, said: str) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy")
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    listening(page, code)
    rest(page)
    twice(button(page, name))
    says(page, said)
    page.wait_for_timeout(300)
    assert [line.startswith(said) for line in events(page, code)] == [True, False]
    tap(page, "Undo")
    rest(page)
    twice(page.locator("#bar form").get_by_role("button", name="Undo"))
    says(page, "Undone")
    page.goto(f"/t/{code}/log")
    expect(page.locator(".log .is-undone")).to_have_count(1)


def test_two_taps_on_what_a_sheet_records(phone: Phones) -> None:
    """Deal, play, match, GOTCHA, penalty, letting stand, the end of a hand: each once."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    page.goto(f"/t/{code}/sheet/deal")
    card(page, "blue sun")
    twice(button(page, "Ann turns over a blue sun"))
    expect(page.locator(".card--l")).to_be_visible()
    page.goto(f"/t/{code}/sheet/match")
    twice(button(page, "Cy", exact=True))
    says(page, "Cy matched Ann")
    page.goto(f"/t/{code}/sheet/play?by=p1")
    card(page, "red frog")
    tap(page, "Ann plays a red frog")
    rest(page)
    twice(button(page, "Let it stand"))
    says(page, "Ann played a red frog")
    page.goto(f"/t/{code}/sheet/gotcha?on=p2")
    twice(button(page, "Cy", exact=True))
    says(page, "Cy called GOTCHA on Bo")
    page.goto(f"/t/{code}/sheet/penalty?on=p2")
    twice(button(page, "An illegal play"))
    says(page, "Bo drew one for an illegal play")
    page.goto(f"/t/{code}/sheet/play?by=p2")
    card(page, "blue moon")
    tap(page, re.compile("plays a blue moon"))
    rest(page)
    twice(button(page, re.compile("^Take it back")))
    says(page, "drew one for an illegal play")
    page.wait_for_timeout(250)
    found = [line.partition(" by the host")[0] for line in events(page, code)]
    assert [line for line in found if not line.endswith(".")] == [
        "Bo drew one for an illegal play",
        "Bo drew one for an illegal play",
        "Cy called GOTCHA on Bo",
        "Ann played a red frog",
        "Cy matched Ann with a blue sun",
        "Ann dealt and turned over a blue sun",
    ]
    assert len(found) == 8, "and two rulings on what was not recorded"


def test_two_taps_on_the_steps_of_a_turn(phone: Phones) -> None:
    """Take, draw, pass, play, setting it right, the count, and what comes after a meanwhile."""
    page, other = phone(), phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    join(other, code, "p3")
    record(page, code, "start_hand", dealer="p1", top="blue-wasp")
    listening(page, code)
    for name in ("Take 2", "Draw one", "Pass"):
        rest(page)
        twice(button(page, name))
        rest(page)
    says(page, "Bo passed")
    page.goto(f"/t/{code}/sheet/play?by=p3&cards=blue-moon")
    twice(button(page, "Cy plays a blue moon"))
    says(page, "Cy played a blue moon")
    page.goto(f"/t/{code}/sheet/position")
    twice(button(page, "Play on from here"))
    says(page, "Set right")
    page.goto(f"/t/{code}/sheet/play?by=p1&cards=blue-star")
    record(other, code, "zar", by="p3")
    tap(page, "Ann plays a blue star")
    rest(page)
    twice(button(page, "Record it too"))
    says(page, "Ann played a blue star")
    page.wait_for_timeout(250)
    found = [line.split(" by ")[0].split(chr(10))[0] for line in events(page, code)]
    assert found == [
        "Ann played a blue star on the blue moon",
        "Cy said ZAR",
        "Set right: a blue moon is on top, and it is Ann’s turn",
        "Cy played a blue moon on the blue wasp",
        "Bo passed",
        "Bo drew one",
        "Bo drew 2 for the wasps",
        "Ann dealt and turned over a blue wasp",
    ]


def test_two_taps_on_opening_joining_and_the_rematch(phone: Phones) -> None:
    host, guest = phone(), phone()
    host.goto("/open/zar")
    for name in ("Ann", "Bo"):
        host.get_by_label("New name").fill(name)
        twice(button(host, "Add the name"))
        expect(host.locator(".row__name", has_text=name)).to_have_count(1)
        rest(host)
    twice(button(host, "Start with 2 players"))
    expect(host.locator("h2")).to_have_text("ZAR, hand 1")
    code = host.url.rpartition("/")[2]
    guest.goto(f"/join?code={code}")
    twice(button(guest, "Bo", exact=True))
    expect(guest.locator("h2")).to_have_text("ZAR, hand 1")
    assert sum("joined the table" in line for line in lines(host, code)) == 1
    record(host, code, "end_hand", winner="p1", **{"points.p2": 60})
    host.goto(f"/t/{code}")
    host.wait_for_timeout(1100)  # until the end of a game takes taps
    twice(button(host, "Rematch"))
    expect(host.locator(".score__total")).to_have_text(["0", "0"])
    host.goto("/tables")
    expect(host.locator(".slip")).to_have_count(2)


def test_enter_and_a_tap(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy")
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    listening(page, code)
    button(page, "Draw one").focus()
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.click?.()")
    says(page, "Bo drew one")
    page.wait_for_timeout(250)
    assert len(events(page, code)) == 2


@pytest.mark.parametrize("script", [True, False])
def test_back_and_once_more(phone: Phones, script: bool) -> None:
    """The page that recorded is behind the result; whoever goes back to it and sends what it has
    once more is asked first."""
    page = phone(script=script)
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score")
    button(page, "Bo", exact=True).click()
    page.locator(".picker").get_by_role("button", name="blue moon").click()
    button(page, "Ann has 5. Record hand 1").click()
    expect(page.locator("h2")).to_have_text("ZAR, after hand 1")
    with contextlib.suppress(Error):  # without a script: "send the form again?"
        page.go_back()
    page.wait_for_timeout(300)
    if not script:
        page.reload()
    again = button(page, re.compile("Record hand"))
    if again.count():
        again.click()
        expect(page.locator("main")).to_contain_text("Nothing was added twice.")
    page.goto(f"/t/{code}")
    assert scores(page) == [5, 0]
    assert len(events(page, code)) == 1


@pytest.mark.parametrize("script", [True, False])
def test_loading_the_result_anew(phone: Phones, script: bool) -> None:
    page = phone(script=script)
    code = open_table(page, "Ann", "Bo", "Cy")
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    page.goto(f"/t/{code}")
    button(page, "Draw one").click()
    expect(page.locator("#ticker")).to_contain_text("Bo drew one")
    for _ in range(2):
        page.reload()
        expect(page.locator("#ticker")).to_contain_text("Bo drew one")
    page.goto(f"/t/{code}/sheet/play?by=p2&cards=red-frog")
    button(page, "Bo plays a red frog").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.reload()
    page.goto(f"/t/{code}")
    found = events(page, code)
    assert sum("drew one" in line for line in found) == 1
    assert not any("played" in line for line in found)


def test_undo_across_phones(phone: Phones) -> None:
    ann, bo = phone(), phone(dark=True)
    code = open_table(ann, "Ann", "Bo", "Cy")
    record(ann, code, "start_hand", dealer="p1", top="blue-sun")
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    tap(bo, "Draw one")
    says(ann, "Bo drew one")
    rest(ann)
    undo = button(ann, "Undo").bounding_box()
    tap(ann, "Undo")
    expect(ann.locator(".bar__ask")).to_have_text("Undo: Bo drew one?")
    sure = ann.locator("#bar form").get_by_role("button", name="Undo").bounding_box()
    assert undo is not None
    assert sure is not None
    assert sure["x"] > undo["x"] + undo["width"], "the second is not under the thumb"
    tap(ann, "Keep")
    expect(button(ann, "Pass")).to_be_visible()
    tap(ann, "Undo")
    touch(ann.locator("#bar form").get_by_role("button", name="Undo"))
    says(bo, "Undone: Bo drew one")
    expect(bo.locator(".row", has_text="Bo")).to_contain_text("7")
    rest(bo)
    tap(bo, re.compile("^Undone"))
    gone = bo.locator(".log .is-undone")
    expect(gone.locator("s")).to_have_text("Bo drew one")
    expect(gone).to_contain_text("Undone by the host")


def test_undo_of_what_another_has_moved_on_from(phone: Phones) -> None:
    """The strip is about what this phone has seen: if there is more by now, it asks again."""
    ann, bo = phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy")
    record(ann, code, "start_hand", dealer="p1", top="blue-sun")
    record(ann, code, "draw", by="p2")
    ann.goto(f"/t/{code}/undo")
    ann.evaluate("document.body.removeAttribute('data-live')")
    join(bo, code, "p2")
    record(bo, code, "pass", by="p2")
    touch(ann.locator("#bar form").get_by_role("button", name="Undo"))
    expect(ann.locator(".notice")).to_contain_text("Meanwhile: Bo passed")
    assert lines(ann, code)[0].startswith("Bo passed")
    tap(ann, "Look again")
    expect(ann.locator(".bar__ask")).to_have_text("Undo: Bo passed?")


def test_two_phones_count_one_hand(phone: Phones, axe: Callable[[Page], None]) -> None:
    """What the second has entered takes the place of what the first has recorded, or does not."""
    host, bo = phone(), phone(dark=True)
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    for page, n in ((host, 12), (bo, 14)):
        page.goto(f"/t/{code}/sheet/score?winner=p1&points.p2=3&points.p3={n}")
    tap(bo, re.compile("Record hand 1"))
    expect(bo.locator("h2")).to_have_text("ZAR, after hand 1")
    tap(host, re.compile("Record hand 1"))
    axe(host)
    main = host.locator("main")
    expect(main).to_contain_text("Bo 3 and Cy 14")
    expect(main).to_contain_text("Bo 3 and Cy 12")
    expect(host.locator("#bar .chit--main")).to_have_text("Keep Bo’s entry")
    rest(host)
    touch(host.locator(".fold summary"))
    twice(button(host, "Replace it", exact=True))
    expect(host.locator("h2")).to_have_text("ZAR, after hand 1")
    assert scores(host) == [0, 3, 12]
    says(bo, "Cy 12")
    assert scores(bo) == [0, 3, 12]
    for page in (host, bo):
        page.goto(f"/t/{code}/sheet/score?winner=p1&points.p2=3&points.p3=1")
    tap(bo, re.compile("Record hand 2"))
    says(bo, "Cy 1")
    tap(host, re.compile("Record hand 2"))
    expect(host.locator("main")).to_contain_text("Both say the same.")
    tap(host, "Keep Bo’s entry")
    assert scores(host) == [0, 6, 13]


def unheard(page: Page) -> None:
    """What the others record does not reach this phone."""
    page.evaluate("document.body.removeAttribute('data-live')")


def test_a_form_whose_hand_was_recorded_closes(phone: Phones) -> None:
    """The second phone does not offer to record the hand once more, nor as the next one."""
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    form = f"/t/{code}/sheet/score?winner=p3"
    with host.expect_response(lambda answer: answer.url.endswith("/bell?page=1")):
        host.goto(f"{form}&now=p1")
    record(bo, code, "end_hand", winner="p3", **{"points.p1": 4, "points.p2": 9})
    expect(host.locator(".notice")).to_contain_text("Bo has recorded this")
    expect(host.locator(".notice")).to_contain_text("the form on this phone was closed")
    assert scores(host) == [4, 9, 0]
    host.goto(f"{form}&seq=0&now=p2")
    expect(host.locator(".notice")).to_contain_text("Bo has recorded this")
    host.goto(f"{form}&now=p1&points.p1=0")
    unheard(host)
    for n in (1, 2):
        record(bo, code, "end_hand", winner="p3", **{"points.p1": n, "points.p2": n})
    tap(host, "Ann has 0")
    expect(host.locator("h2")).to_have_text("ZAR, after hand 3")
    host.goto(f"/t/{code}/sheet/score?winner=p3")
    expect(host.locator(".tabs [name=now]")).to_have_text(
        [re.compile("Ann:? […0]"), re.compile("Bo:? …")]
    )
