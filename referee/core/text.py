"""Sentences that wait for a language.

The rules never build a string that a person reads. They make a `Message`: a message of the
catalogue with its values. It is put into words, in the viewer's language and with the players'
present names, only when it is shown (`render`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias
from unicodedata import category

import msgspec


class UserText(msgspec.Struct, frozen=True, tag="quote", gc=False):
    """Words of a person at the table, shown as typed and never translated."""

    words: str


class Message(msgspec.Struct, frozen=True, tag="say", omit_defaults=True, gc=False):
    """A message of the catalogue with its values.

    `text` is the English message with `{name}` places. Where `many` is given, it is the message
    for any number but one of `values["n"]`. A value that is a plain `str` is always a player (the
    table may call him by another name by now); a number is a number; another message is a
    `Message`; a list is joined as the language joins lists; free text is a `UserText`.

    A translation may say with what small word a value is joined, where its language melts the two
    together: "la carte {owner:de}" (see `Translator.elide`).
    """

    text: str
    values: dict[str, Value] = {}
    many: str = ""


SingleValue: TypeAlias = str | int | Message | UserText
Value: TypeAlias = SingleValue | list[SingleValue]


def say(text: str, /, **values: Value) -> Message:
    """The message `text` with its values; a literal given here is found by the catalogue."""
    return Message(text, values)


def plural(one: str, many: str, n: int, /, **values: Value) -> Message:
    """The message `one` if `n` is 1, else `many`; both may use `{n}`."""
    return Message(one, {"n": n, **values}, many)


def _english_list(items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


class Translator(msgspec.Struct, frozen=True):
    """A language and the names of a table.

    `one` looks up a message, `some` one with a number, `names` gives a player's present name (a
    player it lacks is called by his key), `join` joins a list.
    """

    one: Callable[[str], str]
    some: Callable[[str, str, int], str]
    names: Mapping[str, str] = {}
    join: Callable[[list[str]], str] = _english_list
    elide: Callable[[str, str, bool], str] | None = None


class _Word(str):
    """A word in its place of a sentence. `{place:small}` says it after the word `small`."""

    __slots__ = ("after",)
    after: Callable[[str], str]

    def __format__(self, small: str) -> str:
        return self.after(small) if small else str(self)


def _place(value: Value, voice: Translator) -> str:
    """`value` in words, ready for its place in a sentence; in a list each item is joined."""
    words, elide = render(value, voice), voice.elide
    if elide is None:
        return words

    def after(small: str) -> str:
        if isinstance(value, list):
            return voice.join(
                [elide(small, render(item, voice), isinstance(item, Message)) for item in value]
            )
        return elide(small, words, isinstance(value, Message))

    word = _Word(words)
    word.after = after
    return word


ENGLISH = Translator(one=lambda text: text, some=lambda one, many, n: one if n == 1 else many)


def render(what: Value, voice: Translator = ENGLISH) -> str:
    """`what` in words of `voice`. The first letter of a whole message is left as it is."""
    if isinstance(what, str):
        return voice.names.get(what, what)
    if isinstance(what, Message):
        if what.many:
            text = voice.some(what.text, what.many, int(what.values["n"]))  # type: ignore[arg-type]
        else:
            text = voice.one(what.text)
        if not what.values:
            return text
        return text.format_map({key: _place(value, voice) for key, value in what.values.items()})
    if isinstance(what, UserText):
        return what.words
    if isinstance(what, list):
        return voice.join([render(item, voice) for item in what])
    return str(what)


def cut(text: str, most: int) -> str:
    """Return at most the first `most` characters of `text`, cut between graphemes: what belongs to
    the sign before it (an accent, a joiner, a skin tone, the second letter of a flag) goes with it.
    """
    if len(text) <= most:
        return text
    end = most
    while end and _goes_with_the_last(text, end):
        end -= 1
    return text[: end or most]


_JOINER = "\u200d"


def _goes_with_the_last(text: str, at: int) -> bool:
    """Whether the character `at` belongs to the sign that the one before it began."""
    sign, before = text[at], text[at - 1]
    if sign == _JOINER or before == _JOINER or category(sign) in ("Mn", "Me", "Mc"):
        return True
    if "\U0001f3fb" <= sign <= "\U0001f3ff":
        return True
    flags = 0
    while flags < at and "\U0001f1e6" <= text[at - 1 - flags] <= "\U0001f1ff":
        flags += 1
    return "\U0001f1e6" <= sign <= "\U0001f1ff" and flags % 2 == 1
