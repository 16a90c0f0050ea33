"""Notifications on the wire: a stream that carries a number, and nothing else.

    @pages.get("/t/<code>/bell")
    def bell(code: str) -> Response:
        return stream.event_stream(code)

What a phone hears, as server-sent events with the number of the table's latest line as `id` and
`data`: `table` at first and whenever it has changed, `beat` every 10 seconds. Missed or doubled
ones do no harm: the phone asks for its own view by the number it has. Before them comes `mark`, the
name of the database (`Store.mark`): a phone that was shown another one looks, whatever the number.
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
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from flask import Flask, Response, abort, current_app, request

from referee.log import RULE
from referee.service import (
    Busy,
    Full,
    Gone,
    Listening,
    Priority,
    Refusal,
    Unwritable,
    WallListening,
)
from referee.web.seats import known, service

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
LOGGED = ("REMOTE_ADDR", "REQUEST_METHOD", RULE)
"""What a line of the log says of a request."""
EACH = {Priority.WATCHING: 4, Priority.SEATED: 8, Priority.HOST: 8}
"""Streams of one phone at one table (its tabs); as many televisions show one wall board."""

Listener = tuple[int, int | str]
"""Who listens: the number of a table and of a phone, or 0 and the address of a wall board."""


def event_stream(code: str) -> Response:
    """Return the stream of the table `code` for the phone that asks; raises what
    `Service.listen` raises. 503 where there are too many streams."""
    phone = known()
    if phone is None:
        raise Gone
    mark = current_app.extensions["store"].mark
    try:
        subscription = service().views.listen(code, phone)
    except Full:
        full()
    return _answer(subscription, (subscription.table, phone.id), lambda: mark)


def wall_stream(code: str) -> Response:
    """The same for the wall board at the address `code`, whoever asks; its `mark` is another one
    whenever other tables are shown, and then it is said again."""
    try:
        subscription = service().walls.listen(code)
    except Full:
        full()
    return _answer(subscription, (0, subscription.code), lambda: subscription.mark)


def _answer(
    subscription: Listening | WallListening, who: Listener, mark: Callable[[], str]
) -> Response:
    """The stream of `subscription`, counted under `who`."""
    open_: Counter[Listener] = current_app.extensions["streams"]
    if open_[who] >= EACH[subscription.priority]:
        subscription.close()
        full()
    turns: Turns = current_app.extensions["turns"]
    response = Response(Stream(subscription, open_, who, turns, mark), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Accel-Buffering"] = "no"
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
    """One open stream, counted in `open_` under `who`: what it yields goes to the phone."""

    def __init__(
        self,
        subscription: Listening | WallListening,
        open_: Counter[Listener],
        who: Listener,
        turns: Turns,
        mark: Callable[[], str],
    ) -> None:
        self.subscription, self.open, self.who, self.turns, self.mark = (
            subscription,
            open_,
            who,
            turns,
            mark,
        )
        self.environ = request.environ
        self.watch = _Watch(request.environ.get("gunicorn.socket"))
        self.open[who] += 1
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        self._forget()
        self.watch.start()
        ends = time.monotonic() + LIFE + random.uniform(0, LIFE / 10)  # noqa: S311
        yield b"retry: %d\n\n" % random.randint(1000, 4000)  # noqa: S311
        self.turns.wait()
        told = self.mark()
        yield b"event: mark\ndata: %s\n\n" % told.encode()
        number = 0
        while time.monotonic() < ends:
            try:
                heard = self.subscription.wait(BEAT)
            except (Refusal, Busy, Unwritable):
                return  # this phone has no place here, or no answer now: its page will be told
            number = heard or number
            if told != self.mark():
                told = self.mark()
                yield b"event: mark\ndata: %s\n\n" % told.encode()
            yield b"event: %s\nid: %d\ndata: %d\n\n" % (
                b"beat" if heard is None else b"table",
                number,
                number,
            )

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

    def __init__(self, client: Any) -> None:
        self.watcher = None
        if client is not None:
            from gevent import get_hub, getcurrent

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
