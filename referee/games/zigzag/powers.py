"""STOPs, powers, and the lead at which the delayed ones are carried out (zigzag/stop,
zigzag/power)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Message, Ruling, illegal, legal, plural, say, undecided
from referee.games.zigzag.cards import FEATURE_WORDS
from referee.games.zigzag.events import DELAYED, Lead, Power, Stop
from referee.games.zigzag.state import Delayed, Round, Setup, State
from referee.games.zigzag.words import POWERS, STOPS, names

MOST_STOPS = 2
"""STOPs that may lie before a player."""

_DEALS = frozenset(("master", "ten-seconds"))
"""Powers that take over the deal: one counts."""


# STOPs


def judge_stop(state: State, now: Round, event: Stop) -> Ruling:
    """A STOP is laid before an opponent who has less than two (zigzag/stop)."""
    setup, by, on = state.setup, event.by, event.on
    lie = now.stops.get(on, ())
    if setup.team[by] == setup.team[on]:
        return illegal(
            "zigzag/stop",
            say("{by} lays a STOP before {on}, who is no opponent.", by=by, on=on),
            allowed=_opponents(setup, by),
        )
    if len(lie) >= MOST_STOPS:
        return illegal(
            "zigzag/stop",
            say("Two STOPs lie before {on} already: {lie}.", on=on, lie=[STOPS[s] for s in lie]),
        )
    alike = ("same_stop",) if event.feature in lie else ()
    if alike and setup.readings["same_stop"] == "no":
        return illegal(
            "zigzag/stop",
            say("A {stop} lies before {on} already.", stop=STOPS[event.feature], on=on),
            readings=alike,
        )
    forbidden = FEATURE_WORDS[setup.forbids[event.feature]]
    return legal(
        "zigzag/stop",
        say("{by} lays a {stop} before {on}.", by=by, stop=STOPS[event.feature], on=on),
        (
            say(
                "The {feature} does not count for {on} until the round is over.",
                feature=forbidden,
                on=on,
            ),
        ),
        alike if event.feature == "accessory" else (*alike, "stop_character"),
    )


def apply_stop(state: State, now: Round, event: Stop) -> State:
    """The state with the STOP laid."""
    lie = (*now.stops.get(event.on, ()), event.feature)
    return replace(state, now=replace(now, stops={**now.stops, event.on: lie}))


def _opponents(setup: Setup, by: str) -> Message:
    mine = setup.team[by]
    return say(
        "Opponents of {by} are {opponents}.",
        by=by,
        opponents=[p for p in setup.players if setup.team[p] != mine],
    )


# Powers


def judge_power(state: State, now: Round, event: Power) -> Ruling:
    """A power is played, or put face down until the next lead (zigzag/power)."""
    setup, by, power = state.setup, event.by, event.power
    rules = ("zigzag/power", f"zigzag/power.{power}")
    if power == "cancel":
        return _judge_cancel(setup, now, event)
    if power == "theft":
        return _judge_theft(setup, now, event)
    if event.on == by:
        return illegal(
            rules,
            say("{by} plays the {power} on another player only.", by=by, power=POWERS[power]),
        )
    if power == "swap":
        assert event.on
        return legal(rules, say("{by} and {on} swap their cards.", by=by, on=event.on))
    return legal(
        rules,
        say("{by} puts the {power} face down.", by=by, power=POWERS[power]),
        (say("It is carried out at the next lead."),),
    )


def _judge_theft(setup: Setup, now: Round, event: Power) -> Ruling:
    rules, by, on = ("zigzag/power", "zigzag/power.theft"), event.by, event.on
    assert on
    if setup.team[by] == setup.team[on]:
        return illegal(
            rules,
            say("{by} steals from {on}, who is no opponent.", by=by, on=on),
            allowed=_opponents(setup, by),
        )
    if on in now.thefts:
        return illegal(
            rules,
            say("{on} has three cards already, and plays with no fewer.", on=on),
        )
    return legal(
        rules,
        say("{by} steals a card from {on}.", by=by, on=on),
        (say("{on} plays with three cards until the next lead.", on=on),),
    )


def _judge_cancel(setup: Setup, now: Round, event: Power) -> Ruling:
    rules = ("zigzag/power", "zigzag/power.cancel")
    by, on, what = event.by, event.on or event.by, event.what
    assert what
    if setup.team[by] != setup.team[on]:
        return illegal(
            rules,
            say(
                "{by} lifts what was played on {by} or {partner}, not on {on}.",
                by=by,
                partner=setup.partner[by],
                on=on,
            ),
        )
    if what == "stop":
        lie = now.stops.get(on, ())
        there = event.feature in lie if event.feature else bool(lie)
        if there and not event.feature and len(set(lie)) > 1:
            return undecided(
                (*rules, "zigzag/stop"),
                say("Two STOPs lie before {on}, and it is not said which is lifted.", on=on),
                allowed=say("To choose from: {stops}.", stops=[STOPS[stop] for stop in lie]),
            )
        named = STOPS[event.feature] if event.feature else POWERS[what]
    else:
        named = POWERS[what]
        there = {
            "theft": on in now.thefts,
            "swap": any(target == on for _, target in now.swaps),
            "watch": any(_watches(waits, on) for waits in now.waiting),
        }[what]
    bears_on = "zigzag/stop" if what == "stop" else f"zigzag/power.{what}"
    if not there and what == "watch" and any(player != on for player in now.face_down):
        return undecided(
            (*rules, bears_on),
            say(
                "Whether a power that lies face down is the {what} on {on} settles it.",
                what=named,
                on=on,
            ),
        )
    if not there:
        return illegal(
            (*rules, bears_on),
            say("There is no {what} on {on} to lift.", what=named, on=on),
        )
    return legal(
        (*rules, bears_on), say("{by} lifts the {what} on {on}.", by=by, what=named, on=on)
    )


def _watches(waits: Delayed, on: str) -> bool:
    return waits.power == "watch" and waits.on == on


def apply_power(state: State, now: Round, event: Power) -> State:
    """The state with the power played, or waiting."""
    if event.power == "cancel":
        return replace(state, now=_lift(state.setup, now, event))
    on = event.on or None
    if event.power in DELAYED:
        waiting = (*now.waiting, Delayed(event.by, event.power, on))
        announced = (*now.announced, event.by)
        return replace(state, now=replace(now, waiting=waiting, announced=announced))
    assert on
    if event.power == "theft":
        thefts = state.setup.seated({*now.thefts, on})
        return replace(state, now=replace(now, thefts=thefts))
    thefts = _exchanged(state.setup, now.thefts, event.by, on)
    swaps = (*now.swaps, (event.by, on))
    return replace(state, now=replace(now, thefts=thefts, swaps=swaps))


def _exchanged(setup: Setup, thefts: tuple[str, ...], one: str, other: str) -> tuple[str, ...]:
    """Who plays with three after `one` and `other` swap: a theft goes with the cards."""
    if (one in thefts) == (other in thefts):
        return thefts
    return setup.seated({*thefts} ^ {one, other})


def _lift(setup: Setup, now: Round, event: Power) -> Round:
    """The round without what a cancel card lifts: the latest of its kind, if there is any."""
    on = event.on or event.by
    if event.what == "stop":
        lie = now.stops.get(on, ())
        found = [i for i, stop in enumerate(lie) if event.feature in (stop, UNSET)]
        if not found:
            return now
        left = lie[: found[-1]] + lie[found[-1] + 1 :]
        stops = {player: left if player == on else them for player, them in now.stops.items()}
        return replace(now, stops={player: them for player, them in stops.items() if them})
    if event.what == "theft":
        return replace(now, thefts=tuple(player for player in now.thefts if player != on))
    if event.what == "swap":
        found = [i for i, (_, target) in enumerate(now.swaps) if target == on]
        if not found:
            return now
        by, _ = now.swaps[found[-1]]
        swaps = now.swaps[: found[-1]] + now.swaps[found[-1] + 1 :]
        return replace(now, swaps=swaps, thefts=_exchanged(setup, now.thefts, by, on))
    found = [i for i, waits in enumerate(now.waiting) if _watches(waits, on)]
    if not found:
        return now
    return replace(now, waiting=now.waiting[: found[-1]] + now.waiting[found[-1] + 1 :])


# The lead


def judge_lead(state: State, now: Round, event: Lead) -> Ruling:
    """Cards are dealt; what waited is carried out, thefts are over."""
    carried, dropped = _sorted_out(now.waiting)
    rules = ["zigzag/setup"]
    effects = [_carried(power) for power in carried]
    for power in dropped:
        effects.append(
            say(
                "The {power} of {by} is thrown away: only the first takes over the deal.",
                power=POWERS[power.power],
                by=power.by,
            )
        )
    if now.waiting:
        rules += ["zigzag/power", *dict.fromkeys(f"zigzag/power.{p.power}" for p in now.waiting)]
    if now.thefts:
        rules.append("zigzag/power.theft")
        effects.append(
            plural(
                "{players} picks up a fourth card.",
                "{players} pick up a fourth card each.",
                len(now.thefts),
                players=names(now.thefts),
            )
        )
    return legal(
        tuple(rules),
        say("A new lead: a card is dealt to each."),
        tuple(effects),
        carried_out=[[power.by, power.power] for power in carried],
        dropped=[[power.by, power.power] for power in dropped],
    )


def _sorted_out(waiting: tuple[Delayed, ...]) -> tuple[list[Delayed], list[Delayed]]:
    """What is carried out, in the order announced, and what is thrown away: of those that take
    over the deal all but the first."""
    carried: list[Delayed] = []
    dropped: list[Delayed] = []
    dealt = False
    for power in waiting:
        deals = power.power in _DEALS
        (dropped if deals and dealt else carried).append(power)
        dealt = dealt or deals
    return carried, dropped


def _carried(power: Delayed) -> Message:
    if power.on:
        return say("{by} watches the cards of {on}.", by=power.by, on=power.on)
    if power.power == "master":
        return say(
            "{by} looks at cards of the deck and deals them, as the cards' master.", by=power.by
        )
    return say("{by} has 10 seconds with the cards laid open.", by=power.by)


def apply_lead(state: State, now: Round, event: Lead) -> State:
    """The state with nothing left that lasts until the lead."""
    if not (now.thefts or now.swaps or now.announced):
        return state
    return replace(state, now=replace(now, thefts=(), swaps=(), waiting=(), announced=()))
