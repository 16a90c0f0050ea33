"""Opening a table, coming to it, sitting down, hosting."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from referee.core import Unusable
from referee.live import Full
from referee.service import (
    Gone,
    Joined,
    Locked,
    NotAllowed,
    NotFound,
    Recorded,
    Refused,
    Removed,
    Service,
    joining,
    requests,
    seating,
)
from referee.service.keys import ALPHABET

# Phones


@pytest.mark.sqlite
def test_a_phone_is_known_by_its_token_and_only_a_hash_is_kept(house):
    phone, token = house.service.phones.add()
    assert len(token) >= 43
    assert house.service.phones.find(token) == phone
    assert house.service.phones.find(token[:-1]) is None
    assert house.service.phones.find("") is None
    assert house.service.phones.add(token) == (phone, token)
    house.store.close()
    assert token.encode() not in (house.folder / "referee.db").read_bytes()
    house.start()
    assert house.service.phones.find(token) == phone


# Opening


def test_codes_cannot_be_misread_and_are_typed_as_people_type(house):
    phone = house.phone()
    codes = [house.open(phone) for _ in range(50)]
    assert len(set(codes)) == 50
    assert len(ALPHABET) == 31
    assert not set(ALPHABET) & set("01OIL")
    assert all(re.fullmatch(f"[{ALPHABET}]{{6}}", code) for code in codes)
    code = codes[0]
    for typed in (code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        assert house.service.joining.find(typed).code == code


def test_opening_twice_with_one_key_opens_one_table(house):
    phone, other = house.phone(), house.phone()
    args = ("toy", ["Ann", "Bo"], {"target": "20"})
    one = house.service.opening.open_table(phone, *args, key="k")
    assert house.service.opening.open_table(phone, *args, key="k") == one
    assert house.service.opening.open_table(other, *args, key="k") != one
    with pytest.raises(Unusable) as caught:
        house.service.opening.open_table(phone, "toy", ["Ann", "Cy"], {}, key="k")
    assert caught.value.path == "key"
    assert len(house.service.history.tables_of(phone)) == 1


@pytest.mark.parametrize(
    ("names", "options", "path"),
    [
        (["Ann"], {}, "players"),
        (["Ann", "ann"], {}, "players[1]"),
        (["Ann", ""], {}, "players[1]"),
        (["Ann", "x" * 41], {}, "players[1]"),
        ([f"P{i}" for i in range(15)], {}, "players"),
        (["Ann", "Bo"], {"target": "many"}, "options.target"),
        (["Ann", "Bo"], {"target": 0}, "options.target"),
        (["Ann", "Bo"], {"colour": "red"}, "options.colour"),
        (["Ann", "Bo"], {"starter": "Zed"}, "options.starter"),
        (["Ann", "Bo"], {"readings": {"seven": "maybe"}}, "options.readings.seven"),
    ],
)
def test_what_cannot_be_opened_says_where_and_leaves_nothing(house, names, options, path):
    phone = house.phone()
    with pytest.raises(Unusable) as caught:
        house.service.opening.open_table(phone, "toy", names, options, key="k")
    assert caught.value.path == path
    assert house.service.history.tables_of(phone) == []


@pytest.mark.parametrize("key", ["", "x" * 81, "a\nb", "ü"])
def test_a_key_is_needed(house, key):
    with pytest.raises(Unusable) as caught:
        house.service.opening.open_table(house.phone(), "toy", ["Ann", "Bo"], {}, key=key)
    assert caught.value.path == "key"


def test_fourteen_players_open_join_and_play(house):
    host = house.phone()
    code = house.open(host, [f"Player {i}" for i in range(1, 15)])
    phones = {}
    for player in house.service.views.table(code, host).seating[1:]:
        phones[player] = house.phone()
        assert house.service.joining.join(code, phones[player], player) == Joined("seat", player)
    for player in house.service.views.table(code, host).seating:
        assert isinstance(house.do(code, phones.get(player, host), "add", by=player, n=2), Recorded)
    assert set(house.service.views.table(code, host).state.totals.values()) == {2}


def test_options_name_players_as_they_were_typed(house):
    phone = house.phone()
    code = house.open(phone, ("Ann", "Bo"), starter="bo")
    assert house.service.views.table(code, phone).options.starter == "p2"
    assert house.service.views.table(code, phone).state.turn == "p2"


def test_names_and_tables_of_a_phone_are_its_own(house):
    one, two = house.phone(), house.phone()
    first = house.open(one, ("Ann", "Bo"))
    second = house.open(one, ("Cy", "ann"), target=2)
    house.service.joining.join(second, two)
    house.do(second, one, "add", by="p1", n=2)
    assert house.service.history.names_of(one) == ["Cy", "ann", "Bo"]
    assert house.service.history.names_of(two) == ["Cy", "ann"]
    assert house.service.history.names_of(one, most=1) == ["Cy"]
    assert house.service.history.names_of(house.phone()) == []
    tables = house.service.history.tables_of(one)
    assert [(t.code, t.over, t.turn, t.host) for t in tables] == [
        (second, True, None, True),
        (first, False, "p1", True),
    ]
    assert [t.code for t in house.service.history.tables_of(one, over=False)] == [first]
    assert [t.code for t in house.service.history.tables_of(two, over=True)] == [second]
    assert [t.code for t in house.service.history.tables_of(one, before=tables[0].place)] == [first]
    assert tables[0].names[tables[0].seating[0]] == "Cy"


# The way in


def test_wrong_locked_and_ended_codes_are_told_alike(house):
    """And the token alone is told that joining is locked."""
    s = house.service
    host, stranger = house.phone(), house.phone()
    code = house.open(host, target=2)
    token = s.joining.join_token(code, host)
    told = set()
    s.joining.lock(code, host)
    for attempt in (lambda: s.joining.find(code), lambda: s.joining.join(code, stranger),
                    lambda: s.joining.find("AAAAAA"),
                    lambda: s.joining.join("AAAAAA", stranger),
                    lambda: s.joining.find_by_token("AAAAAA" * 4),
                    lambda: s.joining.find_by_token("")):  # fmt: skip
        with pytest.raises(NotFound) as caught:
            attempt()
        told.add((type(caught.value), caught.value.message.text))
    for attempt in (
        lambda: s.joining.find_by_token(token),
        lambda: s.joining.join("", stranger, token=token),
    ):
        with pytest.raises(Locked):
            attempt()
    s.joining.lock(code, host, False)
    house.do(code, host, "add", by="p1", n=2)
    for attempt in (lambda: s.joining.find(code), lambda: s.joining.join(code, stranger)):
        with pytest.raises(NotFound) as caught:
            attempt()
        told.add((type(caught.value), caught.value.message.text))
    assert len(told) == 1
    assert s.joining.find_by_token(token).code == code
    with pytest.raises(Gone):
        s.views.table(code, stranger)


def test_the_token_is_the_servers_own_and_can_be_made_worthless(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code, other = house.open(host), house.open(host)
    token = s.joining.join_token(code, host)
    assert token.startswith(code)
    assert len(token) == 6 + 22
    assert s.joining.find_by_token(token, host).role == "host"
    for wrong in (other + token[6:], token[:-1] + ("A" if token[-1] != "A" else "Q"), token + "A",
                  token[:10], "ü" * 28):  # fmt: skip
        with pytest.raises(NotFound):
            s.joining.find_by_token(wrong)
    house.start()
    assert house.service.joining.join("", guest, "p2", token=token) == Joined("seat", "p2")
    house.service.joining.rotate(code, host)
    with pytest.raises(NotFound):
        house.service.joining.find_by_token(token)
    door = house.service.joining.find_by_token(house.service.joining.join_token(code, guest))
    assert door.code == house.service.views.table(code, guest).join_code != code
    other_server = Service(
        house.store, house.notifier, token_key=b"o" * 32, games=house.service.tables.games
    )
    with pytest.raises(NotFound):
        other_server.joining.find_by_token(house.service.joining.join_token(code, host))


def test_a_phone_at_the_table_stays_though_it_is_locked_or_over(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host, target=2)
    s.joining.join(code, guest)
    s.joining.lock(code, host)
    assert s.joining.join(code, guest, "p2") == Joined("seat", "p2")
    house.do(code, host, "add", by="p1", n=2)
    assert s.views.table(code, guest).over
    assert s.joining.join(code, guest, "p3") == Joined("seat", "p3")


# Seats


def test_a_free_seat_is_taken_at_once_and_again_changes_nothing(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    assert [(x.player, x.taken) for x in s.joining.find(code).seats] == [
        ("p1", False), ("p2", False), ("p3", False)
    ]  # fmt: skip
    assert s.joining.join(code, guest, "p2") == Joined("seat", "p2")
    line = s.views.table(code, guest).line
    for _ in range(3):
        assert s.joining.join(code, guest, "p2") == Joined("seat", "p2")
    assert s.joining.join(code, guest) == Joined("watching")
    view = s.views.table(code, guest)
    assert (view.role, view.own, view.line) == ("seat", ("p2",), line)
    assert [(x.taken, x.mine) for x in s.joining.find(code, guest).seats][1] == (True, True)
    assert s.views.table(code, host).seats == ("p1", "p3")
    assert s.joining.join(code, guest, "p3") == Joined("seat", "p3")
    assert s.views.table(code, guest).own == ("p2", "p3")


def test_what_cannot_be_joined_changes_nothing(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    before = s.views.table(code, host).line
    for attempt in (lambda: s.joining.join(code, guest, "p9"),
                    lambda: s.joining.join(code, guest, name="x" * 41),
                    lambda: s.joining.join(code, guest, name="\u200b")):  # fmt: skip
        with pytest.raises(Unusable):
            attempt()
        with pytest.raises(Gone):
            s.views.table(code, guest)
    assert s.views.table(code, host).line == before


@pytest.mark.parametrize("who", ["host", "holder"])
@pytest.mark.parametrize("yes", [True, False])
def test_a_taken_seat_waits_for_a_yes(house, who, yes):
    s = house.service
    host, holder, new, other = (house.phone() for _ in range(4))
    code = house.open(host)
    s.joining.join(code, holder, "p2")
    s.joining.join(code, other, "p3")
    assert s.joining.join(code, new, "p2") == Joined("asked", "p2")
    assert s.joining.join(code, new, "p2") == Joined("asked", "p2")
    assert s.views.table(code, new).role == "watching"
    asked = s.views.table(code, new).own_request
    assert (asked.kind, asked.player, asked.refused) == ("seat", "p2", False)
    assert [a.id for a in s.views.table(code, host).requests] == [asked.id]
    assert s.views.table(code, other).requests == []
    with pytest.raises(NotAllowed):
        s.joining.answer_request(code, other, asked.id, True)
    with pytest.raises(NotAllowed):
        s.joining.answer_request(code, new, asked.id, True)
    answerer = {"host": host, "holder": holder}[who]
    assert s.joining.answer_request(code, answerer, asked.id, yes) is None
    assert s.joining.answer_request(code, answerer, asked.id, not yes) is None, (
        "answered is answered"
    )
    view, old = s.views.table(code, new), s.views.table(code, holder)
    if yes:
        assert (view.own, view.own_request, old.own, old.role) == (("p2",), None, (), "watching")
    else:
        assert (view.own, view.own_request.refused, old.own) == ((), True, ("p2",))
        s.joining.take_back_request(code, new)
        assert s.views.table(code, new).own_request is None
        s.joining.join(code, new, "p2")
        assert len(s.views.table(code, host).requests) == 1
    assert s.views.table(code, answerer).requests == (
        [] if yes else s.views.table(code, host).requests
    )


def test_a_removed_phone_is_out_until_the_hosts_yes(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    token = s.joining.join_token(code, host)
    s.joining.join(code, guest, "p2")
    number = next(p.id for p in s.views.table(code, host).phones if p.seats == ("p2",))
    with pytest.raises(NotAllowed):
        s.hosting.remove_phone(code, guest, number)
    s.hosting.remove_phone(code, host, number)
    s.hosting.remove_phone(code, host, number)
    for attempt in (lambda: s.views.table(code, guest), lambda: s.views.log(code, guest),
                    lambda: s.records.export(code, guest), lambda: s.views.listen(code, guest),
                    lambda: house.do(code, guest, "undo", seen=0)):  # fmt: skip
        with pytest.raises(Removed):
            attempt()
    assert s.joining.find(code, guest).role == "removed"
    for page in (s.joining.find(code, guest), s.joining.find_by_token(token, guest)):
        assert (page.title, page.seats, page.newcomers) == ("", [], False)
    assert s.history.tables_of(guest) == []
    assert [p.id for p in s.views.table(code, host).phones] == [1]
    assert s.joining.join(code, guest, "p2") == Joined("asked-back", "p2")
    assert s.joining.join("", guest, "p2", token=token) == Joined("asked-back", "p2")
    with pytest.raises(Removed):
        s.views.table(code, guest)
    [ask] = s.views.table(code, host).requests
    assert ask.kind == "back"
    s.joining.answer_request(code, host, ask.id, False)
    with pytest.raises(Removed):
        s.views.table(code, guest)
    s.joining.join(code, guest, "p2")
    [ask] = s.views.table(code, host).requests
    s.joining.answer_request(code, host, ask.id, True)
    assert s.views.table(code, guest).own == ("p2",)
    assert [p.id for p in s.views.table(code, host).phones] == [1, number]


def test_a_removed_phone_does_not_get_a_seat_that_was_taken_meanwhile(house):
    s = house.service
    host, guest, other = (house.phone() for _ in range(3))
    code = house.open(host)
    s.joining.join(code, guest, "p2")
    s.hosting.remove_phone(code, host, 2)
    s.joining.join(code, guest, "p2")
    s.joining.join(s.views.table(code, host).join_code, other, "p2")
    [ask] = s.views.table(code, host).requests
    s.joining.answer_request(code, host, ask.id, True)
    assert s.views.table(code, guest).role == "watching"
    assert s.views.table(code, other).own == ("p2",)


def test_a_removed_phone_that_forgets_who_it_was_does_not_come_in_again(house):
    """By the square and the code that it knew; who sits at the table plays on under its address."""
    s = house.service
    host, guest, seated, new = (house.phone() for _ in range(4))
    code = house.open(host)
    token = s.joining.join_token(code, host)
    s.joining.join(code, guest, "p2")
    s.joining.join(code, seated, "p3")
    s.hosting.remove_phone(code, host, 2)
    again = house.phone()
    for attempt in (lambda: s.joining.join("", again, "p2", token=token),
                    lambda: s.joining.find_by_token(token),
                    lambda: s.joining.join(code, again, "p2"),
                    lambda: s.joining.find(code)):  # fmt: skip
        with pytest.raises(NotFound):
            attempt()
    with pytest.raises(Gone):
        s.views.table(code, again)
    assert isinstance(house.do(code, seated, "add", by="p1", n=1), Recorded)
    view = s.views.table(code, host)
    assert (view.code, len(view.join_code)) == (code, 6)
    assert view.join_code != code
    assert s.joining.join_token(code, host) != token
    assert [line.said.text for line in s.views.log(code, host).lines[1:3]] == [
        "The QR code and the code to type are new",
        "{names}'s phone was removed from the table",
    ]
    assert s.joining.find(view.join_code.lower()).code == view.join_code
    assert s.joining.join(view.join_code, new, "p2") == Joined("seat", "p2")
    assert s.views.table(view.join_code, new).code == code, "what was typed leads to the table, too"


def test_a_removed_phone_is_not_told_the_new_code(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    token = s.joining.join_token(code, host)
    s.joining.join(code, guest, "p2")
    s.hosting.remove_phone(code, host, 2)
    for door in (s.joining.find(code, guest), s.joining.find_by_token(token, guest)):
        assert (door.code, door.role) == (code, "removed")
    s.joining.lock(code, host)
    with pytest.raises(NotFound):
        s.joining.join(code, guest, "p2")


# How many


def test_phones_that_left_are_not_counted(house, monkeypatch):
    monkeypatch.setattr(joining, "_MOST_WATCHING", 3)
    monkeypatch.setattr(seating, "_LEFT", 5)
    s = house.service
    host, last = house.phone(), house.phone()
    code = house.open(host)
    for _ in range(12):
        phone = house.phone()
        s.joining.join(code, phone)
        s.joining.leave(code, phone)
    assert s.joining.join(code, last) == Joined("watching")
    assert [p.id for p in s.views.table(code, host).phones] == [1, 14], "no number is given twice"
    with house.store.read() as db:
        rows = db.execute("SELECT count(*) FROM members").fetchone()[0]
    assert rows == 2 + 5, "nor are they kept for ever"


def test_phones_that_watch_shut_out_neither_seats_nor_the_host(house, monkeypatch):
    monkeypatch.setattr(joining, "_MOST_WATCHING", 3)
    s = house.service
    host, seat, late = (house.phone() for _ in range(3))
    code = house.open(host)
    watching = [house.phone() for _ in range(3)]
    for phone in watching:
        s.joining.join(code, phone)
    for asked in ({}, {"player": None, "name": "Dee"}):
        with pytest.raises(NotAllowed, match="free seat"):
            s.joining.join(code, late, **asked)
    assert s.joining.join(code, watching[0]) == Joined("watching"), "who is here stays"
    assert s.joining.join(code, seat, "p2") == Joined("seat", "p2")
    with pytest.raises(NotAllowed, match="free seat"):
        s.joining.join(code, late, "p2")
    assert s.joining.join(code, late, "p3") == Joined("seat", "p3")
    assert s.hosting.become_host(s.hosting.host_link(code), house.phone()) == code


def test_a_phone_that_has_long_been_silent_gives_up_its_place(house, monkeypatch):
    monkeypatch.setattr(joining, "_MOST_WATCHING", 3)
    s = house.service
    host = house.phone()
    code = house.open(host)
    watching = [house.phone() for _ in range(3)]
    for phone in watching:
        s.joining.join(code, phone)
    house.wind(timedelta(0), ticks=301)
    s.views.table(code, watching[0])
    s.views.table(code, watching[2])
    assert s.joining.join(code, house.phone()) == Joined("watching")
    with pytest.raises(Gone):
        s.views.table(code, watching[1])
    with pytest.raises(NotAllowed):
        s.joining.join(code, watching[1])


def test_requests_do_not_pile_up(house, monkeypatch):
    monkeypatch.setattr(requests, "_MOST", 3)
    s = house.service
    host, late = house.phone(), house.phone()
    code = house.open(host)
    for i in range(3):
        s.joining.join(code, house.phone(), name=f"Dee {i}")
    with pytest.raises(NotAllowed):
        s.joining.join(code, late, name="Eve")
    assert len(s.views.table(code, host).requests) == 3
    s.joining.answer_request(code, host, s.views.table(code, host).requests[0].id, False)
    with pytest.raises(Unusable, match="at the table"):
        s.joining.join(code, late, name="dee 2")
    assert s.joining.join(code, late, name="Eve") == Joined("asked")


@pytest.mark.parametrize("who", ["host", "p2"])
def test_streams_of_phones_that_watch_shut_out_neither_seats_nor_the_host(house, who):
    s = house.service
    host, seat = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, seat, "p2")
    watching = [house.phone() for _ in range(25)]
    for phone in watching:
        s.joining.join(code, phone)
    for phone in (watching * 8)[:120]:
        s.views.listen(code, phone)
    with pytest.raises(Full):
        s.views.listen(code, watching[0])
    for _ in range(8):
        s.views.listen(code, {"host": host, "p2": seat}[who])


def test_leaving_gives_up_the_seat_and_a_number_is_never_anothers(house):
    s = house.service
    host, guest, other = (house.phone() for _ in range(3))
    code = house.open(host)
    s.joining.join(code, guest, "p2")
    s.joining.leave(code, guest)
    with pytest.raises(Gone):
        s.views.table(code, guest)
    s.joining.join(code, other)
    assert [p.id for p in s.views.table(code, host).phones] == [1, 3]
    assert s.joining.join(code, guest, "p2") == Joined("seat", "p2")
    assert [p.id for p in s.views.table(code, host).phones] == [1, 2, 3]
    with pytest.raises(NotAllowed):
        s.joining.leave(code, host)


# Newcomers


def test_a_newcomer_is_let_in_by_the_host(house):
    s = house.service
    host, holder, new = (house.phone() for _ in range(3))
    code = house.open(host)
    s.joining.join(code, holder, "p2")
    assert s.joining.find(code).newcomers
    assert s.joining.join(code, new, name=" Dee ") == Joined("asked")
    assert s.joining.join(code, new, name="Dee") == Joined("asked")
    [ask] = s.views.table(code, host).requests
    assert (ask.kind, ask.name, ask.player) == ("new", "Dee", None)
    with pytest.raises(NotAllowed):
        s.joining.answer_request(code, holder, ask.id, True)
    answer = s.joining.answer_request(code, host, ask.id, True)
    assert isinstance(answer, Recorded)
    view = s.views.table(code, new)
    assert (view.own, view.names["p4"]) == (("p4",), "Dee")
    assert view.seating == ("p1", "p2", "p3", "p4")
    record = s.records.export(code, new)
    assert record["players"] == ["Ann", "Bo", "Cy"]
    assert record["events"] == [{"type": "join", "player": "Dee"}]


def test_a_newcomer_whom_the_rules_refuse_waits_on(house):
    s = house.service
    host, new = house.phone(), house.phone()
    code = house.open(host)
    house.do(code, host, "hide", by="p1", card=3)
    s.joining.join(code, new, name="Dee")
    [ask] = s.views.table(code, host).requests
    answer = s.joining.answer_request(code, host, ask.id, True)
    assert isinstance(answer, Refused)
    assert answer.view.names[answer.event.player] == "Dee"
    assert s.views.table(code, host).requests == [ask]
    with pytest.raises(Unusable):
        house.do(code, host, "quit", player="Dee")
    house.do(code, host, "reveal")
    assert isinstance(s.joining.answer_request(code, host, ask.id, True), Recorded)
    assert s.views.table(code, new).own == ("p4",)


def test_who_has_quit_may_ask_to_come_in_again_under_the_same_name(house):
    s = house.service
    host, new = house.phone(), house.phone()
    code = house.open(host)
    house.do(code, host, "quit", player="p3")
    assert s.joining.join(code, new, name="cy") == Joined("asked")
    [ask] = s.views.table(code, host).requests
    assert ask.player == "p3"
    s.joining.answer_request(code, host, ask.id, True)
    view = s.views.table(code, new)
    assert view.own == ("p3",)
    assert set(view.names) == {"p1", "p2", "p3"}


def test_a_newcomer_with_a_name_at_the_table_is_that_player(house):
    s = house.service
    host, new = house.phone(), house.phone()
    code = house.open(host)
    assert s.joining.join(code, new, name="BO") == Joined("seat", "p2")


# Hosting


def test_hosting_is_handed_over_with_the_seats_nobody_took(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, host, "p1")
    s.joining.join(code, guest, "p2")
    with pytest.raises(NotAllowed):
        s.hosting.hand_over(code, guest, 2)
    s.hosting.hand_over(code, host, 2)
    s.hosting.hand_over(code, host, 2)
    assert (s.views.table(code, guest).role, s.views.table(code, guest).seats) == (
        "host",
        ("p2", "p3"),
    )
    assert (s.views.table(code, host).role, s.views.table(code, host).seats) == ("seat", ("p1",))
    with pytest.raises(NotAllowed):
        s.joining.lock(code, host)
    with pytest.raises(Unusable):
        s.hosting.hand_over(code, guest, 9)
    s.hosting.remove_phone(code, guest, 1)
    with pytest.raises(NotAllowed):
        s.hosting.hand_over(code, guest, 1)


def test_a_silent_host_is_replaced_by_a_seated_phone_only(house):
    s = house.service
    host, seat, watcher = (house.phone() for _ in range(3))
    code = house.open(host)
    s.joining.join(code, seat, "p2")
    s.joining.join(code, watcher)
    house.wind(timedelta(hours=5), ticks=299)
    assert not s.views.table(code, seat).host_silent
    with pytest.raises(NotAllowed):
        s.hosting.take_over(code, seat)
    house.wind(timedelta(0), ticks=2)
    assert s.views.table(code, seat).host_silent
    with pytest.raises(NotAllowed):
        s.hosting.take_over(code, watcher)
    assert not s.hosting.take_over(code, seat)
    house.wind(timedelta(0), ticks=599)
    assert not s.hosting.take_over(code, seat)
    assert s.views.table(code, seat).role == "seat"
    assert s.views.table(code, seat).own_request.until is not None
    house.wind(timedelta(0), ticks=1)
    assert s.views.table(code, seat).own_request.until is None
    assert s.hosting.take_over(code, seat)
    assert s.hosting.take_over(code, seat)
    assert s.views.table(code, seat).role == "host"
    assert s.views.table(code, seat).own_request is None
    assert "out of contact" in s.views.log(code, seat).lines[0].said.text
    assert s.views.table(code, host).role == "watching"


@pytest.fixture
def silent(house):
    """A table whose host's phone is silent and p2's asks to be the host: the code and the phones of
    the host, p2, p3 and one that watches."""
    s = house.service
    phones = [house.phone() for _ in range(4)]
    code = house.open(phones[0])
    for phone, player in zip(phones[1:], ("p2", "p3", None), strict=True):
        s.joining.join(code, phone, player)
    house.wind(timedelta(0), ticks=301)
    assert not s.hosting.take_over(code, phones[1])
    return code, *phones


def test_another_seats_yes_makes_a_phone_the_host(house, silent):
    code, _host, asker, seat, watcher = silent
    s = house.service
    [ask] = s.views.table(code, seat).requests
    assert (ask.kind, ask.player) == ("host", "p2")
    assert s.views.table(code, watcher).requests == s.views.table(code, asker).requests == []
    for phone in (asker, watcher):
        with pytest.raises(NotAllowed):
            s.joining.answer_request(code, phone, ask.id, True)
    assert s.views.table(code, asker).own_request.until == "2026-11-27T20:10:00Z"
    s.joining.answer_request(code, seat, ask.id, True)
    assert s.views.table(code, asker).role == "host"
    line = s.views.log(code, asker).lines[0]
    assert line.said.values == {"names": ["p2"], "others": ["p3"]}
    assert s.views.table(code, seat).requests == []


def test_a_no_keeps_the_host_though_ten_minutes_pass(house, silent):
    code, _host, asker, seat, _ = silent
    s = house.service
    s.joining.answer_request(code, seat, s.views.table(code, seat).requests[0].id, False)
    house.wind(timedelta(0), ticks=700)
    assert s.views.table(code, asker).own_request.refused
    assert not s.hosting.take_over(code, asker), "it only asks again"
    house.wind(timedelta(0), ticks=599)
    assert not s.hosting.take_over(code, asker)
    assert [a.kind for a in s.views.table(code, seat).requests] == ["host"]


def test_a_host_that_wakes_is_asked_and_the_ten_minutes_begin_again(house, silent):
    code, host, asker, seat, _ = silent
    s = house.service
    house.wind(timedelta(0), ticks=500)
    [ask] = s.views.table(code, host).requests
    assert s.views.table(code, seat).requests == [], "the host's phone is here to answer"
    with pytest.raises(NotAllowed):
        s.joining.answer_request(code, seat, ask.id, True)
    with pytest.raises(NotAllowed):
        s.hosting.take_over(code, asker)
    house.wind(timedelta(0), ticks=400)
    assert not s.hosting.take_over(code, asker), "asked 900 seconds ago, but silent for 400"
    house.wind(timedelta(0), ticks=200)
    assert s.hosting.take_over(code, asker)


def test_the_host_itself_may_say_yes(house, silent):
    code, host, asker, _seat, _ = silent
    s = house.service
    s.joining.answer_request(code, host, s.views.table(code, host).requests[0].id, True)
    assert (s.views.table(code, asker).role, s.views.table(code, host).role) == ("host", "watching")


def test_who_asks_to_host_and_gives_up_the_seat_does_not_get_it(house, silent):
    code, _host, asker, seat, _ = silent
    s = house.service
    [ask] = s.views.table(code, seat).requests
    s.hosting.free_seat(code, asker, "p2")
    s.joining.answer_request(code, seat, ask.id, True)
    assert (s.views.table(code, asker).role, s.views.table(code, asker).own_request) == (
        "watching",
        None,
    )


def test_another_host_ends_the_question(house, silent):
    code, _host, asker, seat, watcher = silent
    s = house.service
    s.hosting.become_host(s.hosting.host_link(code), watcher)
    assert s.views.table(code, watcher).requests == s.views.table(code, seat).requests == []
    assert s.views.table(code, asker).own_request is None


def test_a_restart_does_not_shorten_the_ten_minutes(house, silent):
    code, _host, asker, _seat, _ = silent
    house.wind(timedelta(0), ticks=590)
    s = house.start()
    house.wind(timedelta(0), ticks=301)
    assert not s.hosting.take_over(code, asker)
    house.wind(timedelta(0), ticks=299)
    assert s.hosting.take_over(code, asker)


def test_a_listening_host_is_not_silent(house):
    s = house.service
    host, seat = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, seat, "p2")
    with s.views.listen(code, host) as subscription:
        for _ in range(40):
            house.wind(timedelta(0), ticks=10)
            subscription.wait(0)
        view = s.views.table(code, seat)
    assert not view.host_silent
    assert [p.awake for p in view.phones] == [True, True]
    house.wind(timedelta(0), ticks=100)
    assert [p.awake for p in s.views.table(code, seat).phones] == [False, True]


def test_a_restart_makes_no_host_silent_at_once(house):
    host, seat = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, seat, "p2")
    house.wind(timedelta(0), ticks=10_000)
    house.start()
    assert not house.service.views.table(code, seat).host_silent
    house.wind(timedelta(0), ticks=301)
    assert house.service.views.table(code, seat).host_silent


def test_the_servers_keeper_makes_a_phone_the_host_once(house):
    s = house.service
    host, seat, lost = (house.phone() for _ in range(3))
    code = house.open(host)
    s.joining.join(code, lost, "p2")
    s.hosting.remove_phone(code, host, 2)
    void, link = s.hosting.host_link(code), s.hosting.host_link(code.lower())
    for wrong in (void, "", link + "x"):
        with pytest.raises(NotFound):
            s.hosting.become_host(wrong, seat)
    assert s.hosting.become_host(link, lost) == code
    with pytest.raises(NotFound):
        s.hosting.become_host(link, seat)
    assert (s.views.table(code, lost).role, s.views.table(code, host).role) == ("host", "watching")
    line = s.views.log(code, lost).lines[0]
    assert "server" in line.said.text
    assert (line.who, line.host) == ((), False)
    with pytest.raises(NotFound):
        s.hosting.host_link("AAAAAA")


# Listening


def test_a_listener_hears_the_present_number_then_each_change(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, guest, "p2")
    with s.views.listen(code, guest) as subscription:
        assert subscription.wait(0) == s.views.table(code, guest).line
        assert subscription.wait(0) is None
        answer = house.do(code, host, "add", by="p1", n=1)
        assert subscription.wait(0) == answer.line
        house.do(code, host, "add", by="p1", n=1)  # refused: a line all the same
        assert subscription.wait(0) == answer.line + 1
        s.drafts.put(code, guest, "p2", "count", {"n": 3})
        assert subscription.wait(0) == answer.line + 2
        s.views.table(code, host)
        s.joining.lock(code, host, False)
        assert subscription.wait(0) is None, "nothing changed"
        s.hosting.remove_phone(code, host, 2)
        with pytest.raises(Removed):
            subscription.wait(0)
    assert house.notifier.count() == 0


def test_a_deleted_table_is_gone_for_all(house):
    s = house.service
    host, guest = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, guest, "p2")
    with pytest.raises(NotAllowed):
        s.settings.delete_table(code, guest)
    with s.views.listen(code, guest) as subscription:
        subscription.wait(0)
        s.settings.delete_table(code, host)
        with pytest.raises(Gone):
            subscription.wait(0)
    for attempt in (lambda: s.views.table(code, host), lambda: s.settings.delete_table(code, host),
                    lambda: s.joining.find(code), lambda: s.views.listen(code, guest)):  # fmt: skip
        with pytest.raises(NotFound):
            attempt()
    assert s.history.tables_of(host) == []
