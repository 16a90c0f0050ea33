"""Forms as data. One template, `form.html`, draws any of them.

A game describes what is to be entered; where its buttons stand, how large they are, how the form
works with the keyboard, without a script or on a wide screen, is decided once, in the template.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from referee.core.event import Event
from referee.core.keys import PlayerKey
from referee.core.text import Message, UserText

Label: TypeAlias = Message | UserText | str
"""What a button says. A plain `str` is a player, called by the present name."""

Piece: TypeAlias = Mapping[str, object]
"""What the game's macros `face` and `mark` draw a piece from."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A button: an `event` that one tap records, or a `sheet` (a form or page of the game) to open.

    `label` says what will be recorded. `main` marks the next thing to do (one at most), `more`
    what belongs behind "…", `off` what cannot be now and only keeps its place. `sign` names a
    symbol of the sprite. `fill` are values the form starts with.
    """

    label: Message
    event: Event | None = None
    sheet: str = ""
    fill: dict[str, str] = {}
    main: bool = False
    more: bool = False
    off: bool = False
    sign: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a `Choice`, as a button.

    A tap puts `value` into the field and empties those named in `clears`; or, if nothing is open
    any more, it records `event`, or one of `by_lot`, left to chance. `piece` is drawn on the
    button. `is_off`: it cannot be; it keeps its place, and `label` says why. `is_chosen`: it is in
    the field already.
    """

    label: Label
    value: str = ""
    clears: tuple[str, ...] = ()
    event: Event | None = None
    by_lot: tuple[Event, ...] = ()
    piece: Piece | None = None
    is_off: bool = False
    is_chosen: bool = False


class Choice(msgspec.Struct, frozen=True, kw_only=True, tag="choice"):
    """One of several answers: players, pieces, yes and no. `label` is the question. `is_shared`:
    the answer is one for all rows of the form (`Action.shared_fields`), on whichever phone."""

    name: str
    label: Message
    answers: tuple[Answer, ...]
    is_shared: bool = False

    @property
    def has_pieces(self) -> bool:
        """Whether its buttons show pieces."""
        return any(answer.piece is not None for answer in self.answers)

    @property
    def is_marked(self) -> bool:
        """Whether it shows which answer was chosen."""
        return any(answer.is_chosen for answer in self.answers)


class Number(msgspec.Struct, frozen=True, kw_only=True, tag="number"):
    """A whole number, `least` to `most`.

    `keys`: the few numbers it can be, each a key to tap. `on_keypad`: it has large number keys of
    its own; `switch` is then a key beside the 0 that leads to another way to enter it. `is_sure`:
    it stands there and cannot be changed. `piece` is what is counted.
    """

    name: str
    label: Message
    value: int | None = None
    least: int = 0
    most: int = 9999
    keys: tuple[int, ...] = ()
    on_keypad: bool = False
    switch: Answer | None = None
    is_sure: bool = False
    piece: Piece | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True, tag="group"):
    """Numbers that belong together, on a sheet of their own. `folded_under`: the line that hides
    them until somebody asks for them (or `is_open`); groups with the same line share one fold."""

    title: Message
    fields: tuple[Number, ...]
    folded_under: Message | None = None
    is_open: bool = False


Field: TypeAlias = Choice | Number | Group


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A player's row of a form that is filled in row by row, perhaps on several phones. `value` is
    what it comes to so far; None: still empty. `pieces` are those that lie in it, `places` how many
    there should be (None: not known). `question` has to be answered before it is recorded: it does
    not go with what is known."""

    player: PlayerKey
    value: int | None = None
    pieces: tuple[Piece, ...] = ()
    places: int | None = None
    question: Message | None = None


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """An entry, as far as it is filled in.

    `label` is the open question or, once the form is whole, what its main button says. It is whole
    with an `event`, which the button records; or if it `is_ready`: then the button sends the
    fields as they are. `title` stands above the fields, where it is not the question, and `hint`
    below it. `scene` is what the game's macro `scene` draws there; `kept` are values the event
    needs that nobody has to enter.

    `rows` are filled in one after the other: the fields are those of the row that is
    `open_row`; `next_row` is whose comes then; `answered` is what was answered for all of them.
    `only_asks`: nothing will be recorded. `on_one_sheet`: all its questions are there from the
    first on, so that nothing moves when one is answered. `dismiss` is the answer that leads back
    to the table with nothing recorded ("Nobody"); `help` leads to a page of the game that explains,
    and stands where the main button will be.
    """

    label: Message
    title: Message | None = None
    hint: Message | None = None
    fields: tuple[Field, ...] = ()
    rows: tuple[Row, ...] = ()
    open_row: str = ""
    next_row: PlayerKey | None = None
    answered: Message | None = None
    is_ready: bool = False
    event: Event | None = None
    only_asks: bool = False
    on_one_sheet: bool = False
    scene: Mapping[str, object] = {}
    kept: Mapping[str, str] = {}
    dismiss: Message | None = None
    help: Offer | None = None

    @property
    def drawn_names(self) -> frozenset[str]:
        """The names of the fields it draws itself; what else was entered is kept hidden."""
        return frozenset((*self.kept, *(number.name for number in self.numbers())))

    def numbers(self) -> Iterator[Number]:
        """Yield its numbers, those in groups too."""
        for field in self.fields:
            if isinstance(field, Group):
                yield from field.fields
            elif isinstance(field, Number):
                yield field

    def choices(self) -> Iterator[Choice]:
        """Yield its choices."""
        return (field for field in self.fields if isinstance(field, Choice))

    @property
    def keeps_answers(self) -> bool:
        """Whether it shows what was answered before: then its questions stand on one sheet, and
        what can be answered otherwise is a small key."""
        return self.on_one_sheet or any(choice.is_marked for choice in self.choices())

    @property
    def open_row_is_filled(self) -> bool:
        """Whether the row that is open holds something."""
        return any(row.player == self.open_row and row.value is not None for row in self.rows)


def of_players(players: Iterable[PlayerKey], chosen: PlayerKey | None = None) -> tuple[Answer, ...]:
    """Return an answer for each of `players`, with the one `chosen` before."""
    return tuple(Answer(label=who, value=who, is_chosen=who == chosen) for who in players)


def question(
    name: str,
    label: Message,
    answers: Iterable[Answer],
    dismiss: Message | None = None,
    hint: Message | None = None,
) -> Form:
    """Return the form that asks one question, to be answered in the field `name`."""
    return Form(
        label=label,
        hint=hint,
        fields=(Choice(name=name, label=label, answers=tuple(answers)),),
        dismiss=dismiss,
    )


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that is a picture (a deck, a ring, a board), drawn by a template of the game's own:
    `games/<key>/<form>.html`, which calls it `sheet`. Subclass it with what the picture shows.

    `label` is the open question or what the main button says. The entry is whole with an `event`,
    which that one records, or when it `is_ready`: then it sends the fields as they are. `rows` are
    filled in one after the other, as those of a `Form`.
    """

    label: Message | None = None
    is_ready: bool = False
    event: Event | None = None
    rows: tuple[Row, ...] = ()
    open_row: str = ""
    next_row: PlayerKey | None = None
    answered: Message | None = None
