"""The generated pages are what the types say, and the types are all on them."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from server.http.describing.administration import administration_page
from server.http.describing.protocol import protocol_page
from server.http.describing.shapes import structs_within
from server.wordings import Code
from server.ws.connection import CloseCode
from server.ws.door import Welcome
from server.ws.registry import VERBS

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(
    ("name", "page"),
    [("protocol.md", protocol_page), ("administration.md", administration_page)],
)
def test_the_page_is_up_to_date(name: str, page: Callable[[], str]) -> None:
    """Run `make docs` when this fails."""
    assert (DOCS / name).read_text(encoding="utf-8") == page()


def test_everything_that_a_client_meets_is_on_it() -> None:
    page = protocol_page()

    for verb in VERBS:
        assert f"### `{verb.__struct_config__.tag}`" in page
    for code in Code:
        assert f"| `{code}` |" in page
    for close in CloseCode:
        assert f"| {close.value} |" in page


def test_two_shapes_of_one_name_are_not_described() -> None:
    """A reader could not tell them apart."""
    another = msgspec.defstruct(Welcome.__name__, [("greeting", str)])

    with pytest.raises(ValueError, match="two shapes are called Welcome"):
        structs_within([Welcome, another])
