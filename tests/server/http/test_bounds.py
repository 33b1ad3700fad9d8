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
    if isinstance(shape, inspect.IntType) and not bounded(shape):
        yield where
    for inner, name in within(shape):
        yield from unbounded(inner, where + name)


def bounded(number: inspect.IntType) -> bool:
    most = number.lt if number.le is None else number.le
    return most is not None and most <= LARGEST


def within(shape: Any) -> list[tuple[Any, str]]:
    """The shapes that another one is made of, and what they are called in it."""
    match shape:
        case inspect.UnionType(types=kinds) | inspect.TupleType(item_types=kinds):
            return [(kind, "") for kind in kinds]
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [(item, "")]
        case inspect.StructType(cls=cls, fields=fields) if cls is not ConventionsAsked:
            return [(field.type, f".{field.encode_name}") for field in fields]
        case _:  # the bounds of conventions are the rules', which refuse by name
            return []


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_every_number_of_a_request_is_bounded(endpoint: Endpoint) -> None:
    found = [inspect.type_info(shape) for shape in (endpoint.query, endpoint.body)]

    assert [where for shape in found for where in unbounded(shape)] == []


@pytest.mark.parametrize("verb", NAMES, ids=str)
def test_every_number_of_a_verb_is_bounded(verb: type) -> None:
    wrong = [where for where in unbounded(inspect.type_info(verb)) if where != ".id"]

    assert wrong == []
