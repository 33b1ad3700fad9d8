"""The cells of Jellyfish text: where on a line they begin, whose they are, what they say."""

import re
from collections.abc import Iterator

from game.notation import UnreadablePlay, WrittenPlay
from game.records.sheet import (
    AnyEntry,
    BeaverEntry,
    DoubleEntry,
    DropEntry,
    ResignEntry,
    RollEntry,
    TakeEntry,
    UnreadableRecord,
    WinEntry,
    WrittenMoves,
)
from game.side import Side

_CELL = re.compile(
    r"(?<![\d/*])[1-6][1-6]:"
    r"|\b(?:doubles?|beavers?|raccoons?|takes?|accepts?|drops?|rejects?|passes|wins?|resign\w*"
    r"|forfeits?|loses|lost)\b",
    re.IGNORECASE | re.ASCII,
)
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)", re.ASCII)
_VALUE = re.compile(r"=>\s*(\d{1,6})", re.ASCII)
_POINTS = re.compile(r"(\d{1,6})", re.ASCII)
_NO_PLAY = re.compile(
    r"(?:can(?:no|')t\s+move|no\s+(?:legal\s+)?(?:move|play)s?|dances?|—|-)", re.IGNORECASE
)
_UNPLAYED = re.compile(r"\?+")
_RIGHT_COLUMN = 20
"""A cell that begins here or further right is the right player's, if it is alone on its line."""


def cells_of(rest: str, indent: int, line: int) -> Iterator[AnyEntry]:
    """Yield the entries of a line; `rest` is what follows the number of the move.

    `indent` is the column in which `rest` begins. Raises UnreadableRecord.
    """
    starts = [match.start() for match in _CELL.finditer(rest)]
    if rest[: starts[0] if starts else None].strip():
        raise UnreadableRecord(line, f"nobody can read {rest.strip()[:60]!r}")
    ends = [*starts[1:], len(rest)]
    side = Side.WHITE if not starts or indent + starts[0] < _RIGHT_COLUMN else Side.BLACK
    if len(starts) > 1:
        side = Side.WHITE if len(starts) == 2 and starts[1] + indent >= _RIGHT_COLUMN else side
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if number:
            side = side.other
        yield _entry(rest[start:end].strip(), side, line)


def _entry(cell: str, side: Side, line: int) -> AnyEntry:
    roll = _ROLL.fullmatch(cell)
    if roll is not None:
        dice = (int(roll[1]), int(roll[2]))
        return RollEntry(line=line, side=side, dice=dice, moves=_moves(roll[3], side, line))
    word = cell.lower()
    value = _VALUE.search(cell)
    raised = None if value is None else int(value[1])
    if word.startswith("double"):
        return DoubleEntry(line=line, side=side, value=raised)
    if word.startswith("beaver"):
        return BeaverEntry(line=line, side=side, value=raised)
    if word.startswith(("take", "accept")):
        return TakeEntry(line=line, side=side)
    if word.startswith(("drop", "reject", "pass")):
        return DropEntry(line=line, side=side)
    if word.startswith("win"):
        points = _POINTS.search(cell)
        return WinEntry(line=line, side=side, points=int(points[1]) if points else 0)
    if word.startswith("raccoon"):
        raise UnreadableRecord(line, "a raccoon is no part of the rules here")
    return ResignEntry(line=line, side=side)


def _moves(text: str, side: Side, line: int) -> tuple[WrittenMoves, ...]:
    """Read what stands after the dice; none for a roll that was not played, or could not be."""
    if _UNPLAYED.fullmatch(text):
        return ()
    if text.lower().startswith("illegal"):
        raise UnreadableRecord(line, "an illegal play was let stand here")
    if "|" not in text and ">" not in text:
        play = _play(text, line)
        return (WrittenMoves(side, play),) if play.moves else ()
    stages, player = [], side
    for part in re.split(r"([|>])", text):
        if part in {"|", ">"}:
            player = player if part == "|" else player.other
        else:
            stages.append(WrittenMoves(player, _play(part, line)))
    return tuple(stages)


def _play(text: str, line: int) -> WrittenPlay:
    text = text.strip()
    if not text or _NO_PLAY.fullmatch(text):
        return WrittenPlay(())
    try:
        return WrittenPlay.parse(text)
    except UnreadablePlay as unreadable:
        raise UnreadableRecord(line, str(unreadable)) from unreadable
