"""Conventions as one line of `key=value` words: what a record must say of its rules.

Every key of section 12 that applies stands there, defaults too: a later release may have others,
and an old match is replayed by what it was played by.
"""

import reprlib
from collections.abc import Iterator
from typing import Any

import msgspec

from game.clock import TimeControl
from game.conventions import ClockName, Conventions, ConventionsAsked, resolve
from game.refusals import ConventionsRefused

_SWITCHES = {"on": True, "off": False}
_NONE = "none"
_LONGEST = 2_000


class UnreadableTerms(ValueError):
    """A line that is not one of conventions, or of such as contradict each other."""


def write_terms(conventions: Conventions) -> str:
    """Write the agreement as words: `rules=short form=match length=5 …`."""
    return " ".join(f"{key}={_word(value)}" for key, value in _told(conventions))


def read_terms(text: str) -> Conventions:
    """Read such a line; the inverse of `write_terms`. Raises UnreadableTerms."""
    if len(text) > _LONGEST:
        raise UnreadableTerms(f"conventions take at most {_LONGEST} characters")
    named: dict[str, Any] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in named:
            raise UnreadableTerms(f"conventions are words key=value, not {reprlib.repr(word)}")
        named[key] = _value(key, value)
    try:
        return resolve(msgspec.convert(named, ConventionsAsked, strict=False))
    except (msgspec.ValidationError, ConventionsRefused) as refused:
        raise UnreadableTerms(f"no match is played by such conventions: {refused}") from refused


def _told(conventions: Conventions) -> Iterator[tuple[str, object]]:
    """What is said of them: all that is not none, and that a cube has no cap or nobody a clock."""
    for key in conventions.__struct_fields__:
        value = getattr(conventions, key)
        if value is not None or key in {"cube_cap", "clock"}:
            yield key, value


def _word(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return _NONE
        case TimeControl():
            figures: dict[str, object] = msgspec.to_builtins(value)
            return ",".join(f"{key}:{_word(figure)}" for key, figure in figures.items())
        case _:
            return str(value)


def _value(key: str, text: str) -> object:
    if key == "cube_cap" and text == _NONE:
        return None
    if key != "clock":
        return _SWITCHES.get(text, text)
    if text in set(ClockName):
        return text
    figures = (figure.partition(":") for figure in text.split(","))
    return {name: _SWITCHES.get(value, value) for name, _, value in figures}
