"""Reading what strangers send: strict JSON into a type, or a refusal that says what is wrong.

RequestRefused
├── Malformed            not JSON, or not of the shape that is asked for
│   ├── UnknownVerb      a frame whose ``do`` we do not know
│   ├── HelloMissing     a first frame that is no ``hello``
│   └── HelloAgain       a ``hello`` after the first
├── TooLarge             more bytes than a body may have
├── NotJson              a body of another media type
├── OriginRefused        a page that may not use this service
├── NoSuchPage           a path that leads nowhere
├── NoSuchMethod         a path that does not take this method
└── UnknownProtocol      a client of another age

Unknown members are skipped, so that an old server understands a newer client; but they must be
JSON. NUL is refused wherever it stands (no database column takes it), and so are lone surrogates.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from server.words import has_words, is_steering

Shape = TypeVar("Shape")

_LONGEST_REASON = 160
_LARGEST_ID = 2**53
_ESCAPE = re.compile(
    rb"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..|\xed[\xa0-\xbf])|\\.", re.DOTALL
)
"""A pair of surrogates; in the group a lone one, as an escape or as bytes; any other escape."""


class RequestRefused(Exception):
    """A request that never reached a use case."""


class Malformed(RequestRefused):
    """Not JSON, or not of the shape that is asked for; ``where`` says what and at which place."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where[:_LONGEST_REASON]


class UnknownVerb(Malformed):
    """A frame whose ``do`` we do not know."""


class HelloMissing(Malformed):
    """A first frame that is no ``hello``."""


class HelloAgain(Malformed):
    """A ``hello`` of somebody who has said it."""


class TooLarge(RequestRefused):
    """More bytes than a body may have."""


class NotJson(RequestRefused):
    """A body that does not say it is ``application/json``."""


class OriginRefused(RequestRefused):
    """The page that asks is not in ``NARDY_ORIGINS``."""


class NoSuchPage(RequestRefused):
    """The path leads nowhere."""


class NoSuchMethod(RequestRefused):
    """The path exists, but takes other methods."""


class UnknownProtocol(RequestRefused):
    """The client speaks a version of the protocol that we do not."""


def read(decoder: msgspec.json.Decoder[Shape], data: bytes) -> Shape:
    """The value that these bytes say, or ``Malformed``."""
    # The one byte is looked for first: it is seldom there, and found much faster.
    if b"\\" in data and b"\\u0000" in data:
        raise Malformed("NUL is not allowed")
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        reason = str(error)
        if reason.endswith("`$.do`"):
            raise UnknownVerb("no such verb") from error
        raise Malformed(reason) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        if any(escape[1] for escape in _ESCAPE.finditer(data)):
            raise Malformed("a lone surrogate is not allowed") from error
        raise Malformed(f"not JSON: {error}") from error
    except RecursionError as error:
        raise Malformed("nested too deeply") from error


def require_plain(values: Iterable[str]) -> None:
    """Raise ``Malformed`` for text of an address that no column takes, or that steers a line."""
    if any(unicodedata.category(sign) == "Cc" for value in values for sign in value):
        raise Malformed("control characters are not allowed")


def require_words(**texts: str) -> None:
    """Raise ``Malformed`` where one of these texts says nothing."""
    for name, text in texts.items():
        if not has_words(text):
            raise Malformed(f"{name}: it says nothing")


def require_printable(**texts: str) -> None:
    """Raise ``Malformed`` where one of these texts, shown to everybody, says nothing or steers."""
    require_words(**texts)
    for name, text in texts.items():
        if is_steering(text):
            raise Malformed(f"{name}: control characters are not allowed")


class Heading(msgspec.Struct, frozen=True):
    """As much of a frame that cannot be done as an answer to it needs."""

    id: Any = None
    do: Any = None

    @property
    def number(self) -> int | None:
        """The frame's number, where that is one."""
        whole = type(self.id) is int and 0 <= self.id <= _LARGEST_ID
        return self.id if whole else None


_heading = msgspec.json.Decoder(Heading)


def heading(data: bytes) -> Heading:
    """What can be read of a frame that was refused; nothing of what is no JSON object."""
    try:
        return _heading.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Heading()
