"""Quiet hours: the part of a person's day in which no reminder comes, in his own time zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from server.storage.ids import Millis
from server.storage.preferences import Preferences


def zone_of(wanted: Preferences, house: ZoneInfo) -> ZoneInfo:
    """The person's zone, or that of the house where he has named none."""
    return house if wanted.timezone is None else ZoneInfo(wanted.timezone)


def loud_from(at: Millis, wanted: Preferences, zone: ZoneInfo) -> Millis:
    """The first moment from `at` on at which a reminder may come."""
    moment = datetime.fromtimestamp(at / 1000, zone)
    first, last = wanted.quiet_from, wanted.quiet_until
    quiet = first <= moment.hour < last if first <= last else not last <= moment.hour < first
    if first == last or not quiet:
        return at
    morning = moment.replace(hour=last, minute=0, second=0, microsecond=0)
    if morning <= moment:
        morning += timedelta(days=1)
    return int(morning.timestamp() * 1000)


def day_began(at: Millis, zone: ZoneInfo) -> Millis:
    """When the person's day began."""
    moment = datetime.fromtimestamp(at / 1000, zone)
    return int(moment.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000)
