"""Questions about the board, which change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from referee.core import (
    Message,
    Options,
    PlayerKey,
    Ruling,
    Unusable,
    UserText,
    plural,
    say,
)
from referee.core.action import Action, Shown, Viewer
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form
from referee.core.text import SingleValue
from referee.games.zinga.drawing import circles, drawn_circles
from referee.games.zinga.filling import Filling, facing_numbers, fill_circle, filled, filling
from referee.games.zinga.fitting import playable
from referee.games.zinga.placement import lie_on
from referee.games.zinga.rules import ruled
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    INDEX,
    SIZE,
    TILE,
    TILE_WORDS,
    TILES,
    WHERE,
    ZINGA,
    Colour,
    Tiles,
    zinga_shows,
)


class Ask(Action[State], frozen=True, tag="ask"):
    """Can `circle` still be filled? Or: which of `tiles` fit where?"""

    question: Literal["completable", "playable"]
    circle: Colour | UnsetType = UNSET
    tiles: Tiles | UnsetType = UNSET
    is_query = True
    forms = ("ask",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """A question has its own field, and not the other's."""
        about = {"circle": self.circle, "tiles": self.tiles}
        asks_for_circle = self.question == "completable"
        wanted, other = ("circle", "tiles") if asks_for_circle else ("tiles", "circle")
        if about[wanted] is UNSET:
            missing = say("The field {field} is missing.", field=UserText(wanted))
            raise Unusable(f"{path}.{wanted}", missing)
        if about[other] is not UNSET:
            odd = say("There is no field {field} here.", field=UserText(other))
            raise Unusable(f"{path}.{other}", odd)

    def judge(self, state: State) -> Ruling:
        """Answer in the facts, always legally."""
        if self.circle is not UNSET:
            return _can_be_filled(state, self.circle)
        assert self.tiles is not UNSET
        return _which_fit(state, self.tiles)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.circle is not UNSET:
            return say("Can the {circle} still be closed?", circle=CIRCLE_WORDS[self.circle])
        n = len(self.tiles or ())
        return plural("Does {n} tile fit?", "Do {n} tiles fit?", n)

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """Draw the circle with an example of how it can be closed, and the answer in a word."""
        if self.circle is UNSET:
            return {}
        colour = INDEX[self.circle]
        found = fill_circle(state, colour)
        if found is None:
            return {"circle": circles(state)[colour], "word": say("No"), "sign": "illegal"}
        laid = filled(state.board[colour], found)
        board = (*state.board[:colour], laid, *state.board[colour + 1 :])
        circle = drawn_circles(board, state.options.layout, {colour: {at for at, _ in found}})
        return {
            "circle": circle[colour],
            "example": bool(found),
            "word": say("Yes"),
            "sign": "legal",
        }

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Ask of which circle it is to be told."""
        if not state.in_round:
            return None
        label = say("Can a circle still be closed?")
        answers = tuple(
            Answer(
                label=CIRCLE_WORDS[colour],
                event=cls(question="completable", circle=colour),
                piece={"colour": colour, "text": str(SIZE - circle.count(None))},
            )
            for colour, circle in zip(COLOURS, state.board, strict=True)
        )
        fields = (Choice(name="circle", label=label, answers=answers),)
        return Form(label=label, fields=fields, only_asks=True)


def _can_be_filled(state: State, circle: Colour) -> Ruling:
    colour, words = INDEX[circle], CIRCLE_WORDS[circle]
    there, facing = state.board[colour], facing_numbers(state, colour)
    doubles_match = state.options.facing_double == "match"
    found = filling(there, facing, doubles_match)
    free = there.count(None)
    if found is None:
        reason = say("The {circle} can no longer be closed.", circle=words)
    elif free:
        reason = plural(
            "The {circle} can still be closed: {n} space is free.",
            "The {circle} can still be closed: {n} spaces are free.",
            free,
            circle=words,
        )
    else:
        reason = say("The {circle} is closed.", circle=words)
    effects = () if found is None else _zinga_in(colour, found)
    read_otherwise = filling(there, facing, not doubles_match)
    tiles = None if found is None else {str(at): TILE[colour, cell.kind] for at, cell in found}
    facts = {"completable": found is not None, "filling": tiles}
    readings = () if (found is None) == (read_otherwise is None) else ("facing_double",)
    return ruled((), ("zinga/6", "zinga/4"), reason, effects, readings, facts)


def _zinga_in(colour: int, found: Filling) -> tuple[Message, ...]:
    """Say where the Zinga goes in the example that was `found`, if it is still to be placed."""
    for at, cell in found:
        if cell.kind == ZINGA:
            tile, shows = TILE_WORDS[TILE[colour, ZINGA]], zinga_shows(cell.first, cell.last)
            goes = say(
                "In the example the {tile} goes {at}, {shows}.",
                tile=tile,
                at=WHERE[at],
                shows=shows,
            )
            return (goes,)
    return ()


def _which_fit(state: State, tiles: tuple[str, ...]) -> Ruling:
    """Answer for whoever is to move: with the opening rule before the first turn."""
    by = state.turn
    opening = by is not None and by not in state.opened
    fitting, readings = playable(state, tiles, opening)
    places: dict[str, list[int]] = {}
    for fit in fitting:
        places.setdefault(fit["tile"], []).append(fit["at"])
    n = len(places)
    return ruled(
        (),
        ("zinga/3", "zinga/4") if opening else ("zinga/4",),
        plural("{n} of these tiles fits.", "{n} of these tiles fit.", n),
        tuple(_where_it_fits(state, tile, at, opening) for tile, at in places.items()),
        readings=tuple(dict.fromkeys(readings)),
        facts={"playable": fitting},
    )


def _where_it_fits(state: State, tile: str, spaces: list[int], opening: bool) -> Message:
    """Say on which `spaces` a tile fits; of a Zinga also with which number there."""
    where: list[SingleValue] = [WHERE[at] for at in spaces]
    colour, kind = TILES[tile]
    if kind == ZINGA:
        cells = [(at, lie_on(state, colour, kind, at, opening).cell) for at in spaces]
        where = [
            say("{at} {shows}", at=WHERE[at], shows=zinga_shows(cell.first, cell.last))
            for at, cell in cells
            if cell
        ]
    return say("The {tile} fits {at}.", tile=TILE_WORDS[tile], at=where)
