"""How French joins small words to what a sentence puts after them."""

from __future__ import annotations

import pytest

from referee.core import Translator, render, say
from referee.translations.joins import french


@pytest.mark.parametrize(
    ("small", "word", "whole"),
    [
        ("de", "le soleil", "du soleil"),
        ("de", "les cartes", "des cartes"),
        ("de", "la lune", "de la lune"),
        ("de", "l’éclair", "de l’éclair"),
        ("de", "un crabe", "d’un crabe"),
        ("de", "des cartes", "de cartes"),
        ("de", "des étoiles", "d’étoiles"),
        ("De", "le soleil", "Du soleil"),
        ("à", "le soleil", "au soleil"),
        ("à", "les cartes", "aux cartes"),
        ("À", "le soleil", "Au soleil"),
        ("à", "la lune", "à la lune"),
        ("que", "une lune", "qu’une lune"),
        ("cap", "le soleil", "Le soleil"),
        ("cap", "éclair", "Éclair"),
    ],
)
def test_our_words_melt(small: str, word: str, whole: str) -> None:
    assert french(small, word, True) == whole


@pytest.mark.parametrize(
    ("small", "name", "whole"),
    [
        ("de", "Ann", "d’Ann"),
        ("de", "Élodie", "d’Élodie"),
        ("De", "Ann", "D’Ann"),
        ("que", "Ömer", "qu’Ömer"),
        ("de", "Yves", "d’Yves"),
        ("de", "Yann", "de Yann"),
        ("de", "Y", "de Y"),
        ("de", "Hugo", "de Hugo"),
        ("de", "Le Chat", "de Le Chat"),
        ("à", "Les deux", "à Les deux"),
        ("cap", "bo", "bo"),
        ("de", "👑", "de 👑"),
        ("de", "\u2068Αλεξ\u2069", "de \u2068Αλεξ\u2069"),
        ("de", "\u2068آدم\u2069", "de \u2068آدم\u2069"),
        ("de", "", "de "),
    ],
)
def test_a_name_stays_as_it_was_typed(small: str, name: str, whole: str) -> None:
    assert french(small, name, False) == whole


def test_a_sentence_knows_names_from_words() -> None:
    told = {"{by} takes {owner}'s {card}.": "{by} prend {card:de} {owner:de}."}
    voice = Translator(
        one=lambda text: told.get(text, text),
        some=lambda one, many, n: one,
        names={"p1": "Ann", "p2": "Le Roi"},
        join=" et ".join,
        elide=french,
    )
    card = say("le soleil")
    sentence = say("{by} takes {owner}'s {card}.", by="p1", owner="p2", card=card)
    assert render(sentence, voice) == "Ann prend du soleil de Le Roi."
    both = say("{by} takes {owner}'s {card}.", by="p2", owner=["p1", "p2"], card=[card, card])
    assert render(both, voice) == "Le Roi prend du soleil et du soleil d’Ann et de Le Roi."
