"""PNG read back into pixels: as much of the format as our renderer writes (8-bit RGBA)."""

import struct
import zlib
from typing import NamedTuple

_CHANNELS = 4


class Pixels(NamedTuple):
    """The channels of all pixels, row by row."""

    width: int
    height: int
    channels: bytes


def pixels(png: bytes) -> Pixels:
    """Decode a PNG; asserts that it is 8-bit RGBA without interlacing."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, header = 8, b"", b""
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + size]
        header = body if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    width, height, depth, colours, _, _, interlace = struct.unpack(">IIBBBBB", header)
    assert (depth, colours, interlace) == (8, 6, 0)
    return Pixels(width, height, _unfiltered(zlib.decompress(packed), width * _CHANNELS))


def _unfiltered(raw: bytes, row: int) -> bytes:
    before, rows = bytearray(row), bytearray()
    for start in range(0, len(raw), row + 1):
        line = bytearray(raw[start + 1 : start + 1 + row])
        for at, _ in enumerate(line):
            left = line[at - _CHANNELS] if at >= _CHANNELS else 0
            corner = before[at - _CHANNELS] if at >= _CHANNELS else 0
            line[at] = (line[at] + _predicted(raw[start], left, before[at], corner)) & 255
        rows += line
        before = line
    return bytes(rows)


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda near: abs(guess - near))
    return (0, left, above, (left + above) // 2)[kind]
