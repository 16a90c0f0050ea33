"""Referee: keeps score, knows whose turn it is and settles disputes for five physical games."""
