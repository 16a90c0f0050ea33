"""Cancel: a STOP, a theft, a swap or a watch is lifted, from oneself or the partner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import ClauseId, Fault, Message, PlayerKey, Ruling, Unusable, Viewer, say
from referee.games.zigzag.actions.power.cards import POWER, PowerCard, Swap, Theft, Watch, exchanged
from referee.games.zigzag.rules import STOP, ruled
from referee.games.zigzag.state import Delayed, Round, State, TableOptions
from referee.games.zigzag.words import STOPS

if TYPE_CHECKING:
    from referee.games.zigzag.actions.power.event import Power

T = TypeVar("T")

NAMES = {"stop": say("STOP"), **{card.key: card.name for card in (Theft, Swap, Watch)}}
"""What can be lifted, in a sentence."""
LABELS = {"stop": say("STOP"), **{card.key: card.label for card in (Theft, Swap, Watch)}}
"""What can be lifted, on a button."""


class Cancel(PowerCard):
    """See zigzag/power.cancel."""

    key = "cancel"
    name = say("cancel card")
    label = say("Cancel card")

    def check(self, play: Power, path: str) -> None:
        if play.what is UNSET:
            raise Unusable(f"{path}.what", say("Say what is lifted."))
        if play.feature is not UNSET and play.what != "stop":
            raise Unusable(f"{path}.feature", say("Name a feature only when lifting a STOP."))

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        options, by, on, what = state.options, play.by, play.on or play.by, play.what
        assert what
        named = _named(play)
        lifts = say("{by} lifts the {what} on {on}.", by=by, what=named, on=on)
        if options.team[by] != options.team[on]:
            partner = options.partner[by]
            other = say(
                "{by} can only lift what was played on {by} or {partner}, not on {on}.",
                by=by,
                partner=partner,
                on=on,
            )
            return ruled([Fault(self.clauses, other)], self.clauses, lifts)
        clauses = (*self.clauses, STOP if what == "stop" else f"{POWER}.{what}")
        return ruled(list(_faults(play, now, on, clauses)), clauses, lifts)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        """The latest of its kind is lifted, if there is any."""
        on = play.on or play.by
        if play.what == "theft":
            return replace(now, thefts=tuple(player for player in now.thefts if player != on))
        if play.what == "swap":
            return _without_swap(options, now, on)
        if play.what == "watch":
            left = _without_latest(now.waiting, lambda waits: _watches(waits, on))
            return replace(now, waiting=left)
        return _without_stop(play, now, on)

    def describe(self, play: Power, viewer: Viewer) -> Message:
        what, on = _named(play), play.on or play.by
        return say("{by} lifted the {what} on {on}", by=play.by, what=what, on=on)


def _named(play: Power) -> Message:
    return STOPS[play.feature] if play.feature else NAMES[play.what or "stop"]


def _faults(
    play: Power, now: Round, on: PlayerKey, clauses: tuple[ClauseId, ...]
) -> Iterator[Fault]:
    """Find that there is nothing to lift, or that it is not plain what."""
    lie = now.stops.get(on, ())
    if play.what == "watch":
        is_there = any(_watches(waits, on) for waits in now.waiting)
    else:
        lies = [each for each in liftable(now, on) if each["what"] == play.what]
        is_there = any(play.feature in (UNSET, each.get("feature")) for each in lies)
    named = _named(play)
    if is_there:
        if play.what == "stop" and not play.feature and len(set(lie)) > 1:
            which = say("{on} has two STOPs, and nobody has said which one is lifted.", on=on)
            choice = say("Choose from: {stops}.", stops=[STOPS[stop] for stop in lie])
            yield Fault(clauses, which, allowed=choice, is_open=True)
    elif play.what == "watch" and any(player != on for player in now.face_down):
        hidden = say(
            "It depends whether the power lying face down is the {what} on {on}.",
            what=named,
            on=on,
        )
        yield Fault(clauses, hidden, is_open=True)
    else:
        yield Fault(
            clauses, say("There is no {what} on {on} that could be lifted.", what=named, on=on)
        )


def _watches(waits: Delayed, on: PlayerKey) -> bool:
    return waits.power == Watch.key and waits.on == on


def _without_latest(items: tuple[T, ...], is_meant: Callable[[T], bool]) -> tuple[T, ...]:
    """`items` without the latest that is meant, if any is."""
    at = max((i for i, item in enumerate(items) if is_meant(item)), default=len(items))
    return items[:at] + items[at + 1 :]


def _without_stop(play: Power, now: Round, on: PlayerKey) -> Round:
    lie = now.stops.get(on, ())
    left = _without_latest(lie, lambda stop: play.feature in (stop, UNSET))
    stops = {**now.stops, on: left}
    return replace(now, stops={player: them for player, them in stops.items() if them})


def _without_swap(options: TableOptions, now: Round, on: PlayerKey) -> Round:
    """The cards go back, and a theft with them."""
    found = [by for by, target in now.swaps if target == on]
    if not found:
        return now
    swaps = _without_latest(now.swaps, lambda swap: swap[1] == on)
    thefts = exchanged(options, now.thefts, found[-1], on)
    return replace(now, swaps=swaps, thefts=thefts)


def liftable(now: Round, on: PlayerKey) -> Iterator[dict[str, str]]:
    """Yield what of the open cards on `on` a cancel could lift, and a watch, which nobody sees: the
    fields `what` and `feature`."""
    for stop in dict.fromkeys(now.stops.get(on, ())):
        yield {"what": "stop", "feature": stop}
    if any(on == target for _, target in now.swaps):
        yield {"what": "swap"}
    if on in now.thefts:
        yield {"what": "theft"}
    yield {"what": "watch"}
