"""A screen in the middle of the table: everybody reads their own edge, nothing is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hands import open_table, record
from playwright.sync_api import Browser, Page, expect
from test_wall import LONG, OUTSIDE, television, wall_of

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
NAMES = ["Ann", "Boris", "Wilhelmina", "Dee", "Christopher", "Fay", "Grandmother", "Hans", "Ida"]
NAMES += ["Jonathan", "Katharina", "Lu", "Mo", LONG]
TURNS = {2: ("p1", "upper"), 5: ("p1", "left"), 9: ("p1", "lower"), 14: ("p13", "right")}
"""Who deals where so many play, and at which edge the one sits who is to play then."""

FAULTS = """() => {
    const found = [], area = e => e.getBoundingClientRect()
    const name = e => `${e.className}: ${e.textContent.trim().slice(0, 40)}`
    const within = (a, b) => a.left >= b.left - 1 && a.top >= b.top - 1
        && a.right <= b.right + 1 && a.bottom <= b.bottom + 1
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
        || a.bottom <= b.top + 1 || b.bottom <= a.top + 1
    const shown = query => [...document.querySelectorAll(query)].filter(e => area(e).width)
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, mid = shown('.mid')[0]
    for (const e of shown('.edge__name, .edge__score')) {
        if (!within(area(e), area(e.parentElement))) found.push(['leaves its seat', name(e)])
        if (!within(area(e), page)) found.push(['leaves the page', name(e)])
    }
    for (const e of shown('.mid > *, .mid > * > *, .wband p')) {
        if (!within(area(e), area(mid))) found.push(['leaves the middle', name(e)])
    }
    for (const kind of ['.edge__name, .edge__score, .mid', '.mid > *']) {
        const those = shown(kind)
        those.forEach((a, i) => those.slice(i + 1).forEach(b => {
            if (!apart(area(a), area(b))) found.push(['overlap', name(a), name(b)])
        }))
    }
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text; (text = walk.nextNode());) {
        const e = text.parentElement
        if (!text.data.trim() || e.closest('svg, .aloud, .card, .mid__label')) continue
        const size = parseFloat(getComputedStyle(e).fontSize)
        if (size < 16) found.push(['small', size, text.data])
    }
    return found
}"""
CUT = """() => [...document.querySelectorAll('.edge__name, .wband__say')].filter(e => {
    const style = getComputedStyle(e), slack = parseFloat(style.fontSize) / 2
    const along = e.scrollWidth - e.clientWidth, down = e.scrollHeight - e.clientHeight
    // The letters of a line may reach a little over it; along it nothing may be hidden.
    const isUpright = style.writingMode === 'horizontal-tb'
    return isUpright ? along > 1 || down > slack : down > 1 || along > slack
}).map(e => e.textContent)"""
"""Whatever is not shown whole."""
FACING = """() => Object.fromEntries([...document.querySelectorAll('.edge')].map(edge => {
    // Which way a line of its names runs, and which way is down for whoever reads it.
    const style = getComputedStyle(edge), isTurned = style.transform !== 'none'
    return [edge.className.match(/edge--([a-z]+)/)[1], [style.writingMode, isTurned]]
}))"""
FACED = {
    "lower": ["horizontal-tb", False],
    "left": ["vertical-rl", False],
    "upper": ["horizontal-tb", True],
    "right": ["vertical-rl", True],
}
GLOW = """() => {
    const seat = document.querySelector('.glow'), box = seat.getBoundingClientRect()
    const at = { lower: innerHeight - box.bottom, left: box.left, upper: box.top,
        right: innerWidth - box.right }
    const edge = seat.parentElement.className.match(/edge--([a-z]+)/)[1]
    const light = getComputedStyle(seat, '::after')
    return { edge, off: Math.round(at[edge]), lit: light.backgroundColor,
        moves: light.animationName, width: parseFloat(light.blockSize) }
}"""


SIZES = [(1024, 768), (768, 1024), (360, 640)]


def at_each_size(screen: Page) -> Iterator[int]:
    """Give the screen each size in turn; its width."""
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        yield width


def test_everybody_reads_their_own_edge(
    phone: Phones, browser: Browser, server, axe: Callable[[Page], None]
) -> None:
    host = phone()
    screen = television(browser, server)
    for count, (dealer, edge) in TURNS.items():
        names = NAMES[:count]
        options = {"options.half_decks": 3} if count > 9 else {}
        code = open_table(host, *names, **options)
        path = wall_of(host, code) + "/middle"
        screen.goto(path)
        expect(screen.locator(".mid__join p")).to_have_text(code)
        expect(screen.locator(".glow")).to_have_count(0)
        for width in at_each_size(screen):
            assert screen.evaluate(FAULTS) == [], (count, width)
        record(host, code, "start_hand", dealer=dealer, top="blue-wasp")
        expect(screen.locator(".glow")).to_have_count(1)
        expect(screen.locator(".glow")).to_have_attribute("aria-current", "true")
        expect(screen.locator(".mid__said")).to_have_text(
            screen.locator(".glow .edge__name").text_content() or ""
        )
        assert screen.locator(".edge__name").all_text_contents() == names
        for width in at_each_size(screen):
            at = (count, width)
            glow = screen.evaluate(GLOW)
            assert (glow["edge"], glow["off"], glow["moves"]) == (edge, 0, "none"), at
            assert glow["lit"] == "rgb(242, 193, 78)"
            assert glow["width"] > 6
            assert screen.evaluate(FAULTS) == [], at
            assert screen.evaluate(OUTSIDE) == [], at
            faced = screen.evaluate(FACING)
            assert faced == {edge: FACED[edge] for edge in faced}
            assert width < 700 or not {*screen.evaluate(CUT)} - {LONG}, at
            if count in (5, 14):
                axe(screen)
    points = {f"points.p{n}": str(n * 10) for n in range(2, 15)}
    record(host, code, "end_hand", winner="p1", stands="1", **points)
    expect(screen.locator(".edge__score").last).to_have_text("140")
    for width in at_each_size(screen):
        assert screen.evaluate(FAULTS) == [], width
    screen.context.close()


def test_it_lights_up_once_where_motion_is_wanted(phone: Phones, browser: Browser, server) -> None:
    host = phone()
    code = open_table(host, "Ann", "Bo", "Cy")
    path = wall_of(host, code) + "/middle"
    record(host, code, "start_hand", dealer="p1", top="blue-wasp")
    context = browser.new_context(viewport={"width": 1024, "height": 768}, base_url=server.url)
    screen = context.new_page()
    screen.goto(path)
    assert screen.evaluate(GLOW)["moves"] == "glow"
    assert (
        screen.evaluate(
            "getComputedStyle(document.querySelector('.glow'), '::after').animationIterationCount"
        )
        == "1"
    )
    context.close()


def test_on_a_phone_on_its_side_nothing_is_cut_off(phone: Phones, browser: Browser, server) -> None:
    """How to join, and later the verdict, lie within the frame."""
    host = phone()
    screen = television(browser, server, 780, 280)
    for count in (2, 6):
        code = open_table(host, *NAMES[:count])
        screen.goto(wall_of(host, code) + "/middle")
        for shown in (".mid__join svg", ".mid .wband"):
            if shown == ".mid .wband":
                record(host, code, "start_hand", dealer="p1", top="blue-wasp")
                expect(screen.locator(".mid__join")).to_have_count(0)
            inside = screen.evaluate(
                """shown => [...document.querySelectorAll(`.mid > *, ${shown}`)].every(e => {
                  const [box, room] = [e, e.closest('.mid')].map(of => of.getBoundingClientRect())
                  return !box.width || (box.top >= room.top - 1 && box.bottom <= room.bottom + 1)
                })""",
                shown,
            )
            assert inside, (count, shown)
    screen.context.close()
