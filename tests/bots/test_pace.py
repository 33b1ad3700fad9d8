"""The limits of a platform, kept by reservation; time is moved by hand."""

from bots.running.pace import TELEGRAM, Limits, Pace


class Clock:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_one_chat_is_spoken_to_once_a_second() -> None:
    clock = Clock()
    pace = Pace(TELEGRAM, clock)

    waits = [pace.reserve(1, is_group=False) for _ in range(3)]

    assert [round(wait, 3) for wait in waits] == [0.0, 1.0, 2.0]


def test_a_group_is_spoken_to_twenty_times_a_minute() -> None:
    clock = Clock()
    pace = Pace(TELEGRAM, clock)
    moments = [clock.at + pace.reserve(-1, is_group=True) for _ in range(21)]

    assert moments[20] - moments[0] >= 60


def test_all_chats_together_stay_below_thirty_a_second() -> None:
    clock = Clock()
    pace = Pace(TELEGRAM, clock)
    moments = sorted(clock.at + pace.reserve(chat, is_group=False) for chat in range(300))

    for first, last in zip(moments, moments[30:], strict=False):
        assert last - first > 1.0


def test_a_chat_that_is_left_alone_holds_up_no_other() -> None:
    clock = Clock()
    pace = Pace(Limits(overall=0.1, chat=1.0, group=3.0), clock)
    pace.rest(1, 30)

    assert pace.reserve(1, is_group=False) == 30
    assert pace.reserve(2, is_group=False) <= 0.2
