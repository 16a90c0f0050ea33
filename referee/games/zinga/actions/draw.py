"""Who has nothing to place draws, and passes once the bag is empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import (
    ILLEGAL,
    LEGAL,
    Message,
    Offer,
    Options,
    Player,
    PlayerKey,
    Ruling,
    Unusable,
    plural,
    say,
)
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Drawing, Form, of_players, question
from referee.core.judging import Fault, not_on_turn
from referee.games.zinga import secrets
from referee.games.zinga.board import space_of, tiles_of
from referee.games.zinga.drawing import DrawnRack, DrawnTile, drawn_tiles, rack
from referee.games.zinga.fitting import BY_TILE_AND_SPACE, Fit, playable
from referee.games.zinga.rules import not_running, refused, ruled
from referee.games.zinga.state import State
from referee.games.zinga.tiles import TILE_WORDS, TILES, Tiles

MOST_COUNTS = 12
"""So many counts are keys to tap."""


class DrawForm(Drawing, frozen=True, kw_only=True):
    """Who draws how many, at most `most`; on the player's `own` phone also which `tiles`. `counts`
    are the events of one tap."""

    by: PlayerKey
    most: int
    own: bool
    counts: tuple[Draw, ...]
    tiles: tuple[DrawnTile, ...]
    rack: tuple[DrawnRack, ...]


class Draw(Action[State], frozen=True, tag="draw"):
    """`by` takes `count` tiles (1 if neither is given) from the bag, which are `tiles` in this
    order (zinga/5)."""

    by: Player
    count: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | UnsetType = UNSET
    tiles: Annotated[Tiles, msgspec.Meta(min_length=1)] | UnsetType = UNSET
    exclusive = True
    forms = ("draw",)

    @property
    def number(self) -> int:
        """Return how many tiles are drawn."""
        if self.tiles is not UNSET:
            return len(self.tiles)
        return 1 if self.count is UNSET else self.count

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """A count is that of the tiles, if both are given."""
        if self.tiles is not UNSET and self.count not in (UNSET, len(self.tiles)):
            wrong = plural(
                "The count is wrong: {n} tile is listed.",
                "The count is wrong: {n} tiles are listed.",
                len(self.tiles),
            )
            raise Unusable(f"{path}.count", wrong)

    def judge(self, state: State) -> Ruling:
        """Allow it on the player's turn, from what the bag can hold (zinga/play)."""
        if stopped := not_running(state):
            return refused(stopped)
        by, tiles, n, most = self.by, self.tiles or (), self.number, state.most_in_bag
        faults = _out_of_turn(state, by)
        if n > most:
            faults.append(_more_than_in_bag(state, most))
        if tiles:
            faults += _elsewhere(state, by, tiles)
        if by in state.known or len(tiles) > 1:
            faults += _must_place(self, state, tiles[:-1])
        reason = plural("{by} draws {n} tile.", "{by} draws {n} tiles.", n, by=by)
        return ruled(faults, ("zinga/5",) if by in state.opened else ("zinga/5", "zinga/3"), reason)

    def apply(self, state: State) -> State:
        """Whoever draws stays on turn."""
        by, n = self.by, self.number
        held, known = state.hands[by], state.known
        if self.tiles is not UNSET:
            # A phone that took the seat over may name again what the one before it named.
            known = {**known, by: tuple(dict.fromkeys((*known.get(by, ()), *self.tiles)))}
        return replace(
            state,
            turn=by if state.turn is None else state.turn,
            bag=None if state.bag is None else state.bag - n,
            hands=state.hands if held is None else {**state.hands, by: held + n},
            known=known,
            named=state.named or self.tiles is not UNSET,
            wrong=_wrong_draws(self, state),
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """The tiles are told only to their player."""
        by, tiles = self.by, self.tiles
        if tiles and viewer == by:
            return say("{by} drew the {tiles}", by=by, tiles=[TILE_WORDS[tile] for tile in tiles])
        return plural("{by} drew {n} tile", "{by} drew {n} tiles", self.number, by=by)

    def private_to(self) -> PlayerKey | None:
        return self.by if self.tiles else None

    def public_form(self) -> Draw | None:
        return Draw(by=self.by, count=self.number, stands=self.stands) if self.tiles else None

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        return secrets.ruling_for(self.by, ruling, viewer)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        by = _acting(state, viewer)
        if by is not None:
            yield from _offer(state, cls(by=by), say("Draw a tile"))
            if state.most_in_bag:
                several = say("Draw several tiles")
                yield Offer(label=several, sheet="draw", fill={"by": by}, more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | DrawForm | None:
        if not state.in_round or state.out is not None:
            return None
        by = draft.player("by") or state.turn or viewer
        if by is None:
            return question("by", say("Who draws?"), of_players(state.players))
        chosen = tuple(draft.chosen("tiles", TILES))
        most = state.most_in_bag
        event, label = None, None
        if chosen:
            event = cls(by=by, tiles=chosen)
            label = plural("{by} drew this tile", "{by} drew these {n} tiles", len(chosen), by=by)
        gone = [*tiles_of(state.board), *state.known.get(by, ()), *chosen]
        return DrawForm(
            by=by,
            most=most,
            own=by == viewer,
            counts=tuple(cls(by=by, count=n) for n in range(1, min(most, MOST_COUNTS) + 1)),
            tiles=drawn_tiles(chosen),
            rack=rack(gone),
            event=event,
            label=label or say("How many does {by} draw?", by=by),
        )


class Pass(Action[State], frozen=True, tag="pass"):
    """`by` has nothing to place and the bag is empty (zinga/play)."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """Allow it once the bag is empty."""
        if stopped := not_running(state):
            return refused(stopped)
        by, clauses = self.by, ("zinga/play", "zinga/5")
        faults = _out_of_turn(state, by)
        if by in state.known:
            faults += _must_place(self, state)
        if state.bag:
            there = plural(
                "There is still {n} tile in the bag, so {by} draws.",
                "There are still {n} tiles in the bag, so {by} draws.",
                state.bag,
                by=by,
            )
            faults.append(Fault(clauses, there))
        elif state.most_in_bag:
            unknown = say(
                "{by} can pass only if the bag is empty. It depends how many tiles it holds.",
                by=by,
            )
            faults.append(Fault(clauses, unknown, is_open=True))
        return ruled(faults, clauses, say("The bag is empty, so {by} can pass.", by=by))

    def apply(self, state: State) -> State:
        """It is the player's first turn, too."""
        by = self.by
        return replace(
            state,
            turn=state.next_after(by),
            opened=state.opened_with(by),
            wrong=_wrong_draws(self, state),
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{by} passed", by=self.by)

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        return secrets.ruling_for(self.by, ruling, viewer)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        by = _acting(state, viewer)
        if by is not None:
            yield from _offer(state, cls(by=by), say("Pass"))


def _acting(state: State, viewer: Viewer) -> PlayerKey | None:
    """Return whose buttons are shown: whoever is on turn, else the viewer."""
    return (state.turn or viewer) if state.in_round and state.out is None else None


def _offer(state: State, event: Draw | Pass, label: Message) -> Iterator[Offer]:
    """Yield the button, unless it is known to be refused. What only the table knows (is the bag
    empty?) it may still have to say."""
    verdict = event.judge(state).verdict
    if verdict != ILLEGAL:
        yield Offer(label=label, event=event, more=verdict != LEGAL)


@judged_once
def _fitting_in_hand(event: Draw | Pass, state: State) -> list[Fit]:
    """List what fits of the tiles that the player is known to hold, as facts."""
    by, held = event.by, state.known.get(event.by)
    return playable(state, held, by not in state.opened)[0] if held else []


def _wrong_draws(event: Draw | Pass, state: State) -> secrets.Wrong:
    """Return what is wrong of the draws after drawing or passing, whatever is in the hand."""
    fitting = _fitting_in_hand(event, state) if event.by in state.known else []
    if not fitting:
        return state.wrong
    return secrets.after_waiting(state, event.by, [one["tile"] for one in fitting])


def _must_place(event: Draw | Pass, state: State, drew: tuple[str, ...] = ()) -> list[Fault]:
    """Find that the player is known to hold, or `drew` before drawing on, a tile that fits
    (zinga/5)."""
    by, fitting = event.by, _fitting_in_hand(event, state)
    held = state.known.get(by, ())
    if drew:
        more = [tile for tile in drew if tile not in held]
        fitting = fitting + playable(state, more, by not in state.opened)[0]
        fitting.sort(key=BY_TILE_AND_SPACE)
    if not fitting:
        return []
    tile, at = fitting[0]["tile"], fitting[0]["at"]
    reason = secrets.secret(secrets.FITS if tile in held else secrets.FIRST_FITS, by, tile, at)
    return [Fault(("zinga/5",), reason, facts={"playable": fitting})]


def _out_of_turn(state: State, by: PlayerKey) -> list[Fault]:
    """Find that it is another's turn."""
    if state.turn is None or state.turn == by:
        return []
    return [not_on_turn(("zinga/4", "zinga/5", "zinga/play"), state.turn, by)]


def _more_than_in_bag(state: State, most: int) -> Fault:
    """Find that the bag holds no more than `most` tiles."""
    if most == 0:
        reason = say("The bag is empty.")
    elif state.bag is None:
        reason = plural(
            "The bag cannot hold more than {n} tile.",
            "The bag cannot hold more than {n} tiles.",
            most,
        )
    else:
        reason = plural(
            "There is only {n} tile in the bag.", "There are only {n} tiles in the bag.", most
        )
    return Fault(("zinga/5", "zinga/play", "zinga/tiles"), reason, can_stand=False)


def _elsewhere(state: State, by: PlayerKey, tiles: tuple[str, ...]) -> list[Fault]:
    """Find drawn tiles that lie on the board, are in a hand, or are drawn twice."""
    held, faults = [*chain.from_iterable(state.known.values())], []
    for i, tile in enumerate(tiles):
        colour, kind = TILES[tile]
        if tile in held or space_of(state.board[colour], kind) is not None:
            reason = secrets.secret(secrets.NOT_IN_BAG, by, tile)
        elif tile in tiles[:i]:
            reason = secrets.secret(secrets.TWICE, by, tile)
        else:
            continue
        faults.append(Fault(("zinga/tiles",), reason, can_stand=False))
    return faults
