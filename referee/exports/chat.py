"""The result in a few lines, to paste into a chat."""

from __future__ import annotations

from referee.core import Message, UserText, say
from referee.exports.outcome import Outcome


def lines(outcome: Outcome, day: str) -> list[Message]:
    """The game and the `day` it began, everybody or every team in order of rank, then how far it
    went."""
    game, title, on = UserText(outcome.game.name), UserText(outcome.title), UserText(day)
    if outcome.title:
        said = [say("{game}: {title}, {day}", game=game, title=title, day=on)]
    else:
        said = [say("{game}, {day}", game=game, day=on)]
    for share in outcome.sides():
        n, name = share.rank, UserText(share.team or share.name)
        score = share.told or share.score
        if share.won:
            said.append(say("{n}. {name} {score}, wins", n=n, name=name, score=score))
        else:
            said.append(say("{n}. {name} {score}", n=n, name=name, score=score))
    if outcome.cut:
        said.append(say("The current round is still secret."))
    elif not outcome.over:
        said.append(say("The game goes on."))
    if outcome.rounds:
        said.append(outcome.game.rounds_counted(outcome.rounds))
    if outcome.game.scoring.low_wins:
        said.append(say("Lowest wins."))
    return said
