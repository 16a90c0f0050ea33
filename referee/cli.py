"""The one command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from referee.core import ENGLISH, Unusable, speak
from referee.record import Report, check, read, report_json, unusable_json


def main(argv: Sequence[str] | None = None) -> int:
    """`referee …`; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="referee", description="Keeps score and settles disputes for five games."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    checking = commands.add_parser(
        "check",
        help="judge records",
        description="Judge records. Exit status: 0 every event is legal, 1 some event is not, "
        "2 some file could not be used.",
    )
    checking.add_argument("--json", action="store_true", help="one report a line")
    checking.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    args = parser.parse_args(argv)
    if args.command == "check":
        return run_check(args.files, args.json)
    parser.print_help()
    return 0


def run_check(files: Sequence[str], as_json: bool) -> int:
    """Judge each file and print what was found; the exit status of record.md."""
    status = 0
    for name in files:
        try:
            report = check(read(_bytes(name)))
        except Unusable as error:
            status = 2
            if as_json:
                print(msgspec.json.encode(unusable_json(name, error)).decode())
            else:
                place = f" at {error.path}" if error.path else ""
                print(f"{name}: unusable{place}: {speak(error.message)}")
            continue
        if as_json:
            print(msgspec.json.encode(report_json(report)).decode())
        else:
            print(transcript(name, report))
        if status == 0 and any(e.ruling.verdict != "legal" for e in report.entries):
            status = 1
    return status


def _bytes(name: str) -> bytes:
    from referee.core import Quote, say

    try:
        if name == "-":
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unusable("", say("{why}", why=Quote(error.strerror or str(error)))) from None


def transcript(name: str, report: Report) -> str:
    """A line an event, the verdict first, then the scores."""
    game = report.record.game
    lines = [f"{name}: {game.name}, {speak(report.record.players, ENGLISH)}"]  # type: ignore[arg-type]
    for i, (event, entry) in enumerate(zip(report.record.events, report.entries, strict=True)):
        ruling = entry.ruling
        stood = {None: "", True: " (stands)", False: " (cannot stand)"}[entry.stood]
        effects = "".join(f" {speak(effect)}" for effect in ruling.effects)
        kind = event.__struct_config__.tag
        lines.append(
            f"{i + 1:>5}  {ruling.verdict}{stood}  {kind}: {speak(ruling.reason)}{effects}"
            f" [{', '.join(ruling.rules)}]"
        )
    scores = ", ".join(f"{who} {score}" for who, score in game.scores(report.state).items())
    lines.append(f"       scores: {scores}")
    if game.over(report.state):
        lines.append(f"       won by {speak(game.winners(report.state))}")  # type: ignore[arg-type]
    return "\n".join(lines)
