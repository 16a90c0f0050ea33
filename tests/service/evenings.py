"""Tables that are over: one, or as many as years of evenings bring."""

from __future__ import annotations

from referee.store.rows import PlayerRow, ResultRow, TableRow


def finish(house, phone, names=("Ann", "Bo"), totals=(9, 4), title=""):
    """A finished table; its code."""
    code = house.service.opening.open_table(
        phone, "toy", names, {"target": 9, "free": True}, title=title, key=house.key()
    )
    position = dict(zip(("p1", "p2", "p3"), totals, strict=False))
    house.do(code, phone, "position", totals=position)
    return code


def many(house, phone, count, first=0):
    """`count` finished tables of three, with as little work as can be; codes from `first` on."""
    names = [f"Player {n}" for n in range(97)]
    done = finish(house, phone)
    with house.store.write() as db:
        made = db.tables.by_code(done)
        fields = {n: getattr(made, n) for n in TableRow.__struct_fields__ if n != "id"}
        for i in range(first, first + count):
            code = f"{i:06d}"
            title = f"Evening {i % 50}"
            id = db.tables.insert(**fields | {"code": code, "made_key": code, "title": title})
            db.members.add(id, phone.id, 1)
            three = [names[(i * k + k) % 97] for k in (1, 2, 3)]
            rows = dict.fromkeys(three)
            db.players.add(
                id,
                [PlayerRow(f"p{k}", n, n.casefold(), 0, None, 0) for k, n in enumerate(rows)],
            )
            results = [
                ResultRow(f"p{k}", n.casefold(), i % 40 + k, k == 0) for k, n in enumerate(rows)
            ]
            db.history.keep_results(id, results)


def league_of_all(house, phone):
    """A league that all tables of `phone` have joined."""
    fields = {"name": "All", "points": "5 3 2 1"}
    code = house.service.leagues.open(phone, fields, house.key())
    with house.store.write() as db:
        league = db.leagues.by_code(code)
        for table in db.history.of_phone(phone.id, None, None, None, 1 << 30):
            db.leagues.add_table(league.id, table.id)


def _league(s, phone):
    leagues = s.leagues.of_phone(phone)
    return s.leagues.view(leagues[0].code, phone) if leagues else None


USES = {
    "all tables": lambda s, phone: s.history.tables_of(phone, before=500),
    "finished ones": lambda s, phone: s.history.tables_of(phone, over=True, before=500),
    "running ones": lambda s, phone: s.history.tables_of(phone, over=False),
    "of a game": lambda s, phone: s.history.tables_of(phone, over=True, game="toy", before=500),
    "search": lambda s, phone: s.history.find_tables(phone, "even player 5"),
    "search in vain": lambda s, phone: s.history.find_tables(phone, "even nobody"),
    "standings": lambda s, phone: s.history.standings(phone, "toy"),
    "a person": lambda s, phone: s.history.person(phone, "Player 5"),
    "an evening": lambda s, phone: s.evenings.evening(s.history.tables_of(phone)[0].code, phone),
    "a league": _league,
    "a person's tables": lambda s, phone: s.history.tables_with(phone, "Player 5"),
}
"""What a page of the past asks."""
