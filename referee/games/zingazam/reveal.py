"""The end of a game: the children turn their piles over, one after the other."""

from __future__ import annotations

from referee.core import Event, PlayerKey, plural, say
from referee.core.reveal import FaceDown
from referee.games.zingazam.actions.play import Play
from referee.games.zingazam.cards import FROM_THE_TOP
from referee.games.zingazam.piles import Pile, bounds, certain
from referee.games.zingazam.state import State


def piles_to_turn(before: State, event: Event) -> list[FaceDown]:
    """Return the piles as they lie once `event` has ended a game, from the oldest player to the
    youngest; none where the referee does not know how high each of them is, or the table has
    looked into them itself."""
    if not isinstance(event, Play):
        return []
    piles = event.outcome(before).piles
    if any(pile.count is None for pile in piles):
        return []
    seats = before.agreed.ages if piles else ()
    return [_face_down(before.players[seat], piles[seat]) for seat in seats]


def _face_down(player: PlayerKey, pile: Pile) -> FaceDown:
    count = certain(pile)
    return FaceDown(
        player=player,
        count=count,
        ask=say("{name}, turn your pile over.", name=player),
        told=plural("{name} has {n} card", "{name} has {n} cards", count, name=player),
        pieces=[
            {"card": number, "colour": f"zingazam-n{number}"}
            for number in FROM_THE_TOP
            for _ in range(bounds(pile, number)[0])
        ],
    )
