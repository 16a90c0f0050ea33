"""Short ways to set up a table and write down spells."""

from __future__ import annotations

from typing import Any

import game_table
from game_table import GameTable

from referee.core import Ruling
from referee.games.kazing import GAME

PLAYERS = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal"]
GAMES = {"kazing": GAME}
WORDS = ("kazaam", "zing", "kazaam-zing", "ka-zing")
MODIFIERS = ("half", "rewind", "arrows")
LETTERS = {"L": "light", "I": "life", "E": "energy", "M": "matter"}


def card(written: str) -> dict[str, Any]:
    """A card from its short form: `e`, `e:L`, `half:L=-2`, `kazaam:M=6`, `e:L*` for a Sorcerer
    card. Light where no resonance is given; the number is the red or the purple one."""
    sorcerer = written.endswith("*")
    rest, _, number = written.rstrip("*").partition("=")
    what, _, letter = rest.partition(":")
    kind = "word" if what in WORDS else "modifier" if what in MODIFIERS else "move"
    out: dict[str, Any] = {kind: what, "resonance": LETTERS[letter or "L"]}
    if number:
        out["bonus_mana" if kind == "word" else "mana"] = int(number)
    if sorcerer:
        out["sorcerer"] = True
    return out


def spell(written: str) -> list[dict[str, Any]]:
    """The cards of a spell: `1 e s:M kazaam:M`, the start position first."""
    start, *rest = written.split()
    first: dict[str, Any] = {"position": int(start.rstrip("*"))}
    if start.endswith("*"):
        first["sorcerer"] = True
    return [first, *map(card, rest)]


def record(players: int | list[str], options: dict[str, Any], events: list[dict]) -> bytes:
    """A record of the first so many players."""
    names = PLAYERS[:players] if isinstance(players, int) else players
    return game_table.record("kazing", names, options, events)


class Table(GameTable):
    """A table of the first so many players, or of these."""

    key = "kazing"

    def __init__(self, players: int | list[str] = 2, **options: Any) -> None:
        names = PLAYERS[:players] if isinstance(players, int) else players
        super().__init__(" ".join(names), **options)

    def cast(self, cards: str, by: str | None = None, **fields: Any) -> Ruling:
        """A spell in the short form, by the player whose turn it is if no other is named."""
        return self.judge("cast", by=by or self.state.turn, cards=spell(cards), **fields)

    def end(self, by: str | None = None, **fields: Any) -> Ruling:
        """The end of a turn."""
        return self.judge("end_turn", by=by or self.state.turn, **fields)

    def turns(self, count: int) -> None:
        """So many turns in which nothing is cast."""
        for _ in range(count):
            assert self.end().verdict == "legal"
