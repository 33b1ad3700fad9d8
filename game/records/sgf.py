"""Writes a match as SGF (FF[4] GM[6]), as GNU Backgammon keeps it: a tree for each game.

Points are letters from White's side: `a` his 1 point to `x` his 24, `y` the bar, `z` off.
"""

from collections.abc import Iterator

from game.conventions import Conventions, CubeKind, Form
from game.records.headers import write_headers
from game.records.moments import Moment
from game.records.names import written_name
from game.records.record import (
    AnyAct,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Take,
    Turn,
)
from game.rulesets import RuleName
from game.side import Side
from game.steps import BAR, OFF, Point
from game.vocabulary import EndCause

GNU_RULES = {
    RuleName.SHORT: (),
    RuleName.NACKGAMMON: ("Nackgammon",),
    RuleName.HYPERGAMMON: ("Hypergammon3",),
}
"""What `RU` says beside Crawford and Jacoby, for the rule sets that the format knows."""

COLOURS = {Side.WHITE: "W", Side.BLACK: "B"}
POINTS = "zabcdefghijklmnopqrstuvwxy"
"""The letter of White's point 0 (off) to 25 (the bar)."""


class NoSgf(ValueError):
    """The rule set cannot be written as SGF."""


def write_sgf(record: MatchRecord) -> str:
    """Write the match; `read_sgf` reads it again. Raises NoSgf but for three rule sets."""
    if record.conventions.rules not in GNU_RULES:
        raise NoSgf(f"a match of {record.conventions.rules} has no SGF")
    if not record.games:
        return f"(;{''.join(_heading(record, ''))}{_comment(record)})\n"
    return "".join(_tree(record, game) for game in record.games)


def letter(point: Point, side: Side) -> str:
    """Return the letter of a side's own point."""
    on_board = OFF < point < BAR
    return POINTS[BAR - point if on_board and side is Side.BLACK else point]


def escaped(text: str) -> str:
    """Return text as it may stand in a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _tree(record: MatchRecord, game: GameRecord) -> str:
    root = "".join(_root(record, game))
    nodes = "".join(f"\n;{node}" for node in _nodes(game))
    return f"(;{root}{nodes})\n"


def _heading(record: MatchRecord, of_game: str) -> Iterator[str]:
    """Yield what stands above every game; `of_game` is the rest of its match information."""
    conventions = record.conventions
    length = conventions.length if conventions.form is Form.MATCH else 0
    white, black = map(written_name, record.players)
    yield "FF[4]GM[6]CA[UTF-8]AP[Nardy]"
    yield f"MI[length:{length}]{of_game}"
    yield f"PW[{escaped(white)}]PB[{escaped(black)}]"
    if record.began is not None:
        began = Moment.of(record.began)
        yield f"DT[{began.year:04}-{began.month:02}-{began.day:02}]"
    yield "PC[Nardy]"


def _comment(record: MatchRecord) -> str:
    """Write our headers."""
    headers = [("Match ID", record.match)] if record.match else []
    headers += write_headers(record)
    told = "".join(f'[{key} "{value}"]\n' for key, value in headers)
    return f"GC[{escaped(told)}]"


def _root(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    conventions = record.conventions
    white, black = game.score
    yield from _heading(record, f"[game:{game.number - 1}][ws:{white}][bs:{black}]")
    if game.number == 1:
        yield _comment(record)
    rules = ":".join(_rules(conventions, game))
    if rules:
        yield f"RU[{rules}]"
    if game.ended is not None:
        resigned = game.ended.cause not in {EndCause.BORNE_OFF, EndCause.DROPPED}
        winner = COLOURS[game.ended.winner]
        yield f"RE[{winner}+{game.ended.points}{'R' if resigned else ''}]"


def _rules(conventions: Conventions, game: GameRecord) -> Iterator[str]:
    if conventions.crawford:
        yield "Crawford"
    if game.crawford:
        yield "CrawfordGame"
    if conventions.jacoby:
        yield "Jacoby"
    yield from GNU_RULES[conventions.rules]
    if conventions.cube is CubeKind.NONE:
        yield "NoCube"


def _nodes(game: GameRecord) -> Iterator[str]:
    if game.cube != 1:
        yield f"CV[{game.cube}]"
    for act in game.acts:
        node = _node(act)
        if node is not None:
            yield node


def _node(act: AnyAct) -> str | None:
    """Write an act; none for what the format does not know."""
    colour = COLOURS[act.side]
    match act:
        case Turn():
            dice = f"{max(act.dice)}{min(act.dice)}"
            if not act.moves:
                return f"PL[{colour}]DI[{dice}]"
            steps = (step for moves in act.moves for step in moves.steps)
            way = "".join(letter(start, act.side) + letter(end, act.side) for start, end in steps)
            return f"{colour}[{dice}{way}]"
        case Double() | Beaver():
            return f"{colour}[double]"
        case Take():
            return f"{colour}[take]"
        case Drop():
            return f"{colour}[drop]"
        case _:
            return None
