"""A player places a tile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Message, Offer, Player, Ruling, say
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Form
from referee.core.judging import Fault
from referee.games.zinga import secrets
from referee.games.zinga.actions.place.form import PlaceForm, place_form
from referee.games.zinga.board import NOTHING, put
from referee.games.zinga.drawing import circles, spaces
from referee.games.zinga.placement import (
    WHEREVER_IT_LIES,
    Placement,
    bridges,
    faults_of,
    placement,
    readings_used,
)
from referee.games.zinga.rules import (
    circle_ends_game,
    circle_wins,
    closing,
    not_running,
    refused,
    ruled,
    score_circle,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOUR_WORDS,
    COLOURS,
    TILE_WORDS,
    TILES,
    WHERE,
    ZINGA,
    Colour,
    Ends,
    Space,
    Tile,
    zinga_shows,
)


class Place(Action[State], frozen=True, tag="place"):
    """`by` places `tile` on space `at` of `circle` (not told: its own); `ends`: how it lies, in
    clockwise order (zinga/3, zinga/4)."""

    by: Player
    tile: Tile
    at: Space
    ends: Ends | UnsetType = UNSET
    circle: Colour | UnsetType = UNSET
    exclusive = True
    forms = ("place",)

    def judge(self, state: State) -> Ruling:
        """Judge it by the rules of `placement`; a full circle scores at once (zinga/6)."""
        if stopped := not_running(state):
            return refused(stopped)
        p = self.placement(state)
        if self.circle and self._in_another_circle:
            return refused([*faults_of(p, WHEREVER_IT_LIES), self._wrong_circle()])
        faults = faults_of(p)
        if p.cell is None:
            either = say(
                "Beside the open Zinga, the {tile} fits either way round. It depends which "
                "way it is placed.",
                tile=TILE_WORDS[self.tile],
            )
            open_to = ("zinga/4.ii", "zinga/4.v")
            faults.append(Fault(open_to, either, is_open=True, can_stand=False))
        if faults and not (self.stands and all(fault.can_stand for fault in faults)):
            return refused(faults)
        clauses, effects, readings = _consequences(p)
        return ruled(
            faults,
            (*_grounds(p), *clauses),
            _how_it_fits(p),
            effects,
            () if faults else (*readings_used(p), *readings),
            _facts(p),
            stands=self.stands,
        )

    @property
    def _in_another_circle(self) -> bool:
        return bool(self.circle) and self.circle != COLOURS[TILES[self.tile][0]]

    def _wrong_circle(self) -> Fault:
        """Find that the circle has no place for the tile (zinga/4.i)."""
        own = COLOURS[TILES[self.tile][0]]
        reason = say(
            "The {tile} belongs in the {own}, not in the {circle}.",
            tile=TILE_WORDS[self.tile],
            own=CIRCLE_WORDS[own],
            circle=CIRCLE_WORDS[self.circle or own],
        )
        return Fault(("zinga/4.i",), reason, can_stand=False)

    @judged_once
    def placement(self, state: State) -> Placement:
        """Return how it would lie, legal or not."""
        ends = None if self.ends is UNSET else self.ends
        opening = self.by not in state.opened
        return placement(state, self.by, self.tile, self.at, ends, opening)

    def apply(self, state: State) -> State:
        """Lay the tile; whoever sits next is on turn, unless it was the last in the hand."""
        by, p = self.by, self.placement(state)
        assert p.cell is not None
        circle = put(p.circle, p.at, p.cell)
        held = state.hands[by]
        is_out = held == 1
        left = None if held is None else held - 1
        state = secrets.after_placing(state, by, self.tile, left)
        after = replace(
            state,
            turn=None if is_out else state.next_after(by),
            hands={**state.hands, by: left},
            board=(*state.board[: p.colour], circle, *state.board[p.colour + 1 :]),
            opened=state.opened_with(by),
            out=by if is_out else None,
            last=(p.colour, p.at),
        )
        return score_circle(after, by, COLOURS[p.colour]) if _closes(p) else after

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        by, tile = self.by, TILE_WORDS[self.tile]
        ends = ruling.facts.get("ends")
        shows = zinga_shows(*ends) if ends and TILES[self.tile][1] == ZINGA else None
        if closed := ruling.facts.get("closed"):
            circle = CIRCLE_WORDS[closed]
            if shows:
                return say(
                    "{by} closed the {circle} with the {tile} {shows}",
                    by=by,
                    circle=circle,
                    tile=tile,
                    shows=shows,
                )
            return say("{by} closed the {circle} with the {tile}", by=by, circle=circle, tile=tile)
        if shows:
            where = WHERE[self.at]
            return say(
                "{by} placed the {tile} {shows}, {at}", by=by, tile=tile, shows=shows, at=where
            )
        return say("{by} placed the {tile} {at}", by=by, tile=tile, at=WHERE[self.at])

    def notes(self, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Note the colour of a circle beside who closed it."""
        closed = ruling.facts.get("closed")
        return {self.by: [COLOUR_WORDS[closed]]} if closed else {}

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        return replace(ruling, reason=secrets.told_to(viewer, ruling.reason))

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """Draw the tile, and its circle; in another there is no space for it."""
        if self._in_another_circle:
            return {"keep": False}
        colour = TILES[self.tile][0]
        around = spaces(state.board, state.options.layout, colour)
        return {
            "tile": self.tile,
            "words": TILE_WORDS[self.tile],
            "space": around[self.at],
            "circle": circles(state)[colour],
        }

    def log_picture(self, state: State, ruling: Ruling, viewer: Viewer) -> Shown:
        """Draw the tile as it lies, its ends None where that is not known."""
        return {"tile": self.tile, "ends": ruling.facts.get("ends", (None, None))}

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.in_round and state.out is None:
            by = state.turn or viewer
            label = say("{by} places a tile", by=by) if by else say("Place a tile")
            yield Offer(label=label, sheet="place", fill={"by": by} if by else {}, main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | PlaceForm | None:
        return place_form(cls, state, viewer, draft)


def _closes(p: Placement) -> bool:
    return p.circle.count(None) == 1


def _grounds(p: Placement) -> list[str]:
    """Return the clauses that a legal placement rests on."""
    clauses = ["zinga/3" if p.opening else "zinga/4"]
    if p.before != NOTHING or p.after != NOTHING:
        clauses.append("zinga/4.ii")
        if p.before != NOTHING and p.after != NOTHING:
            clauses.append("zinga/4.iv")
    if p.square:
        clauses.append("zinga/4.iii")
        if p.number is not None:
            clauses.append("zinga/4.v")
            if bridges(p):
                clauses.append("zinga/ex.2")
    if p.kind == ZINGA and "zinga/4.v" not in clauses:
        clauses.append("zinga/4.v")
    return clauses


def _how_it_fits(p: Placement) -> Message:
    """Say that it fits, and where; of a Zinga also with which number."""
    tile = TILE_WORDS[p.tile]
    if p.kind == ZINGA:
        return _how_zinga_fits(p)
    if p.opening:
        return say("{by} opens with the {tile} {at}.", by=p.by, tile=tile, at=WHERE[p.at])
    if p.before == p.after == NOTHING and not bridges(p):
        circle = CIRCLE_WORDS[COLOURS[p.colour]]
        return say("{by} starts the {circle} with the {tile}.", by=p.by, circle=circle, tile=tile)
    return say("{by}'s {tile} fits {at}.", by=p.by, tile=tile, at=WHERE[p.at])


def _how_zinga_fits(p: Placement) -> Message:
    assert p.cell is not None
    said: dict[str, Message | str] = {
        "by": p.by,
        "tile": TILE_WORDS[p.tile],
        "at": WHERE[p.at],
        "shows": zinga_shows(p.cell.first, p.cell.last),
    }
    if p.opening:
        return say("{by} opens with the {tile} {at}, {shows}.", **said)
    if p.before == p.after == NOTHING and not bridges(p):
        circle = CIRCLE_WORDS[COLOURS[p.colour]]
        return say("{by} starts the {circle} with the {tile} {at}, {shows}.", circle=circle, **said)
    return say("{by}'s {tile} fits {at}, {shows}.", **said)


def _consequences(p: Placement) -> tuple[list[str], tuple[Message, ...], tuple[str, ...]]:
    """Return what follows once it lies: clauses, sentences, and the readings they rest on."""
    state, by = p.state, p.by
    readings: tuple[str, ...] = ()
    clauses: list[str] = []
    effects: list[Message] = []
    if _closes(p):
        clauses.append("zinga/6")
        effects.append(closing(state, by, COLOURS[p.colour]))
        if circle_wins(state, by):
            readings = ("target_at",)
        if circle_ends_game(state, by):
            clauses.append("zinga/win")
            effects.append(say("{by} has reached the target: the game is over.", by=by))
    if state.hands[by] == 1:
        clauses.append("zinga/7.A")
        effects.append(say("{by} has no tiles left: the round is over.", by=by))
    return clauses, tuple(effects), readings


def _facts(p: Placement) -> dict[str, object]:
    """Return what it comes to: how the tile lies, the circle it closes, who is next."""
    assert p.cell is not None
    state, closes = p.state, _closes(p)
    done = state.hands[p.by] == 1 or (closes and circle_ends_game(state, p.by))
    return {
        "ends": [p.cell.first, p.cell.last],
        "closed": COLOURS[p.colour] if closes else None,
        "next": None if done else state.next_after(p.by),
    }
