"""Lots: an order of entrants that nobody could choose, and anybody can draw again.

The lot of an entrant for a round is HMAC-SHA256(secret, "nardy-lot/1" ‖ round (u32 be) ‖ entrant);
who has the smaller one comes first. Round 0 parts those who are equal at the end. The digest of
the secret is told when a tournament is announced, the secret itself when nobody enters any more.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

_LABEL: Final = b"nardy-lot/1"
LAST: Final = 0
"""The round of the lots that part equals at the end."""


def digest_of(secret: str) -> str:
    """What is told of a secret beforehand: the hex SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def lot(secret: str, number: int, entrant: str) -> bytes:
    """The lot of somebody for a round."""
    said = _LABEL + number.to_bytes(4, "big") + entrant.encode()
    return hmac.digest(bytes.fromhex(secret), said, "sha256")


def by_lot(secret: str, number: int, entrants: Iterable[str]) -> list[str]:
    """Put entrants into the order of their lots for a round."""
    return sorted(entrants, key=lambda entrant: lot(secret, number, entrant))
