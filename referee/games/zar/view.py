"""What a table shows: log lines, the page's data, the buttons, the present position."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, to_builtins

from referee.core import Event, Message, Offer, Ruling, say
from referee.core.text import Value
from referee.games.zar import play, words
from referee.games.zar.cards import CHAMELEON, DECLARED, NAMES, declarations, several
from referee.games.zar.events import (
    Claim,
    CloseCall,
    DeclareZar,
    Draw,
    EndGame,
    EndHand,
    Gotcha,
    Join,
    Match,
    Pass,
    Penalty,
    Play,
    Position,
    Quit,
    StartHand,
    Take,
)
from referee.games.zar.rules import allowed_next, too_many
from referee.games.zar.scoring import KIND_NAMES, points_of
from referee.games.zar.state import Hand, State, after, lowest


def title(state: State) -> Message:
    """Where the game is: in which hand, or after which."""
    if state.hand is not None:
        return say("Hand {n}", n=state.number)
    if state.number == 0:
        return say("Before the first hand")
    return say("After hand {n}", n=state.number)


# The log


def tell(event: Any, ruling: Ruling) -> Message:
    """One line for the log: what happened."""
    facts = ruling.facts
    match event:
        case StartHand(dealer=dealer, top=top):
            return say("{dealer} dealt and turned over {top}", dealer=dealer, top=NAMES[top].a)
        case Play() | Match():
            return _tell_lay(event, ruling)
        case Take(by=by) if "count" in facts:
            return say("{by} drew {n} for the wasps", by=by, n=facts["count"])
        case Take(by=by):
            return say("{by} drew for the wasps", by=by)
        case Draw(by=by):
            return say("{by} drew one", by=by)
        case Pass(by=by):
            return say("{by} passed", by=by)
        case DeclareZar(by=by):
            return say("{by} said ZAR", by=by)
        case Gotcha(by=by, on=on) if facts.get("sticks"):
            return say("{by} caught {on}: GOTCHA", by=by, on=on)
        case Gotcha(by=by, on=on):
            return say("{by} called GOTCHA on {on}", by=by, on=on)
        case Penalty(on=on, for_="illegal-play"):
            return say("{on} drew one for an illegal play", on=on)
        case Penalty(on=on):
            return say("{on} drew one for a call made on purpose", on=on)
        case CloseCall(a=a, b=b):
            return say("Close call: {a}, and {b}", a=claim(a), b=claim(b))
        case EndHand():
            return _tell_end(event, ruling)
        case Join(player=player) if "score" in facts:
            return say("{player} sat down with {n}", player=player, n=facts["score"])
        case Join(player=player):
            return say("{player} sat down", player=player)
        case Quit(player=player):
            return say("{player} left the table", player=player)
        case EndGame():
            return say("The table ended the game")
        case _:
            return say("Set right: {top} lies on top, {turn} is on turn", **_lies(event))


def _lies(event: Position) -> dict[str, Value]:
    return {"top": NAMES[event.top].a, "turn": event.turn}


def _tell_lay(event: Play | Match, ruling: Ruling) -> Message:
    values: dict[str, Value] = {"by": event.by, "cards": several(event.cards)}
    facts, top = ruling.facts, ruling.reason.values.get("top")
    if ruling.verdict != "legal" or top is None:
        if isinstance(event, Match):
            return say("{by} wanted to match with {cards}", **values)
        return say("{by} played {cards}", **values)
    values["top"] = top
    if words.is_out(event.by) in ruling.effects:
        return say("{by} went out with {cards} on {top}", **values)
    if facts["self_match"]:
        return say("{by} added {cards} to {top}", **values)
    if facts["match"] and facts["matched"]:
        return say("{by} matched {who} with {cards}", who=facts["matched"], **values)
    if facts["match"]:
        return say("{by} matched {top} with {cards}", **values)
    if event.declare is not UNSET:
        return say("{by} played {cards} for {what}", what=DECLARED[event.declare], **values)
    return say("{by} played {cards} on {top}", **values)


def claim(side: Claim) -> Message:
    """One side of a close call in words."""
    match side.kind:
        case "zar":
            return say("{by} saying ZAR", by=side.by)
        case "gotcha":
            return say("{by} calling GOTCHA", by=side.by)
        case "play":
            return say("{by} playing in turn", by=side.by)
        case "match":
            return say("{by} matching", by=side.by)
        case "draw":
            return say("{by} drawing", by=side.by)
        case _:
            return say("{by} playing the last card", by=side.by)


def _tell_end(event: EndHand, ruling: Ruling) -> Message:
    winner, points = ruling.reason.values.get("winner"), ruling.facts.get("points")
    if ruling.verdict != "legal" or not isinstance(winner, str) or points is None:
        return say("The hand was counted")
    return say("{winner} went out · {others}", winner=winner, others=points_of(points, winner))


# The page


def view(state: State) -> dict[str, Any]:
    """What the page of a table shows. Cards are named as in a record; what is to be read is a
    `Message`. The keys of a running hand are there always, empty between hands."""
    hand = state.hand
    return {
        "in_hand": hand is not None,
        "hand": state.number,
        "over": state.over,
        "target": state.options.target,
        "dealer": hand.dealer if hand else None,
        "next_dealer": state.deals,
        "refereed": state.refereed,
        "half_decks": state.options.half_decks,
        "chameleons": state.options.chameleons,
        "values": values(state),
        "rows": _rows(state),
        "gone": [
            {"key": player, "score": score}
            for player, score in state.scores.items()
            if player not in state.players
        ],
        "went_out": state.went_out,
        "others_points": sum(state.last.values()),
        **_hand_view(state),
    }


def values(state: State) -> dict[str, Any]:
    """The values printed on the cards by kind (None: not entered), and the kinds that miss."""
    known = {
        kind: None if (worth := getattr(state.options.values, kind)) is UNSET else worth
        for kind in KIND_NAMES
    }
    return {
        "known": known,
        "missing": [kind for kind, worth in known.items() if worth is None],
        "names": dict(KIND_NAMES),
    }


def _rows(state: State) -> list[dict[str, Any]]:
    """A row a player, in seating order. `zar` is the event of the button; `gotcha` one to which
    only `by`, who calls, is to be added."""
    hand = state.hand
    leads = lowest(state) if state.last else []
    deals = hand.dealer if hand else state.deals
    return [
        {
            "key": player,
            "score": state.scores[player],
            "last": state.last.get(player),
            "went_out": player == state.went_out,
            "lead": player in leads,
            "deals": player == deals and not state.over,
            "cards": hand.hands[player] if hand else None,
            "liable": hand is not None and player in hand.liable,
            "said": hand is not None and player in hand.said,
            "out": hand is not None and player == hand.out,
            "is_turn": hand is not None and player == hand.turn,
            "zar": to_builtins(DeclareZar(by=player)) if hand else None,
            "gotcha": {"type": "gotcha", "on": player} if hand else None,
        }
        for player in state.players
    ]


def _hand_view(state: State) -> dict[str, Any]:
    hand = state.hand
    if hand is None:
        return {
            "top": None,
            "top_name": None,
            "identity": None,
            "identity_name": None,
            "declared": None,
            "declared_name": None,
            "owner": None,
            "direction": "clockwise",
            "turn": None,
            "next": None,
            "pending": 0,
            "matchable": False,
            "drew": False,
            "took": False,
            "out": None,
            "allowed": None,
            "can": [],
            "must_draw": False,
        }
    return {
        "top": hand.top,
        "top_name": NAMES[hand.top].plain,
        "identity": hand.identity,
        "identity_name": NAMES[hand.identity].plain,
        "declared": hand.declared,
        "declared_name": DECLARED[hand.declared] if hand.declared else None,
        "owner": hand.owner,
        "direction": "clockwise" if hand.clockwise else "counterclockwise",
        "turn": hand.turn,
        "next": after(state.players, hand.turn, hand.clockwise),
        "pending": hand.pending,
        "matchable": hand.matchable,
        "drew": hand.drew,
        "took": hand.took,
        "out": hand.out,
        "allowed": allowed_next(state, hand),
        "can": _can(state, hand),
        "must_draw": must_draw(hand),
    }


def _can(state: State, hand: Hand) -> list[str]:
    """What the player on turn may do now, of `play`, `take`, `draw` and `pass`, and whether
    anybody may `match`."""
    found = []
    if hand.out is None and not must_draw(hand):
        found.append("play")
    if can_match(state, hand):
        found.append("match")
    steps: tuple[tuple[str, Event], ...] = (
        ("take", Take(by=hand.turn)),
        ("draw", Draw(by=hand.turn)),
        ("pass", Pass(by=hand.turn)),
    )
    return found + [name for name, event in steps if play.judge(state, event).verdict == "legal"]


def must_draw(hand: Hand) -> bool:
    """Whether the player on turn holds one card that he must not play: he skipped to himself."""
    return hand.skipped_to_self and hand.hands[hand.turn] == 1


def can_match(state: State, hand: Hand) -> bool:
    """Whether a match may still come: the window is open and a copy may be in somebody's hand."""
    if not hand.matchable:
        return False
    if too_many(state.options, hand, (hand.identity,)) is None:
        return True
    return hand.top == CHAMELEON and too_many(state.options, hand, (CHAMELEON,)) is None


# The buttons


def offers(state: State, viewer: str | None) -> list[Offer]:
    """The buttons of the bar, the next thing to do first. On the phone of one player a match is one
    tap, for it is a race."""
    if state.over:
        return []
    if state.hand is None:
        return _offers_between(state)
    hand = state.hand
    turn = hand.turn
    can = set(_can(state, hand))
    found = []
    if hand.out is not None:
        label = say("Score hand {n}", n=state.number)
        found.append(Offer(label=label, sheet="score", main=True))
    elif must_draw(hand) and "draw" in can:
        label = say("{turn} draws one", turn=turn)
        found.append(Offer(label=label, event=Draw(by=turn), main=True))
        can.remove("draw")
    elif hand.pending:
        label = say("{turn} plays a wasp", turn=turn)
        found.append(Offer(label=label, sheet="play", fill={"by": turn}, main=True, sign="wasp"))
    else:
        label = say("{turn} plays", turn=turn)
        found.append(Offer(label=label, sheet="play", fill={"by": turn}, main=True))
    if "match" in can:
        own = _own_match(state, hand, viewer)
        if own is not None:
            found.append(Offer(label=say("Match!"), event=own, sign="cards"))
        whose = say("Match!") if own is None else say("Somebody matches")
        found.append(Offer(label=whose, sheet="match", sign="cards", more=own is not None))
    else:
        found.append(Offer(label=say("Match!"), sign="cards", off=True))
    if "take" in can:
        found.append(Offer(label=say("Take {n}", n=hand.pending), event=Take(by=turn)))
    if "draw" in can:
        found.append(Offer(label=say("Draw one"), event=Draw(by=turn)))
    if "pass" in can:
        found.append(Offer(label=say("Pass"), event=Pass(by=turn)))
    if not can.intersection(("take", "draw", "pass")):
        found.append(Offer(label=say("Draw one"), off=True))
    found.append(Offer(label=say("Penalty"), sheet="penalty", more=True))
    found.append(Offer(label=say("Close call"), sheet="close_call", more=True))
    if hand.out is None:
        found.append(Offer(label=say("End the hand"), sheet="score", more=True))
    found.append(Offer(label=say("Set it right"), sheet="position", more=True))
    return found


def _own_match(state: State, hand: Hand, viewer: str | None) -> Event | None:
    """The match of `viewer` with one card, where nothing is to be declared with it."""
    if viewer not in state.players or declarations(hand.identity):
        return None
    event = Match(by=viewer, cards=(hand.identity,))  # type: ignore[arg-type]
    return event if play.judge(state, event).verdict == "legal" else None


def _offers_between(state: State) -> list[Offer]:
    """A table that refereed its last hand goes on so, one that only scored goes on scoring."""
    n = state.number + 1
    score = Offer(label=say("Score hand {n}", n=n), sheet="score", main=not state.refereed)
    deal = Offer(
        label=say("Deal hand {n}", n=n) if state.refereed else say("Referee"),
        sheet="deal",
        fill={"dealer": state.deals},
        main=state.refereed,
    )
    found = [deal, score] if state.refereed else [score, deal]
    if play.judge(state, EndGame()).verdict == "legal":
        found.append(Offer(label=say("End the game"), event=EndGame(), more=True))
    found.append(Offer(label=say("Somebody joins"), sheet="join", more=True))
    found.append(Offer(label=say("Somebody leaves"), sheet="quit", more=True))
    found.append(Offer(label=say("Close call"), sheet="close_call", more=True))
    found.append(Offer(label=say("Set it right"), sheet="position", more=True))
    return found


def join_event(state: State, player: str) -> Event | None:
    """The event by which somebody new sits down, if that is possible now."""
    event = Join(player=player)
    return event if play.judge(state, event).verdict == "legal" else None


# Setting it right


def position(state: State) -> Position | None:
    """The running hand as a position; what is not known is left out."""
    hand = state.hand
    if hand is None:
        return None
    known: dict[str, Any] = {
        "hands": {player: n for player, n in hand.hands.items() if n is not None},
        "identity": hand.identity if hand.top == CHAMELEON else None,
        "declared": hand.declared,
        "direction": "clockwise" if hand.clockwise else "counterclockwise",
        "scores": {player: state.scores[player] for player in state.players},
    }
    as_they_are = (
        "top",
        "turn",
        "owner",
        "pending",
        "chain",
        "matchable",
        "drew",
        "skipped_to_self",
        "liable",
    )
    return Position(**known, **{name: getattr(hand, name) for name in as_they_are})
