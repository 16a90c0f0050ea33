"""`zingazam/end` and `zingazam/tie`: when a game is over, who wins it, and counting by hand."""

from random import Random

import msgspec
import pytest
from drivers import driver as load
from zingazam_table import Table, started, tied_game

from referee.games.zingazam import GAME
from referee.games.zingazam.piles import bounds, settle
from referee.games.zingazam.round import lay
from referee.games.zingazam.rules import played_out
from referee.games.zingazam.spells import DARKNESS, GIFT

driver = load("zingazam")

ANN = {"8": 1, "7": 1, "6": 2, "5": 1, "4": 1, "3": 1, "2": 1, "1": 1}
BO = {"8": 1, "7": 1, "6": 1, "5": 1, "4": 1, "3": 1, "2": 1, "1": 2}
# What a pile lacks need not be said.
ANN_ROBBED_A_3 = {number: n for number, n in {**ANN, "3": 2}.items() if number != "8"}
BO_KEPT_BOTH_8 = {number: n for number, n in {**BO, "8": 2}.items() if number != "3"}


def at_the_end(piles, **options):
    """The last card of the game, Bo's, is due; Ann's 3 lies there."""
    names = " ".join(piles)
    table = Table(names, **options)
    table.do(
        "position",
        played=[{"by": who, "card": 3} for who in list(piles)[:-1]],
        piles=piles,
        hands=dict.fromkeys(piles, 1) | {next(iter(piles)): 0},
    )
    return table


# The end of a game


def test_end_when_a_hand_is_empty_at_the_end_of_a_round():
    table = at_the_end({"Ann": 3, "Bo": 5})
    facts = table.run("Bo 7")
    assert facts == {
        "effect": False,
        "next": None,
        "winner": "Bo",
        "taken": 2,
        "because": "highest",
        "points": {"Ann": 3, "Bo": 7},
        "game_winners": ["Bo"],
    }
    assert table.over
    assert table.winners == ["Bo"]
    assert (table["game"], table["round"], table["in_game"], table["hands"]) == (1, 0, False, {})


def test_end_clauses_of_the_last_play():
    table = at_the_end({"Ann": 3, "Bo": 5})
    ruling = table.enter("play", by="Bo", card=7).ruling
    assert {"zingazam/end", "zingazam/round", "zingazam/play"} <= set(ruling.rules)
    assert "zingazam/tie" not in ruling.rules


def test_end_not_before_the_round_is_over():
    table = Table("Ann Bo Cy")
    table.do("position", hands={"Ann": 1, "Bo": 2, "Cy": 2}, piles={"Ann": 9, "Bo": 1, "Cy": 2})
    facts = table.run("Ann 1, Bo 3")
    assert "points" not in facts
    assert table["in_game"]
    assert table.run("Cy 6")["points"] == {"Ann": 9, "Bo": 1, "Cy": 5}


def test_end_a_skipped_player_with_an_empty_hand_ends_it_too():
    table = Table("Ann Bo Cy")
    table.do(
        "position",
        played=[{"by": "Ann", "card": 7}],
        skipped=["Bo"],
        hands={"Ann": 2, "Bo": 0, "Cy": 2},
        piles={"Ann": 1, "Bo": 5, "Cy": 1},
    )
    assert table.run("Cy 4")["game_winners"] == ["Bo"]


def test_end_undo_of_the_last_play():
    table = at_the_end({"Ann": 3, "Bo": 5})
    table.run("Bo 7")
    table.do("undo")
    assert (table["turn"], table.over, table.scores) == ("Bo", False, {"Ann": 0, "Bo": 0})


# A tie


def test_tie_waits_for_the_piles():
    table = tied_game()
    assert (table["awaiting"], table["in_game"]) == ("end_game", True)
    assert (table["first"], table["turn"], table["played"]) == (None, None, [])
    assert (table["skipped"], table["must_play"]) == ([], {})
    assert table["round"] == 10  # no further one begins
    assert not table.over
    table.illegal("play", "end", by="Ann", card=3)
    table.cannot_stand("play", by="Ann", card=3)


def test_tie_the_piles_decide_by_the_8s():
    table = tied_game()
    facts = table.do("end_game", piles={"Ann": ANN_ROBBED_A_3, "Bo": BO_KEPT_BOTH_8})
    assert facts == {"points": {"Ann": 9, "Bo": 9}, "game_winners": ["Bo"]}
    assert table.winners == ["Bo"]


def test_tie_the_piles_decide_further_down():
    table = tied_game()
    table.do("end_game", piles={"Ann": ANN, "Bo": BO})  # 8s and 7s are equal, Ann has two 6s
    assert table.winners == ["Ann"]


def test_tie_a_missing_pile_is_undecided_and_cannot_stand():
    table = tied_game()
    table.undecided("end_game", "end", piles={"Ann": ANN})
    table.cannot_stand("end_game", piles={"Ann": ANN})
    table.cannot_stand("end_game", piles={})


def test_end_piles_must_have_the_referees_count():
    table = tied_game()
    table.illegal("end_game", "end", piles={"Ann": ANN, "Bo": {**BO, "1": 1}})
    table.illegal("end_game", "end", piles={"Ann": {**ANN, "1": 2}, "Bo": BO})


def test_end_each_number_lies_between_its_least_and_its_most():
    table = tied_game()
    table.illegal("end_game", "end", piles={"Ann": {**ANN, "6": 1, "7": 2}, "Bo": BO})
    table.illegal("end_game", "end", piles={"Ann": {**ANN, "8": 0, "2": 2}, "Bo": BO})


def test_end_all_together_as_many_as_lie_in_all_piles():
    table = tied_game()
    # Each is possible by itself: both an 8 too many, both a 3 too many.
    table.illegal("end_game", "end", piles={"Ann": ANN, "Bo": BO_KEPT_BOTH_8})
    table.illegal("end_game", "end", piles={"Ann": ANN_ROBBED_A_3, "Bo": BO})


def test_end_illegal_comes_before_undecided_and_missing_cannot_stand():
    table = tied_game()
    table.illegal("end_game", "end", piles={"Ann": {"8": 9}})
    table.cannot_stand("end_game", piles={"Ann": {"8": 9}})


def test_end_impossible_piles_that_stand_count_as_they_are():
    table = tied_game()
    facts = table.stand("end_game", piles={"Ann": {"8": 2}, "Bo": {"7": 3}})
    assert facts == {"points": {"Ann": 2, "Bo": 3}, "game_winners": ["Bo"]}
    assert table.scores == {"Ann": 2, "Bo": 3}
    table = tied_game()
    table.stand("end_game", piles={"Ann": {"8": 3}, "Bo": {"7": 3}})
    assert table.winners == ["Ann"]
    table = tied_game()
    table.stand("end_game", piles={"Ann": {"1": 3}, "Bo": {"8": 1, "1": 2}})
    assert table.winners == ["Bo"]


def test_tie_shared_when_nothing_differs():
    table = tied_game()
    table.stand("end_game", piles={"Ann": {"8": 3}, "Bo": {"8": 3}})
    assert table.winners == ["Ann", "Bo"]


def test_end_no_end_game_while_none_waits():
    table = Table("Ann Bo")
    table.illegal("end_game", "end", piles={"Ann": {}, "Bo": {}})
    table.cannot_stand("end_game", piles={"Ann": {}, "Bo": {}})
    table.do("start_game")
    table.illegal("end_game", "end", piles={"Ann": {}, "Bo": {}})
    table.run("Ann 4, Bo 3")
    table.illegal("end_game", "end", piles={"Ann": {"4": 1, "3": 1}})


def test_end_a_running_game_that_the_table_breaks_off():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3, Ann 2")
    table.cannot_stand("end_game", piles={"Ann": {"4": 1, "3": 1}})
    facts = table.stand("end_game", piles={"Ann": {"4": 1, "3": 1}, "Bo": {}})
    assert facts == {"points": {"Ann": 2, "Bo": 0}, "game_winners": ["Ann"]}
    assert table.over


def test_tie_settled_as_far_as_the_piles_are_known():
    table = started("Ann Bo")
    table.run("Ann 3, Bo 8, Bo 1, Ann 1, Ann 8, Bo 3, Ann 4, Bo 5, Bo 4, Ann 5, Ann 2, Bo 6")
    table.run("Bo 7, Bo c1, Ann 6, Ann 7, Ann c1, Bo c3, Bo 2")
    ruling = table.enter("play", by="Ann", card=6, cat=True).ruling
    assert ruling.facts["points"] == {"Ann": 10, "Bo": 10}
    assert ruling.facts["game_winners"] == ["Bo"]
    assert "tied" not in ruling.facts
    assert "zingazam/tie" in ruling.rules
    assert table["awaiting"] is None


def test_tie_with_unknown_cards_waits():
    table = at_the_end({"Ann": 5, "Bo": 3})
    facts = table.run("Bo 7")
    assert facts["points"] == {"Ann": 5, "Bo": 5}
    assert facts["tied"] == ["Ann", "Bo"]
    assert "game_winners" not in facts
    # Bo's pile holds the 3 and the 7 of the last round; the others may be anything.
    table.illegal("end_game", "end", piles={"Ann": {"8": 5}, "Bo": {"8": 5}})
    table.illegal("end_game", "end", piles={"Ann": {"8": 5}, "Bo": {"8": 4, "7": 1}})
    table.do("end_game", piles={"Ann": {"8": 2, "1": 3}, "Bo": {"8": 3, "7": 1, "3": 1}})
    assert table.winners == ["Bo"]


def test_end_all_together_with_unknown_cards_among_them():
    table = Table("Ann Bo")
    table.do("position", hands={"Ann": 2, "Bo": 2}, piles={"Ann": 1, "Bo": 5})
    table.run("Ann 3, Bo 8, Bo 1")
    assert table.run("Ann 2")["points"] == {"Ann": 5, "Bo": 5}
    # Six cards may be anything; of the 3 and the 8 each has one.
    ann = {"8": 3, "2": 1, "1": 1}
    table.illegal("end_game", "end", piles={"Ann": ann, "Bo": {"8": 5}})
    table.do("end_game", piles={"Ann": ann, "Bo": {"8": 4, "3": 1}})
    assert table.winners == ["Bo"]


def test_tie_of_the_highest_only():
    table = at_the_end({"Ann": 5, "Cy": 1, "Bo": 2})
    facts = table.run("Bo 7")
    assert facts["points"] == {"Ann": 5, "Cy": 1, "Bo": 5}
    assert facts["tied"] == ["Ann", "Bo"]
    table.do("end_game", piles={"Ann": {"8": 5}, "Bo": {"7": 1, "3": 2, "1": 2}})
    assert table.winners == ["Ann"]


def test_end_piles_of_others_are_checked_too():
    table = at_the_end({"Ann": 5, "Cy": 1, "Bo": 2})
    table.run("Bo 7")
    mine = {"Ann": {"8": 5}, "Bo": {"7": 1, "3": 2, "1": 2}}
    table.illegal("end_game", "end", piles={**mine, "Cy": {"1": 2}})
    table.do("end_game", piles={**mine, "Cy": {"1": 1}})


def test_tie_with_an_unknown_pile_waits_for_it_and_the_highest_of_the_others():
    table = Table("Ann Bo Cy Di")
    table.do(
        "position",
        played=[{"by": "Ann", "card": 3}, {"by": "Bo", "card": 1}, {"by": "Cy", "card": 2}],
        piles={"Ann": 6, "Bo": 2, "Di": 2},
        hands={"Ann": 0, "Bo": 1, "Cy": 1, "Di": 1},
    )
    facts = table.run("Di 4")
    assert facts["points"] == {"Ann": 6, "Bo": 2, "Cy": None, "Di": 6}
    assert facts["tied"] == ["Ann", "Cy", "Di"]
    di = {"4": 1, "3": 1, "2": 1, "1": 1, "8": 2}
    table.undecided("end_game", "tie", piles={"Ann": {"7": 6}, "Di": di})
    facts = table.do("end_game", piles={"Ann": {"7": 6}, "Cy": {"5": 7}, "Di": di})
    assert facts["points"] == {"Ann": 6, "Bo": 2, "Cy": 7, "Di": 6}
    assert table.winners == ["Cy"]


def test_end_an_unknown_pile_holds_at_least_what_came_to_it():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 3}], hands={"Ann": 0})
    assert table.run("Bo 7")["points"] == {"Ann": None, "Bo": None}
    table.illegal("end_game", "end", piles={"Ann": {}, "Bo": {"7": 1}})
    table.do("end_game", piles={"Ann": {}, "Bo": {"7": 1, "3": 1}})
    assert table.scores == {"Ann": 0, "Bo": 2}


def test_end_with_an_unknown_hand_between_rounds():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 4, "Bo": 5}, hands={"Ann": 3})
    table.run("Ann 3")
    table.illegal("end_game", "end", piles={})  # not in the middle of a round
    table.run("Bo 6")
    facts = table.do("end_game", piles={})  # Bo leads, nobody need look
    assert facts == {"points": {"Ann": 4, "Bo": 7}, "game_winners": ["Bo"]}


def test_end_with_an_unknown_hand_and_a_tie():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 4, "Bo": 4})
    table.undecided("end_game", "end", piles={"Ann": {"8": 4}})
    table.illegal("end_game", "end", piles={"Ann": {"8": 3}, "Bo": {"8": 4}})
    table.do("end_game", piles={"Ann": {"8": 4}, "Bo": {"7": 4}})
    assert table.winners == ["Ann"]


def test_end_with_all_hands_known_no_end_game_between_rounds():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 4, "Bo": 5}, hands={"Ann": 3, "Bo": 3})
    table.illegal("end_game", "end", piles={})


def test_end_unknown_hands_run_out_only_when_their_count_is_known():
    table = Table("Ann Bo")
    table.do("position", hands={"Bo": 2}, piles={"Ann": 0, "Bo": 0})
    table.run("Ann 3, Bo 6")
    assert table["hands"] == {"Ann": None, "Bo": 1}
    assert "points" in table.run("Bo 3, Ann 1")


# What is known of piles


def test_tie_bounds_of_a_mixed_batch():
    table = started()
    table.run("Ann 6, Bo 6, Cy 3, Bo 4, Cy 1")
    table.play("Ann", 2, steal_from="Bo")  # one of 6, 6, 3
    bo, ann = (table.fold.state.wizards[seat].pile for seat in (1, 0))
    assert [bounds(ann, n) for n in (6, 3)] == [(0, 1), (0, 1)]
    assert [bounds(bo, n) for n in (6, 3)] == [(1, 2), (0, 1)]
    assert bounds(bo, 4) == (1, 1)  # the round Bo took since lies untouched


def test_tie_bounds_of_an_unmixed_batch_are_certain():
    table = started()
    table.run("Ann 6, Bo 6, Cy 6, Cy 4, Ann 1")
    table.play("Bo", 2, steal_from="Cy")
    bo, cy = (table.fold.state.wizards[seat].pile for seat in (1, 2))
    assert bounds(bo, 6) == (1, 1)
    assert bounds(cy, 6) == (2, 2)


def test_tie_settle_compares_from_8_down():
    def known(table):
        return lambda who, number: table[who].get(number, (0, 0))

    assert settle((0, 1), known([{8: (1, 1)}, {8: (2, 2)}])) == ((1,), True)
    assert settle((0, 1), known([{8: (1, 2)}, {8: (2, 2)}])) == ((0, 1), False)
    assert settle((0, 1), known([{8: (1, 2)}, {8: (0, 0)}])) == ((0,), True)
    assert settle((0, 1, 2), known([{8: (0, 1)}, {8: (1, 2)}, {8: (0, 0)}])) == ((0, 1), False)
    assert settle((0, 1), known([{8: (1, 1), 1: (1, 1)}, {8: (1, 1)}])) == ((0,), True)
    assert settle((0, 1), known([{}, {}])) == ((0, 1), True)
    assert settle((2,), known([{}, {}, {8: (0, 9)}])) == ((2,), True)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(driver.SETUPS)))
def test_tie_what_is_known_of_piles_is_true_of_real_ones(number):
    """Random games with real piles beside them: every bound holds, a settled tie is right."""
    names, options = driver.SETUPS[number]
    for seed in range(30):
        table, random = Table(" ".join(names), **options), Random(seed)
        piles = {who: [] for who in names}
        while not table.over:
            before = table.fold.state
            if before.waits:
                real = {w: {str(n): p.count(n) for n in range(1, 9)} for w, p in piles.items()}
                result = played_out(before)
                table.do("end_game", piles=real)
                left = [names[seat] for seat in result.left]
                assert set(_best(piles, list(names))) <= set(left)
                assert list(_best(piles, left)) == _winners(table)
                continue
            event = driver.next_event(GAME, before, random.choice)
            kind = event.__struct_config__.tag
            facts = table.do(**{"kind": kind} | _fields(event))
            if kind == "start_game":
                piles = {who: [] for who in names}
            if kind != "play":
                continue
            _move(piles, names, lay(event, before).spell, event.by)
            if facts.get("winner"):
                cards = [card.number for card in before.played] + [event.card]
                random.shuffle(cards)
                piles[facts["winner"]] += cards
            if "points" in facts:
                assert facts["points"] == {who: len(pile) for who, pile in piles.items()}
            if "game_winners" in facts:
                assert facts["game_winners"] == _best(piles, list(names))
            for wizard, who in zip(table.fold.state.wizards, names, strict=False):
                for n in range(1, 9):
                    least, most = bounds(wizard.pile, n)
                    assert least <= piles[who].count(n) <= most


def _fields(event):
    fields = msgspec.to_builtins(event)
    del fields["type"]
    return fields


def _move(piles, names, spell, by):
    """What a spell really does to the piles."""
    if spell.works == DARKNESS:
        piles[by].append(piles[names[spell.at]].pop())
    elif spell.works == GIFT:
        piles[names[spell.at]].append(piles[by].pop())


def _best(piles, names):
    most = max(len(piles[who]) for who in names)
    rank = {
        who: [piles[who].count(n) for n in range(8, 0, -1)]
        for who in names
        if len(piles[who]) == most
    }
    return [who for who in names if who in rank and rank[who] == max(rank.values())]


def _winners(table):
    return [table.names[seat] for seat in table.fold.state.past[-1].winners]


# score_game


def test_end_score_game_counts_a_game():
    table = Table(games=2)
    facts = table.do("score_game", counts={"Ann": 9, "Bo": 8, "Cy": 7})
    assert facts == {"points": {"Ann": 9, "Bo": 8, "Cy": 7}, "game_winners": ["Ann"]}
    assert (table["game"], table["in_game"]) == (1, False)


def test_end_score_game_shows_no_round_of_the_game_before():
    table = at_the_end({"Ann": 3, "Bo": 5}, games=3)
    table.run("Bo 7")
    assert table.fold.state.last is not None
    table.do("score_game", counts={"Ann": 9, "Bo": 8})
    assert table.fold.state.last is None


def test_end_score_game_not_while_a_game_runs_or_waits():
    table = started(games=2)
    table.illegal("score_game", "end", counts={"Ann": 9, "Bo": 8, "Cy": 7})
    table.cannot_stand("score_game", counts={"Ann": 9})
    tied_game().illegal("score_game", "end", counts={"Ann": 9, "Bo": 9})


def test_end_score_game_that_stands_ends_the_running_game():
    table = started(games=2)
    table.stand("score_game", counts={"Ann": 9, "Bo": 8, "Cy": 7})
    assert (table["game"], table["in_game"]) == (1, False)
    assert table.scores == {"Ann": 9, "Bo": 8, "Cy": 7}


def test_end_score_game_without_a_count_cannot_stand():
    table = Table()
    table.undecided("score_game", "end", counts={"Ann": 9, "Bo": 8})
    table.cannot_stand("score_game", counts={"Ann": 9, "Bo": 8})


def test_setup_score_game_more_than_ten_a_player():
    table = Table("Ann Bo")
    table.illegal("score_game", "setup", counts={"Ann": 11, "Bo": 10})
    table.illegal("score_game", "setup", counts={"Ann": 21})  # illegal before undecided
    table.stand("score_game", counts={"Ann": 11, "Bo": 10})
    assert table.scores == {"Ann": 11, "Bo": 10}
    Table("Ann Bo").do("score_game", counts={"Ann": 20, "Bo": 0})


def test_setup_score_game_more_of_a_number_than_the_box_has():
    table = Table("Ann Bo")
    counts = {"Ann": 5, "Bo": 5}
    table.illegal("score_game", "setup", counts=counts, piles={"Ann": {"8": 5}})
    table.illegal("score_game", "setup", counts=counts, piles={"Ann": {"4": 3, "8": 2}})
    piles = {"Ann": {"8": 3, "1": 2}, "Bo": {"8": 2, "7": 3}}
    table.illegal("score_game", "setup", counts=counts, piles=piles)
    table.do("score_game", counts=counts, piles={"Ann": {"8": 4, "1": 1}, "Bo": {"7": 4, "5": 1}})


def test_end_score_game_a_pile_that_differs_from_its_count():
    table = Table("Ann Bo")
    table.illegal("score_game", "end", counts={"Ann": 5, "Bo": 4}, piles={"Ann": {"8": 4}})
    facts = table.stand("score_game", counts={"Ann": 5, "Bo": 5}, piles={"Ann": {"8": 4}})
    assert facts["points"] == {"Ann": 5, "Bo": 5}


def test_tie_score_game_settled_by_piles():
    table = Table("Ann Bo Cy")
    ruling = table.enter(
        "score_game",
        counts={"Ann": 2, "Bo": 1, "Cy": 2},
        piles={"Ann": {"8": 1, "2": 1}, "Cy": {"8": 1, "3": 1}},
    ).ruling
    assert ruling.facts["game_winners"] == ["Cy"]
    assert "tied" not in ruling.facts
    assert "zingazam/tie" in ruling.rules


def test_tie_score_game_unsettled_is_shared():
    table = Table("Ann Bo Cy")
    facts = table.do("score_game", counts={"Ann": 8, "Bo": 5, "Cy": 8}, piles={"Bo": {"6": 5}})
    assert facts["tied"] == facts["game_winners"] == ["Ann", "Cy"]
    table.do("undo")
    facts = table.do("score_game", counts={"Ann": 2, "Bo": 0, "Cy": 2}, piles={"Cy": {"8": 2}})
    assert facts["tied"] == ["Ann", "Cy"]
    table.do("undo")
    same = {"8": 1, "3": 1}
    facts = table.do(
        "score_game", counts={"Ann": 2, "Bo": 0, "Cy": 2}, piles={"Ann": same, "Cy": same}
    )
    assert facts["tied"] == facts["game_winners"] == ["Ann", "Cy"]
