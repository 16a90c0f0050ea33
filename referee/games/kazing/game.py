"""Ka-Zing as the house knows it: the seam filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.core import Event, Game, Message, Offer, Ruling, ScoreSheet, Unusable, say
from referee.games.kazing import pictures, play, sheets, view
from referee.games.kazing.box import CardMemory
from referee.games.kazing.cards import check_card
from referee.games.kazing.drawing import draw
from referee.games.kazing.events import EVENTS, Cast, KazingOptions
from referee.games.kazing.lesson import LESSON
from referee.games.kazing.state import Setup, State


class Kazing(Game[State]):
    """Ka-Zing: precision, thaumaturgy and duel, at every level, alone, against each other or in
    teams."""

    key = "kazing"
    name = "Ka-Zing"
    line = say("Is that spell possible?")
    sign = "matter"
    colours = ("light", "life", "energy", "matter")
    shelf = 2
    options_type = KazingOptions
    event_types = EVENTS
    state_type = State
    settles = frozenset(("cast", "timer"))
    sheets = sheets.SHEETS
    pieces = CardMemory()
    lesson = LESSON

    # What can be used at all

    def seats(self, options: KazingOptions) -> tuple[int, int]:
        """1 to 5 players, a Duel from 2; in teams as many as the teams name."""
        if options.teams:
            count = sum(map(len, options.teams))
            return count, count
        return (2 if options.type == "duel" else 1), 5

    def check_options(self, options: KazingOptions, players: Sequence[str]) -> None:
        """Refuse teams that are not teams (kazing/mode.team) and an end that is not one end."""
        end = options.end
        if sum(map(bool, (end.deck, end.spells_each, end.spells))) != 1:
            raise Unusable("options.end", say("A game has exactly one end."))
        teams = options.teams
        if teams is msgspec.UNSET:
            return
        if len(teams) < 2:
            raise Unusable("options.teams", say("A Team Battle takes two teams or more."))
        named: set[str] = set()
        for i, team in enumerate(teams):
            if not 2 <= len(team) <= 4 or len(team) != len(teams[0]):
                raise Unusable(
                    f"options.teams[{i}]", say("Teams are of one size, two to four players.")
                )
            for j, player in enumerate(team):
                if player in named:
                    raise Unusable(
                        f"options.teams[{i}][{j}]", say("{who} is in two teams.", who=player)
                    )
                named.add(player)
        for player in players:
            if player not in named:
                raise Unusable("options.teams", say("{who} is in no team.", who=player))

    def check_event(
        self, event: Event, options: KazingOptions, players: Sequence[str], path: str
    ) -> None:
        """Refuse cards that cannot be."""
        if isinstance(event, Cast):
            for i, card in enumerate(event.cards):
                check_card(card, i == 0, f"{path}.cards[{i}]")

    # The rules

    def start(self, players: Sequence[str], options: KazingOptions) -> State:
        """Hands dealt, nothing cast, the first player's turn (kazing/setup)."""
        answers = {reading: self.answer(options, reading) for reading in self.rules.readings}
        return play.start(Setup(tuple(players), options, answers))

    def judge(self, state: State, event: Any) -> Ruling:
        """Is `event` allowed now?"""
        return play.judge(state, event)

    def apply(self, state: State, event: Any) -> State:
        """The state after `event`."""
        return play.apply(state, event)

    # What a report says

    def report(self, state: State) -> dict[str, Any]:
        """The keys of the game's page, *State and facts*."""
        setup = state.setup
        out: dict[str, Any] = {
            "turn": state.turn,
            "round": state.round,
            "spells": dict(zip(setup.players, state.spells, strict=True)),
        }
        by_side = [members[0] for members in setup.sides]
        if state.points:
            out["points"] = dict(zip(by_side, state.points, strict=True))
        elif state.mana:
            holders = setup.players if setup.own_mana else by_side
            out["mana"] = dict(zip(holders, state.mana, strict=True))
        else:
            out["collected"] = {who: state.complete(side) for side, who in enumerate(by_side)}
        out["out"] = [player for player in setup.players if state.is_out(player)]
        if setup.full:
            out["hands"] = dict(zip(setup.players, state.hands, strict=True))
        out["deck_ends"] = state.deck_ends
        out["ending"] = state.ending
        if state.timer:
            out["timer"] = {"cards": state.timer.cards, "kept": list(state.timer.kept)}
        return out

    def team_scores(self, state: State) -> list[int] | None:
        """Points, mana or positions of every team."""
        return state.side_scores() if state.setup.team_battle else None

    def scores(self, state: State) -> dict[str, int]:
        """Points, mana or positions; every member of a team has the team's."""
        scores, side = state.side_scores(), state.setup.side
        return {player: scores[side[player]] for player in state.setup.players}

    def over(self, state: State) -> bool:
        """Whether the game is over."""
        return state.turn is None

    def winners(self, state: State) -> list[str]:
        """Who has won by the type of the game; in teams every member."""
        if state.turn is not None:
            return []
        won = state.winning_sides()
        return [player for player in state.setup.players if state.setup.side[player] in won]

    # On paper

    def blanks(self) -> Mapping[str, ScoreSheet]:
        """One a type of game."""
        return {
            "thaumaturgy": ScoreSheet(label=say("Thaumaturgy"), players=range(1, 6)),
            "precision": ScoreSheet(
                label=say("Precision"), options={"type": "precision"}, players=range(1, 6)
            ),
            "duel": ScoreSheet(label=say("Duel"), options={"type": "duel"}, players=range(2, 6)),
        }

    def sides(self, state: State) -> Sequence[Sequence[str]]:
        """The teams, or each player by himself."""
        return state.setup.sides

    # What a table shows

    def players(self, state: State) -> Sequence[str]:
        """Who sits at the table, in seating order."""
        return state.setup.players

    def turn(self, state: State) -> str | None:
        """Whose turn it is."""
        return state.turn

    def rounds(self, state: State) -> int:
        """How many rounds have been completed."""
        return state.round - (state.turn is not None)

    def title(self, state: State) -> Message:
        """The round."""
        return view.title(state)

    def tell(self, event: Any, ruling: Ruling, viewer: str | None) -> Message:
        """One line for the log."""
        return view.tell(event, ruling)

    def log_picture(
        self, state: State, event: Any, ruling: Ruling, viewer: str | None
    ) -> dict[str, Any]:
        """The path of a spell, small."""
        if not isinstance(event, Cast):
            return {}
        return pictures.thumb(draw(event.cards, state.setup.wand, ruling.facts.get("end")))

    def view(self, state: State, viewer: str | None) -> dict[str, Any]:
        """The table as it stands; nothing in this game is secret."""
        return view.view(state)

    def sheet(
        self, state: State, viewer: str | None, name: str, draft: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The sheets `cast` (the spell checker), `check`, `ruling`, `lesson`, `timer` and
        `position`."""
        return sheets.sheet(state, name, draft)

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        """The buttons that make sense now."""
        return view.offers(state, viewer)

    def position(self, state: State, viewer: str | None) -> Event | None:
        """The present situation."""
        return view.position(state)

    def rematch(
        self, players: Sequence[str], options: KazingOptions, state: State
    ) -> tuple[list[str], KazingOptions]:
        """The player (of the team) who came second in the order begins."""
        setup = state.setup
        second = setup.sides[setup.order[1 % len(setup.order)]][0]
        at = list(players).index(second)
        return [*players[at:], *players[:at]], msgspec.structs.replace(options, first=msgspec.UNSET)


GAME = Kazing()
