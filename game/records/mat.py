"""Writes a match as Jellyfish text (`.mat`), as GNU Backgammon writes it.

White is the left player. Short, nackgammon and hypergammon are what other programs read; the
other rule sets are written the same way under a `Variation` of their own, with our headers.
"""

from collections.abc import Iterator
from typing import TypeAlias

from game.conventions import CubeKind, Form
from game.position import Position
from game.records.headers import write_headers
from game.records.hits import with_hits
from game.records.moments import Moment
from game.records.names import written_name
from game.records.record import (
    AnyAct,
    Beaver,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Moves,
    Take,
    Turn,
)
from game.rulesets import RuleName, RuleSet
from game.side import Side

VARIATIONS = {
    RuleName.SHORT: "Backgammon",
    RuleName.NACKGAMMON: "NackGammon",
    RuleName.HYPERGAMMON: "HyperGammon (3)",
    RuleName.SHORT16: "Short16",
    RuleName.LONG: "LongGammon",
    RuleName.NARDGAMMON: "NardGammon",
    RuleName.CRAZY: "CrazyNardy",
}
"""What the `Variation` header says for each rule set."""

Acts: TypeAlias = tuple[AnyAct, ...]

_LEFT_WINS = " " * 6
_RIGHT_WINS = " " * 34


def write_mat(record: MatchRecord) -> str:
    """Write the match; `read_mat` reads it again."""
    length = record.conventions.length if record.conventions.form is Form.MATCH else 0
    lines = [f'; [{key} "{value}"]' for key, value in _headers(record)]
    lines += ["", f" {length} point match", ""]
    for game in record.games:
        lines += _game(record, game)
    return "\n".join(lines) + "\n"


def _headers(record: MatchRecord) -> Iterator[tuple[str, str]]:
    conventions = record.conventions
    yield "Site", "Nardy"
    if record.match:
        yield "Match ID", written_name(record.match)
    for number, name in enumerate(record.players, start=1):
        yield f"Player {number}", written_name(name)
    if record.began is not None:
        began = Moment.of(record.began)
        yield "EventDate", f"{began.year:04}.{began.month:02}.{began.day:02}"
        yield "EventTime", f"{began.hour:02}.{began.minute:02}"
    yield "Variation", VARIATIONS[conventions.rules]
    yield "Unrated", "Off" if conventions.rated else "On"
    yield "Crawford", "On" if conventions.crawford else "Off"
    yield "Jacoby", "On" if conventions.jacoby else "Off"
    yield "Beaver", "On" if conventions.beaver else "Off"
    if conventions.cube is CubeKind.DOUBLING and conventions.cube_cap is not None:
        yield "CubeLimit", str(conventions.cube_cap)
    yield from write_headers(record)


def _game(record: MatchRecord, game: GameRecord) -> Iterator[str]:
    rules = record.conventions.play_rules
    white, black = map(written_name, record.players)
    yield f" Game {game.number}"
    yield f" {f'{white} : {game.score[0]}':<30} {black} : {game.score[1]}"
    rows = _rows(game, rules)
    ended = game.ended
    if ended is not None:
        wins = f"Wins {ended.points} point{'' if ended.points == 1 else 's'}"
        dropped = bool(game.acts) and isinstance(game.acts[-1], Drop)
        if dropped and ended.winner is Side.BLACK:
            rows[-1] = (rows[-1][0], f" {wins}")
            wins = ""
    for number, (left, right) in enumerate(rows, start=1):
        # The blanks of an empty right cell are written too: GNU Backgammon 1.07 reads on in the
        # line before where a line is short.
        yield f"{number:>3}) {left:<27} {right}"
    if ended is not None and wins:
        yield (_LEFT_WINS if ended.winner is Side.WHITE else _RIGHT_WINS) + wins
    yield ""


def _rows(game: GameRecord, rules: RuleSet) -> list[tuple[str, str]]:
    """Put the acts in two columns; a cell stays blank where a side had nothing to say."""
    rows: list[tuple[str, str]] = []
    position = Position.parse(game.start)
    for at, act in enumerate(game.acts):
        cell = _turn(act, position, rules) if isinstance(act, Turn) else _words(game.acts, at)
        if isinstance(act, Turn) and act.moves:
            position = Position.parse(act.moves[-1].position)
        if cell is None:
            continue
        if act.side is Side.WHITE:
            rows.append((cell, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], cell)
        else:
            rows.append(("", cell))
    return rows


def _words(acts: Acts, at: int) -> str | None:
    """Write what is said about the cube; none for what the format does not know."""
    act = acts[at]
    match act:
        case Double():
            return f" Doubles => {act.value}"
        case Take():
            return None if at and _is_taken_in_silence(acts, at - 1) else " Takes"
        case Beaver():
            word = "Beavers" if _is_taken_in_silence(acts, at) else "Doubles"
            return f" {word} => {act.value}"
        case Drop():
            return " Drops"
        case _:
            return None


def _is_taken_in_silence(acts: Acts, at: int) -> bool:
    """Whether a beaver is followed by a roll: then others expect no word that it was taken.

    Without one GNU Backgammon waits for the beaver to be taken, through all games that follow, so
    that it is written as a double.
    """
    beaver, *after = acts[at : at + 3]
    return isinstance(beaver, Beaver) and [type(act) for act in after] == [Take, Turn]


def _turn(turn: Turn, position: Position, rules: RuleSet) -> str:
    parts: list[str] = []
    side = turn.side
    for moves in turn.moves:
        if parts:
            parts.append("| " if moves.side is side else "> ")
        parts.append(_moves(moves, position, rules))
        side, position = moves.side, Position.parse(moves.position)
    return f"{max(turn.dice)}{min(turn.dice)}: {''.join(parts)}"


def _moves(moves: Moves, position: Position, rules: RuleSet) -> str:
    """Write steps one by one, a blank after each but a fourth."""
    before = position if moves.side is Side.WHITE else position.swapped()
    steps = [
        f"{start}/{end}{'*' if hit else ''}"
        for (start, end), hit in with_hits(before, moves.steps, rules)
    ]
    return " ".join(steps) + ("" if len(steps) in {0, 4} and moves.stage is None else " ")
