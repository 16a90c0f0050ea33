"""A declaration: `event` is what happens, `value` what the hands are worth, `outcome` which box is
ticked, `faults` what is wrong, `wording` the sentences, `form` the entry."""

from referee.games.zigzag.actions.declare.event import Call, Declare

__all__ = ["Call", "Declare"]
