"""What the server says on a socket, as a client reads it (`docs/protocol.md`)."""

from typing import Any

import msgspec

from game.events import AnyEvent
from game.steps import Steps


class BrokenFrame(Exception):
    """The server sent what is no frame of the protocol."""


class Refusal(Exception):
    """The server said no. `code` is stable, `details` depend on it."""

    def __init__(self, code: str, message: str, details: dict[str, Any]) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = details


class RefusalText(msgspec.Struct, frozen=True):
    """What stands under `error`."""

    code: str
    message: str
    details: dict[str, Any] = {}

    def refusal(self) -> Refusal:
        """The same to be raised."""
        return Refusal(self.code, self.message, self.details)


class Commit(msgspec.Struct, frozen=True):
    """What one command did. `hash` is of the state after it, `at` in milliseconds."""

    at: int
    actor: str | None
    command_id: str
    events: tuple[AnyEvent, ...]
    hash: str


class Push(msgspec.Struct, frozen=True):
    """A commit of a watched match; `plays` come only to the seat that must play now."""

    topic: str
    seq: int
    commit: Commit
    plays: tuple[Steps, ...] | None = None


class Frame(msgspec.Struct, frozen=True):
    """Whatever the server sends: an answer or a push."""

    re: int | None = None
    ok: msgspec.Raw = msgspec.Raw()
    error: RefusalText | None = None
    topic: str | None = None
    seq: int = -1
    commit: Commit | None = None
    plays: tuple[Steps, ...] | None = None


class Watched(msgspec.Struct, frozen=True):
    """The answer to `watch`: the last seq that exists."""

    topic: str
    seq: int


_frames = msgspec.json.Decoder(Frame)


def read_frame(text: str) -> Frame:
    """Decode a text message; raises `BrokenFrame`."""
    try:
        return _frames.decode(text)
    except msgspec.MsgspecError as broken:
        raise BrokenFrame(f"{broken}: {text[:200]}") from broken
