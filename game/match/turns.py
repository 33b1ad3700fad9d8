"""A turn: the roll, the play, the pass, and the stages of a cascade (rules, sections 2 to 5)."""

from game.cascade import Cascade
from game.clock import ClockFace, earned, turned
from game.commands import PlayCheckers, RollDice
from game.endings import ending
from game.events import CheckersPlayed, Decision, DiceRolled, TurnPassed
from game.illegal import IllegalPlay as Illegal
from game.match.course import Course
from game.match.ending import end_game
from game.match.game_state import Pair
from game.position import Position
from game.refusals import IllegalPlay
from game.side import Side
from game.vocabulary import PLAY, ROLL, EndCause


def roll(course: Course, command: RollDice) -> None:
    """Throw the dice; where nothing can be moved the turn passes at once."""
    side = course.answer(command, ROLL)
    draw, dice = thrown(course)
    face = course.charge(side)
    game = course.game.thrown(side, dice)
    book = course.state.book
    cascade = book.cascade(game, side)
    following = None
    if book.plays(game, side, cascade):
        following = Decision(course.state.turn + 1, side, PLAY, cascade)
    course.tell(DiceRolled(side, draw, dice, following, face))
    if following is None:
        pass_turn(course, side, cascade, face)


def thrown(course: Course) -> tuple[int, Pair]:
    """Return the next roll of the stream and its number; pairs that are off keep their numbers."""
    draw, cup = course.state.next_draw, course.context.cup
    dice = cup.pair(draw)
    while dice[0] == dice[1] and not course.state.book.rules.doublets:
        draw += 1
        dice = cup.pair(draw)
    return draw, dice


def play(course: Course, command: PlayCheckers) -> None:
    """Play the whole roll, or the whole stage of a cascade, if it is legal."""
    side = course.answer(command, PLAY)
    decision = course.decision()
    plays = course.state.book.plays(course.game, side, decision.cascade)
    reached = plays.judge(command.steps)
    if isinstance(reached, Illegal):
        raise IllegalPlay(
            reached.reason, reached.message, rule=reached.section, example=reached.example
        )
    face, won = course.charge(side), reached.mover_has_won
    if decision.cascade is not None and not won:
        _play_stage(course, command, decision.cascade, reached, face)
        return
    face = earned(face, side, course.control)
    played = CheckersPlayed(
        side=side,
        steps=command.steps,
        position=course.state.book.text(reached, side),
        next=None if won else course.next(side.other),
        clock=face if won else _handed_over(course, side.other, face),
        stage=None if decision.cascade is None else decision.cascade.stage.value,
    )
    course.tell(played)
    if won:
        lost = ending(reached.waiter, course.state.book.rules)
        end_game(course, side, lost, EndCause.BORNE_OFF)


def pass_turn(course: Course, side: Side, cascade: Cascade | None, face: ClockFace) -> None:
    """Pass: nothing can be moved. An automatic pass earns no increment."""
    if cascade is None:
        face = _handed_over(course, side.other, face)
        course.tell(TurnPassed(side, course.next(side.other), face))
        return
    _pass_stage(course, side, cascade, face)


def _handed_over(course: Course, side: Side, face: ClockFace) -> ClockFace:
    return turned(face, side, course.control, course.absent)


def _play_stage(
    course: Course, command: PlayCheckers, cascade: Cascade, reached: Position, face: ClockFace
) -> None:
    side = course.decision().side
    text = course.state.book.text(reached, side)
    coming = cascade.after(command.steps, course.state.book.rules)
    if _ends_part(cascade, coming):
        face = earned(face, side, course.control)
    following, face = _after_stage(course, side, coming, face)
    stage = cascade.stage.value
    course.tell(CheckersPlayed(side, command.steps, text, following, face, stage=stage))
    _pass_blocked_stages(course, side)


def _after_stage(
    course: Course, side: Side, coming: Cascade | None, face: ClockFace
) -> tuple[Decision, ClockFace]:
    """Return who decides after a stage: the same side, the one that continues, or a new turn."""
    turn, thrower = course.state.turn + 1, course.game.mover or side
    if coming is None:
        roller = thrower.other
        return Decision(turn, roller, ROLL), _handed_over(course, roller, face)
    player = thrower.other if coming.continued else thrower
    if player is not side:
        face = _handed_over(course, player, face)
    return Decision(turn, player, PLAY, coming), face


def _ends_part(cascade: Cascade, coming: Cascade | None) -> bool:
    """Whether the side that plays this stage of a cascade plays no further one."""
    return coming is None or coming.continued != cascade.continued


def _pass_blocked_stages(course: Course, acted: Side | None) -> None:
    """Pass every following stage in which nothing can be moved."""
    decision = course.decision()
    if decision.cascade is None:
        return
    if not course.state.book.plays(course.game, decision.side, decision.cascade):
        _pass_stage(course, decision.side, decision.cascade, course.face(), acted)


def _pass_stage(
    course: Course, side: Side, cascade: Cascade, face: ClockFace, acted: Side | None = None
) -> None:
    """Pass a stage, and those that cannot be moved after it.

    `acted` has just played an earlier stage: if its part ends so, it earns the increment for that.
    """
    coming = cascade.after((), course.state.book.rules)
    if side is acted and _ends_part(cascade, coming):
        face = earned(face, side, course.control)
    following, face = _after_stage(course, side, coming, face)
    course.tell(TurnPassed(side, following, face, stage=cascade.stage.value))
    _pass_blocked_stages(course, acted)
