"""Dice that anyone can check: a stream to which the house is bound before it knows the seeds.

Block `b` of roll `n` is HMAC-SHA256 under the house's secret over

    "nardy-dice/1" ‖ match id (16 bytes) ‖ SHA-256(seeds in seat order) ‖ n (u32 be) ‖ b (u32 be)

Bytes from 252 up are dropped, since 252 is the largest multiple of six; the others show
`byte mod 6 + 1`. Two of them are the ordered pair of roll `n`, which begins with block 0 and takes
a further block only if it must. All else that is drawn has a label in place of `dice`.
`docs/dice.md` tells how to check a match, with ten vectors.
"""

import hashlib
import hmac
from typing import Protocol

SECRET_BYTES = 32
LONGEST_SEED = 64
ARCHIVED_ROLLS = 2_048
"""Rolls 0 to 2047 lie in `dice.zip`; the stream itself goes on."""

_BLOCK = 64
_BLOCK_ZERO = bytes(4)
_INNER_PAD = bytes(0x36 ^ byte for byte in range(256))
_OUTER_PAD = bytes(0x5C ^ byte for byte in range(256))


class DiceSource(Protocol):
    """Where a match takes its chance from."""

    def pair(self, n: int) -> tuple[int, int]:
        """Return roll `n` of the match, an ordered pair of 1 to 6."""

    def number(self, label: str, bound: int, n: int = 0) -> int:
        """Return draw `n` under `label`: 0 to `bound` - 1, uniform; `bound` is 1 to 256."""


def digest(data: bytes) -> str:
    """Return the hex SHA-256 of a secret, a seed or an archive, as the log shows it."""
    return hashlib.sha256(data).hexdigest()


def is_digest(text: str) -> bool:
    """Whether `text` can be a hex SHA-256: 64 lower-case digits."""
    return len(text) == 64 and not text.strip("0123456789abcdef")


def fits(data: bytes, promised: str) -> bool:
    """Whether `data` is what the digest promised."""
    return hmac.compare_digest(digest(data), promised)


class CommittedDice:
    """The stream of one match: a pure function of secret, match id and seeds.

    `secret` has 32 bytes, `match_id` 16; `seeds` stand in seat order. Raises ValueError otherwise.
    """

    __slots__ = ("_context", "_inner", "_outer", "_secret")

    def __init__(self, secret: bytes, match_id: bytes, seeds: tuple[bytes, ...]) -> None:
        if len(secret) != SECRET_BYTES or len(match_id) != 16:
            raise ValueError("a secret has 32 bytes, a match id 16")
        if not seeds or not all(1 <= len(seed) <= LONGEST_SEED for seed in seeds):
            raise ValueError(f"every seat has a seed of 1 to {LONGEST_SEED} bytes")
        self._secret = secret
        self._context = match_id + hashlib.sha256(b"".join(seeds)).digest()
        # HMAC (RFC 2104) with the hashes of the padded key and of the fixed front taken once:
        # half the time of the library's, at a roll each turn.
        key = secret.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER_PAD) + b"nardy-dice/1" + self._context)
        self._outer = hashlib.sha256(key.translate(_OUTER_PAD))

    def pair(self, n: int) -> tuple[int, int]:
        """Return roll `n`, an ordered pair."""
        inner = self._inner.copy()
        inner.update(n.to_bytes(4, "big") + _BLOCK_ZERO)
        outer = self._outer.copy()
        outer.update(inner.digest())
        block = outer.digest()
        first, second = block[0], block[1]
        if first < 252 and second < 252:
            return first % 6 + 1, second % 6 + 1
        return self._patient_pair(n)

    def _patient_pair(self, n: int) -> tuple[int, int]:
        first = second = -1
        taken = 0
        block = 0
        while taken < 2:
            for byte in self._drawn("dice", n, block):
                if byte < 252 and taken < 2:
                    first, second = second, byte % 6 + 1
                    taken += 1
            block += 1
        return first, second

    def number(self, label: str, bound: int, n: int = 0) -> int:
        """Return draw `n` under `label`: 0 to `bound` - 1.

        The dice's own label is refused, so that no draw tells of a roll.
        """
        if label == "dice" or not 1 <= bound <= 256:
            raise ValueError("a draw has a label other than the dice's and a bound of 1 to 256")
        usable = 256 - 256 % bound
        block = 0
        while True:
            for byte in self._drawn(label, n, block):
                if byte < usable:
                    return byte % bound
            block += 1

    def _drawn(self, label: str, n: int, block: int) -> bytes:
        front = f"nardy-{label}/1".encode() + self._context
        text = front + n.to_bytes(4, "big") + block.to_bytes(4, "big")
        return hmac.digest(self._secret, text, "sha256")
