"""What a page holds for those without a script, and for a browser that translates."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from html.parser import HTMLParser

import pytest
from flask import Flask
from phones import open_table, phone_of, token_of

from referee.service import all_games


def test_without_a_script_a_page_says_of_when_it_is(shared: Flask) -> None:
    """Not a sign that it is live, which nothing would keep true; shared parts too."""
    client = phone_of(shared)
    code = open_table(shared, client)
    for page in (f"/t/{code}", f"/t/{code}/log?before=99", f"/t/{code}/sheet/score"):
        html = client.get(page).text
        found = re.search(r'<noscript><a class="link" href="([^"]*)">as of (\d\d:\d\d) ', html)
        assert found is not None, page
        assert found[1].startswith(page)


def test_names_titles_and_codes_are_not_translated(shared: Flask) -> None:
    client = phone_of(shared)
    code = open_table(shared, client, ["Rose", "Will", "Mark"])
    pages = (f"/t/{code}", f"/t/{code}/door", f"/t/{code}/course", "/", "/tables")
    for page in pages:
        html = client.get(page).text
        for name in ("Rose", "Will", "Mark"):
            for tag in re.findall(rf"<([^<>]*)>\s*{name}\s*<", html):
                assert 'translate="no"' in tag or tag.startswith(("option", "title")), (page, tag)
    assert 'class="code" translate="no"' in client.get(f"/t/{code}/qr").text
    assert (
        'id="f-code" name="code" value="" maxlength="200" translate="no"'
        in client.get("/join").text
    )


class Untranslated(HTMLParser):
    """Finds texts that are one of `words` where a browser would translate them."""

    VOID = frozenset(("br", "img", "input", "link", "meta", "hr", "use", "path", "rect", "circle"))

    def __init__(self, words: Collection[str]) -> None:
        super().__init__()
        self.words, self.open, self.found = words, [("", False)], []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append((tag, self.open[-1][1] or ("translate", "no") in attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while len(self.open) > 1 and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tag, is_kept = self.open[-1]
        if data.strip() in self.words and not is_kept and tag not in ("title", "option", "text"):
            self.found.append((tag, data.strip()))


@pytest.mark.parametrize("key", ["zar", "kazing", "zinga", "zigzag", "zingazam"])
def test_no_page_lets_a_browser_translate_a_name(shared: Flask, key: str) -> None:
    """Names of players and games, titles and codes, on every page that a table leads to."""
    client = phone_of(shared)
    players = ["Rosemary", "Willow", "Marker", "Harbour"]
    service = shared.extensions["service"]
    phone = service.phones.find(token_of(client))
    code = service.opening.open_table(
        phone, key, players, {}, title="Harvest moon", key=f"open {key}"
    )
    games = [game.name for game in all_games().values()]
    waiting = [f"/t/{code}", f"/t/{code}/more", f"/t/{code}/settings", f"/t/{code}/people", "/"]
    seen: set[str] = set()
    faults = {}
    while waiting and len(seen) < 60:
        page = waiting.pop(0)
        if page in seen:
            continue
        seen.add(page)
        answer = client.get(page)
        if answer.mimetype != "text/html":
            continue
        parser = Untranslated({*players, *games, "Harvest moon", code})
        parser.feed(answer.text)
        if parser.found:
            faults[page] = parser.found
        links = re.findall(r'href="(/[^"#]*)', answer.text)
        waiting += [unescape(link) for link in links if "/static/" not in link]
    assert len(seen) > 20
    assert not faults
