"""The entry sheets."""

from collections.abc import Mapping
from typing import Any

from referee.games.zar.state import State


def sheet(state: State, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    return {}
