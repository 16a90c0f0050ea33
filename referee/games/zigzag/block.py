"""BLOCKs: the suspected team proves its innocence, or does not (zigzag/block)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from referee.core import ILLEGAL, LEGAL, UNDECIDED, Message, Ruling, plural, say
from referee.games.zigzag.cards import JOKER, agreed
from referee.games.zigzag.events import Block
from referee.games.zigzag.rules import (
    HAND,
    Fault,
    combination,
    impossible,
    stop_readings,
    stopped,
)
from referee.games.zigzag.state import Round, State
from referee.games.zigzag.words import names, shared_values

PAIR = 2
"""Cards that prove innocence by the reading `pair` of `block_test`."""


class Proof(NamedTuple):
    """What the cards prove: `faults` in what is shown (then nothing), who `cannot` show innocent
    cards, who has `missing` cards."""

    faults: list[Fault]
    cannot: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def confirmed(self) -> bool | None:
        """Whether the BLOCK is confirmed; None where the cards do not tell."""
        if self.faults or (self.missing and not self.cannot):
            return None
        return bool(self.cannot)


def judge(state: State, now: Round, event: Block) -> Ruling:
    """The ruling on a BLOCK in the running round `now`: legal when it may be called, whatever it
    proves."""
    setup, caller = state.setup, state.setup.team[event.by]
    proof = _look(state, now, event)
    faults = [*_may_not(state, event), *proof.faults]
    confirmed = proof.confirmed
    verdict = ILLEGAL if faults else UNDECIDED if confirmed is None else LEGAL
    if verdict != LEGAL and not event.stands:
        confirmed = None
    failed = state.failed[caller] + (confirmed is False)
    left = None if setup.failed_blocks is None else max(0, setup.failed_blocks - failed)
    change, effects, readings = _change(state, event, proof, confirmed, left)
    if faults:
        reason = faults[0].reason
    elif verdict == UNDECIDED:
        reason = plural(
            "{missing} shows no cards, and the BLOCK of {by} rests on them.",
            "{missing} show no cards, and the BLOCK of {by} rests on them.",
            len(proof.missing),
            missing=names(proof.missing),
            by=event.by,
        )
    else:
        reason = _found(state, now, event, proof)
    rules = ["zigzag/block"]
    for fault in faults:
        rules += fault.rules
        readings += fault.readings
    if not proof.faults:
        readings = ("block_test", *readings)
        for player, hand in event.shown.items():
            if JOKER in hand:
                rules.append("zigzag/joker")
            if hand and agreed(hand) & stopped(setup, now, player):
                rules.append("zigzag/stop")
                readings += stop_readings(now, player)
            if player in now.thefts and setup.readings["block_test"] == "four":
                rules.append("zigzag/power.theft")
    return Ruling(
        verdict,
        tuple(dict.fromkeys(rules)),
        reason,
        effects,
        tuple(dict.fromkeys(readings)),
        {"confirmed": confirmed, "failed_left": left, "change": list(change)},
    )


def apply(state: State, now: Round, event: Block) -> State:
    """The state after a BLOCK that is in effect: one that failed is counted."""
    if _look(state, now, event).confirmed is not False:
        return state
    team = state.setup.team[event.by]
    failed = list(state.failed)
    failed[team] += 1
    return replace(state, failed=tuple(failed))


def _may_not(state: State, event: Block) -> Iterator[Fault]:
    """Why the caller may not call."""
    setup, caller = state.setup, state.setup.team[event.by]
    if caller == setup.team[event.on]:
        yield Fault(
            ("zigzag/block",),
            say("{on} is in {by}'s own team: a BLOCK suspects another.", on=event.on, by=event.by),
        )
    if setup.failed_blocks is not None and state.failed[caller] >= setup.failed_blocks:
        yield Fault(
            ("zigzag/block",),
            plural(
                "{team} have used up their failed BLOCK.",
                "{team} have used up their {n} failed BLOCKs.",
                setup.failed_blocks,
                team=names(setup.teams[caller]),
            )
            if setup.failed_blocks
            else say("At this table no BLOCK may fail, so none is called."),
        )


def _look(state: State, now: Round, event: Block) -> Proof:
    setup = state.setup
    team = setup.teams[setup.team[event.on]]
    faults = [*_wrong_cards(state, now, event, team), *impossible(setup, event.shown)]
    if faults:
        return Proof(faults)
    cannot = [
        player
        for player in team
        if (cards := event.shown.get(player)) is not None
        and (not cards or _common(state, now, player, cards))
    ]
    return Proof([], tuple(cannot), tuple(player for player in team if player not in event.shown))


def asked(state: State, now: Round, player: str) -> int:
    """How many cards `player` shows (reading `block_test`)."""
    if state.setup.readings["block_test"] == "pair":
        return PAIR
    return HAND - 1 if player in now.thefts else HAND


def _wrong_cards(state: State, now: Round, event: Block, team: tuple[str, ...]) -> Iterator[Fault]:
    others = [player for player in event.shown if player not in team]
    if others:
        yield Fault(
            ("zigzag/block",),
            say("The BLOCK is on {team}, not on {others}.", team=names(team), others=names(others)),
        )
    for player in team:
        shown = len(event.shown.get(player, ()))
        if shown and shown != (wanted := asked(state, now, player)):
            yield Fault(
                ("zigzag/block", "zigzag/power.theft") if wanted == HAND - 1 else ("zigzag/block",),
                plural(
                    "{player} shows {n} card instead of {asked}.",
                    "{player} shows {n} cards instead of {asked}.",
                    shown,
                    player=player,
                    asked=wanted,
                ),
                ("block_test",),
            )


def _common(state: State, now: Round, player: str, cards: tuple[str, ...]) -> int:
    """The bits that the cards shown have in common; STOPped features do not count."""
    whole = state.setup.readings["block_test"] == "four"
    bits = combination(now, player, cards) if whole else agreed(cards)
    return bits & ~stopped(state.setup, now, player)


def _found(state: State, now: Round, event: Block, proof: Proof) -> Message:
    if not proof.cannot:
        return say(
            "{team} show cards with nothing in common: the BLOCK of {by} failed.",
            team=names(state.setup.teams[state.setup.team[event.on]]),
            by=event.by,
        )
    player = proof.cannot[0]
    cards = event.shown[player]
    if cards:
        return say(
            "The cards of {player} share {shared}: the BLOCK of {by} is confirmed.",
            player=player,
            shared=shared_values(_common(state, now, player, cards)),
            by=event.by,
        )
    return say(
        "{player} cannot show cards with nothing in common: the BLOCK of {by} is confirmed.",
        player=player,
        by=event.by,
    )


def _change(
    state: State, event: Block, proof: Proof, confirmed: bool | None, left: int | None
) -> tuple[tuple[str, ...], tuple[Message, ...], tuple[str, ...]]:
    """Who changes cards, in words, and the readings that say so."""
    setup = state.setup
    if confirmed is None:
        return (), (), ()
    if not confirmed:
        effects = [say("{by} changes cards.", by=event.by)]
        if left is not None:
            effects.append(
                plural(
                    "{team} have {n} failed BLOCK left.",
                    "{team} have {n} failed BLOCKs left.",
                    left,
                    team=names(setup.teams[setup.team[event.by]]),
                )
            )
        return (event.by,), tuple(effects), ()
    team = setup.teams[setup.team[event.on]]
    change = team if setup.readings["block_change"] == "team" else proof.cannot
    said = plural(
        "{players} changes cards.", "{players} change cards.", len(change), players=names(change)
    )
    return change, (said,), ("block_change",)
