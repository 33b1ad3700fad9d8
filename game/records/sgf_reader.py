"""Reads SGF of backgammon, as GNU Backgammon and we write it."""

import re
from collections.abc import Iterator

from game.notation import WrittenMove, WrittenPlay
from game.records.headers import Header
from game.records.reading import Headers, Length
from game.records.record import MatchRecord
from game.records.replay import replay
from game.records.sgf import COLOURS, GNU_RULES, POINTS
from game.records.sgf_tree import Node, read_trees
from game.records.sheet import (
    NOWHERE,
    AnyEntry,
    DoubleEntry,
    DropEntry,
    GameSheet,
    RollEntry,
    Sheet,
    TakeEntry,
    UnreadableRecord,
    WinEntry,
    WrittenMoves,
)
from game.rulesets import RuleName
from game.side import Side
from game.steps import BAR, OFF

_MOVE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})", re.ASCII)
_RESULT = re.compile(r"([WB])\+(\d{1,6})(R?)(?:esign)?", re.ASCII)
_INFO = re.compile(r"(\w+):(\d{1,60})", re.ASCII)
_HEADER = re.compile(r"\[(\w[\w ]*?) \"([^\"]*)\"\]", re.ASCII)
_SET_UP = ("AE", "AW", "AB")


def read_sgf(text: str) -> MatchRecord:
    """Return the match that a collection of game trees tells. Raises UnreadableRecord."""
    trees = [nodes for nodes in read_trees(text) if nodes]
    if not trees:
        raise UnreadableRecord(NOWHERE, "there is no game tree in this text")
    headers, first = Headers(), trees[0][0]
    for key, value in _HEADER.findall(first.value("GC") or ""):
        headers.add(Header(first.line, key, value))
    rules = set((first.value("RU") or "").split(":"))
    switches = {"Jacoby": "Jacoby" in rules, "Crawford": "Crawford" in rules}
    for key, on in switches.items():
        headers.add(Header(first.line, key, "on" if on else "off"))
    names = (first.value("PW") or "White", first.value("PB") or "Black")
    length = Length(first.line, _info(first).get("length", 0))
    heading = headers.heading(length, names, _variation(first, rules))
    if headers.value("Rules") is not None and _info(first).keys() == {"length"}:
        # What we write of a match before its first game.
        trees = []
    games = (_game(number, nodes, headers) for number, nodes in enumerate(trees, start=1))
    return replay(Sheet(heading=heading, games=tuple(games)))


def _info(root: Node) -> dict[str, int]:
    if root.value("GM") != "6":
        raise UnreadableRecord(root.line, "this tree is no game of backgammon (GM[6])")
    told = (_INFO.fullmatch(value) for value in root.properties.get("MI", []))
    return {match[1]: int(match[2]) for match in told if match is not None}


def _variation(root: Node, rules: set[str]) -> RuleName:
    for name, words in GNU_RULES.items():
        if words and rules >= set(words):
            return name
    other = [word for word in rules if word.startswith("Hypergammon")]
    if other:
        raise UnreadableRecord(root.line, f"nobody here plays {other[0]}")
    return RuleName.SHORT


def _game(number: int, nodes: list[Node], headers: Headers) -> GameSheet:
    root, told, info = nodes[0], headers.game(number), _info(nodes[0])
    entries = [entry for node in nodes[1:] for entry in _entries(node)]
    result = _RESULT.fullmatch(root.value("RE") or "")
    if result is not None:
        side = Side.WHITE if result[1] == "W" else Side.BLACK
        entries.append(WinEntry(line=root.line, side=side, points=int(result[2])))
    score = (info["ws"], info["bs"]) if {"ws", "bs"} <= info.keys() else None
    return GameSheet(
        line=root.line,
        number=number,
        score=score,
        start=told.start,
        cube=told.cube,
        opening=told.opening,
        draws=told.draws,
        end=told.end,
        entries=tuple(entries),
    )


def _entries(node: Node) -> Iterator[AnyEntry]:
    if any(name in node.properties for name in _SET_UP):
        raise UnreadableRecord(node.line, "a game that was set up by hand cannot be read")
    for side, colour in COLOURS.items():
        value = node.value(colour)
        if value is not None:
            yield _entry(value, side, node.line)
    dice = _MOVE.fullmatch(node.value("DI") or "")
    if dice is not None:
        side = Side.WHITE if node.value("PL") == "W" else Side.BLACK
        yield RollEntry(line=node.line, side=side, dice=(int(dice[1]), int(dice[2])))


def _entry(value: str, side: Side, line: int) -> AnyEntry:
    match value:
        case "double":
            return DoubleEntry(line=line, side=side)
        case "take":
            return TakeEntry(line=line, side=side)
        case "drop":
            return DropEntry(line=line, side=side)
    move = _MOVE.fullmatch(value)
    if move is None:
        raise UnreadableRecord(line, f"nobody can read the move {value[:60]!r}")
    points = [_own(POINTS.index(letter), side) for letter in move[3]]
    pairs = list(zip(points[::2], points[1::2], strict=True))
    if any(start <= end for start, end in pairs):
        raise UnreadableRecord(line, f"no checker goes so: {value}")
    play = WrittenPlay(tuple(WrittenMove(pair) for pair in pairs))
    moves = (WrittenMoves(side, play),) if pairs else ()
    return RollEntry(line=line, side=side, dice=(int(move[1]), int(move[2])), moves=moves)


def _own(point: int, side: Side) -> int:
    """Return a side's own number of White's point."""
    return BAR - point if OFF < point < BAR and side is Side.BLACK else point
