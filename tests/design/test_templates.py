"""No template holds what a strict Content-Security-Policy refuses, or words past the catalogue."""

from __future__ import annotations

import re

import pytest
from sheet import TEMPLATES, pages


@pytest.mark.parametrize("name", pages())
def test_no_inline_style_or_script(name: str) -> None:
    text = pages()[name]
    assert not re.search(r"\sstyle\s*=|<style\b", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']|hx-on|javascript:", text)
    for tag in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in tag


@pytest.mark.parametrize(
    "name", [name for name in pages() if name.startswith(("parts/", "games/"))]
)
def test_words_go_through_the_catalogue(name: str) -> None:
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", pages()[name], flags=re.S)
    shown = re.sub(r"<[^<>]*>", " ", text)
    spoken = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*[a-z]{2}[^"]*)"', text)
    words = re.findall(r"[A-Za-z]{2,}", shown)
    assert set(words) <= {"Referee"}
    assert spoken == []


def test_every_macro_says_what_it_takes() -> None:
    for path in sorted((TEMPLATES / "parts").glob("*.html")):
        text = path.read_text("utf-8")
        for found in re.finditer(r"\{% macro (\w+)", text):
            before = text[: found.start()].rstrip()
            assert before.endswith("-#}"), f"{path.name}: {found[1]}"
