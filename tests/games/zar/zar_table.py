"""A table of ZAR, with the events of every turn in short."""

from __future__ import annotations

from typing import Any

from game_table import GameTable

from referee.core import Ruling, render

VALUES = {"basic": 1, "command": 5, "power": 10}


class Table(GameTable):
    key = "zar"

    def start(self, dealer: str, top: str) -> Ruling:
        return self.legal("start_hand", dealer=dealer, top=top)

    def play(self, by: str, *cards: str, **more: Any) -> dict[str, Any]:
        return self.do("play", by=by, cards=cards, **more)

    def match(self, by: str, *cards: str, **more: Any) -> dict[str, Any]:
        return self.do("match", by=by, cards=cards, **more)

    def position(self, hands: str = "", **fields: Any) -> Ruling:
        """A position; `hands` as "Ann 3, Bo 2"."""
        counts = dict(part.split() for part in hands.split(",")) if hands else {}
        return self.legal("position", hands={name: int(n) for name, n in counts.items()}, **fields)


def said(ruling: Ruling) -> list[str]:
    """The effects of a ruling in words."""
    return [render(effect) for effect in ruling.effects]
