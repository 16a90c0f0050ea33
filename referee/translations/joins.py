"""How languages join a small word to the word after it, where a sentence has a place.

A message of the catalogue asks for it with `{place:small}`: "la carte {owner:de}" becomes "la carte
d’Ann", "la carte de Bo", "la carte du soleil".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

Attach = Callable[[str, str, bool], str]
"""(small word, word, whether the word is of the catalogue and not a name as typed) -> both."""

CAPITAL = "cap"
"""Instead of a small word: the word begins the sentence."""

_MELTED = {
    ("de", "le"): "du",
    ("de", "les"): "des",
    ("de", "des"): "de",
    ("à", "le"): "au",
    ("à", "les"): "aux",
}


def french(small: str, word: str, ours: bool) -> str:
    """`word` after "de", "à" or "que" (or with a capital: "De"), as French elides and melts them.

    A name keeps its own article ("le joueur de Le Havre"), and its capital or small letter.
    """
    if small == CAPITAL:
        return word[:1].upper() + word[1:] if ours else word
    article, _, noun = word.partition(" ")
    if ours and noun and (small.lower(), article) in _MELTED:
        melted = _MELTED[small.lower(), article]
        if melted == "de":
            return french(small, noun, ours)
        return f"{melted.capitalize() if small[:1].isupper() else melted} {noun}"
    if small.endswith("e") and _begins_with_a_vowel(word):
        return f"{small[:-1]}’{word}"
    return f"{small} {word}"


def _begins_with_a_vowel(word: str) -> bool:
    """By its letter. An h counts as spoken, and so does a y before a vowel: de Hugo, de Yann."""
    plain = unicodedata.normalize("NFD", word.lower().lstrip("\u2068«\u00a0\u202f "))
    letters = [c for c in plain if not unicodedata.combining(c)]
    if letters[:1] == ["y"]:
        return letters[1:2] != [] and letters[1] not in "aeiou"
    return letters[:1] != [] and letters[0] in "aeiouœæ"


JOINS: Mapping[str, Attach] = {"fr": french}
"""By the code of the language; English needs none."""
