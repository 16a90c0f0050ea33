"""Each template against the documented fields of the struct it is given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, meta, nodes

from referee.service import all_games
from referee.web import contexts, create_app
from referee.web.contexts import CheckPage, Context, TablePage


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    app = create_app({"DATA": tmp_path_factory.mktemp("contexts")})
    with app.test_request_context("/"):
        given: dict[str, object] = {}
        app.update_template_context(given)
    app.jinja_env.globals.update(given)
    return app.jinja_env


def structs(of: type[Context] = Context) -> Iterator[type[Context]]:
    for kind in of.__subclasses__():
        yield kind
        yield from structs(kind)


DYNAMIC = {
    "form.html": ("table/entry.html", "check/entry.html"),
    "paper/table.html": ("paper/rounds.html",),
    "paper/blank.html": ("paper/rounds.html",),
}
"""Templates whose name is in a field, by the template that draws them."""

OF_GAMES = {
    "paper/table.html": "paper.html",
    "paper/blank.html": "paper.html",
}
"""Pages of the games that a template draws by such a name."""

FRAMES = {"EntryPage": "table/entry.html", "CheckFormPage": "check/entry.html"}
"""In which of its frames a struct's form is drawn."""

PAGES = [kind for kind in structs() if kind.template] + [
    kind for kind in structs() if kind.__name__ in FRAMES
]
DERIVED = {
    *(
        "game",
        "code",
        "view",
        "now",
        "scores",
        "winners",
        "offers",
        "awake",
        "yours",
        "own_classes",
        "revision",
        "counting",
        "has",
    ),
    "pairs",
}
"""What `TablePage` adds to its fields."""


class Closure:
    """A template with all that it extends and includes, and the names that they ask for."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.known = set(environment.list_templates())
        self.parse = cache(self._parse)

    def _parse(self, name: str) -> nodes.Template:
        assert self.environment.loader is not None
        return self.environment.parse(self.environment.loader.get_source(self.environment, name)[0])

    def of(self, name: str, frame: str = "") -> dict[str, nodes.Template]:
        found: dict[str, nodes.Template] = {}
        waiting = [name]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.known:
                continue
            found[name] = self.parse(name)
            for node in found[name].find_all((nodes.Extends, nodes.Include)):
                waiting += self._named(node.template)
            for node in found[name].find_all(nodes.Import):
                waiting += self._named(node.template) if node.with_context else []
            more = DYNAMIC.get(name, ()) + self._of_games(OF_GAMES.get(name, ""))
            waiting += [frame] if frame and frame in more else more
        return found

    def _of_games(self, page: str) -> tuple[str, ...]:
        return tuple(name for game in all_games() if page and (name := f"games/{game}/{page}"))

    def _named(self, node: nodes.Node) -> list[str]:
        if isinstance(node, nodes.Const):
            return [node.value] if isinstance(node.value, str) else list(node.value)
        if isinstance(node, nodes.List):
            return [name for item in node.items for name in self._named(item)]
        if isinstance(node, nodes.CondExpr):
            both = [node.expr1] + ([node.expr2] if node.expr2 else [])
            return [name for one in both for name in self._named(one)]
        if isinstance(node, nodes.Concat):
            first, last = node.nodes[0], node.nodes[-1]
            if isinstance(first, nodes.Const) and isinstance(last, nodes.Const):
                return [
                    name
                    for name in self.known
                    if name.startswith(first.value) and name.endswith(last.value)
                ]
        return []

    def mentioned(self, name: str) -> set[str]:
        """All names in the templates."""
        trees = self.of(name).values()
        return {node.name for tree in trees for node in tree.find_all(nodes.Name)}

    def asked(self, name: str, frame: str = "") -> set[str]:
        """The names that nothing in the templates themselves defines."""
        asked: set[str] = set()
        bound = set(self.environment.globals)
        for tree in self.of(name, frame).values():
            asked |= meta.find_undeclared_variables(tree)
            bound |= defined(tree)
        return asked - bound


@pytest.fixture(scope="module")
def closure(environment: Environment) -> Closure:
    return Closure(environment)


def defined(tree: nodes.Template) -> set[str]:
    """The names that a template imports, sets, goes through, or asks for by `is defined`."""
    found = set()
    for node in tree.find_all((nodes.Import, nodes.FromImport, nodes.Macro, nodes.For)):
        if isinstance(node, nodes.Import):
            found.add(node.target)
        elif isinstance(node, nodes.FromImport):
            found |= {one[1] if isinstance(one, tuple) else one for one in node.names}
        elif isinstance(node, nodes.Macro):
            found.add(node.name)
        elif isinstance(node, nodes.For):
            found |= {one.name for one in node.target.find_all(nodes.Name)}
            found |= {node.target.name} if isinstance(node.target, nodes.Name) else set()
    for node in tree.find_all(nodes.Test):
        if node.name == "defined" and isinstance(node.node, nodes.Name):
            found.add(node.node.name)  # it does without
    for node in tree.find_all((nodes.Assign, nodes.AssignBlock)):
        if isinstance(node.target, nodes.Name):
            found.add(node.target.name)
    return found


def given(kind: type[Context]) -> set[str]:
    return set(kind.__struct_fields__) | (DERIVED if issubclass(kind, TablePage) else set())


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_a_template_sees_what_its_struct_documents(kind: type[Context], closure: Closure) -> None:
    asked = closure.asked(kind.template or "form.html", FRAMES.get(kind.__name__, ""))
    assert asked <= given(kind), f"{kind.__name__} does not give {sorted(asked - given(kind))}"


@pytest.mark.parametrize(
    "kind", [kind for kind in PAGES if kind.template], ids=lambda kind: kind.__name__
)
def test_nothing_is_given_that_no_template_asks_for(kind: type[Context], closure: Closure) -> None:
    """Beside what all pages of tables, or of checks, have in common."""
    shared = TablePage if issubclass(kind, TablePage) else CheckPage
    fields = set(kind.__struct_fields__) - set(shared.__struct_fields__)
    assert fields <= closure.mentioned(kind.template)


@pytest.mark.parametrize("game", all_games(), ids=str)
def test_a_game_s_own_pages_see_what_their_structs_document(game: str, closure: Closure) -> None:
    own = {"printed.html": contexts.PrintedPage, "box.html": contexts.PiecesPage}
    for name, kind in own.items():
        template = f"games/{game}/{name}"
        if template in closure.known:
            assert closure.asked(template) <= given(kind), template


def test_every_template_is_drawn_by_some_struct(environment: Environment) -> None:
    """What lies in `templates` and is no part of another is a page."""
    pages = {name for name in environment.list_templates() if "/" not in name}
    drawn = {kind.template for kind in structs()} | {"form.html", "base.html", "error_page.html"}
    assert pages <= drawn
    assert Path(environment.get_template("base.html").filename or "").is_file()
