"""A record in an address: a check can be shared, and the server keeps nothing of it."""

from __future__ import annotations

import base64
import zlib

import msgspec
from flask import url_for

from referee.core import PlayerKey, Unusable, say
from referee.core.schema import map_players
from referee.service import TableView
from referee.service.checks import record_json

MOST = 16 * 1024
"""Bytes that a record in an address may have when unpacked: more than any check needs."""


def pack(record: dict[str, object]) -> str:
    """`record` for an address."""
    packed = zlib.compress(msgspec.json.encode(record), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str) -> bytes:
    """The record's bytes; raises `Unusable` for what is not one of ours or is far too large."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, MOST)
    except (ValueError, zlib.error):
        raise Unusable(
            "record", say("This link is incomplete. Copy the whole link and try again.")
        ) from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise Unusable("record", say("This link is incomplete. Copy the whole link and try again."))
    return data


def link(table_view: TableView, events: list[object]) -> str:
    """The address of a check of `events` under this table's options, by present names."""

    def called(key: PlayerKey, path: str, new: bool) -> str:
        return table_view.names.get(key, key)

    players = [table_view.names[key] for key in table_view.game.players(table_view.state)]
    options = map_players(table_view.options, "", called)
    record = record_json(
        table_view.game, players, options, [map_players(event, "", called) for event in events]
    )
    return url_for("checks.check", game=table_view.game.key, record=pack(record))
