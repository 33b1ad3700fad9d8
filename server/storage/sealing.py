"""Sealing: AES-256-GCM under `NARDY_DICE_KEYS`; the first key seals, all of them open.

A sealed text is bound to what it belongs to, so that one row's cannot be put into another.
"""

import base64
import binascii
import hashlib
import hmac
import os
from typing import Final, Self

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from server.storage.database import StorageError

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class KeyMalformed(StorageError):
    """A key is not 32 bytes in base64 or hexadecimal."""


class CannotUnseal(StorageError):
    """The key is not among ours, or the sealed text was changed or moved."""


class Sealed(msgspec.Struct, frozen=True):
    """Which key sealed it, and the nonce followed by the text."""

    key_id: str
    text: bytes


class Sealing:
    """Seals and opens under a few keys."""

    def __init__(self, keys: tuple[bytes, ...]) -> None:
        if not keys or any(len(key) != KEY_BYTES for key in keys):
            raise KeyMalformed(f"needed are keys of {KEY_BYTES} bytes")
        self._ciphers = {_key_id(key): AESGCM(key) for key in keys}
        self._first = keys[0]
        self.key_id = _key_id(keys[0])
        """The id of the key that seals."""
        self.failures = 0
        """How often something could not be opened, since this process began."""

    @classmethod
    def of(cls, text: str) -> Self:
        """Keys as an environment gives them: `new,old`, each in base64 or hexadecimal."""
        return cls(tuple(_key(word.strip()) for word in text.split(",")))

    def seal(self, text: bytes, belongs_to: bytes) -> Sealed:
        """Encrypt under the first key."""
        nonce = os.urandom(_NONCE_BYTES)
        return Sealed(
            self.key_id, nonce + self._ciphers[self.key_id].encrypt(nonce, text, belongs_to)
        )

    def word(self, about: str) -> str:
        """A word that nobody guesses who has not the first key; about one thing always the same.

        It has the shape of a token (`tokens.new_token`).
        """
        mac = hmac.digest(self._first, b"nardy-word/1" + about.encode(), "sha256")
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    def open(self, sealed: Sealed, belongs_to: bytes) -> bytes:
        """Decrypt; raises `CannotUnseal`."""
        try:
            return self._opened(sealed, belongs_to)
        except CannotUnseal:
            self.failures += 1
            raise

    def _opened(self, sealed: Sealed, belongs_to: bytes) -> bytes:
        cipher = self._ciphers.get(sealed.key_id)
        if cipher is None:
            raise CannotUnseal(f"key {sealed.key_id} is not among NARDY_DICE_KEYS")
        nonce, text = sealed.text[:_NONCE_BYTES], sealed.text[_NONCE_BYTES:]
        try:
            return cipher.decrypt(nonce, text, belongs_to)
        except InvalidTag as error:
            raise CannotUnseal("the sealed text was changed or moved") from error


def _key(word: str) -> bytes:
    try:
        if len(word) == 2 * KEY_BYTES:
            return bytes.fromhex(word)
        bare = word.rstrip("=").translate(str.maketrans("-_", "+/"))
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except (ValueError, binascii.Error) as error:
        raise KeyMalformed("a key is neither base64 nor hexadecimal") from error


def _key_id(key: bytes) -> str:
    return hashlib.sha256(b"nardy key id" + key).hexdigest()[:16]
