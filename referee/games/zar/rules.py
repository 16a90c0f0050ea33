"""The rules of ZAR, one function a rule, in the order of the rulebook.

Each answers with what is wrong (a `Fault`), or None. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from referee.core import Message, plural, say
from referee.core.text import Value
from referee.games.zar.cards import (
    ANY,
    CHAMELEON,
    COLOUR,
    DRAGONS,
    FOLLOWERS,
    NAMES,
    PEACOCKS,
    POSSIBLE_FOLLOWERS,
    POWERS,
    SYMBOL,
    declarations,
    several,
)
from referee.games.zar.events import CloseCall, Match, Play, Position, ZarOptions
from referee.games.zar.state import Hand, State, after, copies, deck_size, lowest


class Fault(NamedTuple):
    """A rule broken: its clauses, who and what in a sentence, what would have been allowed."""

    rules: tuple[str, ...]
    reason: Message
    allowed: Message | None = None
    readings: tuple[str, ...] = ()


class Lay(NamedTuple):
    """Cards put on the Playpile, as a `play` or a `match`.

    `identity`: the card they count as; `alike`: how many of them do. `match`: they match the top
    card while it can be matched; `own`: it is the player's own last play.
    """

    event: Play | Match
    identity: str
    alike: int
    match: bool
    own: bool


def lay_of(hand: Hand, event: Play | Match) -> Lay:
    """What the cards of `event` are on the present top card (zar/5.2, zar/12.3, zar/14)."""
    cards = event.cards
    if len(cards) == 1:
        identity: str = cards[0] if cards[0] != CHAMELEON else hand.identity
        alike = 1
    else:
        real: list[str] = [card for card in cards if card != CHAMELEON]
        identity = real[-1] if real else hand.identity
        alike = len(cards) - len(real) + real.count(identity)
    match = hand.matchable and identity == hand.identity and alike == len(cards)
    return Lay(event, identity, alike, match, match and event.by == hand.owner)


# 2 The deck


def holds_the_cards(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """Nobody plays more cards than he holds (zar/2)."""
    by, held = lay.event.by, hand.hands[lay.event.by]
    if held is None or held >= len(lay.event.cards):
        return None
    if held == 0:
        return Fault(("zar/2",), say("{by} holds no cards.", by=by))
    return Fault(
        ("zar/2",), plural("{by} holds only {n} card.", "{by} holds only {n} cards.", held, by=by)
    )


def too_many(options: ZarOptions, hand: Hand | None, cards: Iterable[str]) -> str | None:
    """A card of which `cards` and what is known to lie on the Playpile are more than the deck has,
    or None (zar/2)."""
    cards = tuple(cards)
    pile = hand.pile if hand else ()
    for card in dict.fromkeys(cards):
        if cards.count(card) + pile.count(card) > copies(options, card):
            return card
    if hand is None or not hand.loose:
        return None
    # The loose cards are copies of the top card or Chameleons: there must be room for all of them.
    room = sum(
        copies(options, card) - cards.count(card) - pile.count(card)
        for card in (hand.identity, CHAMELEON)
    )
    return hand.identity if room < hand.loose else None


_NO_CHAMELEONS = Fault(("zar/2",), say("This game is played without chameleons."))


def copies_are_left(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """A card of which every copy lies on the Playpile cannot be played (zar/2)."""
    card = too_many(state.options, hand, lay.event.cards)
    if card is None:
        return None
    if card == CHAMELEON and not state.options.chameleons:
        return _NO_CHAMELEONS
    number = copies(state.options, card)
    return Fault(
        ("zar/2",),
        plural(
            "{by} cannot have {cards}: the deck has {n} {card} and it is on the pile.",
            "{by} cannot have {cards}: the deck has {n} × {card}, "
            "counting those that lie on the pile.",
            number,
            by=lay.event.by,
            cards=several(lay.event.cards),
            card=NAMES[card].plain,
        ),
    )


# 3, 13.1 Starting


def rules_of_start(options: ZarOptions) -> tuple[str, ...]:
    """The clauses that say how many play and how many cards are dealt."""
    return ("zar/3",) if options.half_decks == 2 else ("zar/3", "zar/13.1")


def hand_size(options: ZarOptions, players: int) -> int:
    """How many cards each of `players` is dealt (zar/3, zar/13.1)."""
    if options.half_decks == 2:
        return max(3, 10 - players)
    return min(10, max(3, 15 - players))


FEWEST_PLAYERS = 2


def most_players(options: ZarOptions) -> int:
    """How many can play (zar/3, zar/13.1)."""
    return 9 if options.half_decks == 2 else 14


def first_card(top: str) -> Fault | None:
    """The first card is no Power; it is buried and the next one turned (zar/3)."""
    if top in POWERS or top == CHAMELEON:
        return Fault(
            ("zar/3",),
            say("A power cannot start the hand, and {card} is one.", card=NAMES[top].a),
            say("The dealer buries it in the Drawpile and turns the next card."),
        )
    return None


def is_in_the_deck(state: State, top: str) -> Fault | None:
    """A game without Chameleons has none to turn over (zar/2)."""
    return None if copies(state.options, top) else _NO_CHAMELEONS


def no_hand_runs(state: State) -> Fault | None:
    """A hand starts only when none runs (zar/3)."""
    if state.hand is None:
        return None
    return Fault(("zar/3",), say("A hand is running already."))


# 4 The turn


def allowed_next(state: State, hand: Hand) -> Message:
    """What the player on turn may play, as a noun: "any blue, any sun, or a power"."""
    top, chameleons = hand.identity, state.options.chameleons > 0
    if hand.out is not None:
        if hand.matchable:
            return say("only another {card}, as a match", card=NAMES[top].plain)
        return say("no card until the next hand")
    if hand.pending:
        if chameleons:
            return say("any wasp, a chameleon, or drawing {n}", n=hand.pending)
        return say("any wasp, or drawing {n}", n=hand.pending)
    if top in DRAGONS:
        what = ANY[hand.declared] if hand.declared else say("the declared symbol")
        if chameleons:
            return say("{symbol}, a dragon or a chameleon", symbol=what)
        return say("{symbol} or a dragon", symbol=what)
    if top in PEACOCKS:
        what = ANY[hand.declared] if hand.declared else say("the declared colour")
        if chameleons:
            return say("{colour}, a peacock or a chameleon", colour=what)
        return say("{colour} or a peacock", colour=what)
    return say("{colour}, {symbol}, or a power", colour=ANY[COLOUR[top]], symbol=ANY[SYMBOL[top]])


def allowed_here(state: State, hand: Hand) -> Message:
    """`allowed_next` as a sentence."""
    return say("Allowed here: {what}.", what=allowed_next(state, hand))


def whose_turn(hand: Hand, by: str) -> Fault | None:
    """Only the player on turn plays, takes, draws and passes (zar/4)."""
    if by == hand.turn:
        return None
    return Fault(("zar/4",), say("It is {turn}'s turn, not {by}'s.", turn=hand.turn, by=by))


def plays_in_turn(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """Out of turn a card can only be a match (zar/4)."""
    fault = None if type(lay.event) is Match else whose_turn(hand, lay.event.by)
    if fault and lay.match:
        return fault._replace(allowed=say("The same card counts as a match."))
    return fault


def faces_wasps(hand: Hand, by: str) -> Fault | None:
    """Wasps are answered first: with a Wasp, or by drawing (zar/4.2)."""
    if not hand.pending or by != hand.turn:
        return None
    return Fault(
        ("zar/4.2",),
        say(
            "{turn} faces the wasps: first {turn} plays a wasp or draws {n}.",
            turn=hand.turn,
            n=hand.pending,
        ),
    )


def follows(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """A play shares colour or symbol with the top card, or is a Power; Wasps are answered by Wasps
    alone; on a Power only what it calls for (zar/4.2, zar/4.3A, zar/9.3.1, zar/9.3.2)."""
    if lay.match or hand.out is not None or type(lay.event) is Match:
        return None
    if lay.alike < len(lay.event.cards):
        return None
    card = lay.identity
    if hand.pending and lay.event.by == hand.turn:
        if SYMBOL[card] == "wasp":
            return None
        fault = faces_wasps(hand, hand.turn)
        return fault and fault._replace(allowed=allowed_here(state, hand))
    top = hand.identity
    if card in FOLLOWERS[top, hand.declared] or depends_on_declaration(hand, lay):
        return None
    allowed = allowed_here(state, hand)
    values = {"by": lay.event.by, "top": NAMES[top].the, **NAMES[card].owned()}
    if card in DRAGONS:
        return Fault(
            ("zar/9.3.1", "zar/9.3.2"),
            say("{by}'s {card} cannot go on a peacock.", **values),
            allowed,
        )
    if card in PEACOCKS:
        return Fault(
            ("zar/9.3.2", "zar/9.3.1"),
            say("{by}'s {card} cannot go on a dragon.", **values),
            allowed,
        )
    if top in DRAGONS:
        return Fault(
            ("zar/9.3.1",),
            say("{by}'s {card} does not have the symbol declared with {top}.", **values),
            allowed,
        )
    if top in PEACOCKS:
        return Fault(
            ("zar/9.3.2",),
            say("{by}'s {card} does not have the colour declared with {top}.", **values),
            allowed,
        )
    return Fault(
        ("zar/4.3A",),
        say("{by}'s {card} shares neither colour nor symbol with {top}.", **values),
        allowed,
    )


def depends_on_declaration(hand: Hand, lay: Lay) -> bool:
    """Whether the play hangs on a declaration that is not known (zar/9.3.1, zar/9.3.2)."""
    return (
        hand.declared is None
        and hand.identity in POWERS
        and not hand.pending
        and not lay.match
        and lay.identity not in FOLLOWERS[hand.identity, None]
        and lay.identity in POSSIBLE_FOLLOWERS[hand.identity]
    )


def has_wasps_to_draw_for(hand: Hand, by: str) -> Fault | None:
    """Only who faces Wasps takes (zar/4.2)."""
    if hand.pending:
        return None
    return Fault(("zar/4.2",), say("{by} faces no wasps.", by=by))


def may_draw(hand: Hand, by: str) -> Fault | None:
    """One card is drawn in a turn at most (zar/4.3B, zar/4.3C)."""
    if not hand.drew or by != hand.turn:
        return None
    return Fault(
        ("zar/4.3B", "zar/4.3C"),
        say("{by} has drawn in this turn: now {by} plays or passes.", by=by),
    )


def may_pass(hand: Hand, by: str) -> Fault | None:
    """A pass comes after the draw of step 3; no other draw counts (zar/4.3C, zar/12.1)."""
    if hand.drew or by != hand.turn:
        return None
    if hand.took:
        return Fault(
            ("zar/4.3C", "zar/12.1"),
            say(
                "The cards for the wasps do not count: {by} plays, or draws one more and passes.",
                by=by,
            ),
        )
    return Fault(("zar/4.3C",), say("{by} passes only after drawing one card.", by=by))


# 5 Doubling and matching


def rules_of_several(cards: Sequence[str]) -> tuple[str, ...]:
    """The clauses by which `cards` are played together."""
    return ("zar/5.1",) if len(cards) == 2 else ("zar/5.1", "zar/13.2")


def all_alike(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """Cards played together are identical (zar/5.1, zar/13.2)."""
    if lay.alike == len(lay.event.cards):
        return None
    return Fault(
        rules_of_several(lay.event.cards),
        say(
            "{by} plays {cards} together, and they are not the same.",
            by=lay.event.by,
            cards=several(lay.event.cards),
        ),
    )


def is_a_match(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """A match is identical to the top card and comes before the next player plays or draws
    (zar/5.2, zar/5.3, zar/12.3)."""
    if lay.match or type(lay.event) is not Match:
        return None
    by, top = lay.event.by, NAMES[hand.identity]
    rules = ["zar/5.2"]
    if by == hand.owner:
        rules.append("zar/5.3")
    if not hand.matchable:
        rules.append("zar/12.3")
        return Fault(
            tuple(rules), say("It is too late for {by} to match {top}.", by=by, top=top.the)
        )
    return Fault(
        tuple(rules),
        say(
            "{by} plays {cards}, and that is not the same as {top}.",
            by=by,
            cards=several(lay.event.cards),
            top=top.the,
        ),
        say("Only another {card} matches.", card=top.plain),
    )


# 6 Going out


def goes_out_rightly(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """Nobody goes out with several cards or by matching himself (zar/6)."""
    by, n = lay.event.by, len(lay.event.cards)
    if hand.hands[by] != n:
        return None
    if n > 1:
        return Fault(
            ("zar/6", "zar/5.1"),
            say("{by} cannot go out with {n} cards at once.", by=by, n=n),
        )
    if lay.own:
        return Fault(("zar/6", "zar/5.3"), say("{by} cannot go out by matching {by}.", by=by))
    return None


# 9 Card effects


def does_not_skip_out(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """Who has skipped round to himself does not play his last card (zar/9.2.2)."""
    by, n = lay.event.by, len(lay.event.cards)
    if hand.skipped_to_self and by == hand.turn and hand.hands[by] == n:
        return Fault(
            ("zar/9.2.2",),
            say(
                "{by} skipped round to another turn and cannot go out in it: {by} draws first.",
                by=by,
            ),
        )
    return None


def declares(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """A Dragon comes with a symbol, a Peacock with a colour (zar/9.3.1, zar/9.3.2)."""
    choices = declarations(lay.identity)
    if not choices or lay.event.declare in choices:
        return None
    values: dict[str, Value] = {"by": lay.event.by, "card": NAMES[lay.identity].the}
    if lay.identity in DRAGONS:
        return Fault(("zar/9.3.1",), say("{by} declares no symbol with {card}.", **values))
    return Fault(("zar/9.3.2",), say("{by} declares no colour with {card}.", **values))


# 10 Close calls

_BEATS = {
    ("zar", "gotcha"),
    ("draw", "match"),
    ("draw", "gotcha"),
    ("gotcha", "last-card"),
}
"""The pairs of Table 1 that nothing else decides: the first takes precedence."""


def precedence(state: State, call: CloseCall) -> str | None:
    """ "a" or "b", whichever takes precedence; None where the table does not say (zar/10)."""
    if call.knocked_off_by is not UNSET:
        return "b" if call.knocked_off_by == "a" else "a"
    kinds = (call.a.kind, call.b.kind)
    if kinds in _BEATS:
        return "a"
    if kinds[::-1] in _BEATS:
        return "b"
    if kinds not in (("play", "match"), ("match", "play"), ("match", "match")):
        return None
    if call.underneath is not UNSET:
        return call.underneath
    if "play" in kinds:
        return "a" if call.a.kind == "play" else "b"
    hand = state.hand
    if hand is None or hand.owner is None or call.a.by == call.b.by:
        return None
    order = [
        after(state.players, hand.owner, hand.clockwise, places)
        for places in range(1, len(state.players) + 1)
    ]
    return "a" if order.index(call.a.by) < order.index(call.b.by) else "b"


# 11 Miscellaneous


def is_seated(state: State, player: str) -> Fault | None:
    """Only those who sit at the table take part (zar/11.6)."""
    if player in state.players:
        return None
    return Fault(("zar/11.6",), say("{player} does not sit at the table just now.", player=player))


def between_hands(state: State) -> Fault | None:
    """Nobody joins or quits during a hand (zar/11.6)."""
    if state.hand is None:
        return None
    return Fault(("zar/11.6",), say("Players come and go only between hands."))


def seats_are_left(state: State) -> Fault | None:
    """No more sit down than the game takes (zar/3, zar/13.1)."""
    most = most_players(state.options)
    if len(state.players) < most:
        return None
    return Fault(
        ("zar/11.6", *rules_of_start(state.options)), say("No more than {n} play.", n=most)
    )


def seat_exists(state: State, seat: int) -> Fault | None:
    """A seat between those who sit there, or after the last of them (zar/11.6)."""
    here = len(state.players)
    if seat <= here:
        return None
    return Fault(("zar/11.6",), say("There is no such seat: {n} players sit there.", n=here))


def enough_stay(state: State) -> Fault | None:
    """At least two players remain (zar/3, zar/13.1)."""
    if len(state.players) > FEWEST_PLAYERS:
        return None
    return Fault(
        ("zar/11.6", *rules_of_start(state.options)),
        say("At least {n} players remain.", n=FEWEST_PLAYERS),
    )


def joining_score(state: State, player: str | None) -> int:
    """The score that `player` starts with: new (or None), the average rounded up; back again, the
    highest that anyone has reached (zar/11.6)."""
    if player in state.scores:
        return max(state.scores.values())
    total = sum(state.scores[other] for other in state.players)
    return -(-total // len(state.players))


MOST_PENALTIES = 3


def may_punish(hand: Hand, on: str) -> Fault | None:
    """At most three penalty cards in one turn (zar/11.9)."""
    if hand.penalties.get(on, 0) < MOST_PENALTIES:
        return None
    return Fault(
        ("zar/11.9",), say("{on} has drawn three penalty cards in this turn already.", on=on)
    )


# 12 Questions


def nobody_is_out(hand: Hand) -> Fault | None:
    """When somebody is out, nothing more is played or drawn but a match (zar/12.2)."""
    if hand.out is None:
        return None
    return Fault(("zar/12.2",), say("{out} is out: only a match can go on now.", out=hand.out))


def only_matches_after_out(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """When somebody is out, only a match is played (zar/12.2)."""
    if lay.match or type(lay.event) is Match:
        return None
    return nobody_is_out(hand)


# 14 The Chameleon


def chameleon(state: State, hand: Hand, lay: Lay) -> Fault | None:
    """A Chameleon is what the rule makes it, in turn only, with what matches or on another
    Chameleon (zar/14, zar/14.2)."""
    event = lay.event
    if CHAMELEON not in event.cards:
        return None
    if type(event) is Play and event.as_ not in (UNSET, lay.identity):
        return Fault(
            ("zar/14",),
            say(
                "{by}'s chameleon counts as {card} here and nothing else.",
                by=event.by,
                card=NAMES[lay.identity].a,
            ),
        )
    if event.declare is not UNSET and lay.identity not in POWERS:
        return Fault(
            ("zar/14",),
            say(
                "{by}'s chameleon counts as {card}, with which nothing is declared.",
                by=event.by,
                card=NAMES[lay.identity].a,
            ),
        )
    if hand.top == CHAMELEON and lay.match:
        return None
    if hand.out is not None:
        return Fault(
            ("zar/14",),
            say(
                "{out} is out: a chameleon can only match a chameleon that lies on top.",
                out=hand.out,
            ),
        )
    if event.by == hand.turn:
        return None
    if all(card == CHAMELEON for card in event.cards):
        return Fault(
            ("zar/14", "zar/14.2"),
            say(
                "A chameleon is played in turn, and it is {turn}'s; "
                "out of turn it only matches another chameleon.",
                turn=hand.turn,
            ),
        )
    if goes_along(hand, lay) and state.options.readings.get("chameleon_along") == "self":
        return Fault(
            ("zar/14", "zar/14.2"),
            say(
                "At this table a chameleon goes along out of turn only in a match with oneself, "
                "and {by} did not play {top}.",
                by=event.by,
                top=NAMES[hand.top].the,
            ),
            readings=("chameleon_along",),
        )
    return None


def goes_along(hand: Hand, lay: Lay) -> bool:
    """Whether a Chameleon goes along with a real card in a match out of turn on another's real
    card: the question of the reading `chameleon_along` (zar/14)."""
    return (
        lay.match
        and not lay.own
        and lay.event.by != hand.turn
        and hand.top != CHAMELEON
        and CHAMELEON in lay.event.cards
    )


LAY_RULES: tuple[Callable[[State, Hand, Lay], Fault | None], ...] = (
    only_matches_after_out,  # says more than whose turn it would be
    holds_the_cards,
    copies_are_left,
    plays_in_turn,
    follows,
    all_alike,
    is_a_match,
    goes_out_rightly,
    does_not_skip_out,
    declares,
    chameleon,
)
"""What a play or a match has to keep."""


# The end (6), and the reading `tie`


def reaches_target(options: ZarOptions, scores: Mapping[str, int]) -> bool:
    """Whether one of `scores` is at the target that ends the game (zar/6)."""
    return options.target is not None and max(scores.values()) >= options.target


def plays_on(options: ZarOptions) -> bool:
    """Whether a shared lowest score lets the game go on (reading `tie`)."""
    return options.readings.get("tie") == "play-on"


def table_may_end(state: State) -> Fault | None:
    """The table ends a game without a target, between hands (zar/6); with the reading `tie` at
    `play-on` only when one player alone is lowest."""
    if state.options.target is not None:
        return Fault(
            ("zar/6",),
            say("This game ends when somebody reaches {n}.", n=state.options.target),
        )
    if state.hand is not None:
        return Fault(("zar/6",), say("A hand is running: it is counted first."))
    if plays_on(state.options) and is_tied(state):
        return Fault(
            ("zar/6",),
            say("The lowest score is shared, and at this table the game then goes on."),
            readings=("tie",),
        )
    return None


def is_tied(state: State) -> bool:
    """Whether several current players have the lowest score."""
    return len(lowest(state)) > 1


def ends_the_game(state: State) -> bool:
    """Whether the game is over with the scores of `state`, at the end of a hand (zar/6)."""
    if not reaches_target(state.options, state.scores):
        return False
    return not (plays_on(state.options) and is_tied(state))


# Setting it right


def deck_has_them(state: State, event: Position) -> Fault | None:
    """A position has no more cards than the deck (zar/2, zar/14)."""
    options = state.options
    held = sum(n for n in event.hands.values() if n is not None)
    room = options.half_decks + options.chameleons if copies(options, event.top) else 0
    if event.chain <= room and held + event.chain <= deck_size(options):
        return None
    return Fault(("zar/2",), say("There are not so many cards in the deck."))


def one_is_out(event: Position) -> Fault | None:
    """One player at most holds no cards (zar/6)."""
    if list(event.hands.values()).count(0) < 2:
        return None
    return Fault(("zar/6",), say("Only one player can be out."))


def declaration_fits(event: Position) -> Fault | None:
    """What was declared goes with the top card (zar/9.3.1, zar/9.3.2, zar/14)."""
    identity = event.identity or event.top
    if event.declared is None or event.declared in declarations(identity):
        return None
    if identity in DRAGONS:
        return Fault(("zar/9.3.1",), say("With a dragon a symbol is declared."))
    if identity in PEACOCKS:
        return Fault(("zar/9.3.2",), say("With a peacock a colour is declared."))
    return Fault(("zar/14",), say("Nothing is declared with {card}.", card=NAMES[identity].a))
