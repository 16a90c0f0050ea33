"""Nothing that comes in from outside is of unbounded size: its type says the most."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import inspect as kinds

from referee.core import Undo
from referee.games import games


def unbounded(kind: kinds.Type, path: str) -> Iterator[str]:
    """The places below `path` whose type has no most."""
    if isinstance(kind, kinds.Metadata):
        yield from unbounded(kind.type, path)
    elif isinstance(kind, kinds.StructType):
        for field in kind.fields:
            yield from unbounded(field.type, f"{path}.{field.encode_name}")
    elif isinstance(kind, kinds.UnionType):
        for member in kind.types:
            yield from unbounded(member, path)
    elif isinstance(kind, kinds.TupleType):
        for i, item in enumerate(kind.item_types):
            yield from unbounded(item, f"{path}[{i}]")
    elif isinstance(kind, (kinds.ListType, kinds.VarTupleType)):
        if kind.max_length is None:
            yield f"{path}: a list"
        yield from unbounded(kind.item_type, f"{path}[]")
    elif isinstance(kind, kinds.DictType):
        if kind.max_length is None:
            yield f"{path}: a map"
        yield from unbounded(kind.key_type, f"{path}.*")
        yield from unbounded(kind.value_type, f"{path}.*")
    elif isinstance(kind, kinds.StrType):
        if kind.max_length is None:
            yield f"{path}: a text"
    elif isinstance(kind, kinds.IntType):
        if (kind.le is None and kind.lt is None) or (kind.ge is None and kind.gt is None):
            yield f"{path}: a number"
    elif not isinstance(kind, (kinds.BoolType, kinds.NoneType, kinds.LiteralType)):
        yield f"{path}: {type(kind).__name__} is no type that an event is made of"


@pytest.mark.parametrize("key", games())
def test_every_list_map_text_and_number_has_a_most(key: str) -> None:
    game = games()[key]
    found = [
        where
        for kind in (*game.actions, Undo, game.options_type)
        for where in unbounded(kinds.type_info(kind), kind.__name__)
    ]
    assert not found, "\n".join(found)
