"""A login on a platform's own page, by a code that the browser brings back (RFC 6749, 4.1).

Each login is bound to the browser that began it: its state, its proof key and its nonce follow
from a key that the browser made and keeps, and from a word of ours that is good once. So nothing
of a login has to be stored, and what comes back without the key proves nothing.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import urlencode

import msgspec

from platforms import base64url
from platforms.page_door import PageDoor
from platforms.pkce import challenge
from platforms.query import LAUNCH_LIMIT, read_pairs, unique
from platforms.refusals import Declined, Forged, Reason
from platforms.secret import same

Shape = TypeVar("Shape", bound=msgspec.Struct)
Form = dict[str, str]

WORD_LENGTH: Final = 43
"""Characters of a word of ours: 256 bits in base64url."""

_KEY = re.compile(r"[A-Za-z0-9_-]{43,128}")
_OF_THE_LOGIN: Final = frozenset(
    {"invalid_grant", "invalid_request", "invalid_token", "access_denied"}
)
"""Errors for which whoever came back is at fault, and not we (RFC 6749, 5.2; RFC 6750, 3.1)."""


class Unanswered(Exception):
    """The platform's server answered, but not what it was asked: nothing is known of anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handshake:
    """What one login is known by, and where the platform sends the browser back to."""

    state: str
    verifier: str
    """The secret of the proof key (RFC 7636)."""
    nonce: str
    return_url: str

    @classmethod
    def of(cls, door: PageDoor, word: str, key: str, return_url: str) -> "Handshake":
        """The login that begins with this word in the browser that keeps this key."""

        def derived(purpose: str) -> str:
            text = f"nardy-login/1 {purpose} {door} {word}"
            return base64url.encode(hmac.new(key.encode(), text.encode(), hashlib.sha256).digest())

        return cls(
            state=word + derived("state"),
            verifier=derived("verifier"),
            nonce=derived("nonce"),
            return_url=return_url,
        )

    @property
    def word(self) -> str:
        """The word that it began with, which is to be spent."""
        return self.state[:WORD_LENGTH]


@dataclass(frozen=True, slots=True)
class Returned:
    """What the browser brought back, unproved. `device_id` is VK ID's alone."""

    code: str
    device_id: str = ""


class Return:
    """The query with which a platform sent the browser back to us."""

    def __init__(self, query: str) -> None:
        self._fields = unique(read_pairs(query, LAUNCH_LIMIT))

    def handshake(self, door: PageDoor, key: str, return_url: str) -> Handshake:
        """The login that this browser began at this door; raises `Forged` for any other."""
        state = self._fields.get("state", "")
        if not _KEY.fullmatch(key):
            raise Forged(Reason.MALFORMED)
        begun = Handshake.of(door, state[:WORD_LENGTH], key, return_url)
        if not same(state, begun.state):
            raise Forged(Reason.MISMATCH)
        return begun

    def granted(self) -> Returned:
        """What the platform gave; raises `Declined` where it, or the person, said no."""
        code = self._fields.get("code", "")
        if "error" in self._fields:
            raise Declined
        if not code:
            raise Forged(Reason.MALFORMED)
        return Returned(code, self._fields.get("device_id", ""))


def with_query(url: str, fields: Mapping[str, str]) -> str:
    """The address with these fields as its query."""
    return f"{url}?{urlencode(fields)}"


def code_wanted(client_id: str, login: Handshake) -> Form:
    """The fields that ask for a code bound to a proof key (RFC 7636, 4.3)."""
    return {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": login.return_url,
        "state": login.state,
        "code_challenge": challenge(login.verifier),
        "code_challenge_method": "S256",
    }


class _Error(msgspec.Struct, frozen=True):
    error: str


def read_answer(answer: object, shape: type[Shape]) -> Shape:
    """What a platform's server says of a code.

    Raises `Forged` with BAD_CODE where the code is not good, `Unanswered` for anything else.
    """
    if isinstance(answer, dict) and "error" in answer:
        error = read_as(answer, _Error).error
        if error in _OF_THE_LOGIN:
            raise Forged(Reason.BAD_CODE)
        raise Unanswered(f"error {error[:40]}")
    return read_as(answer, shape)


def read_as(answer: object, shape: type[Shape]) -> Shape:
    """The answer as what it should be; raises `Unanswered`."""
    try:
        return msgspec.convert(answer, shape)
    except msgspec.ValidationError as error:
        raise Unanswered(f"nonsense: {error}") from error
