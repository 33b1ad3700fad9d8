"""The cube: offers, takes, drops, beavers (rules, section 7)."""

from game.clock import answered, asked, earned
from game.commands import Beaver, DropDouble, OfferDouble, TakeDouble
from game.conventions import CubeKind, DeadCube, Form
from game.endings import Ending
from game.events import Beavered, DoubleDropped, DoubleOffered, DoubleTaken
from game.match.course import Course
from game.match.ending import end_game
from game.match.facts import MatchFacts
from game.refusals import CubeRefused
from game.side import Side
from game.vocabulary import DecisionKind, EndCause

_ANSWERS = (DecisionKind.ANSWER_DOUBLE, DecisionKind.ANSWER_BEAVER)

_ENDLESS = 2**30
"""Where a cube without a cap stops all the same: scores stay what every client can count with."""

_REASONS = {
    "no_cube": "this game is played without a cube",
    "crawford": "nobody doubles in the Crawford game",
    "not_owner": "the cube belongs to the other side",
    "cap": "the cube is at its highest value",
    "dead": "the present value already wins the match",
    "no_beaver": "beavers were not agreed on",
}


def double(course: Course, command: OfferDouble) -> None:
    """Offer to raise the cube, which cannot be taken back."""
    side = course.answer(command, DecisionKind.ROLL)
    _refuse(why_not_double(course.state, side))
    face = asked(course.charge(side), side.other, course.control, course.absent)
    following = course.next(side.other, DecisionKind.ANSWER_DOUBLE)
    course.tell(DoubleOffered(side, raised(course.state), following, face))


def take(course: Course, command: TakeDouble) -> None:
    """Play on at the value offered; the doubler rolls."""
    side = course.answer(command, *_ANSWERS)
    face = course.charge(side)
    cube, doubler = course.game.cube, course.game.mover or side.other
    if side is doubler:
        owner = side.other
    else:
        owner = side
        face = answered(earned(face, side, course.control), doubler, course.absent)
    course.tell(DoubleTaken(side, cube.offered, owner, course.next(doubler), face))


def beaver(course: Course, command: Beaver) -> None:
    """Take, raise again and keep the cube; the doubler answers in what is left of his turn."""
    side = course.answer(command, DecisionKind.ANSWER_DOUBLE)
    _refuse(why_not_beaver(course.state))
    value = 2 * course.game.cube.offered
    face = earned(course.charge(side), side, course.control)
    following = course.next(side.other, DecisionKind.ANSWER_BEAVER)
    course.tell(Beavered(side, value, following, answered(face, side.other, course.absent)))


def drop(course: Course, command: DropDouble) -> None:
    """Lose the game as a single, at the value before the offer."""
    side = course.answer(command, *_ANSWERS)
    face = earned(course.charge(side), side, course.control)
    if course.game.mover is not side:
        face = earned(face, side.other, course.control)
    course.tell(DoubleDropped(side, face))
    end_game(course, side.other, Ending.SINGLE, EndCause.DROPPED)


def raised(state: MatchFacts) -> int:
    """Return the value that an offer would name."""
    value = state.running.cube.value
    return value + 1 if state.conventions.cube is CubeKind.LINEAR else 2 * value


def why_not_double(state: MatchFacts, side: Side) -> str | None:
    """Return why `side` may not turn the cube, or none if it may, were it on roll."""
    conventions, game = state.conventions, state.running
    if conventions.cube is CubeKind.NONE:
        return "no_cube"
    if game.crawford:
        return "crawford"
    if game.cube.owner is side.other:
        return "not_owner"
    if not _below_cap(state, raised(state)):
        return "cap"
    return "dead" if _is_dead(state, side) else None


def why_not_beaver(state: MatchFacts) -> str | None:
    """Return why the double on offer may not be beavered, or none if it may."""
    if not state.conventions.beaver:
        return "no_beaver"
    return None if _below_cap(state, 2 * state.running.cube.offered) else "cap"


def _is_dead(state: MatchFacts, side: Side) -> bool:
    conventions = state.conventions
    if conventions.form is not Form.MATCH or conventions.dead_cube is DeadCube.ALLOW:
        return False
    return state.points_of(side) + state.running.cube.value >= (conventions.length or 0)


def _below_cap(state: MatchFacts, value: int) -> bool:
    conventions = state.conventions
    linear = conventions.cube is CubeKind.LINEAR
    cap = conventions.linear_max if linear else conventions.cube_cap
    return value <= (cap or _ENDLESS)


def _refuse(reason: str | None) -> None:
    if reason is not None:
        raise CubeRefused(reason, _REASONS[reason])
