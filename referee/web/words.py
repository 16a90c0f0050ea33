"""Putting things into words: the viewer's language, and the names of the table.

    {{ _('Join a table') }}   {{ ngettext('%(num)s phone', '%(num)s phones', n) }}
    {{ ruling.reason|say }}           a Say of the rules, with the names that `call` was told
    {{ ruling.reason|say(names) }}    the same, with these names
    {{ 'p2'|say }}                    a player's present name

A page of a table says once, before it draws: `words.call({"p1": "Ann", "p2": "Bo"})`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.lists import format_list
from babel.numbers import get_decimal_symbol
from babel.support import NullTranslations
from flask import Flask, current_app, g, has_request_context, request
from flask_babel import Babel, format_date, get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.core import PlayerKey, Translator, render
from referee.core.text import Value
from referee.translations.joins import JOINS

COOKIE = "language"
ENGLISH = "en_GB"


def call(names: Mapping[PlayerKey, str]) -> None:
    """From here on this answer calls the players (keys) by these names."""
    g.voice = voice({str(key): apart(name) for key, name in names.items()})


def voice(names: Mapping[str, str] | None = None) -> Translator:
    """The viewer's language with `names`, or with those of `call`."""
    if names is not None:
        elide = JOINS.get(language())
        return Translator(one=_one, some=_some, names=names, join=_join, elide=elide)
    answer = g._get_current_object()
    if "voice" not in answer:
        call({})
    found: Translator = answer.voice
    return found


def locale() -> str:
    """The viewer's language, as one of those that `known` knows; looked for once an answer."""
    try:
        answer = g._get_current_object()
    except RuntimeError:
        return ENGLISH  # there is no viewer
    if "locale" not in answer:
        answer.locale = _language()
    found: str = answer.locale
    return found


def language() -> str:
    """The code of the viewer's language."""
    return locale().partition("_")[0]


def _catalogue() -> NullTranslations:
    """The viewer's, looked for once an answer: a page has a hundred texts and more."""
    answer = g._get_current_object()
    if "catalogue" not in answer:
        loaded: dict[str, NullTranslations] = current_app.extensions["catalogues"]
        if locale() not in loaded:
            loaded[locale()] = get_translations()
        answer.catalogue = loaded[locale()]
    found: NullTranslations = answer.catalogue
    return found


def _one(text: str) -> str:
    return typeset(_catalogue().ugettext(text))


def _some(one: str, many: str, n: int) -> str:
    return typeset(_catalogue().ungettext(one, many, n))


def _join(items: list[str]) -> str:
    return _joined(tuple(items), locale())


@lru_cache(1024)
def _joined(items: tuple[str, ...], locale: str) -> str:
    return format_list(items, locale=locale)


def say(what: Value, names: Mapping[str, str] | None = None) -> str:
    """`what` in the viewer's language."""
    return render(what, voice(names))


def typeset(text: str) -> str:
    """A text of ours as a page prints it, with its own apostrophes: Bo’s."""
    return text.replace("'", "’")


@lru_cache(4096)
def apart(name: str) -> str:
    """`name`; kept apart where letters run from right to left, or it would stir the sentence."""
    if any(unicodedata.bidirectional(c) in _TURNS for c in name):
        return f"\u2068{name}\u2069"
    return name


def as_name(text: object) -> Markup:
    """The attribute that keeps a browser from translating `text`, where that is a name of the
    table and nothing else (it may be a number)."""
    said = text.unescape() if isinstance(text, Markup) else str(text)
    is_name = said.strip(_ISOLATES) in {name.strip(_ISOLATES) for name in voice().names.values()}
    return Markup(' translate="no"') if is_name else Markup()


_ISOLATES = "\u2068\u2069 \n"
_TURNS = {"R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


ZONE = "zone"
"""The cookie by which a phone says its time zone."""


def zone() -> str:
    """The name of the phone's time zone; "" where it has said none: then it is the server's."""
    answer = g._get_current_object()
    if "zone" not in answer:
        said = request.cookies.get(ZONE, "")
        answer.zone = said if said in _zones() else ""
    found: str = answer.zone
    return found


def clock() -> ZoneInfo | None:
    """The phone's time zone; None for the server's."""
    name = zone()
    return ZoneInfo(name) if name else None


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def local(moment: datetime) -> datetime:
    """`moment` as the clock on the phone shows it."""
    return moment.astimezone(clock())


def day(moment: datetime) -> str:
    """The day of `moment` where the phone is, in its language."""
    return date_said(local(moment).date())


def date_said(day: date) -> str:
    """`day` in the viewer's language."""
    return str(format_date(day, "medium", rebase=False))


def list_separator() -> str:
    """What stands between the columns of a file for a spreadsheet in the viewer's language: a
    semicolon where the comma is in numbers."""
    return ";" if get_decimal_symbol(get_locale()) == "," else ","


def init_app(app: Flask) -> None:
    """English, and every language that has a catalogue in `referee/translations`."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", ENGLISH)
    babel = Babel(app, locale_selector=_language)
    app.extensions["catalogues"] = {}
    app.jinja_env.filters |= {"say": say, "as_name": as_name}
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=_one,
        ngettext=_some,
        pgettext=lambda about, text: typeset(_catalogue().upgettext(about, text)),
        newstyle=True,
    )
    app.jinja_env.language = locale  # type: ignore[attr-defined]
    app.jinja_env.translate = _one  # type: ignore[attr-defined]
    app.jinja_env.translate_counted = _some  # type: ignore[attr-defined]
    app.context_processor(lambda: {"lang": language(), "locale": locale()})
    with app.app_context():
        found = {str(locale) for locale in babel.list_translations()}
    names = [ENGLISH, *sorted(found - {"en", ENGLISH})]
    parsed = [Locale.parse(name) for name in names]
    app.extensions["languages"] = {str(locale): locale for locale in parsed}
    app.extensions["language codes"] = tuple((one.language, str(one)) for one in parsed)


def languages() -> list[tuple[str, str, str]]:
    """All there are: each the locale, what it calls itself, and its code."""
    return [
        (name, (one.get_language_name() or one.language).capitalize(), one.language)
        for name, one in current_app.extensions["languages"].items()
    ]


def known(language: str) -> bool:
    """Whether there is a catalogue for `language`, or it is English."""
    return language in current_app.extensions["languages"]


_LONGEST_WISH = 1000
"""Characters of what a browser says of its languages that are looked at."""


def _language() -> str:
    """As chosen by hand on this phone, else the best that its browser asks for."""
    if not has_request_context():
        return ENGLISH
    chosen = request.cookies.get(COOKIE, "")
    if known(chosen):
        return chosen
    codes = current_app.extensions["language codes"]
    return _best(request.headers.get("Accept-Language", "")[:_LONGEST_WISH], codes)


@lru_cache(256)
def _best(wish: str, codes: tuple[tuple[str, str], ...]) -> str:
    """The language whose code a browser likes best, by its header `wish`."""
    by_code = dict(codes)
    best = parse_accept_header(wish, LanguageAccept).best_match(by_code)
    return by_code[best] if best else ENGLISH
