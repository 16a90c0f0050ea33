"""Imports point one way, and the rules know nothing of the web, the disk, the clock or chance."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent

RULES = {"core", "games", "table", "record"}
SERVER = {"exports", "store", "live", "service", "addresses", "counts", "log", "web"}
LEAVES = {"addresses", "counts", "log", "translations"}
"""What imports nothing of ours."""
MAY = {
    "core": {"core"},
    "games": {"core"},
    "table": {"core", "table"},
    "record": RULES,
    "exports": {"core", "exports"},
    "store": RULES | {"store"},
    "live": {"core", "live"},
    "service": RULES | {"exports", "store", "live", "service"},
    "addresses": set[str](),
    "counts": set(),
    "log": set(),
    "web": {"core", "service", "web"} | LEAVES,
    "serve": RULES | SERVER | {"serve"},
    "cli": RULES | SERVER | {"serve", "cli"},
    "translations": set(),
    "__main__": {"cli"},
    "__init__": set(),
}
"""What each room may import of the others."""

PURE = {"core", "games", "table", "record"}
WORLD = {
    *("flask", "werkzeug", "jinja2", "gevent", "gunicorn"),
    *("sqlite3", "pysqlite3", "sqlite_utils"),
    *("psycopg", "psycopg_pool"),
    *("time", "datetime", "random", "secrets", "uuid", "calendar", "zoneinfo"),
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "socket", "subprocess", "sys"),
    *("logging", "threading", "asyncio", "multiprocessing", "urllib", "http", "locale"),
}
ENGINES = {
    "sqlite": {"sqlite3", "pysqlite3", "sqlite_utils"},
    "postgres": {"psycopg", "psycopg_pool"},
}
"""The engines of the store, each with the libraries that only it may use."""
CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def sources() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield parts[0], path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Every module that `path` imports, wherever in it; relative ones made absolute."""
    package = ["referee", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            inner = (f"{module}.{alias.name}" for alias in node.names)
            yield from (name for name in inner if is_module(name))


def is_module(name: str) -> bool:
    path = ROOT.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


FILES = list(sources())
IDS = [str(path.relative_to(ROOT)) for _, path in FILES]


def test_every_room_is_known() -> None:
    rooms = {room for room, _ in FILES}
    assert rooms <= set(MAY), "a new room: say in MAY what it may import"


@pytest.mark.parametrize(("room", "path"), FILES, ids=IDS)
def test_imports_point_one_way(room: str, path: Path) -> None:
    for name in imports(path):
        parts = name.split(".")
        if parts[0] != "referee" or len(parts) == 1:
            continue
        if room == "games" and parts[1] == "games":
            own = path.relative_to(ROOT / "games").parts[0]
            assert parts[2:3] == [own], f"{path} imports another game: {name}"
        elif parts[1] == "games" and len(parts) > 2:
            pytest.fail(f"{path} knows a game by name: {name}")
        else:
            assert parts[1] in MAY[room], f"{path} imports {name}"


@pytest.mark.parametrize(("room", "path"), FILES, ids=IDS)
def test_sql_stays_in_its_engine(room: str, path: Path) -> None:
    """Who asks a store asks its interface, so that another engine can answer."""
    parts = path.relative_to(ROOT).parts
    used = set(imports(path))
    for engine, libraries in ENGINES.items():
        if engine not in parts:
            assert not {name.split(".")[0] for name in used} & libraries, path
        if "sql" in parts or (room == "service" and path.stem != "assembly"):
            assert not [name for name in used if name.startswith(f"referee.store.{engine}")], path


@pytest.mark.parametrize(
    "path", [p for room, p in FILES if room in PURE], ids=lambda p: str(p.relative_to(ROOT))
)
def test_rules_are_pure(path: Path) -> None:
    used = {name.split(".")[0] for name in imports(path)}
    assert not used & WORLD, f"{path} reaches out: {used & WORLD}"
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in CALLS, f"{path}:{node.lineno} calls {node.func.id}"


def test_the_walk_sees_what_it_should(tmp_path: Path) -> None:
    """The test above would be worth nothing if it saw no imports inside functions."""
    cli = set(imports(ROOT / "cli.py"))
    assert {"referee.serve", "referee.core", "argparse"} <= cli


def test_no_two_modules_of_tests_share_a_name():
    """pytest could collect only one of them."""
    names = sorted(path.name for path in Path(__file__).parent.rglob("test_*.py"))
    assert names == sorted(set(names))
