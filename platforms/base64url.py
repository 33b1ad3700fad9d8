"""Base64 in the URL-safe alphabet, one text for each value.

The decoder of the standard library skips foreign characters and ignores unused bits, so that
many texts pass for one signature.
"""

import base64


def encode(data: bytes) -> str:
    """The text without padding, as the platforms send it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of a text that is unpadded, or padded correctly; ValueError otherwise."""
    bare = text.rstrip("=")
    padded = bare + "=" * (-len(bare) % 4)
    if text not in (bare, padded):
        raise ValueError("wrong padding")
    try:
        data = base64.urlsafe_b64decode(padded)
    except ValueError as broken:
        raise ValueError("not base64url") from broken
    if encode(data) != bare:
        raise ValueError("not the canonical form")
    return data
