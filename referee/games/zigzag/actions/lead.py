"""A new lead: what lies face down is carried out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import Action, ClauseId, Message, Offer, Ruling, Viewer, plural, say
from referee.games.zigzag.actions.power.cards import POWER, TenSeconds
from referee.games.zigzag.actions.power.event import CARDS
from referee.games.zigzag.rules import SETUP, THEFT, THEFT_UNTIL, no_round, ruled
from referee.games.zigzag.state import Delayed, State
from referee.games.zigzag.words import names

_DEALT = say("A new lead: everyone is dealt a card.")


class Lead(Action[State], frozen=True, tag="lead"):
    """A new lead: a card is dealt to each."""

    def judge(self, state: State) -> Ruling:
        """Cards are dealt; what waited is carried out in the order announced (zigzag/power), thefts
        are over (reading `theft_until`)."""
        now = state.now
        if now is None:
            return no_round(state, (POWER, SETUP))
        if not (now.waiting or now.thefts):
            return ruled((), (SETUP,), _DEALT, facts={"carried_out": [], "dropped": []})
        carried, dropped = _sorted_out(now.waiting)
        clauses: tuple[ClauseId, ...] = (SETUP,)
        effects = [CARDS[power.power].at_lead(power) for power in carried]
        for power in dropped:
            away = say(
                "{by}'s {power} is thrown away: only the first one played replaces the deal.",
                power=CARDS[power.power].name,
                by=power.by,
            )
            effects.append(away)
        if now.waiting:
            clauses += (POWER, *dict.fromkeys(f"{POWER}.{p.power}" for p in now.waiting))
        if now.thefts:
            clauses += (THEFT,)
        if now.thefts and not state.options.keeps_thefts:
            fourth = plural(
                "{players} picks up a fourth card.",
                "{players} pick up a fourth card each.",
                len(now.thefts),
                players=names(now.thefts),
            )
            effects.append(fourth)
        facts = {
            "carried_out": [[power.by, power.power] for power in carried],
            "dropped": [[power.by, power.power] for power in dropped],
        }
        readings = THEFT_UNTIL if now.thefts else ()
        return ruled((), clauses, _DEALT, tuple(effects), readings, facts)

    def apply(self, state: State) -> State:
        """Nothing is left that lasts until the lead."""
        now = state.now
        assert now is not None
        thefts = now.thefts if state.options.keeps_thefts else ()
        if now.thefts == thefts and not now.swaps and not now.announced:
            return state
        after = replace(now, thefts=thefts, swaps=(), waiting=(), announced=())
        return replace(state, now=after)

    def seconds(self, ruling: Ruling) -> int:
        """See zigzag/power.ten-seconds."""
        carried = ruling.facts.get("carried_out", [])
        return 10 if any(power == TenSeconds.key for _, power in carried) else 0

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("A new lead")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Behind "…" where nothing waits for it or ends with it."""
        now = state.now
        if now is not None:
            gives_back = now.thefts and not state.options.keeps_thefts
            matters = bool(now.announced or gives_back or now.swaps)
            yield Offer(label=say("New lead"), event=cls(), more=not matters)


def _sorted_out(waiting: tuple[Delayed, ...]) -> tuple[list[Delayed], list[Delayed]]:
    """What is carried out, in the order announced, and what is thrown away: of those that take
    over the deal all but the first."""
    carried: list[Delayed] = []
    dropped: list[Delayed] = []
    is_taken = False
    for power in waiting:
        takes_over = CARDS[power.power].takes_over_deal
        (dropped if takes_over and is_taken else carried).append(power)
        is_taken = is_taken or takes_over
    return carried, dropped
