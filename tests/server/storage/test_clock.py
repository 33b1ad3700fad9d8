"""The clock that follows the database's."""

import pytest

from server.storage.clock import DatabaseClock


@pytest.mark.parametrize("offset", [-70_000, -1, 0, 1, 99, 5_000])
def test_a_quick_answer_sets_the_clock(offset: int) -> None:
    clock = DatabaseClock(local=lambda: 1_000_000)
    clock.measured(asked=1_000, answer=1_000 + offset, answered=1_000)

    assert clock.now() == 1_000_000 + offset
    assert clock.is_true == (abs(offset) <= 100)


def test_a_slow_answer_teaches_nothing_that_a_quick_one_has_said_better() -> None:
    clock = DatabaseClock(local=lambda: 0)
    clock.measured(asked=0, answer=40, answered=0)
    clock.measured(asked=1_000, answer=1_300, answered=1_600)

    assert clock.now() == 40


def test_a_clock_that_was_set_back_is_found_out() -> None:
    clock = DatabaseClock(local=lambda: 0)
    clock.measured(asked=0, answer=0, answered=2)
    clock.measured(asked=10_000, answer=13_601, answered=10_002)

    assert clock.now() == 3_599
