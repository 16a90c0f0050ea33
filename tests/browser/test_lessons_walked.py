"""Each lesson, from its first step to the table it leads to, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import tap, touch
from playwright.sync_api import Page, expect
from test_axe import fits

from referee.games import games

pytestmark = pytest.mark.browser

TAUGHT = [game for game in games().values() if game.lesson]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.key, marks=[] if i in (0, len(TAUGHT) - 1) else pytest.mark.long)
        for i, game in enumerate(TAUGHT)
    ],
)
def test_a_lesson_is_walked_to_its_end(
    phone: Callable[..., Page], axe: Callable[[Page], None], game
) -> None:
    """Task and choices are in sight without scrolling; a wrong choice is ruled on and tried again,
    the right one leads on."""
    page = phone()
    page.goto(f"/open/{game.key}")
    tap(page, f"Learn {game.name} alone")
    looked = len(game.lesson.steps) // 2
    for number, step in enumerate(game.lesson.steps):
        expect(page.locator(".top__name")).to_contain_text(f"Step {number + 1} of")
        choices = page.locator(".tries > a")
        assert choices.count() == len(step.choices)
        expect(page.locator("#task")).to_be_in_viewport(ratio=1)
        for place in range(len(step.choices)):
            expect(choices.nth(place)).to_be_in_viewport(ratio=1)
        fits(page)
        right = next(i for i, choice in enumerate(step.choices) if choice.right)
        if number == looked:
            axe(page)
            touch(choices.nth(0 if right else 1))
            expect(page.locator(".over")).to_be_visible()
            axe(page)
            tap(page, "Try again")
            expect(page.locator(".over")).to_have_count(0)
        touch(choices.nth(right))
        expect(page.locator(".verdict--legal")).to_be_in_viewport()
        touch(page.locator(".over .chit--main"))
    page.wait_for_url(f"**/open/{game.key}")


def test_rules_lead_back_to_the_step_without_a_script(phone: Callable[..., Page]) -> None:
    page = phone(script=False)
    page.goto("/learn/zar/1")
    touch(page.locator(".tries > a").first)
    expect(page.locator(".verdict--illegal")).to_be_visible()
    touch(page.locator(".ruling__clause").first)
    tap(page, "Back to the lesson")
    page.wait_for_url("**/learn/zar/1")
