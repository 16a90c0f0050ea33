"""The rules that several actions share, and the rule book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.core import ClauseId, Message, PlayerKey, say
from referee.core.judging import Basis, Fault, decide, game_is_over, not_on_turn, refuse
from referee.core.rules import load_rules
from referee.games.zar.cards import ANY, CHAMELEON, COLOUR, NAMES, SYMBOL
from referee.games.zar.effects import POWER
from referee.games.zar.state import Hand, State, ZarOptions, copies, lowest

BOOK = load_rules("referee.games.zar")


ruled = partial(decide, BOOK)
refused = partial(refuse, BOOK)


# What keeps anything from happening


def barring_faults(state: State, *names: PlayerKey, in_hand: bool = True) -> list[Fault]:
    """List what keeps an event from happening at all: one of `names` is not seated (zar/11.6), the
    game is over (zar/6), no hand runs where one must (zar/3)."""
    faults = []
    for name in names:
        if name not in state.players:
            faults.append(is_absent(name))
    if state.over:
        faults.append(game_is_over("zar/6"))
    if in_hand and state.hand is None:
        faults.append(NO_HAND)
    return faults


NO_HAND = Fault(
    ("zar/3",),
    say("No hand is under way."),
    Basis.IDLE,
    say("To start a hand, choose its dealer and first card."),
    can_stand=False,
)


def not_seated(state: State, *names: PlayerKey, can_stand: bool = False) -> list[Fault]:
    """List those of `names` who do not sit at the table (zar/11.6)."""
    return [is_absent(name, can_stand=can_stand) for name in names if name not in state.players]


def is_absent(player: PlayerKey, *, can_stand: bool = False) -> Fault:
    """Only those who sit at the table take part (zar/11.6)."""
    reason = say("{player} is not at the table at the moment.", player=player)
    return Fault(("zar/11.6",), reason, Basis.SEAT, can_stand=can_stand)


def running(state: State) -> Hand:
    """Return the running hand, where there is one."""
    assert state.hand is not None
    return state.hand


def next_step(state: State) -> str:
    """Return the tag of the action that comes next: it has the main button. A table that refereed
    its last hand goes on so, one that only scored goes on scoring."""
    hand = state.hand
    if hand is None:
        return "start_hand" if state.refereed else "end_hand"
    if hand.out is not None:
        return "end_hand"
    may_draw = not hand.pending and not hand.drew
    return "draw" if must_draw(hand) and may_draw else "play"


# 2 The deck


NO_CHAMELEONS = Fault(("zar/2",), say("This game is played without chameleons."))


def too_many(options: ZarOptions, hand: Hand | None, cards: Sequence[str]) -> str | None:
    """Find a card of which `cards` and what is known to lie on the Playpile are more than the deck
    has (zar/2)."""
    pile = hand.pile if hand else ()
    for card in cards if len(cards) == 1 else dict.fromkeys(cards):
        if cards.count(card) + pile.count(card) > copies(options, card):
            return card
    if hand is None or not hand.loose:
        return None
    # The loose cards are copies of the top card or Chameleons: there must be room for all of them.
    run = (*pile, *cards)
    room = options.most_together - run.count(hand.identity) - run.count(CHAMELEON)
    return hand.identity if room < hand.loose else None


# 3, 13.1 How many play

FEWEST_PLAYERS = 2


def clauses_of_numbers(options: ZarOptions) -> tuple[ClauseId, ...]:
    """Return the clauses that say how many play and how many cards are dealt."""
    return ("zar/3",) if options.half_decks == 2 else ("zar/3", "zar/13.1")


# 4 The turn


def turn_faults(hand: Hand, by: PlayerKey) -> list[Fault]:
    """List what keeps `by` from drawing his one card and from passing: somebody is out (zar/12.2),
    it is another's turn (zar/4), Wasps are answered first (zar/4.2)."""
    faults = []
    if hand.out is not None:
        faults.append(somebody_is_out(hand.out))
    if by != hand.turn:
        faults.append(not_on_turn(("zar/4",), hand.turn, by))
    elif hand.pending:
        faults.append(wasps_first(hand))
    return faults


def wasps_first(hand: Hand, allowed: Message | None = None) -> Fault:
    """Wasps are answered first: with a Wasp, or by drawing (zar/4.2)."""
    reason = say(
        "{turn} is facing wasps, and must first play a wasp or draw {n}.",
        turn=hand.turn,
        n=hand.pending,
    )
    return Fault(("zar/4.2",), reason, allowed=allowed)


def must_draw(hand: Hand) -> bool:
    """Whether the player on turn holds one card that he must not play: he skipped to himself
    (zar/9.2.2)."""
    return hand.skipped_to_self and hand.hands[hand.turn] == 1


def allowed_next(state: State, hand: Hand) -> Message:
    """Say what the player on turn may play, as a noun: "any blue, any sun, or a power"."""
    top, chameleons = hand.identity, state.options.chameleons > 0
    if hand.out is not None:
        if hand.matchable:
            return say("only another {card}, as a match", card=NAMES[top].plain)
        return say("no card until the next hand")
    if hand.pending:
        if chameleons:
            return say("any wasp, a chameleon, or drawing {n}", n=hand.pending)
        return say("any wasp, or drawing {n}", n=hand.pending)
    if top in POWER:
        return POWER[top].may_follow(hand.declared, chameleons)
    return say(
        "{colour}, {symbol} or a power card", colour=ANY[COLOUR[top]], symbol=ANY[SYMBOL[top]]
    )


def can_match(state: State, hand: Hand) -> bool:
    """Whether a match may still come: the window is open and a copy may be in somebody's hand."""
    if not hand.matchable:
        return False
    if too_many(state.options, hand, (hand.identity,)) is None:
        return True
    return hand.top == CHAMELEON and too_many(state.options, hand, (CHAMELEON,)) is None


# 12.2 Somebody is out


def somebody_is_out(out: PlayerKey) -> Fault:
    """When somebody is out, nothing more is played or drawn but a match (zar/12.2)."""
    reason = say("{out} has gone out: only a match can be played now.", out=out)
    return Fault(("zar/12.2",), reason, Basis.TURN)


# 6 The end of the game, and the reading `tie`


def reaches_target(state: State) -> bool:
    """Whether a score is at the target that ends the game (zar/6)."""
    target = state.options.target
    return target is not None and max(state.scores.values()) >= target


def plays_on(options: ZarOptions) -> bool:
    """Whether a shared lowest score lets the game go on (reading `tie`)."""
    return options.readings.get("tie") == "play-on"


def is_tied(state: State) -> bool:
    """Whether several current players have the lowest score."""
    return len(lowest(state)) > 1
