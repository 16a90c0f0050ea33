"""Leagues: what counts in one, who sees and changes it, and its standings."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from evenings import finish
from test_past import KindsToy, end

from referee.core import Unusable
from referee.service import Gone, NotAllowed, NotFound

PARIS = ZoneInfo("Europe/Paris")
FIELDS = {
    "name": "Autumn", "games": ["toy"], "people": "", "first_day": "", "last_day": "",
    "points": "5 3 1", "by": "wins",
}  # fmt: skip


def opened(house, phone, **fields):
    return house.service.leagues.open(phone, FIELDS | fields, house.key(), PARIS)


def standings(house, league, phone):
    found = house.service.leagues.view(league, phone).standings
    return [(e.place, e.name, e.wins, e.games, e.points) for e in found]


def joined(house, phone, league, *tables):
    codes = [finish(house, phone, names, totals) for names, totals in tables]
    for code in codes:
        house.service.leagues.add_table(league, code, phone)
    return codes


def test_it_counts_wins_and_points_for_places(house):
    host = house.phone()
    league = opened(house, host)
    joined(
        house, host, league,
        (("Ann", "Bo", "Cy"), (9, 4, 4)), (("Ann", "Bo", "Cy"), (3, 9, 4)),
        (("Ann", "Cy"), (2, 9)), (("Cy", "Ann"), (3, 9)),
    )  # fmt: skip
    finish(house, host, ("Ann", "Bo"), (1, 9))
    assert standings(house, league, host) == [
        (1, "Ann", 2, 4, 14), (2, "Cy", 1, 4, 14), (3, "Bo", 1, 2, 8)
    ]  # fmt: skip
    house.service.leagues.change(league, host, FIELDS | {"by": "points", "points": "1,1"})
    assert standings(house, league, host) == [
        (1, "Cy", 1, 4, 4), (2, "Ann", 2, 4, 3), (3, "Bo", 1, 2, 2)
    ]  # fmt: skip


def test_only_its_games_days_and_people_count(house):
    host = house.phone()
    league = opened(
        house, host, first_day="2026-11-27", last_day="2026-11-28", people="Bo\nDi\nANN\n"
    )
    s = house.service
    codes = joined(house, host, league, (("Ann", "Bo", "Xa"), (1, 2, 9)))
    running = house.open(host)
    s.leagues.add_table(league, running, host)
    house.wind(timedelta(hours=31))
    codes += joined(house, host, league, (("Ann", "Bo"), (9, 1)))
    house.wind(timedelta(hours=2))
    joined(house, host, league, (("Ann", "Bo"), (9, 1)))
    view = s.leagues.view(league, host)
    assert [line.code for line in view.lines] == codes[::-1]
    assert (view.counted, view.waiting) == (2, 2)
    assert standings(house, league, host) == [
        (1, "ANN", 1, 2, 6), (2, "Bo", 0, 2, 6), (3, "Di", 0, 0, 0)
    ]  # fmt: skip
    s.leagues.change(league, host, FIELDS | {"games": ["other"]})
    assert s.leagues.league(league, host).games == ()


def test_a_game_alone_does_not_count_and_a_team_has_one_place(house):
    s = house.start(KindsToy())
    host = house.phone()
    league = opened(house, host)
    for names, totals in ((("Ann",), (9,)), (("Ann", "Bo", "Cy", "Di"), (4, 9, 4, 9))):
        s.leagues.add_table(league, end(house, host, names, totals, target=9), host)
    assert standings(house, league, host) == [
        (1, "Bo", 1, 1, 5), (1, "Di", 1, 1, 5), (3, "Ann", 0, 1, 3), (3, "Cy", 0, 1, 3)
    ]  # fmt: skip


def test_who_does_not_have_the_code_sees_nothing(house):
    s, host, bo = house.service, house.phone(), house.phone()
    league = opened(house, host)
    for act in (
        lambda: s.leagues.view(league, bo),
        lambda: s.leagues.league(league, bo),
        lambda: s.leagues.change(league, bo, FIELDS),
        lambda: s.leagues.delete(league, bo),
        lambda: s.leagues.join("ABCDEF", bo),
        lambda: s.leagues.find("ABCDEF"),
    ):
        with pytest.raises(NotFound):
            act()
    assert s.leagues.of_phone(bo) == []
    assert s.leagues.find(league.lower()) == "Autumn"
    assert s.leagues.join(league, bo) == league
    assert s.leagues.view(league, bo).league.name == "Autumn"
    for act in (
        lambda: s.leagues.change(league, bo, FIELDS),
        lambda: s.leagues.delete(league, bo),
        lambda: s.leagues.renew_code(league, bo),
        lambda: s.leagues.leave(league, host),
    ):
        with pytest.raises(NotAllowed):
            act()
    new = s.leagues.renew_code(league, host)
    with pytest.raises(NotFound):
        s.leagues.find(league)
    assert [each.code for each in s.leagues.of_phone(bo)] == [new]
    s.leagues.leave(new, bo)
    assert s.leagues.of_phone(bo) == []


def test_only_its_host_lets_a_table_join_and_both_hosts_let_it_leave(house):
    s, host, bo = house.service, house.phone(), house.phone()
    league = opened(house, host)
    s.leagues.join(league, bo)
    mine, his = finish(house, host), finish(house, bo)
    s.joining.join(house.open(host), bo)
    with pytest.raises(Gone):
        s.leagues.add_table(league, mine, bo)
    s.leagues.add_table(league, his, bo)
    s.leagues.add_table(league, his, bo)
    view = s.leagues.view(league, host)
    assert (view.counted, view.mine) == (1, frozenset())
    assert s.leagues.view(league, bo).mine == {his}
    assert [(e.league.code, e.is_in) for e in s.leagues.of_table(his, bo)] == [(league, True)]
    s.leagues.add_table(league, mine, host)
    with pytest.raises(NotAllowed):
        s.leagues.remove_table(league, mine, bo)
    s.leagues.remove_table(league, his, host)
    s.leagues.remove_table(league, mine, host)
    assert s.leagues.view(league, host).counted == 0


def test_a_rematch_goes_on_in_the_league_and_a_deleted_table_leaves_it(house):
    s, host = house.service, house.phone()
    league = opened(house, host)
    [code] = joined(house, host, league, (("Ann", "Bo"), (9, 4)))
    again = s.opening.rematch(code, host)
    assert [each.is_in for each in s.leagues.of_table(again, host)] == [True]
    s.settings.delete_table(code, host)
    assert (s.leagues.view(league, host).counted, s.leagues.view(league, host).waiting) == (0, 1)
    s.leagues.delete(league, host)
    assert s.leagues.of_table(again, host) == []


def test_the_same_form_makes_one_league(house):
    host = house.phone()
    made = {house.service.leagues.open(host, FIELDS, "one key", PARIS) for _ in range(2)}
    assert len(made) == 1
    assert len(house.service.leagues.of_phone(host)) == 1


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", ""), ("name", "x" * 61), ("people", "Ann\n" + "x" * 41),
        ("people", "\n".join(map(str, range(101)))), ("points", ""), ("points", "101"),
        ("points", "9" * 5000), ("points", "1 " * 15), ("first_day", "27.11.2026"),
        ("last_day", "0001-01-01"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_named_and_changes_nothing(house, field, typed):
    host = house.phone()
    with pytest.raises(Unusable) as refused:
        opened(house, host, **{field: typed})
    assert refused.value.path == field
    assert house.service.leagues.of_phone(host) == []
    with pytest.raises(Unusable, match="before the first"):
        opened(house, host, first_day="2026-11-28", last_day="2026-11-27")


def test_pages_of_tables_follow_each_other(house):
    host = house.phone()
    league = opened(house, host)
    codes = joined(house, host, league, *[(("Ann", "Bo"), (9, 4))] * 5)
    seen, before = [], None
    while True:
        view = house.service.leagues.view(league, host, before=before, most=2)
        seen += [line.code for line in view.lines]
        before = view.older
        if before is None:
            break
    assert seen == codes[::-1]
