"""Everyone draws a tile for the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee.core import (
    ByPlayer,
    Message,
    Offer,
    Options,
    PlayerKey,
    Ruling,
    Unusable,
    UserText,
    say,
)
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.core.judging import Fault
from referee.games.zinga.drawing import DrawnRack, DrawnTile, drawn_tiles, rack
from referee.games.zinga.rules import game_over, refused, ruled
from referee.games.zinga.state import State
from referee.games.zinga.tiles import TILE_WORDS, TILES, VALUE, Tile


class Lot(msgspec.Struct, frozen=True):
    """A player with the tile drawn, if any yet."""

    player: PlayerKey
    tiles: tuple[DrawnTile, ...]


class LotsForm(Drawing, frozen=True, kw_only=True):
    """What each player drew; `open_row`: whose tile is to be told; `highest`: who has it, once all
    have drawn; `again`: everyone has to draw again."""

    lots: tuple[Lot, ...]
    highest: tuple[PlayerKey, ...]
    again: bool
    rack: tuple[DrawnRack, ...]


class Lots(Action[State], frozen=True, tag="lots"):
    """Everyone draws a tile for the start (zinga/1)."""

    draws: ByPlayer[Tile]
    exclusive = True
    forms = ("lots",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Everybody draws."""
        for player in players:
            if player not in self.draws:
                missing = say("{player} must draw a tile too.", player=UserText(player))
                raise Unusable(f"{path}.draws", missing)

    def judge(self, state: State) -> Ruling:
        """The highest value starts, unless it is shared (reading `lots_tie`)."""
        if over := game_over(state):
            return refused(over)
        faults = [*self._too_late(state), *self._drawn_twice()]
        tie = _tie(state, self.draws)
        readings = tie.readings if tie else ()
        if tie and tie.means_again:
            facts = {"again": True}
            again = Fault(("zinga/1",), tie.reason, readings=readings, can_stand=False, facts=facts)
            faults.append(again)
        starter = _highest(state, self.draws)[0]
        reason = say(
            "{starter} drew the {tile}, the highest, and starts.",
            starter=starter,
            tile=TILE_WORDS[self.draws[starter]],
        )
        used = () if faults else readings
        return ruled(faults, ("zinga/1",), reason, (), used, {"starter": starter})

    def _too_late(self, state: State) -> Iterator[Fault]:
        if state.round or state.in_round:
            before = say("You draw to see who starts only before the first round.")
            yield Fault(("zinga/1",), before, can_stand=False)
        elif state.starter is not None:
            found = say("It is already settled: {starter} starts.", starter=state.starter)
            yield Fault(("zinga/1",), found, can_stand=False)

    def _drawn_twice(self) -> Iterator[Fault]:
        for who, tile in self.draws.items():
            other = next(one for one, drawn in self.draws.items() if drawn == tile)
            if other != who:
                reason = say(
                    "There is only one {tile}, so {one} and {other} cannot both have drawn it.",
                    tile=TILE_WORDS[tile],
                    one=other,
                    other=who,
                )
                yield Fault(("zinga/tiles",), reason, can_stand=False)
                return

    def apply(self, state: State) -> State:
        return replace(state, starter=_highest(state, self.draws)[0], by_lots=True)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if "starter" in ruling.facts:
            return say(
                "{starter} drew the highest tile and starts", starter=ruling.facts["starter"]
            )
        return say("Tiles were drawn to see who starts")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if not state.in_round and state.round == 0 and state.starter is None:
            yield Offer(label=say("Draw tiles to see who starts"), sheet="lots", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> LotsForm:
        entered = draft.mapping("draws")
        draws = {
            who: tile
            for who in state.players
            if isinstance(tile := entered.get(who), str) and tile in TILES
        }
        waits = [who for who in state.players if who not in draws]
        highest = () if waits else _highest(state, draws)
        tie = None if waits else _tie(state, draws)
        again = tie is not None and tie.means_again
        event, label = None, None
        if tie and again:
            label = tie.reason
        elif highest:
            event = cls(draws=draws)
            label = say("{starter} drew the highest and starts", starter=highest[0])
        return LotsForm(
            lots=tuple(
                Lot(who, drawn_tiles([draws[who]] if who in draws else [])) for who in state.players
            ),
            open_row=draft.now if draft.now in waits else next(iter(waits), ""),
            highest=highest,
            again=again,
            rack=rack(draws.values()),
            event=event,
            label=label,
        )


class _Tie(NamedTuple):
    """Players who drew equal values. `readings`: those on which it rests whether it `means_again`,
    that everyone draws again."""

    reason: Message
    readings: tuple[str, ...]
    means_again: bool


def _tie(state: State, draws: Mapping[PlayerKey, str]) -> _Tie | None:
    """Find who drew equal values: those of the highest, else those of the next that is shared
    (reading `lots_tie`)."""
    drew: dict[int, list[PlayerKey]] = {}
    for who in state.players:
        drew.setdefault(VALUE[draws[who]], []).append(who)
    highest = max(drew)
    value = next((value for value in sorted(drew, reverse=True) if len(drew[value]) > 1), None)
    if value is None:
        return None
    players = drew[value]
    if value == highest:
        shared = say(
            "{players} are tied for the highest value: everyone draws again.", players=[*players]
        )
        return _Tie(shared, (), True)
    equal = say("{players} drew equal values: everyone draws again.", players=[*players])
    return _Tie(equal, ("lots_tie",), state.options.lots_tie == "any")


def _highest(state: State, draws: Mapping[PlayerKey, str]) -> tuple[PlayerKey, ...]:
    """Return who drew the highest value, in seating order."""
    best = max(VALUE[tile] for tile in draws.values())
    return tuple(who for who in state.players if VALUE[draws[who]] == best)
