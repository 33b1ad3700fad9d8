"""No number that a client may send is larger than the database's: each has a bound of its own."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from game.conventions import ConventionsAsked
from server.http.endpoints import Endpoint
from server.http.resources import ENDPOINTS
from server.ws.registry import NAMES

LARGEST = 2**63 - 1


def unbounded(shape: Any, where: str = "") -> Iterator[str]:
    """The whole numbers within a shape that may be as large as anybody likes."""
    match shape:
        case inspect.IntType(le=most, lt=below):
            if (below if most is None else most) is None or (most or below or 0) > LARGEST:
                yield where
        case inspect.UnionType(types=kinds):
            for kind in kinds:
                yield from unbounded(kind, where)
        case inspect.StructType(cls=cls) if cls is ConventionsAsked:
            return  # its bounds are the rules', which refuse by name
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from unbounded(field.type, f"{where}.{field.encode_name}")
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from unbounded(item, where)
        case inspect.TupleType(item_types=kinds):
            for kind in kinds:
                yield from unbounded(kind, where)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_number_of_a_request_is_bounded(endpoint: Endpoint) -> None:
    shapes = (endpoint.query, endpoint.body)

    found = [inspect.type_info(shape) for shape in shapes if shape is not None]

    assert [where for shape in found for where in unbounded(shape)] == []


@pytest.mark.parametrize("verb", NAMES, ids=str)
def test_every_number_of_a_verb_is_bounded(verb: type) -> None:
    wrong = [where for where in unbounded(inspect.type_info(verb)) if where != ".id"]

    assert wrong == []
