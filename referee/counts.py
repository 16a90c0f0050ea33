"""How much each of many has done lately, in memory that outlives the process that counts."""

from __future__ import annotations

import fcntl
import math
import mmap
import os
import secrets
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b


class Counts:
    """For each key the moment at which all that it did will be worked off, in memory of a fixed
    size that processes share when it is made before they part.

    A key is kept by a hash under a secret, among `_WAYS` places that its hash gives. Where all of
    them are taken, the one that is worked off first makes room: who does most is forgotten last.
    """

    _ROW = struct.Struct("<Qd")
    _WAYS = 8

    def __init__(self, rows: int = 65_536) -> None:
        self.rows = rows
        self.memory = mmap.mmap(-1, rows * self._ROW.size)
        self.secret = secrets.token_bytes(16)
        self._file = os.memfd_create("counts")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other processes from counting meanwhile. One that is killed holds nothing."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def until(self, key: str) -> float:
        """The moment for `key`, of the clock that never jumps; one long past if there is none."""
        _, until = self._find(key)
        return until

    def put(self, key: str, until: float) -> None:
        """Keep another moment for `key`."""
        at, _ = self._find(key)
        self._ROW.pack_into(self.memory, at, self._hash(key), until)

    def _hash(self, key: str) -> int:
        digest = blake2b(key.encode(), digest_size=8, key=self.secret).digest()
        return int.from_bytes(digest, "little") | 1

    def _find(self, key: str) -> tuple[int, float]:
        """Where `key` is kept, or would be, and its moment."""
        hashed = self._hash(key)
        start = hashed // self._WAYS * self._WAYS
        free, first = 0, math.inf
        for way in range(self._WAYS):
            at = (start + way) % self.rows * self._ROW.size
            there, until = self._ROW.unpack_from(self.memory, at)
            if there == hashed:
                return at, until
            if until < first:
                free, first = at, until
        return free, -math.inf
