"""T12: whoever asks for whatever, in whatever state a table is: nobody is sent what is not his.

Names, titles, codes and scores of two tables, the cookies of all phones, the QR codes' tokens and
the server's key hold strings found nowhere else. Every answer is searched for them, as it is and
with everything decoded that could hide one. ZAR hides no cards; what its pages may not tell is who
plays elsewhere, and how to get in.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import html
import json
import re
import secrets
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import msgspec
import pytest
from party import UNLIMITED, Answer, House, Phone
from wire import Listening

from referee.games import games
from referee.service.encoding import digest
from referee.web import create_app

NAMES = ["Cnry Ann & 'Qxjwa1kv'", 'Cnry "Bo" <Qxjwb2kv>', "Cnry Cy Qxjwc3kv"]
TITLE = "Cnry Friday Qxjwd4kv"
POINTS = "7391846"
ELSEWHERE = ["Othr Xi & Qxjwe5kv", "Othr Yo <Qxjwf6kv>"]
ELSEWHERE_TITLE = "Othr Monday Qxjwg7kv"
ELSEWHERE_POINTS = "8264517"

MEMBERS = ("host", "seat", "other-seat", "watcher")
OUTSIDERS = ("removed", "left", "stranger", "elsewhere", "forged", "hash", "nobody")

ANY = {"seq": "0", "key": "{key}"}
VISITS: dict[str, list[tuple[str, dict[str, str]]]] = {
    "/": [("/", {})],
    "/static/<path:filename>": [("/static/referee.js", {}), ("/static/sprite.svg", {})],
    "/check": [("/check", {})],
    "/check/<game>": [
        ("/check/zar", {}),
        ("/check/zar?ask=1&position.top=blue-sun&event.type=draw&event.by=Ann", {}),
        ("/check/zar?record={record}", {}),
        ("/check/nothing", {}),
    ],
    "/check/<game>/<name>": [("/check/zar/play", {}), ("/check/zar/nothing", {})],
    "/healthz": [("/healthz", {})],
    "/lamp": [("/lamp", {"lamp": "dark", "back": "/t/{code}"})],
    "/sound": [("/sound", {"sound": "on", "back": "/t/{code}"})],
    "/language": [("/language", {"language": "en_GB", "back": "/t/{code}"})],
    "/menu": [("/menu", {}), ("/menu?back=/t/{code}", {}), ("/menu?back=//{code}", {})],
    "/join": [("/join", {}), ("/join?code={code}", {}), ("/join?code=ABC234", {})],
    "/join/<code>": [
        ("/join/{code}", {"player": "p77"}),
        ("/join/{code}", {"player": "p77", "token": "{token}"}),
        ("/join/{code}", {"new": "1", "name": "{name}", "token": "{token}"}),
    ],
    "/j/<token>": [("/j/{token}", {}), ("/j/{token}?seats=1", {}), ("/j/{code}", {})],
    "/h/<token>": [("/h/{token}", {})],
    "/open/<game>": [("/open/zar", {}), ("/open/zar", {"start": "1", "name": "x"})],
    "/import": [("/import", {"text": '{"format": "referee-record", "players": ["{name}"]}'} | ANY)],
    "/rules/<game>": [("/rules/zar", {}), ("/rules/zar?table={code}&q=wasp", {})],
    "/tables": [("/tables", {}), ("/tables?q={quoted}", {}), ("/tables?kind=finished", {})],
    "/games/<game>": [("/games/zar", {})],
    "/games/<game>/paper": [("/games/zar/paper", {}), ("/games/zar/paper?size=a6&players=9", {})],
    "/learn/<game>": [("/learn/zar", {})],
    "/learn/<game>/<step>": [("/learn/zar/2?choice=1", {}), ("/learn/zar/77", {})],
    "/paper": [("/paper", {})],
    "/players": [
        ("/players?name={quoted}", {}),
        ("/players", {"player": "{name}", "name": ""}),
        ("/players", {"player": "{name}", "name": "{long}"}),
    ],
    "/players/<name>": [("/players/{quoted}", {}), ("/players/Nobody", {})],
    "/t/<code>": [("/t/{code}", {}), ("/t/{code}?as=p1", {}), ("/t/{code}?line=0", {})],
    "/t/<code>/bell": [("/t/{code}/bell", {})],
    "/t/<code>/box": [("/t/{code}/box", {})],
    "/t/<code>/correct/<int(max=99999999):line>": [
        ("/t/{code}/correct/{line}", {}),
        ("/t/{code}/correct/{line}?other=1", {}),
        ("/t/{code}/correct/1", {}),
    ],
    "/t/<code>/course": [("/t/{code}/course", {})],
    "/t/<code>/delete": [("/t/{code}/delete", {})],
    "/t/<code>/door": [("/t/{code}/door", {})],
    "/t/<code>/events": [
        ("/t/{code}/events", {"type": "draw", "by": "p1"} | ANY),
        ("/t/{code}/events", {"type": "play", "by": "p1", "cards": "blue-sun", "ask": "1"} | ANY),
        ("/t/{code}/events", {"type": "nonsense"} | ANY),
        ("/t/{code}/events", {"event": "type=draw&by=p1"} | ANY),
        ("/t/{code}/events", {"event": "type=draw&by=p1", "correct": "{line}"} | ANY),
    ],
    "/t/<code>/first-round": [
        ("/t/{code}/first-round", {"do": "done", "step": "0"}),
        ("/t/{code}/first-round", {"do": "nonsense"}),
    ],
    "/t/<code>/late": [("/t/{code}/late", {}), ("/t/{code}/late?line={line}", {})],
    "/t/<code>/reveal": [("/t/{code}/reveal", ANY), ("/t/{code}/reveal", {"player": "p2"} | ANY)],
    "/t/<code>/log": [("/t/{code}/log", {}), ("/t/{code}/log?before=3", {})],
    "/t/<code>/log/<int(max=99999999):line>": [
        ("/t/{code}/log/{line}", {}),
        ("/t/{code}/log/1", {}),
    ],
    "/t/<code>/another": [("/t/{code}/another", {})],
    "/t/<code>/more": [("/t/{code}/more", {})],
    "/t/<code>/notice": [("/t/{code}/notice", {})],
    "/t/<code>/taken-back": [
        ("/t/{code}/taken-back", {"line": "{line}"}),
        ("/t/{code}/taken-back", {"line": "1"}),
    ],
    "/t/<code>/people": [
        ("/t/{code}/people", {"do": "nothing"}),
        ("/t/{code}/people", {"do": "rename", "player": "p1", "name": ""}),
        ("/t/{code}/people", {"do": "yes", "ask": "99"}),
    ],
    "/t/<code>/paper": [("/t/{code}/paper", {}), ("/t/{code}/paper?blank=1&size=a5", {})],
    "/t/<code>/qr": [("/t/{code}/qr", {})],
    "/t/<code>/qr/paper": [("/t/{code}/qr/paper?size=a6", {})],
    "/t/<code>/evening": [("/t/{code}/evening", {})],
    "/t/<code>/evening/picture.svg": [("/t/{code}/evening/picture.svg", {})],
    "/leagues": [("/leagues", {}), ("/leagues?code=ABC234", {})],
    "/leagues/new": [
        ("/leagues/new", {}),
        ("/leagues/new", {"name": "{long}", "people": "{name}"}),
        ("/leagues/new", {"name": "x", "points": "999", "first_day": "{name}"}),
    ],
    "/leagues/<league>": [("/leagues/ABC234", {}), ("/leagues/{code}", {})],
    "/leagues/<league>/join": [("/leagues/ABC234/join", {"x": "1"})],
    "/leagues/<league>/change": [
        ("/leagues/ABC234/change", {}),
        ("/leagues/ABC234/change", {"do": "delete"}),
    ],
    "/t/<code>/leagues": [
        ("/t/{code}/leagues", {}),
        ("/t/{code}/leagues", {"add": "ABC234"}),
    ],
    "/t/<code>/export": [("/t/{code}/export", {})],
    "/t/<code>/picture.svg": [("/t/{code}/picture.svg", {})],
    "/t/<code>/play.bgsplay": [("/t/{code}/play.bgsplay", {})],
    "/t/<code>/scores.csv": [("/t/{code}/scores.csv", {})],
    "/t/<code>/record.json": [("/t/{code}/record.json", {})],
    "/t/<code>/rematch": [("/t/{code}/rematch", {})],
    "/t/<code>/settings": [
        ("/t/{code}/settings", {"do": "nothing"}),
        ("/t/{code}/settings", {"do": "options", "options.target": "x"}),
        ("/t/{code}/settings", {"do": "title", "title": "{long}"}),
    ],
    "/t/<code>/sheet/<name>": [
        *((f"/t/{{code}}/sheet/{name}", {}) for name in games()["zar"].forms),
        ("/t/{code}/sheet/play", {"by": "p1"}),
        ("/t/{code}/sheet/score", {"add": "hands.p1:blue-sun"}),
        ("/t/{code}/sheet/nothing", {}),
        ("/t/{code}/sheet/play?correct={line}", {"by": "p1"}),
    ],
    "/t/<code>/since": [("/t/{code}/since", {}), ("/t/{code}/since?seq=0", {})],
    "/t/<code>/wall": [
        ("/t/{code}/wall", {"board": "table", "do": "nothing"}),
        ("/t/{code}/wall", {"board": "all", "do": "open", "title": "{long}"}),
    ],
    "/wall/<wall>": [("/wall/{code}", {}), ("/wall/AAAA-BBBB-CCCC?mark=1", {})],
    "/wall/<wall>/<lamp>": [("/wall/{code}/dark", {})],
    "/wall/<wall>/middle": [("/wall/{code}/middle", {}), ("/wall/AAAA-BBBB-CCCC/middle", {})],
    "/wall/<wall>/bell": [("/wall/{code}/bell", {})],
    "/t/<code>/undo": [("/t/{code}/undo", ANY), ("/t/{code}/undo", {"line": "4"} | ANY)],
}
"""What is asked of each route (as `url_map` writes it), and the fields of the form sent there."""


class Scene:
    """Two tables, all kinds of phones before one of them, and what each of them may not see."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder / "instance", patch=UNLIMITED)
        phones = {name: Phone(self.house) for name in (*MEMBERS, *OUTSIDERS[:4])}
        self.phones = phones
        self.code = phones["host"].open(NAMES, TITLE)
        self.token = phones["host"].way_in(self.code)
        for name, player in [("seat", "p2"), ("other-seat", "p3"), ("watcher", "")]:
            phones[name].join(self.code, self.token, player)
        for name in ("removed", "left"):
            phones[name].join(self.code, self.token)
        assert phones["left"].post(f"/t/{self.code}/people", {"do": "leave"}).status == 303
        number = 5  # host, seat, other-seat, watcher, removed
        answer = phones["host"].post(f"/t/{self.code}/people", {"do": "remove", "phone": number})
        assert answer.status == 303
        assert phones["removed"].get(f"/t/{self.code}").status == 403
        # All that it may do is ask to come back; asked once, it changes nothing more.
        assert phones["removed"].post(f"/join/{self.code}").status == 200
        other = phones["elsewhere"]
        self.other_code = other.open(ELSEWHERE, ELSEWHERE_TITLE)
        self.other_token = other.way_in(self.other_code)
        points = {"type": "end_hand", "winner": "p1", "points.p2": ELSEWHERE_POINTS}
        assert other.record(self.other_code, **points).status == 303
        assert phones["stranger"].post("/lamp").status == 303
        phones["forged"] = Phone(self.house, secrets.token_urlsafe(32))
        found = base64.urlsafe_b64encode(digest(phones["host"].cookie)).decode().rstrip("=")
        phones["hash"] = Phone(self.house, found)
        phones["nobody"] = Phone(self.house, fresh=False)
        self.key = (self.house.data / "secret-key").read_bytes()
        self.rematch = ""
        self.seen: set[str] = set()
        self.forms = {name: self.form_secret(phone.cookie) for name, phone in phones.items()}

    def form_secret(self, cookie: str) -> str:
        return hmac.new(self.key, b"forms of " + cookie.encode(), hashlib.sha256).hexdigest()

    def canaries(self, viewer: str) -> dict[bytes, str]:
        """What `viewer` may never be sent, each with what it is."""
        tokens = hmac.new(self.key, b"QR tokens", hashlib.sha256).digest()
        out: dict[bytes, str] = {}
        for what, value in [("the key", self.key), ("the key of tokens", tokens)]:
            out |= {value: what, value.hex().encode(): what}
            out |= dict.fromkeys(spelled(value), what)
        for name, phone in self.phones.items():
            if not phone.cookie:
                continue
            if name != viewer:
                out[phone.cookie.encode()] = f"the cookie of {name}"
                out[self.forms[name].encode()] = f"the forms of {name}"
            hashed = digest(phone.cookie)
            if viewer != "hash":
                out |= dict.fromkeys(spelled(hashed), f"the hash of {name}'s cookie")
            out |= {hashed: f"the hash of {name}'s cookie"}
            out |= {hashed.hex().encode(): f"the hash of {name}'s cookie"}
        if viewer != "elsewhere":
            there = [*cores(ELSEWHERE), *cores([ELSEWHERE_TITLE])]
            there += [ELSEWHERE_POINTS, self.other_code, self.other_token[6:]]
            out |= {word.encode(): "the other table" for word in there}
        if viewer not in MEMBERS:
            here = [*cores(NAMES), *cores([TITLE]), POINTS, self.code, self.token[6:]]
            here += [self.rematch] if self.rematch else []
            out |= {word.encode(): "the table" for word in here}
        return out

    def spoken(self, viewer: str, path: str) -> set[bytes]:
        """What `viewer` says himself by asking for `path`, or may be told at the door of a table
        that is open, to whoever has its code."""
        said = {word for word in (self.code, self.token[6:], *cores(NAMES)) if word in path}
        return {word.encode() for word in said}

    def at_the_door(self) -> set[bytes]:
        return {word.encode() for word in (*cores(NAMES), *cores([TITLE]), self.code)}


def cores(texts: list[str]) -> list[str]:
    """The part of each text that no escaping alters and nothing else contains."""
    return [found[0] for text in texts if (found := re.search(r"Qxjw\w+", text))]


def spelled(value: bytes) -> list[bytes]:
    """`value` in base64 of either alphabet."""
    plain = base64.b64encode(value).rstrip(b"=")
    return [plain, base64.urlsafe_b64encode(value).rstrip(b"=")]


def faces(data: bytes) -> Iterator[bytes]:
    """`data` as it is, and with everything decoded that could hide a string."""
    yield data
    text = data.decode("utf-8", "replace")
    yield html.unescape(html.unescape(text)).encode("utf-8", "replace")
    yield unquote_to_bytes(text)
    yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text).encode(
        "utf-8", "replace"
    )
    for word in set(re.findall(rb"[A-Za-z0-9+/_%-]{8,}", data)):
        yield unpacked(word)


@cache
def unpacked(word: bytes) -> bytes:
    """All that `word` could be a spelling of in base64, from any of its signs on."""
    out = b""
    word = unquote_to_bytes(word).translate(bytes.maketrans(b"-_", b"+/"))
    for start in range(4):
        part = word[start:]
        with suppress(binascii.Error):
            plain = base64.b64decode(part + b"=" * (-len(part) % 4))
            out += plain + b"\n"
            if start == 0:
                with suppress(zlib.error):
                    out += zlib.decompress(plain)
    return out


def find(data: bytes, canaries: dict[bytes, str]) -> dict[bytes, str]:
    """The canaries that are in `data`, however they are written."""
    pattern = re.compile(b"|".join(map(re.escape, canaries)))
    return {found: canaries[found] for face in faces(data) for found in pattern.findall(face)}


def test_the_search_finds_what_is_hidden() -> None:
    word = "Qxjwa1kv"
    packed = base64.urlsafe_b64encode(zlib.compress(b'{"players":["Cnry Qxjwa1kv"]}')).decode()
    for way in (
        "&#81;xjwa1kv",
        "&amp;#x51;xjwa1kv",
        "%51xjwa1kv",
        r"\u0051xjwa1kv",
        base64.b64encode(b"a name: Cnry Qxjwa1kv, and more").decode(),
        base64.b64encode(b".a name: Cnry Qxjwa1kv, and more").decode(),
        base64.urlsafe_b64encode(b"..a name: Cnry Qxjwa1kv?>>>").decode().rstrip("="),
        f"?record={packed.rstrip('=')}",
    ):
        assert find(f'<a href="{way}">'.encode(), {word.encode(): "x"}), way


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    made = Scene(tmp_path_factory.mktemp("leaks"))
    yield made
    made.house.stop()


def test_t12_every_route_is_visited(tmp_path: Path) -> None:
    """A route that nobody has listed in `VISITS` is one that nobody has looked at."""
    rules = {rule.rule for rule in create_app({"DATA": tmp_path}).url_map.iter_rules()}
    assert set(VISITS) == rules


class Crawl:
    """One viewer goes everywhere."""

    def __init__(self, scene: Scene, viewer: str, door_open: bool) -> None:
        self.scene, self.viewer, self.door_open = scene, viewer, door_open
        self.phone = scene.phones[viewer]
        self.canaries = scene.canaries(viewer)
        member = viewer in MEMBERS
        forged = scene.other_token if viewer == "elsewhere" else scene.code + "A" * 22
        record = {"format": "referee-record", "version": 1, "game": "zar", "players": ["a", "b"]}
        self.values = {
            "code": scene.code,
            "token": scene.token if member else forged,
            "name": NAMES[0] if member else "Zed",
            "quoted": quote(NAMES[0] if member else "Zed"),
            "line": str(12),
            "long": "x" * 61,
            "record": base64.urlsafe_b64encode(
                zlib.compress(json.dumps(record | {"events": []}).encode())
            ).decode(),
        }
        self.count = 0

    def fill(self, text: str) -> str:
        self.count += 1
        values = self.values | {"key": f"crawl-{self.count}"}
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)

    def go(self, thorough: bool) -> None:
        for rule, visits in VISITS.items():
            for path, fields in visits:
                self.visit(rule, self.fill(path), fields)
                if thorough:
                    self.more(rule, self.fill(path), fields)

    def visit(self, rule: str, path: str, fields: dict[str, str]) -> None:
        """As a page; and the form that is sent there."""
        if rule == "/t/<code>/bell":
            self.listen(path)
            return
        self.search("GET", path, self.phone.get(path))
        if fields or rule in (
            "/lamp",
            "/language",
            "/t/<code>/notice",
            "/t/<code>/rematch",
            "/h/<token>",
        ):
            self.send(rule, path, fields, htmx=False)

    def more(self, rule: str, path: str, fields: dict[str, str]) -> None:
        """As a fragment; without a body; with a form that was drawn for nobody."""
        if rule != "/t/<code>/bell":
            self.search("GET", path, self.phone.get(path, htmx=True))
        self.search("HEAD", path, self.phone.ask("HEAD", path))
        self.send(rule, path, fields, htmx=True)
        self.search("POST", path, self.phone.ask("POST", path, b""))
        self.search("PUT", path, self.phone.ask("PUT", path, b""))

    def send(self, rule: str, path: str, fields: dict[str, str], htmx: bool) -> None:
        if rule == "/t/<code>/rematch" and self.viewer in MEMBERS:
            return  # it would make a table
        filled = {name: self.fill(value) for name, value in fields.items()}
        self.search("POST", path, self.phone.post(path, filled, htmx=htmx), str(filled))

    def listen(self, path: str) -> None:
        if self.viewer not in MEMBERS:
            self.search("GET", path, self.phone.get(path))
            return
        stream = Listening(self.scene.house, self.scene.code, self.phone.cookie)
        assert stream.until(b"event: table")
        stream.close()
        head, _, body = stream.data.partition(b"\r\n\r\n")
        assert not find(stream.data, self.canaries)
        chunks = re.sub(rb"(^|\r\n)[0-9A-F]+\r\n", b"", body)
        assert re.fullmatch(
            rb"retry: \d+\n\nevent: mark\ndata: [0-9a-f]{16}\n\n"
            rb"(event: (table|beat)\nid: \d+\ndata: \d+\n\n)+(\r\n)?",
            chunks,
        ), body
        assert b"set-cookie" not in head.lower()
        self.scene.seen.add("stream")

    def search(self, method: str, path: str, answer: Answer, sent: str = "") -> None:
        assert answer.status < 500, (self.viewer, method, path, answer.text)
        may = self.scene.spoken(self.viewer, path + sent)
        if self.door_open and self.viewer not in MEMBERS and self.is_door(path):
            may |= self.scene.at_the_door()
        raw = answer.raw
        if self.phone.cookie:
            raw = raw.replace(f"phone={self.phone.cookie};".encode(), b"")
        found = {word: what for word, what in find(raw, self.canaries).items() if word not in may}
        assert not found, (self.viewer, method, path, answer.status, found)
        if self.phone.cookie:
            assert self.phone.cookie.encode() not in raw, "a cookie that scripts can read"
        if not path.startswith("/static/") and not path.endswith("/bell"):
            assert "no-store" in answer.header("cache-control")
            assert "Cookie" in answer.header("vary")
        self.scene.seen.add(f"{answer.status} {answer.header('content-type').partition(';')[0]}")

    def is_door(self, path: str) -> bool:
        """Where whoever has the code of an open table is told whom he would meet."""
        return path.startswith((f"/join?code={self.scene.code}", f"/join/{self.scene.code}"))


def crawl(scene: Scene, *, door_open: bool, thorough: bool = False, members: bool = True) -> None:
    def go(viewer: str) -> None:
        Crawl(scene, viewer, door_open).go(thorough)

    # Some at once: while one waits for its answer, another searches the one it has.
    with ThreadPoolExecutor(3) as pool:
        outside = contents(scene)
        list(pool.map(go, OUTSIDERS))
        assert contents(scene) == outside, "an outsider has changed something"
        list(pool.map(go, MEMBERS if members else ()))
    for viewer in MEMBERS:
        page = scene.phones[viewer].get(f"/t/{scene.code}").text
        assert all(core in page for core in cores(NAMES)), "the search would find nothing at all"


def contents(scene: Scene) -> list[tuple]:
    """All rows of the table that outsiders crawl."""
    with scene.house.file_open() as db:
        found = db.execute("SELECT * FROM tables WHERE code = ?", [scene.code]).fetchall()
        for name in ("lines", "players", "members", "asks", "drafts"):
            query = f"SELECT * FROM {name} WHERE table_id = ? ORDER BY 1, 2"
            found += db.execute(query, [found[0][0]]).fetchall()
    return found


def test_t12_nobody_is_sent_what_is_not_his(scene: Scene) -> None:
    """The states follow each other on one table, so they are steps of one test."""
    host, code = scene.phones["host"], scene.code
    crawl(scene, door_open=True)  # opened

    hand = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
    assert host.record(code, **hand).status == 303
    assert host.record(code, type="play", by="p2", cards="blue-sun").status == 303
    assert host.record(code, type="play", by="p1", cards="blue-sun").status == 422  # a ruling
    draft = {"draft": "p2", "points.p2": "3"}
    assert scene.phones["seat"].post(f"/t/{code}/sheet/score", draft).status == 200
    asked = scene.phones["watcher"].post(f"/join/{code}", {"token": scene.token, "player": "p2"})
    assert asked.status == 303  # the seat is asked for
    crawl(scene, door_open=True, thorough=True)  # playing

    undone = host.post(f"/t/{code}/undo", {"seq": host.seq(code), "key": "undo"})
    assert undone.status == 303
    crawl(scene, door_open=True)  # after an undo

    assert host.post(f"/t/{code}/people", {"do": "lock"}).status == 303
    crawl(scene, door_open=False, members=False)  # locked
    assert host.post(f"/t/{code}/people", {"do": "unlock"}).status == 303

    points = {"type": "end_hand", "winner": "p1", "points.p2": POINTS, "points.p3": "1"}
    assert host.record(code, stands="1", **points).status == 303
    assert "Rematch" in host.get(f"/t/{code}").text
    crawl(scene, door_open=False)  # ended

    again = host.post(f"/t/{code}/rematch", {"key": "again"})
    scene.rematch = again.header("location").rpartition("/")[2]
    crawl(scene, door_open=False)  # and gone on
    for viewer in OUTSIDERS:
        answer = scene.phones[viewer].get(f"/t/{scene.rematch}")
        assert answer.status in (303, 403, 404)
        assert not any(core in answer.text for core in cores([*NAMES, TITLE]))
    assert {"stream", "200 text/html", "200 application/json", "404 text/html"} <= scene.seen
    assert {"303 text/html", "400 text/html", "403 text/html", "409 text/html"} <= scene.seen
    assert {"422 text/html", "405 text/html"} <= scene.seen


def test_t12_logs_and_files_hold_no_tokens(scene: Scene) -> None:
    """What was written down all the while; and the database has hashes of cookies alone."""
    said = scene.house.output()
    for what in (*cores(NAMES), *cores(ELSEWHERE), *cores([TITLE, ELSEWHERE_TITLE]), POINTS):
        assert what not in said
    assert not find(said.encode(), scene.canaries("nobody"))
    assert "Traceback" not in said
    kept = b"".join(path.read_bytes() for path in scene.house.data.glob("referee.db*"))
    for phone in scene.phones.values():
        if phone.cookie:
            assert phone.cookie.encode() not in kept
    assert digest(scene.phones["host"].cookie) in kept
    assert scene.token[6:].encode() not in kept
    assert scene.key not in kept


def test_t12_a_seat_that_changes_hands_takes_nothing_along(scene: Scene) -> None:
    """The old phone is out at once: of the page, the log, the record, the stream."""
    host, seat = scene.phones["host"], scene.phones["seat"]
    with scene.house.file_open() as db:
        [(number,)] = db.execute(
            "SELECT number FROM members m JOIN phones p ON p.id = m.phone JOIN tables t"
            " ON t.id = m.table_id WHERE p.hash = ? AND t.code = ?",
            [digest(seat.cookie), scene.code],
        )
    stream = Listening(scene.house, scene.code, seat.cookie)
    assert stream.until(b"event: table")
    out = host.post(f"/t/{scene.code}/people", {"do": "remove", "phone": number})
    assert out.status == 303
    assert stream.until(b"0\r\n\r\n", 2)
    for path in ("", "/log", "/record.json", "/qr", "/people", "/bell", "/since", "/undo"):
        answer = seat.get(f"/t/{scene.code}{path}")
        assert answer.status == 403
        assert not any(core in answer.text for core in cores([*NAMES, TITLE]))
    stream.close()
    assert msgspec.json.decode(host.get(f"/t/{scene.code}/record.json").body)["game"] == "zar"
