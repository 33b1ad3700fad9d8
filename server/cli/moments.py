"""Moments that somebody types: days and times of day, in UTC."""

from datetime import UTC, datetime
from typing import Final

FORMATS: Final = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]


def millis(moment: datetime) -> int:
    """A moment in milliseconds since 1970."""
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)
