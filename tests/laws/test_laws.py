"""The laws every game obeys, run over every package found."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from drivers import begin, driver, play, setups

from referee.core import Undo, render
from referee.core.rules import TABLE_RULES
from referee.core.schema import map_players
from referee.games import games
from referee.record import MOST_EVENTS, check, read, record_json, report_json
from referee.table import Fold

EACH = pytest.mark.parametrize(("key", "number"), setups())
GAMES = pytest.mark.parametrize("key", games())


def kept(game, state):
    """`state` after a way through the database."""
    packed = msgspec.msgpack.encode(state)
    return msgspec.msgpack.decode(packed, type=game.state_type)


def known_rules(game):
    return set(game.rules.clauses) | set(TABLE_RULES.clauses)


@EACH
def test_random_games_end_legally_and_balance(key, number):
    """Played at random, a game is legal all the way, balances, and ends; nobody acts after it."""
    game, drive, _, _, state = begin(key, number)
    for seed in range(3):
        random = Random(seed)
        fold = Fold(game, state)
        n = 0
        while not game.over(fold.state):
            event = drive.next_event(game, fold.state, random.choice)
            entry = fold.take(event, n)
            assert entry.ruling.verdict == "legal", (event, render(entry.ruling.reason))
            assert set(entry.ruling.rules) <= known_rules(game)
            drive.balance(game, fold.state)
            n += 1
            assert n <= min(drive.LONGEST, MOST_EVENTS), "the game does not end"
        assert game.winners(fold.state)
        assert not game.offers(fold.state, None)
        after = drive.next_event(game, state, random.choice)
        assert game.judge(fold.state, after).verdict == "illegal"


@EACH
def test_an_illegal_event_changes_nothing_and_names_a_rule(key, number):
    """Whatever is thrown at it, judging raises nothing, changes nothing, names known clauses."""
    game, drive, _, _, state = begin(key, number)
    random = Random(number)
    fold = Fold(game, state)
    for n in range(300):
        if game.over(fold.state):
            fold = Fold(game, state)
        event = drive.mutants(game, fold.state, random.choice)
        before = msgspec.msgpack.encode(fold.state)
        ruling = game.judge(fold.state, event)
        assert msgspec.msgpack.encode(fold.state) == before
        assert ruling.rules
        assert set(ruling.rules) <= known_rules(game), ruling.rules
        assert set(ruling.readings) <= set(game.rules.readings)
        assert render(ruling.reason)
        assert render(event.describe(ruling, None))
        if ruling.verdict != "legal":
            entry = fold.take(event, n)
            assert not entry.effect
            assert msgspec.msgpack.encode(fold.state) == before
        fold.take(drive.next_event(game, fold.state, random.choice), n)


@EACH
def test_what_stands_can_be_applied(key, number):
    """An illegal event that stands is applied, or says that it cannot be; nothing breaks."""
    game, drive, _, _, state = begin(key, number)
    random = Random(number + 100)
    fold = Fold(game, state)
    for n in range(300):
        if game.over(fold.state):
            fold = Fold(game, state)
        event = drive.mutants(game, fold.state, random.choice)
        entry = fold.take(msgspec.structs.replace(event, stands=True), n)
        assert entry.stood is not None
        assert kept(game, fold.state) == fold.state
        game.report(fold.state)
        game.page(fold.state, None)
        game.offers(fold.state, None)


@EACH
def test_state_survives_being_kept(key, number):
    """Fold, save and load agree: a game goes on the same from a stored state."""
    game, drive, _, _, state = begin(key, number)
    loaded = kept(game, state)
    assert loaded == state
    for event in play(game, drive, state, Random(7), 80):
        assert game.judge(loaded, event).verdict == "legal"
        if not event.is_query:
            state, loaded = game.apply(state, event), kept(game, game.apply(loaded, event))
        assert loaded == state


@EACH
def test_undo_then_the_same_event_again_is_the_same(key, number):
    """Undo takes back exactly one event; the event again leads to the same state."""
    game, drive, _, _, state = begin(key, number)
    fold = Fold(game, state)
    for n, event in enumerate(play(game, drive, state, Random(11), 60)):
        before = fold.state
        entry = fold.take(event, n)
        after = fold.state
        if not entry.effect:
            continue
        assert fold.take(Undo(), n).undone == (n,)
        assert fold.state == before
        fold.take(event, n)
        assert fold.state == after


@EACH
def test_offered_events_are_legal(key, number):
    """A button that records at one tap is never refused, but for what its viewer may not know."""
    game, drive, _, _, state = begin(key, number)
    seen = 0
    for event in play(game, drive, state, Random(13), 120):
        for viewer in (None, game.turn(state)):
            offers = game.offers(state, viewer)
            assert sum(offer.main for offer in offers) <= 1
            for offer in offers:
                if offer.event is not None:
                    seen += 1
                    ruling = game.judge(state, offer.event)
                    if game.secrecy.ruling_for(offer.event, ruling, viewer) == ruling:
                        assert ruling.verdict == "legal", (offer, render(ruling.reason))
                else:
                    assert bool(offer.sheet) != offer.off
        if not event.is_query:
            state = game.apply(state, event)
    assert seen or not game.offers(game.start(*begin(key, number)[2:4]), None)


@EACH
def test_position_of_now_is_legal_and_keeps_the_scores(key, number):
    """What "set it right" is filled in with can be recorded as it is."""
    game, drive, _, _, state = begin(key, number)
    for event in play(game, drive, state, Random(17), 60):
        if not event.is_query:
            state = game.apply(state, event)
        position = game.position(state, game.turn(state))
        if position is not None:
            ruling = game.judge(state, position)
            assert ruling.verdict == "legal", (position, render(ruling.reason))
            assert ruling.rules == ("table/position",)
            assert game.scores(game.apply(state, position)) == game.scores(state)


@EACH
def test_record_goes_out_and_in(key, number):
    """A record written and read again gives the same report, to the byte."""
    game, drive, players, options, state = begin(key, number)
    events = play(game, drive, state, Random(19), 60)
    data = msgspec.json.encode(record_json(game, players, options, events))
    record = read(data)
    assert record.events == events
    again = record_json(game, record.players, record.options, record.events)
    assert msgspec.json.encode(again) == data
    assert game.report(check(record).state) == report_json(check(record))["state"]


@EACH
def test_names_are_only_keys(key, number):
    """Other names, the same game: nothing but the names differs in the report."""
    game, drive, players, options, state = begin(key, number)
    events = play(game, drive, state, Random(23), 60)
    data = msgspec.json.encode(record_json(game, players, options, events))
    names = {name: f"q{len(players) - i}" for i, name in enumerate(players)}

    def map_player(name, path, new):
        return names.setdefault(name, f"new{len(names)}")

    renamed = msgspec.json.encode(
        record_json(
            game,
            [names[p] for p in players],
            map_players(options, "options", map_player),
            [map_players(event, "", map_player) for event in events],
        )
    )
    first = check(read(data))
    second = check(read(renamed))
    assert [e.ruling.verdict for e in first.entries] == [e.ruling.verdict for e in second.entries]
    assert list(game.scores(first.state).values()) == list(game.scores(second.state).values())
    shown = [names.get(w, w) for w in game.winners(first.state)]
    assert shown == game.winners(second.state)


@EACH
def test_a_seat_sees_no_more_than_its_view(key, number):
    """Views are plain data, differ by seat only where something is secret, and never break."""
    game, drive, players, _, state = begin(key, number)
    for event in play(game, drive, state, Random(29), 60):
        if not event.is_query:
            state = game.apply(state, event)
        public = msgspec.to_builtins(game.page(state, None))
        for seat in players:
            own = msgspec.to_builtins(game.page(state, seat))
            assert own.keys() >= public.keys()
            if not game.secrecy.has_secret(state):
                assert own == public


@GAMES
def test_rules_are_whole(key):
    """Clauses are in our words with a section; readings have a default among their answers."""
    game = games()[key]
    assert game.rules.edition
    for clause in game.rules.clauses.values():
        assert clause.id.startswith(f"{key}/")
        assert clause.section
        assert clause.title
        assert len(clause.text) > 20, clause.id
    for reading in game.rules.readings.values():
        assert reading.default in reading.answers
        assert reading.clause in game.rules.clauses, reading.id
        assert reading.question.endswith("?")
        assert len(reading.answers) > 1


@GAMES
def test_every_event_type_has_its_own_tag(key):
    """One of them is `position`, none is `undo`."""
    game = games()[key]
    tags = [kind.__struct_config__.tag for kind in game.actions]
    assert len(set(tags)) == len(tags)
    assert "position" in tags
    assert "undo" not in tags


@GAMES
def test_driver_plays_every_type_of_event(key):
    """The random games above mean something: together they use most types of events."""
    game, drive = games()[key], driver(key)
    used = set()
    for number in range(len(drive.SETUPS)):
        _, _, _, _, state = begin(key, number)
        for seed in range(4):
            used |= {e.__struct_config__.tag for e in play(game, drive, state, Random(seed), 200)}
            random = Random(seed)
            used |= {
                drive.mutants(game, state, random.choice).__struct_config__.tag for _ in range(50)
            }
    missing = {kind.__struct_config__.tag for kind in game.actions} - used
    assert not missing, missing
