"""The app, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import Make

from referee.web import create_app


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes an app; again, it is the same server started anew."""

    def made(**config: object) -> Flask:
        return create_app({"DATA": tmp_path, **config})

    return made


@pytest.fixture
def app(make: Make) -> Flask:
    return make()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for the tests of a module, without limits on tries: for tests that ask many times
    and leave nothing behind that another could see."""
    return create_app({"DATA": tmp_path_factory.mktemp("shared"), "LIMITS": False})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that has never been here."""
    return app.test_client()
