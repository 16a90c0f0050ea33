"""What the script adds: live pages, an honest link, nothing lost, nothing moved under a thumb."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request
from wire import Server, Table

pytestmark = pytest.mark.browser

START = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
HIDE = """
Object.defineProperty(document, 'hidden', {value: %s, configurable: true});
document.dispatchEvent(new Event('visibilitychange'))
"""


class Phone:
    """A phone with a cookie, at 360 × 640; what it asked the server for, and what went wrong."""

    def __init__(self, browser: Browser, server: Server, cookie: str) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 360, "height": 640}, base_url=server.url, has_touch=True
        )
        self.context.add_cookies([{"name": "phone", "value": cookie, "url": server.url}])
        self.context.set_default_timeout(8000)
        self.page: Page = self.context.new_page()
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.page.on("request", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _note(self, request: Request) -> None:
        path = "/" + request.url.split("/", 3)[3].partition("?")[0]
        if not path.startswith("/static/"):
            self.asked.append(f"{request.method} {path}")

    def sees(self, table: Table, seconds: float = 8) -> float:
        """Seconds until the page shows the table as it is now."""
        start = time.monotonic()
        line = f'body[data-line="{table.table_view().line}"]'
        self.page.locator(line).wait_for(state="attached", timeout=seconds * 1000)
        return time.monotonic() - start

    def count(self, what: str) -> int:
        return sum(what in line for line in self.asked)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "instance", phones=1)


@pytest.fixture
def server(tmp_path: Path, table: Table) -> Iterator[Server]:
    running = Server(tmp_path / "instance")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def phone_of(browser: Browser) -> Iterator[Callable[[Server, str], Phone]]:
    made: list[Phone] = []

    def make(server: Server, cookie: str) -> Phone:
        made.append(Phone(browser, server, cookie))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
        assert one.faults == []


@pytest.fixture
def phone(server: Server, phone_of: Callable[[Server, str], Phone]) -> Callable[[str], Phone]:
    return lambda cookie: phone_of(server, cookie)


@pytest.fixture
def guest(phone: Callable[[str], Phone], table: Table) -> Phone:
    """Another phone of the table, at the table's page, listening."""
    made = phone(table.guests[0])
    with made.page.expect_response("**/bell?page=1"):
        made.page.goto(f"/t/{table.code}")
    return made


def test_what_one_records_is_on_the_others_within_a_second(
    server: Server, table: Table, guest: Phone
) -> None:
    guest.page.evaluate(
        "window.kept = ['#main', '#bar', '#ticker'].map(w => document.querySelector(w))"
    )
    table.record(server, "one", **START)
    assert guest.sees(table) < 1
    assert guest.page.evaluate("window.kept.every(n => n.isConnected)"), "it was drawn, not loaded"
    assert "blue moon" in guest.page.inner_text("#ticker")
    for i in range(3):
        table.record(server, f"more-{i}", **({"type": "undo"} if i % 2 == 0 else START))
        guest.sees(table)
    assert guest.count("/bell") == 1, "one stream a tab"
    assert guest.count(f"GET /t/{table.code}") - guest.count("/bell") <= 5


def test_a_phone_that_plays_is_brought_the_page_and_asks_for_none(
    tmp_path: Path, phone_of: Callable[[Server, str], Phone]
) -> None:
    table = Table(tmp_path / "seated", phones=1, seated=1)
    server = Server(tmp_path / "seated")
    try:
        guest = phone_of(server, table.guests[0])
        page = guest.page
        with page.expect_response("**/bell?page=1"):
            page.goto(f"/t/{table.code}")
        page.evaluate("window.kept = document.querySelector('#main')")
        asked = len(guest.asked)
        for i, event in enumerate([START, {"type": "play", "by": "p2", "cards": "blue-sun"}]):
            table.record(server, f"e{i}", **event)
            guest.sees(table)
        assert "blue sun" in page.inner_text("#ticker")
        assert page.evaluate("window.kept.isConnected"), "it was drawn, not loaded"
        assert guest.asked[asked:] == []
        # With something else on the screen the page is asked for what that shows.
        page.goto(f"/t/{table.code}/sheet/play?by=p3")
        page.wait_for_timeout(300)
        before = page.inner_text("#over, main")
        table.record(server, "last", type="undo")
        guest.sees(table)
        assert guest.count(f"GET /t/{table.code}/since")
        assert page.url.endswith("/sheet/play?by=p3")
        assert page.inner_text("#over, main").split()[:5] == before.split()[:5]
    finally:
        server.stop()


HELD_BACK = r"""
from referee.web import packing
packing.Pieces.packed = lambda self, data: b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""


def test_where_what_is_packed_is_held_back_on_the_way_a_number_comes_through(
    tmp_path: Path, phone_of: Callable[[Server, str], Phone]
) -> None:
    table = Table(tmp_path / "seated", phones=1, seated=1)
    server = Server(tmp_path / "seated", patch=HELD_BACK)
    try:
        guest = phone_of(server, table.guests[0])
        page = guest.page
        page.clock.install()
        with page.expect_response("**/bell?page=1"):
            page.goto(f"/t/{table.code}")
        with page.expect_response("**/bell?"):
            page.clock.fast_forward(24_000)
        table.record(server, "one", **START)
        guest.sees(table)
        assert "blue moon" in page.inner_text("#ticker")
    finally:
        server.stop()


def test_what_is_typed_stays_while_the_rest_is_drawn(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host)
    with host.page.expect_response("**/bell?page=1"):
        host.page.goto(f"/t/{table.code}/people")
    field = name_field(host.page)
    field.fill("Anneliese")
    table.record(server, "one", **START)
    host.sees(table)
    assert "blue moon" in host.page.inner_text("#ticker")
    assert field.input_value() == "Anneliese"
    assert field.is_visible()


def name_field(page: Page) -> Locator:
    """Where the first player of the table can be renamed, opened."""
    page.locator("main details").evaluate_all("all => all.forEach(fold => { fold.open = true })")
    return page.locator("main input[name=name]").first


@pytest.mark.parametrize("how", ["network", "server"])
def test_an_offline_phone_says_so_and_comes_back_by_itself(
    server: Server, table: Table, guest: Phone, how: str
) -> None:
    page = guest.page
    before = page.inner_text("#ticker")
    if how == "network":
        guest.context.set_offline(True)
    else:
        server.stop()
    page.locator("#ticker.is-off").wait_for(timeout=15000)
    said = page.inner_text("#ticker")
    assert said.startswith("Offline since ")
    assert said.endswith("Trying to reconnect.")
    assert page.locator("#bar .chit").first.is_visible()
    if how == "network":
        table.record(server, "one", **START)
        guest.context.set_offline(False)
    else:
        server.start()
        table.record(server, "one", **START)
    assert guest.sees(table, 12) < (2 if how == "network" else 10)
    page.locator("#ticker:not(.is-off)").wait_for()
    assert page.inner_text("#ticker") not in (said, before)
    assert page.locator(".is-off").count() == 0


def test_a_sleeping_phone_holds_no_stream_and_is_right_when_it_wakes(
    server: Server, table: Table, guest: Phone
) -> None:
    page = guest.page
    page.evaluate(HIDE % "true")
    page.wait_for_timeout(300)
    asked = len(guest.asked)
    for i in range(30):
        table.record(server, f"e{i}", **(START if i % 2 == 0 else {"type": "undo"}))
    table.record(server, "last", **START)
    page.wait_for_timeout(500)
    assert len(guest.asked) == asked
    page.evaluate(HIDE % "false")
    assert guest.sees(table) < 2
    assert guest.count("/bell") == 2


def test_a_second_tap_sends_nothing(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host)
    with host.page.expect_response("**/bell?page=1"):
        host.page.goto(f"/t/{table.code}/people")
    host.page.route("**/people", lambda route: (time.sleep(0.3), route.continue_()))
    with host.page.expect_response(lambda answer: answer.request.method == "POST"):
        host.page.evaluate(
            """() => {
              const form = document.querySelector('main form[method=post]')
              const tap = form.querySelector('button')
              tap.click(); tap.click(); tap.click()
            }"""
        )
    host.page.wait_for_timeout(300)
    assert host.count("POST") == 1


def test_a_refusal_leaves_the_page_and_what_was_typed(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host)
    page = host.page
    with page.expect_response("**/bell?page=1"):
        page.goto(f"/t/{table.code}/people")
    page.evaluate("document.querySelectorAll('[name=csrf_token]').forEach(f => { f.value = 'x' })")
    field = name_field(page)
    field.fill("Anneliese")
    with page.expect_response(lambda r: r.request.method == "POST") as answer:
        field.press("Enter")
    assert answer.value.status == 400
    page.locator("#notice .notice").wait_for()
    assert "Nothing was recorded" in page.inner_text("#notice")
    assert field.input_value() == "Anneliese"
    assert page.url.endswith("/people")
    assert page.locator(".is-busy").count() == 0


def test_without_a_link_nothing_is_lost_and_it_is_said(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host)
    page = host.page
    with page.expect_response("**/bell?page=1"):
        page.goto(f"/t/{table.code}/people")
    field = name_field(page)
    field.fill("Anneliese")
    host.context.set_offline(True)
    field.press("Enter")
    page.locator("#notice .notice").wait_for()
    assert "was not recorded" in page.inner_text("#notice")
    assert field.input_value() == "Anneliese"
    host.context.set_offline(False)
    page.locator("#ticker:not(.is-off)").wait_for()
    with page.expect_response(lambda r: r.request.method == "POST"):
        field.press("Enter")
    assert "Anneliese" in table.table_view().names.values()


def test_a_button_that_has_just_changed_takes_no_tap(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host)
    page = host.page
    with page.expect_response("**/bell?page=1"):
        page.goto(f"/t/{table.code}")
    # As soon as the update has put another button there, the thumb comes down; then once more.
    page.evaluate(
        """() => {
          window.taps = 0
          const tap = () => {
            const button = [...document.querySelectorAll('#bar a.chit')].at(-1)
            button.addEventListener('click', (e) => { e.preventDefault(); window.taps += 1 })
            button.click()
          }
          const seen = new MutationObserver(() => {
            seen.disconnect()
            setTimeout(tap, 50)
            setTimeout(tap, 900)
          })
          seen.observe(document.querySelector('#bar'), {subtree: true, childList: true,
            attributes: true, characterData: true})
        }"""
    )
    table.record(server, "one", **START)
    host.sees(table)
    page.wait_for_timeout(300)
    assert page.evaluate("window.taps") == 0
    page.wait_for_timeout(900)
    assert page.evaluate("window.taps") > 0


def test_back_leads_from_a_sheet_to_the_table(
    server: Server, table: Table, phone: Callable[[str], Phone]
) -> None:
    table.record(server, "one", **START)
    page = phone(table.host).page
    page.goto(f"/t/{table.code}")
    page.locator("#bar a.chit").last.click()
    page.wait_for_url("**/sheet/**")
    page.wait_for_timeout(600)  # what has just been drawn takes no tap
    inside = page.locator("main button:visible").first
    if inside.count():
        with page.expect_response("**/sheet/**"):
            inside.click()
        page.locator(".is-busy").first.wait_for(state="detached")
    page.go_back()
    page.locator("#bar").get_by_text("Bo plays", exact=True).wait_for()  # not the sheet's heading
    assert page.url.rstrip("?").endswith(f"/t/{table.code}")


def test_a_file_is_a_file(server: Server, table: Table, phone: Callable[[str], Phone]) -> None:
    page = phone(table.host).page
    page.goto(f"/t/{table.code}")
    page.evaluate(
        """(path) => {
          const link = `<a id="f" href="${path}">F</a>`
          document.querySelector("main").insertAdjacentHTML("afterbegin", link)
          htmx.process(document.querySelector('#f'))
        }""",
        f"/t/{table.code}/record.json",
    )
    with page.expect_download() as file:
        page.click("#f")
    assert "referee-record" in Path(file.value.path()).read_text()
    assert page.locator("#bar").is_visible()


def test_a_removed_phone_is_told(
    server: Server, table: Table, guest: Phone, phone: Callable[[str], Phone]
) -> None:
    host = phone(table.host).page
    host.goto(f"/t/{table.code}/people")
    number = next(here.id for here in table.table_view().phones if not here.host)
    host.evaluate(
        """([path, token, number]) => fetch(path, {method: 'POST', body: new URLSearchParams(
             {csrf_token: token, do: 'remove', phone: number})})""",
        [f"/t/{table.code}/people", table.form, str(number)],
    )
    guest.page.locator("#notice .notice").wait_for()
    assert "removed from the table" in guest.page.inner_text("#notice")


def test_copying_works_on_plain_http(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/import")
    page.evaluate(
        """() => {
          Object.defineProperty(navigator, 'clipboard', {value: undefined})
          document.execCommand = (what) => { window.copied = [what, document.activeElement.value] }
          document.querySelector('main').insertAdjacentHTML('beforeend',
            '<button id="copy" data-copy="http://x/t/ABC234" data-copied="Copied">Copy</button>')
        }"""
    )
    page.click("#copy")
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("window.copied") == ["copy", "http://x/t/ABC234"]
    page.close()
