"""A table for other programs and for people elsewhere: pure functions of an `Outcome`.

`scores_csv` for spreadsheets, `bgstats` for the app BG Stats (a link, a file), `chat` as a few
lines to paste; `paper` is what a score sheet has on it.
"""

from referee.exports.bgstats import create_play, play_file
from referee.exports.chat import lines
from referee.exports.outcome import Outcome, PlayerResult, outcome
from referee.exports.spreadsheet import HEADS, scores_csv

__all__ = [
    "HEADS",
    "Outcome",
    "PlayerResult",
    "create_play",
    "lines",
    "outcome",
    "play_file",
    "scores_csv",
]
