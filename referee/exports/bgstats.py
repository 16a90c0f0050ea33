"""A play for the app BG Stats: as a link that opens it there, and as a file that it imports.

Both are what the app's own senders and exports have: times in UTC without a zone, all truths said,
numbers for ids or none at all, and names for the same thing that are the same each time.
"""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

import msgspec

from referee.exports.outcome import Outcome, PlayerResult

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Referee"
"""What BG Stats knows us by; another name would be another app to it."""
_OURS = uuid5(NAMESPACE_URL, "urn:referee")
_LONGEST = 30
"""Rounds that a score is written as a sum of."""


def create_play(outcome: Outcome) -> str:
    """The address that opens BG Stats with the play filled in."""
    return f"{ADDRESS}?data={quote(msgspec.json.encode(play(outcome)), safe='')}"


def play(outcome: Outcome) -> dict[str, object]:
    """What the link carries."""
    game = outcome.game
    found: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": _name("play", outcome.play),
        "playDate": _time(outcome.started),
        "game": {
            "name": game.name,
            "sourceGameId": game.key,
            "highestWins": not game.scoring.low_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": share.name,
                "sourcePlayerId": _name("player", share.name.casefold()),
                "startPlayer": share.starter,
                "winner": share.won,
                "rank": share.rank,
                **_points(share),
                **_role(share),
            }
            for share in outcome.shares
        ],
    }
    if outcome.title:
        found["comments"] = outcome.title
    if outcome.minutes:
        found["durationMin"] = outcome.minutes
    return found


def play_file(outcome: Outcome) -> dict[str, object]:
    """What a `.bgsplay` file holds."""
    game, at = outcome.game, _time(outcome.started)
    teams = any(share.team for share in outcome.shares)
    played = {
        "uuid": _name("play", outcome.play),
        "modificationDate": at,
        "entryDate": at,
        "playDate": at,
        "usesTeams": teams,
        "durationMin": outcome.minutes or 0,
        "ignored": False,
        "manualWinner": True,
        "rounds": outcome.rounds,
        "locationRefId": 1,
        "gameRefId": 1,
        "board": "",
        "scoringSetting": 0,
        "playerScores": [_score(n, share) for n, share in enumerate(outcome.shares, 1)],
        "expansionPlays": [],
    }
    return {
        "about": SOURCE,
        "userInfo": {"meRefId": 0},
        "players": [
            {
                "id": n,
                "uuid": _name("player", share.name.casefold()),
                "name": share.name,
                "isAnonymous": False,
                "modificationDate": at,
                "bggUsername": "",
            }
            for n, share in enumerate(outcome.shares, 1)
        ],
        "locations": [
            {"id": 1, "uuid": _name("location", SOURCE), "name": SOURCE, "modificationDate": at}
        ],
        "games": [
            {
                "id": 1,
                "uuid": _name("game", game.key),
                "name": game.name,
                "modificationDate": at,
                "cooperative": False,
                "highestWins": not game.scoring.low_wins,
                "noPoints": False,
                "usesTeams": teams,
            }
        ],
        "plays": [played],
    }


def _score(n: int, share: PlayerResult) -> dict[str, object]:
    return {
        "score": _sum(share),
        "winner": share.won,
        "newPlayer": False,
        "startPlayer": share.starter,
        "playerRefId": n,
        "rank": share.rank,
        "seatOrder": n,
        **_role(share),
    }


def _points(share: PlayerResult) -> dict[str, int]:
    """The score, or the turns of who won a race; of who did not get there neither."""
    if share.finish is None:
        return {"score": share.score}
    return {} if share.finish.turns is None else {"score": share.finish.turns}


def _role(share: PlayerResult) -> dict[str, str]:
    """The team, where there are any: the app sets those apart by their names."""
    return {"role": share.team} if share.team else {}


def _sum(share: PlayerResult) -> str:
    """The score as the sum of its rounds, where it is one that the app can add up: it knows no
    points taken off. Of a race the turns."""
    if share.finish:
        return str(share.finish.turns or "")
    parts = [points for points in share.changes if points is not None]
    if share.start:
        parts.insert(0, share.start)
    plain = len(parts) > 1 and len(parts) <= _LONGEST and min(parts) >= 0
    return "+".join(map(str, parts)) if plain and sum(parts) == share.score else str(share.score)


def _name(kind: str, what: str) -> str:
    return str(uuid5(_OURS, f"{kind} {what}")).upper()


def _time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S")
