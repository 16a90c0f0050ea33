"""What each template is given: a struct a page, whose fields are all that its template sees of the
request.

Besides these every template has what the app gives to all (`words`, `seats`, `assets`: `_`, `say`,
`url_for`, `csrf_token`, `lang`, `lamp`, …). A test holds each template, with all that it extends
and includes, against the fields of its struct.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec
from flask import render_template
from flask_babel import LazyString

from referee.core import AnyGame, Clause, Message, Offer, Page, PlayerKey, Ruling, ScoreSheet, Step
from referee.core.draft import Draft
from referee.core.form import Drawing, Form
from referee.core.form import Row as FormRow
from referee.service import (
    JoinPage,
    Late,
    LogLine,
    LogPage,
    Person,
    Preview,
    Ruled,
    Stale,
    Standing,
    TableLine,
    TableView,
    Unkept,
)
from referee.service.evenings import Evening
from referee.service.exports import Outcome, Paper
from referee.service.leagues import League, LeagueOfTable, LeagueView
from referee.web import counting, shelf
from referee.web.chart import Chart
from referee.web.entry import Entry
from referee.web.picture import Picture

Fields = list[tuple[str, str]]
"""Fields of a form as they were sent: name and value."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What one template is given. `template` is its name, where it is always the same one."""

    template: ClassVar[str] = ""

    def draw(self) -> str:
        """Return the page."""
        return render_template(self.name_of_template, **self.values())

    @property
    def name_of_template(self) -> str:
        """The template to draw."""
        return self.template

    def values(self) -> dict[str, object]:
        """Return what the template sees, by name."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


# The first page, and what a phone keeps for itself


class HomePage(Context, frozen=True, kw_only=True):
    """`tables`: the running ones of this phone; `past`: it has been at some; `languages`: see
    `words.languages`."""

    template = "home.html"
    games: list[AnyGame]
    tables: list[TableLine]
    past: bool
    languages: list[tuple[str, str, str]]


class MenuPage(Context, frozen=True, kw_only=True):
    """`back`: where one was; `here`: the address of this page."""

    template = "menu.html"
    back: str
    here: str
    languages: list[tuple[str, str, str]]


class ErrorPage(Context, frozen=True, kw_only=True):
    """A refusal. `ask_back`: the code of the table that a removed phone may ask to come back to;
    `fragment`: only that, for a page that stays."""

    template = "error.html"
    heading: str | LazyString
    sentence: str | LazyString
    ask_back: str
    lead_home: bool
    fragment: bool


# Opening and joining


class OpenPage(Context, frozen=True, kw_only=True):
    """`names` in seating order; `drawn`: what a lot just drawn says; `holder`: which of them holds
    this phone; `known`: those this phone knows; `by_tap`: one of them was tapped just now, nothing
    typed; `changed`: some option is other than usual; `least`: players there must be; `leagues`:
    those that the table may join, `league` the code of the one that it will."""

    template = "open.html"
    game: AnyGame
    names: list[str]
    drawn: str
    holder: str
    typed: str
    known: list[str]
    by_tap: bool
    options: Mapping[str, object]
    changed: bool
    title: str
    leagues: list[League]
    league: str
    problem: str
    place: str
    least: int


class JoinFormPage(Context, frozen=True, kw_only=True):
    """Where a code is typed."""

    template = "join.html"
    code: str
    problem: str


class DoorPage(Context, frozen=True, kw_only=True):
    """The seats of a table. `token`: of its QR code; `back`: the code of the table one is at."""

    template = "door.html"
    door: JoinPage
    token: str
    problem: str
    back: str


class LockedPage(Context, frozen=True, kw_only=True):
    """Joining is locked."""

    template = "locked.html"
    sentence: str


class WaitingPage(Context, frozen=True, kw_only=True):
    """A removed phone waits to be let in."""

    template = "waiting.html"
    code: str


class HostLinkPage(Context, frozen=True, kw_only=True):
    """The question before a phone is made the host."""

    template = "host.html"
    token: str


class ImportPage(Context, frozen=True, kw_only=True):
    """Where a record is put in."""

    template = "import.html"
    problem: str = ""
    place: str = ""


# The past


class TablesPage(Context, frozen=True, kw_only=True):
    """A list of tables: with the words `text`, of one `kind`. `before`, `older`: for paging."""

    template = "tables.html"
    text: str
    kind: str
    games: list[AnyGame]
    before: int | None
    lines: list[TableLine]
    older: int | None


class EveningPage(Context, frozen=True, kw_only=True):
    """The evening of the table `code`, on `day`, the text to `chat` about it, and whether there is
    a picture of it."""

    template = "evening.html"
    code: str
    day: str
    evening: Evening
    chat: str
    has_picture: bool


class EveningPicture(Context, frozen=True, kw_only=True):
    """The picture of an evening; `foot`: what stands below."""

    template = "picture.svg"
    picture: Picture
    foot: str


class LeaguesPage(Context, frozen=True, kw_only=True):
    """The leagues that this phone sees."""

    template = "leagues.html"
    leagues: list[League]


class LeaguePage(Context, frozen=True, kw_only=True):
    """A league: its standings and tables. `games`: what those that count are called (none: all);
    `before`: for paging; `svg`, `address`: of its QR code."""

    template = "league.html"
    view: LeagueView
    league: League
    games: list[str]
    before: int | None
    svg: str
    address: str


class LeagueDoorPage(Context, frozen=True, kw_only=True):
    """A league that the phone does not see yet."""

    template = "league_door.html"
    code: str
    name: str


class LeagueFormPage(Context, frozen=True, kw_only=True):
    """The form of a league, the new one where there is no `code`. `typed`: its fields as they are;
    `problem`: what is wrong with the field `place`."""

    template = "league_form.html"
    code: str | None
    typed: Mapping[str, object]
    games: list[AnyGame]
    problem: str
    place: str


class GamePage(Context, frozen=True, kw_only=True):
    """A game: who won how often, each kind of its games by itself, and the finished tables."""

    template = "game.html"
    game: AnyGame
    standings: list[list[Standing]]
    before: int | None
    lines: list[TableLine]
    older: int | None


class PlayerPage(Context, frozen=True, kw_only=True):
    """Somebody at this phone's tables. `done` and `kept`: how many tables a new name reached, and
    did not (-1: none was given)."""

    template = "player.html"
    person: Person
    done: int
    kept: int
    problem: str
    typed: str
    before: int | None
    lines: list[TableLine]
    older: int | None


# Rules, lessons


class RulesPage(Context, frozen=True, kw_only=True):
    """The clauses that hold the words `q`; `table_view`: the table whose readings are shown,
    if any."""

    template = "rules.html"
    game: AnyGame
    clauses: list[Clause]
    q: str
    table_view: TableView | None
    options: object


class LessonPage(Context, frozen=True, kw_only=True):
    """A step of a lesson: `number` of `last`. `told`: what happened last; `view`: what the game's
    page shows; `shows` and `choices`: events with their pictures. `choice` was tapped, and got the
    `ruling`, which rests on `clauses` and draws `pieces`."""

    template = "learn.html"
    game: AnyGame
    names: Mapping[str, str]
    number: int
    last: int
    step: Step
    told: Message | None
    view: Page
    shows: Mapping[str, object]
    choices: list[dict[str, object]]
    has: object = shelf.has
    choice: object = None
    ruling: Ruling | None = None
    clauses: Sequence[Clause] = ()
    pieces: Mapping[str, object] = {}


# A table. Every page of one has what the frame round it needs


class Correcting(msgspec.Struct, frozen=True, kw_only=True):
    """The entry that a form corrects: its `line` of the log, how many came `later`, and what it
    would come to (`preview`; None: not whole, or the same). `is_other`: the form asks for something
    else than what was recorded."""

    line: LogLine
    later: int
    preview: Preview | None
    is_other: bool


class TablePage(Context, frozen=True, kw_only=True):
    """What every page of a table is given: `table_view` is the table as this phone sees it, and
    from it follow `game`, `code`, `revision` (the number of its latest change), `view` (what the
    game's page shows), `now` (where the game is), `scores`, `winners`, `offers` (the buttons, where
    this phone records), `awake` (how many phones are), `yours` (the seat of this phone whose turn
    it is), `own_classes` (of the page, by which its stylesheet knows the seats of this phone) and
    `counting` (what is being counted on several phones).
    `drawn`: the number of the latest event the page was drawn for; `name`: of the entry form on it;
    `form`, `sheet`: that form; `show`: the part of the table to show; `step`: of a lesson, which no
    table has; `here`: the address it is fetched at again; `correction`: what its
    form corrects.
    """

    table_view: TableView
    drawn: int = -1
    name: str = ""
    form: Form | None = None
    sheet: object = None
    show: str = ""
    step: None = None
    here: str = ""
    correction: Correcting | None = None

    def values(self) -> dict[str, object]:
        """See `Context`. No template sees the state: only the game's view of it."""
        table_view, game, yours = self.table_view, self.table_view.game, _yours(self.table_view)
        return super().values() | {
            "drawn": table_view.seq if self.drawn < 0 else self.drawn,
            "game": game,
            "code": table_view.code,
            "view": table_view.view(),
            "now": game.title(table_view.state),
            "scores": game.scores(table_view.state),
            "winners": game.winners(table_view.state),
            "offers": table_view.offers() if table_view.may() else [],
            "awake": sum(phone.awake for phone in table_view.phones),
            "revision": table_view.line,
            "yours": yours,
            "own_classes": "".join(f" own-{seat}" for seat in table_view.own)
            + " yours" * bool(yours),
            "counting": counting.overview(table_view),
            "has": shelf.has,
        }


def _yours(table_view: TableView) -> str:
    """Return the seat of this phone whose turn it is, "" if it is another's."""
    turn = None if table_view.over else table_view.game.turn(table_view.state)
    return turn if turn is not None and turn in table_view.own else ""


class OverTable(TablePage, frozen=True, kw_only=True):
    """The page of the table, or one that lies over it. `heading`, `ticker_line`, `beside`, `main`,
    `bar`: its parts, drawn before; `closed`: what was recorded while this phone had a form open for
    it."""

    heading: str = ""
    ticker_line: str = ""
    beside: str = ""
    main: str = ""
    bar: str = ""
    closed: LogLine | None = None


class TableItself(OverTable, frozen=True, kw_only=True):
    """The table."""

    template = "table.html"


class SetupPage(TablePage, frozen=True, kw_only=True):
    """A step of setting up for the first round (`table_view.first_round`)."""

    template = "setup.html"


class MorePage(TablePage, frozen=True, kw_only=True):
    """What else can be recorded now."""

    template = "more.html"


class Box(msgspec.Struct, frozen=True):
    """A game that could be next; `why`: why these people cannot play it."""

    game: AnyGame
    why: Message | None


class AnotherPage(TablePage, frozen=True, kw_only=True):
    """The same people, another game."""

    template = "another.html"
    boxes: Sequence[Box]


class LatePage(TablePage, frozen=True, kw_only=True):
    """What may turn out not to have been allowed (`late`), and the one that is asked about
    (`chosen`; None: that is to be said yet)."""

    template = "late.html"
    late: Sequence[Late]
    chosen: Late | None


class UndoPage(OverTable, frozen=True, kw_only=True):
    """The question before the latest event is taken back."""

    template = "undo.html"


class SincePage(TablePage, frozen=True, kw_only=True):
    """For a page with an open form: the line at the top, and the rows that were filled in (None:
    the form has none) with the `open_row`. `closed`: where to go, as what the form is for has been
    recorded."""

    template = "table/since.html"
    closed: str = ""
    filled_rows: Sequence[FormRow] | None = None
    open_row: str | None = None


class EntryPage(TablePage, frozen=True, kw_only=True):
    """The form of an action, or a page of the game that explains (`sheet`). `fields`: what was
    entered so far; `typed_here`: fields that are typed on this page; `begun`: how many
    hands or rounds had ended when it was begun; `instead`: the number of the event whose place the
    entry takes; `problem` at `place`: why it was refused."""

    entry: Entry
    draft: Draft
    fields: Fields
    typed_here: Sequence[str] = ()
    begun: int
    instead: str
    problem: str
    place: str

    @property
    def name_of_template(self) -> str:
        """One template draws any form; a page that explains has its own."""
        return "form.html" if self.form else f"games/{self.table_view.game.key}/{self.name}.html"


class CountingPage(TablePage, frozen=True, kw_only=True):
    """What is being counted on several phones, where this one waits for the others."""

    template = "table/counting.html"


class RulingPage(OverTable, frozen=True, kw_only=True):
    """A ruling over the table it was made at. `asked`: it was only asked about; `line`: of the log,
    where all may read it (0: it has none);
    `kept`: the fields of the entry, to be sent again; `pieces`: what the game draws beside it;
    `costs`: what taking it back costs; `record`: the address of this question as a check."""

    template = "ruling.html"
    ruling: Ruling
    asked: bool
    may_stand: bool
    kept: Fields
    clauses: list[Clause]
    pieces: Mapping[str, object]
    costs: Offer | None
    record: str
    line: int


class MeanwhilePage(TablePage, frozen=True, kw_only=True):
    """What happened meanwhile (`since`), and what was typed (`kept`), both as buttons."""

    template = "meanwhile.html"
    since: list[LogLine]
    answer: Stale
    kept: Fields


class CorrectPage(TablePage, frozen=True, kw_only=True):
    """What could have been recorded in the place of an earlier entry (`line`, with `later` ones
    after it): the `ways`. `has_form`: one shows its values."""

    template = "correct.html"
    line: LogLine
    later: int
    ways: list[Offer]
    has_form: bool


class UnkeptPage(TablePage, frozen=True, kw_only=True):
    """A later entry would not hold after a correction (`answer`): the table chooses. `kept`: the
    fields of the correction, to be sent again."""

    template = "unkept.html"
    answer: Unkept
    kept: Fields


class LogOfTable(TablePage, frozen=True, kw_only=True):
    """Lines of the log, older than line `before`."""

    template = "log.html"
    page: LogPage
    before: int | None


class KeptRulingPage(TablePage, frozen=True, kw_only=True):
    """The ruling of a line of the log. `pieces`: what the game draws of it; `corrects`: this phone
    may correct it."""

    template = "kept.html"
    kept: Ruled
    ruling: Ruling | None
    pieces: Mapping[str, object]
    clauses: list[Clause]
    corrects: bool


class CoursePage(TablePage, frozen=True, kw_only=True):
    """The course of the scores: of each of `rows` its number, scores and changes, and the line of
    the entry that ended it."""

    template = "course.html"
    players: list[PlayerKey]
    rows: list[dict[str, object]]
    picture: Chart | None


class SettingsPage(TablePage, frozen=True, kw_only=True):
    """`options` are plain; `problem` `where`: why a change was
    refused."""

    template = "settings.html"
    options: Mapping[str, object]
    problem: str
    where: str


class PrintedPage(TablePage, frozen=True, kw_only=True):
    """What is printed in the game's box, put together tap by tap: `options`, and in `draft` an
    event that is no more than a place to put a part of them together; `at`: where on the page one
    is."""

    options: Mapping[str, object]
    draft: Mapping[str, object]
    at: str
    problem: str
    where: str

    @property
    def name_of_template(self) -> str:
        """The game's own."""
        return f"games/{self.table_view.game.key}/printed.html"


class DeletePage(TablePage, frozen=True, kw_only=True):
    """The question before a table is deleted."""

    template = "delete.html"


class PiecesPage(TablePage, frozen=True, kw_only=True):
    """What is remembered of the pieces (`box`), as the game draws it."""

    box: object
    problem: str

    @property
    def name_of_template(self) -> str:
        """The game's own."""
        return f"games/{self.table_view.game.key}/box.html"


class QRPage(TablePage, frozen=True, kw_only=True):
    """The QR code (`svg`) and the `address` to type; `new`: why they are new ones."""

    template = "qr.html"
    new: str
    svg: str
    address: str


class PeoplePage(TablePage, frozen=True, kw_only=True):
    """Seats and phones: the phone of each seat. `problem`: why the name `typed` for the player
    `place` was refused."""

    template = "people.html"
    holders: Mapping[PlayerKey, object]
    problem: str
    place: str
    typed: str


class PicturePage(TablePage, frozen=True, kw_only=True):
    """The picture of a finished game; `foot`: what stands below."""

    template = "picture.svg"
    picture: Picture
    foot: str


class WallsPage(TablePage, frozen=True, kw_only=True):
    """The host's page of the wall boards: the `addresses` as they are typed, and as QR codes
    (`pictures`), by which it is, where there is one (`table`; `middle`, the same laid out for the
    middle of the table; `all`); `title`: what all tables are called together. `problem`: why what
    was `typed` for that was refused."""

    template = "walls.html"
    addresses: Mapping[str, str]
    pictures: Mapping[str, str]
    title: str
    problem: str
    typed: str


class TableLeaguesPage(TablePage, frozen=True, kw_only=True):
    """The leagues that a table is in or may join."""

    template = "table_leagues.html"
    leagues: list[LeagueOfTable]


class ExportPage(TablePage, frozen=True, kw_only=True):
    """The ways out: a few lines for a `chat`, and a link to BG Stats."""

    template = "export.html"
    outcome: Outcome
    chat: str
    create_play: str


# A wall board


class BoardRow(msgspec.Struct, frozen=True):
    """Who score together, and how many; `score` is None before anything was counted. `told`: the
    score in words, where its number alone does not tell."""

    players: Sequence[PlayerKey]
    score: int | None
    is_turn: bool
    leads: bool
    told: Message | None = None


class WallPage(Context, frozen=True, kw_only=True):
    """A wall board: its tables, each drawn before (`mats`), and the heading over several; `ground`:
    the class of the felt of a single one, which may lie `in_middle` of the table; `games`: the keys
    of those on it; `svg`,
    `join_code`: how to join that; `here`, `bell`, `line`, `mark`: how it stays live."""

    template = "wall.html"
    single: bool
    title: str
    ground: str
    games: Sequence[str]
    mats: Sequence[str]
    count: int
    page: int
    pages: int
    at: str
    svg: str
    join_code: str
    here: str
    bell: str
    line: int
    mark: str
    wall_lamp: str
    in_middle: bool


class WallOverPage(Context, frozen=True, kw_only=True):
    """In the place of a wall board that has ended, or never was."""

    template = "wall_over.html"


# A play checked without a table


class ChecksPage(Context, frozen=True, kw_only=True):
    """Which game a check is about."""

    template = "checks.html"
    games: list[AnyGame]


class CheckPage(Context, frozen=True, kw_only=True):
    """A step of a check. `again`: its address; `carried`: fields that go on from step to step;
    `options` are plain. `ruling`: on what was asked, with the `clauses` it rests on, what happened
    (`told`), what the game draws (`pieces`) and the address of the whole question (`link_to`)."""

    game: AnyGame
    entry: Entry
    carried: Fields
    options: Mapping[str, object]
    again: str
    name: str = ""
    step: None = None
    has: object = shelf.has
    ruling: Ruling | None = None
    clauses: Sequence[Clause] = ()
    told: Message | None = None
    pieces: Mapping[str, object] = {}
    link_to: str = ""


class CheckFormPage(CheckPage, frozen=True, kw_only=True):
    """A form, or a page that explains (`sheet`), as in `EntryPage`; `table_view`: the question as a
    table at which nobody records. `situation` and `plays`: the addresses of these steps."""

    form: Form | None
    sheet: Drawing | None
    draft: Draft
    table_view: TableView
    view: Page
    names: list[PlayerKey]
    fields: Fields
    typed_here: Sequence[str] = ()
    situation: str
    plays: str
    problem: str

    @property
    def name_of_template(self) -> str:
        """One template draws any form; a page that explains has its own."""
        return "form.html" if self.form else f"games/{self.game.key}/{self.name}.html"


class CheckNextPage(CheckPage, frozen=True, kw_only=True):
    """What can be asked in the position that was put: `steps` by what they are called, and
    `events`. `back`: the address of the position."""

    template = "check/then.html"
    steps: Mapping[str, str]
    events: list[Offer]
    back: str


# On paper


class TablePaper(TablePage, frozen=True, kw_only=True):
    """A table's score sheet, filled in or `empty`, for paper of a `size`; `leaves`: its pages;
    `shown`: the page of the game; `drawing`: the template that draws it."""

    template = "paper/table.html"
    paper: Paper
    size: str
    empty: bool
    leaves: Sequence[object]
    shown: Page
    drawing: str


class BlankPaper(Context, frozen=True, kw_only=True):
    """A blank score sheet: `kind` of the `kinds` a game has, for `count` players. The others as in
    `TablePaper`."""

    template = "paper/blank.html"
    game: AnyGame
    kinds: Mapping[str, ScoreSheet]
    kind: str
    count: int
    paper: Paper
    size: str
    empty: bool
    leaves: Sequence[object]
    shown: Page
    drawing: str
    table_view: None = None


class TableQRPaper(TablePage, frozen=True, kw_only=True):
    """A table's QR code for the wall."""

    template = "paper/table_qr.html"
    size: str
    svg: str
    address: str


class HousePaper(Context, frozen=True, kw_only=True):
    """The QR code of the first page, for the wall."""

    template = "paper/house.html"
    size: str
    games: list[AnyGame]
    svg: str
    address: str
