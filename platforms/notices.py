"""Notices to a person by way of a platform: what a request is, and what an answer means.

A platform's own file makes the request and reads the answer; who sends it is no matter here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol
from urllib.parse import urlencode

from platforms.identity import Identity

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


class Fate(StrEnum):
    """What became of a notice."""

    SENT = "sent"
    LATER = "later"
    """Not now: too many at once, or a fault that passes."""
    NEVER = "never"
    """This person cannot be reached by us, and need not be tried again."""
    STOP = "stop"
    """The platform takes nothing from us at all until somebody has looked."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a notice; `after` seconds at least before the next try, `code` for the log."""

    fate: Fate
    code: str = ""
    after: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A POST. The URL and the body may hold a key of ours: neither belongs in a log."""

    url: str
    body: bytes = field(repr=False)
    media_type: str


class Notices(Protocol):
    """A platform's way to notify somebody."""

    def request(self, to: Identity, text: str, number: int) -> Request | None:
        """What to send; `number` tells a repeat from another notice. None: not to this kind of
        person.
        """

    def verdict(self, status: int, body: bytes) -> Verdict:
        """What an answer means, whatever it is."""


def form(fields: Mapping[str, str]) -> bytes:
    """Fields as a form."""
    return urlencode(fields).encode()


def cut(text: str, longest: int) -> str:
    """At most so many characters of a text."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
