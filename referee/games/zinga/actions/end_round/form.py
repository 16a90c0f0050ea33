"""The form of a counted round: who won, and a row a player, by tiles or as a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import plural, say
from referee.core.draft import Draft, as_list, as_mapping
from referee.core.form import Answer, Choice, Drawing, Form, Row, of_players, question
from referee.games.zinga.actions.end_round.checks import count_round
from referee.games.zinga.board import tiles_of
from referee.games.zinga.drawing import DrawnRack, DrawnTile, drawn_tiles, rack
from referee.games.zinga.state import State
from referee.games.zinga.tiles import ALL_VALUE, TILES

if TYPE_CHECKING:
    from referee.games.zinga.actions.end_round.action import EndRound


class EndRoundForm(Drawing, frozen=True, kw_only=True):
    """A row a player who has tiles left, with what they are worth. In the open one: the `tiles`
    told so far and their `sum` (None: nothing told), or a sum that is `typed`; `hand`: how many
    tiles the referee counts (None: unknown). `unsent`: fields over which something else stands."""

    blocked: bool
    winner: str | None
    points: int | None
    hand: int | None
    sum: int | None
    tiles: tuple[DrawnTile, ...]
    typed: str | None
    rack: tuple[DrawnRack, ...]
    unsent: tuple[str, ...]


def end_round_form(kind: type[EndRound], state: State, draft: Draft) -> Form | EndRoundForm:
    """Return the form. Who won is asked first, where the table has to say. A typed sum stands over
    tiles."""
    players = state.players
    event = _told(kind, draft)
    result = count_round(state, event)
    if event.blocked and event.winner is UNSET and len(result.lowest) == 1:
        # On a board that is not tracked the winner has to be named.
        event = event if state.in_round else replace(event, winner=result.lowest[0])
        result = count_round(state, event)
    if result.winner is None:
        may_be_out = [who for who in players if not state.hands.get(who)]
        if choose := result.lowest if event.blocked else may_be_out:
            return _who_won(state, event.blocked, choose)
    rows = tuple(
        Row(player=who, value=result.sums[who])
        for who in players
        if event.blocked or who != result.winner
    )
    waits = [row.player for row in rows if row.value is None]
    shown = [row.player for row in rows]
    now = draft.now if draft.now in shown else next(iter(waits), "")
    after = next((who for who in waits if who != now), None)
    label, is_whole = None, result.points is not None and not waits
    if is_whole:
        label = plural(
            "{winner} wins and collects {n} point",
            "{winner} wins and collects {n} points",
            result.points or 0,
            winner=result.winner or "",
        )
    elif now and result.sums[now] is None:
        label = say("Tap what {name} has left", name=now)
    elif now and after:
        label = say("{name} has {n}. Next: {next}", name=now, n=result.sums[now] or 0, next=after)
    elif now:
        label = say("{name} has {n}", name=now, n=result.sums[now] or 0)
    counted = [tile for tiles in event.hands.values() for tile in tiles]
    typed = as_mapping(draft.fields.get("points")).get(now)
    return EndRoundForm(
        blocked=event.blocked,
        winner=None if event.winner is UNSET else event.winner,
        points=result.points,
        rows=rows,
        open_row=now,
        next_row=after,
        hand=state.hands.get(now),
        sum=result.sums.get(now),
        tiles=drawn_tiles(event.hands.get(now, ())),
        typed=None if typed is None else str(typed),
        rack=rack([*tiles_of(state.board), *counted]),
        unsent=tuple(f"hands.{who}" for who in event.points),
        event=event if is_whole else None,
        label=label,
    )


def _who_won(state: State, blocked: bool, choose: list[str]) -> Form:
    asked, answers = say("Who won the round?"), of_players(choose)
    if blocked:
        return question("winner", say("The lowest sum is tied. Who wins?"), answers)
    fields = (Choice(name="winner", label=asked, answers=answers),)
    if state.in_round:
        last = say("The player who placed the last tile.")
        return Form(label=asked, hint=last, fields=fields)
    is_blocked = Answer(label=say("Nobody: the round is blocked"), value="true")
    return Form(
        title=say("Count round {n}", n=state.ended + 1),
        label=say("Tap the winner"),
        fields=(*fields, Choice(name="blocked", label=say("Or nobody"), answers=(is_blocked,))),
    )


def _told(kind: type[EndRound], draft: Draft) -> EndRound:
    """Return what has been entered so far, as the event it makes."""
    typed = {
        who: points
        for who, points in draft.numbers("points").items()
        if points is not None and points <= ALL_VALUE
    }
    hands = {
        who: tuple(tile for tile in as_list(tiles) if isinstance(tile, str) and tile in TILES)
        for who, tiles in draft.mapping("hands").items()
        if who in draft.players and who not in typed
    }
    return kind(
        hands=hands,
        points=typed,
        blocked=str(draft.fields.get("blocked", "")).lower() == "true",
        winner=draft.player("winner") or UNSET,
    )
