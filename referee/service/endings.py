"""How a game ended: who won, in what order the others follow, and what is worth telling."""

from __future__ import annotations

import msgspec

from referee.core import PlayerKey
from referee.core.highlights import of_scores
from referee.core.text import SingleValue
from referee.exports.outcome import ranks
from referee.service.encoding import decode_event, decode_ruling
from referee.service.session import TableSession
from referee.service.types import Ending, Place, SoloBest

_MOST_TOLD = 3
"""Facts beside the order: more would not be read."""


def ending_of(session: TableSession) -> Ending | None:
    """Return how the game ended; None while it goes on. It is the same for everybody, but for the
    best so far, which is that of this phone's tables: nothing is taken from what is secret
    still."""
    game, state, table = session.game, session.head.state, session.table
    if not game.over(state):
        return None
    course = [
        msgspec.json.decode(scores, type=dict[PlayerKey, int])
        for scores in session.once(session.db.copies.course, table.id, table.depth)
    ]
    start = session.starting_scores()
    scores = game.scores(state)
    if not course or course[-1] != scores:
        course.append(scores)
    told = []
    if game.ending.remarkable and not game.secrecy.has_secret(state):
        remarkable = game.ending.remarkable
        found = session.once(session.db.pile.of_types, table.id, remarkable, table.depth)
        told = game.ending.highlights(
            [(decode_event(game, event), decode_ruling(ruling)) for _, event, ruling in found]
        )
    rank, won = ranks(game, state), game.victors(state)
    said = game.told_scores(state, session.head.options)
    sides = sorted(game.sides(state), key=lambda side: rank[side[0]])
    return Ending(
        winners=tuple(won),
        solo=_solo_best(session) if game.is_solo(state) else None,
        result=game.scoring.result(state),
        places=tuple(
            Place(
                players=tuple(side),
                rank=rank[side[0]],
                score=scores[side[0]],
                won=side[0] in won,
                told=said[side[0]],
            )
            for side in sides
        ),
        start=start,
        course=tuple(course),
        told=tuple([*told, *of_scores(game, course, start)][:_MOST_TOLD]),
    )


def _solo_best(session: TableSession) -> SoloBest:
    """Return the best score of who played alone, before this game and with it, at the tables of
    this phone."""
    game, state, table = session.game, session.head.state, session.table
    kind, scores = game.compared_scores(state, session.head.options)
    [(player, score)] = scores.items()
    assert score is not None  # a race that was not won alone has points
    before = session.db.history.best_alone(
        session.phone,
        game.key,
        kind,
        session.players[player].folded,
        table.id,
        game.scoring.lowest_is_best(kind),
    )
    best = min if game.scoring.lowest_is_best(kind) else max
    after = score if before is None else best(before, score)

    def told(score: int) -> SingleValue:
        return game.scoring.told(kind, score) or score

    return SoloBest(None if before is None else told(before), told(after))
