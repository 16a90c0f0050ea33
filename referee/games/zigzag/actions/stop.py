"""A STOP is laid before an opponent."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import Action, Fault, Message, Offer, Player, PlayerKey, Ruling, Viewer, say
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form, of_players
from referee.games.zigzag.cards import FEATURE_WORDS
from referee.games.zigzag.rules import SETUP, STOP, no_round, on_opponent, ruled
from referee.games.zigzag.state import MOST_STOPS, State, Stopped
from referee.games.zigzag.words import STOP_KINDS, STOPS


class Stop(Action[State], frozen=True, tag="stop"):
    """`by` lays a STOP before `on`."""

    by: Player
    on: Player
    feature: Stopped
    forms = ("stop",)

    def judge(self, state: State) -> Ruling:
        """It is laid before an opponent who has less than two (zigzag/stop)."""
        if state.now is None:
            return no_round(state, (STOP, SETUP))
        options, by, on = state.options, self.by, self.on
        lie = state.now.stops.get(on, ())
        twice = ("same_stop",) if self.feature in lie else ()
        faults = []
        if options.team[by] == options.team[on]:
            own = say(
                "{on} is on {by}'s own team: a STOP goes in front of an opponent.", by=by, on=on
            )
            faults.append(Fault((STOP,), own, allowed=on_opponent(by)))
        if len(lie) >= MOST_STOPS:
            full = say("{on} already has two STOPs: {lie}.", on=on, lie=[STOPS[s] for s in lie])
            faults.append(Fault((STOP,), full))
        elif twice and not faults and options.readings["same_stop"] == "no":
            again = say(
                "There is already a {stop} in front of {on}.", stop=STOPS[self.feature], on=on
            )
            faults.append(Fault((STOP,), again, readings=twice))
        reason = say("{by} puts a {stop} in front of {on}.", by=by, stop=STOPS[self.feature], on=on)
        if faults:
            return ruled(faults, (STOP,), reason)
        effect = say(
            "The {feature} does not count for {on} until the round is over.",
            feature=FEATURE_WORDS[options.forbids[self.feature]],
            on=on,
        )
        readings = () if self.feature == "accessory" else ("stop_character",)
        return ruled((), (STOP,), reason, (effect,), twice + readings)

    def apply(self, state: State) -> State:
        now = state.now
        assert now is not None
        lie = (*now.stops.get(self.on, ()), self.feature)
        return replace(state, now=replace(now, stops={**now.stops, self.on: lie}))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        stop = STOPS[self.feature]
        return say("{by} put a {stop} in front of {on}", by=self.by, stop=stop, on=self.on)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is not None:
            yield Offer(label=say("STOP"), sheet="stop", sign="illegal")

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        """Who lays it; then what it says, before each opponent."""
        options = state.options
        by = draft.player("by") or viewer
        who = say("Who plays the STOP?")
        fields = [Choice(name="by", label=who, answers=of_players(options.players, by))]
        if by is not None:
            fields += [_kinds(cls, state, by, on) for on in options.opponents(by)]
        label = say("Who plays it?") if by is None else say("Tap the feature it names")
        return Form(title=who, label=label, fields=tuple(fields))


def _kinds(kind: type[Stop], state: State, by: PlayerKey, on: PlayerKey) -> Choice:
    """What it may say before `on`."""
    lie = state.now.stops.get(on, ()) if state.now else ()
    before = say("In front of {name}", name=on)
    if lie:
        before = say(
            "In front of {name} ({stops})", name=on, stops=[STOP_KINDS[stop] for stop in lie]
        )
    answers = tuple(
        Answer(
            label=say("STOP {what} in front of {name}", what=words, name=on),
            event=kind(by=by, on=on, feature=stop),
            piece={"short": words},
        )
        for stop, words in STOP_KINDS.items()
    )
    return Choice(name="feature", label=before, answers=answers)
