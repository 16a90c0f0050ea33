"""What comes over the wire when a phone that was never here asks for a page."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from flask.testing import FlaskClient

LOADED = re.compile(r'<(?:link|script|img|use)[^>]* (?:href|src)="([^"#]+)')
ADDRESS = re.compile(r"url\(['\"]?([^'\")#]+)")
"""In a stylesheet."""
LINE = len("HTTP/1.1 200 OK\r\n") + 20
"""Of the head, what the test client leaves out: the first line, and roughly what a server adds."""


def loaded(html: str) -> list[str]:
    """The addresses that a browser loads for a page, in order. It takes one icon, and the manifest
    only to install."""
    own = (address for address in LOADED.findall(html) if not address.startswith("data:"))
    return [a for a in dict.fromkeys(own) if not re.search(r"icons/.*png|manifest", a)]


def wire(client: FlaskClient, path: str) -> tuple[int, str]:
    """(bytes that come, the head too; the text)."""
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert packed.status_code == 200, (path, packed.status_code)
    return len(str(packed.headers)) + LINE + len(packed.data), client.get(path).text


def visit(client: FlaskClient, path: str) -> dict[str, int]:
    """The bytes of the page and of each file that a browser loads for it."""
    size, html = wire(client, path)
    sizes = {"the page": size}
    for address in loaded(html):
        size, text = wire(client, address)
        sizes[re.sub(r"\?.*", "", address)] = size
        if ".css" in address:
            for found in ADDRESS.findall(text):
                sizes[found] = wire(client, urljoin(address, found))[0]
    return sizes
