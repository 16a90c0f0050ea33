"""From a record to the referee's report."""

from __future__ import annotations

import msgspec

from referee.core import ENGLISH, Translator, Unusable, render
from referee.record.read import Record
from referee.table import Entry, Fold


class Report(msgspec.Struct, frozen=True):
    """The rulings on a record's events, and where the game stands after them."""

    record: Record
    entries: list[Entry]
    state: object


def check(record: Record) -> Report:
    """Judge every event of `record` in order."""
    fold: Fold[object] = Fold(record.game, record.game.start(record.players, record.options))
    entries = [fold.take(event, i) for i, event in enumerate(record.events)]
    return Report(record, entries, fold.state)


def report_json(report: Report, voice: Translator = ENGLISH) -> dict[str, object]:
    """Return the report as plain data (docs/record-format.md, *Report*)."""
    game, state = report.record.game, report.state
    out = {
        "format": "referee-report",
        "version": 1,
        "game": game.key,
        "rulings": [_ruling(i, entry, voice) for i, entry in enumerate(report.entries)],
        "state": game.report(state),
        "scores": game.scores(state),
        "over": game.over(state),
        "winners": game.winners(state),
    }
    teams = game.team_scores(state)
    if teams is not None:
        out["team_scores"] = teams
    return out


def _ruling(i: int, entry: Entry, voice: Translator) -> dict[str, object]:
    ruling = entry.ruling
    out = {
        "event": i,
        "verdict": ruling.verdict,
        "rules": ruling.rules,
        "reason": render(ruling.reason, voice),
        "effects": [render(effect, voice) for effect in ruling.effects],
        "readings": ruling.readings,
        "facts": ruling.facts,
    }
    if entry.stood is not None:
        out["stood"] = entry.stood
    return out


def unusable_json(file: str, error: Unusable, voice: Translator = ENGLISH) -> dict[str, object]:
    """The report on a file that cannot be used."""
    return {
        "format": "referee-report",
        "version": 1,
        "file": file,
        "error": {"path": error.path, "message": render(error.message, voice)},
    }
