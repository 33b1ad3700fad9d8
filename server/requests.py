"""Reading what strangers send: strict JSON into a type, or a refusal that says what is wrong.

RequestRefused
├── Malformed            not JSON, or not of the shape that is asked for
│   └── UnknownVerb      a frame whose ``do`` we do not know
├── TooLarge             more bytes than a body may have
├── NotJson              a body of another media type
├── OriginRefused        a page that may not use this service
├── NoSuchPage           a path that leads nowhere
├── NoSuchMethod         a path that does not take this method
└── UnknownProtocol      a client of another age

Unknown members are skipped, so that an old server understands a newer client; but they must be
JSON. NUL is refused wherever it stands (no database column takes it), and so are lone surrogates.
"""

from typing import TypeVar

import msgspec

Shape = TypeVar("Shape")

_LONGEST_REASON = 160


class RequestRefused(Exception):
    """A request that never reached a use case."""


class Malformed(RequestRefused):
    """Not JSON, or not of the shape that is asked for; ``where`` says what and at which place."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where[:_LONGEST_REASON]


class UnknownVerb(Malformed):
    """A frame whose ``do`` we do not know."""


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
    if b"\\u0000" in data:
        raise Malformed("NUL is not allowed")
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        reason = str(error)
        if reason.endswith("`$.do`"):
            raise UnknownVerb("no such verb") from error
        raise Malformed(reason) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed(f"not JSON: {error}") from error
    except RecursionError as error:
        raise Malformed("nested too deeply") from error
