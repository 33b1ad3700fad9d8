"""What is wrong with a configuration: all of it, told at once and without a value."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import ValidationError

PREFIX: Final = "NARDY_"
WORDS: Final = {
    "bool_parsing": "must be 1 or 0",
    "extra_forbidden": "is unknown: `.env.example` lists what there is",
}
"""What we say for pydantic's kinds of error."""


class Problem(NamedTuple):
    """One variable and what is wrong with it."""

    variable: str
    reason: str


class Misconfigured(Exception):
    """The service cannot start with this configuration."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        lines = (f"  {PREFIX}{variable}: {reason}" for variable, reason in self.problems)
        super().__init__("\n".join(("the configuration is refused:", *lines)))


class Unusable(Exception):
    """What a variable names cannot be used, as turned out by trying: one line, no secret."""

    def __init__(self, variable: str, reason: str) -> None:
        super().__init__(f"{PREFIX}{variable}: {reason}")


class UnreadableFile(Unusable):
    """The file of the variables themselves cannot be read: a line with its path."""

    def __init__(self, path: Path, reason: str) -> None:
        Exception.__init__(self, f"{path}: {reason}")


def problems_of(error: ValidationError) -> list[Problem]:
    """Put pydantic's findings in our words; values stay out, for they may be secrets."""
    return [
        Problem(
            str(found["loc"][0]).upper(),
            WORDS.get(found["type"], found["msg"].removeprefix("Value error, ")),
        )
        for found in error.errors(include_url=False, include_context=False, include_input=False)
    ]
