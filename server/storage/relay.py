"""The relay between processes: hints that a stream has grown, and no more than hints.

One may be lost at any time; `healing` finds what it would have told. So anything that carries
short texts to all processes can stand behind `Relay`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol
from uuid import UUID

from server.storage.commits import Hint

PIECE: Final = 7_900
"""A payload of NOTIFY stays below 8,000 bytes."""


class Listener(Protocol):
    """Who wants to hear. Neither method may block or raise."""

    def heard(self, hints: Sequence[Hint]) -> None:
        """Other processes have committed these."""

    def reconnected(self) -> None:
        """Hints may have been missed: ask for what is behind."""


class Relay(Protocol):
    """Carries hints from each process to all the others."""

    def publish(self, hints: Sequence[Hint]) -> None:
        """Tell the others, soon; never blocks, never raises, may lose."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell this listener from now on; returns the function that ends it."""


def pieces(origin: UUID, hints: Sequence[Hint], limit: int = PIECE) -> Iterator[str]:
    """Payloads that carry these hints: the origin, then `stream:seq` after `stream:seq`."""
    piece, size = [origin.hex], len(origin.hex)
    for stream, seq in hints:
        word = f"{stream.hex}:{seq}"
        if size + 1 + len(word) > limit:
            yield " ".join(piece)
            piece, size = [origin.hex], len(origin.hex)
        piece.append(word)
        size += 1 + len(word)
    if len(piece) > 1:
        yield " ".join(piece)


def hints_in(payload: str, own: UUID) -> list[Hint]:
    """The hints of a payload; none if it is our own. Raises `ValueError` on what is not one."""
    origin, *words = payload.split(" ")
    if origin == own.hex:
        return []
    hints = []
    for word in words:
        stream, separator, seq = word.partition(":")
        if not separator:
            raise ValueError(f"not a hint: {word!r}")
        hints.append((UUID(stream), int(seq)))
    return hints
