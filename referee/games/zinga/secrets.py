"""What only one player's phone may hear: the tiles he drew, and what rests on them.

A sentence that names such a tile or its holder is made here, together with what the others are
told instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.core import Message, PlayerKey, Ruling, Secrecy, say
from referee.core.text import Value
from referee.games.zinga.state import State, WrongDraw
from referee.games.zinga.tiles import TILE_WORDS, WHERE

HELD = say("{holder} holds the {tile}, so {by} cannot place it.")
ALL_KNOWN = say("All of {holder}'s tiles are known, and the {tile} is not one of them.")
FITS = say("{holder} holds the {tile}, which fits {at}.")
FIRST_FITS = say("{holder} must stop drawing at the {tile}, which fits {at}.")
NOT_IN_BAG = say("The {tile} is not in the bag, so {holder} cannot draw it.")
TWICE = say("There is only one {tile}, but {holder} draws two.")
ELSEWHERE = say("{holder} drew the {tile} and holds it, not {by}.")
MISSING = say("{holder} drew the {tile}, but it is missing here.")
UNBLOCKS = say("{holder} drew the {tile}, which fits {at}.")

_TOLD_TO_OTHERS: dict[str, Message] = {
    HELD.text: say("{by} cannot hold the {tile}."),
    ALL_KNOWN.text: say("{by} cannot hold the {tile}."),
    FITS.text: say("{holder} cannot draw or pass now."),
    FIRST_FITS.text: say("{holder} cannot draw or pass now."),
    NOT_IN_BAG.text: say("{holder} cannot draw these tiles."),
    TWICE.text: say("{holder} cannot draw these tiles."),
    ELSEWHERE.text: say("The tiles do not match what was drawn."),
    MISSING.text: say("The tiles do not match what was drawn."),
    UNBLOCKS.text: say("A tile can still be placed."),
}


def secret(
    sentence: Message,
    holder: PlayerKey,
    tile: str,
    at: int | None = None,
    by: PlayerKey | None = None,
) -> Message:
    """Return `sentence`, one of those above, of `tile` and `holder`, whose phone alone may be told
    it; `by`: whoever acts, if not the holder."""
    values: dict[str, Value] = {"holder": holder, "tile": TILE_WORDS[tile], "by": by or holder}
    if at is not None:
        values["at"] = WHERE[at]
    return Message(sentence.text, {k: v for k, v in values.items() if _needs(sentence, k)})


def _needs(sentence: Message, name: str) -> bool:
    """Whether `sentence`, or what the others are told in its place, says the value `name`."""
    return f"{{{name}}}" in sentence.text + _TOLD_TO_OTHERS[sentence.text].text


def told_to(viewer: PlayerKey | None, sentence: Message) -> Message:
    """`sentence` as `viewer` may hear it, the sentences within it too."""
    values = sentence.values
    if public := _TOLD_TO_OTHERS.get(sentence.text):
        return sentence if values["holder"] == viewer else filled(public, values)
    told = {k: told_to(viewer, v) if isinstance(v, Message) else v for k, v in values.items()}
    return sentence if told == values else Message(sentence.text, told, sentence.many)


def filled(sentence: Message, values: Mapping[str, Value]) -> Message:
    """Return `sentence` with those of `values` that it says."""
    return Message(sentence.text, {k: v for k, v in values.items() if f"{{{k}}}" in sentence.text})


_WRONG: dict[str, Message] = {
    "elsewhere": say(
        "{by} has the {tile}, but {holder} entered it as drawn. The tiles on the table count."
    ),
    "not-his": say(
        "{by} has the {tile}, but {holder} did not enter it as drawn. The tiles on the table count."
    ),
    "missing": say(
        "{holder} entered the {tile} as drawn, but does not have it. The tiles on the table count."
    ),
    "fits": say("{holder} entered the {tile} as drawn: it fits, but {holder} did not place it."),
}
"""What the phone of `holder` is told of a draw that cannot be right, by why that is."""


Known = dict[PlayerKey, tuple[str, ...]]
"""See `State.known`."""
Wrong = dict[PlayerKey, tuple[WrongDraw, ...]]
"""See `State.wrong`."""


def after_placing(state: State, by: PlayerKey, tile: str, left: int | None) -> tuple[Known, Wrong]:
    """Return what is said to be in hands, and what of that is wrong, once `by` has placed `tile`
    and holds `left`: what the board speaks against is dropped, and its player told."""
    known, wrong = state.known, state.wrong
    for who, held in state.known.items():
        if tile in held:
            at = held.index(tile)
            known = _holding(known, who, held[:at] + held[at + 1 :])
            if who != by:
                wrong = _told(wrong, who, [WrongDraw("elsewhere", tile, by)])
    if left is not None and by in known and len(known[by]) > left:
        known = _holding(known, by, ())
        wrong = _told(wrong, by, [WrongDraw("not-his", tile, by)])
    return known, wrong


def _holding(known: Known, who: PlayerKey, held: tuple[str, ...]) -> Known:
    """Return `known` once `who`, who is among them, is said to hold no more than `held`."""
    changed = known.copy()
    if held:
        changed[who] = held
    else:
        del changed[who]
    return changed


def after_waiting(state: State, by: PlayerKey, fitting: Iterable[str]) -> Wrong:
    """Return what is wrong of the draws once `by` has drawn or passed, who was said to hold tiles
    that are `fitting`: he is told, and keeps them, for he may have played wrong."""
    told = state.wrong.get(by, ())
    wrong = [WrongDraw("fits", tile, by) for tile in dict.fromkeys(fitting)]
    return _told(state.wrong, by, [one for one in wrong if one not in told])


def shown_otherwise(state: State, hands: Mapping[PlayerKey, Iterable[str]]) -> Wrong:
    """Return what is wrong of the draws once everybody has shown `hands` at the end of a round."""
    told, known = state.wrong, state.known
    if not known:
        return told
    for who, tiles in hands.items():
        for tile in tiles:
            for holder, held in known.items():
                if tile in held and holder != who:
                    told = _told(told, holder, [WrongDraw("elsewhere", tile, who)])
    for who, tiles in hands.items():
        missing = [tile for tile in known.get(who, ()) if tile not in tiles]
        told = _told(told, who, [WrongDraw("missing", tile, who) for tile in missing])
    return told


def _told(wrong: Wrong, who: PlayerKey, more: Sequence[WrongDraw]) -> Wrong:
    """Return `wrong` once `who` is told `more`."""
    return {**wrong, who: (*wrong.get(who, ()), *more)} if more else wrong


class HiddenDraws(Secrecy[State]):
    """The tiles that a player said to have drawn, which reach the own phone alone."""

    def has_secret(self, state: State) -> bool:
        """From a draw that names its tiles to the end of the round."""
        return state.named

    def known_state(self, state: State, viewer: PlayerKey | None) -> State:
        """Of the drawn tiles the own alone."""
        return state.seen_by(viewer)

    def contradicted(self, state: State, viewer: PlayerKey) -> tuple[Message, ...]:
        """Draws of the viewer that the tiles on the table speak against."""
        return tuple(
            filled(
                _WRONG[wrong.because],
                {"by": wrong.by, "tile": TILE_WORDS[wrong.tile], "holder": viewer},
            )
            for wrong in state.wrong.get(viewer, ())
        )


def ruling_for(by: PlayerKey, ruling: Ruling, viewer: PlayerKey | None) -> Ruling:
    """`ruling` on an event of `by` as `viewer` may see it: what fits of the own tiles is shown to
    `by` alone."""
    facts = ruling.facts
    if by != viewer:
        facts = {key: value for key, value in facts.items() if key != "playable"}
    return replace(ruling, reason=told_to(viewer, ruling.reason), facts=facts)


def end_of_round_for(told: Collection[str], ruling: Ruling, viewer: PlayerKey | None) -> Ruling:
    """`ruling` on the end of a round as `viewer` may see it: of the hands that were not `told`,
    what fits is shown to their players alone."""
    facts = ruling.facts
    if "playable" in facts:
        shown = [one for one in facts["playable"] if one["by"] in (viewer, *told)]
        facts = {**facts, "playable": shown}
    return replace(ruling, reason=told_to(viewer, ruling.reason), facts=facts)
