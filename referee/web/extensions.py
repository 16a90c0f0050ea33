"""Extensions of Flask that several modules ask."""

from __future__ import annotations

from flask_htmx import HTMX

htmx = HTMX()
"""True in a request of htmx, which takes a part of a page; set up by `create_app`."""
