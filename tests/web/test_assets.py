"""What a page brings is small, is all that it needs, and means what the files on disk say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import msgspec
import pytest
from drivers import begin, driver, play
from flask import Flask
from flask.testing import FlaskClient
from phones import phone_of, token_of
from weighing import visit

from referee.games import games
from referee.record import record_json
from referee.web import beside, slim
from referee.web.assets import COLOURS, SCRIPTS
from referee.web.shelf import folders

STATIC = beside("static")
MOST = 50_000
"""Bytes of a first visit to a table."""
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")


# What is sent means the same


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("a { b: c; }\n", "a{b:c;}"),
        ("/* x */ a  b > c,\n  d:hover { e: f  g }", "a b > c,d:hover{e:f g}"),
        ('a { content: " /* no */  { ; } " }', 'a{content:" /* no */  { ; } "}'),
        ("a { content: '\\'  \\\\' ; }", "a{content:'\\'  \\\\';}"),
        ("a { b: url(x;  y.png) url( 'p,  q' ) }", "a{b:url(x;  y.png) url( 'p,  q' )}"),
        (".a\\, b .c\\{d { e: f }", ".a\\, b .c\\{d{e:f}"),
        ("a/**/b { c: calc(1px + 2px) }", "a/**/b{c:calc(1px + 2px)}"),
        ("a :is(b, c)::before { --d:  e }", "a :is(b,c)::before{--d:e}"),
        ("@media (x: 1px) and (y) { a { b: c !d; } }", "@media (x:1px) and (y){a{b:c !d;}}"),
    ],
)
def test_a_stylesheet_keeps_its_strings_and_addresses(text: str, sent: str) -> None:
    assert slim.style(text) == sent


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("  a() // why\n\n  // all of it: 'x' / y\n  b()\n", "a()\nb()\n"),
        ("a = 'http://b // c'\n", "a = 'http://b // c'\n"),
        ('a = "b // c" // d\n', 'a = "b // c"\n'),
        ("a = /[ // ]/.test(b)\n", "a = /[ // ]/.test(b)\n"),
        ("a = b // 'c'\n", "a = b // 'c'\n"),
        ("a = `\n  // b\n\n  c\n` // d\n  e\n", "a = `\n  // b\n\n  c\n` // d\ne\n"),
        ("a = `b` + `c // d`\n  e\n", "a = `b` + `c // d`\ne\n"),
    ],
)
def test_a_script_keeps_its_strings_and_expressions(text: str, sent: str) -> None:
    assert slim.script(text) == sent


def test_of_our_script_only_comments_and_indents_are_left_out() -> None:
    """Line by line: so a missing semicolon is still where it was."""
    whole = (STATIC / "referee.js").read_text("utf-8")
    sent = iter(slim.script(whole).splitlines())
    for line in whole.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("//"):
            left = next(sent)
            assert bare.startswith(left)
            assert re.fullmatch(r"( +//.*)?", bare[len(left) :]), bare
    assert next(sent, None) is None
    assert all(line.count("`") % 2 == 0 for line in whole.splitlines()), "no literal of more lines"


def test_a_picture_keeps_its_elements() -> None:
    text = '<svg>\n<!-- A sign -->\n<g id="a">\n  <path d="M1 2\n3"/></g>\n</svg>\n'
    assert slim.picture(text) == '<svg><g id="a"><path d="M1 2\n3"/></g></svg>\n'


def test_the_scripts_come_in_one_and_the_others_unchanged(client: FlaskClient) -> None:
    text = client.get("/static/referee.js").text
    vendors = [(STATIC / name).read_text("utf-8") for name in SCRIPTS]
    assert text.startswith("\n".join(vendors))
    for name, whole in zip(SCRIPTS, vendors, strict=True):
        assert client.get(f"/static/{name}").text == whole
    assert len(re.findall("<script", client.get("/").text)) == 1


# What is sent where


@pytest.mark.parametrize("key", games())
def test_every_page_has_the_colours_of_a_game_and_only_its_own_the_rest(
    client: FlaskClient, key: str
) -> None:
    shared, own = (client.get(f"/static/{name}.css").text for name in ("referee", f"games/{key}"))
    path = STATIC / "games" / f"{key}.css"
    if not path.is_file():
        path = folders()[key] / "static" / f"{key}.css"
    whole = path.read_text("utf-8")
    colours = slim.style("".join(COLOURS.findall(whole)))
    assert f".{key}{{--felt:" in colours
    for colour in games()[key].listing.colours:
        assert f".{key}-{colour}{{--c:" in shared
    assert colours in shared
    assert "--felt:" not in own
    assert sorted(slim.style(whole)) == sorted(colours + own)


def test_a_sign_is_in_the_file_of_its_game(shared: Flask) -> None:
    with shared.test_request_context():
        sprite = shared.jinja_env.globals["sprite"]
        for sign, box in (("whistle", False), ("wasp", False), ("frog", True)):
            address, _, name = sprite(sign, box).partition("#")
            drawn = shared.test_client().get(address).text
            assert drawn.count(f'id="{name}"') == 1
    boxes = shared.test_client().get("/static/boxes.svg").text
    for game in games().values():
        assert boxes.count(f'<symbol id="{game.listing.sign}"') == 1


def played(app: Flask, client: FlaskClient, key: str, number: int, length: int) -> str:
    """The code of a table after so many events of a game as people play it; of a game that is over
    sooner, in the middle of it."""
    service = app.extensions["service"]
    game, drive, players, options, state = begin(key, number)
    events = play(game, drive, state, Random(number), length)
    if len(events) < length:
        events = events[: len(events) // 2]
    record = msgspec.json.encode(record_json(game, players, options, events, None))
    me = service.phones.find(token_of(client))
    code: str = service.records.import_record(me, record, key=f"{key}-{number}-{length}")
    return code


@pytest.mark.parametrize("key", games())
def test_a_first_visit_to_a_table_is_small(shared: Flask, key: str) -> None:
    """In every setup of the game, in the middle of it."""
    client = phone_of(shared)
    for number in range(len(driver(key).SETUPS)):
        sizes = visit(client, f"/t/{played(shared, client, key, number, 12)}")
        assert sum(sizes.values()) <= MOST, (number, sizes)


def links_of(html: str) -> Iterator[str]:
    for link in re.findall(r'href="(/[^"#]*)', html):
        if "/static/" not in link:
            yield unescape(link)


@pytest.mark.parametrize("key", games())
def test_every_page_that_shows_a_game_links_its_rules(shared: Flask, key: str) -> None:
    """What leads on from a table, a lesson, the rules, a check, the sheets to print and a wall:
    where a class has rules in one game's stylesheet alone, the page links that."""
    client = phone_of(shared)
    code = played(shared, client, key, 0, 12)
    service = shared.extensions["service"]
    me = service.phones.find(token_of(client))
    service.walls.open(code, me, every=False, title="")
    wall = service.walls.boards(code, me).table
    waiting = [f"/t/{code}", f"/learn/{key}/1", f"/learn/{key}/2?choice=1", f"/rules/{key}"]
    waiting += [f"/check/{key}", f"/games/{key}/paper", f"/open/{key}", f"/games/{key}"]
    waiting += [f"/t/{code}/paper", f"/t/{code}/log", f"/t/{code}/more"]
    waiting += [f"/wall/{wall}", f"/wall/{wall}/middle", f"/t/{code}/door"]
    only, seen = classes_of_one(client), 0
    for path in waiting:
        answer = client.get(path)
        if answer.status_code == 404:
            continue
        assert answer.status_code == 200, path
        seen += 1
        html = answer.text
        used = {name for names in re.findall(r'class="([^"]*)"', html) for name in names.split()}
        linked = set(re.findall(r"games/(\w+)\.css", html))
        assert {only[name] for name in used & set(only)} <= linked, path
        assert linked <= {key}, path
        if "felt" in used:
            assert linked == {key} or not client.get(f"/static/games/{key}.css").text, path
        body = html.partition("<body")[2]
        assert body.count(f"games/{key}.css") == html.count(f"games/{key}.css"), "boosted links"
        if len(waiting) < 60 and path.startswith(f"/t/{code}"):
            waiting += [link for link in links_of(html) if link not in waiting and key in html]
    assert seen > 8


def classes_of_one(client: FlaskClient) -> dict[str, str]:
    """The classes that one game's stylesheet alone has rules for, and that game."""
    found: dict[str, set[str]] = {}
    for key in games():
        text = client.get(f"/static/games/{key}.css").text
        for name in CLASS.findall(re.sub(r"\{[^{}]*\}", " ", text)):
            found.setdefault(name, set()).add(key)
    others = (client.get(f"/static/{path.name}").text for path in STATIC.glob("*.css"))
    shared = {name for text in others for name in CLASS.findall(text)}
    return {n: min(keys) for n, keys in found.items() if len(keys) == 1 and n not in shared}
