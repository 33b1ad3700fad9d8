"""The examples of docs/records.md are what they say: each is read, and written as it stands."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.notation import Language
from game.records import MatchRecord, read_record, write_book, write_mat, write_sgf

PAGE = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
VECTORS = re.findall(r"^```(mat|sgf|book)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def plain(text: str) -> str:
    """Leave out the blanks at the ends of lines, which a page does not show."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def writer(kind: str, text: str) -> Callable[[MatchRecord], str]:
    if kind == "book":
        language = Language.ENGLISH if text.startswith("Nardy") else Language.RUSSIAN
        return lambda kept: write_book(kept, language)
    return {"mat": write_mat, "sgf": write_sgf}[kind]


@pytest.mark.parametrize(("kind", "text"), VECTORS)
def test_an_example_is_read_and_written_as_it_stands(kind: str, text: str) -> None:
    kept = read_record(text.encode())

    assert plain(writer(kind, text)(kept)) == plain(text)


def test_there_are_examples_of_every_format() -> None:
    assert {kind for kind, _ in VECTORS} == {"mat", "sgf", "book"}
    rules = {read_record(text.encode()).conventions.rules for _, text in VECTORS}
    assert rules >= {"short", "short16", "long", "crazy"}
