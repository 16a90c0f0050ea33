"""Static files: read once, squeezed once, and kept by phones for as long as they are the same.

`url_for('static', filename='referee.css')` carries a hash of the content, and what is fetched by
that address never changes. The bare address (a picture in a stylesheet) is asked for each time.

Text is sent without what is only there to be read (`slim`). The scripts come as one, and what only
one game has comes with that game's pages: `styles(game)` links its rules, and `sprite(sign)` is the
address of a sign, in the file of the game it belongs to.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from markupsafe import Markup

from referee.service import all_games
from referee.web import slim
from referee.web.shelf import folders
from referee.web.templating import pure

_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}

_GAMES = "/* Games: the colours of games/<key>.css stand here */"
_RULE = r"[^\s{}@/][^{}\n]*\{(?: --(?:felt|c|on): [^;{}]+;)+ \}\n"
COLOURS = re.compile(rf"(?m)^(?:@media [^{{}}]*\{{\n(?:  {_RULE})+\}}\n|{_RULE})")
"""The rules of a game's stylesheet that every page has, as it may show the game's box: those that
set nothing but the colour of its felt and those of its pieces."""

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>\n?', re.S)
SCRIPTS = ("vendor/htmx.min.js", "vendor/idiomorph.min.js")
"""What the script stands on, unchanged; sent with it, in one answer."""
BOXES = "boxes.svg"
"""The signs of all games, for pages that show several: put together, not on disk."""
_HOW = (Path(__file__), Path(slim.__file__))

_WALNUT = "#4a3526"
"""The cloth of a game that brings none: `--felt-other` of the stylesheet."""


class Asset:
    """One file: its bytes, plain and (where it is worth it) gzipped, its type and its hash. The
    bytes are made when they are first asked for, and not for their address: that is a hash of what
    they are made of, `sources`, and of how."""

    def __init__(self, name: str, sources: Sequence[Path], made: Callable[[], bytes]) -> None:
        self.made = made
        read = b"".join(path.read_bytes() for path in (*sources, *_HOW))
        self.hash = hashlib.sha256(read).hexdigest()[:16]
        guess = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
        self.type = guess or "application/octet-stream"

    @cached_property
    def data(self) -> bytes:
        """The bytes as they are sent to whoever takes no gzip."""
        return self.made()

    @cached_property
    def squeezed(self) -> bytes:
        """The bytes, gzipped as small as can be; empty where that is of no use."""
        if not self.type.startswith(_TEXT):
            return b""
        squeezed = min(_squeezed(self.data), key=len)
        return squeezed if len(squeezed) < len(self.data) else b""


def _squeezed(data: bytes) -> Iterator[bytes]:
    """Yield `data` gzipped in several ways, of which now one and now another is the smallest: with
    less memory there are more blocks, each with a code of its own."""
    for memory in (5, 6, 8):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31, memory)  # 31: as gzip
        yield packer.compress(data) + packer.flush()


class Assets:
    """The files below one folder, by their names in it, as they are when they are first asked for;
    and the stylesheets and signs of games that lie elsewhere, as if they lay in `games`.
    Names are looked up, never put together to a path, so none leads out of it."""

    def __init__(self, folder: Path) -> None:
        self.paths = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()}
        for key, brought in folders().items():
            for suffix in ("css", "svg"):
                path = brought / "static" / f"{key}.{suffix}"
                if path.is_file():
                    self.paths[f"games/{key}.{suffix}"] = path
        self.read: dict[str, Asset] = {}

    def get(self, name: str) -> Asset | None:
        """The file `name`, if there is one."""
        if name not in self.read and (name in self.paths or name == BOXES):
            self.read[name] = Asset(name, self._sources(name), partial(self._sent, name))
        return self.read.get(name)

    def _sources(self, name: str) -> list[Path]:
        """The files that the file `name` is made of."""
        own = [self.paths[name]] if name in self.paths else []
        if name == "referee.js":
            return [*(self.paths[script] for script in SCRIPTS), *own]
        if name in ("referee.css", BOXES):
            return [*own, *self._of_games(Path(name).suffix)]
        return own

    def _of_games(self, suffix: str) -> list[Path]:
        found = (self.paths.get(f"games/{key}{suffix}") for key in all_games())
        return [path for path in found if path]

    def _sent(self, name: str) -> bytes:
        """What is sent for the file `name`."""
        if name == BOXES:
            signs = dict.fromkeys(game.listing.sign for game in all_games().values())
            drawn = "".join(self.symbols[sign][1] for sign in signs if sign in self.symbols)
            return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode()
        if name in SCRIPTS or Path(name).suffix not in (".css", ".js", ".svg"):
            return self.paths[name].read_bytes()
        text = self.paths[name].read_text("utf-8")
        if name == "referee.css":
            text = text.replace(_GAMES, "".join(map(self._colours, all_games())))
        elif name.startswith("games/") and name.endswith(".css"):
            text = COLOURS.sub("", text)
        if name.endswith(".js"):
            before = [self.paths[script].read_text("utf-8") + "\n" for script in SCRIPTS]
            return "".join([*before, slim.script(text)]).encode()
        return (slim.style(text) if name.endswith(".css") else slim.picture(text)).encode()

    def _colours(self, game: str) -> str:
        path = self.paths.get(f"games/{game}.css")
        return "".join(COLOURS.findall(path.read_text("utf-8"))) if path else ""

    @cached_property
    def symbols(self) -> dict[str, tuple[str, str]]:
        """The file that each sign is drawn in, and how it is drawn, by its name."""
        return {
            found[1]: (name, found[0])
            for name, path in self.paths.items()
            if name == "sprite.svg" or (name.startswith("games/") and name.endswith(".svg"))
            for found in _SYMBOL.finditer(path.read_text("utf-8"))
        }

    def felt(self, game: str) -> str:
        """The colour of the cloth on which `game` is played by day: what pictures that stand
        without the stylesheet lie on."""
        found = re.search(rf"(?m)^\.{re.escape(game)} {{ --felt: (#\w+);", self._colours(game))
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

    _give_templates(app, assets)

    @app.url_defaults
    def by_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and "v" not in values:
            asset = assets.get(values["filename"])
            if asset is not None:
                values["v"] = asset.hash


def _give_templates(app: Flask, assets: Assets) -> None:
    """Give templates `sprite` and `styles`."""
    address: Any = app.jinja_env.globals["url_for"]
    kept: dict[tuple[str, str, bool], str] = {}

    def sprite(sign: str, box: bool = False) -> str:
        """The address of a sign; with `box` in the file with those of all games. Asked for dozens
        of times a page."""
        at = request.script_root, sign, box
        found = kept.get(at)
        if found is None:
            name, _ = assets.symbols.get(sign, ("sprite.svg", ""))
            found = f"{address('static', filename=BOXES if box else name)}#{sign}"
            if sign in assets.symbols:
                kept[at] = found
        return found

    def styles(game: str) -> str:
        """The link to the rules that only `game` needs, for every page that shows a piece of it."""
        name = f"games/{game}.css"
        found = assets.get(name)
        if not found or not found.data:
            return ""
        return Markup('<link rel="stylesheet" href="{}">').format(address("static", filename=name))

    pure(app.jinja_env, sprite=sprite, styles=styles)
