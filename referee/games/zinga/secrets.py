"""What only one player's phone may hear: the tiles he drew, and what rests on them.

A sentence that names such a tile or its holder is made here, together with what the others are
told instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.core import Message, Ruling, Secrecy, say
from referee.core.text import Value
from referee.games.zinga.state import State, WrongDraw
from referee.games.zinga.tiles import TILE_WORDS, WHERE

_HELD = say("{holder} holds the {tile}, so {by} cannot place it.")
_ALL_KNOWN = say("All of {holder}'s tiles are known, and the {tile} is not one of them.")
_FITS = say("{holder} holds the {tile}, which fits {at}.")
_FIRST_FITS = say("{holder} must stop drawing at the {tile}, which fits {at}.")
_NOT_IN_BAG = say("The {tile} is not in the bag, so {holder} cannot draw it.")
_TWICE = say("There is only one {tile}, but {holder} draws two.")
_ELSEWHERE = say("{holder} drew the {tile} and holds it, not {by}.")
_MISSING = say("{holder} drew the {tile}, but it is missing here.")
_UNBLOCKS = say("{holder} drew the {tile}, which fits {at}.")

_TOLD_TO_OTHERS: dict[str, Message] = {
    _HELD.text: say("{by} cannot hold the {tile}."),
    _ALL_KNOWN.text: say("{by} cannot hold the {tile}."),
    _FITS.text: say("{holder} cannot draw or pass now."),
    _FIRST_FITS.text: say("{holder} cannot draw or pass now."),
    _NOT_IN_BAG.text: say("{holder} cannot draw these tiles."),
    _TWICE.text: say("{holder} cannot draw these tiles."),
    _ELSEWHERE.text: say("The tiles do not match what was drawn."),
    _MISSING.text: say("The tiles do not match what was drawn."),
    _UNBLOCKS.text: say("A tile can still be placed."),
}


def _fill(sentence: Message, **values: Value) -> Message:
    return Message(sentence.text, values)


def held_by(holder: str, by: str, tile: str) -> Message:
    """`by` places a tile that `holder` is known to hold."""
    return _fill(_HELD, holder=holder, by=by, tile=TILE_WORDS[tile])


def all_known(holder: str, tile: str) -> Message:
    """`holder` places a tile that is none of his, all of which are known."""
    return _fill(_ALL_KNOWN, holder=holder, by=holder, tile=TILE_WORDS[tile])


def still_fits(holder: str, tile: str, at: int) -> Message:
    """`holder` draws or passes with a tile that fits."""
    return _fill(_FITS, holder=holder, tile=TILE_WORDS[tile], at=WHERE[at])


def drew_on(holder: str, tile: str, at: int) -> Message:
    """`holder` draws on after a tile that fits."""
    return _fill(_FIRST_FITS, holder=holder, tile=TILE_WORDS[tile], at=WHERE[at])


def not_in_bag(holder: str, tile: str) -> Message:
    """`holder` draws a tile that lies on the board or in a hand."""
    return _fill(_NOT_IN_BAG, holder=holder, tile=TILE_WORDS[tile])


def drawn_twice(holder: str, tile: str) -> Message:
    """`holder` draws one tile twice."""
    return _fill(_TWICE, holder=holder, tile=TILE_WORDS[tile])


def held_elsewhere(holder: str, by: str, tile: str) -> Message:
    """`by` shows a tile at the end that `holder` is known to hold."""
    return _fill(_ELSEWHERE, holder=holder, by=by, tile=TILE_WORDS[tile])


def missing(holder: str, tile: str) -> Message:
    """`holder` does not show a tile that he is known to hold."""
    return _fill(_MISSING, holder=holder, tile=TILE_WORDS[tile])


def unblocks(holder: str, tile: str, at: int) -> Message:
    """`holder`, whose hand is not shown, is known to hold a tile that fits."""
    return _fill(_UNBLOCKS, holder=holder, tile=TILE_WORDS[tile], at=WHERE[at])


def told_to(viewer: str | None, sentence: Message) -> Message:
    """`sentence` as `viewer` may hear it, the sentences within it too."""
    public = _TOLD_TO_OTHERS.get(sentence.text)
    values = sentence.values
    if public is not None:
        if values["holder"] == viewer:
            return sentence
        return Message(public.text, {k: v for k, v in values.items() if f"{{{k}}}" in public.text})
    if any(isinstance(value, Message) for value in values.values()):
        return Message(
            sentence.text,
            {k: told_to(viewer, v) if isinstance(v, Message) else v for k, v in values.items()},
            sentence.many,
        )
    return sentence


def told_wrong(holder: str, wrong: WrongDraw) -> Message:
    """What the phone of `holder` is told of a draw that cannot be right."""
    tile, by = TILE_WORDS[wrong.tile], wrong.by
    if wrong.because == "elsewhere":
        return say(
            "{by} has the {tile}, but {holder} entered it as drawn. The tiles on the table count.",
            by=by,
            tile=tile,
            holder=holder,
        )
    if wrong.because == "not-his":
        return say(
            "{by} has the {tile}, but {holder} did not enter it as drawn. The tiles on the "
            "table count.",
            by=by,
            tile=tile,
            holder=holder,
        )
    if wrong.because == "missing":
        return say(
            "{holder} entered the {tile} as drawn, but does not have it. The tiles on the "
            "table count.",
            holder=holder,
            tile=tile,
        )
    return say(
        "{holder} entered the {tile} as drawn: it fits, but {holder} did not place it.",
        holder=holder,
        tile=tile,
    )


def after_placing(state: State, by: str, tile: str, left: int | None) -> State:
    """`state` with what is said to be in hands once `by` has placed `tile` and holds `left`: what
    the board speaks against is dropped, and its player told."""
    if not state.known:
        return state
    holders = [who for who, held in state.known.items() if tile in held]
    others = len(state.known.get(by, ())) - (by in holders)
    if not holders and (left is None or others <= left):
        return state
    known = {who: tuple(t for t in held if t != tile) for who, held in state.known.items()}
    wrong = [
        (who, WrongDraw("elsewhere", tile, by))
        for who, held in state.known.items()
        if tile in held and who != by
    ]
    if left is not None and len(known.get(by, ())) > left:
        known[by] = ()
        wrong.append((by, WrongDraw("not-his", tile, by)))
    return _with(state, known, wrong)


def after_waiting(state: State, by: str, fitting: Iterable[str]) -> State:
    """`state` once `by` has drawn or passed, who was said to hold tiles that are `fitting`: he is
    told, and keeps them, for he may have played wrong."""
    told = state.wrong.get(by, ())
    wrong = [WrongDraw("fits", tile, by) for tile in dict.fromkeys(fitting)]
    return _with(state, state.known, [(by, one) for one in wrong if one not in told])


def shown_otherwise(state: State, hands: Mapping[str, Iterable[str]]) -> State:
    """`state` once everybody has shown `hands` at the end of a round."""
    if not state.known:
        return state
    wrong = [
        (holder, WrongDraw("elsewhere", tile, who))
        for who, tiles in hands.items()
        for tile in tiles
        for holder, held in state.known.items()
        if tile in held and holder != who
    ]
    wrong += [
        (who, WrongDraw("missing", tile, who))
        for who, tiles in hands.items()
        for tile in state.known.get(who, ())
        if tile not in {*tiles}
    ]
    return _with(state, state.known, wrong)


def _with(
    state: State, known: Mapping[str, tuple[str, ...]], wrong: Sequence[tuple[str, WrongDraw]]
) -> State:
    told = dict(state.wrong)
    for who, one in wrong:
        told[who] = (*told.get(who, ()), one)
    return replace(state, known={who: held for who, held in known.items() if held}, wrong=told)


class HiddenDraws(Secrecy[State]):
    """The tiles that a player said to have drawn, which reach the own phone alone."""

    def has_secret(self, state: State) -> bool:
        """From a draw that names its tiles to the end of the round."""
        return state.named

    def known_state(self, state: State, viewer: str | None) -> State:
        """Of the drawn tiles the own alone."""
        return state.seen_by(viewer)

    def contradicted(self, state: State, viewer: str) -> tuple[Message, ...]:
        """Draws of the viewer that the tiles on the table speak against."""
        return tuple(told_wrong(viewer, wrong) for wrong in state.wrong.get(viewer, ()))


def ruling_for(by: str, ruling: Ruling, viewer: str | None) -> Ruling:
    """`ruling` on an event of `by` as `viewer` may see it: what fits of the own tiles is shown to
    `by` alone."""
    facts = ruling.facts
    if by != viewer:
        facts = {key: value for key, value in facts.items() if key != "playable"}
    return replace(ruling, reason=told_to(viewer, ruling.reason), facts=facts)


def end_of_round_for(told: Collection[str], ruling: Ruling, viewer: str | None) -> Ruling:
    """`ruling` on the end of a round as `viewer` may see it: of the hands that were not `told`,
    what fits is shown to their players alone."""
    facts = ruling.facts
    if "playable" in facts:
        shown = [one for one in facts["playable"] if one["by"] in (viewer, *told)]
        facts = {**facts, "playable": shown}
    return replace(ruling, reason=told_to(viewer, ruling.reason), facts=facts)
