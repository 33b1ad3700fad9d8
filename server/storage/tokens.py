"""Words that open doors: 256 random bits, of which only the digest is stored."""

import hashlib
import secrets
from typing import Final

BYTES: Final = 32


def new_token() -> str:
    """A word that nobody can guess, in characters that pass through URLs and headers."""
    return secrets.token_urlsafe(BYTES)


def digest(token: str) -> bytes:
    """What is stored of it. With so many random bits a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
