"""The catalogue holds every text of the project, and no other; so does each language's."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from referee.translations.joins import CAPITAL, JOINS

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "referee" / "translations"
CATALOGUE = TRANSLATIONS / "messages.pot"
LANGUAGES = sorted(path.parent.parent.name for path in TRANSLATIONS.glob("*/LC_MESSAGES/*.po"))
Whose: TypeAlias = Mapping[tuple[str | None, str | tuple[str, ...]], str]
Messages: TypeAlias = Mapping[tuple[str | None, str | tuple[str, ...]], Message]
COMMAND = [
    *(sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml"),
    *("-k", "say", "-k", "plural:1,2", "-k", "pgettext:1c,2"),
    *("--no-location", "--sort-output", "--omit-header"),
]
"""With `-o referee/translations/messages.pot .` after it, this makes the catalogue anew."""


@cache
def messages(path: Path) -> Messages:
    with path.open("rb") as file:
        return {(m.context, m.id): m for m in read_po(file) if m.id}


def texts(message: Message, part: str = "id") -> tuple[str, ...]:
    """The forms of a message, `id` in English or `string` in its language; one, or two."""
    found = getattr(message, part)
    return (found,) if isinstance(found, str) else tuple(found)


def places(text: str) -> set[str]:
    """The names of the places in `text`, those of templates with a `%` before."""
    python = {name for name, _ in PLACE.findall(text)}
    return python | {f"%{name}" for name in re.findall(r"%\((\w+)\)s", text)}


PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
COUNT = {"n", "%n", "%num"}
INSTEAD = {"the": "card"}
"""A place that a translation may have, and the one of its message that it stands for."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue made anew, with the places that each message is used at."""
    path = tmp_path_factory.mktemp("fresh") / "messages.pot"
    command = [word for word in COMMAND if word != "--no-location"]
    subprocess.run([*command, "-o", str(path), "."], cwd=ROOT, check=True, capture_output=True)
    return path


def test_catalogue_is_complete(fresh: Path) -> None:
    ours, found = messages(CATALOGUE), messages(fresh)
    assert not found.keys() - ours.keys(), "make the catalogue anew"
    assert not ours.keys() - found.keys(), "make the catalogue anew"


def test_no_sentence_ends_or_begins_with_a_space():
    """A sentence that is glued to another has a space at its end."""
    for _, id in messages(CATALOGUE):
        for text in id if isinstance(id, tuple) else (id,):
            assert text == text.strip(), text


def test_places_of_sentences_are_named():
    """`{}` and `%s` cannot be moved about by a translator."""
    for _, id in messages(CATALOGUE):
        for text in id if isinstance(id, tuple) else (id,):
            assert "{}" not in text, text
            assert not re.search(r"%[sd]", text), text


@pytest.fixture(scope="module")
def whose(fresh: Path) -> Whose:
    """The one game that uses each message; "" where the app itself does, or several games do."""
    found = {key: {path for path, _ in m.locations} for key, m in messages(fresh).items()}
    games = {key: [re.search(r"games/(\w+)/", path) for path in at] for key, at in found.items()}
    users = {key: {game[1] if game else "" for game in at} for key, at in games.items()}
    return {key: min(one) if len(one) == 1 else "" for key, one in users.items() if key[1]}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def translated(language: str) -> Messages:
    return messages(TRANSLATIONS / language / "LC_MESSAGES" / "messages.po")


def test_there_is_french() -> None:
    assert "fr" in LANGUAGES


def test_every_message_is_translated(translated: Messages, whose: Whose) -> None:
    """But for games that are not translated at all: their English shows through."""
    left = {key for key, m in translated.items() if not all(texts(m, "string"))}
    left |= messages(CATALOGUE).keys() - translated.keys()
    for key in {game for game in whose.values() if game}:
        own = {message for message, game in whose.items() if game == key}
        if own <= left:
            left -= own
    assert not left


def test_no_translation_is_unused_or_in_doubt(language: str, translated: Messages) -> None:
    assert not translated.keys() - messages(CATALOGUE).keys()
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file)
    assert not catalogue.obsolete
    assert not [m.id for m in catalogue if m.id and m.fuzzy]


def test_a_translation_has_the_places_of_its_message(translated: Messages) -> None:
    """A form for one thing may leave the number out, and what an English one leaves out."""
    for m in translated.values():
        forms = [places(text) for text in texts(m)]
        wanted = set[str]().union(*forms)
        may_lack = COUNT | (wanted - forms[0].intersection(*forms)) if len(forms) > 1 else set()
        for text in texts(m, "string"):
            shown = {INSTEAD.get(name, name) for name in places(text)}
            assert wanted - may_lack <= shown <= wanted, text
            # A lone % in a text that templates fill in breaks the page.
            if "%(" in text:
                assert not re.search(r"%(?![(%])", text.replace("%%", "")), text


def test_joins_are_known(language: str, translated: Messages) -> None:
    small = {"fr": {"de", "à", "que"}}.get(language, set())
    known = small | {word.capitalize() for word in small} | {CAPITAL}
    for m in translated.values():
        for text in texts(m, "string"):
            joins = {join for _, join in PLACE.findall(text) if join}
            assert joins <= known, text
            assert not joins or language in JOINS, text
            assert ":" not in text or not re.search(r"%\(\w+:", text), text


def test_french_signs_keep_to_their_word() -> None:
    """No line begins with a sign, and no quotation mark stands alone at an end."""
    for m in messages(TRANSLATIONS / "fr" / "LC_MESSAGES" / "messages.po").values():
        for text in texts(m, "string"):
            plain = PLACE.sub("x", text)
            assert not re.search(r"(?<=[^\s\u00a0\u202f?!])[;!?»](?!\w)| [:;!?»]|« ", plain), text


def test_what_is_served_is_what_was_translated(language: str, translated: Messages) -> None:
    """`pybabel compile -d referee/translations` makes the one from the other."""
    with (TRANSLATIONS / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        # A message with a plural is a list here.
        found = [(m.context, m.id, texts(m, "string")) for m in read_mo(file) if m.id]
    served = {(about, tuple(i) if isinstance(i, list) else i): said for about, i, said in found}
    assert served == {key: texts(m, "string") for key, m in translated.items()}
