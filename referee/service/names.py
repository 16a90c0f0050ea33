"""Names as people type them: those that look alike are the same name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from referee.core import Message, Unusable, UserText, plural, say
from referee.core.event import MOST_PLAYERS, clean_name

_BLANK = dict.fromkeys(
    [
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164),
        *(0xFFA0, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    ]
)
"""Signs that show as nothing though Unicode does not count them as such."""
_JOINERS = {"\u200c", "\u200d"}
_FLOOD = 4
"""More marks than any script sets on one letter."""


def confusable_skeleton(name: str) -> str:
    """What `name` looks like: two names with the same look cannot be told apart at the table."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_BLANK)
    shown = "".join(c for c in folded if unicodedata.category(c) not in ("Cf", "Cc", "Cn"))
    return unicodedata.normalize("NFKC", re.sub(r"\s+", " ", shown)).strip()


def typed_name(name: str, taken: Collection[str], path: str) -> str:
    """`name` as typed at a table where the names `taken` are in use; raises `Unusable`.

    Stricter than a record: it shows, it turns no writing round, and it looks like no other.
    """
    name = clean_name(name, path)
    if not confusable_skeleton(name):
        raise Unusable(path, say("This name is blank. Type at least one visible character."))
    if any(
        unicodedata.category(c) == "Cf" and c not in _JOINERS and c < "\U000e0000" for c in name
    ):
        raise Unusable(path, say("This name contains invisible characters. Type it again."))
    marks = 0
    for c in name:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if marks > _FLOOD:
            raise Unusable(path, say("This name has too many accents on one letter: 4 at most."))
    shown = confusable_skeleton(name)
    for other in taken:
        if confusable_skeleton(other) == shown:
            raise Unusable(path, say("{name} is already at the table.", name=UserText(other)))
    return name


def typed_names(names: Collection[str]) -> list[str]:
    """All names of a new table as typed, in order; raises `Unusable` (`players[i]`). More than any
    game seats are refused before one is compared with another."""
    check_count(names)
    out: list[str] = []
    for i, name in enumerate(names):
        out.append(typed_name(name, out, f"players[{i}]"))
    return out


def check_count(names: Collection[str]) -> None:
    """Refuse more names than any game has players."""
    if len(names) > MOST_PLAYERS:
        raise too_many("players", MOST_PLAYERS)


def too_many(path: str, most: int) -> Unusable:
    """Return what to raise for more than `most` entries at `path`."""
    said = plural("This must have at most {n} entry.", "This must have at most {n} entries.", most)
    return Unusable(path, said)


def typed_title(title: str) -> str:
    """A table's title as typed: at most 60 characters of one line, perhaps none; raises
    `Unusable` (`title`)."""
    return _typed_line(
        title,
        "title",
        say("The table's name is too long: 60 characters at most."),
        say("The table's name contains characters that cannot be used."),
    )


def typed_league_name(name: str) -> str:
    """A league's name as typed, as a table's title; raises `Unusable` (`name`)."""
    return _typed_line(
        name,
        "name",
        say("The league's name is too long: 60 characters at most."),
        say("The league's name contains characters that cannot be used."),
    )


def _typed_line(text: str, path: str, too_long: Message, unusable: Message) -> str:
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > 60:
        raise Unusable(path, too_long)
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text):
        raise Unusable(path, unusable)
    return text
