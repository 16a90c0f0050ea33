"""What a phone finds of its past, and that it finds it quickly and nothing else."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest
from evenings import USES, finish, many
from toy import LowToy, Toy

from referee.core import Scoring, Unusable, render, say
from referee.service import NotAllowed


class KindsScoring(Scoring):
    kinds = {"slow": say("Slow"), "free": say("Free")}

    def kind(self, options):
        return "free" if options.free else "slow"

    def teams(self, state):
        players = state.players
        if len(players) == 4:
            return [(players[0], players[2]), (players[1], players[3])]
        return ()


class KindsToy(Toy):
    """The same for one player or in two teams of two, and a free game counts something else."""

    scoring = KindsScoring()

    def player_limits(self, options):
        return 1, 14


def codes(lines):
    return [line.code for line in lines]


def test_a_phone_sees_its_own_tables_only(house):
    s, mine, other = house.service, house.phone(), house.phone()
    running, over = house.open(mine), finish(house, mine)
    finish(house, other, totals=(4, 9))
    assert codes(s.history.tables_of(mine)) == [over, running]
    assert codes(s.history.tables_of(mine, over=True, game="toy")) == [over]
    assert codes(s.history.tables_of(mine, over=False, game="toy")) == [running]
    assert codes(s.history.tables_with(mine, "ANN")) == [over, running]
    assert codes(s.history.find_tables(mine, "bo")) == [over, running]
    assert [(each.name, each.games, each.wins) for each in s.history.standings(mine, "toy")] == [
        ("Ann", 1, 1),
        ("Bo", 1, 0),
    ]
    assert s.history.person(house.phone(), "Ann") is None


def test_who_leaves_or_is_removed_has_it_no_more(house):
    s, host, bo = house.service, house.phone(), house.phone()
    code = house.open(host)
    for go in (lambda: s.joining.leave(code, bo), lambda: s.hosting.remove_phone(code, host, 2)):
        s.joining.join(code, bo)
        assert codes(s.history.find_tables(bo, "cy")) == [code]
        go()
        assert (
            s.history.find_tables(bo, "cy")
            == s.history.tables_of(bo)
            == s.history.tables_with(bo, "Cy")
            == []
        )
        assert s.history.person(bo, "Cy") is None


def test_results_come_with_the_end_and_go_with_an_undo(house):
    s, host = house.service, house.phone()
    code = finish(house, host, totals=(9, 9))
    [line] = s.history.tables_of(host, over=True)
    assert line.winners == ("p1", "p2"), "a tie has two winners"
    house.do(code, host, "undo")
    assert s.history.tables_of(host, over=True) == [] == s.history.standings(host, "toy")
    assert codes(s.history.tables_of(host, over=False)) == [code]
    house.do(code, host, "position", totals={"p1": 2, "p2": 9})
    assert [(e.name, e.wins, e.best) for e in s.history.standings(host, "toy")] == [
        ("Bo", 1, 9),
        ("Ann", 0, 2),
    ]


def test_results_follow_other_options_and_other_rules(house):
    s, host = house.service, house.phone()
    code = finish(house, host)
    s.settings.set_options(code, host, {"target": 50, "free": True})
    assert s.history.standings(host, "toy") == []
    s.settings.set_options(code, host, {"target": 9, "free": True})
    assert len(s.history.standings(host, "toy")) == 2
    s = house.start(LowToy(edition="2"))
    s.views.table(code, host)
    assert {e.name: e.wins for e in s.history.standings(host, "toy")} == {"Ann": 0, "Bo": 1}


def test_a_record_brings_its_result(house):
    s, host, other = house.service, house.phone(), house.phone()
    record = s.records.export(finish(house, host), host)
    s.records.import_record(other, msgspec.json.encode(record), key="k")
    assert [(e.name, e.games, e.wins) for e in s.history.standings(other, "toy")] == [
        ("Ann", 1, 1),
        ("Bo", 1, 0),
    ]


@pytest.mark.parametrize(("game", "best", "wins"), [(Toy, 12, 2), (LowToy, 4, 1)])
def test_best_is_what_wins(house, game, best, wins):
    s = house.start(game())
    host = house.phone()
    for totals in ((9, 4), (12, 10), (4, 9)):
        finish(house, host, totals=totals)
    [(_, ann)] = s.history.person(host, "ann").games
    assert (ann.games, ann.wins, ann.best) == (3, wins, best)
    assert ann.average == pytest.approx(25 / 3)
    assert ann.last == s.history.tables_of(host)[0].changed


def end(house, host, names, totals, **options):
    code = house.open(host, names, **options)
    position = {f"p{n}": total for n, total in enumerate(totals, 1)}
    house.do(code, host, "position", totals=position)
    return code


def test_what_is_counted_otherwise_is_never_averaged_together(house):
    s = house.start(KindsToy())
    host = house.phone()
    end(house, host, ("Ann", "Bo"), (9, 4), target=9)
    end(house, host, ("Ann", "Bo"), (900, 4), target=900, free=True)
    end(house, host, ("Ann",), (50,), target=50, free=True)
    end(house, host, ("Ann",), (60,), target=60, free=True)
    found = [
        (e.name, e.said.text, e.alone, e.games, e.wins, e.best, e.average)
        for e in s.history.standings(host, "toy")
    ]
    assert found == [
        ("Ann", "Free", False, 1, 1, 900, 900),
        ("Bo", "Free", False, 1, 0, 4, 4),
        ("Ann", "Slow", False, 1, 1, 9, 9),
        ("Bo", "Slow", False, 1, 0, 4, 4),
        ("Ann", "Free", True, 2, 0, 60, 55),
    ]
    ann = [(e.said.text, e.alone, e.games) for _, e in s.history.person(host, "ann").games]
    assert ann == [("Free", False, 1), ("Slow", False, 1), ("Free", True, 2)]


def test_a_game_alone_is_no_win_and_shows_the_best_before_and_after(house):
    s = house.start(KindsToy())
    host, other = house.phone(), house.phone()
    end(house, other, ("Ann",), (99,), target=9)
    best = []
    for total in (20, 15, 31):
        code = end(house, host, ("Ann",), (total,), target=9)
        ending = s.views.table(code, host).ending
        best.append((ending.solo.before, ending.solo.after, ending.winners, ending.places[0].won))
    assert best == [(None, 20, (), False), (20, 20, (), False), (20, 31, (), False)]
    assert not s.exports.outcome(code, host).shares[0].won
    [line, *_] = s.history.tables_of(host)
    assert (line.winners, render(line.state())) == ((), "Ann: 31")
    both = end(house, host, ("Ann", "Bo"), (9, 3), target=9)
    assert s.views.table(both, host).ending.solo is None


def test_a_team_takes_one_place_and_wins_as_one(house):
    s = house.start(KindsToy())
    host = house.phone()
    code = end(house, host, ("Ann", "Bo", "Cy", "Di"), (9, 4, 9, 4), target=9)
    [line] = s.history.tables_of(host)
    assert (line.winners, render(line.state())) == (("p1", "p3"), "Ann + Cy won")
    shares = s.exports.outcome(code, host).shares
    assert [(share.rank, share.team) for share in shares] == [
        (1, "Ann + Cy"), (2, "Bo + Di"), (1, "Ann + Cy"), (2, "Bo + Di")
    ]  # fmt: skip
    places = s.views.table(code, host).ending.places
    assert [(place.rank, place.players) for place in places] == [
        (1, ("p1", "p3")), (2, ("p2", "p4"))
    ]  # fmt: skip


def test_a_person_s_streaks_favourite_and_rivals(house):
    s, host, other = house.service, house.phone(), house.phone()
    for totals in ((9, 1), (9, 2), (9, 3), (1, 9), (9, 9), (9, 4)):
        finish(house, host, totals=totals)
        finish(house, other, totals=(1, 9))
    finish(house, host, ("Bo", "Cy", "Ann"), (9, 3, 5))
    ann, bo = s.history.person(host, "ANN"), s.history.person(host, "bo")
    assert [render(line) for line in ann.told] == [
        "Favourite game: Toy, 7 of 7 finished games", "Most wins in a row: 3"
    ]  # fmt: skip
    assert [(e.name, e.games, e.ahead, e.behind) for e in ann.met] == [
        ("Bo", 7, 4, 2), ("Cy", 1, 1, 0)
    ]  # fmt: skip
    assert [render(line) for line in bo.told][1:] == [
        "Most wins in a row: 2", "Won the latest game"
    ]  # fmt: skip
    finish(house, host, totals=(9, 1))
    finish(house, host, totals=(9, 1))
    assert render(s.history.person(host, "bo").told[-1]) == "No win in the latest 2 games"


def test_a_partner_is_no_rival_and_games_alone_make_no_streak(house):
    s = house.start(KindsToy())
    host = house.phone()
    end(house, host, ("Ann", "Bo", "Cy", "Di"), (9, 4, 9, 4), target=9)
    end(house, host, ("Ann",), (9,), target=9)
    ann = s.history.person(host, "Ann")
    assert [each.name for each in ann.met] == ["Bo", "Di"]
    assert render(ann.told[-1]) == "Won the latest game"


def test_a_score_beyond_all_numbers_does_no_harm(house):
    host = house.phone()
    code = house.open(host, target=1)
    house.do(code, host, "position", totals={"p1": 1 << 70, "p2": 3})
    ann = house.service.history.person(host, "Ann").games[0][1]
    assert (ann.wins, ann.best, ann.average) == (1, None, None)


def test_tables_are_found_by_the_beginning_of_words(house):
    s, host = house.service, house.phone()
    friday = finish(house, host, ("Zoë", "Jean-Luc O'Neil"), title='Friday at Bo\'s 50% "off"')
    sunday = finish(house, host, ("Łukasz", "陳大文", "🎲"), title="Sunday")
    both = [sunday, friday]
    for text, found in {
        "zoe": [friday], "ZOË": [friday], "fri zo": [friday], "fri suk": [], "luc": [friday],
        "jean-luc": [friday], "o'neil": [friday], "陳": [sunday], "🎲": [sunday], "toy": both,
        "to": both, "t": both, '"': [], "": [], "* ( OR": [], "50%": [friday], "NEAR(": [],
        "p1": [], "phones:p1": [], "-fri": [friday], "day": [], "\x00": [], "a" * 5000: [],
    }.items():  # fmt: skip
        assert codes(s.history.find_tables(host, text)) == found, text


def test_what_is_found_follows_names_titles_and_newcomers(house):
    s, host = house.service, house.phone()
    code = house.open(host)
    for do, text in (
        (lambda: s.settings.set_title(code, host, "Kitchen"), "kit"),
        (lambda: s.settings.rename(code, host, "p2", "Xaver"), "xav"),
        (lambda: house.do(code, host, "join", player="Quentin"), "quen"),
    ):
        assert s.history.find_tables(host, text) == []
        do()
        assert codes(s.history.find_tables(host, text)) == [code]
    assert s.history.find_tables(host, "bo") == []
    assert codes(s.history.find_tables(host, "kit xav quen cy")) == [code]
    again = s.opening.rematch(code, host)
    assert codes(s.history.find_tables(host, "xav")) == [again, code]
    s.settings.delete_table(code, host)
    assert codes(s.history.find_tables(host, "xav")) == [again]


def test_names_are_merged_where_this_phone_hosts(house):
    s, host, other = house.service, house.phone(), house.phone()
    first = finish(house, host, ("Jon", "Bo"))
    second = finish(house, host, ("John", "Bo"), totals=(3, 9))
    both = finish(house, host, ("Jon", "John"))
    elsewhere = house.open(other, ("Jon", "Bo"))
    s.joining.join(elsewhere, host)
    assert s.history.person(host, "jon").hosted == 2
    done = s.history.rename_person(host, "jon", " John ")
    assert (done.name, done.tables, done.kept) == ("John", 1, 1)
    [(_, john)] = s.history.person(host, "John").games
    assert (john.games, john.wins) == (3, 1)
    assert codes(s.history.tables_with(host, "Jon")) == [elsewhere, both]
    assert codes(s.history.tables_with(host, "John")) == [both, second, first]
    assert s.records.export(first, host)["players"] == ["John", "Bo"]
    said = s.views.log(first, host).lines[0].said
    assert [said.values[key].words for key in ("old", "new")] == ["Jon", "John"]


def test_a_name_is_written_otherwise(house):
    s, host = house.service, house.phone()
    code = finish(house, host, ("ann", "Bo"))
    assert s.history.rename_person(host, "ANN", "Ann").tables == 1
    assert s.views.table(code, host).names["p1"] == "Ann"
    before = s.views.table(code, host).line
    assert s.history.rename_person(host, "Ann", "Ann").tables == 1
    assert s.views.table(code, host).line == before, "nothing to say"


def test_only_who_hosts_renames_and_only_to_names(house):
    s, host, bo = house.service, house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, bo, "p2")
    with pytest.raises(NotAllowed):
        s.history.rename_person(bo, "Bo", "Bob")
    for name in ("", "x" * 41, "a\nb"):
        with pytest.raises(Unusable) as refused:
            s.history.rename_person(host, "Bo", name)
        assert refused.value.path == "name"
    assert s.views.table(code, host).names["p2"] == "Bo"


@pytest.mark.sqlite
def test_what_others_play_costs_a_phone_nothing(house):
    """Counted in SQLite's own steps: no question about one's past walks the tables of others."""
    s, mine, other = house.service, house.phone(), house.phone()
    many(house, mine, 30)

    def costs():
        return {name: house.steps(partial(use, s, mine)) for name, use in USES.items()}

    alone = costs()
    many(house, other, 600, first=1000)
    among_many = costs()
    assert alone["search"] > 0, "the steps are counted"
    for name in USES:
        assert among_many[name] <= alone[name] * 1.2 + 5, (name, alone, among_many)


@pytest.mark.sqlite
def test_a_page_costs_the_same_however_many_there_are(house):
    """Nothing is sorted to be paged."""
    s, mine = house.service, house.phone()
    costs = []
    for first in (0, 100, 500):
        many(house, mine, 100 if not first else 400, first=first)
        pages = ("all tables", "finished ones", "running ones", "of a game")
        costs.append({name: house.steps(partial(USES[name], s, mine)) for name in pages})
    for name in costs[0]:
        assert costs[-1][name] <= costs[0][name] * 1.2 + 5, (name, costs)
