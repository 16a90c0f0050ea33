"""The words every game speaks: events, rulings, clauses, readings, sentences, the game itself."""

from referee.core.action import Action, Viewer, judged_once
from referee.core.ending import Ending
from referee.core.event import ByPlayer, Event, NewPlayer, Options, Player, Players, Undo, tag_of
from referee.core.first_round import FirstRound, Hint, SetupStep
from referee.core.form import Offer
from referee.core.game import AnyGame, CheckStart, Game, Listing, Page
from referee.core.judging import Basis, Fault, decide
from referee.core.keys import NOBODY, ClauseId, PlayerKey
from referee.core.lesson import Choice, Lesson, Step
from referee.core.piece_memory import PieceMemory
from referee.core.rules import Clause, Reading, RuleBook
from referee.core.ruling import (
    ILLEGAL,
    LEGAL,
    UNDECIDED,
    Ruling,
    Verdict,
    illegal,
    legal,
    undecided,
)
from referee.core.scoring import RACE, Finish, ScoreSheet, Scoring
from referee.core.secrecy import Secrecy
from referee.core.text import ENGLISH, Message, Translator, UserText, plural, render, say
from referee.core.unusable import Unusable

__all__ = [
    "ENGLISH",
    "ILLEGAL",
    "LEGAL",
    "NOBODY",
    "RACE",
    "UNDECIDED",
    "Action",
    "AnyGame",
    "Basis",
    "ByPlayer",
    "CheckStart",
    "Choice",
    "Clause",
    "ClauseId",
    "Ending",
    "Event",
    "Fault",
    "Finish",
    "FirstRound",
    "Game",
    "Hint",
    "Lesson",
    "Listing",
    "Message",
    "NewPlayer",
    "Offer",
    "Options",
    "Page",
    "PieceMemory",
    "Player",
    "PlayerKey",
    "Players",
    "Reading",
    "RuleBook",
    "Ruling",
    "ScoreSheet",
    "Scoring",
    "Secrecy",
    "SetupStep",
    "Step",
    "Translator",
    "Undo",
    "Unusable",
    "UserText",
    "Verdict",
    "Viewer",
    "decide",
    "illegal",
    "judged_once",
    "legal",
    "plural",
    "render",
    "say",
    "tag_of",
    "undecided",
]
