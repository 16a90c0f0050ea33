"""Opening a table: a new one, or the one that follows another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core import AnyGame, Options, PlayerKey, Unusable, UserText, say
from referee.core.event import clean_name
from referee.core.schema import convert, map_players
from referee.core.text import cut
from referee.record.read import check_options
from referee.service.encoding import digest, to_json, with_names
from referee.service.keys import form_key, free_code, key_reused, seat_keys
from referee.service.names import typed_names, typed_title
from referee.service.session import TableSession, summary
from referee.service.tables import Tables
from referee.service.types import NotAllowed, Phone
from referee.store import Transaction
from referee.store.rows import PlayerRow
from referee.table.first_round import Progress
from referee.table.roles import may_record_some


class Opening:
    """The use cases of opening a table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def open_table(
        self,
        phone: Phone,
        game: str,
        names: Sequence[str],
        options: Mapping[str, object],
        *,
        title: str = "",
        key: str,
        holder: str = "",
        taught: bool = False,
    ) -> str:
        """Open a table with `phone` as host; return its code. `names` in seating order, as typed;
        `options` as a form sends them (strings for numbers will do, players by name); `holder`: the
        name of who holds this phone, whose seat it takes ("" for none); `taught`: its first round
        is one that teaches. Raises `Unusable`."""
        tables = self._tables
        found = self._game(game)
        typed = typed_names(names)
        players = dict(zip(seat_keys(len(typed)), typed, strict=True))
        chosen = typed_options(found, options, players, list(players))
        title = typed_title(title)
        meta = {"title": title} if title else {}
        lesson = ["taught"] if taught else []
        body = digest(game, title, *players.values(), to_json(chosen), *lesson)
        with tables.store.write() as db:
            phone = tables.enrolled(db, phone)
            before = db.tables.by_key(phone.id, form_key(key))
            if before is not None:
                if before.made_body != body:
                    raise key_reused()
                return before.code
            session = insert_table(
                tables, db, phone, found, list(players), chosen, title, key, body
            )
            session.change(meta=to_json(meta | {"started": session.table.opened}))
            if taught:
                session.change(first_round=to_json(Progress()))
            db.players.add(
                session.table.id,
                [
                    PlayerRow(p, name, name.casefold(), 0, phone.id if name == holder else None, 0)
                    for p, name in players.items()
                ],
            )
            session.read_players()
            session.note(say("The table was opened"))
            db.tables.change(session.table.id, **session.changes)
        return session.table.code

    def _game(self, key: str) -> AnyGame:
        found = self._tables.games.get(key)
        if found is None:
            raise Unusable(
                "game", say("There is no game called {game} here.", game=UserText(cut(key, 60)))
            )
        return found

    def rematch(self, code: str, phone: Phone, game: str = "") -> str:
        """Open a table with the same players and options, next dealer, every phone in its seat;
        return its code. With `game` it is a table of that game, as it is usually played; raises
        `Unusable` where so many cannot play it. The table has one that follows it: who asks again
        gets the same. Whoever may record."""
        with self._tables.write(code, phone) as session:
            table, played, head, db = session.table, session.game, session.head, session.db
            if table.rematch is not None:
                following = db.tables.by_id(table.rematch)
                assert following is not None
                return following.code
            if not may_record_some(table.who_may, session.who(None)):
                raise NotAllowed(say("This phone may not record at this table."))
            seating = list(played.players(head.state))
            if game in ("", played.key):
                following_game = played
                order, options = played.ending.rematch(seating, head.options, head.state)
            else:
                following_game = self._game(game)
                order, options = seating, following_game.options_type()
            keys = dict(zip(order, seat_keys(len(order)), strict=True))
            starters = list(keys.values())
            options = check_options(following_game, with_names(options, keys.__getitem__), starters)
            new = insert_table(
                self._tables,
                db,
                Phone(table.host),
                following_game,
                starters,
                options,
                table.title,
                f"\trematch {table.id}",
                digest("rematch", str(table.id)),
            )
            meta = {"title": table.title} if table.title else {}
            new.change(meta=to_json(meta | {"started": new.table.opened}), who_may=table.who_may)
            db.players.add(
                new.table.id,
                [
                    PlayerRow(keys[old], row.name, row.folded, 0, row.phone, 0)
                    for old in order
                    if (row := session.players[old])
                ],
            )
            others = [
                m for m in db.members.at(table.id) if m.phone != table.host and m.state != "left"
            ]
            for number, member in enumerate(others, 2):
                db.members.add(new.table.id, member.phone, number, member.state)
            new.read_players()
            new.note(say("This table was opened for a rematch"))
            db.tables.change(new.table.id, **new.changes)
            db.leagues.follow(table.id, new.table.id)
            session.change(rematch=new.table.id)
            db.walls.move(table.id, new.table.id)
            session.note(say("A rematch was opened at another table"))
            return new.table.code


def insert_table(
    tables: Tables,
    db: Transaction,
    phone: Phone,
    game: AnyGame,
    players: list[PlayerKey],
    options: Options,
    title: str,
    key: str,
    body: bytes,
    began: str = "",
) -> TableSession:
    """Insert the row of a new table with `phone` as its host; nothing else of it yet. `began`: when
    its game did, if not now."""
    state = game.start(players, options)
    stamp = tables.clock.stamp()
    id = db.tables.insert(
        code=free_code(db),
        game=game.key,
        title=title,
        players=to_json(players),
        options=to_json(options),
        edition=game.rules.edition,
        who_may="anyone",
        locked=False,
        generation=0,
        host=phone.id,
        host_since=0,
        seq=0,
        line=0,
        depth=0,
        size=0,
        opened=stamp,
        began=began or stamp,
        changed=stamp,
        made_by=phone.id,
        made_key=key,
        made_body=body,
        **summary(game, state),
    )
    db.members.add(id, phone.id, 1)
    tables.presence.note(id, phone.id)
    table = db.tables.by_id(id)
    assert table is not None
    return tables.session(db, table, phone.id)


def typed_options(
    game: AnyGame,
    plain: Mapping[str, object],
    names: Mapping[PlayerKey, str],
    starters: Sequence[PlayerKey],
) -> Options:
    """Options as a form sends them, with players by key; raises `Unusable`. `names` are those of
    the table by key, `starters` the keys of those who begin."""
    by_name = {name.casefold(): player for player, name in names.items()}

    def map_player(value: str, path: str, new: bool) -> PlayerKey:
        player = by_name.get(clean_name(value, path).casefold())
        if player is None:
            player = next((key for key in names if key == value), None)
        if player is None:
            raise Unusable(path, say("{name} is not in the game.", name=UserText(cut(value, 40))))
        return player

    options: Options = convert(dict(plain), game.options_type, "options")
    return check_options(game, map_players(options, "options", map_player), starters)
