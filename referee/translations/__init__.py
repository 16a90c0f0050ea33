"""The catalogues of texts, and what gathers them.

`messages.pot` holds every message once; a language is a folder `xx/LC_MESSAGES` with its
`messages.po` and the `messages.mo` made from it. Messages stand in Python as `say(…)` and
`plural(…)`, in templates as `_(…)` and `ngettext(…)`, and in each game's `rules.toml`
and `lesson.toml`.
"""
