"""Notifications on the wire: a stream that carries numbers, and the page itself to who wants it.

    @pages.get("/t/<code>/bell")
    def bell(code: str) -> Response:
        return stream.event_stream(code)

What a phone hears, as server-sent events with the number of the table's latest line as `id` and
`data`: `table` at first and whenever it has changed, `beat` every 10 seconds. Missed or doubled
ones do no harm: the phone asks for its own view by the number it has. Before them comes `mark`, the
name of the database (`Store.mark`): a phone that was shown another one looks, whatever the number.

A phone that plays may ask for the page of the table with it (`?page=1`). Then it hears `page` in
place of `table` when others have changed something, with what it would be answered if it asked now:
that saves it the way there and back, and the server a request. Whoever only watches is told the
number and asks, and how often is counted.

Where many open streams together, as a hundred phones do when a server is back, the first word waits
for the phone's turn, and so they ask for their views one after the other (`Turns`).

A stream ends by itself after a quarter of an hour (the phone comes back), and at once when the
phone has gone or was removed. There are caps for all streams and for those that only watch a table
(`referee.live.Notifier`), and for one phone; above them the answer is 503 with Retry-After. None is
ever closed to make room: that makes storms. Phones that only watch never take the places of those
that play, nor these the host's.
"""

from __future__ import annotations

import errno
import io
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NoReturn
from urllib.parse import urlencode

from flask import Flask, Response, abort, current_app, request

from referee.log import RULE
from referee.service import (
    Busy,
    Full,
    Gone,
    Listening,
    Priority,
    Refusal,
    TableView,
    Unwritable,
    WallListening,
)
from referee.web import packing
from referee.web.seats import acting, known, service

BEAT = 10.0
"""Seconds between heartbeats. A phone that misses two of them takes the stream for dead."""
AT_ONCE = 6
"""Streams opened together that hear their first word at once: a small table does not wait."""
TURN = 1 / 16
"""Seconds between the first words to those beyond `AT_ONCE`: a hundred phones take six, and ask for
22 pages in a second at most."""
LONGEST_TURN = 9.0
"""Seconds that a first word waits at most, however many streams are opened: less than a beat."""
LIFE = 15 * 60.0
"""Seconds; a random part comes on top, so that streams opened together do not return together."""
ROOM = 64 * 1024
"""Bytes that wait for a phone which does not take them: a few pages, and then its stream waits."""
ASKED_BY = (
    *("HTTP_HOST", "HTTP_ACCEPT_LANGUAGE", "SERVER_NAME", "SERVER_PORT", "SCRIPT_NAME"),
    "wsgi.url_scheme",
)
"""What a page is drawn by, beside its address and the cookies of the phone."""
LOGGED = ("REMOTE_ADDR", "REQUEST_METHOD", RULE)
"""What a line of the log says of a request."""
EACH = {Priority.WATCHING: 4, Priority.SEATED: 8, Priority.HOST: 8}
"""Streams of one phone at one table (its tabs); as many televisions show one wall board."""

Listener = tuple[int, int | str]
"""Who listens: the number of a table and of a phone, or 0 and the address of a wall board."""
DrawPage = Callable[[TableView], str]


def event_stream(code: str, draw: DrawPage | None = None) -> Response:
    """Return the stream of the table `code` for the phone that asks; raises what `Views.listen`
    raises. With `draw` the page that it makes of what this phone sees comes along. 503 where there
    are too many streams."""
    phone = known()
    if phone is None:
        raise Gone
    mark = current_app.extensions["store"].mark
    brings = draw is not None and bool(request.accept_encodings["gzip"])
    try:
        listening = service().views.listen(code, phone, views=brings, as_seat=acting() or None)
    except Full:
        full()
    page = PageRequest(code, listening, draw) if draw and brings else None
    return _answer(listening, (listening.table, phone.id), lambda: mark, page)


def wall_stream(code: str) -> Response:
    """The same for the wall board at the address `code`, whoever asks; its `mark` is another one
    whenever other tables are shown, and then it is said again."""
    try:
        subscription = service().walls.listen(code)
    except Full:
        full()
    return _answer(subscription, (0, subscription.code), lambda: subscription.mark)


class PageRequest:
    """The request for the page of the table `code`, as the phone that is `listening` would send it:
    it is kept for as long as it listens, and so no more of it than a page needs. `draw` makes the
    page."""

    __slots__ = ("_app", "_asked_by", "_code", "_cookies", "_draw", "_listening")

    def __init__(self, code: str, listening: Listening, draw: DrawPage) -> None:
        environ = request.environ
        self._app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        self._code, self._listening, self._draw = code, listening, draw
        self._cookies = environ.get("HTTP_COOKIE", "")
        self._asked_by = _same(tuple(environ.get(name, "") for name in ASKED_BY))

    def data(self) -> bytes:
        """Return the page of what the phone was told, as the data of an event: empty where it was
        told a number alone."""
        view, seat = self._listening.view, self._listening.as_seat
        if view is None:
            return b""
        environ = dict(zip(ASKED_BY, self._asked_by, strict=True)) | {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": f"/t/{self._code}",
            "QUERY_STRING": urlencode({"as": seat}) if seat else "",
            "HTTP_COOKIE": self._cookies,
            "HTTP_HX_REQUEST": "true",
            "wsgi.input": io.BytesIO(),
        }
        with self._app.request_context(environ):
            page = self._draw(view)
        return b"\ndata: ".join(page.encode().splitlines())  # to HTML all ends of lines are alike


@lru_cache(256)
def _same(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same object for the same `values`, which thousands of phones have in common."""
    return values


def _answer(
    subscription: Listening | WallListening,
    who: Listener,
    mark: Callable[[], str],
    page: PageRequest | None = None,
) -> Response:
    """The stream of `subscription`, counted under `who`, packed where a `page` comes along."""
    open_: Counter[Listener] = current_app.extensions["streams"]
    if open_[who] >= EACH[subscription.priority]:
        subscription.close()
        full()
    turns: Turns = current_app.extensions["turns"]
    stream = Stream(subscription, open_, who, turns, mark, page)
    response = Response(stream, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "private, no-store" if page else "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
    if page:
        response.content_encoding = "gzip"
    return response


def full() -> NoReturn:
    """503; those who are refused together do not come back together."""
    abort(503, retry_after=random.randint(20, 40))  # noqa: S311


class Turns:
    """Who speaks when: `AT_ONCE` at once, others one after the other, `TURN` seconds apart, and
    nobody later than `LONGEST_TURN` seconds after it came."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.worked_off = 0.0
        """When all that were let speak have had `TURN` seconds each."""

    def wait(self) -> None:
        """Return when it is the caller's turn. Who goes away while it waits takes none."""
        if self.lock.acquire(timeout=LONGEST_TURN):
            try:
                ahead = self.worked_off - time.monotonic()
                time.sleep(max(0.0, ahead - (AT_ONCE - 1) * TURN))
                # By the time it is: what a busy moment held up must not all come after it.
                self.worked_off = max(self.worked_off, time.monotonic()) + TURN
            finally:
                self.lock.release()


class Stream:
    """One open stream, counted in `open_` under `who`: what it yields goes to the phone. `page`:
    what its page is drawn by, where it wants that, too: then all of it is packed."""

    __slots__ = (
        *("closed", "environ", "mark", "open", "page", "pieces", "subscription", "turns", "watch"),
        "who",
    )

    def __init__(
        self,
        subscription: Listening | WallListening,
        open_: Counter[Listener],
        who: Listener,
        turns: Turns,
        mark: Callable[[], str],
        page: PageRequest | None,
    ) -> None:
        self.subscription, self.open, self.who = subscription, open_, who
        self.turns, self.mark, self.page = turns, mark, page
        self.pieces = packing.Pieces() if page else None
        self.environ = request.environ
        self.watch = _Watch(request.environ.get("gunicorn.socket"))
        self.open[who] += 1
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        self._forget()
        self.watch.start()
        ends = time.monotonic() + LIFE + random.uniform(0, LIFE / 10)  # noqa: S311
        yield self._packed(b"retry: %d\n\n" % random.randint(1000, 4000))  # noqa: S311
        self.turns.wait()
        told, number = "", 0
        while time.monotonic() < ends:
            try:
                heard = self.subscription.wait(BEAT)
            except (Refusal, Busy, Unwritable):
                break  # this phone has no place here, or no answer now: its page will be told
            number = heard or number
            if told != self.mark():
                told = self.mark()
                yield self._packed(b"event: mark\ndata: %s\n\n" % told.encode())
            yield self._packed(self._event(heard, number))
        if self.pieces:
            yield self.pieces.end()

    def _event(self, heard: int | None, number: int) -> bytes:
        page = self.page.data() if self.page else b""
        event = b"beat" if heard is None else b"page" if page else b"table"
        return b"event: %s\nid: %d\ndata: %s\n\n" % (event, number, page or b"%d" % number)

    def _packed(self, event: bytes) -> bytes:
        return self.pieces.packed(event) if self.pieces else event

    def _forget(self) -> None:
        """Drop what the request came with, but for what the log says of it at the end: thousands of
        phones listen for hours."""
        kept = {name: self.environ[name] for name in LOGGED if name in self.environ}
        self.environ.clear()
        self.environ.update(kept)

    def close(self) -> None:
        """Called by the server however the stream ends."""
        if not self.closed:
            self.closed = True
            self.watch.close()
            self.subscription.close()
            self.open -= Counter([self.who])


class _Watch:
    """Ends the greenlet that made it when the phone at the other end of `client` hangs up: without
    it, that would be noticed only at the second heartbeat. Under a server that does not lend its
    socket (`client` is None) it does nothing."""

    __slots__ = ("client", "greenlet", "watcher")

    def __init__(self, client: Any) -> None:
        self.watcher = None
        if client is not None:
            from gevent import get_hub, getcurrent

            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
            self.client = client
            self.greenlet = getcurrent()
            self.watcher = get_hub().loop.io(client.fileno(), 1)

    def start(self) -> None:
        if self.watcher is not None:
            self.watcher.start(self._readable)

    def _readable(self) -> None:
        assert self.watcher is not None
        self.watcher.stop()  # once is enough: a phone that sends on is not looked at again
        try:
            gone = not self.client._sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            gone = False
        except OSError:
            gone = True
        if gone:
            from gevent import kill

            kill(self.greenlet, BrokenPipeError(errno.EPIPE, "the phone has gone"))

    def close(self) -> None:
        if self.watcher is not None:
            self.watcher.stop()
            self.watcher.close()
            self.watcher = None


def init_app(app: Flask) -> None:
    """Counts the streams of each phone, and gives them their turns."""
    app.extensions["streams"] = Counter()
    app.extensions["turns"] = Turns()
