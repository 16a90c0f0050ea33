"""How Zing-a-Zam! is played at random, for the laws that all games obey."""

from __future__ import annotations

import msgspec
from drivers import form

from referee.games.zingazam.actions import EndGame, Play, PlayedCard, Position, ScoreGame, StartGame
from referee.games.zingazam.cards import CATS, FROM_THE_TOP, OWN_CARDS
from referee.games.zingazam.piles import bounds
from referee.games.zingazam.rules import played_out

SETUPS = [
    (["Ann", "Bo"], {}),
    (["Ann", "Bo", "Cy"], {"games": 3, "ages": ["Cy", "Ann", "Bo"]}),
    (["Ann", "Bo", "Cy", "Di"], {"readings": {"must_cast": "no"}}),
    (["Ann", "Bo", "Cy", "Di", "Ed"], {"games": 2, "readings": {"mirror_dodge": "refuse"}}),
]

LONGEST = 250
"""Three games of at most 8 cards each and the cats."""


def next_event(game, state, pick):
    """A legal event, as people play: mostly cards, now and then a game that was only counted."""
    if not state.running:
        if pick(range(8)) == 0:
            return _score(state, pick)
        return StartGame()
    if state.waits:
        return EndGame(piles=_piles_that_fit(game, state, pick))
    by = game.turn(state)
    pieces = [answer.piece for answer in game.page(state, None).numbers]
    number = pick([piece["card"] for piece in pieces if piece["own"] or piece["or_cat"]])
    piece = pieces[number - 1]
    cat = pick([c for c in (False, True) if piece["or_cat" if c else "own"]])
    draft = {"by": by, "card": number, "cat": cat}
    asked = form(game, state, "play", **draft)
    while asked.event is None:
        (choice,) = asked.choices()
        draft[choice.name] = pick([one.value for one in choice.answers if one.value])
        asked = form(game, state, "play", **draft)
    event = asked.event
    if number == 6 and pick([True, False]):
        pointed = msgspec.structs.replace(event, points_at=pick(range(1, 9)))
        if game.judge(state, pointed).verdict == "legal":
            return pointed
    return event


def _score(state, pick):
    return ScoreGame(counts={who: pick(range(11)) for who in state.agreed.players})


def _piles_that_fit(game, state, pick):
    """Piles as the table would find them: dealt from what lies in all of them until they fit, which
    after a position that was set right wrongly may be never."""
    players = state.agreed.players
    tied = [players[seat] for seat in played_out(state).left]
    known = {who: state.wizards[players.index(who)].pile for who in tied}
    for _ in range(1000):
        piles = {}
        lie = list(state.taken)
        for who in tied:
            piles[who] = {str(n): bounds(known[who], n)[0] for n in FROM_THE_TOP}
            for number, least in piles[who].items():
                for _ in range(least):
                    lie.remove(int(number))
        for who in tied:
            pile = piles[who]
            while sum(pile.values()) < known[who].count:
                more = [n for n in lie if pile[str(n)] < bounds(known[who], n)[1]]
                if not more:
                    break
                number = pick(more)
                lie.remove(number)
                pile[str(number)] += 1
        event = EndGame(piles=piles)
        if game.judge(state, event).verdict == "legal":
            return piles
    raise AssertionError(f"No piles fit {state}")


def balance(game, state):
    """All cards are somewhere, and points only where games have ended."""
    players = state.agreed.players
    assert sum(game.scores(state).values()) == sum(sum(r.points) for r in state.past)
    if state.running:
        hands = sum(w.hand for w in state.wizards)
        piles = sum(w.pile.count for w in state.wizards)
        assert piles == len(state.taken)
        assert piles == sum(b.left for w in state.wizards for b in w.pile.batches)
        lie = hands + piles + len(state.played) + state.cats
        assert lie == OWN_CARDS * len(players) + CATS
        assert all(0 <= w.facing <= w.hand for w in state.wizards)
        assert all(0 <= w.cats <= w.hand for w in state.wizards)


def mutants(game, state, pick):
    """Any event, mostly nonsense."""
    players = state.agreed.players
    who = lambda: pick(players)  # noqa: E731
    number = lambda: pick(range(1, 9))  # noqa: E731
    some = lambda: pick([True, False, False])  # noqa: E731

    def pile():
        return {str(n): pick(range(3)) for n in range(1, 9) if some()}

    def by_player(value):
        return {p: value() for p in players if not some()}

    kind = pick(["play"] * 8 + ["start", "end", "score", "position"])
    if kind == "start":
        return StartGame(**({"first": who()} if some() else {}))
    if kind == "end":
        return EndGame(piles=by_player(pile))
    if kind == "score":
        more = {"piles": by_player(pile)} if some() else {}
        return ScoreGame(counts=by_player(lambda: pick(range(13))), **more)
    if kind == "position":
        seats = [p for p in players if some()]
        fields = {
            "first": who,
            "played": lambda: tuple(PlayedCard(by=p, card=number(), cat=some()) for p in seats),
            "piles": lambda: by_player(lambda: pick(range(6))),
            "hands": lambda: by_player(lambda: pick(range(5))),
            "skipped": lambda: tuple(p for p in players if p not in seats and some()),
            "must_play": lambda: {who(): number()},
        }
        return Position(**{field: value() for field, value in fields.items() if some()})
    fields = {
        "cat": some,
        "steal_from": who,
        "gift_to": who,
        "flip": some,
        "mirror": number,
        "points_at": number,
    }
    chosen = {field: value() for field, value in fields.items() if pick(range(5)) == 0}
    by = game.turn(state) if game.turn(state) and pick(range(4)) else who()
    return Play(by=by, card=number(), **chosen)


def position_of(report):
    """The position that a report tells, None between games and while one waits for its piles."""
    state = report["state"]
    if state["turn"] is None:
        return None
    fields = {name: state[name] for name in ("first", "skipped", "must_play")}
    for name in ("piles", "hands"):
        fields[name] = {who: n for who, n in state[name].items() if n is not None}
    played = [{"by": by, "card": card} for by, card in state["played"]]
    return fields | {"played": played}


def is_told(state):
    """Whether no earlier game counts, and no cat lies in the round: a report does not tell one."""
    return not state.past and not any(card.cat for card in state.played)


def may_differ(event, ruling):
    """What was played before, cats, what faces its holder and what lies in piles is not known
    after a position."""
    unknown = {"zingazam/setup", "zingazam/faq", "zingazam/spell.3", "zingazam/spell.4"}
    unknown |= {"zingazam/spell.5", "zingazam/spell.6", "zingazam/end", "zingazam/tie"}
    return bool(unknown & {*ruling.rules})
