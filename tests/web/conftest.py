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


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that has never been here."""
    return app.test_client()
