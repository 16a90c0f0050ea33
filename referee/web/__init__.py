"""The web app: a shell round the pages.

    app = create_app()                          # everything in ./instance
    app = create_app({"DATA": "/srv/referee"})  # what it writes goes there
    app = create_app({"DATA": tmp_path, "TESTING": True})

**A page** is a module of `referee/web/pages/` with a blueprint called `pages`; it is found by
looking, nothing is registered by hand:

    pages = Blueprint("rules", __name__)

    @pages.get("/rules/<game>")
    def rules(game: str) -> str: ...

What a page has at hand:

- `seats.me()` – whose phone this is, `seats.known()` – if it is one of ours, `seats.enrol()` – for
  whoever opens or joins a table, `seats.service()` – the use cases, `seats.table_view(code)` – a
  table as this phone sees it. The cookie is sent by itself, where a page asked for the phone or
  drew a form.
- In templates: `{{ reason|say }}` puts a `Message` into words with the table's names (`words`), `_`
  and `ngettext`, `csrf_token()` (the field of every form), `url_for('static', filename=…)` with
  the content's hash, `htmx`, and `lang` and `lamp` for the frame.
- Refusals: `abort(404)` and its kin, and what the service raises, become a page or with htmx a
  fragment, in words (`errors`). What a page wants to say itself it says itself.
- `limits` for tries, `guard.takes` for large bodies, `stream.event_stream` for live updates,
  `qr.svg` for a code to scan.

Config (also from `instance/config.py`, or from the environment as `REFEREE_…`): `DATA` the folder
that is written to, `DATABASE` the address of a PostgreSQL database in place of a file there,
`PUBLIC_URL` the address phones use if not this machine's own, `HOST` what is listened on,
`TRUST_PROXY` how many proxies stand before the server, `SHARED_MEMORY` whether what is remembered
of pieces is one for all phones (None: on a private network without a public address).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from flask import Flask, request
from jinja2 import FileSystemLoader
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from referee import addresses, log
from referee.service.assembly import open_service
from referee.web import (
    assets,
    errors,
    guard,
    limits,
    packing,
    pages,
    parts,
    seats,
    secret,
    shelf,
    stream,
    tables,
    words,
)
from referee.web.extensions import htmx
from referee.web.templating import Templates, kept_addresses, pure

HERE = Path(__file__).resolve().parent.parent


class Route(Rule):
    """A rule for an address. What puts addresses together is compiled when the first is asked for:
    compiling all of them takes half of the time in which an app is made."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile, compiled = super()._compile_builder, None

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            nonlocal compiled
            compiled = compiled or compile(append_unknown)
            return compiled(rule, **values)

        return build


class App(Flask):
    """Flask; but a fault is noted without the address it came up at."""

    jinja_environment = Templates
    url_rule_class = Route

    def log_exception(self, exc_info: Any) -> None:
        """The trace of a fault, and the shape of the address."""
        rule = request.environ.get(log.RULE) or "(no page)"
        self.logger.error("Fault in %s %s", request.method, rule, exc_info=exc_info)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, ready to serve; `config` stands over every other source of configuration."""
    data = Path((config or {}).get("DATA") or "instance").absolute()
    data.mkdir(parents=True, exist_ok=True)
    app = App(
        "referee",
        instance_path=str(data),
        instance_relative_config=True,
        template_folder=str(beside("templates")),
        static_folder=None,
    )
    app.config.from_mapping(
        DATA=str(data),
        DATABASE="",
        PUBLIC_URL=None,
        HOST=None,
        TRUST_PROXY=0,
        SHARED_MEMORY=None,
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.config.from_pyfile("config.py", silent=True)
    app.config.from_prefixed_env("REFEREE")
    app.config.from_mapping(config or {})
    app.config["DATA"] = str(data)
    app.secret_key = app.config["SECRET_KEY"] or secret.key(data)
    brought = [folder / "templates" for folder in shelf.folders().values()]
    app.jinja_loader = FileSystemLoader([beside("templates"), *brought])
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["addresses"] = kept_addresses(app.url_for, seats.addressed)
    pure(app.jinja_env, url_for=app.extensions["addresses"])
    guard.init_app(app)  # before all else that looks at a request
    hops = app.config["TRUST_PROXY"]
    if hops:
        # For and Proto only: the Host is checked as it came, and nobody moves our addresses.
        # Each proxy adds the address it was asked from; the scheme is the nearest one's word alone.
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, 1, 0, 0, 0)  # type: ignore[method-assign]
    htmx.init_app(app)
    packing.init_app(app)
    assets.init_app(app, beside("static"))
    words.init_app(app)
    _open_service(app)
    seats.init_app(app)
    limits.init_app(app, seats.player)
    stream.init_app(app)
    errors.init_app(app)
    tables.init_app(app)
    parts.init_app(app)
    for module in sorted(iter_modules(pages.__path__), key=lambda module: module.name):
        app.register_blueprint(import_module(f"{pages.__name__}.{module.name}").pages)
    return app


def _open_service(app: Flask) -> None:
    """Build the store, the notifier and the use cases over them."""
    key = app.secret_key
    assert isinstance(key, bytes)
    service = open_service(
        Path(app.config["DATA"]),
        app.config["DATABASE"],
        token_key=hmac.new(key, b"QR tokens", hashlib.sha256).digest(),
        shared_memory=_shares_memory(app),
    )
    app.extensions["service"] = service
    app.extensions["store"] = service.tables.store


def _shares_memory(app: Flask) -> bool:
    """Whether what is remembered of pieces is one for all phones: as whoever runs the server says,
    else where none but the people of one network play."""
    config = app.config
    if config["SHARED_MEMORY"] is not None:
        return bool(config["SHARED_MEMORY"])
    public = config["PUBLIC_URL"] or config["TRUST_PROXY"]
    return not public and addresses.is_private(config["HOST"] or "")


def beside(name: str) -> Path:
    """The folder `name` of the installed package, or of the checkout it is run from."""
    installed = HERE / name
    return installed if installed.is_dir() else HERE.parent / name
