"""Zinga-Zinga on phones: a round on the board to its end, the scorepad, the claim that it is
blocked, what is asked and warned of, secrets, checks; axe on every page, by day and by night."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hands import MOMENTS, MOVED, button, field, join, listening, record, rest, tap, touch, until
from hands import _post as post
from playwright.sync_api import Browser, Page, expect
from real import Server

sys.path.insert(0, str(Path(__file__).parents[1] / "games" / "zinga"))

from zinga_table import circle, without

pytestmark = pytest.mark.browser


def opened(page: Page, *names: str, **options: Any) -> str:
    """The code of a table of Zinga-Zinga that `page` has opened."""
    form = page.request.get("/open/zinga").text()
    sent = {name: field(form, name) for name in ("csrf_token", "key")}
    return post(page, "/open/zinga", start=1, name=names, **sent, **options).rpartition("/")[2]


def lay(page: Page, code: str, board: dict[str, str], turn: str = "p1", **fields: Any) -> None:
    """Put in a board (see `circle`), as set right by the table."""
    cells = {}
    for colour, told in board.items():
        for at, cell in circle(told).items():
            zinga = cell["zinga"] if isinstance(cell, dict) else None
            name = f"board.{colour}.{at}" + (".zinga" if zinga else "")
            cells[name] = ["null" if end is None else end for end in zinga or cell]
    told_hands = {f"hands.{who}": n for who, n in fields.pop("hands", {}).items()}
    record(page, code, "position", turn=turn, **cells, **told_hands, **fields)


def near(page: Page, code: str, colour: str) -> Page:
    """At one circle of the table."""
    page.goto(f"/t/{code}")
    tap(page, re.compile(f"^{colour} circle"))
    page.locator(".ring").wait_for()
    return page


def space(page: Page, at: int) -> Any:
    """Space `at` of the circle that is shown."""
    return page.get_by_label(re.compile(rf"^Space {at}:"))


def place(page: Page, code: str, tile: str, at: int) -> None:
    """Lay `tile` ("orange 1-3") on space `at`: circle, space, tile, and it is recorded."""
    near(page, code, tile.split(" ")[0])
    touch(space(page, at))
    tap(page, tile, exact=True)
    expect(page.locator(".rings")).to_be_visible()


def ticker(page: Page) -> Any:
    return page.locator("#ticker")


def test_a_round_of_two_on_two_phones_to_its_end(phone: Callable[..., Page]) -> None:
    ann, bo = phone(), phone()
    code = opened(ann, "Ann", "Bo", **{"options.target": 20})
    join(bo, code, "p2")
    ann.goto(f"/t/{code}")
    tap(ann, "Who starts round 1?")
    tap(ann, "Ann")
    bo.goto(f"/t/{code}")
    expect(bo.locator(".onturn")).to_contain_text("Ann: 8 tiles, 48 in the bag")
    place(ann, code, "orange 2-2", 0)
    expect(ticker(bo)).to_contain_text("Ann placed the orange 2-2 on the top Doubles square")
    expect(bo.locator(".onturn")).to_contain_text("Bo: 8 tiles")
    near(bo, code, "orange")
    expect(bo.locator(".which")).to_contain_text("Bo begins with a Double or a Zinga")
    touch(space(bo, 1))
    expect(bo.locator(".which")).to_contain_text("Bo must begin on a marked square.")
    place(bo, code, "green 1-1", 8)
    for page, tile, at in [
        (ann, "orange 1-2", 15),
        (bo, "green 1-4", 9),
        (ann, "orange 1-3", 14),
        (bo, "green 3-4", 10),
    ]:
        place(page, code, tile, at)
    expect(ticker(ann)).to_contain_text(
        "Bo placed the green 3-4 two past the bottom Doubles square"
    )
    lay(ann, code, {"orange": without(15)}, hands={"p1": 1, "p2": 2}, bag=0)
    expect(bo.locator(".onturn")).to_contain_text("Ann: 1 tile")
    place(ann, code, "orange 0-1", 15)
    expect(ticker(bo)).to_contain_text("Ann scores 16 points for closing the orange circle.")
    expect(bo.locator(".ring__round")).to_have_count(1)
    rest(bo)
    tap(bo, "Ann has gone out: count the tiles")
    for tile in ("orange Zinga", "orange 0-0"):
        expect(button(bo, tile)).to_be_disabled()
    tap(bo, "green circle", exact=True)
    tap(bo, "green 1-4", exact=True)
    tap(bo, "green 0-0", exact=True)
    expect(bo.locator(".sum")).to_have_text("5")
    tap(bo, "Ann wins and collects 5 points")
    expect(ticker(ann)).to_contain_text("Ann won the round and collected 5 points")
    expect(ann.locator(".place--won")).to_contain_text("21")
    expect(button(ann, "Rematch")).to_be_visible()


def test_closing_a_circle_is_a_moment_on_all_phones(
    phone: Callable[..., Page], browser: Browser, server: Server
) -> None:
    """The line runs round the circle, then the tile lands; nothing moves where nobody wants it."""
    ann, bo = phone(), phone(dark=True)
    code = opened(ann, "Ann", "Bo")
    join(bo, code, "p2")
    lay(ann, code, {"orange": without(15), "green": "0:11"}, hands={"p1": 3, "p2": 2}, bag=0)
    still = browser.new_context(base_url=server.url, reduced_motion="reduce")
    calm = still.new_page()
    join(calm, code)
    for page in (ann, bo, calm):
        listening(page, code)
        page.evaluate(MOVED)
        assert page.evaluate(MOMENTS) == []
    record(ann, code, "place", by="p1", tile="orange:0-1", at=15)
    for page in (ann, bo):
        expect(page.locator(".onturn")).to_contain_text("+16 Ann closed a circle")
        until(lambda page=page: page.evaluate(MOMENTS) == ["moment-round", "moment-land"])
    expect(calm.locator(".ring__round")).to_have_count(1)
    rest(calm, 1200)
    assert calm.evaluate(MOMENTS) == []
    still.close()


def test_a_tile_is_placed_in_one_way(phone: Callable[..., Page]) -> None:
    """The circle, the space, the tile, all on the board; no button leads anywhere else."""
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    record(ann, code, "start_round", first="p1")
    for path in ("", "?show=pad", "?show=green", "/more"):
        ann.goto(f"/t/{code}{path}")
        expect(ann.locator("#bar")).to_be_visible()
        expect(ann.locator("a[href*='/sheet/place']:not(.ring a)")).to_have_count(0)
    ann.goto(f"/t/{code}")
    expect(ann.locator("main")).to_contain_text("on a marked square")
    place(ann, code, "green 1-1", 4)
    place(ann, code, "orange 2-2", 0)
    expect(ann.locator("main")).to_contain_text("Tap a circle, the space, the tile.")


def test_the_opening_says_where_one_may_begin(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11 1:12 3:33", "orange": "4:22"}, hands={"p1": 8, "p2": 8},
        bag=30, opened="p2")  # fmt: skip
    ann.goto(f"/t/{code}")
    expect(ann.locator("main")).to_contain_text(
        "Ann begins with a Double or a Zinga, on a marked square."
    )
    # the green square between 33 and nothing takes the Zinga; each other free square something
    expect(ann.locator(".rings .is-start")).to_have_count(3 + 3 + 4 + 4)
    near(ann, code, "purple")
    expect(ann.locator(".ring .is-start")).to_have_count(4)
    expect(space(ann, 4)).to_have_attribute(
        "aria-label", "Space 4: a free Doubles square to begin on"
    )
    touch(space(ann, 5))
    expect(ann.locator(".which")).to_contain_text("Ann must begin on a marked square.")
    place(ann, code, "purple 0-0", 4)
    expect(ann.locator(".rings .is-start")).to_have_count(0)
    lay(ann, code, {"green": without(1)}, hands={"p1": 8, "p2": 8}, bag=30, opened="p2")
    near(ann, code, "green")
    expect(ann.locator(".which")).to_contain_text("Ann cannot begin in this circle.")


def test_the_board_shows_how_many_tiles_everybody_has(phone: Callable[..., Page]) -> None:
    ann, bo = phone(), phone()
    code = opened(ann, "Ann", "Bo", "Maximiliane-Wilhelmine")
    record(ann, code, "start_round", first="p1")
    join(bo, code)
    listening(bo, code)
    held = bo.locator(".held li")
    expect(held).to_have_text([re.compile("Ann: 8"), re.compile("Bo: 8"), re.compile("Max.*: 8")])
    place(ann, code, "green 1-1", 4)
    expect(held).to_have_text([re.compile("Ann: 7"), re.compile("Bo: 8"), re.compile("Max.*: 8")])
    expect(bo.locator(".held .is-turn")).to_contain_text("Bo")
    eight = opened(ann, *"ABCDEFGH")
    record(ann, eight, "start_round", first="p1")
    for width, height in SIZES:
        ann.set_viewport_size({"width": width, "height": height})
        ann.goto(f"/t/{eight}")
        assert not ann.evaluate(HIDDEN, ".held li, .rings"), (width, height)


def test_a_tile_in_a_circle_of_another_colour_is_entered_and_refused(
    phone: Callable[..., Page],
) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 4, "p2": 4}, bag=3)
    near(ann, code, "green")
    touch(space(ann, 1))
    tap(ann, "All tiles")
    tap(ann, "Another colour")
    expect(ann.locator(".which .pick")).to_have_count(16)
    tap(ann, "purple circle", exact=True)
    tap(ann, "purple 1-2", exact=True)
    ruling = ann.get_by_role("alertdialog")
    expect(ruling).to_contain_text("Illegal")
    expect(ruling).to_contain_text("The purple 1-2 belongs in the purple circle, not in the green")
    expect(ruling).to_contain_text("Rule 4, i.")
    expect(button(ruling, "Let it stand")).to_have_count(0)
    tap(ruling, "Take it back")
    ann.goto(f"/t/{code}")
    expect(ann.locator(".rings__taps")).to_be_visible()
    expect(button(ann, re.compile("^purple circle, 0 of 16"))).to_be_visible()


SIZES = [(320, 568), (360, 640), (390, 844), (780, 280), (768, 1024), (1024, 768)]
HIDDEN = """what => {
  const all = document.querySelector('main').getBoundingClientRect()
  return [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect())
    .filter(box => box.width && (box.bottom > all.bottom + 1 || box.right > all.right + 1
      || box.top < all.top - 8))
    .map(box => JSON.stringify(box))
}"""


def test_everything_that_places_a_tile_fits(phone: Callable[..., Page]) -> None:
    """A tray of six tiles, or of all that are left, lies under its ring without scrolling."""
    ann = phone()
    long = "Maximiliane-Wilhelmine von Hohenstein"
    code = opened(ann, long, "Bo")
    lay(ann, code, {"orange": "0:22 8:Z..", "green": "0:11 1:12"}, hands={"p1": 4, "p2": 4}, bag=3)
    start = opened(ann, long, "Bo")
    record(ann, start, "start_round", first="p1")
    pages = {
        f"/t/{start}/sheet/place?by=p1&tile=green:&at=0": 6,
        f"/t/{code}/sheet/place?by=p1&tile=orange:&at=1": 4,
        f"/t/{code}/sheet/place?by=p1&tile=orange:&at=1&mode=all": 14,
        f"/t/{code}/sheet/place?by=p1&tile=green:&at=2&mode=other-purple": 16,
    }
    for path, tiles in pages.items():
        ann.goto(path)
        expect(ann.locator(".which .pick")).to_have_count(tiles)
        for width, height in SIZES:
            ann.set_viewport_size({"width": width, "height": height})
            found = ann.evaluate(HIDDEN, ".which .pick, .ring")
            assert not found, (width, height, path, found)


def test_everything_that_counts_a_round_fits(phone: Callable[..., Page]) -> None:
    """The tiles of a colour and the players' tabs, without scrolling."""
    ann = phone()
    code = opened(ann, "Ann", "Bo", "Cy")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 5, "p2": 2, "p3": 2}, bag=0)
    tiles = "&".join(f"hands.p1=orange:{kind}" for kind in ("0-1", "1-2", "2-2", "Z"))
    ann.goto(f"/t/{code}/sheet/end_round?blocked=true&now=p1&{tiles}")
    expect(ann.locator(".picker .pick")).to_have_count(16)
    for width, height in SIZES:
        if width == 780:  # on its side the tiles scroll under the hand
            continue
        ann.set_viewport_size({"width": width, "height": height})
        found = ann.evaluate(HIDDEN, ".picker .pick, .tabs .key, .hand__tile")
        assert not found, (width, height, found)


def test_blocked_is_refused_with_the_tile_that_fits_and_then_upheld(
    phone: Callable[..., Page],
) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 1, "p2": 1}, bag=0)

    def claim(tile: str) -> None:
        tap(ann, "green circle", exact=True)
        tap(ann, tile, exact=True)

    ann.goto(f"/t/{code}")
    tap(ann, "The round is blocked")
    claim("green 2-3")
    tap(ann, "Ann has 5. Next: Bo")
    expect(ann.get_by_text("Left in Bo’s hand")).to_be_visible()
    claim("green 1-3")
    tap(ann, "Bo wins and collects 5 points")
    ruling = ann.get_by_role("alertdialog")
    expect(ruling).to_contain_text("Illegal")
    expect(ruling).to_contain_text("Bo’s green 1-3 fits one past the top Doubles square.")
    expect(ruling.locator(".ring .is-chosen")).to_have_count(1)
    tap(ruling, "Take it back")
    ann.goto(f"/t/{code}")
    tap(ann, "The round is blocked")
    expect(ann.get_by_text("Left in Bo’s hand")).to_be_visible()  # Ann's row is filled in already
    claim("green 2-4")
    tap(ann, "Ann wins and collects 6 points")
    expect(ticker(ann)).to_contain_text("Ann won the round and collected 6 points")


def test_blocked_is_answered_from_what_is_known_before_any_hand_is_asked_for(
    phone: Callable[..., Page],
) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 3, "p2": 3}, bag=25)
    ann.goto(f"/t/{code}")
    tap(ann, "More")
    tap(ann, "The round is blocked")
    expect(ann.locator("main h2")).to_have_text("The round is not blocked")
    expect(ann.locator("main")).to_contain_text("There are still 25 tiles in the bag.")
    expect(ann.locator(".picker")).to_have_count(0)
    tap(ann, "Count the tiles", exact=True)
    expect(ann.locator("h2")).to_have_text("Left in Ann’s hand")
    tap(ann, "green circle", exact=True)
    expect(button(ann, "green 2-4", exact=True)).to_be_visible()
    ann.goto(f"/t/{code}/sheet/end_round?blocked=true")
    tap(ann, "Back to the board")
    expect(ann.locator(".rings")).to_be_visible()


def test_who_starts_can_be_drawn_for_where_it_is_asked(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    ann.goto(f"/t/{code}")
    tap(ann, "Who starts round 1?")
    tap(ann, "Draw tiles to see who starts")
    tap(ann, "orange 0-1", exact=True)
    tap(ann, "orange Zinga", exact=True)
    tap(ann, "Bo drew the highest and starts")
    expect(button(ann, "Bo starts round 1")).to_be_visible()


def test_the_number_of_a_zinga_and_where_it_fits_are_told(phone: Callable[..., Page]) -> None:
    """In the answer to a question, in a ruling and, where a narrow phone cuts it, at the top."""
    ann, bo = phone(), phone()
    code = opened(ann, "Ann", "Bo")
    join(bo, code, "p2")
    lay(ann, code, {"green": "0:11 1:13"}, hands={"p1": 3, "p2": 3}, bag=25)
    near(ann, code, "green")
    touch(space(ann, 15))
    tap(ann, "Just ask")
    tap(ann, "green Zinga", exact=True)
    if button(ann, "open, then 1").count():
        tap(ann, "open, then 1")
    expect(ann.get_by_role("alertdialog")).to_contain_text(
        "Ann’s green Zinga fits one before the top Doubles square, as a 1"
    )
    listening(bo, code)
    near(ann, code, "green")
    touch(space(ann, 15))
    tap(ann, "green Zinga", exact=True)
    tap(ann, "4, then 1")
    told = "Ann placed the green Zinga as 4 and 1"
    expect(ticker(bo)).to_contain_text(told)
    shown = (
        ticker(bo)
        .locator("a")
        .evaluate(
            """a => {
          const range = document.createRange(), text = a.firstChild
          range.setStart(text, 0)
          range.setEnd(text, text.data.indexOf('and 1') + 5)
          return range.getBoundingClientRect().right <= a.getBoundingClientRect().right
        }"""
        )
    )
    assert shown


def test_a_round_is_counted_together(phone: Callable[..., Page]) -> None:
    """Who won is asked once; each phone opens its own player's tiles, all see what is in, and what
    records is the main button once everybody is in."""
    ann, bo, cy = phone(), phone(), phone()
    code = opened(ann, "Ann", "Bo", "Cy", "Dee")
    for page, player in ((ann, "p1"), (bo, "p2"), (cy, "p3")):
        join(page, code, player)
        listening(page, code)
    tap(bo, "Count round 1")
    tap(bo, "Ann", exact=True)
    expect(bo.locator("h2")).to_have_text("Left in Bo’s hand")
    expect(ticker(ann)).to_contain_text("Round 1 is being counted: Bo …, Cy … and Dee …")
    rest(cy)
    tap(cy, "Count round 1")
    expect(cy.locator("h2")).to_have_text("Left in Cy’s hand")
    tap(bo, "orange 1-2", exact=True)
    tap(bo, "Bo has 3")
    expect(ticker(ann)).to_contain_text("Round 1 is being counted: Bo 3, Cy … and Dee …")
    expect(bo.locator("h2")).to_have_text("Left in Dee’s hand")
    tap(bo, "orange 0-1", exact=True)
    tap(bo, "Dee has 1")
    expect(bo.locator("h2")).to_have_text("Round 1 is being counted")
    expect(bo.locator("#counting")).to_contain_text("Ann won the round")
    expect(bo.locator("#bar")).to_contain_text("Waiting for Cy")
    expect(bo.locator("#bar .chit--main")).to_have_count(0)
    tap(cy, "orange 2-2", exact=True)
    expect(cy.locator("#bar .chit--main")).to_have_text("Ann wins and collects 8 points")
    tap(cy, "Ann wins and collects 8 points")
    for page in (ann, bo):
        expect(page.locator(".score__total").first).to_have_text("8")


def test_a_miscount_is_a_question(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 0, "p2": 2}, bag=9)
    ann.goto(f"/t/{code}")
    tap(ann, "Ann has gone out: count the tiles")
    tap(ann, "orange 1-2", exact=True)
    expect(ann.locator("#bar")).to_contain_text("1 tile is entered for Bo, but the count is 2.")
    expect(button(ann, "Count again")).to_be_visible()
    expect(ann.locator("#bar .chit--main")).to_have_count(0)
    tap(ann, "orange 2-2", exact=True)
    tap(ann, "Ann wins and collects 7 points")
    expect(ann.locator(".score__total").first).to_have_text("7")


def test_a_typed_sum_decides_nothing_before_a_digit(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo", "Cy")
    ann.goto(f"/t/{code}/sheet/end_round?winner=p1")
    tap(ann, "Type it")
    expect(ann.locator("#bar .chit--main")).to_have_count(0)
    tap(ann, "4", exact=True)
    tap(ann, "Bo has 4. Next: Cy")
    expect(ann.locator(".keypad")).to_be_visible()  # how Bo's was entered is remembered
    tap(ann, "Tiles")
    tap(ann, "orange 0-1", exact=True)
    tap(ann, "Ann wins and collects 5 points")
    expect(ann.locator(".score__total").first).to_have_text("5")


def test_the_scorepad_alone(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo", "Cy")
    ann.goto(f"/t/{code}")
    tap(ann, "+16 for the purple circle")
    tap(ann, "Cy")
    expect(ann.locator(".score").nth(2)).to_contain_text("16")
    expect(button(ann, "+16 for the purple circle")).to_have_count(0)
    tap(ann, "Count round 1")
    tap(ann, "Bo")
    tap(ann, "Type it")
    tap(ann, "1", exact=True)
    tap(ann, "2", exact=True)
    tap(ann, "Ann has 12. Next: Cy")
    tap(ann, "Tiles")
    tap(ann, "yellow circle", exact=True)
    tap(ann, "yellow Zinga", exact=True)
    tap(ann, "Bo wins and collects 28 points")
    expect(ann.locator(".score").nth(1)).to_contain_text("28")


def test_what_is_found_asked_and_warned_of(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    board = {"green": without(8, 15), "orange": "0:22", "yellow": "5:Z.."}
    lay(ann, code, board, hands={"p1": 4, "p2": 4}, bag=3)
    near(ann, code, "green")
    expect(ann.locator(".ring__middle")).to_contain_text("It cannot be closed")
    lay(ann, code, {**board, "orange": ""}, hands={"p1": 4, "p2": 4}, bag=3)
    near(ann, code, "green")
    tap(ann, "Can it be closed?")
    expect(ann.get_by_role("alertdialog")).to_contain_text("Yes")
    expect(ann.locator(".is-example")).to_have_count(2)
    near(ann, code, "green")
    touch(space(ann, 15))
    tap(ann, "green Zinga", exact=True)
    expect(ann.locator(".which")).to_contain_text("can no longer be closed")
    rest(ann)
    tap(ann, "Another tile")
    expect(ann.locator(".which .pick")).to_have_count(2)
    near(ann, code, "yellow")
    touch(space(ann, 6))
    tap(ann, "yellow 1-2", exact=True)
    expect(ann.locator(".which")).to_contain_text("Which way round does it go, clockwise?")
    tap(ann, "2, then 1")
    near(ann, code, "yellow")
    expect(space(ann, 6)).to_have_count(0)
    expect(ann.locator(".ring__spaces li").nth(7)).to_contain_text("")
    expect(space(ann, 7)).to_have_attribute("aria-label", "Space 7: free, beside a 1")
    touch(space(ann, 7))
    tap(ann, "All tiles")
    tap(ann, "yellow 3-4", exact=True)
    expect(ann.locator(".which")).to_contain_text(
        "Placed one before the bottom Doubles square, the yellow 3-4 touches a 1"
    )
    tap(ann, "3, then 4")
    expect(ann.get_by_role("alertdialog")).to_contain_text("Illegal")
    tap(ann, "Let it stand")
    expect(ticker(ann)).to_contain_text(
        "placed the yellow 3-4 one before the bottom Doubles square"
    )


def test_only_asking_records_nothing(phone: Callable[..., Page]) -> None:
    ann, watcher = phone(), phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 4, "p2": 4}, bag=3)
    join(watcher, code)
    near(watcher, code, "green")
    touch(space(watcher, 1))
    tap(watcher, "green 1-4", exact=True)
    expect(watcher.get_by_role("alertdialog")).to_contain_text("Legal")
    near(ann, code, "green")
    touch(space(ann, 1))
    tap(ann, "Just ask")
    tap(ann, "green 3-4", exact=True)
    expect(ann.get_by_role("alertdialog")).to_contain_text(
        "This was only a question. Nothing was recorded."
    )
    ann.goto(f"/t/{code}/log")
    expect(ann.locator(".log")).not_to_contain_text("green 1-4")


def test_drawn_tiles_stay_on_their_phone(phone: Callable[..., Page]) -> None:
    ann, bo = phone(), phone()
    code = opened(ann, "Ann", "Bo")
    join(bo, code, "p2")
    lay(ann, code, {"green": "0:11"}, turn="p2", hands={"p1": 4, "p2": 4}, bag=9)
    bo.goto(f"/t/{code}")
    tap(bo, "More")
    tap(bo, "Draw several tiles")
    tap(bo, "Enter which tiles")
    tap(bo, "green circle", exact=True)
    tap(bo, "green 3-4", exact=True)
    tap(bo, "green 1-2", exact=True)
    tap(bo, "Bo drew these 2 tiles")
    expect(ticker(bo)).to_contain_text("Bo drew 2 tiles")
    near(bo, code, "green")
    expect(bo.locator(".which")).to_contain_text("")
    expect(button(bo, "Bo: press and hold to look")).to_be_visible()
    touch(space(bo, 15))
    expect(bo.locator(".which .pick").first).to_have_attribute("aria-label", "green 1-2")
    near(ann, code, "green")
    expect(ticker(ann)).to_contain_text("Bo drew 2 tiles")
    assert "3-4" not in ann.content()
    ann.goto(f"/t/{code}/sheet/place?by=p2&tile=green:&at=15")
    asked = ann.request.get(f"/t/{code}/sheet/place?by=p2&tile=green:3-4&at=15").text()
    assert "holds" not in asked

    def ask(page: Page) -> str:
        form = page.request.get(f"/t/{code}?show=green").text()
        form = form[form.index('id="record"') :]
        sent = {name: field(form, name) for name in ("csrf_token", "seq", "key")}
        sent |= {"ask": "1", "type": "draw", "by": "p2"}
        return page.request.post(f"/t/{code}/events", form=sent).text()

    assert "verdict--legal" in ask(ann)  # nothing it may not know speaks through the answer
    assert "verdict--illegal" in ask(bo)


def test_set_it_right_by_tapping(phone: Callable[..., Page]) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 4, "p2": 4}, bag=9)
    ann.goto(f"/t/{code}/sheet/position")
    tap(ann, re.compile("^green circle"))
    touch(space(ann, 1))
    tap(ann, "green 1-3", exact=True)
    expect(ann.locator(".which")).to_contain_text("Turn it round")
    touch(space(ann, 0))
    tap(ann, "Remove it")
    tap(ann, "green Zinga", exact=True)
    ann.get_by_label("Tiles in the bag").fill("7")
    tap(ann, "Play on from here")
    expect(ann.locator(".onturn")).to_contain_text("Ann: 4 tiles, 7 in the bag")
    near(ann, code, "green")
    spaces = ann.locator(".ring__spaces li")
    expect(spaces.nth(0)).to_have_text("Space 0: green Zinga as 1 and 1")
    expect(spaces.nth(1)).to_have_text("Space 1: green 1-3")


def test_a_zinga_put_in_shows_the_number_it_touches_and_one_more(
    phone: Callable[..., Page],
) -> None:
    page = phone()
    page.goto("/check/zinga")
    tap(page, "orange circle, 0 of 16", exact=True)
    for at, tile in [(2, "orange 1-3"), (3, "orange Zinga")]:
        touch(space(page, at))
        tap(page, tile, exact=True)
    expect(page.locator(".which h2")).to_have_text("Orange Zinga")
    tap(page, "4", exact=True)
    expect(space(page, 3)).to_have_attribute("aria-label", "Space 3: orange Zinga as 3 and 4")
    touch(space(page, 4))
    tap(page, "orange 4-4", exact=True)
    touch(space(page, 3))
    expect(button(page, "Remove it")).to_be_visible()
    expect(page.get_by_text("Which number does it show?")).to_be_hidden()


def test_check_a_play_with_no_table(phone: Callable[..., Page]) -> None:
    page = phone()
    page.goto("/check/zinga")
    expect(page.locator(".rings .ring__joint")).to_have_count(4)
    tap(page, "orange circle, 0 of 16", exact=True)
    touch(space(page, 0))
    tap(page, "orange 3-3", exact=True)
    expect(button(page, "Remove it")).to_be_visible()
    tap(page, "What was played?")
    tap(page, "Who places a tile?")
    tap(page, "Ann", exact=True)
    tap(page, "orange circle, 1 of 16", exact=True)
    touch(space(page, 1))
    rest(page)
    tap(page, "orange 1-2", exact=True)
    ruling = page.get_by_role("alertdialog")
    expect(ruling).to_contain_text(
        "Placed one past the top Doubles square, the orange 1-2 touches a 3, but has no 3 itself."
    )
    tap(ruling, "Ask something else")
    tap(page, "Can it be closed?")
    expect(page.get_by_role("alertdialog")).to_contain_text("Yes")
    tap(page, "Link to this ruling")
    expect(page.get_by_role("alertdialog")).to_contain_text("Yes")


def test_check_what_is_left_at_the_end(phone: Callable[..., Page]) -> None:
    page = phone()
    page.goto("/check/zinga")
    tap(page, "green circle, 0 of 16", exact=True)
    touch(space(page, 0))
    tap(page, "green 1-1", exact=True)
    page.get_by_label("Tiles in the bag").fill("0")
    tap(page, "What was played?")
    tap(page, "The round is blocked")
    tap(page, "green circle", exact=True)
    tap(page, "green 1-3", exact=True)
    for name, tile in (("Bo", "green 2-4"), ("Cy", "green 3-4")):
        tap(page, re.compile(f"^{name} "))
        tap(page, tile, exact=True)
    tap(page, "Ask the referee")
    ruling = page.get_by_role("alertdialog")
    expect(ruling).to_contain_text("Ann’s green 1-3 fits one past the top Doubles square.")
    tap(ruling, "Ask something else")
    tap(page, "Start over")
    tap(page, "What was played?")
    tap(page, "Can a circle still be closed?")
    tap(page, "purple circle", exact=True)
    expect(page.get_by_role("alertdialog")).to_contain_text("Yes")


PAGES = [
    "",
    "?show=green",
    "?show=pad",
    "/sheet/place?by=p1",
    "/sheet/place?by=p1&tile=green:&at=1",
    "/sheet/place?by=p1&tile=green:3-4&at=1",
    "/sheet/draw?by=p1",
    "/sheet/draw?by=p1&tiles=green:3-4",
    "/sheet/end_round?blocked=true",
    "/sheet/end_round?blocked=true&points.p1=3",
    "/sheet/position",
    "/sheet/position?now=green:1",
]
BETWEEN = ["", "/sheet/lots", "/sheet/start_round", "/sheet/bonus", "/sheet/bonus?circle=green"]
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select')]
.filter(e => {
  const box = e.getBoundingClientRect()
  return box.width && (box.width < 43.5 || box.height < 43.5)
})
.filter(e => !e.matches('.skip, .first, .ticker a, .choice input, .score__name'))
.map(e => e.outerHTML.slice(0, 140))"""
WIDE = """() => document.documentElement.scrollWidth > innerWidth
|| document.querySelector('main').scrollWidth > document.querySelector('main').clientWidth"""


def test_axe_finds_nothing_on_any_page(
    phone: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    page = phone()
    between = opened(page, "Ann", "Bo", "Maximiliane-Wilhelmine von Hohenstein")
    code = opened(page, "Ann", "Bo", "Maximiliane-Wilhelmine von Hohenstein")
    board = {"green": "0:11 8:Z..", "orange": without(3, 15), "purple": "0:22"}
    lay(page, code, board, hands={"p1": 3, "p2": 2, "p3": 2}, bag=9)
    paths = [f"/t/{between}{path}" for path in BETWEEN] + [f"/t/{code}{path}" for path in PAGES]
    paths += ["/open/zinga", "/check/zinga", "/check/zinga?mode=ask&event.at=1"]
    for path in paths:
        page.goto(path)
        axe(page)
        assert page.evaluate(SMALL) == [], path
        assert not page.evaluate(WIDE), path
    near(page, code, "orange")
    tap(page, "Can it be closed?")
    page.get_by_role("alertdialog").wait_for()
    axe(page)


def test_a_phone_with_several_seats_shows_one_seats_tiles_at_a_time(
    phone: Callable[..., Page],
) -> None:
    ann = phone()
    code = opened(ann, "Ann", "Bo")
    lay(ann, code, {"green": "0:11"}, hands={"p1": 4, "p2": 4}, bag=9)
    ann.goto(f"/t/{code}/sheet/draw?by=p1")
    tap(ann, "Enter which tiles")
    rest(ann)
    tap(ann, "Enter which tiles")
    tap(ann, "green circle", exact=True)
    tap(ann, "green 3-4", exact=True)
    tap(ann, "Ann drew this tile")
    near(ann, code, "green")
    assert "3-4" not in ann.content()
    ann.goto(f"/t/{code}/sheet/draw?by=p1")
    assert "3-4" not in ann.content()
    tap(ann, "Enter which tiles")
    tap(ann, "green 3-4: go to its circle")
    expect(button(ann, "Ann: press and hold to look")).to_be_visible()
    touch(space(ann, 1))
    expect(ann.locator(".which .pick").first).to_be_visible()


def test_it_all_works_without_a_script(phone: Callable[..., Page]) -> None:
    ann = phone(script=False)
    code = opened(ann, "Ann", "Bo")
    ann.goto(f"/t/{code}/sheet/start_round")
    tap(ann, "Ann")
    place(ann, code, "orange 2-2", 0)
    ann.goto(f"/t/{code}/sheet/place")
    tap(ann, re.compile("^green circle"))
    touch(space(ann, 4))
    tap(ann, "All tiles")
    tap(ann, "green 1-2", exact=True)
    expect(ann.locator(".which")).to_contain_text("Bo must open with a Double or a Zinga")
    tap(ann, "Another tile")
    tap(ann, "green Zinga", exact=True)
    tap(ann, "3, then 3")
    expect(ticker(ann)).to_contain_text(
        "Bo placed the green Zinga as a 3, on the right-hand Doubles square"
    )
    ann.goto(f"/t/{code}/sheet/end_round?winner=p1")
    tap(ann, "yellow circle", exact=True)
    tap(ann, "yellow Zinga", exact=True)
    expect(ann.locator(".sum")).to_have_text("16")
    tap(ann, "purple circle", exact=True)
    expect(button(ann, "purple Zinga", exact=True)).to_be_visible()
    ann.goto(f"/t/{code}/log")
    expect(ann.locator(".log .tile")).to_have_count(2)
