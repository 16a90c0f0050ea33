"""What a page says to those who listen: texts that only lie apart for the eye run together in the
name of a button, a link, a heading, a row or a cell, unless a sign or a pause stands between them.

In the language of these tests each message of the catalogue stands between marks: what lies inside
one message is a sentence of its own, whatever markup it has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from pseudo import BEGIN, END

SPOKEN = {"a", "button", "summary", "h1", "h2", "h3", "h4", "legend", "dt", "th", "td", "li"}
"""What is read in one go."""
BLOCKS = {"p", "div", "ul", "ol", "dl", "section", "table", "br", "form", "fieldset", "figure"}
"""What is read by itself inside a row or a cell; in a name it is joined with what is around it."""
NAMED = {"a", "button", "summary", "h1", "h2", "h3", "h4", "legend"}
FIELDS = {"input", "select", "textarea", "label"}
SILENT = {"script", "style", "template", "noscript", "textarea", "select", "datalist"}
EMPTY = {"input", "br", "img", "meta", "link", "hr", "wbr", "use", "path", "circle", "rect"}
EMPTY |= {"polyline", "line"}
PAUSES = ",.;:?!·–—…“«("


@dataclass
class Spoken:
    """What is read in one go: its texts in order, and None where something else is read between."""

    tag: str
    texts: list[str | None] = field(default_factory=list)


class Aloud(HTMLParser):
    """What of a page is read out, and where texts of it run together."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.open: list[tuple[str, bool]] = []  # tags, and whether what is in them is silent
        self.units: list[Spoken] = []
        self.feed(page)
        self.close()

    @property
    def is_in_a_name(self) -> bool:
        return bool(self.units) and self.units[-1].tag in NAMED

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        silent = bool(self.open) and self.open[-1][1]
        if not silent:
            if tag in SPOKEN:
                self.pause()
                self.units.append(Spoken(tag))
            elif tag in FIELDS or (tag in BLOCKS and not self.is_in_a_name):
                self.pause()
            label = given.get("aria-label")
            if label and (tag in SPOKEN or given.get("role") == "img"):
                self.say(label)
                silent = True
        silent |= tag in SILENT or given.get("aria-hidden") == "true" or "hidden" in given
        if tag not in EMPTY:
            self.open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        if not any(each == tag for each, _ in self.open):
            return
        while self.open:
            each, _ = self.open.pop()
            if each in SPOKEN and self.units and self.units[-1].tag == each:
                silent = bool(self.open) and self.open[-1][1]
                if not silent:
                    self.end(self.units.pop())
            if each == tag:
                break
        if tag in BLOCKS and not self.is_in_a_name:
            self.pause()

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self.open and self.open[-1][1]):
            self.say(data)

    def say(self, text: str) -> None:
        if self.units:
            self.units[-1].texts.append(text)

    def pause(self) -> None:
        if self.units:
            self.units[-1].texts.append(None)

    def end(self, unit: Spoken) -> None:
        if fault := run_together(unit.texts):
            self.faults.append(f"<{unit.tag}> {fault}")
        if unit.tag[0] == "h" and "aside" not in {tag for tag, _ in self.open}:
            said = "".join(text or " " for text in unit.texts)
            self.headings.append((int(unit.tag[1]), plain(said)))
        self.pause()


def plain(text: str) -> str:
    return " ".join(text.replace(BEGIN, "").replace(END, "").split())


def run_together(texts: list[str | None]) -> str:
    """Where two texts of one name have nothing between them, neither a sign nor a pause; "" if
    nowhere."""
    depth, before = 0, ""
    for text in texts:
        if text is None:
            before = ""
            continue
        for piece in re.split(rf"(?<={END})|(?={BEGIN})", text):
            start, end = plain(piece)[:1], plain(piece)[-1:]
            if before and start and depth == 0 and before not in PAUSES and start not in PAUSES:
                return plain(" | ".join(each or "/" for each in texts))
            depth += piece.count(BEGIN) - piece.count(END)
            if end:
                before = end
            elif depth == 0 and BEGIN in piece:
                before = ""
    return ""


def of_headings(headings: list[tuple[int, str]]) -> str:
    """What is wrong with the headings of a page: one that comes twice, or a level left out; "" if
    nothing."""
    said = [text.lower() for level, text in headings if level < 3]
    twice = [text for text in said if said.count(text) > 1]
    last = 0
    for level, text in headings:
        if level > last + 1:
            return f"level {level} after {last}: {text}"
        last = level
    return f"twice: {twice[0]}" if twice else ""
