"""What the players themselves turn up at the end of a game, before anybody is told who won."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.core.form import Piece
from referee.core.keys import PlayerKey
from referee.core.text import Message


class FaceDown(msgspec.Struct, frozen=True, kw_only=True):
    """What lies face down before `player`, worth `count` points. `ask` says to turn it over,
    `told` that it was. `pieces` are those of it that are certain, which need not be all: plain
    data, as the game's template `reveal.html` draws them."""

    player: PlayerKey
    count: int
    ask: Message
    told: Message
    pieces: Sequence[Piece] = ()
