"""The form of a counted round: who won, and a row a player, by tiles or as a sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import NOBODY, Message, PlayerKey, plural, say
from referee.core.action import Viewer
from referee.core.draft import Draft, as_list, as_mapping
from referee.core.form import Answer, Choice, Drawing, Form, Row, of_players, question
from referee.games.zinga.actions.end_round import checks
from referee.games.zinga.actions.end_round.checks import RoundResult, count_round
from referee.games.zinga.board import tiles_of
from referee.games.zinga.drawing import DrawnRack, DrawnTile, drawn_tiles, rack
from referee.games.zinga.state import State
from referee.games.zinga.tiles import ALL_VALUE, TILES

if TYPE_CHECKING:
    from referee.games.zinga.actions.end_round.action import EndRound


class EndRoundForm(Drawing, frozen=True, kw_only=True):
    """A row a player who has tiles left, with what they are worth. In the open one: the `tiles`
    told so far and their `sum` (None: nothing told), or (`is_typing`) a sum that is `typed`;
    `hand`: how many tiles the referee counts (None: unknown). `unsent`: fields over which something
    else stands. `questions`: of whom other tiles are entered than the referee counts, each a player
    and what is asked before it is recorded."""

    blocked: bool
    winner: PlayerKey | None
    is_typing: bool
    questions: tuple[tuple[str, Message], ...]
    points: int | None
    hand: int | None
    sum: int | None
    tiles: tuple[DrawnTile, ...]
    typed: str | None
    rack: tuple[DrawnRack, ...]
    unsent: tuple[str, ...]


_NOBODY_OUT = "nobody"
"""The answer to who won that says that the round is blocked."""


def end_round_form(
    kind: type[EndRound], state: State, viewer: Viewer, draft: Draft
) -> Form | EndRoundForm:
    """Return the form. What is known without any hand is said first, then who won is asked, where
    the table has to say; then a row a player, on a player's own phone his own first. A typed sum
    stands over tiles."""
    event = _told(kind, state, draft)
    if not (draft.mode or event.hands or event.points) and (known := _not_blocked(state, event)):
        return known
    event, result = _counted(state, event)
    if asked := _winner_asked(state, event, result, draft):
        return asked
    return _by_rows(state, viewer, draft, event, result)


def _by_rows(
    state: State, viewer: Viewer, draft: Draft, event: EndRound, result: RoundResult
) -> EndRoundForm:
    """Return what everybody has left, as far as it is told."""
    rows = tuple(
        Row(player=who, value=result.sums[who])
        for who in state.players
        if event.blocked or who != result.winner
    )
    waits = [row.player for row in rows if row.value is None]
    first = viewer if viewer in waits else next(iter(waits), None)
    now = next((row.player for row in rows if row.player == draft.now), first) or NOBODY
    after = next((who for who in waits if who != now), None)
    is_whole = result.points is not None and not waits
    typed = None if draft.mode == "tiles" else as_mapping(draft.fields.get("points")).get(now)
    return EndRoundForm(
        blocked=event.blocked,
        winner=None if event.winner is UNSET else event.winner,
        answered=_answered(state, event),
        is_typing=draft.mode == "type"
        or typed is not None
        or (not draft.mode and bool(event.points) and not event.hands.get(now)),
        questions=tuple(_miscounted(state, event)),
        points=result.points,
        rows=rows,
        open_row=now,
        next_row=after,
        hand=state.hands.get(now),
        sum=result.sums.get(now),
        tiles=drawn_tiles(event.hands.get(now, ())),
        typed=None if typed is None else str(typed),
        rack=rack(tiles_of(state.board) + [tile for hand in event.hands.values() for tile in hand]),
        unsent=tuple(f"hands.{who}" for who in event.points),
        event=event if is_whole else None,
        label=_brought(result) if is_whole else _next(result, now, after),
    )


def _counted(state: State, event: EndRound) -> tuple[EndRound, RoundResult]:
    """Return the event with the winner that its sums settle, and what it comes to."""
    result = count_round(state, event)
    if (
        event.blocked
        and event.winner is not UNSET
        and event.winner not in (result.lowest or (event.winner,))
    ):
        # It was found, or a tie was settled, before a sum was put right.
        event = replace(event, winner=UNSET)
        result = count_round(state, event)
    if event.blocked and event.winner is UNSET and len(result.lowest) == 1:
        # On a board that is not tracked the winner has to be named.
        event = event if state.in_round else replace(event, winner=result.lowest[0])
        result = count_round(state, event)
    return event, result


def _winner_asked(state: State, event: EndRound, result: RoundResult, draft: Draft) -> Form | None:
    """Return the question who won, where the table has to say; else None."""
    asks_again = draft.mode == "winner" and not state.in_round
    if result.winner is not None and not asks_again:
        return None
    may_be_out = [who for who in state.players if not state.hands.get(who)]
    if asks_again or (may_be_out and not event.blocked):
        return _who_won(state, may_be_out)
    if event.blocked and result.lowest:
        tie = say("The lowest sum is tied. Who wins?")
        asked = question("winner", tie, of_players(result.lowest))
        return replace(asked, kept={"blocked": "true"})
    return None


def _answered(state: State, event: EndRound) -> Message | None:
    """Say how the round ended, where that was asked."""
    if event.blocked:
        return say("The round is blocked")
    if event.winner is not UNSET and not state.in_round:
        return say("{player} won the round", player=event.winner)
    return None


def _brought(result: RoundResult) -> Message:
    return plural(
        "{winner} wins and collects {n} point",
        "{winner} wins and collects {n} points",
        result.points or 0,
        winner=result.winner or "",
    )


def _next(result: RoundResult, now: PlayerKey, after: PlayerKey | None) -> Message | None:
    """Say what `now` has left, and whose row is `after` that one."""
    if not now:
        return None
    has = result.sums[now]
    if has is None:
        return say("Tap what {name} has left", name=now)
    if after:
        return say("{name} has {n}. Next: {next}", name=now, n=has, next=after)
    return say("{name} has {n}", name=now, n=has)


def _not_blocked(state: State, event: EndRound) -> Form | None:
    """Return the answer to the claim that the round is blocked, where that cannot be whatever is in
    the hands; None where the hands decide."""
    if not (event.blocked and state.in_round):
        return None
    found = next(iter(checks.is_blocked(state, event, [])), None)
    if found is None:
        return None
    title, on = say("The round is not blocked"), Answer(label=say("Count the tiles"), value="count")
    return Form(
        title=title,
        hint=found.reason,
        label=say("Count the tiles all the same?"),
        fields=(Choice(name="mode", label=title, answers=(on,)),),
        dismiss=say("Back to the board"),
        kept={"blocked": "true"},
    )


def _miscounted(state: State, event: EndRound) -> Iterator[tuple[str, Message]]:
    """Yield of whom other tiles are entered than the referee counts, and what is asked then."""
    for who, tiles in event.hands.items():
        held = state.hands.get(who)
        if held is not None and held != len(tiles):
            question = plural(
                "{n} tile is entered for {player}, but the count is {held}.",
                "{n} tiles are entered for {player}, but the count is {held}.",
                len(tiles),
                player=who,
                held=held,
            )
            yield who, question


def _who_won(state: State, choose: list[PlayerKey]) -> Form:
    asked, answers = say("Who won the round?"), of_players(choose)
    fields = (Choice(name="winner", label=asked, answers=answers, is_shared=True),)
    if state.in_round:
        last = say("The player who placed the last tile.")
        return Form(label=asked, hint=last, fields=fields)
    is_blocked = Answer(label=say("Nobody: the round is blocked"), value=_NOBODY_OUT)
    nobody = Choice(name="winner", label=say("Or nobody"), answers=(is_blocked,), is_shared=True)
    return Form(
        title=say("Count round {n}", n=state.ended + 1),
        label=say("Tap the winner"),
        fields=(*fields, nobody),
    )


def _told(kind: type[EndRound], state: State, draft: Draft) -> EndRound:
    """Return what has been entered so far, as the event it makes. That somebody has gone out, and
    that a tile is on the board, is known better than what was kept before."""
    placed = set(tiles_of(state.board))
    said = draft.fields
    is_blocked = str(said.get("blocked", "")).lower() == "true" or said.get("winner") == _NOBODY_OUT
    typed = {
        who: points
        for who, points in draft.numbers("points").items()
        if points is not None and points <= ALL_VALUE
    }
    if draft.mode == "tiles":
        typed = {who: points for who, points in typed.items() if who != draft.now}
    hands = {
        who: tuple(
            tile
            for tile in as_list(tiles)
            if isinstance(tile, str) and tile in TILES and tile not in placed
        )
        for who, tiles in draft.by_player("hands").items()
        if who not in typed
    }
    return kind(
        hands=hands,
        points=typed,
        blocked=is_blocked and state.out is None,
        winner=draft.player("winner") or UNSET,
    )
