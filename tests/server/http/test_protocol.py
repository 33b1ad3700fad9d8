"""The page of the protocol is what the types say, and the types are all on it."""

from pathlib import Path

from server.http.describing.protocol import protocol_page
from server.wordings import Code
from server.ws.connection import CloseCode
from server.ws.registry import VERBS

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_the_page_is_up_to_date() -> None:
    """Run `make docs` when this fails."""
    assert PAGE.read_text(encoding="utf-8") == protocol_page()


def test_everything_that_a_client_meets_is_on_it() -> None:
    page = protocol_page()

    for verb in VERBS:
        assert f"### `{verb.__struct_config__.tag}`" in page
    for code in Code:
        assert f"| `{code}` |" in page
    for close in CloseCode:
        assert f"| {close.value} |" in page
