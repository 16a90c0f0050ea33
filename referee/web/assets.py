"""Static files: read once, squeezed once, and kept by phones for as long as they are the same.

`url_for('static', filename='referee.css')` carries a hash of the content, and what is fetched by
that address never changes. The bare address (a picture in a stylesheet) is asked for each time.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request

from referee.web.shelf import folders
from referee.web.templating import pure

_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


def put_together(path: Path, own: Sequence[Path]) -> bytes:
    """Return the shared stylesheet or sprite at `path` with those that games have of their `own`.

    One file of all is fetched, once: what a script puts in the place of a page brings no
    stylesheet with it. A game's rules come after the shared ones but for those (of width, motion,
    forced colours, print) that hold for everything.
    """
    shared = path.read_text("utf-8")
    if path.suffix == ".css":
        rules = "\n".join(file.read_text("utf-8") for file in own)
        return shared.replace(_GAMES, f"{_GAMES}\n\n{rules}").encode()
    signs = [_SVG.sub("", file.read_text("utf-8")) for file in own]
    return shared.replace("</svg>\n", "".join(signs) + "</svg>\n").encode()


_GAMES = "/* Games: their own files, games/<key>.css, stand here */"
_SVG = re.compile(r"</?svg\b[^>]*>\n?")
SHARED = {"referee.css": "css", "sprite.svg": "svg"}
"""The files that games add to: with `games/<key>.css` and `games/<key>.svg`."""


_WALNUT = "#4a3526"
"""The cloth of a game that brings none: `--felt-other` of the stylesheet."""


class Asset:
    """One file: its bytes, plain and (where it is worth it) gzipped, its type and its hash."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.data = data
        self.hash = hashlib.sha256(self.data).hexdigest()[:16]
        guess = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        self.type = guess or "application/octet-stream"
        squeezed = gzip.compress(self.data, 9, mtime=0) if self.type.startswith(_TEXT) else b""
        self.squeezed = squeezed if len(squeezed) < len(self.data) else b""


class Assets:
    """The files below one folder, by their names in it, as they are when they are first asked for.
    Names are looked up, never put together to a path, so none leads out of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()}
        self.read: dict[str, Asset] = {}

    def get(self, name: str) -> Asset | None:
        """The file `name`, if there is one."""
        if name not in self.read and name in self.paths:
            path = self.paths[name]
            data = put_together(path, self.own(SHARED[name])) if name in SHARED else None
            self.read[name] = Asset(path, path.read_bytes() if data is None else data)
        return self.read.get(name)

    def own(self, suffix: str) -> list[Path]:
        """Return the files with this suffix that games have of their own."""
        here = sorted((self.folder / "games").glob(f"*.{suffix}"))
        there = (folder / "static" / f"{key}.{suffix}" for key, folder in folders().items())
        return [*here, *(path for path in there if path.is_file())]

    def felt(self, game: str) -> str:
        """The colour of the cloth on which `game` is played by day: what pictures that stand
        without the stylesheet lie on."""
        asset = self.get("referee.css")
        css = asset.data.decode() if asset else ""
        found = re.search(rf"(?m)^\.{re.escape(game)} {{ --felt: (#\w+);", css)
        return found[1] if found else _WALNUT


def init_app(app: Flask, folder: Path) -> None:
    """Serves `folder` as the endpoint `static`."""
    assets = app.extensions["assets"] = Assets(folder)

    @app.get("/static/<path:filename>", endpoint="static")
    def static(filename: str) -> Response:
        asset = assets.get(filename)
        if asset is None:
            abort(404)
        answer = Response(asset.data, mimetype=asset.type)
        answer.vary.add("Accept-Encoding")
        if asset.squeezed and request.accept_encodings["gzip"]:
            answer.set_data(asset.squeezed)
            answer.content_encoding = "gzip"
        answer.set_etag(asset.hash)
        kept = "public, max-age=31536000, immutable"
        answer.headers["Cache-Control"] = (
            kept if request.args.get("v") == asset.hash else "no-cache"
        )
        answer.make_conditional(request)
        return answer

    def sprite() -> str:
        """The address of the signs: asked for dozens of times a page."""
        found: str = address("static", filename="sprite.svg")
        return found

    address: Any = app.jinja_env.globals["url_for"]
    pure(app.jinja_env, sprite=sprite)

    @app.url_defaults
    def by_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values:
            asset = assets.get(values["filename"])
            if asset is not None:
                values["v"] = asset.hash
