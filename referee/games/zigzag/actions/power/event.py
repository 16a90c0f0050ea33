"""A power is played, or put face down until the next lead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import PlayerKey
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.event import Options, Player
from referee.core.form import Answer, Drawing, Offer
from referee.core.ruling import LEGAL, Ruling
from referee.core.text import Message, say
from referee.games.zigzag.actions.power.cancel import LABELS, Cancel, liftable
from referee.games.zigzag.actions.power.cards import (
    POWER,
    Master,
    PowerCard,
    Swap,
    TenSeconds,
    Theft,
    Watch,
)
from referee.games.zigzag.rules import SETUP, no_round
from referee.games.zigzag.state import State, Stopped
from referee.games.zigzag.words import STOP_KINDS

PowerName: TypeAlias = Literal["theft", "swap", "cancel", "master", "ten-seconds", "watch"]

CARDS: dict[str, PowerCard] = {
    card.key: card for card in (Theft(), Swap(), Cancel(), Master(), TenSeconds(), Watch())
}
"""Every power, in the order of its buttons."""


class PowerForm(Drawing, frozen=True, kw_only=True):
    """Who plays (`by`), the `power` that was chosen (`named`), and what can be tapped now: powers
    that work at once (`open`) and those that lie `face_down`; then `targets`."""

    by: PlayerKey | None
    players: Sequence[PlayerKey]
    power: str | None = None
    named: Message | None = None
    open: Sequence[Answer] = ()
    face_down: Sequence[Answer] = ()
    targets: Sequence[Answer] = ()


class Power(Action[State], frozen=True, tag="power"):
    """`by` plays a power, or puts a delayed one down. `what` and `feature`: what a cancel lifts."""

    by: Player
    power: PowerName
    on: Player | UnsetType = UNSET
    what: Literal["stop", "theft", "watch", "swap"] | UnsetType = UNSET
    feature: Stopped | UnsetType = UNSET
    forms = ("power",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Refuse fields that do not go together."""
        CARDS[self.power].check(self, path)

    def judge(self, state: State) -> Ruling:
        """Each power has rules of its own (zigzag/power)."""
        if state.now is None:
            return no_round(state, (POWER, SETUP, f"{POWER}.{self.power}"))
        return CARDS[self.power].judge(self, state, state.now)

    def apply(self, state: State) -> State:
        assert state.now is not None
        return replace(state, now=CARDS[self.power].apply(self, state.options, state.now))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return CARDS[self.power].describe(self, viewer)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is not None:
            yield Offer(label=say("Power"), sheet="power")

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> PowerForm:
        """Who plays it, which, and on whom or what."""
        options = state.options
        by = draft.player("by") or viewer
        power = draft.one_of("power", CARDS)
        if by is None or power is None:
            buttons = [_button(cls, by, card) for card in CARDS.values()] if by else []
            return PowerForm(
                label=say("Which power?") if by else say("Who plays a power?"),
                by=by,
                players=options.players,
                open=[each for each in buttons if not CARDS[each.value].is_delayed],
                face_down=[each for each in buttons if CARDS[each.value].is_delayed],
            )
        card = CARDS[power]
        return PowerForm(
            label=say("Tap to record"),
            by=by,
            players=options.players,
            power=power,
            named=card.label,
            targets=list(_targets(cls, state, by, card)),
        )

    # Secrets

    def private_to(self) -> PlayerKey | None:
        """A power that lies face down is its player's secret, until the lead that carries it out
        or the end of the round."""
        return self.by if CARDS[self.power].is_delayed else None

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        """Which power waits, and on whom, is not told."""
        if viewer == self.by or not CARDS[self.power].is_delayed:
            return ruling
        clause = f"{POWER}.{self.power}"
        ruling = replace(ruling, rules=tuple(rule for rule in ruling.rules if rule != clause))
        if not ruling.can_stand:  # no round runs: the same for every power
            return ruling
        if ruling.verdict == LEGAL:
            return replace(ruling, reason=say("{by} puts a power face down.", by=self.by))
        return replace(ruling, reason=say("{by} cannot play this power like that.", by=self.by))

    def stale_drafts(self, state: State, ruling: Ruling) -> Collection[PlayerKey]:
        """Hands of which cards have moved."""
        if self.power in (Swap.key, Theft.key) and ruling.verdict == LEGAL:
            return (self.by, self.on) if self.on else (self.by,)
        return ()


def _button(kind: type[Power], by: PlayerKey, card: PowerCard) -> Answer:
    """The button of a power: it records one for which nothing is open any more."""
    name: Any = card.key
    is_whole = card.is_delayed and not card.is_aimed
    event = kind(by=by, power=name) if is_whole else None
    return Answer(label=card.label, value=card.key, event=event)


def _targets(kind: type[Power], state: State, by: PlayerKey, card: PowerCard) -> Iterable[Answer]:
    """What `card` can be played on."""
    options = state.options
    name: Any = card.key
    if isinstance(card, Cancel):
        for on in options.members(by)[:: 1 if options.members(by)[0] == by else -1]:
            for what in liftable(state.now, on) if state.now else ():
                fields: Any = what
                event = kind(by=by, power=name, on=on, **fields)
                lifted = LABELS[event.what or "stop"]
                if event.feature:
                    lifted = say("STOP {what}", what=STOP_KINDS[event.feature])
                label = say("{what} on {name}", what=lifted, name=on)
                yield Answer(label=label, event=event)
        return
    others = options.opponents(by) if isinstance(card, Theft) else options.players
    for on in others:
        if on != by:
            event = kind(by=by, power=name, on=on)
            yield Answer(label=on, event=event)
