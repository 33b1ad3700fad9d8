"""The bit scheme that GNU Backgammon's position ID and ours share, and what both may refuse.

Every count is written as so many 1-bits and a 0-bit; bit k of the whole is bit k mod 8 of byte
k div 8; the bytes are base64 without padding.
"""

import binascii
import reprlib
from collections.abc import Iterable

from game.position import Position, Problem
from game.rulesets import RuleSet


class UnreadableId(ValueError):
    """A text that is no such ID, or one of a position that cannot be. The message quotes it."""


class NoSuchId(ValueError):
    """The rule set has no ID of this kind: it cannot express its positions."""


def encoded(bits: int, size: int) -> str:
    """Write so many bytes of bits, the lowest first."""
    text = binascii.b2a_base64(bits.to_bytes(size, "little"), newline=False).decode()
    return text.rstrip("=")


def decoded(text: str, size: int) -> int:
    """Read the bits of an ID of so many bytes. Raises UnreadableId."""
    try:
        data = binascii.a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except (binascii.Error, ValueError) as error:
        raise UnreadableId(f"not base64: {reprlib.repr(text)}") from error
    bits = int.from_bytes(data, "little")
    # The last character may hold bits that belong to no byte; they must not be set.
    if len(data) != size or encoded(bits, size) != text:
        raise UnreadableId(f"not an ID of {size} bytes: {reprlib.repr(text)}")
    return bits


def packed(counts: Iterable[int]) -> tuple[int, int]:
    """Return the bits of these counts, the first lowest, and how many bits they are."""
    bits, length = 0, 0
    for count in counts:
        bits |= ((1 << count) - 1) << length
        length += count + 1
    return bits, length


def unpacked(bits: int, number: int) -> tuple[list[int], int]:
    """Read so many counts from the lowest bits; return them and the bits above."""
    counts = []
    for _ in range(number):
        count = (~bits & (bits + 1)).bit_length() - 1
        counts.append(count)
        bits >>= count + 1
    return counts, bits


def with_off(points: Iterable[int], rules: RuleSet, text: str) -> bytes:
    """Complete counts of points by what must have been borne off. Raises UnreadableId."""
    on_board = list(points)
    off = rules.checkers - sum(on_board)
    if off < 0:
        raise UnreadableId(f"too many checkers on a side in {reprlib.repr(text)}")
    return bytes([off, *on_board])


def checked(position: Position, rules: RuleSet, text: str) -> Position:
    """Return the position if it may exist under the rules. Raises UnreadableId."""
    problems = position.problems(rules) & ~Problem.GAME_OVER
    if problems:
        raise UnreadableId(f"{', '.join(problems.codes)} in {reprlib.repr(text)}")
    if position.mover_has_won and position.waiter_has_won:
        raise UnreadableId(f"both sides have borne off everything in {reprlib.repr(text)}")
    return position
