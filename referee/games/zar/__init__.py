"""ZAR: a shedding game for 2 to 9 players, or 14 with more than two half decks."""

from referee.games.zar.meta import Zar

GAME = Zar()
