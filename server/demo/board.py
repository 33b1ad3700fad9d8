"""The board for a terminal with colours: white sits below, points in his numbering."""

from collections.abc import Iterator

from game.match import MatchState
from game.position import pips
from game.side import Side
from game.steps import BAR, OFF, Point

WIDTH = 62
_HEIGHT = 5
_UPPER = tuple(range(13, 25))
_LOWER = tuple(range(12, 0, -1))

RESET = "\x1b[0m"
BOLD = "\x1b[1m"
DIM = "\x1b[2m"
_FRAME = "\x1b[48;5;52;38;5;180m"
_FIELD = "\x1b[48;5;180m"
_POINTS = ("\x1b[48;5;137m", "\x1b[48;5;94m")
_INK = {Side.WHITE: "\x1b[1;38;5;231m", Side.BLACK: "\x1b[1;38;5;16m"}
_DIE = {Side.WHITE: "\x1b[1;48;5;231;38;5;16m", Side.BLACK: "\x1b[1;48;5;16;38;5;231m"}
_CUBE = "\x1b[1;48;5;229;38;5;16m"


def board(state: MatchState) -> list[str]:
    """Draw the running game: 13 lines of `WIDTH` columns, colours and all."""
    upper = [_row(state, _UPPER, height) for height in range(_HEIGHT)]
    lower = [_row(state, _LOWER, height) for height in reversed(range(_HEIGHT))]
    return [_numbers(_UPPER), *upper, _middle(state), *lower, _numbers(_LOWER)]


def plate(state: MatchState, side: Side, name: str) -> str:
    """What stands beside a side of the board: mark, name, score, pips, time."""
    mark = f"{_FIELD}{_INK[side]} ● {RESET}"
    turn = state.decision is not None and state.decision.side is side
    shown = f"{BOLD}{name}{RESET}" if turn else name
    score = f"{state.points_of(side)}"
    if state.conventions.length is not None:
        score += f" of {state.conventions.length}"
    facts = f"{score:>8}   {pips(state.position_of(side).mover):>3} pips"
    if state.clock is not None and state.conventions.clock is not None:
        facts += f"   {_time(state.clock.reserve(side))}"
    return f"{mark} {shown}{' ' * max(1, 28 - len(name))}{facts}"


def _row(state: MatchState, points: tuple[Point, ...], height: int) -> str:
    cells = [_cell(state, point, height) for point in points]
    bar = _bar(state, points is _UPPER, height)
    tray = _tray(state, points is _UPPER, height)
    return _framed("".join(cells[:6]), bar, "".join(cells[6:]), tray)


def _framed(left: str, bar: str, right: str, tray: str) -> str:
    edge = f"{_FRAME} "
    return f"{edge}{left}{_FRAME}{bar}{right}{_FRAME}{tray} {RESET}"


def _cell(state: MatchState, point: Point, height: int) -> str:
    paint = _POINTS[point % 2]
    for side, own in _owners(state, point):
        count = state.position_of(side).mover[own]
        if count > height:
            tall = height == _HEIGHT - 1 and count > _HEIGHT
            return f"{paint}{_INK[side]}{count if tall else '●':^4}"
    return f"{paint}    "


def _owners(state: MatchState, point: Point) -> Iterator[tuple[Side, Point]]:
    yield Side.WHITE, point
    yield Side.BLACK, state.conventions.play_rules.theirs(point)


def _bar(state: MatchState, upper: bool, height: int) -> str:  # noqa: FBT001
    """Hit checkers wait next to the middle: black's above it, white's below."""
    side = Side.BLACK if upper else Side.WHITE
    count = state.position_of(side).mover[BAR]
    if not count or height != _HEIGHT - 1:
        return "     "
    return f" {_FIELD}{_INK[side]}●{count if count > 1 else ' '} {_FRAME} "


def _tray(state: MatchState, upper: bool, height: int) -> str:  # noqa: FBT001
    side = Side.BLACK if upper else Side.WHITE
    count = state.position_of(side).mover[OFF]
    if not count or height != 0:
        return "       "
    return f" {_FIELD}{_INK[side]} ●{count:<3}{_FRAME} "


def _middle(state: MatchState) -> str:
    game = state.running
    dice = {Side.WHITE: " " * 24, Side.BLACK: " " * 24}
    if game.dice is not None and game.mover is not None:
        one, other = (f"{_DIE[game.mover]} {die} {_FIELD}" for die in game.dice)
        dice[game.mover] = " " * 8 + one + "  " + other + " " * 8
    cube = "     "
    if state.conventions.cube != "none" and not game.crawford:
        value = game.cube.offered or game.cube.value
        cube = f" {_CUBE}{value:^3}{_FRAME} "
    left, right = (f"{_FIELD}{dice[side]}" for side in (Side.BLACK, Side.WHITE))
    owner = {Side.WHITE: "▼", Side.BLACK: "▲", None: " "}[game.cube.owner]
    return _framed(left, cube, right, f" {owner}     ")


def _numbers(points: tuple[Point, ...]) -> str:
    cells = [f"{point:^4}" for point in points]
    return f"{_FRAME} {''.join(cells[:6])}     {''.join(cells[6:])}        {RESET}"


def _time(millis: int) -> str:
    minutes, seconds = divmod(millis // 1000, 60)
    return f"{minutes}:{seconds:02}"
