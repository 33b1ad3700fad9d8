"""Why a game that was not played out was settled as it was, recomputed from the log of its match.

Nothing but the log and the published rules is asked (`docs/adjudication.md`): the position before
the end stands in it, and so does what the service made of it.
"""

from collections.abc import Iterator

import msgspec

from game.events import AnyEvent, GameEnded, PositionAdjudicated
from game.match import MatchState
from game.match.prospects import forfeited
from game.match.timing import adjudicated
from game.stakes import points, stakes
from game.vocabulary import EndCause
from server.records.log import MatchLog

_FORFEITS = frozenset({EndCause.FLAG, EndCause.ABSENCE, EndCause.LEFT})


class Judged(msgspec.Struct, frozen=True):
    """One settlement: what the log says, what the rules say, and whether they agree.

    `position` is as in all events, white's half first; `cube` the value it was played for.
    """

    commit: int
    cause: EndCause
    position: str
    cube: int
    logged: PositionAdjudicated | GameEnded
    recomputed: PositionAdjudicated | GameEnded

    @property
    def agrees(self) -> bool:
        """Whether the service settled it as the rules do."""
        return self.logged == self.recomputed


def settlements(log: MatchLog) -> Iterator[Judged]:
    """Every game of a match that a clock, absence, leaving or the match's time has ended.

    Raises ValueError, LookupError or AttributeError where the log does not follow.
    """
    state = MatchState.new()
    for commit in log.commits:
        for event in commit.events:
            if (judged := _judged(state, event, commit.seq)) is not None:
                yield judged
            state = state.after(event)


def _judged(state: MatchState, event: AnyEvent, commit: int) -> Judged | None:
    match event:
        case PositionAdjudicated():
            cause, again = EndCause.ADJUDICATED, adjudicated(state)
            return _compared(state, commit, cause, event, again)
        case GameEnded() if event.cause in _FORFEITS:
            return _compared(state, commit, event.cause, event, _forfeited(state, event))
        case _:
            return None


def _compared(
    state: MatchState,
    commit: int,
    cause: EndCause,
    logged: PositionAdjudicated | GameEnded,
    again: PositionAdjudicated | GameEnded,
) -> Judged:
    game = state.running
    return Judged(commit, cause, str(game.position), game.cube.value, logged, again)


def _forfeited(state: MatchState, ended: GameEnded) -> GameEnded:
    """The end of the game as section 9 has it: a gammon if the loser could still have lost so."""
    ending = forfeited(state, ended.winner.other)
    conventions, cube = state.conventions, state.running.cube
    won = points(conventions, ending, cube.value, turned=cube.turned)
    paid = stakes(conventions, ending, cube.value, turned=cube.turned)
    return msgspec.structs.replace(ended, ending=ending, points=won, stakes=paid)
