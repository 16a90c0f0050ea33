"""A declaration: `event` is what happens, `outcome` what the hands are worth and what comes of it,
`wording` what its ruling says and cites, `form` the entry."""

from referee.games.zigzag.actions.declare.event import Call, Declare

__all__ = ["Call", "Declare"]
