"""What a table shows of the game. Piles are nobody's to count before the end (`zingazam/count`):
nothing here tells more of a running game's piles than which are empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from referee.core import Offer, Ruling, Say, plural, say
from referee.games.zingazam.cards import (
    FROM_THE_TOP,
    MOST_CARDS,
    NUMBERS,
    SPELLS,
)
from referee.games.zingazam.events import Play, PlayedCard, Position, StartGame
from referee.games.zingazam.piles import bounds
from referee.games.zingazam.rules import (
    can_lay,
    champions,
    may_end,
    moment,
    played_out,
    starter,
    wanted,
)
from referee.games.zingazam.spells import (
    COMPANION,
    DARKNESS,
    FIELD,
    FREEZE,
    GIFT,
    HURRICANE,
    MIRROR,
    PUPPETEER,
    cast,
    choices_to_copy,
)
from referee.games.zingazam.state import Laid, State, may_hold


def report(state: State) -> dict[str, Any]:
    """The `state` of a report, with the page's keys, unfiltered."""
    players, wizards = state.agreed.players, state.wizards
    named = dict(zip(players, wizards, strict=True)) if wizards else {}
    return {
        "game": state.game,
        "in_game": state.running,
        "round": state.round,
        "first": None if state.first is None else players[state.first],
        "turn": None if state.turn is None else players[state.turn],
        "played": [[players[card.by], card.number] for card in state.played],
        "hands": {who: wizard.hand for who, wizard in named.items()},
        "facing": {who: wizard.facing for who, wizard in named.items()},
        "piles": {who: wizard.pile.count for who, wizard in named.items()},
        "cats": state.cats if state.running else 0,
        "skipped": [players[seat] for seat in state.skipped],
        "must_play": {players[seat]: number for seat, number in state.must_play},
        "totals": dict(zip(players, state.totals, strict=True)),
        "awaiting": "end_game" if state.waits else None,
    }


def title(state: State) -> Say:
    """Where the game is."""
    if state.over:
        return say("The game is over")
    if not state.running:
        return say("After game {n}", n=state.game) if state.game else say("Before the first game")
    if state.waits:
        return say("Count the piles")
    if state.agreed.games == 1:
        return say("Round {n}", n=state.round)
    return say("Game {game}, round {n}", game=state.game, n=state.round)


# The log


def tell(event: Any, ruling: Ruling) -> Say:
    """One line of the log."""
    facts = ruling.facts
    if isinstance(event, Play):
        line = _tell_play(event, ruling)
        if "winner" in facts:
            return say("{line}; {who} takes the cards", line=line, who=facts["winner"])
        return line
    if isinstance(event, StartGame):
        if event.first is UNSET:
            return say("A game begins")
        return say("A game begins; {who} starts", who=event.first)
    if isinstance(event, Position):
        return say("The table set it right")
    winners = facts.get("game_winners", [])
    if not winners:
        return say("The piles are counted")
    return plural(
        "The piles are counted; {who} wins the game",
        "The piles are counted; {who} share the victory",
        len(winners),
        who=[*winners],
    )


def _tell_play(play: Play, ruling: Ruling) -> Say:
    by, card = play.by, _card(play.card, play.cat)
    number = play.card
    if number == MIRROR and isinstance(play.mirror, int):
        return say("{by} played {card} and copied {n}", by=by, card=card, n=play.mirror)
    if not ruling.facts.get("effect"):
        return say("{by} played {card}", by=by, card=card)
    if number == DARKNESS and isinstance(play.steal_from, str):
        who = play.steal_from
        return say("{by} played {card} and stole a card from {who}", by=by, card=card, who=who)
    if number == GIFT and isinstance(play.gift_to, str):
        return say("{by} played {card} and gave {who} a card", by=by, card=card, who=play.gift_to)
    return say("{by} played {card} and {did}", by=by, card=card, did=_DID[number])


_DID = {
    DARKNESS: say("stole a card"),
    HURRICANE: say("turned a card"),
    COMPANION: say("took a cat"),
    MIRROR: say("copied a spell"),
    PUPPETEER: say("points at a card"),
    FREEZE: say("froze the next player"),
    GIFT: say("gave a card away"),
}


def _card(number: int, cat: bool) -> Say:
    return say("the cat {n}", n=number) if cat else say("{n}", n=number)


# The page


def view(state: State) -> dict[str, Any]:
    """The game's page, the same for every viewer.

    `phase`: `before` a game, `round` in one, `piles` while it waits for them, `over`. `players` in
    the order of the round; `numbers` for whose turn it is; `last_round` who took it, why, and its
    cards; `piles_unknown` after a position that left piles out; `results` of the games that are
    over; `tied` and `points` only while the game waits.
    """
    players = state.agreed.players
    shown: dict[str, Any] = {
        "phase": _phase(state),
        "game": state.game,
        "games": state.agreed.games,
        "round": state.round,
        "turn": None if state.turn is None else players[state.turn],
        "starter": None if state.running or state.over else players[starter(state)],
        "players": _rows(state),
        "numbers": _numbers(state),
        "last_round": _last_round(state),
        "piles_unknown": any(wizard.pile.count is None for wizard in state.wizards),
        "totals": dict(zip(players, state.totals, strict=True)),
        "results": [
            {
                "points": dict(zip(players, result.points, strict=True)),
                "winners": [players[seat] for seat in result.winners],
            }
            for result in state.past
        ],
        "champions": [players[seat] for seat in champions(state)] if state.over else [],
    }
    if state.waits:
        ending = played_out(state)
        shown["points"] = dict(zip(players, ending.points, strict=True))
        shown["tied"] = [players[seat] for seat in ending.left]
    return shown


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if not state.running:
        return "before"
    return "piles" if state.waits else "round"


def _rows(state: State) -> list[dict[str, Any]]:
    """The players from the first of the round, clockwise."""
    players = state.agreed.players
    laid = {card.by: card for card in state.played}
    must = dict(state.must_play)
    skipped = state.skipped
    start = state.first or 0
    seats = [(start + step) % len(players) for step in range(len(players))]
    return [
        {
            "player": players[seat],
            "hand": state.wizards[seat].hand if state.wizards else None,
            "card": laid[seat].number if seat in laid else None,
            "cat": seat in laid and laid[seat].cat,
            "turn": seat == state.turn,
            "skipped": seat in skipped,
            "must_play": must.get(seat),
        }
        for seat in seats
    ]


def _numbers(state: State) -> list[dict[str, Any]]:
    """The eight buttons: whether it can be the own card, a cat, or was pointed away from."""
    if state.turn is None:
        return []
    must = dict(state.must_play).get(state.turn)
    return [
        {
            "number": number,
            "own": own and must in (None, number),
            "cat": cat and must in (None, number),
            "played": not own,
        }
        for number in NUMBERS
        for own, cat in [may_hold(state.wizards[state.turn], number, state.cats_played)]
    ]


def _last_round(state: State) -> dict[str, Any] | None:
    players, last = state.agreed.players, state.last
    if last is None:
        return None
    return {
        "winner": players[last.winner],
        "because": last.because,
        "cards": [_plain(state, card) for card in last.cards],
    }


def _plain(state: State, card: Laid) -> dict[str, Any]:
    return {"by": state.agreed.players[card.by], "card": card.number, "cat": card.cat}


# Buttons and sheets


def offers(state: State) -> list[Offer]:
    """The buttons: a card that leaves nothing to ask is one tap."""
    if state.over:
        return []
    if not state.running:
        who = state.agreed.players[starter(state)]
        return [
            Offer(label=say("{who} starts", who=who), event=StartGame(), main=True),
            Offer(label=say("Enter the points"), sheet="score"),
        ]
    if state.waits:
        return [Offer(label=say("Count the piles"), sheet="piles", main=True)]
    assert state.turn is not None
    by = state.agreed.players[state.turn]
    found = [
        _offer(state, by, row["number"], row["own"], row["cat"])
        for row in _numbers(state)
        if row["own"] or row["cat"]
    ]
    if may_end(state):
        found.append(Offer(label=say("The game is over"), sheet="piles", more=True))
    return found


def _offer(state: State, by: str, number: int, own: bool, cat: bool) -> Offer:
    label = say("{n} {spell}", n=number, spell=SPELLS[number])
    play = Play(by=by, card=number, cat=not own)
    if (own and cat) or question(state, play) is not None:
        return Offer(label=label, sheet="play", fill={"by": by, "card": str(number)})
    return Offer(label=label, event=play)


def question(state: State, play: Play) -> dict[str, Any] | None:
    """The one choice that the spell of `play` leaves open: its `field`, the `choices`, and whether
    the spell need not be cast; None where there is nothing to ask."""
    now = moment(state, play)
    spell = cast(now, play)
    must = state.agreed.must_cast
    asked = spell.missing
    if not must and not spell.works and "must_cast" in spell.readings:
        asked = spell.copies or play.card
    if not must and spell.works == HURRICANE and play.flip is UNSET:
        asked = HURRICANE
    if not asked:
        return None
    choices: list[Any]
    if asked == MIRROR:
        choices = choices_to_copy(now, play)
    elif asked == HURRICANE:
        choices = [True, False]
    else:
        choices = [state.agreed.players[seat] for seat in now.others()]
    return {
        "field": FIELD[asked],
        "choices": choices,
        "may_skip": not must and asked != HURRICANE,
    }


SHEETS = {"play": "play", "score": "score_game", "piles": "end_game", "position": "position"}
"""The entry sheets, each with the type of the event it makes."""


def sheet(state: State, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet `name` shows for `draft`; nothing for one that makes no sense now."""
    if name == "play" and state.turn is not None:
        return _play_sheet(state, draft)
    if name == "score" and not state.running:
        return _score_sheet(state, draft)
    if name == "piles" and state.running:
        return _piles_sheet(state, draft)
    if name == "position":
        return _position_sheet(state, draft)
    return {}


def _play_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """One question at a time: the card, whether it is a cat, then what its spell needs; at the end
    the `event`."""
    assert state.turn is not None
    by = state.agreed.players[state.turn]
    asks: dict[str, Any] = {"by": by, "field": "card", "choices": [*NUMBERS], "may_skip": False}
    play = _drafted(state, {"by": by, **draft})
    if play is None or not can_lay(state, state.agreed.players.index(play.by)):
        return {**asks, "numbers": _numbers(state)}
    asks |= {"by": play.by, "card": play.card}
    wizard = state.wizards[state.agreed.players.index(play.by)]
    own, cat = may_hold(wizard, play.card, state.cats_played)
    if own and cat and "cat" not in draft:
        return {**asks, "field": "cat", "choices": [False, True]}
    if cat and not own:
        play = msgspec.structs.replace(play, cat=True)
    asked = question(state, play)
    if asked is not None:
        return {**asks, "cat": play.cat, **asked}
    return {**asks, "cat": play.cat, "field": None, "choices": [], "event": plain(play)}


def _drafted(state: State, draft: Mapping[str, Any]) -> Play | None:
    """The play entered so far; None while it has no card, or what was entered cannot be used."""
    entered = {field: value for field, value in draft.items() if value not in ("", None)}
    try:
        play = msgspec.convert({**entered, "type": "play"}, Play, strict=False)
    except msgspec.ValidationError:
        return None
    named = (play.by, play.steal_from, play.gift_to)
    return play if all(n is UNSET or n in state.agreed.players for n in named) else None


def _score_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    players = state.agreed.players
    counts = _by_player(draft.get("counts"))
    entered = {who: _count(counts.get(who)) for who in players}
    known = [count for count in entered.values() if count is not None]
    whole = len(known) == len(players)
    tied = [who for who in players if entered[who] == max(known)] if whole else []
    return {
        "counts": entered,
        "sum": sum(known),
        "most": MOST_CARDS * len(players),
        "tied": tied if len(tied) > 1 else [],
        "piles": _pile_rows(state, draft),
    }


def _piles_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Before the game waits for its piles nobody may learn from the sheet what lies in them, nor
    who leads: then it asks for all of them."""
    players = state.agreed.players
    rows = _pile_rows(state, draft)
    needed = wanted(state) if state.waits else range(len(players))
    for seat, row in enumerate(rows):
        row["needed"] = seat in needed
        if state.waits:
            pile = state.wizards[seat].pile
            row["count"] = pile.count
            row["bounds"] = {str(number): [*bounds(pile, number)] for number in FROM_THE_TOP}
    return {"piles": rows}


def _pile_rows(state: State, draft: Mapping[str, Any]) -> list[dict[str, Any]]:
    piles = _by_player(draft.get("piles"))
    rows: list[dict[str, Any]] = []
    for who in state.agreed.players:
        entered = _by_player(piles.get(who))
        numbers = {str(n): _count(entered.get(str(n))) for n in FROM_THE_TOP}
        rows.append(
            {"player": who, "numbers": numbers, "sum": sum(n or 0 for n in numbers.values())}
        )
    return rows


def _position_sheet(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What lies there, filled in beforehand; piles that are left out will be unknown."""
    now = position(state)
    filled = {**(plain(now) if now is not None else {"type": "position"}), **draft}
    piles = _by_player(filled.get("piles"))
    return {
        "position": filled,
        "players": [*state.agreed.players],
        "piles_unknown": [who for who in state.agreed.players if _count(piles.get(who)) is None],
    }


def _by_player(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(value: Any) -> int | None:
    """A count as it was entered; None if it is none."""
    try:
        count = int(value)
    except (TypeError, ValueError):
        return None
    return count if count >= 0 else None


def plain(event: Any) -> dict[str, Any]:
    """`event` as plain data."""
    return msgspec.to_builtins(event)


def position(state: State) -> Position | None:
    """The present situation, of the piles only which are empty; None where no round runs."""
    if state.turn is None:
        return None
    players, wizards = state.agreed.players, state.wizards
    named = list(zip(players, wizards, strict=True))
    first = UNSET if state.first is None else players[state.first]
    if state.played and state.played[0].by != state.first:
        first = UNSET
    return Position(
        first=first,
        played=tuple(
            PlayedCard(by=players[card.by], card=card.number, cat=card.cat) for card in state.played
        ),
        piles={who: 0 for who, wizard in named if wizard.pile.count == 0},
        hands={who: wizard.hand for who, wizard in named if wizard.hand is not None},
        skipped=tuple(players[seat] for seat in state.skipped),
        must_play={players[seat]: number for seat, number in state.must_play},
    )
