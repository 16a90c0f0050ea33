"""What may never change of a table or a record, as plain data: what a later release must still say
of what an earlier one wrote.

Kept is what has a format of its own: reports, records, positions, scores, who sits where, which
entries are in effect. Sentences and pages are not: they may be put better.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.record import check, read, report_json
from referee.service import Gone, NotAllowed, Removed, Service, Standing, TableLine

PAGES = 200
"""More pages of a log than any kept table has."""


def plain(value: Any) -> Any:
    """`value` as it would be read back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def report_on(record: bytes) -> dict[str, Any]:
    """The report on a record without its sentences; facts only of events in effect."""
    report = plain(report_json(check(read(record))))
    for ruling in report["rulings"]:
        del ruling["reason"], ruling["effects"]
        if ruling["verdict"] != "legal" and ruling.get("stood") is not True:
            del ruling["facts"]
    return report


def table_as_seen(service: Service, code: str, phone: Any) -> dict[str, Any]:
    """The table `code` as one phone sees it."""
    try:
        view = service.views.table(code, phone)
    except (Gone, Removed) as refusal:
        return {"role": type(refusal).__name__}
    game, state = view.game, view.state
    return plain(
        {
            "role": view.role,
            "seats": view.seats,
            "own": view.own,
            "viewer": view.viewer,
            "asks": [(ask.kind, ask.phone, ask.player, ask.name) for ask in view.requests],
            "asking": view.own_request and (view.own_request.kind, view.own_request.refused),
            "position": game.position(state, view.viewer),
            "log": _log(service, code, phone),
            "drafts": _drafts(service, code, phone, game),
        }
    )


def table_itself(service: Service, code: str, phone: Any) -> dict[str, Any]:
    """The table `code`, as far as it is the same for everybody; `phone` is its host's."""
    view = service.views.table(code, phone)
    game, state = view.game, view.state
    kept = {
        "game": game.key,
        "title": view.title,
        "names": view.names,
        "seating": view.seating,
        "seq": view.seq,
        "line": view.line,
        "who_may": view.who_may,
        "locked": view.locked,
        "rematch": view.rematch,
        "state": game.report(state),
        "scores": game.scores(state),
        "team_scores": game.team_scores(state),
        "turn": game.turn(state),
        "over": game.over(state),
        "winners": game.winners(state),
        "secret": game.secrecy.has_secret(state),
        "course": service.views.course(code, phone),
        "export": service.records.export(code, phone),
    }
    return plain(kept)


def _log(service: Service, code: str, phone: Any) -> list[Any]:
    """Every line this phone may see: what it is, what came of it, by whom, whether in effect."""
    lines: list[Any] = []
    before = None
    for _ in range(PAGES):
        page = service.views.log(code, phone, before=before)
        lines += [
            (
                line.line, line.kind, line.seq, line.type, line.verdict, line.rules, line.stood,
                line.effect, line.undone, line.undone_by, line.who, line.host, line.at,
                line.is_redacted,
            )
            for line in page.lines
        ]  # fmt: skip
        before = page.older
        if before is None:
            return lines
    raise AssertionError(f"the log of {code} has no end")


def _drafts(service: Service, code: str, phone: Any, game: Any) -> dict[str, Any]:
    found = {}
    for sheet in sorted(game.forms):
        try:
            drafts = service.drafts.on(code, phone, sheet)
        except NotAllowed:
            continue
        if drafts:
            found[sheet] = drafts
    return found


def history_of(service: Service, phone: Any) -> dict[str, Any]:
    """What a phone finds of its past: standings of each game, and its tables."""
    return plain(
        {
            "standings": {
                key: list(_in_one(service.history.standings(phone, key), game.scoring.low_wins))
                for key, game in sorted(service.tables.games.items())
            },
            "tables": [
                (row.code, row.over, _first(row), row.changed, row.host)
                for over in (False, True)
                for row in service.history.tables_of(phone, over=over, most=200)
            ],
        }
    )


def _number(score: Any) -> int:
    """The number of a score, which may be told in words: "7 of 9"."""
    number: int = score if isinstance(score, int) else score.values["n"]
    return number


def _in_one(rows: list[Standing], low_wins: bool) -> Iterator[tuple[Any, ...]]:
    """Standings as a release had them that did not tell kinds of games apart, and called one who
    played alone the winner."""
    by_name: dict[str, list[Standing]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    found = []
    for name, kinds in by_name.items():
        games = sum(row.games for row in kinds)
        wins = sum(row.games if row.alone else row.wins for row in kinds)
        best = (min if low_wins else max)(_number(row.best) for row in kinds)
        points = sum(round(row.average * row.games) for row in kinds)
        found.append((name, games, wins, best, points / games, max(row.last for row in kinds)))
    yield from sorted(found, key=lambda row: (-row[2], row[1], row[0].casefold()))


def _first(row: TableLine) -> tuple[str, ...]:
    """Who came first: the winners, or who played alone."""
    return row.sides[0].players if len(row.sides) == 1 else row.winners
