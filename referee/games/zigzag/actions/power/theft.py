"""Card theft: an opponent plays with three cards until the next lead, or the end of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.core import Fault, Message, Ruling, Viewer, say
from referee.games.zigzag.actions.power.card import PowerCard
from referee.games.zigzag.rules import THEFT_UNTIL, on_opponent, ruled, until_round_ends
from referee.games.zigzag.state import Round, State, TableOptions

if TYPE_CHECKING:
    from referee.games.zigzag.actions.power.event import Power


class Theft(PowerCard):
    """See zigzag/power.theft."""

    key = "theft"
    name = say("card theft")
    label = say("Card theft")
    is_aimed = True

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        options, by, on = state.options, play.by, play.on
        assert on
        faults = []
        if options.team[by] == options.team[on]:
            own = say(
                "{on} is on {by}'s own team: a card is stolen from an opponent.", by=by, on=on
            )
            faults.append(Fault(self.clauses, own, allowed=on_opponent(by)))
        if on in now.thefts:
            few = say("{on} has only three cards already, and cannot lose another.", on=on)
            faults.append(Fault(self.clauses, few))
        reason = say("{by} steals a card from {on}.", by=by, on=on)
        effect = say("{on} plays with three cards until the next lead.", on=on)
        if until_round_ends(options):
            effect = say("{on} plays with three cards until the round ends.", on=on)
        if faults:
            return ruled(faults, self.clauses, reason)
        return ruled((), self.clauses, reason, (effect,), THEFT_UNTIL)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        assert play.on
        return replace(now, thefts=options.seated({*now.thefts, play.on}))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        return say("{by} stole a card from {on}.", by=play.by, on=play.on or play.by)
