"""What is secret, and until when. For whom each thing is, its action says."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from referee.core import PlayerKey, Ruling, Secrecy, Viewer
from referee.core.event import Event
from referee.games.zigzag.state import State


class HiddenConstraints(Secrecy[State]):
    """Constraints, the lines they are read on, and powers that lie face down; and the hands that
    were put in before a declaration, as drafts."""

    def has_secret(self, state: State) -> bool:
        """Constraints are in a round of level 2 or 3, delayed powers until the lead that carries
        them out."""
        now = state.now
        return now is not None and (state.options.level > 1 or bool(now.announced))

    def known_state(self, state: State, viewer: Viewer) -> State:
        """Of constraints, numbers after shifts and waiting powers the viewer's own alone."""
        now = state.now
        if now is None:
            return state
        known = replace(
            now,
            held={player: it for player, it in now.held.items() if player == viewer},
            numbers={player: n if player == viewer else None for player, n in now.numbers.items()},
            shifts={player: n for player, n in now.shifts.items() if player == viewer},
            waiting=tuple(power for power in now.waiting if power.by == viewer),
            face_down=tuple(player for player in now.announced if player != viewer),
        )
        return replace(state, now=known)

    def stale_drafts(self, state: State, event: Event, ruling: Ruling) -> Collection[PlayerKey]:
        """No hand outlives its round."""
        if state.now is None:
            return state.options.players
        return super().stale_drafts(state, event, ruling)
