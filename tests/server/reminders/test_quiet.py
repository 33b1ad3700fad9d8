"""Quiet hours in the person's own time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from server.reminders.quiet import day_began, loud_from, zone_of
from server.storage.preferences import Preferences

YEREVAN = ZoneInfo("Asia/Yerevan")


def at(text: str) -> int:
    moment = datetime.fromisoformat(f"2026-03-12T{text}").replace(tzinfo=YEREVAN)
    return int(moment.timestamp() * 1000)


@pytest.mark.parametrize(
    ("first", "last", "now", "loud"),
    [
        (23, 8, "22:59", "22:59"),
        (23, 8, "07:59", "08:00"),
        (23, 8, "00:00", "08:00"),
        (23, 8, "08:00", "08:00"),
        (13, 15, "14:30", "15:00"),
        (13, 15, "15:00", "15:00"),
        (9, 9, "09:30", "09:30"),
    ],
)
def test_a_reminder_waits_for_the_end_of_quiet_hours(
    first: int, last: int, now: str, loud: str
) -> None:
    wanted = Preferences(quiet_from=first, quiet_until=last)

    assert loud_from(at(now), wanted, YEREVAN) == at(loud)


def test_in_the_evening_the_end_is_tomorrow() -> None:
    wanted = Preferences(quiet_from=23, quiet_until=8)

    assert loud_from(at("23:30"), wanted, YEREVAN) == at("08:00") + 24 * 3_600_000


def test_a_day_begins_at_the_persons_midnight() -> None:
    assert day_began(at("13:37"), YEREVAN) == at("00:00")


def test_who_names_no_zone_lives_where_the_house_does() -> None:
    house = ZoneInfo("Europe/Moscow")

    assert zone_of(Preferences(), house) is house
    assert zone_of(Preferences(timezone="Asia/Yerevan"), house).key == "Asia/Yerevan"
