"""A box is ticked without verifying: the table has seen the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, UnsetType

from referee.core import (
    Action,
    ClauseId,
    Fault,
    Message,
    Offer,
    Player,
    PlayerKey,
    Ruling,
    Viewer,
    say,
)
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form, of_players
from referee.games.zigzag.rules import (
    DECLARE,
    END,
    LEVEL_3,
    game_over,
    no_such_level,
    refused,
    ruled,
)
from referee.games.zigzag.scorecard import end_round, is_open, last_box
from referee.games.zigzag.state import BOXES, Box, State
from referee.games.zigzag.words import CALLS, names


class ScoreBox(Action[State], frozen=True, tag="score_box"):
    """A box is ticked for the team of `team` without verifying."""

    team: Player
    call: Box
    box_level: Literal[1, 2] | UnsetType = UNSET
    forms = ("score_box",)

    def judge(self, state: State) -> Ruling:
        """The box is free (zigzag/declare, zigzag/level-3)."""
        if over := game_over(state):
            return refused([over])
        options, call = state.options, CALLS[self.call]
        team = options.team[self.team]
        members = names(options.teams[team])
        clauses: tuple[ClauseId, ...] = (DECLARE, LEVEL_3) if options.level == 3 else (DECLARE,)
        levels = self._levels(state)
        nothing: dict[str, object] = {"ticked": None}
        faults = []
        is_free = any(is_open(state, team, level, self.call) for level in levels)
        if not is_free:
            full = say("{team} have no free {call} box.", call=call, team=members)
            faults.append(Fault((*clauses, END), full, can_stand=False, facts=nothing))
        if self.box_level and self.box_level not in options.levels:
            faults.append(no_such_level(self.box_level, (DECLARE,), nothing))
        elif is_free and len(levels) > 1:
            which = say(
                "Nobody has said at which level {team}'s {call} box is ticked.",
                call=call,
                team=members,
            )
            faults.append(Fault(clauses, which, is_open=True, can_stand=False, facts=nothing))
        if not faults and last_box(state, team):
            clauses += (END,)
        return ruled(
            faults,
            clauses,
            say("The {call} box is ticked for {team}.", call=call, team=members),
            (say("The round is over."),) if state.now and not faults else (),
            facts={"ticked": [levels[0], self.call] if is_free and len(levels) == 1 else None},
            stands=self.stands,
        )

    def _levels(self, state: State) -> tuple[Literal[1, 2], ...]:
        """The levels whose box may be meant."""
        played = state.options.levels
        return (self.box_level,) if self.box_level and self.box_level in played else played

    def apply(self, state: State) -> State:
        """A round that ran is over."""
        (level,) = self._levels(state)
        return end_round(state, state.options.team[self.team], (level, self.call))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say(
            "The {call} box was ticked for {team}'s team", call=CALLS[self.call], team=self.team
        )

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """In a round this is how a declaration is entered; its cards are checked on doubt."""
        if state.now is None:
            yield Offer(label=say("Tick a box without checking"), sheet="score_box", more=True)
        else:
            yield Offer(label=say("Declare"), sheet="score_box", main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        """Who declares, then what; beside it the way to check the cards. Boxes that are full keep
        their places."""
        options, who = state.options, draft.player("team")
        running = state.now is not None
        if who is None:
            label = say("Who declares?") if running else say("For whom is a box ticked?")
            return Form(
                title=label,
                label=label,
                fields=(Choice(name="team", label=label, answers=of_players(options.players)),),
                help=_check() if running else None,
            )
        label = say("What does {who} declare?", who=who) if running else say("Which box is ticked?")
        answers = tuple(
            _answer(cls, state, who, level, box)
            for level in options.levels
            for box in BOXES
            if options.room[box]
        )
        return Form(
            title=label,
            hint=say("Nothing is checked: the table has seen the cards."),
            label=label,
            fields=(Choice(name="call", label=label, answers=answers),),
            help=_check({"by": who}) if running else None,
        )


def _check(fill: dict[str, str] | None = None) -> Offer:
    return Offer(label=say("Check the cards"), sheet="declare", fill=fill or {})


def _answer(
    kind: type[ScoreBox], state: State, who: PlayerKey, level: Literal[1, 2], box: Box
) -> Answer:
    label, at = CALLS[box], UNSET if state.options.level < 3 else level
    if state.options.level == 3:
        label = say("{call} {level}", call=label, level=level)
    if not is_open(state, state.options.team[who], level, box):
        return Answer(label=label, is_off=True, piece={})
    return Answer(label=label, event=kind(team=who, call=box, box_level=at), piece={})
