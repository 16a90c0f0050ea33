"""`zingazam/count`: nobody can count a pile by what any phone is sent before the game is over."""

from random import Random

import msgspec
import pytest
from drivers import driver as load
from drivers import form
from zingazam_table import Table, started, tied_game

from referee.core import legal, render, say
from referee.games.zingazam import GAME
from referee.games.zingazam.actions import Play, Position

driver = load("zingazam")


def sent(state, seats):
    """All that a table can show of `state`, to anyone."""
    return [
        (
            GAME.page(state, viewer),
            GAME.title(state),
            GAME.turn(state),
            GAME.scores(state),
            GAME.rounds(state),
            GAME.offers(state, viewer),
            GAME.position(state, viewer),
            GAME.secrecy.has_secret(state),
            [form(GAME, state, name, viewer) for name in (*GAME.forms, *GAME.help_pages)],
            [form(GAME, state, "play", viewer, card=n) for n in range(1, 9)],
            Play(by=seats[0], card=1).ruling_picture(state, viewer),
        )
        for viewer in (None, *seats)
    ]


def shown(event, ruling, viewer=None):
    """All that a table can show of an event."""
    return event.describe(ruling, viewer), GAME.secrecy.ruling_for(event, ruling, viewer)


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 25))]
)
def test_count_games_that_differ_only_in_piles_send_the_same(seed):
    """Same hands, same plays, other piles: every byte is the same until the game is over."""
    random = Random(seed)
    names = ["Ann", "Bo", "Cy", "Di"][: random.randint(2, 4)]
    hands = {who: random.randint(3, 6) for who in names}
    tables = []
    for _ in range(2):
        table = Table(" ".join(names), games=2)
        piles = {who: random.randint(20, 99) for who in names}
        table.do("position", piles=piles, hands=hands)
        tables.append(table)
    one, other = (table.fold for table in tables)
    while GAME.secrecy.has_secret(one.state):
        assert sent(one.state, names) == sent(other.state, names)
        for _ in range(6):
            mutant = driver.mutants(GAME, one.state, random.choice)
            rulings = [GAME.judge(fold.state, mutant) for fold in (one, other)]
            if _ends(rulings[0]):
                continue
            assert shown(mutant, rulings[0]) == shown(mutant, rulings[1])
        event = driver.next_event(GAME, one.state, random.choice)
        entries = [fold.take(event, 0) for fold in (one, other)]
        if not _ends(entries[0].ruling):
            assert shown(event, entries[0].ruling) == shown(event, entries[1].ruling)


def _ends(ruling):
    return "points" in ruling.facts


def test_count_who_was_robbed_shows_in_that_line_only():
    """Piles of 3 and 3, or of 4 and 2: nothing that follows tells which."""
    states = []
    for victim in ("Ann", "Cy"):
        table = started("Ann Bo Cy Di")
        table.run("Ann 6, Bo 4, Cy 3, Di 1, Ann 1, Bo 3, Cy 7, Cy 4, Di 3, Ann 3")
        assert table["piles"] == {"Ann": 4, "Bo": 0, "Cy": 3, "Di": 0}
        table.play("Bo", 2, steal_from=victim)
        states.append(table)
    one, other = (table.fold for table in states)
    assert states[0]["piles"] != states[1]["piles"]
    random = Random(1)
    for _ in range(4):
        assert sent(one.state, states[0].names) == sent(other.state, states[0].names)
        event = driver.next_event(GAME, one.state, random.choice)
        assert shown(event, one.take(event, 0).ruling) == shown(event, other.take(event, 0).ruling)


def test_count_no_number_of_a_pile_is_sent():
    table = Table()
    table.do("position", piles={"Ann": 7777, "Bo": 8888, "Cy": 9999}, hands={"Ann": 3})
    table.run("Ann 4")
    text = msgspec.json.encode(sent(table.fold.state, table.names)).decode()
    for number in ("7777", "8888", "9999"):
        assert number not in text
    position = msgspec.convert({"type": "position", "piles": {"Ann": 7777}}, Position)
    line = position.describe(legal("table/position", say("")), None)
    assert "7777" not in msgspec.json.encode(line).decode()


def test_count_earlier_rounds_are_not_in_the_view():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3, Ann 1, Bo 6")
    view = GAME.page(table.fold.state, None)
    last = view.last_round
    assert (last.winner, last.because) == ("Bo", "highest")
    assert [(one["by"], one["card"]) for one in last.cards] == [("Ann", 1), ("Bo", 6)]
    assert view.results == []


def test_count_that_a_pile_is_empty_everyone_sees():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    assert GAME.position(table.fold.state, None).piles == {"Bo": 0}


def test_count_is_over_when_the_game_waits(wording):
    table = tied_game()
    state = table.fold.state
    assert not GAME.secrecy.has_secret(state)
    view = GAME.page(state, None)
    assert view.points == {"Ann": 9, "Bo": 9}
    assert view.tied == ["Ann", "Bo"]
    piles = form(GAME, state, "piles").fields
    assert [render(pile.title) for pile in piles] == wording
    assert piles[0].fields[0].keys == (0, 1)


def test_count_before_a_game_waits_the_sheet_asks_for_all_piles():
    table = Table()
    table.do("position", piles={"Ann": 9, "Bo": 2, "Cy": 2})
    piles = form(GAME, table.fold.state, "piles").fields
    assert [render(pile.title) for pile in piles] == ["Ann’s pile", "Bo’s pile", "Cy’s pile"]
    assert not any(number.is_sure or number.keys for pile in piles for number in pile.fields)
    ruling = table.illegal("end_game", "end", piles={"Ann": {"8": 3}})
    assert "9" not in msgspec.json.encode(ruling.reason).decode()


def test_count_a_running_game_tells_by_no_refusal_who_leads():
    table = Table()
    table.do("position", piles={"Ann": 9, "Bo": 2, "Cy": 2}, hands={"Ann": 3, "Bo": 3, "Cy": 3})
    for who in ("Ann", "Bo"):
        entry = table.enter("end_game", piles={who: {}}, stands=True)
        assert entry.stood is False


def test_count_piles_left_out_of_a_position_are_unknown():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 3})
    assert table["piles"]["Bo"] is None
    assert "piles" not in form(GAME, table.fold.state, "position").fields
    table.do("position", piles={"Ann": 3, "Bo": 1})
    assert table["piles"]["Bo"] == 1


def test_secret_while_a_game_runs_only():
    table = Table("Ann Bo", games=2)
    assert not GAME.secrecy.has_secret(table.fold.state)
    table.do("start_game")
    assert GAME.secrecy.has_secret(table.fold.state)
    table.stand("score_game", counts={"Ann": 3, "Bo": 2})
    assert not GAME.secrecy.has_secret(table.fold.state)
