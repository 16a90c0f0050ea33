"""The one command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from referee.core import ENGLISH, Unusable, UserText, render, say
from referee.record import Report, check, read, report_json, unusable_json


def main(argv: Sequence[str] | None = None) -> int:
    """`referee …`; returns the exit status."""
    parser = arguments()
    args = parser.parse_args(argv)
    if args.command == "check":
        return run_check(args.files, args.json)
    if args.command == "backup":
        return run_backup(args.data, args.file)
    if args.command == "host":
        return run_host(args.data, args.code)
    return run_serve(args)


def arguments() -> argparse.ArgumentParser:
    """What may be said to `referee`."""
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--data",
        default="instance",
        metavar="FOLDER",
        help="the folder with the database and the key (default: instance, here)",
    )
    address = argparse.ArgumentParser(add_help=False)
    address.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="the address phones use, if it is not this machine's own",
    )
    address.add_argument(
        "--port", type=int, default=8000, help="the port to listen on (default: 8000)"
    )
    address.add_argument(
        "--host", default="", help="the address or name to listen on (default: every address)"
    )
    parser = argparse.ArgumentParser(
        prog="referee",
        parents=[where, address],
        description="Keeps score and settles disputes for five games. "
        "Alone it starts the server and says where phones find it.",
    )
    parser.add_argument(
        "--trust-proxy",
        type=int,
        default=0,
        metavar="N",
        help="how many proxies stand before the server (default: none)",
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
    backup = commands.add_parser(
        "backup",
        help="copy the database",
        description="Copy the database to FILE, whole and consistent, while the server runs.",
    )
    backup.add_argument("file", metavar="FILE")
    host = commands.add_parser(
        "host",
        help="make a phone the host of a table",
        description="Show a QR code that makes the phone that scans it the host of table CODE. "
        "It works once. For when all phones are lost.",
    )
    host.add_argument("code", metavar="CODE")
    # Said before or after the command alike: what is not said after it stays as it was.
    for command in (backup, host):
        command.add_argument("--data", default=argparse.SUPPRESS, metavar="FOLDER")
    return parser


def run_serve(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from referee.serve import Settings, serve

    return serve(
        Settings(
            data=args.data,
            host=args.host,
            port=args.port,
            public_url=args.public_url,
            trust_proxy=args.trust_proxy,
        )
    )


def run_backup(data: str, target: str) -> int:
    """Copy the database in the folder `data` to the file `target`."""
    from referee.store import Busy, Store, TooNew, Unwritable

    file = Path(data) / "referee.db"
    if not file.is_file():
        return _complain(f"There is no database in {data}.")
    try:
        Store(file).backup(target)
    except Unwritable as error:
        return _complain(render(error.message))
    except Busy:
        return _complain("The database is in use by another program. Try again in a moment.")
    except TooNew:
        return _complain("The database was written by a newer version of Referee.")
    print(f"Copied to {target}.")
    return 0


def run_host(data: str, code: str) -> int:
    """Show the one-time code that makes a phone the host of the table `code`."""
    from referee import addresses
    from referee.serve import serving
    from referee.service import Refusal
    from referee.web import create_app, qr

    settings = serving(data)
    if settings is None:
        return _complain(f"No server has been started on {data}.")
    try:
        token = create_app({"DATA": data}).extensions["service"].host_link(code)
    except Refusal as error:
        return _complain(render(error.message))
    url = addresses.urls(settings.port, settings.host, settings.public_url)[0]
    print(f"{url}h/{token}\n{qr.text(f'{url}h/{token}')}")
    return 0


def _complain(words: str) -> int:
    print(words, file=sys.stderr)
    return 1


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
                print(f"{name}: unusable{place}: {render(error.message)}")
            continue
        if as_json:
            print(msgspec.json.encode(report_json(report)).decode())
        else:
            print(transcript(name, report))
        if status == 0 and any(e.ruling.verdict != "legal" for e in report.entries):
            status = 1
    return status


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise Unusable("", say("{why}", why=UserText(error.strerror or str(error)))) from None


def transcript(name: str, report: Report) -> str:
    """A line an event, the verdict first, then the scores."""
    game = report.record.game
    lines = [f"{name}: {game.name}, {render(report.record.players, ENGLISH)}"]  # type: ignore[arg-type]
    for i, (event, entry) in enumerate(zip(report.record.events, report.entries, strict=True)):
        ruling = entry.ruling
        stood = {None: "", True: " (stands)", False: " (cannot stand)"}[entry.stood]
        effects = "".join(f" {render(effect)}" for effect in ruling.effects)
        kind = event.__struct_config__.tag
        lines.append(
            f"{i + 1:>5}  {ruling.verdict}{stood}  {kind}: {render(ruling.reason)}{effects}"
            f" [{', '.join(ruling.rules)}]"
        )
    scores = ", ".join(f"{who} {score}" for who, score in game.scores(report.state).items())
    lines.append(f"       scores: {scores}")
    if game.over(report.state):
        lines.append(f"       won by {render(game.winners(report.state))}")  # type: ignore[arg-type]
    return "\n".join(lines)
