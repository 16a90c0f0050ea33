"""The one command."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from referee.core import ENGLISH, Unusable, UserText, render, say, tag_of

if TYPE_CHECKING:
    from referee.store import Store
from referee.record import Report, check, read, report_json, unusable_json


def main(argv: Sequence[str] | None = None) -> int:
    """`referee …`; returns the exit status."""
    parser = arguments()
    args = parser.parse_args(argv)
    if args.command == "check":
        return run_check(args.files, args.json)
    if args.command is None:
        return run_serve(args)
    from referee.store import Busy, TooNew, Unwritable

    if args.database and args.command in _OF_THE_FILE:
        return _complain(
            f"`referee {args.command}` is for the file in a folder. PostgreSQL's own tools copy a "
            "database: pg_dump, pg_restore (docs/operations.md)."
        )
    try:
        return _COMMANDS[args.command](args)
    except Unwritable as error:
        return _complain(render(error.message))
    except Busy:
        return _complain("The database is in use by another program. Try again in a moment.")
    except TooNew:
        return _complain("The database was written by a newer version of Referee.")
    except OSError as error:
        return _complain(f"{error.filename or args.data}: {error.strerror or error}")


def arguments() -> argparse.ArgumentParser:
    """Return the parser of `referee`'s command line."""
    where = argparse.ArgumentParser(add_help=False)
    where.add_argument(
        "--data",
        default="instance",
        metavar="FOLDER",
        help="the folder with the database and the key (default: instance, here)",
    )
    where.add_argument(
        "--database",
        type=_database_url,
        default="",
        metavar="URL",
        help="a PostgreSQL database in place of the file in that folder: postgresql://…, or empty "
        "after that for what libpq's environment says",
    )
    address = argparse.ArgumentParser(add_help=False)
    address.add_argument(
        "--public-url",
        type=_public_url,
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
    address.add_argument(
        "--socket",
        default="",
        metavar="PATH",
        help="the Unix socket to listen on in place of an address, for a proxy on this machine",
    )
    parser = argparse.ArgumentParser(
        prog="referee",
        parents=[where, address],
        description="Keeps score and settles disputes for five games. "
        "Alone it starts the server and says where phones find it.",
    )
    parser.add_argument(
        "--trust-proxy",
        type=_count,
        default=0,
        metavar="N",
        help="how many proxies stand before the server (default: none)",
    )
    parser.add_argument(
        "--keep",
        type=_count,
        default=0,
        metavar="DAYS",
        help="delete tables that did not change for so many days (default: none is deleted)",
    )
    parser.add_argument(
        "--shared-memory",
        action=argparse.BooleanOptionalAction,
        help="remember card values, printed lines and entered cards for anyone who plays here, "
        "instead of for the phone that told them (default: on a private network, without "
        "--public-url)",
    )
    parser.add_argument(
        "--workers",
        type=_count,
        default=1,
        metavar="N",
        help="how many processes answer; more than one with --database only (default: 1)",
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
    copies = commands.add_parser(
        "backups",
        help="list the copies that the server made",
        description="List the copies of the database that the server made by itself, the newest "
        "first: one a day while tables change, the last seven.",
    )
    restore = commands.add_parser(
        "restore",
        help="put a copy in the place of the database",
        description="Put a copy in the place of the database, while no server runs. The one that "
        "is replaced is kept beside it.",
    )
    restore.add_argument("copy", metavar="COPY", help="its number in `referee backups`, or a file")
    listing = commands.add_parser(
        "tables",
        help="list the tables",
        description="List all tables, those that changed last first: code, game, when it changed, "
        "players and name.",
    )
    deletion = commands.add_parser(
        "delete",
        help="delete a table",
        description="Delete table CODE and all that belongs to it, for good.",
    )
    deletion.add_argument("code", metavar="CODE")
    copying = commands.add_parser(
        "copy",
        help="move everything into another database",
        description="Copy everything that is kept here into the empty database TARGET, and compare "
        "the two: rows, and every game played again from its log. No server may run meanwhile. "
        "Interrupted, it goes on when it is started again.",
    )
    copying.add_argument(
        "--to", required=True, metavar="TARGET", help="postgresql://…, or a folder for a file"
    )
    # Said before or after the command alike: what is not said after it stays as it was.
    for command in (backup, host, copies, restore, listing, deletion, copying):
        command.add_argument("--data", default=argparse.SUPPRESS, metavar="FOLDER")
        command.add_argument(
            "--database", type=_database_url, default=argparse.SUPPRESS, metavar="URL"
        )
    return parser


def _public_url(url: str) -> str:
    from referee import addresses

    if url and addresses.origin(url) is None:
        raise argparse.ArgumentTypeError(
            f"{url} needs its scheme and no path, as https://referee.example or "
            "http://raspberrypi.local:8000"
        )
    return url


def _database_url(url: str) -> str:
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise argparse.ArgumentTypeError("a database is named like postgresql://user@host/name")
    return url


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 99999")
    return int(text)


def run_serve(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    gc.disable()  # until all is there (`serve`): what is imported, stays
    from referee.serve import Settings, serve

    return serve(
        Settings(
            data=args.data,
            database=args.database,
            workers=args.workers,
            host=args.host,
            port=args.port,
            public_url=args.public_url,
            trust_proxy=args.trust_proxy,
            socket=args.socket,
            keep=args.keep,
            shared_memory=args.shared_memory,
        )
    )


def run_backup(data: str, target: str) -> int:
    """Copy the database in the folder `data` to the file `target`."""
    from referee.store.sqlite import Store
    from referee.store.sqlite.backups import DATABASE

    _must_exist(data, "")
    Store(Path(data) / DATABASE).backup(target)
    print(f"Copied to {target}.")
    return 0


def _must_exist(data: str, database: str) -> None:
    """Raise `Unwritable` where a command would make a new file instead of finding one."""
    from referee.store import Unwritable
    from referee.store.sqlite.backups import DATABASE

    if not database and not (Path(data) / DATABASE).is_file():
        raise Unwritable(say("There is no database in {folder}.", folder=UserText(data)))


@contextmanager
def _opened(data: str, database: str) -> Iterator[Store]:
    """The store that there is."""
    from referee.store.opening import open_store

    _must_exist(data, database)
    store = open_store(Path(data), database)
    try:
        yield store
    finally:
        store.close()


def run_backups(data: str) -> int:
    """List the copies that the server made of the database in the folder `data`."""
    from referee.store.sqlite.backups import backups

    found = backups(Path(data))
    for backup in found:
        made = datetime.fromtimestamp(backup.made).strftime("%Y-%m-%d %H:%M")
        print(f"{backup.number:>6}  {made}  {backup.size / 1e6:8.1f} MB  {backup.path}")
    if not found:
        print(f"There are no backups in {data}: a server makes one a day while tables change.")
    return 0


def run_restore(data: str, name: str) -> int:
    """Put the copy called `name` in the place of the database in the folder `data`."""
    from referee.store import lock
    from referee.store.sqlite import backups

    source = backups.find(Path(data), name)
    held = lock.hold(Path(data), patience=0)
    try:
        aside = backups.restore(Path(data), source)
    finally:
        os.close(held)
    print(f"{source} is the database in {data} now.")
    if aside:
        print(f"The one before is kept as {aside}.")
    return 0


def run_tables(data: str, database: str) -> int:
    """List the tables in the folder `data`, or in the `database`."""
    with _opened(data, database) as store, store.read() as db:
        for table in db.tables.every():
            names = [p.name for p in db.players.at(table.id) if p.introduced is not None]
            state = "over" if table.over else "    "
            words = ", ".join(names) + (f": {table.title}" if table.title else "")
            plain = "".join(c for c in words if c.isprintable())
            print(f"{table.code}  {table.game:<9} {table.changed[:16]}  {state}  {plain}")
    return 0


def run_delete(data: str, database: str, code: str) -> int:
    """Delete the table `code` in the folder `data`, or in the `database`."""
    from referee.service.keys import typed_code

    with _opened(data, database) as store, store.write() as db:
        typed = typed_code(code)
        table = db.tables.by_code(typed) or db.tables.by_join_code(typed)
        if table is not None:
            db.tables.delete(table.id)
            db.announce("table", table.id, table.line + 1)
    if table is None:
        return _complain(f"There is no table {code} in {'the database' if database else data}.")
    print(f"Table {table.code} ({table.game}) is deleted.")
    return 0


def run_host(data: str, database: str, code: str) -> int:
    """Show the one-time code that makes a phone the host of the table `code`."""
    from referee import addresses
    from referee.serve import serving
    from referee.service import Refusal
    from referee.web import create_app, qr

    settings = serving(data)
    if settings is None:
        return _complain(f"No server has been started on {data}.")
    try:
        config = {"DATA": data, "DATABASE": database or settings.database}
        token = create_app(config).extensions["service"].hosting.host_link(code)
    except Refusal as error:
        return _complain(render(error.message))
    url = addresses.urls(settings.port, settings.host, settings.public_url)[0]
    print(f"{url}h/{token}\n{qr.text(f'{url}h/{token}')}")
    return 0


def run_copy(data: str, database: str, to: str) -> int:
    """Copy what is in the folder `data`, or in the `database`, into the folder or database `to`."""
    from referee.games import games
    from referee.service.copying import copy
    from referee.store import lock
    from referee.store.opening import open_store

    _must_exist(data, database)
    url = to if "://" in to else ""
    if url:
        _database_url(url)
    with ExitStack() as stack:
        for folder, is_file in ((data, not database), (to, not url)):
            if is_file:
                stack.callback(os.close, lock.hold(Path(folder), patience=0))
        source = open_store(Path(data), database)
        stack.callback(source.close)
        source.hold()
        target = open_store(Path(to), url, unfinished=True)
        stack.callback(target.close)
        target.hold()
        tables = copy(source, target, games(), lambda done: print(f"  {done}", flush=True))
    print(f"Copied: {tables} tables, each with the same rows and in the same state on both sides.")
    return 0


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "backup": lambda args: run_backup(args.data, args.file),
    "backups": lambda args: run_backups(args.data),
    "copy": lambda args: run_copy(args.data, args.database, args.to),
    "delete": lambda args: run_delete(args.data, args.database, args.code),
    "host": lambda args: run_host(args.data, args.database, args.code),
    "restore": lambda args: run_restore(args.data, args.copy),
    "tables": lambda args: run_tables(args.data, args.database),
}
_OF_THE_FILE = {"backup", "backups", "restore"}
"""Commands about copies of a file."""


def _complain(words: str) -> int:
    print(words, file=sys.stderr)
    return 1


def run_check(files: Sequence[str], as_json: bool) -> int:
    """Judge each file and print what was found; return the exit status (docs/record-format.md)."""
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
        kind = tag_of(event)
        lines.append(
            f"{i + 1:>5}  {ruling.verdict}{stood}  {kind}: {render(ruling.reason)}{effects}"
            f" [{', '.join(ruling.rules)}]"
        )
    scores = ", ".join(f"{who} {score}" for who, score in game.scores(report.state).items())
    lines.append(f"       scores: {scores}")
    if game.over(report.state):
        lines.append(f"       won by {render(game.winners(report.state))}")  # type: ignore[arg-type]
    return "\n".join(lines)
