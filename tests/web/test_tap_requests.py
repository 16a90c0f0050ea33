"""What one tap costs the store: one transaction, with script and without."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from flask import Flask
from phones import NAMES, form_token, open_table, phone_of, token_of

from referee.store.sqlite import Store


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The transactions of every store from now on."""
    begun: list[str] = []

    def counting(kind: str):
        real = getattr(Store, kind)

        @contextmanager
        def counted(self: Store):
            begun.append(kind)
            with real(self) as db:
                yield db

        return counted

    for kind in ("read", "write"):
        monkeypatch.setattr(Store, kind, counting(kind))
    return begun


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "script"])
@pytest.mark.parametrize("game", ["zar", "kazing"])
def test_a_tap_is_one_transaction(
    app: Flask, transactions: list[str], game: str, headers: dict[str, str]
) -> None:
    host = phone_of(app)
    service = app.extensions["service"]
    me = service.phones.find(token_of(host))
    code = service.opening.open_table(me, game, NAMES, {}, key="open")
    form = {"csrf_token": form_token(host)}
    begin = {
        "zar": {"type": "start_hand", "dealer": "p1", "top": "blue-moon"},
        "kazing": {"type": "take", "by": "p1", "from": "deck"},
    }[game]
    transactions.clear()
    answer = host.post(
        f"/t/{code}/events", data=form | begin | {"seq": "0", "key": "k"}, headers=headers
    )
    assert answer.status_code == (200 if headers else 303), answer.text
    assert transactions == ["write"]


def test_a_page_of_a_table_is_one_transaction(app: Flask, transactions: list[str]) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    transactions.clear()
    assert host.get(f"/t/{code}").status_code == 200
    assert transactions == ["read"]
