"""The server: gunicorn with gevent workers, one of them unless told otherwise, started with no
configuration.

A process answers with a greenlet for each phone; gunicorn's own process only starts it again should
it ever fall. What gunicorn leaves open is bounded here: how long headers, a
body and an answer may take, what a refusal below the app looks like, what is logged.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import gc
import ipaddress
import logging
import os
import resource
import socket
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import gevent
import msgspec
from gevent.util import wrap_errors
from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.http.message import Request
from gunicorn.http.wsgi import Response
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from referee import addresses, log
from referee.counts import Counts

if TYPE_CHECKING:
    from flask import Flask

    from referee.service import Service
    from referee.store import Store

HEADERS_SECONDS = 10
"""For the headers to be whole; also how long a connection is kept with nothing asked on it."""
BODY_SECONDS = 45.0
"""For a body to be whole."""
WRITE_SECONDS = 30.0
"""For a phone to take anything at all of what is sent to it."""
DRAIN = 64 * 1024 * 1024
"""Bytes of a refused body that are read and dropped, so that the refusal gets through."""
CONNECTIONS = 8000
"""Far above the cap of streams (`referee.live.Notifier`): phones that listen leave room for
pages."""


class Body:
    """A request's body that ends in time: what is too slow looks like a phone that hung up."""

    def __init__(self, body: Any) -> None:
        self.body = body
        self.ends = time.monotonic() + BODY_SECONDS
        self.taken = 0
        self.failed = False

    def read(self, size: int | None = None) -> bytes:
        """As a file's."""
        return self._take(self.body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """As a file's."""
        return self._take(self.body.readline, size)

    def _take(self, take: Callable[[int | None], bytes], size: int | None) -> bytes:
        late = ConnectionResetError(errno.ECONNRESET, "the body came too slowly")
        self.failed = True
        with gevent.Timeout(max(0.001, self.ends - time.monotonic()), late):
            data = take(size)
        self.failed = False
        self.taken += len(data)
        return data

    def drop(self) -> bool:
        """Reads what nobody has asked for; False if that is not to be had."""
        try:
            while self.read(65536):
                if self.taken > DRAIN:
                    return False
                gevent.sleep(0)
        except OSError:
            return False
        return True


class Answering:
    """A connection that sends the head of an answer with the first of what follows it: one packet,
    and one call of the system, in place of two."""

    __slots__ = ("_head", "connection")

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._head: bytes | None = None  # before it comes; then what is held of it

    def sendall(self, data: bytes) -> None:
        """As a socket's, but for the first call, which is for the head."""
        if self._head is None:
            self._head = data
        else:
            held, self._head = self._head, b""
            self.connection.sendall(held + data if held else data)

    def finish(self) -> None:
        """Send the head that nothing has followed."""
        if self._head:
            held, self._head = self._head, b""
            self.connection.sendall(held)

    def __getattr__(self, name: str) -> Any:
        """All else as the socket has it, once what is held has been sent."""
        self.finish()
        return getattr(self.connection, name)


class Worker(GeventWorker):
    """gunicorn's gevent worker, with an end to everything slow."""

    def handle(self, listener: object, client: socket.socket, addr: object) -> None:
        """Serves one connection."""
        client.settimeout(WRITE_SECONDS)
        AsyncWorker.handle(self, listener, client, addr)

    def handle_request(
        self, listener_name: object, req: Request, sock: socket.socket, addr: object
    ) -> object:
        """Serves one request; ends the connection if the rest of its body cannot be had."""
        body = None
        if _has_body(req):
            req.body = body = Body(req.body)
        answering = Answering(sock)
        try:
            try:
                return super().handle_request(listener_name, req, answering, addr)
            finally:
                answering.finish()
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the phone takes nothing") from None
        finally:
            if body and not body.drop():
                req.force_close()

    def handle_error(
        self,
        req: Request | None,
        client: socket.socket,
        addr: tuple[str, int] | None,
        exc: BaseException,
    ) -> None:
        """What is no request at all is refused in words, and logged without what it said."""
        if not isinstance(exc, ParseException):
            self.log.error("Fault below the app", exc_info=exc)
            status, words = "500 Internal Server Error", "Something broke here."
        elif isinstance(exc, LimitRequestHeaders):
            status, words = "431 Request Header Fields Too Large", "The headers are too large."
        elif isinstance(exc, LimitRequestLine):
            status, words = "414 URI Too Long", "The address is too long."
        else:
            status, words = "400 Bad Request", "This is not a request that can be read."
        self.log.access_line({"REMOTE_ADDR": addr[0] if addr else "-"}, status, 0.0)
        try:
            util.write(client, refusal(status, words))
        except OSError:
            self.log.debug("The refusal did not get through")


def _has_body(req: Request) -> bool:
    reader = req.body.reader
    return not isinstance(reader, LengthReader) or reader.length > 0


def refusal(status: str, words: str) -> bytes:
    """A whole answer, for where there is no app to give one; with the headers of every answer."""
    from referee.web.guard import HEADERS

    lines = [f"HTTP/1.1 {status}", "Connection: close", "Content-Type: text/plain; charset=utf-8"]
    lines += [f"Content-Length: {len(words)}", "Cache-Control: no-store"]
    lines += [f"{name}: {value}" for name, value in HEADERS.items()]
    return ("\r\n".join(lines) + f"\r\n\r\n{words}").encode()


class Log(Logger):
    """gunicorn's words through our own log."""

    def setup(self, cfg: Config) -> None:
        """Nothing of its own: everything goes up to the root's handler."""
        self.cfg = cfg
        self.error_log.propagate = True
        self.error_log.setLevel("WARNING")

    def access(
        self, resp: Response, req: Request, environ: dict[str, object], request_time: timedelta
    ) -> None:
        """One request has been answered."""
        self.access_line(environ, str(resp.status), request_time.total_seconds() * 1000)

    def access_line(self, environ: dict[str, object], status: str, milliseconds: float) -> None:
        """One line."""
        log.request_line(environ, status, milliseconds)

    def reopen_files(self) -> None:
        """There are none."""


class Settings(msgspec.Struct, frozen=True):
    """What the command line says. `data`: the folder that is written to; `database`: the address of
    a PostgreSQL database in place of a file in it; `workers`: how many processes answer; `host`:
    what to listen on (empty: every address), or `socket`: the path of a Unix socket in its place;
    `public_url`: what phones use, if not this machine's own address; `trust_proxy`: how many
    proxies stand before the server; `keep`: days for which tables are kept after their last change
    (0: for ever); `shared_memory`: whether all phones share what is remembered of pieces (None: on
    a private network without `public_url`)."""

    data: str = "instance"
    database: str = ""
    workers: int = 1
    host: str = ""
    port: int = 8000
    public_url: str = ""
    trust_proxy: int = 0
    socket: str = ""
    keep: int = 0
    shared_memory: bool | None = None


SERVING = "serving.json"
"""Where in its folder a server leaves its `Settings`, for `referee host`."""


def serving(data: str) -> Settings | None:
    """The settings of the server that was last started on the folder `data`; raises `Unwritable` if
    they cannot be read."""
    from referee.core import UserText, say
    from referee.store import Unwritable

    file = Path(data) / SERVING
    try:
        return msgspec.json.decode(file.read_bytes(), type=Settings)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError:
        raise Unwritable(
            say(
                "The file {file} is damaged. Restart the server and it will write a new one.",
                file=UserText(str(file)),
            )
        ) from None


def _leave_settings(settings: Settings) -> None:
    file = Path(settings.data) / SERVING
    # Each worker leaves them. The address of a database may have a password in it.
    part = file.with_name(f"{SERVING}.{os.getpid()}")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(msgspec.json.encode(settings))
    part.replace(file)


class Server(BaseApplication):
    """gunicorn with what `Settings` say."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        # Made in the process that starts the serving one, and starts it again.
        self.counts = Counts()
        self.first = os.memfd_create("first")
        super().__init__()

    def load_config(self) -> None:
        """Called by gunicorn."""
        shared = Path("/dev/shm")  # noqa: S108
        for name, value in {
            "bind": _bind(self.settings),
            "worker_class": f"{__name__}.Worker",
            "workers": self.settings.workers,
            "worker_connections": CONNECTIONS,
            "keepalive": HEADERS_SECONDS,
            "graceful_timeout": 1,
            "limit_request_line": 8190,
            "limit_request_fields": 60,
            "limit_request_field_size": 8190,
            # Whom to believe is the app's to say (`trust_proxy`), not a list of gunicorn's.
            "forwarded_allow_ips": "",
            "secure_scheme_headers": {},
            "forwarder_headers": "",
            "logger_class": f"{__name__}.Log",
            "control_socket_disable": True,
            # The sign of life is a file; not on a disk that may be full or asleep.
            "worker_tmp_dir": str(shared) if os.access(shared, os.W_OK) else None,
            "pre_fork": share_memory,
            "post_worker_init": self.started,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Called by gunicorn in the process that serves. What is amiss is said in words; with what
        cannot be worked with, it does not start."""
        gc.disable()  # until all is there (`started`)
        from referee.core import render
        from referee.store import Busy, TooNew, Unwritable
        from referee.web import create_app

        s = self.settings
        try:
            app = _patiently(
                lambda: create_app(
                    {
                        "DATA": s.data,
                        "DATABASE": s.database,
                        "HOST": s.host,
                        "PUBLIC_URL": s.public_url,
                        "TRUST_PROXY": s.trust_proxy,
                        "COUNTS": self.counts,
                    }
                    | ({} if s.shared_memory is None else {"SHARED_MEMORY": s.shared_memory})
                )
            )
            _leave_settings(s)
            app.extensions["store"].verify()
            if self.is_first():
                for note in app.extensions["store"].check():
                    print(f"Note: {render(note)}", file=sys.stderr)
        except TooNew:
            why = "its database was written by a newer version of Referee, and was left untouched"
        except Unwritable as error:
            why = render(error.message)
        except Busy:
            why = "its database is held by another program"
        except OSError as error:
            why = error.strerror or str(error)
        else:
            return app
        what = "The database" if s.database else f"The folder {s.data}"
        print(f"{what} cannot be used: {why}", file=sys.stderr)
        sys.exit(Arbiter.APP_LOAD_ERROR)

    def started(self, worker: Worker) -> None:
        """Called by gunicorn when the app is loaded."""
        tune_gc()
        # They are read twenty times a request, each time by way of two dicts and a function.
        settings = worker.cfg.settings.items()
        worker.cfg.__dict__.update({name: setting.get() for name, setting in settings})
        worker.wsgi.extensions["store"].commit_by(in_a_thread)
        gevent.spawn(read_templates, worker.wsgi)
        gevent.spawn(collect_hourly)
        gevent.spawn(self.lead, worker.wsgi.extensions["service"])
        gevent.spawn(share_presence, worker.wsgi.extensions["service"])

    def is_first(self) -> bool:
        """Whether this worker does what one has to do for all: as long as it lives, if no other
        does."""
        try:
            fcntl.lockf(self.first, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def lead(self, service: Service) -> None:
        """Do it, once the worker that did it is gone."""
        while not self.is_first():
            gevent.sleep(5)
        gevent.spawn(announce_addresses, self.settings)
        gevent.spawn(finish_reveals, service)
        keep_up(service.tables.store, self.settings.keep)


def in_a_thread(call: Callable[[], object]) -> object:
    """Call it in a thread, while other greenlets go on; return its answer, or raise what it raised
    (the pool would print that as well)."""
    answer = gevent.get_hub().threadpool.apply(wrap_errors(Exception, call))
    if isinstance(answer, Exception):
        raise answer
    return answer


def announce_addresses(settings: Settings) -> None:
    """Says where the server is found, and again whenever the machine has moved."""
    from referee.web import qr

    said: list[str] = []
    while True:
        urls = addresses.urls(settings.port, settings.host, settings.public_url)
        if urls != said:
            said = urls
            others = "".join(f"\n   or {url}" for url in urls[1:])
            code = f"\n{qr.text(urls[0])}" if sys.stdout.isatty() else ""
            print(f"Referee is at {urls[0]}{others}{code}", flush=True)
            if "//localhost" in urls[0]:
                print("This machine is on no network: no phone can reach it.", flush=True)
        gevent.sleep(10)


Made = TypeVar("Made")

DATABASE_SECONDS = 20.0
"""For a database that does not answer when a process starts: it may be starting too."""


def _patiently(make: Callable[[], Made]) -> Made:
    """What `make` makes, tried again while the database is out of reach."""
    from referee.core import render
    from referee.store import Unreachable

    until = time.monotonic() + DATABASE_SECONDS
    said = False
    while True:
        try:
            return make()
        except Unreachable as error:
            if time.monotonic() > until:
                raise
            if not said:
                print(f"{render(error.message)} Trying again …", file=sys.stderr, flush=True)
            said = True
            gevent.sleep(0.5)


PRESENCE_SECONDS = 5.0
"""How often processes tell each other of the phones they hear: a fraction of the time for which a
phone counts as awake."""


def share_presence(service: Service) -> None:
    """Tells the other processes which phones are here, if there can be any."""
    from referee.store import Busy, Unwritable

    while service.tables.store.is_shared:
        gevent.sleep(PRESENCE_SECONDS)
        try:
            service.tables.share_presence()
        except (Busy, Unwritable):
            pass  # the next time: who is here is heard of again
        except Exception:
            logger.exception("Fault in telling who is here")


UPKEEP_SECONDS = 60.0


def finish_reveals(service: Service) -> None:
    """Tells how games ended whose players began to turn it up and left."""
    from referee.store import Busy, Unwritable

    while True:
        gevent.sleep(UPKEEP_SECONDS)
        try:
            service.reveals.finish_abandoned()
        except (Busy, Unwritable):
            pass  # the next time
        except Exception:
            logger.exception("Fault in finishing what tables had left lying")


logger = logging.getLogger("referee.upkeep")


def keep_up(store: Store, keep_days: int) -> None:
    """Looks the database through, copies it and deletes what is too old, whenever that is due; what
    takes long, in a thread of its own."""
    from referee.store.upkeep import Upkeep

    upkeep = Upkeep(store, keep_days)
    while True:
        gevent.sleep(UPKEEP_SECONDS)
        try:
            # A file is looked through and copied by the disk's pace; a server only asked.
            pool = None if store.is_shared else gevent.get_hub().threadpool
            for warning in pool.apply(upkeep.copy_and_check) if pool else upkeep.copy_and_check():
                logger.warning("%s", warning)
            count = upkeep.delete_old(pause=lambda: gevent.sleep(0.05))
            if count:
                logger.warning("Deleted %d tables unchanged for %d days", count, keep_days)
        except Exception:
            logger.exception("Fault in the upkeep of the database")


def share_memory(arbiter: Arbiter, worker: Worker) -> None:
    """Called by gunicorn before it forks the process that serves. What is there stays shared: the
    collector of garbage, which writes into all that it looks through, leaves it alone."""
    gc.collect()
    gc.freeze()
    gc.enable()


def read_templates(app: Flask) -> None:
    """Reads the templates before anyone waits for them, one at a time between requests."""
    gevent.sleep(0.5)
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)
        gevent.sleep(0.01)
    _give_back_memory()


def tune_gc() -> None:
    """Keep the collector of garbage from stopping everybody, which with thousands of streams took
    it half a second, again and again: what is there at the start stays, and of the rest nearly all
    goes without it. What it has to find among the old it finds once an hour (`collect_hourly`)."""
    gc.freeze()
    gc.set_threshold(10_000, 50, 100_000)
    gc.enable()


def collect_hourly() -> None:
    """Have the collector look through everything that came after the start."""
    while True:
        gevent.sleep(3600)
        gc.collect()


def _give_back_memory() -> None:
    """Return to the system what was only needed to start, where the C library can (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _bind(settings: Settings) -> str:
    if settings.socket:
        return f"unix:{settings.socket}"
    host = settings.host or "0.0.0.0"  # noqa: S104
    return f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"


def serve(settings: Settings) -> int:
    """Serves until it is told to stop; the exit status."""
    from referee.core import render
    from referee.store import Unwritable, lock

    if settings.socket and not settings.public_url:
        return _complain("Phones do not find a Unix socket: --socket goes with --public-url.")
    if settings.trust_proxy and not (settings.socket or is_loopback(settings.host)):
        return _complain(
            "With --trust-proxy anybody who reaches this server could say who he is. Listen where "
            "only the proxy does: --host 127.0.0.1, or --socket."
        )
    if settings.workers < 1:
        return _complain("At least one process must answer: --workers 1, or more.")
    if settings.workers > 1 and not settings.database:
        return _complain(
            "With SQLite one process answers: several would not hear of each other's changes. "
            "--workers goes with --database postgresql://…"
        )
    log.set_up()
    try:
        # Kept until this process and the one that serves have both ended.
        lock.hold(Path(settings.data))
    except Unwritable as error:
        return _complain(render(error.message))
    except OSError as error:
        why = error.strerror or error
        return _complain(f"The folder {settings.data} cannot be used: {why}")
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(hard, 2 * CONNECTIONS) if hard >= 0 else 2 * CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    refused = _refused_socket(settings) if settings.socket else _refused_port(settings)
    if refused:
        return _complain(refused)
    Arbiter(Server(settings)).run()
    return 0


def is_loopback(host: str) -> bool:
    """Whether only this machine itself reaches what listens on `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _refused_port(settings: Settings) -> str:
    """Why the port cannot be listened on; nothing if it can."""
    try:
        host, _, port = _bind(settings).rpartition(":")
        family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET
        socket.create_server((host.strip("[]"), int(port)), family=family).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        return f"Port {settings.port} cannot be used: {why}. --port names another."
    return ""


def _refused_socket(settings: Settings) -> str:
    """Why the socket cannot be listened on: gunicorn would take it from whoever has it."""
    path = Path(settings.socket)
    if path.exists() and not path.is_socket():
        return f"{path} is there already and is no socket."
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            if os.access(path.parent, os.W_OK):
                return ""
            return f"Nothing can be written to {path.parent}."
        except OSError as error:
            return f"The socket {path} cannot be used: {error.strerror or error}."
    return f"Another program listens on {path}."


def _complain(words: str) -> int:
    print(words, file=sys.stderr)
    return 1
