"""What a page holds for those without a script, and for a browser that translates."""

from __future__ import annotations

import re

from flask import Flask
from phones import open_table, phone_of


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
