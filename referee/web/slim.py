"""Styles, scripts and signs as they are sent: without what is only there to be read.

What is left means the same, byte for byte where it is a string or an address. The files on disk
stay as they are.
"""

from __future__ import annotations

import re

_KEPT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\((?!\s*["'])[^)]*\)|\\.)"""
_COMMENTS_AND_SPACE = re.compile(_KEPT + r"|(?:/\*.*?\*/|\s)+", re.S)
_AROUND = re.compile(_KEPT + r"| ?([{},;]) ?|(?<=:) ", re.S)
_AT_THE_END = re.compile(r"\s//(?:\s[^'\"`/\]]*)?$")
"""A comment that a line ends with. With a quote, a slash or a bracket in it, it could be the end of
a string or of a regular expression, and stays."""
_UNDRAWN = re.compile(r"<!--.*?-->\s*|(?<=>)\s+(?=<)", re.S)


def style(text: str) -> str:
    """Return the stylesheet `text` without comments, and with no more space than it needs."""
    spaced = _COMMENTS_AND_SPACE.sub(_space, text).strip()
    return _AROUND.sub(lambda found: found[1] or found[2] or "", spaced)


def _space(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    # A comment alone parts two words, and is no space between two selectors.
    return " " if re.search(r"\s", re.sub(r"(?s)/\*.*?\*/", "", found[0])) else "/**/"


def script(text: str) -> str:
    """Return the script `text` without indents, empty lines, and comments in a line of their own or
    at the end of one. What lies in a template literal of several lines stays."""
    kept, is_within = [], False
    for line in text.splitlines():
        bare = line if is_within else _AT_THE_END.sub("", line.strip()).rstrip()
        if bare.startswith("//") and not is_within:
            continue
        is_within ^= bare.count("`") % 2 == 1
        if bare or is_within:
            kept.append(bare)
    return "\n".join(kept) + "\n"


def picture(text: str) -> str:
    """Return the SVG `text` without comments, and without the space between its elements."""
    return _UNDRAWN.sub("", text)
