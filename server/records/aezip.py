"""A ZIP file with one encrypted, stored member, the same bytes for the same input for ever.

The format is AE-2 of WinZip ("AES Encryption Information", revised 2009), AES-256, which 7-Zip,
WinZip, macOS and pyzipper open. Version 2, since version 1 shows a CRC of the plain text.

Why not by a library: only the digest of an archive is kept, and a running match must be able to
give the very same bytes after the next upgrade; a library promises no such thing, and wants to
draw the salt itself. Tests open what is written here with pyzipper.
"""

import hashlib
import hmac
import struct

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

SALT_SIZE = 16

_KEY_SIZE = 32
_CHECK_SIZE = 2
"""What lets a reader tell a wrong password at once."""
_MAC_SIZE = 10
_BLOCK = 16
_ITERATIONS = 1000
"""Of PBKDF2, fixed by the format; the password must be strong by itself."""

_ENCRYPTED = 0x0001
_AES_METHOD = 99
_STORED = 0
_VERSION_NEEDED = 51
_MIDNIGHT = 0
_DAY = (2000 - 1980) << 9 | 1 << 5 | 1
"""The first of January 2000, in the date format of MS-DOS."""
_EXTRA = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", 3, _STORED)


def sealed(name: str, text: bytes, password: bytes, salt: bytes) -> bytes:
    """A ZIP file in which `name` holds `text`, encrypted under `password`.

    `salt` is 16 bytes and readable by everyone; the caller never gives it to two texts under one
    password.
    """
    if len(salt) != SALT_SIZE:
        raise ValueError(f"the salt is {SALT_SIZE} bytes, not {len(salt)}")
    body = _encrypted(text, password, salt)
    path = name.encode("ascii")
    entry = struct.pack(
        "<HHHHHLLLHH",
        _VERSION_NEEDED,
        _ENCRYPTED,
        _AES_METHOD,
        _MIDNIGHT,
        _DAY,
        0,
        len(body),
        len(text),
        len(path),
        len(_EXTRA),
    )
    local = b"PK\x03\x04" + entry + path + _EXTRA + body
    made_by = struct.pack("<H", _VERSION_NEEDED)
    nothing_else = struct.pack("<HHHLL", 0, 0, 0, 0, 0)
    directory = b"PK\x01\x02" + made_by + entry + nothing_else + path + _EXTRA
    end = b"PK\x05\x06" + struct.pack("<HHHHLLH", 0, 0, 1, 1, len(directory), len(local), 0)
    return local + directory + end


def _encrypted(text: bytes, password: bytes, salt: bytes) -> bytes:
    """Salt, password check, encrypted text, authentication code: the member as it is stored."""
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ITERATIONS, 2 * _KEY_SIZE + _CHECK_SIZE)
    cipher_key, mac_key = keys[:_KEY_SIZE], keys[_KEY_SIZE : 2 * _KEY_SIZE]
    secret_text = _counter_mode(text, cipher_key)
    mac = hmac.digest(mac_key, secret_text, "sha1")[:_MAC_SIZE]
    return salt + keys[2 * _KEY_SIZE :] + secret_text + mac


def _counter_mode(text: bytes, key: bytes) -> bytes:
    """AES in counter mode with the format's own counter: little endian, from 1."""
    blocks = -(-len(text) // _BLOCK)
    counters = b"".join(n.to_bytes(_BLOCK, "little") for n in range(1, blocks + 1))
    # ECB only ever sees the counters: this is how a counter mode is built.
    encryptor = Cipher(AES256(key), ECB()).encryptor()  # noqa: S305
    stream = encryptor.update(counters)[: len(text)]
    mixed = int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(text), "big")
