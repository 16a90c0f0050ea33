"""PostgreSQL's errors as `Busy` and `Unwritable`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from referee.core import say
from referee.store.errors import Busy, Unreachable, Unwritable

LOST = say(
    "The server cannot reach its database. What was recorded is safe. Try again in a moment."
)

_BUSY = (
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    PoolTimeout,
)
_FULL = say("The database's disk is full. Nothing can be recorded until space is freed.")
_READ_ONLY = say("The server's database is read-only. Nothing can be recorded until that changes.")
_FORBIDDEN = say("The server's user may not do this in the database. Grant it the right.")


@contextmanager
def in_words() -> Iterator[None]:
    """Raise `Busy` and `Unwritable` for what is not the program's own fault."""
    try:
        yield
    except _BUSY as error:
        raise Busy from error
    except errors.DiskFull as error:
        raise Unwritable(_FULL) from error
    except errors.ReadOnlySqlTransaction as error:
        raise Unwritable(_READ_ONLY) from error
    except errors.InsufficientPrivilege as error:
        raise Unwritable(_FORBIDDEN) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise Unreachable(LOST) from error
