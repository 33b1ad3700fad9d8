"""How a game begins: the set-up, Crawford, and who starts (rules, sections 1.3 and 7)."""

from msgspec.structs import replace

from game.clock import NO_TIME, ClockFace, fresh, turned
from game.conventions import Conventions, CubeKind, ExtraChecker
from game.dice import DiceSource
from game.events import (
    CubeDoubledAutomatically,
    GameStarted,
    OpeningRolled,
)
from game.match.course import Course
from game.match.facts import MatchFacts
from game.options import Opening, Starter
from game.position import Position
from game.rulesets import RuleSet
from game.side import Side
from game.vocabulary import DecisionKind

_POINTS_LABEL = "points"
"""The label under which the points of the extra checkers are drawn."""


def start_game(course: Course) -> None:
    """Set up the next game; throw for the start, unless it is known who starts."""
    state = course.state
    number = 1 if state.game is None else state.game.number + 1
    starter = _known_starter(state)
    face = _face(course)
    course.tell(
        GameStarted(
            number=number,
            position=_start_position(course, number),
            clock=face
            if starter is None
            else turned(face, starter, course.control, course.absent),
            crawford=is_crawford(state),
            starter=starter,
            next=None if starter is None else course.next(starter),
        )
    )
    if starter is None:
        _throw_for_the_start(course, face)


def is_crawford(state: MatchFacts) -> bool:
    """Whether the next game is the first that begins with a side one point from the match."""
    conventions = state.conventions
    if not conventions.crawford or state.crawford_played or conventions.length in {None, 1}:
        return False
    return max(state.score) == (conventions.length or 0) - 1


def _known_starter(state: MatchFacts) -> Side | None:
    last = state.game
    if last is None or last.starter is None:
        return None
    if state.conventions.starter is Starter.ALTERNATE:
        return last.starter.other
    return last.winner if state.conventions.starter is Starter.WINNER else None


def _face(course: Course) -> ClockFace:
    before, control = course.state.clock, course.control
    if before is None or control is None or control.per_game:
        return fresh(control, course.at, before)
    return replace(before, since=course.at, delay=NO_TIME, kept=NO_TIME)


def _start_position(course: Course, number: int) -> str:
    rules = course.state.book.rules
    if not rules.extra_points:
        return str(Position.start(rules))
    extra = _extra_points(course.context.cup, rules, course.conventions, number)
    return str(Position.start(rules, extra))


def _extra_points(
    cup: DiceSource, rules: RuleSet, conventions: Conventions, game: int
) -> tuple[int | None, int | None]:
    """Return white's and black's extra point; draw `k` of game `g` is number 256 g + k."""
    draws = (
        rules.extra_points[cup.number(_POINTS_LABEL, len(rules.extra_points), 256 * game + k)]
        for k in range(256)
    )
    white = next(draws)
    match conventions.extra_checker:
        case ExtraChecker.ONE_SIDE:
            has_white = cup.number("points-side", 2, game) == 0
            return (white, None) if has_white else (None, white)
        case ExtraChecker.INDEPENDENT:
            black = next(draws)
            while rules.theirs(white) == black:
                white, black = next(draws), next(draws)
            return white, black
        case _:
            return white, white


def _throw_for_the_start(course: Course, face: ClockFace) -> None:
    cup, draw = course.context.cup, course.state.next_draw
    white, black = cup.pair(draw)
    while white == black:
        course.tell(OpeningRolled(draw, white, black))
        _double_automatically(course)
        draw += 1
        white, black = cup.pair(draw)
    winner = Side.WHITE if white > black else Side.BLACK
    kept = course.conventions.opening is Opening.KEEP
    following = course.next(winner, DecisionKind.PLAY if kept else DecisionKind.ROLL)
    face = turned(face, winner, course.control, course.absent)
    course.tell(OpeningRolled(draw, white, black, winner, kept=kept, next=following, clock=face))


def _double_automatically(course: Course) -> None:
    conventions, value = course.conventions, course.game.cube.value
    below_cap = conventions.cube_cap is None or 2 * value <= conventions.cube_cap
    if (
        conventions.cube is CubeKind.DOUBLING
        and value < 2**conventions.automatic_doubles
        and below_cap
    ):
        course.tell(CubeDoubledAutomatically(2 * value))
