"""Who somebody is on a platform, once it has been proved."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from platforms.told import NOTHING, Told


class Platform(StrEnum):
    """Where an identity is at home; an id means nothing without it."""

    VK = "vk"
    OK = "ok"
    FACEBOOK = "facebook"
    TELEGRAM = "telegram"
    EMAIL = "email"
    GUEST = "guest"


class Kind(StrEnum):
    """Which of a platform's number spaces an id belongs to.

    Facebook counts players of an Instant Game and app-scoped users (ASID) apart; everybody
    else has users.
    """

    USER = "user"
    PLAYER = "player"
    ASID = "asid"


@dataclass(frozen=True, slots=True)
class Identity:
    """One person on one platform. Equal identities are the same person."""

    platform: Platform
    kind: Kind
    id: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person whom a platform vouches for. Made by verification and by nothing else.

    `name` and `language` are the platform's words, cleaned of what no database or log should
    hold; `language` looks like `ru` or `pt-BR`. `start` is what the link that opened us
    carried: signed by the platform, chosen by whoever made the link, in letters, digits, `_`
    and `-`.

    `replay_key` is what must be remembered, because the launch by itself could be used again:
    the digest of an OK session (refuse it 24 hours after it was first seen), or that of one
    Facebook token (refuse its second use). None where the launch carries its own time.

    `told` is what the platform's own signature, or its server's answer, says of him besides.
    """

    identity: Identity
    name: str | None = None
    language: str | None = None
    start: str | None = None
    replay_key: str | None = None
    told: Told = NOTHING


_NUMBER = re.compile(r"[1-9][0-9]{0,18}")
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{2,4}))?")
_START = re.compile(r"[A-Za-z0-9_-]{1,512}")
_NAME_LIMIT = 64


def is_number(text: str) -> bool:
    """Whether this is a positive decimal number as platforms write them, at most 19 digits.

    `int()` would also take other alphabets' digits, underscores, blanks and signs.
    """
    return _NUMBER.fullmatch(text) is not None


def cleaned_name(*parts: str | None) -> str | None:
    """Join the parts of a name without control characters and lone surrogates."""
    text = " ".join(part for part in parts if part)
    visible = "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
    return " ".join(visible.split())[:_NAME_LIMIT].strip() or None


def cleaned_language(text: str | None) -> str | None:
    """A language tag such as `ru` or `pt-BR`; None for anything else."""
    found = _LANGUAGE.fullmatch(text or "")
    if found is None:
        return None
    language, rest = found.group(1).lower(), found.group(2)
    if rest is None:
        return language
    return f"{language}-{rest.upper() if len(rest) == 2 else rest.title()}"


def cleaned_start(text: str | None) -> str | None:
    """What a link carried, if it is of the form that our links have; None for anything else."""
    return text if text and _START.fullmatch(text) else None


def replay_key(platform: Platform, used_up: str) -> str:
    """A name for what a launch uses up, from which it cannot be read back."""
    digest = hashlib.sha256(used_up.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{platform}:{digest}"
