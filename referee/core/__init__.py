"""The words every game speaks: events, rulings, clauses, readings, sentences, the game itself."""

from referee.core.event import Event, NewPlayer, Options, Player, Undo
from referee.core.game import Blank, Game, Offer
from referee.core.lesson import Choice, Lesson, Step
from referee.core.rules import Clause, Reading, RuleBook
from referee.core.ruling import ILLEGAL, LEGAL, UNDECIDED, Ruling, illegal, legal, undecided
from referee.core.text import ENGLISH, Quote, Say, Voice, plural, say, speak
from referee.core.unusable import Unusable

__all__ = [
    "ENGLISH",
    "ILLEGAL",
    "LEGAL",
    "UNDECIDED",
    "Blank",
    "Choice",
    "Clause",
    "Event",
    "Game",
    "Lesson",
    "NewPlayer",
    "Offer",
    "Options",
    "Player",
    "Quote",
    "Reading",
    "RuleBook",
    "Ruling",
    "Say",
    "Step",
    "Undo",
    "Unusable",
    "Voice",
    "illegal",
    "legal",
    "plural",
    "say",
    "speak",
    "undecided",
]
