"""Twelve boards, typical and extreme, that every drawing of one must show well."""

from bots.view import BoardView, ClockView, CubeView, DiceView, SideView
from game.rulesets import CRAZY, LONG, SHORT, SHORT16
from game.side import BLACK, WHITE

START = SHORT.start
LONG_START = LONG.start


def counts(**heaps: int) -> bytes:
    """Counts by own point: `counts(p6=5, bar=1, off=3)`."""
    points = {"off": 0, "bar": 25}
    board = bytearray(26)
    for name, checkers in heaps.items():
        board[points[name] if name in points else int(name[1:])] = checkers
    return bytes(board)


def _with_extra(start: bytes, point: int) -> bytes:
    board = bytearray(start)
    board[point] += 1
    return bytes(board)


POSITIONS: dict[str, BoardView] = {
    "short_opening": BoardView(
        mine=SideView(colour=WHITE, checkers=START, clock=ClockView(120_000), to_play=True),
        theirs=SideView(colour=BLACK, checkers=START, clock=ClockView(120_000)),
        dice=DiceView((3, 1), WHITE),
        cube=CubeView(1),
        length=5,
    ),
    "short_middle": BoardView(
        mine=SideView(
            colour=BLACK,
            checkers=counts(p24=1, p21=1, p13=4, p8=3, p6=4, p5=2),
            score=2,
            clock=ClockView(65_300, 12_000, running=True),
            to_play=True,
        ),
        theirs=SideView(
            colour=WHITE,
            checkers=counts(p24=1, p23=1, p13=3, p10=2, p8=2, p6=4, p3=2),
            score=3,
            clock=ClockView(44_000),
            moved=(10, 3),
            left=(13, 8),
        ),
        dice=DiceView((6, 4), BLACK),
        cube=CubeView(2, BLACK),
        length=7,
    ),
    "short_hit": BoardView(
        mine=SideView(
            colour=WHITE,
            checkers=counts(bar=2, p13=4, p8=3, p6=4, p5=2),
            clock=ClockView(9_400, running=True),
            to_play=True,
        ),
        theirs=SideView(
            colour=BLACK,
            checkers=counts(p24=1, p13=4, p8=3, p6=4, p4=2, p3=1),
            moved=(4, 3),
            left=(24, 8),
            clock=ClockView(3_725_000),
        ),
        dice=DiceView((5, 5, 5, 5), WHITE, (True, False, False, False)),
        cube=CubeView(64, WHITE),
        length=25,
    ),
    "double_offered": BoardView(
        mine=SideView(colour=BLACK, checkers=counts(p24=2, p13=5, p8=3, p6=5), to_play=True),
        theirs=SideView(colour=WHITE, checkers=counts(p24=2, p13=4, p8=4, p6=5)),
        cube=CubeView(2, None, offered=True),
    ),
    "all_on_the_bar": BoardView(
        mine=SideView(colour=WHITE, checkers=counts(bar=15), to_play=True),
        theirs=SideView(colour=BLACK, checkers=counts(bar=15)),
        dice=DiceView((6, 6, 6, 6), WHITE),
        cube=CubeView(1024, BLACK),
    ),
    "fifteen_on_a_point": BoardView(
        mine=SideView(colour=WHITE, checkers=counts(p1=15), to_play=True, moved=(1,), left=(4,)),
        theirs=SideView(colour=BLACK, checkers=counts(p7=15)),
        dice=DiceView((2, 1), BLACK),
    ),
    "all_off": BoardView(
        mine=SideView(colour=BLACK, checkers=counts(off=15), score=11, moved=(0,), left=(2,)),
        theirs=SideView(colour=WHITE, checkers=counts(off=14, p1=1), score=10),
        dice=DiceView((2, 1), BLACK, (True, True)),
        cube=CubeView(8, WHITE),
        length=11,
    ),
    "short16_opening": BoardView(
        mine=SideView(colour=WHITE, checkers=_with_extra(SHORT16.start, 20), to_play=True),
        theirs=SideView(colour=BLACK, checkers=_with_extra(SHORT16.start, 3)),
        cube=CubeView(1),
        length=3,
    ),
    "long_opening": BoardView(
        mine=SideView(
            colour=WHITE, checkers=LONG_START, to_play=True, clock=ClockView(180_000, running=True)
        ),
        theirs=SideView(colour=BLACK, checkers=LONG_START, clock=ClockView(180_000)),
        same_direction=True,
        dice=DiceView((6, 5), WHITE),
    ),
    "long_middle": BoardView(
        mine=SideView(
            colour=BLACK,
            checkers=counts(p24=6, p20=1, p19=1, p18=2, p16=1, p15=1, p14=1, p10=1, p8=1),
            moved=(14, 8),
            left=(19, 13),
        ),
        theirs=SideView(
            colour=WHITE,
            checkers=counts(p24=7, p23=2, p21=1, p19=1, p17=1, p13=1, p10=1, p5=1),
            to_play=True,
        ),
        same_direction=True,
        dice=DiceView((5, 4), BLACK, (True, True)),
        shows_pips=False,
    ),
    "long_bearing_off": BoardView(
        mine=SideView(
            colour=WHITE, checkers=counts(p6=2, p5=3, p4=2, p2=1, p1=1, off=6), to_play=True
        ),
        theirs=SideView(
            colour=BLACK, checkers=counts(p6=1, p4=2, p3=3, off=9), moved=(0,), left=(5,)
        ),
        same_direction=True,
        dice=DiceView((4, 4, 4, 4), WHITE, (True, True, False, False)),
        length=1,
    ),
    "crazy_extra": BoardView(
        mine=SideView(colour=WHITE, checkers=_with_extra(CRAZY.start, 24), to_play=True),
        theirs=SideView(colour=BLACK, checkers=_with_extra(CRAZY.start, 24)),
        same_direction=True,
        dice=DiceView((1, 1, 1, 1), WHITE),
    ),
}
