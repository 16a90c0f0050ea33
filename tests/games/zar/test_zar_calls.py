"""What is called with a play: the rulebook's examples (7, 13.2 and Table 2)."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import render
from referee.games.zar import GAME
from referee.games.zar.actions.play.calls import calls
from referee.games.zar.actions.play.events import Match, Play
from referee.games.zar.actions.play.placing import place_cards
from referee.games.zar.state import ZarOptions


def called(
    cards: list[str], *, held: int = 9, declare: str = "", by: str = "p2", chain: int = 1
) -> str:
    """What `by` calls with `cards` on p1's top card, of which there is one (`chain`), holding
    `held` before. Cards like it are a match."""
    state = GAME.start(["p1", "p2", "p3"], ZarOptions(half_decks=4))
    begin = {"type": "start_hand", "dealer": "p1", "top": "blue-sun"}
    state = msgspec.convert(begin, GAME.events).apply(state)
    assert state.hand is not None
    top = cards[0] if "-" in cards[0] and cards[0] in ("winged-dragon", "front-peacock") else ""
    hand = msgspec.structs.replace(
        state.hand,
        **({"top": top, "identity": top} if top and chain == 0 else {}),
        turn="p2",
        owner="p1",
        chain=chain or 1,
        hands={**state.hand.hands, by: held},
    )
    kind = Match if hand.identity == cards[0] else Play
    event = kind(by=by, cards=tuple(cards), **({"declare": declare} if declare else {}))
    play = place_cards(event, msgspec.structs.replace(state, hand=hand))
    return "-".join(render(part) for part in calls(hand, play)).upper()


SUN, MOON, POWER, PEACOCK = "blue-sun", "red-moon", "winged-dragon", "front-peacock"


@pytest.mark.parametrize(
    ("said", "cards", "more"),
    [
        ("", [MOON], {}),
        ("DOUBLE", [MOON] * 2, {}),
        ("TRIPLE", [MOON] * 3, {}),
        ("QUAD", [MOON] * 4, {}),
        ("ZAR", [MOON], {"held": 2}),
        ("ZAR’BLE", [MOON] * 2, {"held": 3}),
        ("ZAR’PLE", [MOON] * 3, {"held": 4}),
        ("ZAR’QUAD", [MOON] * 4, {"held": 5}),
        ("OUT", [MOON], {"held": 1}),
        ("MATCH", [SUN], {}),
        ("MATCH-OUT", [SUN], {"held": 1}),
        ("ZAR’CH", [SUN], {"held": 2}),
        ("MATCH-DOUBLE", [SUN] * 2, {}),
        ("MATCH-TRIPLE", [SUN] * 3, {}),
        ("DOUBLE", [SUN], {"by": "p1"}),
        ("TRIPLE", [SUN] * 2, {"by": "p1"}),
        ("QUAD", [SUN] * 3, {"by": "p1"}),
        ("ZAR’BLE", [SUN], {"by": "p1", "held": 2}),
        ("", [SUN], {"by": "p1", "chain": 2}),
        ("ZAR-MOONS", [POWER], {"held": 2, "declare": "moon"}),
        ("DOUBLE-SUNS", [POWER] * 2, {"declare": "sun"}),
        ("MATCH-MOONS", [POWER], {"declare": "moon", "chain": 0}),
        ("ZAR’CH-MOONS", [POWER], {"held": 2, "declare": "moon", "chain": 0}),
        ("ZAR’CH-TRIPLE-BLUE", [PEACOCK] * 3, {"held": 4, "declare": "blue", "chain": 0}),
        ("ZAR’QUAD-MOONS", [POWER] * 4, {"held": 5, "declare": "moon"}),
        ("ZAR’BLE-RED", [PEACOCK] * 2, {"held": 3, "declare": "red"}),
    ],
)
def test_what_is_called(said: str, cards: list[str], more: dict) -> None:
    assert called(cards, **more) == said
