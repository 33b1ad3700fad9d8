"""The one door through which every game and every match ends (rules, sections 6, 8 and 9)."""

from game.conventions import Form, SessionEnd
from game.endings import Ending
from game.events import GameEnded, MatchEnded
from game.match.course import Course
from game.match.facts import MatchFacts
from game.match.games import start_game
from game.match.prospects import forfeited
from game.side import Side
from game.stakes import points, stakes
from game.vocabulary import EndCause

_FORFEITS = frozenset({EndCause.FLAG, EndCause.ABSENCE, EndCause.LEFT})
_ENDS_SESSION = frozenset({EndCause.ABSENCE, EndCause.LEFT})
"""After these the loser cannot play on; after a flag he can, with the next game's reserve."""


def end_game(course: Course, winner: Side, ending: Ending, cause: EndCause) -> None:
    """End the running game, and with it the match or session, or begin the next game."""
    conventions, cube = course.conventions, course.game.cube
    won = points(conventions, ending, cube.value, turned=cube.turned)
    paid = stakes(conventions, ending, cube.value, turned=cube.turned)
    score = score_after(course.state, winner, won)
    course.tell(GameEnded(winner, ending, cause, won, score, paid))
    if conventions.form is Form.MONEY:
        _after_game_of_session(course, cause)
    elif conventions.form is Form.MATCH:
        _after_game_of_match(course, winner, cause)
    else:
        end_match(course, winner, cause)


def forfeit(course: Course, loser: Side, cause: EndCause) -> None:
    """End the running game by flag, absence or leaving: a gammon if it was still possible."""
    end_game(course, loser.other, forfeited(course.state, loser), cause)


def end_match(course: Course, winner: Side | None, cause: EndCause) -> None:
    """End the match."""
    paid = int(course.conventions.form is Form.MATCH)
    course.tell(MatchEnded(winner, cause, course.state.score, paid))


def end_session(course: Course, cause: EndCause) -> None:
    """End a money session; whoever leads has won it, and nobody if they are level."""
    white, black = course.state.score
    leader = Side.WHITE if white > black else Side.BLACK
    end_match(course, None if white == black else leader, cause)


def score_after(state: MatchFacts, winner: Side, won: int) -> tuple[int, int]:
    """Return the score when a side has won so many points; a match counts to its length."""
    white, black = state.score
    most = state.conventions.length or white + black + won
    if winner is Side.WHITE:
        return min(white + won, most), black
    return white, min(black + won, most)


def _after_game_of_match(course: Course, winner: Side, cause: EndCause) -> None:
    if cause in _FORFEITS or cause is EndCause.ADJUDICATED:
        end_match(course, winner, cause)
    elif course.state.points_of(winner) == course.conventions.length:
        end_match(course, winner, EndCause.SCORE)
    else:
        start_game(course)


def _after_game_of_session(course: Course, cause: EndCause) -> None:
    conventions, state = course.conventions, course.state
    lead = abs(state.score[0] - state.score[1])
    if cause in _ENDS_SESSION:
        end_session(course, cause)
    elif len(state.stops) == len(state.players):
        end_session(course, EndCause.AGREEMENT)
    elif conventions.until is SessionEnd.DIFFERENCE and lead >= (conventions.difference or 1):
        end_session(course, EndCause.SCORE)
    elif conventions.session_limit is not None and course.at >= (
        state.began + conventions.session_limit + state.credited
    ):
        end_session(course, EndCause.TIME)
