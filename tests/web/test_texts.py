"""Every word that a page shows comes from the catalogue.

The catalogue of these tests puts each of its messages between marks. What is left outside the marks
is a name, a number, a letter on a piece, or a sentence that no translator ever sees.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pseudo
import pytest
from babel.dates import format_date
from flask import Flask
from phones import phone_of, token_of
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


@pytest.mark.parametrize("key", games())
def test_every_word_of_a_page_is_in_the_catalogue(
    app: Flask, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    pseudo.render(monkeypatch, pseudo.marked)
    app.config["LIMITS"] = False
    service, phone = app.extensions["service"], phone_of(app)
    host = service.phones.find(token_of(phone))
    bypass: dict[str, str] = {}
    players = {*checks.NAMES}
    seen: set[str] = set()
    for record in evenings(key, (0, 2, 30)):
        code = brought_in(service, host, record)
        players |= {*record["players"]}  # type: ignore[misc]
        known = re.compile(rf"\b({'|'.join(map(re.escape, (*LOCALE, *players, code)))})\b")
        lines = len(record["events"]) + 1  # type: ignore[arg-type]
        for path in addresses(app, key, code, lines, seen, ENTRIES):
            answer = phone.get(path)
            assert answer.status_code < 500, path
            if answer.status_code == 200 and answer.mimetype == "text/html" and path != "/patterns":
                for text in Words(answer.text).found:
                    rest = known.sub("", KNOWN.sub("", unmarked(text)))
                    if re.search(r"[^\W\d_]{2}", SHOUTS.sub("", rest)):
                        bypass.setdefault(" ".join(rest.split()), urlsplit(path).path)
    assert not bypass, "\n".join(f"{path}: {text}" for text, path in bypass.items())
