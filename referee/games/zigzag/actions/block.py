"""A BLOCK: the suspected team proves its innocence, or does not (zigzag/block)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from referee.core import ClauseId, PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import ByPlayer, Player
from referee.core.form import Offer
from referee.core.judging import Fault
from referee.core.ruling import Ruling
from referee.core.text import Message, plural, say
from referee.games.zigzag.cards import HAND, JOKER, Hand, agreed
from referee.games.zigzag.hands import combination, impossible_cards, stop_readings, stopped
from referee.games.zigzag.rules import BLOCK, SETUP, STOP, THEFT, no_round, ruled
from referee.games.zigzag.slots import HandsDrawing, filling, player_hand, shown_hands
from referee.games.zigzag.state import Round, State, TableOptions
from referee.games.zigzag.words import names, shared_values

PAIR = 2
"""Cards that prove innocence by the reading `pair` of `block_test`."""


class Proof(NamedTuple):
    """What the cards prove: `faults` in what is shown (then nothing), who `cannot` show innocent
    cards, and on what bits those shown agree, who has `missing` cards."""

    faults: list[Fault]
    cannot: Mapping[PlayerKey, int] = {}
    missing: Sequence[PlayerKey] = ()

    @property
    def is_confirmed(self) -> bool | None:
        """Return whether the BLOCK is confirmed; None where the cards do not tell."""
        if self.faults or (self.missing and not self.cannot):
            return None
        return bool(self.cannot)


class BlockForm(HandsDrawing, frozen=True, kw_only=True):
    """Who calls it on which of the `teams` (`on`), and the slots of its members."""

    on: PlayerKey | None = None
    teams: Sequence[Sequence[PlayerKey]] = ()


class Block(Action[State], frozen=True, tag="block"):
    """`by` suspects the team of `on`; `shown` are the cards its members show."""

    by: Player
    on: Player
    shown: ByPlayer[Hand]
    exclusive = True
    forms = ("block",)

    def judge(self, state: State) -> Ruling:
        """It is legal when it may be called, whatever it proves."""
        now, failed = state.now, state.failed[state.options.team[self.by]]
        if now is None:
            left = _left(state, failed)
            nothing: dict[str, object] = {"confirmed": None, "failed_left": left, "change": []}
            return no_round(state, (BLOCK, SETUP), nothing)
        proof = self.proof(state)
        faults = self._not_allowed(state) + proof.faults
        confirmed = proof.is_confirmed if self.stands or not faults else None
        left = _left(state, failed + (confirmed is False))
        change, effects, readings = self._change(state, proof, confirmed, left)
        clauses: tuple[ClauseId, ...] = ()
        if not proof.faults:
            clauses, bearing = self._bearing(state.options, now)
            readings = tuple(dict.fromkeys(("block_test", *readings, *bearing)))
        facts = {"confirmed": confirmed, "failed_left": left, "change": list(change)}
        if not faults and confirmed is None:
            faults = [self._missing(proof)]
        broken = [clause for fault in faults for clause in fault.clauses]
        cited = tuple(dict.fromkeys((BLOCK, *broken, *clauses)))
        if not faults:
            return ruled((), cited, self._found(state.options, proof), effects, readings, facts)
        faults[0] = replace(faults[0], clauses=cited, effects=effects, facts=facts)
        return ruled(faults, cited, faults[0].reason, readings=readings)

    @judged_once
    def proof(self, state: State) -> Proof:
        """Return what the cards prove, in a running round."""
        options, now, shown = state.options, state.now, self.shown
        assert now is not None
        team = options.members(self.on)
        faults = self._wrong_cards(state, now, team) + impossible_cards(options, shown)
        if faults:
            return Proof(faults)
        common = {
            player: _common(state, now, player, shown[player]) if shown[player] else 0
            for player in team
            if player in shown
        }
        cannot = {player: bits for player, bits in common.items() if bits or not shown[player]}
        return Proof([], cannot, [player for player in team if player not in shown])

    def _not_allowed(self, state: State) -> list[Fault]:
        """Why the caller may not call."""
        options, faults = state.options, []
        caller, limit = options.team[self.by], options.failed_blocks
        if caller == options.team[self.on]:
            own = say(
                "{on} is on {by}'s own team: BLOCK is called on another team.",
                on=self.on,
                by=self.by,
            )
            faults.append(Fault((BLOCK,), own))
        if limit == 0:
            none = say(
                "The scorecard in Settings allows no failed BLOCKs, so nobody can call BLOCK."
            )
            faults.append(Fault((BLOCK,), none))
        elif limit is not None and state.failed[caller] >= limit:
            used = plural(
                "{team} have used up their failed BLOCK.",
                "{team} have used up their {n} failed BLOCKs.",
                limit,
                team=names(options.teams[caller]),
            )
            faults.append(Fault((BLOCK,), used))
        return faults

    def _wrong_cards(self, state: State, now: Round, team: tuple[PlayerKey, ...]) -> list[Fault]:
        """What is shown by others, or as too many cards or too few."""
        faults = []
        if others := [player for player in self.shown if player not in team]:
            foreign = say(
                "The BLOCK was called on {team}, not on {others}.",
                team=names(team),
                others=names(others),
            )
            faults.append(Fault((BLOCK,), foreign))
        for player in team:
            shown, asked = self.shown.get(player), cards_asked(state, now, player)
            if shown and len(shown) != asked:
                number = plural(
                    "{player} shows {n} card instead of {asked}.",
                    "{player} shows {n} cards instead of {asked}.",
                    len(shown),
                    player=player,
                    asked=asked,
                )
                clauses = (BLOCK, THEFT) if asked == HAND - 1 else (BLOCK,)
                faults.append(Fault(clauses, number, readings=("block_test",)))
        return faults

    def _missing(self, proof: Proof) -> Fault:
        missing = plural(
            "{missing} shows no cards, but {by}'s BLOCK needs them.",
            "{missing} show no cards, but {by}'s BLOCK needs them.",
            len(proof.missing),
            missing=names(proof.missing),
            by=self.by,
        )
        return Fault((BLOCK,), missing, is_open=True)

    def _bearing(
        self, options: TableOptions, now: Round
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The clauses and readings that bear on what the cards prove."""
        clauses: tuple[ClauseId, ...] = ()
        readings: tuple[str, ...] = ()
        for player, hand in self.shown.items():
            if JOKER in hand:
                clauses += ("zigzag/joker",)
            if hand and player in now.stops and agreed(hand) & stopped(options, now, player):
                clauses += (STOP,)
                readings += stop_readings(now, player)
            if player in now.thefts and options.readings["block_test"] == "four":
                clauses += (THEFT,)
        return clauses, readings

    def _found(self, options: TableOptions, proof: Proof) -> Message:
        if not proof.cannot:
            return say(
                "{team} show cards with nothing in common: {by}'s BLOCK failed.",
                team=names(options.members(self.on)),
                by=self.by,
            )
        player, bits = next(iter(proof.cannot.items()))
        if bits:
            return say(
                "{player}'s cards share {shared}: {by}'s BLOCK is confirmed.",
                player=player,
                shared=shared_values(bits),
                by=self.by,
            )
        return say(
            "{player} cannot show cards with nothing in common: {by}'s BLOCK is confirmed.",
            player=player,
            by=self.by,
        )

    def _change(
        self, state: State, proof: Proof, confirmed: bool | None, left: int | None
    ) -> tuple[Sequence[PlayerKey], tuple[Message, ...], tuple[str, ...]]:
        """Who changes cards, in words, and the readings that say so."""
        options = state.options
        if confirmed is None:
            return (), (), ()
        if confirmed:
            is_team = options.readings["block_change"] == "team"
            change = options.members(self.on) if is_team else tuple(proof.cannot)
            said = plural(
                "{players} changes cards.",
                "{players} change cards.",
                len(change),
                players=names(change),
            )
            return change, (said,), ("block_change",)
        changes = say("{by} changes cards.", by=self.by)
        if left is None:
            return (self.by,), (changes,), ()
        lost = plural(
            "{team} have {n} failed BLOCK left.",
            "{team} have {n} failed BLOCKs left.",
            left,
            team=names(options.members(self.by)),
        )
        return (self.by,), (changes, lost), ()

    def apply(self, state: State) -> State:
        """One that failed is counted."""
        if self.proof(state).is_confirmed is not False:
            return state
        team = state.options.team[self.by]
        failed = list(state.failed)
        failed[team] += 1
        return replace(state, failed=tuple(failed))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        confirmed = ruling.facts.get("confirmed")
        if confirmed is None:
            return say("{by} called BLOCK on {on}'s team", by=self.by, on=self.on)
        if confirmed:
            return say("{by} called BLOCK on {on}'s team, and was right", by=self.by, on=self.on)
        return say("{by} called BLOCK on {on}'s team, and it failed", by=self.by, on=self.on)

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """The cards that were shown."""
        return shown_hands(state.options, state.now, self.shown)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is not None:
            yield Offer(label=say("BLOCK"), sheet="block")

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> BlockForm | None:
        """Who suspects whom; then the slots of each member of the suspected team."""
        options, now = state.options, state.now
        if now is None:
            return None
        by = draft.player("by") or viewer
        teams = [members for members in options.teams if by not in members]
        on = draft.player("on") or (teams[0][0] if by and len(teams) == 1 else None)
        if by is None or on is None:
            label = say("Who calls BLOCK?") if by is None else say("Which team?")
            return BlockForm(label=label, by=by, players=options.players, teams=teams if by else ())
        shown = draft.mapping("shown")
        hands = [
            player_hand(options, now, player, shown.get(player), cards_asked(state, now, player))
            for player in options.members(on)
        ]
        filled = filling(hands, "shown", draft.now, partial(cls, by=by, on=on))
        return BlockForm(label=say("Judge the BLOCK"), by=by, on=on, **filled)

    # Secrets

    def stale_drafts(self, state: State, ruling: Ruling) -> Collection[PlayerKey]:
        """Hands that were changed."""
        change: Collection[PlayerKey] = ruling.facts.get("change", ())
        return change


def cards_asked(state: State, now: Round, player: PlayerKey) -> int:
    """Return how many cards `player` shows (reading `block_test`)."""
    if state.options.readings["block_test"] == "pair":
        return PAIR
    return HAND - 1 if player in now.thefts else HAND


def _left(state: State, failed: int) -> int | None:
    """How many BLOCKs of a team may still fail."""
    limit = state.options.failed_blocks
    return None if limit is None else max(0, limit - failed)


def _common(state: State, now: Round, player: PlayerKey, cards: tuple[str, ...]) -> int:
    """The bits that the cards shown have in common; STOPped features do not count."""
    is_whole_hand = state.options.readings["block_test"] == "four"
    bits = combination(now, player, cards) if is_whole_hand else agreed(cards)
    return bits & ~stopped(state.options, now, player)
