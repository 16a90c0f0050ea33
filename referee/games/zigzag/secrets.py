"""Who may know what, and until when (the page's *Secrets*)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from referee.core import LEGAL, NOBODY, Ruling, Secrecy, say
from referee.games.zigzag.cards import CARDS
from referee.games.zigzag.events import DELAYED, Dealt, Declare, Position, Power, Shift
from referee.games.zigzag.rules import HAND
from referee.games.zigzag.state import State


def has_secret(state: State) -> bool:
    """Whether anything is secret now: constraints in a round of level 2 or 3, delayed powers until
    the lead that carries them out."""
    now = state.now
    return now is not None and (state.setup.level > 1 or bool(now.announced))


class HiddenConstraints(Secrecy[State]):
    """Constraints, the lines they are read on, and powers that lie face down; and the hands that
    were put in before the shout, as drafts."""

    private_sheets = frozenset(("hand",))

    def has_secret(self, state: State) -> bool:
        """See the function of this name."""
        return has_secret(state)

    def private_to(self, event: Any) -> str | None:
        """The seat whose phone alone may see `event` until the round is over."""
        if isinstance(event, (Dealt, Shift)):
            return event.by
        if isinstance(event, Power) and event.power in DELAYED:
            return event.by
        if isinstance(event, Position) and event.constraints:
            players = [*event.constraints]
            return players[0] if len(players) == 1 else NOBODY
        return None

    def is_judged_on_secrets(self, event: Any) -> bool:
        """A declaration: whether a constraint is met is what it asks."""
        return isinstance(event, Declare)

    def ruling_for(self, event: Any, ruling: Ruling, viewer: str | None) -> Ruling:
        """`ruling` without what it tells of another's secret: which power waits, that a shift went
        over the edge of the card, how many features another's constraint lets count."""
        if isinstance(event, Power) and event.power in DELAYED and viewer != event.by:
            clause = f"zigzag/power.{event.power}"
            ruling = replace(ruling, rules=tuple(rule for rule in ruling.rules if rule != clause))
            if not ruling.can_stand:  # no round runs: the same for every power
                return ruling
            if ruling.verdict == LEGAL:
                return replace(ruling, reason=say("{by} puts a power face down.", by=event.by))
            return replace(ruling, reason=say("This power of {by} is not played so.", by=event.by))
        if isinstance(event, Shift) and viewer != event.by and ruling.verdict == LEGAL:
            return replace(ruling, readings=())
        if isinstance(event, Declare) and "counts" in ruling.facts:
            mine = {player: n for player, n in ruling.facts["counts"].items() if player == viewer}
            return replace(ruling, facts={**ruling.facts, "counts": mine})
        return ruling

    def replaces_secret(self, event: Any) -> bool:
        """A constraint stands for all that its seat has put in, replacing the last."""
        return isinstance(event, Dealt)

    def known_state(self, state: State, viewer: str | None) -> State:
        """Of constraints, numbers after shifts and waiting powers his own alone."""
        now = state.now
        if now is None:
            return state
        return replace(
            state,
            now=replace(
                now,
                held={player: it for player, it in now.held.items() if player == viewer},
                numbers={
                    player: n if player == viewer else None for player, n in now.numbers.items()
                },
                waiting=tuple(power for power in now.waiting if power.by == viewer),
                face_down=tuple(player for player in now.announced if player != viewer),
            ),
        )

    def merge_draft(self, state: State, event: Any, drafts: Mapping[str, Mapping[str, Any]]) -> Any:
        """A declaration with the hands that were put in before by those it rests on, where it
        shows none: a ZIG or ZAG rests on the partner's alone (or, by the reading `self_declare`, on
        one's own where the partner has none), any other call on both. A hand without cards is one
        that is not shown, and of two it is the one meant."""
        if not isinstance(event, Declare):
            return event
        single = event.call in ("zig", "zag")
        elsewhere = [player for player, hand in event.hands.items() if not hand]
        event = replace(event, hands={player: hand for player, hand in event.hands.items() if hand})
        if single and event.hands:
            return event
        setup, by = state.setup, event.by
        whose = setup.teams[setup.team[by]]
        if single:
            either = setup.readings["self_declare"] == "yes"
            whose = (setup.partner[by], by) if either else (setup.partner[by],)
            whose = tuple(player for player in whose if player in elsewhere) or whose
        for player in whose:
            cards = tuple(drafts.get(player, {}).get(f"hands.{player}") or ())
            whole = HAND - 1 <= len(cards) <= HAND and all(card in CARDS for card in cards)
            if whole and player not in event.hands:
                event = replace(event, hands={**event.hands, player: cards})
                if single:
                    break
        return event

    def stale_drafts(self, state: State, event: Any, ruling: Ruling) -> Collection[str]:
        """Whose hand is no more what it was: all, once no round runs; else who throws cards away,
        swaps them, steals one or is stolen from."""
        if state.now is None:
            return state.setup.players
        if (
            isinstance(event, Power)
            and event.power in ("swap", "theft")
            and ruling.verdict == LEGAL
        ):
            return (event.by, event.on) if event.on else (event.by,)
        found: Collection[str] = ruling.facts.get("change", ())
        return found
