"""From the bytes of a record to typed values, or to the place where it cannot be used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from referee.core import Event, Game, Message, Options, Unusable, UserText, say
from referee.core.event import clean_name, map_players
from referee.games import games

MOST_EVENTS = 20_000
MOST_BYTES = 4 * 1024 * 1024
_DEEPEST = 40
"""Deeper nesting than any record has; also keeps every walker far from the stack's end."""


class Record(msgspec.Struct, frozen=True):
    """A record that can be judged: typed, and every player it names is in the game."""

    game: Game
    players: list[str]
    options: Any
    events: list[Any]
    meta: dict[str, Any] | None


class _Envelope(msgspec.Struct):
    format: Literal["referee-record"]
    version: int
    game: str
    players: list[str]
    events: list[msgspec.Raw]
    options: msgspec.Raw = msgspec.Raw(b"{}")
    meta: dict[str, Any] | None = None


def read(data: bytes, known: Mapping[str, Game] | None = None) -> Record:
    """The record in `data` (JSON, UTF-8); raises `Unusable` with the place and the reason.

    `known` are the games it may be of, by key; without it, every game there is.
    """
    if len(data) > MOST_BYTES:
        raise Unusable("", say("A record has at most 4 MiB of text."))
    text = _text(data)
    _plain(text)
    envelope = decode(text.encode(), _Envelope, "")
    if envelope.version != 1:
        raise Unusable(
            "version",
            say(
                "This is version {n} of the format; only version 1 can be read.", n=envelope.version
            ),
        )
    game = (games() if known is None else known).get(envelope.game)
    if game is None:
        raise Unusable(
            "game", say("There is no game called {game} here.", game=UserText(envelope.game[:60]))
        )
    players = read_players(envelope.players)
    options = read_options(game, bytes(envelope.options), players)
    if len(envelope.events) > MOST_EVENTS:
        raise Unusable("events", say("A record has at most 20,000 events."))
    joined = b"[" + b",".join(envelope.events) + b"]"
    events = read_events(game, joined, players, options)
    return Record(game, players, options, events, envelope.meta)


def read_players(names: Iterable[str]) -> list[str]:
    """The names, cleaned; refused if two are equal when case-folded."""
    players: list[str] = []
    seen: dict[str, str] = {}
    for i, raw in enumerate(names):
        name = clean_name(raw, f"players[{i}]")
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise Unusable(
                f"players[{i}]", say("{name} is at the table already.", name=UserText(other))
            )
        players.append(name)
    return players


def read_options(game: Game, data: bytes, players: Sequence[str]) -> Any:
    """Options of `game` for `players` from JSON; every default filled in."""
    options = decode(data, game.options_type, "options")
    return check_options(game, options, players)


def check_options(game: Game, options: Options, players: Sequence[str]) -> Any:
    """`options`, checked against `players` and the game's readings; raises `Unusable`."""
    known = {name.casefold(): name for name in players}
    options = map_players(options, "options", _player_mapper(known, allow_new=False))
    for reading, answer in options.readings.items():
        where = f"options.readings.{reading}"
        if reading not in game.rules.readings:
            raise Unusable(where, say("{game} has no such reading.", game=UserText(game.name)))
        if answer not in game.rules.readings[reading].answers:
            raise Unusable(where, say("This reading has no such answer."))
    game.check_options(options, players)
    least, most = game.seats(options)
    if not least <= len(players) <= most:
        raise Unusable(
            "players",
            say(
                "{game} takes {least} to {most} players.",
                game=UserText(game.name),
                least=least,
                most=most,
            ),
        )
    return options


def read_events(
    game: Game, data: bytes, players: Sequence[str], options: Any, first: int = 0
) -> list[Any]:
    """A JSON list of events of `game`; `first` is the number of the first, for the paths.

    A name must be in `players` or come into the game with an earlier event of the list.
    """
    events = decode(data, list[game.events], "events")  # type: ignore[name-defined]
    known = {name.casefold(): name for name in players}
    out = []
    for i, event in enumerate(events, first):
        out.append(check_event(game, event, known, options, players, f"events[{i}]"))
    return out


def check_event(
    game: Game,
    event: Event,
    known: dict[str, str],
    options: Any,
    players: Sequence[str],
    path: str,
) -> Any:
    """`event` with cleaned names; `known` maps case-folded names to names and grows by `join`s."""
    event = map_players(event, path, _player_mapper(known, allow_new=True))
    game.check_event(event, options, players, path)
    return event


def _player_mapper(known: dict[str, str], allow_new: bool) -> Any:
    def map_player(name: str, path: str, new: bool) -> str:
        found = known.get(name.casefold())
        if found == name:
            return name
        name = clean_name(name, path)
        found = known.get(name.casefold())
        if found == name:
            return name
        if new and allow_new:
            if found is not None:
                raise Unusable(path, say("{name} is at the table already.", name=UserText(found)))
            known[name.casefold()] = name
            return name
        raise Unusable(path, say("{name} is not in the game.", name=UserText(name)))

    return map_player


# JSON


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unusable("", say("This is not UTF-8 text (byte {n}).", n=error.start)) from None
    if "\x00" in text or "\\u0000" in text:
        raise Unusable("", say("A record has no NUL characters."))
    return text


def _plain(text: str) -> None:
    """Refuse what strict typing lets by: a key twice, a lone surrogate, far too deep nesting."""
    depth = deepest = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        c = found.group()
        if c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "]}":
            depth -= 1
    if deepest > _DEEPEST:
        raise Unusable("", say("This is nested deeper than a record can be."))
    try:
        json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
        if "\\u" in text:
            json.dumps(json.loads(text), ensure_ascii=False).encode()
    except Unusable:
        raise
    except json.JSONDecodeError as error:
        raise Unusable(
            "",
            say(
                "This is not JSON (line {line}, column {column}).",
                line=error.lineno,
                column=error.colno,
            ),
        ) from None
    except UnicodeEncodeError:
        raise Unusable("", say("A lone surrogate is not text.")) from None
    except (ValueError, RecursionError):
        raise Unusable("", say("A number here has too many digits.")) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Unusable("", say("The key {key} stands twice.", key=UserText(twice[:60])))
    return out


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number


_AT = re.compile(r" - at `(key` in `)?\$([^`]*)`$")
_VALUE = re.compile(r"Invalid (?:enum )?value (['\"]?)(.*)\1$")
_FIELD = re.compile(r"(?:required|unknown) field `([^`]*)`")


def decode(data: bytes, kind: Any, root: str) -> Any:
    """JSON `data` as `kind`; raises `Unusable` with a path below `root`."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise _unusable(data, kind, root, str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Unusable(root, say("This is not JSON.")) from None


def convert(value: Any, kind: Any, root: str) -> Any:
    """Plain `value` (strings for numbers allowed, as forms send them) as `kind`."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        data = msgspec.json.encode(value)
        raise _unusable(data, kind, root, str(error), strict=False) from None


def _unusable(data: bytes, kind: Any, root: str, message: str, strict: bool = True) -> Unusable:
    at = _AT.search(message)
    path = at.group(2) if at else ""
    what = message[: at.start()] if at else message
    field = _FIELD.search(what)
    if "[...]" in path:
        path = _spell_out(msgspec.json.decode(data), kind, path, strict)
    if field:
        path = f"{path}.{field.group(1)}"
    elif at and at.group(1) and (key := _VALUE.match(what)):
        path = f"{path}.{key.group(2)}"
    return Unusable((root + path).lstrip("."), _reason(what))


def _reason(what: str) -> Message:
    """msgspec's message as one of ours."""
    if found := re.match(r"Object missing required field `(.*)`", what):
        return say("The field {field} is missing.", field=UserText(found.group(1)))
    if found := re.match(r"Object contains unknown field `(.*)`", what):
        return say("There is no field {field} here.", field=UserText(found.group(1)))
    if found := _VALUE.match(what):
        return say("{value} is no value for this place.", value=UserText(found.group(2)[:60]))
    if found := re.match(r"Expected `(?:int|float)(?: \| null)?` (<=|>=) (-?\d+)", what):
        n = int(found.group(2))
        if found.group(1) == "<=":
            return say("A number up to {n} goes here.", n=n)
        return say("A number from {n} on goes here.", n=n)
    if re.match(r"Expected `int(?: \| null)?`, got `(str|float)`", what):
        return say("A whole number goes here.")
    if found := re.match(r"Expected `(.*?)`(?: (.*?))?(?:, got `(.*)`)?$", what):
        wanted = " ".join(part for part in found.group(1, 2) if part)
        if found.group(3):
            return say(
                "Expected {wanted}, got {got}.",
                wanted=UserText(wanted),
                got=UserText(found.group(3)),
            )
        return say("Expected {wanted}.", wanted=UserText(wanted))
    return say("This value cannot be used.")


def _spell_out(tree: Any, kind: Any, path: str, strict: bool) -> str:
    """`path` with the key in place of each `[...]`, which msgspec does not tell.

    The keys of the dictionary are halved until the fault is left with one.
    """
    steps = re.findall(r"\.[^.\[]+|\[\d+\]|\[\.\.\.\]", path)

    def faulty() -> bool:
        try:
            msgspec.convert(tree, kind, strict=strict, str_keys=True)
        except msgspec.ValidationError as error:
            return str(error).endswith(f"${path}`")
        return False

    node, out = tree, ""
    for step in steps:
        if step == "[...]":
            if isinstance(node, list):
                i = next((i for i, _ in enumerate(node)), 0)
                node, out = (node[i] if node else None), f"{out}[{i}]"
                continue
            if not isinstance(node, dict) or not node:
                return out
            everything = dict(node)
            keys = list(everything)
            while len(keys) > 1:
                half = keys[: len(keys) // 2]
                node.clear()
                node.update((key, everything[key]) for key in half)
                keys = half if faulty() else keys[len(keys) // 2 :]
            node.clear()
            node[keys[0]] = everything[keys[0]]
            node, out = node[keys[0]], f"{out}.{keys[0]}"
        elif step.startswith("["):
            node = node[int(step[1:-1])] if isinstance(node, list) else None
            out += step
        else:
            node = node.get(step[1:]) if isinstance(node, dict) else None
            out += step
    return out
