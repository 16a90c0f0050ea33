"""One word for one thing: words that the glossary has replaced do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from test_catalogue import TRANSLATIONS, messages, texts

from referee.core import Game
from referee.games import games

CATALOGUE = TRANSLATIONS / "fr" / "LC_MESSAGES" / "messages.po"

ENGLISH = {
    r"\b(some|any|every)body\b": "someone, anyone, everyone",
    r"\bon turn\b": "to play; in a sentence: it is Bo's turn",
    r"\bcounterclockwise\b": "anticlockwise",
    r"\bhosting over\b": "take over as host",
    r"\b(it is|are|is) running\b": "under way",
    r"\bto the first page\b": "Home",
    r"\bwhat else\b": "More",
    r"\btaken back: |nothing to take back": "undo, undone",
    r"\bso it lies there\b|\bthis is how it stands\b": "Play on from here",
    r"\bthis box\b|\bour box\b": "our set",
    r"\bno link\b": "no connection",
    r"\bthe square on\b|\bthe square and\b": "the QR code",
    r"\bwho sits\b|\banyone seated\b": "who is using this phone, anyone with a seat",
    r"\blots\b": "drawing to see who starts",
    r"\bby lot\b": "at random",
    r"\brests? on \{": "needs",
    r"\boneself\b|\bthe own\b": "yourself, their own",
    r"\bon (the|your) pad\b|\bthe pad\b": "scorecard",
    r"\bhangs on\b|\bsettles it\b": "it depends",
    r"\bis missing from the count\b": "has not been entered",
    r"\bfaces \{n\}|faces %\(n\)s\b": "faces a draw of",
    r"\b(is|are) written anew\b": "changed",
    r"\bcannot be applied\b": "the table cannot let this stand",
    r"\b(list|number|text|object|nothing|entry|entries) go(es)? here\b": "must be",
    r"\b(he|she|his|her|him|hers)\b": "they, or the name",
    r"\b(don't|can't|isn't|won't|it's|doesn't)\b": "no contractions",
    r"\bwe\b": "the referee, or this phone",
    r"\b(oops|sorry|please)\b": "what happened, and what to do now",
}
"""What is not said (as a pattern, in any case), and what is said for it."""

FRENCH = {
    r"\b(?!chez\b|assez\b|nez\b)\w+ez\b": "an infinitive: copier, réessayer",
    r"\ble carré\b|\bqr code\b": "le code QR",
    r"\bcarnet\b": "carte de score",
    r"\btitre\b": "le nom de la table",
    r"\b(ne|qui) note pas\b": "ne peut pas noter",
    r"\bentre (le|un|sa) (numéro|main)\b": "saisir",
    r"\b(annonce|dit) BLOCK\b|\bcri\w+ GOTCHA\b|\bcri\w+ ZINGA\b": "crier BLOCK, dire GOTCHA",
    r"\bn’(a|est) (été )?gardé\b": "enregistrer",
    r"\bdemi-jeux?\b": "demi-paquets",
    r"\bd’un tas\b": "une pile",
    r"\bpersonne n’est sorti\b|\bsorties pour\b": "finir",
    r"^(un|une|rien|\{n\} élément).* (va|vont) ici\.$": "il faut ici",
    r"\bannuler? (ceci|plus loin|à partir)\b|^annuler\b": "revenir en arrière",
    r"\b(tu|ton|ta|tes|toi|vous|votre|vos)\b": "an infinitive, or the name",
    r"'": "the apostrophe ’",
    r'"': "« and »",
    r"[^\s\u202f][?!;](?=\s|$)": "a narrow space before ? ! ;",
    r"[^\s\xa0\d/]:(?=\s|$)": "a space that does not break before :",
    r"(?<![\w-])-\d": "the sign − for a negative number",
    r"\ben cours de route\b|\blogguer\b|\bchecker\b": "plain French",
}


@cache
def said() -> list[tuple[str, str]]:
    """Each English text with its French, plural forms too."""
    both = ((texts(each), texts(each, "string")) for each in messages(CATALOGUE).values())
    return [pair for ours, theirs in both for pair in zip(ours, theirs, strict=True)]


@pytest.mark.parametrize("pattern", ENGLISH)
def test_english_keeps_to_the_glossary(pattern: str) -> None:
    found = [text for text, _ in said() if re.search(pattern, text, re.IGNORECASE)]
    assert not found, f"say: {ENGLISH[pattern]}"


@pytest.mark.parametrize("pattern", FRENCH)
def test_french_keeps_to_the_glossary(pattern: str) -> None:
    found = [text for _, text in said() if re.search(pattern, text, re.IGNORECASE)]
    assert not found, f"say: {FRENCH[pattern]}"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_every_setting_has_a_name_that_people_use(game: Game) -> None:
    # The log names a setting that was changed, and the page one that is refused.
    fields = {*game.options_type.__struct_fields__} - {"readings"}
    assert {*game.options_type.field_names} == fields


def log_lines() -> Iterator[str]:
    """What the events of all games say of themselves in the log."""
    for file in (Path(__file__).parents[1] / "referee").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name == "describe":
                parts = [part for line in node.body for part in ast.walk(line)]
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
                # Not its docstring.
                known = {ast.get_docstring(node, clean=False)}
                yield from (text for text in texts if isinstance(text, str) and text not in known)


def test_no_line_of_the_log_ends_with_a_full_stop() -> None:
    # Other texts go on from it: "Undo: Bo declared ZIG?", "Bo declared ZIG; 2 later entries kept".
    lines = list(log_lines())
    assert len(lines) > 80
    assert not [line for line in lines if line.endswith(".")]


def test_where_two_things_clash_french_says_so() -> None:
    # "Cy shows 5 cards, but a hand has four at most": *mais*; *et* would add one to the other.
    short = [(text, french) for text, french in said() if len(text) < 140 and ", but " in text]
    assert len(short) > 50
    assert not [french for _, french in short if ", et " in french and "mais" not in french.lower()]


def test_there_is_something_to_keep() -> None:
    assert len(said()) > 1500
