"""A table in few words, for the tests of the rules."""

from __future__ import annotations

from typing import Any

from game_table import GameTable


class Table(GameTable):
    """A table of Zing-a-Zam!"""

    key = "zingazam"

    def play(self, by: str, card: int, **choices: Any) -> dict[str, Any]:
        """The facts of a legal play."""
        return self.do("play", by=by, card=card, **choices)

    def run(self, plays: str) -> dict[str, Any]:
        """Legal plays: `Ann 4, Bo 3`; a cat as `Ann c3`. The facts of the last."""
        facts: dict[str, Any] = {}
        for each in plays.split(","):
            by, card = each.split()
            cat = {"cat": True} if card.startswith("c") else {}
            facts = self.play(by, int(card.lstrip("c")), **cat)
        return facts


def started(names: str = "Ann Bo Cy", **options: Any) -> Table:
    """A table whose first game has begun."""
    table = Table(names, **options)
    table.do("start_game")
    return table


def tied_game(**options: Any) -> Table:
    """Nine each; whether Ann stole a 3 or an 8 decides, so the game waits for the piles."""
    table = started("Ann Bo", **options)
    table.run("Ann 3, Bo 8, Bo 2, Ann 2, Ann 8, Bo 1, Bo 3, Ann 4, Ann 5, Bo 6")
    table.run("Bo 5, Ann 6, Ann 7, Ann 1, Bo 4, Bo 7, Bo c1, Ann c6")
    return table
