"""The notes when a game ends: once, while one looks on, and only where the phone chose them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import listening, open_table, record
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

COUNTED = """
window.notes = 0
const own = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () { window.notes++; return own.call(this) }
"""


@pytest.mark.parametrize(("choice", "notes"), [("on", 3), ("", 0)])
def test_a_game_ends_with_a_sound_where_it_was_chosen(
    phone: Callable[..., Page], choice: str, notes: int
) -> None:
    host = phone()
    host.add_init_script(COUNTED)
    host.goto("/menu")
    host.locator(f'button[name=sound][value="{choice}"]').click()
    code = open_table(host, "Ann", "Bo")
    listening(host, code)
    record(host, code, "end_hand", winner="p1", **{"points.p2": "60"})
    expect(host.locator(".end")).to_be_visible()
    assert host.evaluate("notes") == notes
    host.goto(f"/t/{code}/log")
    host.goto(f"/t/{code}")
    expect(host.locator(".end")).to_be_visible()
    assert host.evaluate("notes") == 0, "what has ended long since is silent"
