"""The picture of a finished game: all names inside it, and for those alone who see the table."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import phone_of, token_of

from referee.games import games
from referee.service import Ending, Submission
from referee.service.types import Place
from referee.web.picture import Picture, drawn, ems, fitted, in_lines

LONG = "Wilhelmina-Charlotte van der Meulenbroek"
SVG = "{http://www.w3.org/2000/svg}"
TABLES = {
    "two": ["Al", "Bo"],
    "scripts": ["Ann & <Bo>", "王小明王小明王小明", "Αλέξανδρος", "נועה", "🦊 Fox", "İpek"],
    "long": [f"{LONG[:38]}{n:02}" for n in range(14)],
}


def ended(app: Flask, host: FlaskClient, names: list[str]) -> str:
    """A table of ZAR that the first player has won after two hands."""
    service = app.extensions["service"]
    phone = service.phones.find(token_of(host))
    options = {"half_decks": 3, "target": 40}
    code: str = service.opening.open_table(phone, "zar", names, options, key=f"of {len(names)}")
    for n in range(2):
        points = {f"p{i}": 19 + i for i in range(2, len(names) + 1)}
        event = {"type": "end_hand", "winner": "p1", "points": points}
        service.play.submit(code, phone, Submission(event=event, seen=n, key=f"{code} {n}"))
    return code


@pytest.mark.parametrize("names", TABLES.values(), ids=TABLES)
def test_every_name_and_score_stands_on_it(app: Flask, names: list[str]) -> None:
    host = phone_of(app)
    code = ended(app, host, names)
    answer = host.get(f"/t/{code}/picture.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    tree = ElementTree.fromstring(answer.data)
    width, height = (int(tree.attrib[side]) for side in ("width", "height"))
    texts = [(one.text or "", one.attrib) for one in tree.iter(f"{SVG}text")]
    said = [text for text, _ in texts]
    assert "wins ZAR, lowest with 0" in said
    assert f"{2 * 19 + 2 * len(names)}" in said, "the last one's points"
    for name in names:
        assert any(text.rstrip("…") and name.startswith(text.rstrip("…")) for text in said), name
    for text, place in texts:
        x, y, size = (float(place[key]) for key in ("x", "y", "font-size"))
        wide = ems(text) * size * (0.5 if place.get("text-anchor") == "middle" else 1)
        left = x - wide if place.get("text-anchor") else x
        assert left >= 0, text
        assert x + (0 if place.get("text-anchor") == "end" else wide) <= width + 60, text
        assert size <= y <= height, text
        assert size >= 22, text
    lines = tree.findall(f"{SVG}g[@stroke-linecap]/{SVG}path")
    assert len(lines) == len(names), "the course"
    page = host.get(f"/t/{code}/export").text
    assert f'src="/t/{code}/picture.svg"' in page


def test_only_whoever_may_see_the_table_gets_it(app: Flask) -> None:
    host, stranger = phone_of(app), phone_of(app)
    code = ended(app, host, ["Ann", "Bo"])
    assert b"Ann" not in stranger.get(f"/t/{code}/picture.svg", follow_redirects=True).data
    service = app.extensions["service"]
    phone = service.phones.find(token_of(host))
    running = service.opening.open_table(phone, "zar", ["Ann", "Bo"], {}, key="running")
    assert host.get(f"/t/{running}/picture.svg").status_code == 404
    assert "picture" not in host.get(f"/t/{running}/export").text


def test_names_are_as_large_as_there_is_room_for() -> None:
    """The course stands below where a name would be cut beside it, a long name of the winner has
    two lines, and what stands under it is clear of its letters."""
    assert in_lines(LONG) == ["Wilhelmina-Charlotte", "van der Meulenbroek"]
    assert in_lines("Meulenbroek") == ["Meulenbroek"]
    for names, left in ((["Cy", "Grandmother"], True), (["Cy", "Grandmother Marguerite"], False)):
        found = picture_of(names)
        assert (found.left > 200) == left, names
        assert [row.name.text for row in found.rows] == names
        [winner] = found.names
        assert found.line.y - found.line.size * 0.8 > winner.y + winner.size * 0.2
    assert min(line.size for line in picture_of([LONG, "Bo"]).names) >= 60


def picture_of(names: list[str]) -> Picture:
    """The picture of a game that the first of them has won."""
    keys = [f"p{n}" for n in range(1, len(names) + 1)]
    places = [Place((key,), n, 10 - n, n == 1) for n, key in enumerate(keys, 1)]
    course = tuple(dict.fromkeys(keys, n * 3) for n in range(4))
    end = Ending(winners=("p1",), places=tuple(places), course=course, told=(), start={})
    said = f"wins {games()['zinga'].name}"
    scores = [str(place.score) for place in places]
    return drawn(games()["zinga"], end, "#222", "Friday", names[:1], said, names, scores, [])


def test_a_text_is_cut_only_where_it_has_no_room() -> None:
    assert fitted("Bo", 300, 120) == ("Bo", 120)
    text, size = fitted(LONG, 500, 46, 24)
    assert text == LONG[: len(text) - 1].rstrip() + "…"
    assert 24 <= size <= 46
    assert ems("e\u0301") == ems("e")
    assert ems("王") > ems("a")


def test_an_evening_has_a_picture(app: Flask) -> None:
    """Who won most, everybody with how many, and each game; nothing before somebody has won."""
    host, stranger = phone_of(app), phone_of(app)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(host))
    running = service.opening.open_table(phone, "zar", ["Cy", "Bo"], {}, key="running")
    assert host.get(f"/t/{running}/evening/picture.svg").status_code == 404
    assert "evening/picture" not in host.get(f"/t/{running}/evening").text
    ended(app, host, ["Cy", "Bo", LONG])
    code = ended(app, host, ["Cy", "Bo"])
    assert f'src="/t/{code}/evening/picture.svg"' in host.get(f"/t/{code}/evening").text
    for at in (code, running):
        answer = host.get(f"/t/{at}/evening/picture.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        said = [one.text for one in ElementTree.fromstring(answer.data).iter(f"{SVG}text")]
        assert any((text or "").startswith("Evening of ") for text in said)
        assert {"won 2 games of 2", "2 of 2", "0 of 2", "0 of 1"} <= set(said)
        assert any((text or "").startswith(LONG[:30]) for text in said)
        assert said.count("Cy") == 2
        assert said.count("ZAR · Cy won") == 2
    away = stranger.get(f"/t/{code}/evening/picture.svg", follow_redirects=True)
    assert "ZAR · Cy" not in away.text
