"""The days and weeks of leaderboards: those of the operator's time zone."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from game.rulesets import RuleName
from server.storage.ids import Millis
from server.storage.standings import Board, Span


def day_of(at: Millis, zone: ZoneInfo) -> date:
    """The day of a moment."""
    return datetime.fromtimestamp(at / 1000, zone).date()


def since(span: Span, at: Millis, zone: ZoneInfo) -> int:
    """When the span around a moment began: a day's ordinal; weeks begin on Monday."""
    day = day_of(at, zone)
    match span:
        case Span.DAY:
            return day.toordinal()
        case Span.WEEK:
            return (day - timedelta(days=day.weekday())).toordinal()
        case Span.EVER:
            return 0


def boards(rules: RuleName, at: Millis, zone: ZoneInfo) -> tuple[Board, ...]:
    """Every leaderboard on which a match that ended at this moment counts."""
    return tuple(Board(span, since(span, at, zone), rules) for span in Span)
