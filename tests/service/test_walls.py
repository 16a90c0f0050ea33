"""Wall boards: whose they are, what they show, when they are woken, and how they end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.core import Unusable
from referee.service import Gone, NotAllowed
from referee.service.walls import EACH, EACH_WIDE, TURN


def board(house, code, host, *, every=False, title=""):
    house.service.walls.open(code, host, every=every, title=title)
    found = house.service.walls.boards(code, host)
    return found.all if every else found.table


def test_only_the_host_gives_out_its_address_and_ends_it(house):
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, guest, "p2")
    walls = house.service.walls
    wall = board(house, code, host)
    assert len(wall) == 12
    for act in (
        lambda: walls.boards(code, guest),
        lambda: walls.open(code, guest, every=False),
        lambda: walls.open(code, guest, every=True),
        lambda: walls.end(code, guest, every=False),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert board(house, code, host) == wall, "opened again it is the same"
    heard = walls.listen(wall)
    heard.wait(0)
    walls.end(code, host, every=False)
    assert walls.boards(code, host).table == ""
    with pytest.raises(Gone):
        heard.wait(1)
    heard.close()
    for act in (walls.board, walls.listen):
        with pytest.raises(Gone):
            act(wall)
    assert house.notifier.count() == 0


def test_a_table_is_shown_as_to_a_phone_without_a_seat(house):
    host, watcher = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, watcher)
    house.do(code, host, "add", by="p1", n=3)
    wall = house.service.walls.board(board(house, code, host))
    seen = house.service.views.table(code, watcher)
    (shown,) = wall.tables
    assert (shown.viewer, shown.role, shown.own) == (None, "watching", ())
    for name in ("names", "seating", "recent", "last", "top", "line", "over"):
        assert getattr(shown, name) == getattr(seen, name), name
    assert shown.view() == seen.view()
    assert wall.joining == house.service.joining.join_token(code, host)
    house.service.joining.lock(code, host, True)
    assert house.service.walls.board(house.service.walls.boards(code, host).table).joining == ""


def test_a_wall_is_woken_by_each_of_its_tables_and_by_a_new_one(house):
    host, other = house.phone(), house.phone()
    first = house.open(host)
    wall = board(house, first, host, every=True)
    house.open(other)
    heard = house.service.walls.listen(wall)
    assert heard.wait(0) is not None, "the present"
    assert heard.wait(0) is None
    mark = heard.mark
    second = house.open(host)
    assert heard.wait(0) is not None
    assert heard.mark != mark
    before = house.service.walls.board(wall)
    assert [view.code for view in before.tables] == [first, second]
    assert before.joining == ""
    assert house.service.walls.is_as_shown(wall, before.mark, before.line)
    house.do(second, host, "add", by="p1", n=3)
    number = heard.wait(0)
    assert number is not None
    assert number > before.line
    assert not house.service.walls.is_as_shown(wall, before.mark, before.line)
    heard.close()
    assert (house.notifier.count(), house.notifier.tables()) == (0, [])


@pytest.mark.parametrize(
    ("names", "side_by_side"),
    [
        (["Grandmother Marguerite", "Ann", "Bo", "Cy"], EACH),
        (["Grandmother", "Ann", "Bo", "Cy", "Dee"], EACH),
        (["Grandmother Marguerite", "Ann", "Bo", "Cy", "Dee"], EACH_WIDE),
        (["Grandmother", *(f"P{n}" for n in range(8))], EACH_WIDE),
        ([f"P{n}" for n in range(9)], EACH),
    ],
)
def test_long_names_at_a_large_table_leave_room_for_four(house, names, side_by_side):
    host = house.phone()
    codes = [house.open(host) for _ in range(EACH - 1)]
    codes.append(house.open(host, names))
    wall = board(house, codes[0], host, every=True)
    shown = []
    for _ in range(house.service.walls.board(wall).pages):
        shown.append([view.code for view in house.service.walls.board(wall).tables])
        house.ticks += TURN
    assert max(map(len, shown)) == side_by_side
    assert sorted(code for page in shown for code in page) == sorted(codes)


def test_more_than_six_tables_take_turns(house):
    host = house.phone()
    codes = [house.open(host) for _ in range(EACH + 2)]
    wall = board(house, codes[0], host, every=True)
    shown = []
    for _ in range(3):
        now = house.service.walls.board(wall)
        shown.append((now.page, [view.code for view in now.tables]))
        assert (now.pages, now.count) == (2, 8)
        house.ticks += TURN
    assert sorted(shown[:2]) == [(1, codes[:EACH]), (2, codes[EACH:])]
    assert shown[2] == shown[0]
    heard = house.service.walls.listen(wall)
    heard.wait(0)
    mark = heard.mark
    house.ticks += TURN
    assert heard.wait(0) is not None
    assert heard.mark != mark
    heard.close()


def test_a_finished_game_stays_a_while_and_a_forgotten_table_does_not(house):
    host = house.phone()
    over, left = house.open(host, target=3), house.open(host)
    house.do(over, host, "add", by="p1", n=3)
    wall = board(house, over, host, every=True)

    def shown():
        return [view.code for view in house.service.walls.board(wall).tables]

    assert shown() == [over, left]
    house.wall += timedelta(minutes=16)
    assert shown() == [left]
    house.wall += timedelta(hours=12)
    assert shown() == []
    house.do(left, host, "add", by="p1", n=3)
    assert shown() == [left]


def test_the_board_of_a_table_goes_on_with_the_rematch(house):
    host = house.phone()
    code = house.open(host, target=3)
    wall = board(house, code, host)
    house.do(code, host, "add", by="p1", n=3)
    heard = house.service.walls.listen(wall)
    heard.wait(0)
    again = house.service.opening.rematch(code, host)
    assert heard.wait(0) is not None
    heard.close()
    assert [view.code for view in house.service.walls.board(wall).tables] == [again]
    assert house.service.walls.boards(code, host).table == ""
    house.service.walls.end(again, host, every=False)
    with pytest.raises(Gone):
        house.service.walls.board(wall)


def test_a_table_that_is_deleted_or_handed_over(house):
    host, guest = house.phone(), house.phone()
    kept, gone = house.open(host), house.open(host)
    one, every = board(house, gone, host), board(house, kept, host, every=True)
    house.service.settings.delete_table(gone, host)
    with pytest.raises(Gone):
        house.service.walls.board(one)
    house.service.joining.join(kept, guest, "p2")
    view = house.service.views.table(kept, host)
    other = next(phone.id for phone in view.phones if not phone.me)
    house.service.hosting.hand_over(kept, host, other)
    assert house.service.walls.board(every).tables == []


def test_its_name_has_a_most_and_nothing_changes_without_it(house):
    host = house.phone()
    code = house.open(host)
    board(house, code, host, every=True, title="  Café Zum Spielbrett ")
    with pytest.raises(Unusable):
        house.service.walls.open(code, host, every=True, title="x" * 61)
    assert house.service.walls.boards(code, host).title == "Café Zum Spielbrett"
    board(house, code, host, every=True, title="Club")
    assert house.service.walls.boards(code, host).title == "Club"
