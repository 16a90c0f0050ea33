"""A player places a tile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import LEGAL, ClauseId, Message, Offer, Player, PlayerKey, Ruling, say
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Form
from referee.games.zinga import secrets
from referee.games.zinga.actions.place.form import PlaceForm, place_form
from referee.games.zinga.board import put
from referee.games.zinga.drawing import circles, spaces
from referee.games.zinga.placement import Placement, broken_rules, lie_on
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


class PlaceResult(Placement, frozen=True, gc=False):
    """A placement, legal or not, and what comes of it: whether it `closes` its circle, how many are
    `left` in the hand (None: unknown), and who is `next` (None: nobody, the round or the game is
    over)."""

    closes: bool = False
    left: int | None = None
    next: PlayerKey | None = None


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
        p = self.result(state)
        faults = []
        if broken := broken_rules(p):
            faults = [rule(p) for rule in broken]
            if not (self.stands and all(fault.can_stand for fault in faults)):
                return refused(faults)
        lie = p.lie
        cell, clauses, readings = lie.cell, lie.grounds, lie.readings
        assert cell is not None
        effects: tuple[Message, ...] = ()
        if p.closes or p.left == 0:
            more, effects, used = _consequences(p)
            clauses, readings = clauses + more, readings + used
        reason = _how_it_fits(p)
        facts = {
            "ends": [cell.first, cell.last],
            "closed": COLOURS[p.colour] if p.closes else None,
            "next": p.next,
        }
        if faults:
            return ruled(faults, (), reason, effects, facts=facts, stands=True)
        return Ruling(LEGAL, clauses, reason, effects, readings, facts)

    @judged_once
    def result(self, state: State) -> PlaceResult:
        """Return how it would lie, legal or not, and what comes of it."""
        by, tile, at = self.by, self.tile, self.at
        other = None if self.circle is UNSET else self._other_circle
        colour, kind = TILES[tile]
        lie = lie_on(state, colour, kind, at, by not in state.opened, self.ends)
        circle, held = state.board[colour], state.hands[by]
        closes = lie.touches_both and circle.count(None) == 1
        left = None if held is None else held - 1
        is_over = left == 0 or (closes and circle_ends_game(state, by))
        after = None if is_over else state.next_after(by)
        return PlaceResult(state, by, tile, colour, at, circle, lie, other, closes, left, after)

    @property
    def _other_circle(self) -> Colour | None:
        """Return the circle of another colour in which it is put, if it is."""
        return self.circle if self.circle and self.circle != COLOURS[TILES[self.tile][0]] else None

    def apply(self, state: State) -> State:
        """Lay the tile; whoever sits next is on turn, unless it was the last in the hand."""
        by, p = self.by, self.result(state)
        left, cell = p.left, p.lie.cell
        assert cell is not None
        board, hands = [*state.board], state.hands.copy()
        board[p.colour] = put(p.circle, p.at, cell)
        hands[by] = left
        known, wrong = state.known, state.wrong
        if known:
            known, wrong = secrets.after_placing(state, by, self.tile, left)
        after = replace(
            state,
            turn=p.next,
            hands=hands,
            known=known,
            wrong=wrong,
            board=tuple(board),
            opened=state.opened_with(by) if p.lie.opening else state.opened,
            out=by if left == 0 else None,
            last=(p.colour, p.at),
        )
        return score_circle(after, by, COLOURS[p.colour]) if p.closes else after

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
        if self._other_circle:
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


def _how_it_fits(p: Placement) -> Message:
    """Say that it fits, and where; of a Zinga also with which number."""
    lie, by, tile = p.lie, p.by, TILE_WORDS[p.tile]
    if lie.kind == ZINGA:
        return _how_a_zinga_fits(p)
    if lie.alone and not lie.opening:
        circle = CIRCLE_WORDS[COLOURS[p.colour]]
        return say("{by} starts the {circle} with the {tile}.", by=by, circle=circle, tile=tile)
    sentence = _OPENS if lie.opening else _FITS
    return Message(sentence.text, {"by": by, "tile": tile, "at": WHERE[p.at]})


_OPENS = say("{by} opens with the {tile} {at}.")
_FITS = say("{by}'s {tile} fits {at}.")


def _how_a_zinga_fits(p: Placement) -> Message:
    lie, by = p.lie, p.by
    assert lie.cell is not None
    said = {
        "tile": TILE_WORDS[p.tile],
        "at": WHERE[p.at],
        "shows": zinga_shows(lie.cell.first, lie.cell.last),
    }
    if lie.opening:
        return say("{by} opens with the {tile} {at}, {shows}.", by=by, **said)
    if lie.alone:
        return say(
            "{by} starts the {circle} with the {tile} {at}, {shows}.",
            circle=CIRCLE_WORDS[COLOURS[p.colour]],
            by=by,
            **said,
        )
    return say("{by}'s {tile} fits {at}, {shows}.", by=by, **said)


def _consequences(
    p: PlaceResult,
) -> tuple[tuple[ClauseId, ...], tuple[Message, ...], tuple[str, ...]]:
    """Return what follows once it lies: clauses, sentences, and the readings they rest on."""
    state, by = p.state, p.by
    clauses: tuple[ClauseId, ...] = ()
    effects: tuple[Message, ...] = ()
    readings: tuple[str, ...] = ()
    if p.closes:
        clauses, effects = ("zinga/6",), (closing(state, by, COLOURS[p.colour]),)
        if circle_wins(state, by):
            readings = ("target_at",)
        if circle_ends_game(state, by):
            clauses += ("zinga/win",)
            effects += (say("{by} has reached the target: the game is over.", by=by),)
    if p.left == 0:
        clauses += ("zinga/7.A",)
        effects += (say("{by} has no tiles left: the round is over.", by=by),)
    return clauses, effects, readings
