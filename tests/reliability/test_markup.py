"""T13 and T14: names and titles never become markup, and odd ones neither deceive nor flood."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from party import Answer, House, Phone, lane

from referee.games import games
from referee.service.names import typed_name

PAYLOADS: list[str] = json.loads((Path(__file__).parent / "payloads.json").read_text())
"""Names of at most 40 characters that would do harm as markup, as a template or as an address."""
EACH = 9
"""Players at a table."""


class Shape(HTMLParser):
    """A page without its texts: each element with the names of its attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.inputs: list[tuple[str, str]] = []
        self.active: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        values = dict(attrs)
        if tag in ("input", "button") and values.get("name"):
            self.inputs.append((values["name"] or "", values.get("value") or ""))
        for name, value in attrs:
            kept = ("href", "src", "action", "formaction", "data-live", "data-bell")
            if name.startswith("on") or (name in kept and not own(value or "")):
                self.active.append(f"{tag} {name}={value}")

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}",))

    def handle_comment(self, data: str) -> None:
        self.elements.append(("comment",))

    def handle_decl(self, decl: str) -> None:
        self.elements.append(("declaration", decl))

    def unknown_decl(self, data: str) -> None:
        self.elements.append(("unknown",))

    def handle_pi(self, data: str) -> None:
        self.elements.append(("instruction",))


def own(address: str) -> bool:
    """An address of this server, or of the one that its pages lead to."""
    if address.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22"):
        return True
    return (address.startswith("/") and not address.startswith("//")) or address[:1] in ("", "#")


PLAY: list[dict[str, Any]] = [
    {"type": "start_hand", "dealer": "p1", "top": "blue-moon"},
    {"type": "play", "by": "p2", "cards": ["blue-sun"]},
    {"type": "play", "by": "p1", "cards": ["red-sun"]},
    {"type": "play", "by": "p1", "cards": ["red-sun"], "stands": True},
    {"type": "penalty", "on": "p1", "for": "illegal-play"},
    {"type": "gotcha", "by": "p3", "on": "p2"},
    {"type": "undo"},
    {"type": "match", "by": "p4", "cards": ["red-sun"]},
    {"type": "end_hand", "winner": "p5", "points": {f"p{i}": i for i in range(1, 10) if i != 5}},
    {"type": "end_hand", "winner": "p6", "points": {f"p{i}": 1 for i in range(1, 10) if i != 6}},
    {"type": "start_hand", "dealer": "p3", "top": "yellow-star"},
    {"type": "play", "by": "p4", "cards": ["yellow-moon"]},
]
"""What happens at each table; the third is refused."""


class Table:
    """A table of nine, played a while; every page that shows a name of it."""

    def __init__(self, server: House, names: list[str], title: str, imported: bool = False) -> None:
        self.names, self.title = names, title
        self.host, self.seat, self.watcher = (Phone(server) for _ in range(3))
        self.stranger = Phone(server)
        if imported:
            self.code = self.host.bring(record(names, title))
            self.host.record(self.code, **PLAY[2])
        else:
            self.code = self.host.open(names, title)
            for event in PLAY:
                fields = {k: v for k, v in event.items() if k not in ("points", "stands")}
                fields |= {f"points.{k}": v for k, v in event.get("points", {}).items()}
                fields |= {"stands": "1"} if event.get("stands") else {}
                if event["type"] == "undo":
                    seq = self.host.seq(self.code)
                    answer = self.host.post(f"/t/{self.code}/undo", {"seq": seq, "key": "u"})
                else:
                    answer = self.host.record(self.code, **fields)
                assert answer.status in (303, 422), answer.text
        token = self.host.way_in(self.code)
        self.seat.join(self.code, token, "p2")
        self.watcher.join(self.code, token)
        self.watcher.join(self.code, token, "p2")  # asks for it
        # The latest line, which every page of the table shows, names somebody, too.
        named = {"type": "gotcha", "by": "p1", "on": "p2", "stands": "1"}
        assert self.host.record(self.code, **named).status == 303
        self.seq = self.host.seq(self.code)

    def pages(self) -> Iterator[tuple[str, Answer]]:
        """What each page is called, and the page."""
        host, at, names = self.host, f"/t/{self.code}", self.names
        yield "the first page", host.get("/")
        for path in ("", "/log", "/more", "/undo", "/people", "/settings", "/qr", "/door"):
            yield path, host.get(at + path)
            yield f"seat {path}", self.seat.get(at + path)
        for path in ("", "/log", "/people"):
            yield f"watcher {path}", self.watcher.get(at + path)
            yield f"fragment {path}", host.get(at + path, htmx=True)
        for path in ("/course", "/delete", "/since?seq=0", "/log?before=9"):
            yield path, host.get(at + path)
        yield "rules", host.get(f"/rules/zar?table={self.code}")
        for name in games()["zar"].forms:
            yield f"sheet {name}", host.get(f"{at}/sheet/{name}?by=p4&on=p3&winner=p2&player=p2")
        for line in re.findall(rf'"{at}/log/(\d+)"', host.get(f"{at}/log").text)[:12]:
            yield f"ruling {line}", host.get(f"{at}/log/{line}")
        illegal = {"type": "draw", "by": "p1", "seq": str(self.seq)}
        refused = host.post(f"{at}/events", illegal | {"key": f"k{self.code}"})
        yield "a ruling", refused
        yield "asked", host.post(f"{at}/events", illegal | {"ask": "1", "key": "ask"})
        yield "meanwhile", host.post(f"{at}/events", illegal | {"seq": "0", "key": "late"})
        for link in re.findall(r'href="(/check/zar\?record=[^"]+)"', refused.text)[:1]:
            yield "the check of it", host.get(link)
        asked = [("name", name) for name in names] + [("position.top", "blue-sun")]
        asked += [("event.type", "draw"), ("event.by", names[1]), ("ask", "1")]
        yield "a check", host.get(f"/check/zar?{urlencode(asked)}")
        typed = [("name", name) for name in names]
        yield "opening", host.post("/open/zar", [*typed, ("title", self.title)])
        twice = [*typed[:8], ("name", names[0]), ("start", "1"), ("title", self.title)]
        yield "opening again", host.post("/open/zar", twice)
        rename = {"do": "rename", "player": "p1", "name": names[1]}
        yield "renaming", host.post(f"{at}/people", rename)
        yield "the door", self.stranger.get(f"/join?code={self.code}")
        yield "a code", self.stranger.get("/join?" + urlencode({"code": names[0]}))
        # With a word that no rule has: what is found would differ from name to name.
        vain = urlencode({"table": self.code, "q": f"{names[0]} xyzzy"})
        yield "a search", host.get(f"/rules/zar?{vain}")
        said = [(name, name) for name in names] + [("by", names[0]), ("declare", names[1])]
        yield "a sheet with anything", host.get(f"{at}/sheet/play?{urlencode(said)}")
        yield "anything", host.get("/check/zar?" + urlencode([*said, ("ask", "1")]))
        broken = json.dumps({"format": "referee-record", "version": 1, "game": names[0]} | REST)
        yield "a record of no game", host.upload(broken.encode(), f"no-game{self.code}")
        wrong = json.loads(record(names, self.title))
        wrong["events"][0]["dealer"] = self.title + "x"
        yield "a record of nobody", host.upload(json.dumps(wrong).encode(), f"nobody{self.code}")
        yield from self.ended()

    def ended(self) -> Iterator[tuple[str, Answer]]:
        """The game is played out, and becomes history."""
        host, at = self.host, f"/t/{self.code}"
        points = {f"points.p{i}": str(10 * i) for i in range(2, 10)}
        last = {"type": "end_hand", "winner": "p1", "stands": "1"} | points
        assert host.record(self.code, **last).status == 303
        for path in ("", "/log", "/course", "/export", "/people"):
            yield f"ended {path}", host.get(at + path)
        for path in ("/", "/tables", "/games/zar", "/players"):
            yield f"afterwards {path}", host.get(path)
        yield NOTHING, host.get("/tables?q=nobody")
        for i in (0, 1, 8):
            person = quote(self.names[i], safe="")
            yield f"a person {i}", host.get(f"/players?name={person}")
            yield f"search {i}", host.get(f"/tables?q={person}")
            asked = {"player": self.names[i], "name": self.names[i - 1]}
            yield f"renaming {i}", host.post("/players", asked)


NOTHING = "a search that finds nothing"
REST = {"players": ["a", "b"], "events": []}


def record(names: list[str], title: str) -> bytes:
    """The same evening as a record."""
    text = json.dumps(PLAY[:2] + PLAY[3:])
    for i in range(9, 0, -1):
        text = text.replace(f'"p{i}"', json.dumps(names[i - 1]))
    whole = {"format": "referee-record", "version": 1, "game": "zar", "players": names}
    return json.dumps(whole | {"events": json.loads(text), "meta": {"title": title}}).encode()


def parties() -> list[list[str]]:
    """The payloads, nine by nine; the last party is filled up."""
    names = [typed_name(name, [], "") for name in PAYLOADS]
    spare = [f"Plain {i}" for i in range(-len(names) % EACH)]
    names += spare
    return [names[i : i + EACH] for i in range(0, len(names), EACH)]


PLAIN = [f"Plain name {i}" for i in range(EACH)]


def test_enough_payloads() -> None:
    assert len({name.casefold() for name in PAYLOADS}) >= 100
    assert all(len(name) <= 40 for name in PAYLOADS)
    assert Shape("<p title=''><b>").elements != Shape("<p title=''>&lt;b>").elements
    assert Shape('<a href="javascript:x">').active
    assert Shape("<a onclick=x>").active


@pytest.mark.parametrize("imported", [False, True], ids=["typed", "imported"])
def test_t13_names_and_titles_never_become_markup(house: House, imported: bool) -> None:
    """Every payload is typed; in a record comes each third party, in the long lane all."""
    plain = dict(Table(house, PLAIN, "Plain title", imported).pages())
    assert len(plain) >= 60
    wanted = {page: Shape(answer.text).elements for page, answer in plain.items()}
    assert sum("Plain name" in answer.text for answer in plain.values()) >= 45

    def try_on(names: list[str]) -> None:
        table = Table(house, names, f"{names[0]}{names[1]}"[:60], imported)
        seen = set()
        for page, answer in table.pages():
            seen.add(page)
            assert answer.status == plain[page].status, (page, names, answer.text)
            shape = Shape(answer.text)
            # A name without letters is found by no search.
            fits = [wanted[page]] + ([wanted[NOTHING]] if page.startswith("search") else [])
            assert shape.elements in fits, (page, names, differ(shape, wanted[page]))
            assert not shape.active, (page, names)
            assert "49" not in re.findall(r">[^<>]*49[^<>]*<", answer.text)
        assert seen == set(plain)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(try_on, parties()[:: lane(3, 1) if imported else 1]))


def differ(shape: Shape, wanted: list[tuple[str, ...]]) -> list[Any]:
    pairs = enumerate(zip(shape.elements, wanted, strict=False))
    return [(i, *pair) for i, pair in pairs if pair[0] != pair[1]][:5]


# T14

IGNORABLE = [
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065),
    *range(0x2066, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, 0x1D173, 0xE0001,
    0xE0020, 0xE007F, 0xE0100,
]  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point: what shows as nothing."""
SPACES = [0x20, 0xA0, 0x2002, 0x2003, 0x2009, 0x202F, 0x3000, 0x2800]


def seen(name: str) -> str:
    """What an eye makes of `name`: this test's own reading of it, not the program's."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(c for c in folded if ord(c) not in IGNORABLE and ord(c) != 0x2800)
    return " ".join(unicodedata.normalize("NFKC", shown).split())


def odd() -> list[str]:
    """Names that look like Ann's, like nothing, or like a heap."""
    names = ["ANN", "ann", "Ａｎｎ", "𝐀𝐧𝐧", "Ⓐⓝⓝ", "aNN", "Ann ", " Ann", "An n", "Αnn", "Аnn"]
    names += [f"An{chr(c)}n" for c in IGNORABLE] + [f"{chr(c)}Ann" for c in IGNORABLE[::3]]
    names += [f"Ann{chr(c)}" for c in IGNORABLE[1::3]] + [chr(c) for c in IGNORABLE]
    names += [chr(c) * 3 for c in SPACES] + [f"Ann{chr(c)}" for c in SPACES]
    names += [
        "\u202eAnn",
        "\u202ennA",
        "\u2067Ann\u2069",
        "A\u0301nn",
        "Ánn",
        "Ann" + "\u0301" * 12,
    ]
    names += ["Z" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306" * 5, "\u0489" * 20, "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢"]
    names += [
        "👩‍👩‍👧‍👦",
        "🏳️‍🌈",
        "👍🏽",
        "🇫🇷",
        "é",
        "e\u0301",
        "ﬁn",
        "fin",
        "Straße",
        "STRASSE",
        "İ",
        "i̇",
        "ẞ",
    ]
    names += ["x" * 40, "x" * 41, "é" * 40, "e\u0301" * 40, "x" * 10_000, "𝒳" * 40, "👩‍👩‍👧‍👦" * 6]
    names += [
        "a\x00b",
        "a\x07b",
        "a\tb",
        "a\nb",
        "a\r\nb",
        "\x7f",
        "\x85",
        "a\u2028b",
        "\ufffd",
        "\ufffe",
        "\uffff",
    ]
    names += [
        "\ue000",
        "\U0010ffff",
        "\U000e0041",
        "שלום",
        "سلام",
        "ا" * 40,
        "ｱﾝﾅ",
        "アンナ",
        "한나",
        "한나",
    ]
    return names


def kept(page: str, field: str) -> list[str]:
    """What stands in the fields called `field` of a page."""
    return [value for name, value in Shape(page).inputs if name == field]


def test_t14_odd_names_are_others_or_refused_in_words(house: House) -> None:
    accepted, refused = [], []
    phone = Phone(house)
    for i, name in enumerate(odd()):
        fields = [("name", "Ann"), ("name", name), ("start", "1"), ("key", f"odd-{i}")]
        answer = phone.post("/open/zar", [*fields, ("title", "Friday & more")])
        if answer.status == 303:
            accepted.append(name)
            assert seen(name), f"{name!r} shows as nothing"
            assert seen(name) != "ann", f"{name!r} looks like Ann"
            code = answer.header("location").rpartition("/")[2]
            players = json.loads(phone.get(f"/t/{code}/record.json").body)["players"]
            assert players == ["Ann", unicodedata.normalize("NFC", name).strip()]
        else:
            refused.append(name)
            assert answer.status == 422
            problem = re.search(r'<div class="notice" role="alert">(.*?)</div>', answer.text, re.S)
            assert problem, answer.text
            assert len(re.sub(r"<[^>]*>", "", problem[1]).strip()) > 15, answer.text
            assert "Friday &amp; more" in answer.text
            names = kept(answer.text, "name")
            if len(names) == 2 and not set(name) & set("\x00\r\n"):
                assert names == ["Ann", name]
            assert "Ann" in names
    assert len(accepted) >= 25, accepted
    assert len(refused) >= 100
    assert {"x" * 40, "👩‍👩‍👧‍👦", "שלום", "Straße", "Αnn"} <= set(accepted)
    assert {"x" * 41, "a\x00b", "\u202eAnn", "Ａｎｎ", "An\u200bn"} <= set(refused)


def test_t14_bytes_that_are_no_text(house: House) -> None:
    """Lone surrogates and broken UTF-8 in a form: signs for what cannot be read, or refused."""
    phone = Phone(house)
    for i, bad in enumerate([b"%ED%A0%80", b"%FF", b"%C0%AF", b"%F8%88%80%80%80", b"%00"]):
        body = b"csrf_token=" + phone.form.encode() + b"&name=Bo&start=1&key=bad%d&name=" % i + bad
        kind = "application/x-www-form-urlencoded"
        answer = phone.ask("POST", "/open/zar", body, Content_Type=kind)
        assert answer.status in (303, 422)


def test_t14_the_same_holds_for_renaming_and_for_newcomers(house: House) -> None:
    host, guest = Phone(house), Phone(house)
    code = host.open(["Ann", "Bo"])
    token = host.way_in(code)
    renamed = 0
    for name in odd()[::2]:
        answer = host.post(f"/t/{code}/people", {"do": "rename", "player": "p2", "name": name})
        if answer.status == 303:
            renamed += 1
            assert seen(name) not in ("", "ann"), name
        else:
            assert answer.status == 422
            assert name in kept(answer.text, "name") or set(name) & set("\x00\r\n")
        joining = guest.post(f"/join/{code}", {"token": token, "new": "1", "name": name})
        assert joining.status in (303, 403, 422)
        if joining.status == 303 and name.strip():
            guest.post(f"/t/{code}/people", {"do": "forget"})
    assert renamed >= 10
    players = json.loads(host.get(f"/t/{code}/record.json").body)["players"]
    assert len({seen(player) for player in players}) == 2
