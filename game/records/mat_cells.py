"""The cells of Jellyfish text: where on a line they begin, whose they are, what they say."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

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
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_DOUBLES: Mapping[str, type[DoubleEntry | BeaverEntry]] = {
    "doub": DoubleEntry,
    "beav": BeaverEntry,
}
_ANSWERS: Mapping[str, type[TakeEntry | DropEntry]] = {
    "take": TakeEntry,
    "acce": TakeEntry,
    "drop": DropEntry,
    "reje": DropEntry,
    "pass": DropEntry,
}
"""What the first letters of a cell's word say."""
_NO_PLAY = re.compile(
    r"(?:can(?:no|')t\s+move|no\s+(?:legal\s+)?(?:move|play)s?|dances?|—|-)", re.IGNORECASE
)
_UNPLAYED = re.compile(r"\?+")
_RIGHT_COLUMN = 20
"""If the first cell of a line begins here or further right, it is the right player's."""


def cells_of(rest: str, indent: int, line: int) -> Iterator[AnyEntry]:
    """Yield the entries of a line; `rest` is what follows the number of the move.

    `indent` is the column in which `rest` begins. Raises UnreadableRecord.
    """
    starts = [match.start() for match in _CELL.finditer(rest)]
    columns = [indent + start for start in starts]
    if rest[: starts[0] if starts else None].strip():
        raise UnreadableRecord(line, f"nobody can read {rest.strip()[:60]!r}")
    side = Side.WHITE if columns[:1] < [_RIGHT_COLUMN] else Side.BLACK
    for start, end in pairwise([*starts, len(rest)] if starts else []):
        yield _entry(rest[start:end].strip(), side, line)
        side = side.other


def _entry(cell: str, side: Side, line: int) -> AnyEntry:
    roll = _ROLL.fullmatch(cell)
    if roll is not None:
        dice = (int(roll[1]), int(roll[2]))
        return RollEntry(line=line, side=side, dice=dice, moves=_moves(roll[3], side, line))
    word = cell[:4].lower()
    number = _NUMBER.search(cell)
    value = None if number is None else int(number[0])
    entry: AnyEntry
    if word in _DOUBLES:
        entry = _DOUBLES[word](line=line, side=side, value=value)
    elif word in _ANSWERS:
        entry = _ANSWERS[word](line=line, side=side)
    elif word.startswith("win"):
        entry = WinEntry(line=line, side=side, points=value or 0)
    elif word == "racc":
        raise UnreadableRecord(line, "a raccoon is no part of the rules here")
    else:
        entry = ResignEntry(line=line, side=side)
    return entry


def _moves(text: str, side: Side, line: int) -> tuple[WrittenMoves, ...]:
    """Read what stands after the dice: none where nothing is told, an empty one for a pass."""
    if not text or _UNPLAYED.fullmatch(text):
        return ()
    if text.lower().startswith("illegal"):
        raise UnreadableRecord(line, "an illegal play was let stand here")
    if "|" not in text and ">" not in text:
        return (WrittenMoves(side, _play(text, line)),)
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
