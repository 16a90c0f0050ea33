"""Reads the stylesheets, the signs and the templates as the tests need them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
SHARED = (STATIC / "referee.css").read_text("utf-8")
OWN = sorted((STATIC / "games").glob("*.css"))
CSS = "\n".join([SHARED, *(path.read_text("utf-8") for path in OWN)])
SPRITES = [STATIC / "sprite.svg", *sorted((STATIC / "games").glob("*.svg"))]


def bare(css: str) -> str:
    """`css` without its comments."""
    return re.sub(r"/\*.*?\*/", "", css, flags=re.S)


def declared(selector: str) -> dict[str, str]:
    """The custom properties of the first rule with exactly this selector."""
    found = re.search(rf"(?m)^\s*{re.escape(selector)} {{([^}}]*)}}", bare(CSS))
    assert found, selector
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+?)\s*;", found[1]))


def lamp(dark: bool) -> dict[str, str]:
    """The tokens by day, or by night."""
    light = declared(":root")
    return {**light, **declared(':root[data-lamp="dark"]')} if dark else light


def felts() -> dict[str, tuple[str, str]]:
    """The colour of the felt of each game, by day and by night, and of a game that has none."""
    light, dark = lamp(False), lamp(True)
    found = {name: (light[name], dark[name]) for name in light if name.startswith("--felt-")}
    for path in OWN:
        own = re.findall(r"--felt: (#\w+);", path.read_text("utf-8"))
        assert own and set(own[1:]) == {own[-1]}, "by day, and twice by night"  # noqa: PT018
        found[path.stem] = (own[0], own[-1])
    return found


def piece_colours() -> dict[str, dict[str, str]]:
    """`--c` and `--on` of every piece class."""
    rules = re.findall(r"\.([\w-]+) \{ --c: (#\w+); --on: var\((--[\w-]+)\); \}", CSS)
    return {name: {"--c": field, "--on": ink} for name, field, ink in rules}


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2), 1 to 21."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@cache
def pages() -> dict[str, str]:
    """All templates by their path, without comments."""
    return {
        str(path.relative_to(TEMPLATES)): re.sub(
            r"\{#.*?#\}", "", path.read_text("utf-8"), flags=re.S
        )
        for path in sorted(TEMPLATES.rglob("*.html"))
    }


def signs() -> list[str]:
    """The ids of all signs, of the shared file first."""
    return [
        sign
        for path in SPRITES
        for sign in re.findall(r'<symbol id="([\w-]+)"', path.read_text("utf-8"))
    ]
