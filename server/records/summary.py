"""An ended match in a line, from its events alone."""

from collections.abc import Sequence

from game.events import (
    AnyEvent,
    ColoursDrawn,
    GameEnded,
    MatchEnded,
    MatchOpened,
    MatchVoided,
)
from game.side import Side
from server.storage.match_summaries import Summary


def summary(events: Sequence[AnyEvent]) -> Summary:
    """Sum a match up. Raises ValueError unless the events are those of a whole match."""
    opened, ended = events[0], events[-1]
    if not isinstance(opened, MatchOpened) or not isinstance(ended, MatchEnded | MatchVoided):
        raise ValueError("a whole match begins with match_opened and ends by its result")  # noqa: TRY004
    white = next((event.white for event in events if isinstance(event, ColoursDrawn)), 0)
    winner = ended.winner if isinstance(ended, MatchEnded) else None
    score = next((e.score for e in reversed(events) if isinstance(e, GameEnded)), (0, 0))
    conventions = opened.conventions
    return Summary(
        rules=conventions.rules,
        form=conventions.form,
        length=conventions.length,
        cause=ended.cause,
        void=isinstance(ended, MatchVoided),
        winner=None if winner is None else (white if winner is Side.WHITE else 1 - white),
        score=score if white == 0 else (score[1], score[0]),
    )
