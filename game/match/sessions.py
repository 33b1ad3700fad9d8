"""Between the games of a money session: going on, or agreeing to stop (rules, section 8)."""

from game.commands import ContinueSession, OfferStop
from game.conventions import Form
from game.events import StopOffered
from game.match.course import Course
from game.match.ending import end_session
from game.match.games import start_game
from game.refusals import NothingDue, WrongMoment
from game.vocabulary import EndCause, Phase


def go_on(course: Course, command: ContinueSession) -> None:
    """Begin the next game, the holds being restored; or end the session if one is not."""
    if course.state.phase is not Phase.BETWEEN:
        raise NothingDue("no game of a session has just ended")
    if command.unable:
        end_session(course, EndCause.HOLD)
    else:
        start_game(course)


def offer_stop(course: Course, command: OfferStop) -> None:
    """Propose to end the session after the running game; both proposing agree."""
    state = course.state
    if state.conventions.form is not Form.MONEY:
        raise WrongMoment("only a money session is ended by agreement")
    if state.phase not in {Phase.PLAYING, Phase.BETWEEN}:
        raise WrongMoment("the session has not begun")
    if command.seat in state.stops:
        raise WrongMoment("this seat has proposed it already")
    course.tell(StopOffered(command.seat))
    if state.phase is Phase.BETWEEN and len(course.state.stops) == len(state.players):
        end_session(course, EndCause.AGREEMENT)
