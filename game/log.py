"""The log of a match as JSON: the one text that is stored, relayed, archived and folded again."""

from collections.abc import Sequence

import msgspec

from game.events import AnyEvent

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(tuple[AnyEvent, ...])


class UnreadableLog(ValueError):
    """Bytes that are not a JSON array of events. The message says where."""


def encode_events(events: Sequence[AnyEvent]) -> bytes:
    """Write events as a JSON array; the inverse of `decode_events`."""
    return _ENCODER.encode(events)


def decode_events(data: bytes) -> tuple[AnyEvent, ...]:
    """Read a JSON array of events. Raises UnreadableLog, and only that, whatever it is given."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableLog(str(error)) from error
