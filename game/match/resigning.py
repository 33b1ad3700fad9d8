"""Resignations: offered at a named ending, answered by the other side (rules, section 8)."""

from game.clock import earned
from game.commands import AcceptResignation, OfferResignation, RefuseResignation
from game.endings import Ending
from game.events import Decision, ResignationAccepted, ResignationOffered
from game.events import ResignationRefused as Refusal
from game.match.course import Course
from game.match.ending import end_game
from game.match.prospects import certain
from game.refusals import ResignationRefused, WrongTurn
from game.side import Side
from game.stakes import multiple
from game.vocabulary import DecisionKind, EndCause


def offer(course: Course, command: OfferResignation) -> None:
    """Offer to lose; it stops no clock, and lapses with the turn."""
    side = _side(course, command)
    game, rules = course.game, course.state.book.rules
    if command.ending is Ending.BACKGAMMON and not rules.backgammons:
        raise ResignationRefused("no_such_ending", f"{rules.name} knows no backgammon")
    if side in game.resigned:
        raise ResignationRefused("once_a_turn", "a side may offer once a turn")
    if game.resigning is not None:
        raise ResignationRefused("pending", "the other side's offer is not answered yet")
    lost = certain(course.state, side)
    if _worth(course, command.ending) < _worth(course, lost):
        raise ResignationRefused("too_cheap", f"a {lost} is already certain")
    course.tell(ResignationOffered(side, command.ending))


def accept(course: Course, command: AcceptResignation) -> None:
    """Accept the offer: the game ends as it says."""
    side, offered = _answered(course, command)
    decision = course.decision()
    face = course.charge(decision.side, allowed=decision.side is side)
    mover = course.game.mover
    if mover is not None and _has_acted(decision):
        face = earned(face, mover, course.control)
    course.tell(ResignationAccepted(side, face))
    end_game(course, side, offered.ending, EndCause.RESIGNED)


def refuse(course: Course, command: RefuseResignation) -> None:
    """Refuse the offer: play goes on."""
    side, _ = _answered(course, command)
    course.tell(Refusal(side))


def _has_acted(decision: Decision) -> bool:
    """Whether whose turn it is has thrown or doubled, and has not earned for it already."""
    if decision.kind is DecisionKind.ROLL:
        return False
    return decision.cascade is None or not decision.cascade.continued


def _worth(course: Course, ending: Ending) -> int:
    """Return what an ending counts here: two that count the same are equally cheap."""
    return multiple(course.conventions, ending, turned=course.game.cube.turned)


def _answered(
    course: Course, command: AcceptResignation | RefuseResignation
) -> tuple[Side, ResignationOffered]:
    side = _side(course, command)
    offered = course.game.resigning
    if offered is None or offered.side is side:
        raise ResignationRefused("nothing_offered", "the other side has not offered to resign")
    return side, offered


def _side(
    course: Course, command: OfferResignation | AcceptResignation | RefuseResignation
) -> Side:
    decision = course.decision()
    if command.turn != decision.turn:
        raise WrongTurn(command.turn, decision.turn)
    return course.state.side_of(command.seat)
