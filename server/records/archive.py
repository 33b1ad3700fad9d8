"""`dice.zip`: all the dice of a match, sealed before the first roll.

It is made when the seeds are in, and again whenever somebody downloads it: byte for byte the
same, so that its digest in the log binds the house. When the match has ended, its password is
published, and anybody can compare the dice with those that were played.
"""

import hmac
import secrets

from game.dice import ARCHIVED_ROLLS, DiceSource, digest
from server.records import aezip

MEMBER = "dices.txt"

_SALT_LABEL = b"nardy-archive-salt/1"


def dice_archive(dice: DiceSource, secret: bytes, password: str) -> bytes:
    """The bytes of `dice.zip` for the dice drawn from this secret. A matter of milliseconds."""
    salt = hmac.digest(secret, _SALT_LABEL, "sha256")[: aezip.SALT_SIZE]
    return aezip.sealed(MEMBER, dice_text(dice).encode(), password.encode(), salt)


def dice_text(dice: DiceSource) -> str:
    """What `dices.txt` says: a line `NNNN A B` for each roll, in the order of the stream."""
    return "".join(_line(n, *dice.pair(n)) for n in range(ARCHIVED_ROLLS))


def archive_digest(archive: bytes) -> str:
    """The hex SHA-256 that `ArchiveCommitted` carries."""
    return digest(archive)


def new_password() -> str:
    """A password for one archive: 128 random bits, as 32 hex digits that a person can type."""
    return secrets.token_hex(16)


def _line(n: int, first: int, second: int) -> str:
    return f"{n:04} {first} {second}\n"
