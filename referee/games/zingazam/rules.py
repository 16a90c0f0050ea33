"""The rules but for the spells, in rulebook order: one function a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from referee.core import Message, say
from referee.games.zingazam.cards import (
    CAT_NUMBERS,
    FROM_THE_TOP,
    MOST_CARDS,
    NUMBERS,
    cats_unseen,
    in_box,
)
from referee.games.zingazam.events import Piles, Play, Position, ScoreGame
from referee.games.zingazam.piles import (
    Batch,
    Pile,
    bounds,
    certain,
    put_in,
    put_on,
    settle,
    take_off,
)
from referee.games.zingazam.spells import (
    COMPANION,
    DARKNESS,
    FAQ,
    FREEZE,
    GIFT,
    HURRICANE,
    PUPPETEER,
    Moment,
    Refusal,
    Spell,
    cast,
)
from referee.games.zingazam.state import (
    Laid,
    Result,
    State,
    Taken,
    Wizard,
    next_due,
)

SETUP = "zingazam/setup"
PLAY = "zingazam/play"
ROUND = "zingazam/round"
ONE_BEATS_EIGHT = "zingazam/one-beats-eight"
END = "zingazam/end"
TIE = "zingazam/tie"
SERIES = "zingazam/series"
SKIPPED = "zingazam/spell.7"
POINTED_AT = "zingazam/spell.6"


# Setup, and the next game of a series


def starter(state: State) -> int:
    """Who starts the next game: the oldest (`zingazam/setup`); from the second game on the oldest
    of those with the highest total (`zingazam/series`)."""
    totals = state.totals
    most = max(totals)
    return next(seat for seat in state.agreed.ages if totals[seat] == most)


def lowest(state: State) -> list[int]:
    """Who turns a second card in the next game: those with the lowest total, none in the first
    game (`zingazam/series`)."""
    if not state.game:
        return []
    totals = state.totals
    least = min(totals)
    return [seat for seat, total in enumerate(totals) if total == least]


def dealt(state: State, first: int) -> State:
    """A new game, started by `first` (`zingazam/setup`)."""
    low = lowest(state)
    seats = range(len(state.agreed.players))
    return State(
        agreed=state.agreed,
        past=state.past,
        round=1,
        first=first,
        turn=first,
        due=everyone(state),
        wizards=tuple(Wizard(facing=2 if seat in low else 1) for seat in seats),
    )


def everyone(state: State) -> int:
    """All seats, as bits."""
    return (1 << len(state.agreed.players)) - 1


# How to play


def may_play(state: State, play: Play, by: int) -> list[Refusal]:
    """What forbids `by` to lay this card now, its spell apart."""
    found: list[Refusal] = []
    if by != state.turn:
        found.append(_not_now(state, play, by))
    number, wizard = play.card, state.wizards[by]
    if play.cat:
        if number not in CAT_NUMBERS:
            found.append(((SETUP, FAQ), say("No cat has the number {n}.", n=number)))
        elif not cats_unseen(number, state.cats_played):
            found.append(((SETUP, FAQ), say("Both cats with a {n} have been played.", n=number)))
        elif wizard.cats is not None and wizard.cats < 1:
            found.append(((SETUP,), say("{by} holds no Cat Companion.", by=play.by)))
    elif wizard.own >> number & 1:
        found.append(((SETUP,), say("{by} has already played the {n}.", by=play.by, n=number)))
    for seat, must in state.must_play:
        if seat == by and must != number:
            found.append(
                ((POINTED_AT,), say("{by} must play the {n} pointed at.", by=play.by, n=must))
            )
    return found


def _not_now(state: State, play: Play, by: int) -> Refusal:
    if has_played(state, by):
        return (PLAY,), say("{by} has already played in this round.", by=play.by)
    if not state.due >> by & 1:
        return (SKIPPED,), say("{by} is frozen and skips this round.", by=play.by)
    assert state.turn is not None
    turn = state.agreed.players[state.turn]
    return (PLAY,), say("It is {turn}'s turn, not {by}'s.", turn=turn, by=play.by)


def has_played(state: State, seat: int) -> bool:
    """Whether a card of `seat` lies in this round."""
    return any(card.by == seat for card in state.played)


def can_lay(state: State, by: int) -> bool:
    """Whether `by` could lay a card if the table let it stand."""
    return state.wizards[by].hand != 0 and not has_played(state, by)


class Ending(msgspec.Struct, frozen=True):
    """How a game stands that is played out: `points` by seat (None unknown), who is `left` in the
    tie, and whether it is `settled` (then they are the winners)."""

    points: tuple[int | None, ...]
    left: tuple[int, ...]
    settled: bool


class Outcome(msgspec.Struct, frozen=True):
    """What comes of a card: its `spell`, the `state` after it, the round if it was the last one of
    it, the ending if it was the last one of the game."""

    spell: Spell
    state: State
    taken: Taken | None = None
    ending: Ending | None = None


def _kept(
    work: Callable[[State, Play], Outcome],
) -> Callable[[State, Play], Outcome]:
    """`work`, with its latest answer kept: what has been judged is mostly applied next."""
    latest: tuple[State | None, Play | None, Outcome | None] = (None, None, None)

    def kept(state: State, play: Play) -> Outcome:
        nonlocal latest
        of, on, outcome = latest
        if of is not state or on is not play or outcome is None:
            outcome = work(state, play)
            latest = (state, play, outcome)
        return outcome

    return kept


@_kept
def lay(state: State, play: Play) -> Outcome:
    """What comes of `play`, legal or not, by one who can lay a card (`can_lay`)."""
    players = state.agreed.players
    now = moment(state, play)
    by, wizard = now.by, now.has
    due = state.due & ~(1 << by)
    spell = cast(now, play)
    wizards = list(state.wizards)
    wizards[by] = wizard
    cats = state.cats
    must_play = state.must_play
    if must_play:
        must_play = tuple(pair for pair in must_play if pair[0] != by)
    works, at = spell.works, spell.at
    if works:
        assert at is not None
        if works == DARKNESS:
            _move(wizards, at, by)
        elif works == GIFT:
            _move(wizards, by, at)
        elif works == HURRICANE:
            wizards[by] = _turned(wizard)
        elif works == COMPANION:
            wizards[by] = _with_cat(wizard)
            cats = None if cats is None else cats - 1
        elif works == FREEZE:
            due &= ~(1 << at)
            must_play = tuple(pair for pair in must_play if pair[0] != at)
        elif works == PUPPETEER and isinstance(play.points_at, int):
            must_play = (*(p for p in must_play if p[0] != at), (at, play.points_at))
    played = (*state.played, Laid(by, play.card, play.cat))
    if due:
        turn = state.turn
        if turn is None or not due >> turn & 1:
            turn = next_due(len(players), by, due)
        after = State(
            state.agreed,
            state.past,
            state.round,
            state.first,
            turn,
            due,
            played,
            must_play,
            tuple(wizards),
            cats,
            now.cats_played,
            state.taken,
            state.last,
        )
        return Outcome(spell, after)
    taken = take_round(played)
    numbers = tuple(card.number for card in played)
    winner = wizards[taken.winner]
    wizards[taken.winner] = _with_pile(winner, put_on(winner.pile, Batch(numbers, len(numbers))))
    after = State(
        state.agreed,
        state.past,
        state.round + 1,
        taken.winner,
        taken.winner,
        everyone(state),
        (),
        (),
        tuple(wizards),
        cats,
        now.cats_played,
        state.taken + numbers,
        taken,
    )
    if all(w.hand != 0 for w in wizards):
        return Outcome(spell, after, taken)
    ending = played_out(after)
    return Outcome(spell, _ended(after, ending), taken, ending)


def moment(state: State, play: Play) -> Moment:
    """The card of `play` is laid, and its spell is about to be cast."""
    players = state.agreed.players
    by = players.index(play.by)
    cats_played = (*state.cats_played, play.card) if play.cat else state.cats_played
    following = next_due(len(players), by, state.due & ~(1 << by))
    return Moment(state, by, _without_card(state.wizards[by], play), following, cats_played)


def _without_card(wizard: Wizard, play: Play) -> Wizard:
    """`wizard` after laying the card. It counts as facing away while any does; a cat faces."""
    hand, facing, own, cats = wizard.hand, wizard.facing, wizard.own, wizard.cats
    if hand is not None:
        hand -= 1
        if facing is not None:
            facing = max(0, min(facing - play.cat, hand))
    if play.cat:
        cats = None if cats is None else cats - 1
    else:
        own |= 1 << play.card
    return Wizard(hand, facing, own, cats, wizard.pile)


def _turned(wizard: Wizard) -> Wizard:
    if wizard.facing is None or wizard.hand is None:
        return wizard
    facing = min(wizard.facing + 1, wizard.hand)
    return Wizard(wizard.hand, facing, wizard.own, wizard.cats, wizard.pile)


def _with_cat(wizard: Wizard) -> Wizard:
    hand, facing, cats = (
        None if count is None else count + 1 for count in (wizard.hand, wizard.facing, wizard.cats)
    )
    return Wizard(hand, facing, wizard.own, cats, wizard.pile)


def _with_pile(wizard: Wizard, pile: Pile) -> Wizard:
    return Wizard(wizard.hand, wizard.facing, wizard.own, wizard.cats, pile)


def _move(wizards: list[Wizard], giver: int, taker: int) -> None:
    """The top card of `giver`'s pile goes on top of `taker`'s."""
    card, rest = take_off(wizards[giver].pile)
    wizards[giver] = _with_pile(wizards[giver], rest)
    wizards[taker] = _with_pile(wizards[taker], put_on(wizards[taker].pile, card))


# The round


def take_round(played: tuple[Laid, ...]) -> Taken:
    """Who takes the cards: the last 1 if there is an 8 (`zingazam/one-beats-eight`), else the
    highest number, of equals the last (`zingazam/round`)."""
    numbers = [card.number for card in played]
    best = max(numbers)
    because = "highest"
    if best == 8 and 1 in numbers:
        best, because = 1, "one-beats-eight"
    elif numbers.count(best) > 1:
        because = "last-of-equals"
    winner = next(card.by for card in reversed(played) if card.number == best)
    return Taken(winner, because, played)


# The end of the game


def played_out(state: State) -> Ending:
    """The game as it stands, its rounds over (`zingazam/end`, `zingazam/tie`)."""
    points = tuple(wizard.pile.count for wizard in state.wizards)
    most = max((count for count in points if count is not None), default=0)
    top = tuple(seat for seat, count in enumerate(points) if count is None or count == most)
    if None in points:
        return Ending(points, top, settled=False)

    def known(seat: int, number: int) -> tuple[int, int]:
        least, most = bounds(state.wizards[seat].pile, number)
        assert most is not None
        return least, most

    return Ending(points, *settle(top, known))


def _ended(state: State, ending: Ending) -> State:
    """The state after the last round: the game is over, or waits for its piles."""
    if ending.settled:
        return over(state, Result(ending.points, ending.left))  # type: ignore[arg-type]
    return msgspec.structs.replace(state, round=state.round - 1, first=None, turn=None, due=0)


def over(state: State, result: Result) -> State:
    """`state` after its game has ended with `result`, or after one that was only counted."""
    last = state.last if state.running else None
    return State(agreed=state.agreed, past=(*state.past, result), last=last)


def may_end(state: State) -> bool:
    """Whether the table may now say by its piles how the game ended: it waits for them, or no
    one knows whose hand has run out between two rounds."""
    if state.waits:
        return True
    return not state.played and any(wizard.hand is None for wizard in state.wizards)


def wanted(state: State) -> tuple[int, ...]:
    """Whose piles are needed to end the running game."""
    ending = played_out(state)
    return () if ending.settled else ending.left


def pile_faults(state: State, piles: Piles) -> Iterator[Message]:
    """Where `piles` cannot be what lies there (`zingazam/end`)."""
    players = state.agreed.players
    given = {players.index(who): pile for who, pile in piles.items()}
    for seat, pile in given.items():
        counted, who = sum(pile.values()), players[seat]
        there = state.wizards[seat].pile
        if counted < certain(there) or (there.count is not None and counted > there.count):
            yield say("{who}'s pile does not hold {n} cards.", who=who, n=counted)
        for number in FROM_THE_TOP:
            least, most = bounds(there, number)
            has = pile.get(str(number), 0)
            if has < least:
                yield say("More cards with a {n} lie in {who}'s pile.", n=number, who=who)
            elif most is not None and has > most:
                yield say("Fewer cards with a {n} lie in {who}'s pile.", n=number, who=who)
    counts = [wizard.pile.count for wizard in state.wizards]
    unknown = None if None in counts else sum(counts) - len(state.taken)  # type: ignore[arg-type]
    for number in FROM_THE_TOP:
        has = sum(pile.get(str(number), 0) for pile in given.values())
        lie = state.taken.count(number)
        if unknown is not None and has > lie + unknown:
            yield say("Fewer cards with a {n} lie in all piles.", n=number)
        elif len(given) == len(players) and has < lie:
            yield say("More cards with a {n} lie in all piles.", n=number)


def counted(state: State, piles: Piles) -> Result:
    """The running game with `piles` as the table counted them, the others' as they are known."""
    players = state.agreed.players
    given = {players.index(who): pile for who, pile in piles.items()}
    counts = [
        sum(given[seat].values()) if seat in given else wizard.pile.count or 0
        for seat, wizard in enumerate(state.wizards)
    ]

    def known(seat: int, number: int) -> tuple[int, int]:
        if seat in given:
            has = given[seat].get(str(number), 0)
            return has, has
        least, most = bounds(state.wizards[seat].pile, number)
        return least, counts[seat] if most is None else most

    return Result(tuple(counts), settle(_top(counts), known)[0])


def _top(counts: Sequence[int]) -> tuple[int, ...]:
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most)


def score_faults(state: State, event: ScoreGame) -> Iterator[Refusal]:
    """Where a counted game cannot be true."""
    seats = len(state.agreed.players)
    if sum(event.counts.values()) > MOST_CARDS * seats:
        yield (
            (SETUP,),
            say("{n} players never have more than {most} cards.", n=seats, most=MOST_CARDS * seats),
        )
    piles = event.piles or {}
    for number in NUMBERS:
        if sum(pile.get(str(number), 0) for pile in piles.values()) > in_box(number, seats):
            yield (
                (SETUP,),
                say(
                    "There are only {most} cards with a {n}.", most=in_box(number, seats), n=number
                ),
            )
    for who, pile in piles.items():
        total = sum(pile.values())
        if event.counts.get(who, total) != total:
            yield (
                (END,),
                say(
                    "{who}'s count is {points}, but the pile shows {n}.",
                    who=who,
                    points=event.counts[who],
                    n=total,
                ),
            )


def scored(state: State, event: ScoreGame) -> Result:
    """The result of a game that was only counted; what its piles do not settle is shared."""
    players = state.agreed.players
    counts = [event.counts[who] for who in players]
    piles = event.piles or {}

    def known(seat: int, number: int) -> tuple[int, int]:
        pile = piles.get(players[seat])
        if pile is None:
            return 0, counts[seat]
        has = pile.get(str(number), 0)
        return has, has

    return Result(tuple(counts), settle(_top(counts), known)[0])


def champions(state: State) -> tuple[int, ...]:
    """Who has won a series that is over (`zingazam/series`); of one game its winners."""
    if state.agreed.games == 1:
        return state.past[-1].winners
    return _top(state.totals)


# Set it right


def position_faults(state: State, event: Position) -> Iterator[Message]:
    """Why `event` cannot be what lies there."""
    played = [card.by for card in event.played]
    for who in dict.fromkeys(played):
        if played.count(who) > 1:
            yield say("{who} plays only one card in a round.", who=who)
        if who in event.skipped:
            yield say("{who} has played, or is skipped, not both.", who=who)
    if isinstance(event.first, str) and played and played[0] != event.first:
        yield say("{who} is first, so {who}'s card lies first.", who=event.first)
    due = [who for who in state.agreed.players if who not in played and who not in event.skipped]
    if not due:
        yield say("Somebody still has to play in this round.")
    for who in event.must_play:
        if who not in due:
            yield say("{who} does not play any more in this round.", who=who)
    for who in due:
        if event.hands.get(who) == 0:
            yield say("{who} still has to play and needs a card.", who=who)


def put_right(state: State, event: Position) -> State:
    """The situation that `event` sets, in the running game or else in a new one."""
    players = state.agreed.players
    played = tuple(Laid(players.index(c.by), c.card, c.cat) for c in event.played)
    if isinstance(event.first, str):
        first = players.index(event.first)
    elif played:
        first = played[0].by
    else:
        first = starter(state) if state.first is None else state.first
    due = everyone(state)
    own = [0] * len(players)
    for card in played:
        due &= ~(1 << card.by)
        own[card.by] |= 0 if card.cat else 1 << card.number
    for who in event.skipped:
        due &= ~(1 << players.index(who))
    if played:
        turn = next_due(len(players), played[-1].by, due)
    else:
        turn = first if due >> first & 1 else next_due(len(players), first, due)
    return State(
        agreed=state.agreed,
        past=state.past,
        round=state.round or 1,
        first=first,
        turn=turn,
        due=due,
        played=played,
        must_play=tuple((players.index(who), number) for who, number in event.must_play.items()),
        wizards=tuple(
            Wizard(event.hands.get(who), None, own[seat], None, put_in(event.piles.get(who)))
            for seat, who in enumerate(players)
        ),
        cats=None,
        cats_played=tuple(card.number for card in played if card.cat),
    )
