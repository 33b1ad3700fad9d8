"""WebSocket frames as a server writes them (RFC 6455, section 5.2): one piece, no mask.

We write them to the transport ourselves, so that a push costs neither a task nor an await.
"""

import struct

_TEXT = 0x81
_PING = 0x89
_PONG = 0x8A
_SHORT = 126
_LONG = 1 << 16

_head = struct.Struct("!BB").pack
_head16 = struct.Struct("!BBH").pack
_head64 = struct.Struct("!BBQ").pack


def text_frame(payload: bytes) -> bytes:
    """A text frame; the payload is UTF-8."""
    size = len(payload)
    if size < _SHORT:
        return _head(_TEXT, size) + payload
    if size < _LONG:
        return _head16(_TEXT, 126, size) + payload
    return _head64(_TEXT, 127, size) + payload


def ping_frame(payload: bytes) -> bytes:
    """A ping; at most 125 bytes, which the pong brings back."""
    return _head(_PING, len(payload)) + payload


def pong_frame(payload: bytes) -> bytes:
    """The answer to a ping."""
    return _head(_PONG, len(payload)) + payload
