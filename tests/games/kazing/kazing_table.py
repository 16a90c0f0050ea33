"""Short ways to set up a table and write down spells."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core import Ruling, render
from referee.core.draft import Draft
from referee.games.kazing import GAME
from referee.record import read
from referee.table import Entry, Fold

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
    return msgspec.json.encode(
        {
            "format": "referee-record",
            "version": 1,
            "game": "kazing",
            "players": names,
            "options": options,
            "events": events,
        }
    )


class Table:
    """A game under way. Every event goes through the whole way a record goes."""

    def __init__(self, players: int | list[str] = 2, **options: Any) -> None:
        self.players, self.options = players, options
        got = read(record(players, options, []), GAMES)
        self.fold: Fold = Fold(GAME, GAME.start(got.players, got.options))
        self.number = 0
        self.entry: Entry | None = None

    @property
    def state(self) -> Any:
        return self.fold.state

    def event(self, type: str, **fields: Any) -> Any:
        """The event, typed."""
        plain = {"type": type, **fields}
        return read(record(self.players, self.options, [plain]), GAMES).events[0]

    def do(self, type: str, **fields: Any) -> Ruling:
        """What the referee says to an event, which is recorded if it can be."""
        self.entry = self.fold.take(self.event(type, **fields), self.number)
        self.number += 1
        return self.entry.ruling

    def form(self, name: str, *, now: str = "", box: Any = None, **fields: Any) -> Any:
        """The form `name` as far as `fields` fill it in."""
        draft = Draft(fields, self.state.setup.players, now=now, memory=box)
        return GAME.form(name, self.state, None, draft)

    def cast(self, cards: str, by: str | None = None, **fields: Any) -> Ruling:
        """A spell in the short form, by the player whose turn it is if no other is named."""
        return self.do("cast", by=by or self.state.turn, cards=spell(cards), **fields)

    def end(self, by: str | None = None, **fields: Any) -> Ruling:
        """The end of a turn."""
        return self.do("end_turn", by=by or self.state.turn, **fields)

    def turns(self, count: int) -> None:
        """So many turns in which nothing is cast."""
        for _ in range(count):
            assert self.end().verdict == "legal"

    def report(self) -> dict[str, Any]:
        """The report's state, as JSON has it."""
        return msgspec.json.decode(msgspec.json.encode(GAME.report(self.state)))

    def scores(self) -> dict[str, int]:
        return GAME.scores(self.state)

    def winners(self) -> list[str]:
        return GAME.winners(self.state)


def legal(ruling: Ruling) -> Ruling:
    """`ruling`, which must be legal."""
    assert ruling.verdict == "legal", render(ruling.reason)
    return ruling


def illegal(ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be illegal by these clauses (`kazing/` left out)."""
    assert ruling.verdict == "illegal", render(ruling.reason)
    assert {f"kazing/{clause}" for clause in clauses} <= set(ruling.rules), ruling.rules
    return ruling


def undecided(ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be undecided by these clauses."""
    assert ruling.verdict == "undecided", render(ruling.reason)
    assert {f"kazing/{clause}" for clause in clauses} <= set(ruling.rules), ruling.rules
    return ruling
