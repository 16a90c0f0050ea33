"""From the parts of a record to typed values, or to the place where it cannot be used."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from referee.core import Action, AnyGame, Event, Options, PlayerKey, Unusable, UserText, say
from referee.core.event import MOST_PLAYERS, Player, clean_name
from referee.core.schema import decode, map_players
from referee.core.text import cut
from referee.games import games
from referee.record import parse


class Record(msgspec.Struct, frozen=True):
    """A record that can be judged: typed, and every player it names is in the game."""

    game: AnyGame
    players: list[PlayerKey]
    options: Options
    events: list[Event]
    meta: dict[str, object] | None


class _Envelope(msgspec.Struct):
    format: Literal["referee-record"]
    version: int
    game: str
    players: Annotated[list[Player], msgspec.Meta(max_length=MOST_PLAYERS)]
    events: msgspec.Raw
    options: msgspec.Raw = msgspec.Raw(b"{}")
    meta: msgspec.Raw = msgspec.Raw(b"null")


_LARGE = ("events", "options", "meta")
"""The parts of a record that are read by themselves."""


_OF_BG_STATS = {"players", "games", "plays"}
"""Parts that an export of the app BG Stats has."""


def _no_pause() -> None:
    """Long work that nobody waits for."""


def read(
    data: bytes,
    known: Mapping[str, AnyGame] | None = None,
    pause: Callable[[], None] = _no_pause,
) -> Record:
    """The record in `data` (JSON, UTF-8); raises `Unusable` with the place and the reason.

    `known` are the games it may be of, by key; without it, every game there is. `pause` is called
    between any two events: what it raises ends the reading.
    """
    parts = parse.split(data.removeprefix(codecs.BOM_UTF8))
    if "format" not in parts and parts.keys() >= _OF_BG_STATS:
        raise Unusable("", say("This is a BG Stats file, not a record from this app."))
    for name, part in parts.items():
        if name not in _LARGE:
            parse.check_plain(part, name[:60])
    small = {name: part for name, part in parts.items() if name not in _LARGE}
    large = {name: part for name, part in parts.items() if name in _LARGE}
    marks = {name: msgspec.Raw(b"0") for name in large}
    envelope = decode(msgspec.json.encode(small | marks), _Envelope, "")
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
            "game",
            say("There is no game called {game} here.", game=UserText(cut(envelope.game, 60))),
        )
    meta = parse.read_meta(large["meta"]) if "meta" in large else None
    events = parse.items(large["events"], "events")
    if len(events) > parse.MOST_EVENTS:
        raise Unusable("events", say("This record is too long: 20,000 events at most."))
    players = read_players(envelope.players)
    pause()
    options_part = large.get("options", msgspec.Raw(b"{}"))
    parse.check_plain(options_part, "options")
    options = read_options(game, options_part, players)
    known_names = {name.casefold(): name for name in players}
    typed = []
    for i, part in enumerate(events):
        path = f"events[{i}]"
        parse.check_plain(part, path)
        event = decode(part, game.events, path)
        typed.append(check_event(game, event, known_names, options, players, path))
        pause()
    return Record(game, players, options, typed, meta)


def read_players(names: Iterable[str]) -> list[PlayerKey]:
    """The names, cleaned; refused if two are equal when case-folded. The keys of a record's players
    are born here."""
    players: list[PlayerKey] = []
    seen: dict[str, str] = {}
    for i, raw in enumerate(names):
        name = clean_name(raw, f"players[{i}]")
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise Unusable(
                f"players[{i}]",
                say("{name} is already at the table.", name=UserText(other)),
            )
        players.append(PlayerKey(name))
    return players


def read_options(game: AnyGame, data: bytes | msgspec.Raw, players: Sequence[PlayerKey]) -> Options:
    """Options of `game` for `players` from JSON; every default filled in."""
    options = decode(data, game.options_type, "options")
    return check_options(game, options, players)


def check_options(game: AnyGame, options: Options, players: Sequence[PlayerKey]) -> Options:
    """`options`, checked against `players` and the game's readings; raises `Unusable`."""
    known = {name.casefold(): name for name in players}
    options = map_players(options, "options", _player_mapper(known, allow_new=False))
    for reading, answer in options.readings.items():
        where = f"options.readings.{reading}"
        if reading not in game.rules.readings:
            raise Unusable(where, say("{game} has no such reading.", game=UserText(game.name)))
        if answer not in game.rules.readings[reading].answers:
            raise Unusable(where, say("This reading has no such answer."))
    options.check(players)
    least, most = game.player_limits(options)
    if not least <= len(players) <= most:
        takes = say(
            "{game} takes {least} to {most} players.",
            game=UserText(game.name),
            least=least,
            most=most,
        )
        way = options.way_to_seat(len(players))
        raise Unusable("players", say("{takes} {way}", takes=takes, way=way) if way else takes)
    return options


def read_events(
    game: AnyGame, data: bytes, players: Sequence[PlayerKey], options: Options, first: int = 0
) -> list[Event]:
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
    game: AnyGame,
    event: Event,
    known: dict[str, PlayerKey],
    options: Options,
    players: Sequence[PlayerKey],
    path: str,
) -> Event:
    """`event` with cleaned names; `known` maps case-folded names to names and grows by `join`s."""
    event = map_players(event, path, _player_mapper(known, allow_new=True))
    if isinstance(event, Action):
        event.check(options, players, path)
    return event


def _player_mapper(
    known: dict[str, PlayerKey], allow_new: bool
) -> Callable[[str, str, bool], PlayerKey]:
    """Return what puts the key in the place of each name; that of a new player is born here."""

    def map_player(name: str, path: str, new: bool) -> PlayerKey:
        found = known.get(name.casefold())
        if found == name:
            return found
        name = clean_name(name, path)
        found = known.get(name.casefold())
        if found == name:
            return found
        if new and allow_new:
            if found is not None:
                raise Unusable(path, say("{name} is already at the table.", name=UserText(found)))
            player = known[name.casefold()] = PlayerKey(name)
            return player
        raise Unusable(path, say("{name} is not in the game.", name=UserText(name)))

    return map_player
