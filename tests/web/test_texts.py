"""Every word that a page shows comes from the catalogue, and none run together when read out.

The catalogue of these tests puts each of its messages between marks. What is left outside the marks
is a name, a number, a letter on a piece, or a sentence that no translator ever sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import chain, islice
from urllib.parse import urlencode, urlsplit

import pseudo
import pytest
from aloud import Aloud, of_headings
from babel.dates import format_date
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of, token_of
from played import ENTRIES, addresses, brought_in, evenings
from pseudo import BEGIN, END

from referee.games import games
from referee.web.pages import checks

pytestmark = pytest.mark.slow

SHOWN = ("aria-label", "aria-description", "title", "placeholder", "alt", "label", "data-off")
NAMES = ["Referee", "BG Stats", "CSV", "localhost", *(game.name for game in games().values())]
"""Words that are the same in every language."""
LOCALE = ["and", format_date(locale="en_GB")]
"""Words that come with the language, not from the catalogue."""
PLAIN = re.compile(r"\b\d+(\.\d+){3}\S*|\b\d+ [A-Z][a-z]{2} \d{4}\b")
"""Addresses, and days."""


class Words(HTMLParser):
    """What a page says: texts, and attributes that are read out or shown."""

    SILENT = ("script", "style", "textarea", "code")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.stack: list[str] = []
        self.text = ""
        self.feed(page)
        # A sentence may have a name in bold: its marks are in two pieces of text.
        self.found += unmarked(self.text).split("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [given[name] or "" for name in SHOWN if name in given]
        self.stack.append(tag if not given.get("lang") or tag == "html" else "script")

    def handle_endtag(self, tag: str) -> None:
        while self.stack and self.stack.pop() not in (tag, "script"):
            pass

    def handle_data(self, data: str) -> None:
        if not set(self.stack) & set(self.SILENT):
            self.text += f"\n{data}"


def unmarked(text: str) -> str:
    """What of `text` lies outside all marks."""
    depth, out = 0, []
    for part in MARKS.split(text):
        if part in (BEGIN, END):
            depth += 1 if part == BEGIN else -1
        elif depth <= 0:
            out.append(part)
    return "".join(out)


MARKS = re.compile(f"([{BEGIN}{END}])")


KNOWN = re.compile("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))))
SHOUTS = re.compile(r"\b[A-Z]+(-[A-Z]+)*\b")
"""What a game shouts is the same in every language: ZIG-ZAG, STOP."""


@dataclass
class Walk:
    """Pages in the marked language, each by its address, and the names and codes on them."""

    pages: dict[str, str]
    known: set[str]


@pytest.fixture(scope="module", params=games())
def walk(request: pytest.FixtureRequest, shared: Flask) -> Iterator[Walk]:
    """The pages of one game at several moments, and those beside it."""
    key, app = request.param, shared
    with pytest.MonkeyPatch.context() as patch:
        # A game may be there before it is translated: then texts in no catalogue are right.
        taglines = {game.listing.tagline.text for game in games().values()}
        are_translated = taglines <= pseudo.messages()[""]
        pseudo.render(patch, pseudo.marked, pseudo.unmarked if are_translated else pseudo.marked)
        found = Walk({}, {*checks.NAMES})
        phone = phone_of(app)
        host = app.extensions["service"].phones.find(token_of(phone))
        seen: set[str] = set()
        for record in chain(evenings(key, (0, 2, 30)), islice(evenings(key, (400,)), 1)):
            code = brought_in(app.extensions["service"], host, record)
            found.known |= {code, *record["players"]}  # type: ignore[misc]
            lines = len(record["events"]) + 1  # type: ignore[arg-type]
            for path in addresses(app, key, code, lines, seen, ENTRIES):
                look(phone, path, found)
        beside(app, phone, code, found)
        first_round(app, phone, key, found)
        if key in ("zar", "zinga"):
            counting(phone, key, found)
        yield found


def look(phone: FlaskClient, path: str, found: Walk, name: str = "") -> None:
    answer = phone.get(path)
    assert answer.status_code < 500, path
    if answer.status_code == 200 and answer.mimetype == "text/html":
        found.pages[name or path] = answer.text


def send(phone: FlaskClient, path: str, **fields: object) -> str:
    """Post a form; where it leads."""
    answer = phone.post(path, data=fields | {"csrf_token": form_token(phone)})
    assert answer.status_code == 303, f"{path}: {answer.text}"
    return answer.headers["Location"]


def beside(app: Flask, phone: FlaskClient, code: str, found: Walk) -> None:
    """A league with this table in it, and wall boards of it."""
    league = {"name": "L", "points": "5 3 1", "by": "points", "people": "Ann\nBo", "key": code}
    address = send(phone, "/leagues/new", **league)
    found.known |= {"L", address.rpartition("/")[2]}
    send(phone, f"/t/{code}/leagues", add=address.rpartition("/")[2])
    for path in (address, f"{address}/change", f"/t/{code}/leagues", "/leagues"):
        look(phone, path, found)
    for board in ("table", "all"):
        send(phone, f"/t/{code}/wall", board=board, do="open", name="L")
    look(phone, f"/t/{code}/wall", found)
    for path in set(
        re.findall(r"/wall/[\dA-Z]{4}(?:-[\dA-Z]{4}){2}", found.pages[f"/t/{code}/wall"])
    ):
        look(app.test_client(), path, found)
        found.known |= set(re.findall(r"[\dA-Z]{4}", path))
        if f"{path}/middle<" in found.pages[f"/t/{code}/wall"]:
            look(app.test_client(), f"{path}/middle", found)
        assert path in found.pages


def first_round(app: Flask, phone: FlaskClient, key: str, found: Walk) -> None:
    """A table whose first round teaches: its steps one by one, then its first hint."""
    people = ["Ann", "Bo", "Cy", "Dee"]
    found.known |= {*people}
    location = send(phone, f"/open/{key}", key=f"first {key}", start="taught", name=people)
    code = location.rpartition("/")[2]
    found.known.add(code)
    for step in range(9):
        look(phone, f"/t/{code}", found, f"/t/{code} step {step}")
        if 'id="task"' not in found.pages[f"/t/{code} step {step}"]:
            break
        send(phone, f"/t/{code}/first-round", do="done", step=step)
    assert 'id="hint"' in found.pages[f"/t/{code} step {step}"]


def counting(phone: FlaskClient, key: str, found: Walk) -> None:
    """A hand or a round that is counted on several phones, on a phone that has counted."""
    people = ["Ann", "Bo", "Cy"]
    location = send(phone, f"/open/{key}", key=f"counted {key}", start="1", name=people)
    code = location.rpartition("/")[2]
    found.known.add(code)
    form = {"zar": "score", "zinga": "end_round"}[key]
    fields = {"winner": "p1", "now": "p2", f"{'points' if key == 'zar' else 'sums'}.p2": "9"}
    look(phone, f"/t/{code}/sheet/{form}?" + urlencode(fields), found, f"/t/{code} counting")


def test_every_word_of_a_page_is_in_the_catalogue(walk: Walk) -> None:
    bypass: dict[str, str] = {}
    known = re.compile(rf"\b({'|'.join(map(re.escape, (*LOCALE, *walk.known)))})\b")
    for path, page in walk.pages.items():
        for text in Words(page).found:
            rest = known.sub("", PLAIN.sub("", KNOWN.sub("", unmarked(text))))
            if re.search(r"[^\W\d_]{2}", SHOUTS.sub("", rest)):
                bypass.setdefault(" ".join(rest.split()), urlsplit(path).path)
    assert not bypass, "\n".join(f"{path}: {text}" for text, path in bypass.items())


def test_nothing_runs_together_when_it_is_read_out(walk: Walk) -> None:
    faults = {fault: path for path, page in walk.pages.items() for fault in Aloud(page).faults}
    assert not faults, "\n".join(f"{path}: {fault}" for fault, path in faults.items())


def test_headings_go_down_by_one_and_none_comes_twice(walk: Walk) -> None:
    # On a wall the tables of a café may all be called the same.
    pages = {path: page for path, page in walk.pages.items() if not path.startswith("/wall/")}
    found = {path: of_headings(Aloud(page).headings) for path, page in pages.items()}
    faults = {path: fault for path, fault in found.items() if fault}
    assert not faults, "\n".join(f"{path}: {fault}" for path, fault in faults.items())


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<button>ZAR<small>Match</small></button>", "ZAR | Match"),
        ("<a href='/'><b>Log</b> <span>What happened</span></a>", "Log | What happened"),
        ("<li><b>Ann</b> <span>⟦lowest⟧</span> <i>+1</i> <b>1</b></li>", "Ann | lowest | +1 | 1"),
        ("<h2>⟦<b>Ann</b>, which number?⟧</h2>", ""),
        ("<li><b>Ann</b><span class='aloud'>: </span><b>1</b></li>", ""),
        ("<li>Ann <svg role='img' aria-label='cards'></svg> 7</li>", "Ann | cards | 7"),
        ("<li>Ann <svg aria-hidden='true'><text>7</text></svg></li>", ""),
        ("<li><p>Ann</p><p>7</p></li>", ""),
    ],
)
def test_what_runs_together_is_seen(page: str, fault: str) -> None:
    assert "".join(Aloud(page).faults).partition("> ")[2] == fault
