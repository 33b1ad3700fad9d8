"""Buckets, places, and what counts as one address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.limits import Bucket, Meters, Occupancy, TooFast, TooManySockets, neighbourhood


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=20, burst=40, at=0.0)

    assert sum(bucket.take(0.0) for _ in range(100)) == 40
    assert bucket.debt == 60
    assert not bucket.take(3.0)
    assert bucket.take(3.1)


def test_a_rested_bucket_holds_no_more_than_its_burst() -> None:
    bucket = Bucket(rate=20, burst=40, at=0.0)

    assert sum(bucket.take(1_000.0) for _ in range(100)) == 40


@given(st.lists(st.floats(min_value=0, max_value=10), min_size=1, max_size=200))
def test_no_pace_gets_more_than_burst_and_rate_allow(pauses: list[float]) -> None:
    bucket, at, taken = Bucket(rate=20, burst=40, at=0.0), 0.0, 0
    for pause in pauses:
        at += pause
        taken += bucket.take(at)

    assert taken <= 40 + 20 * at + 1e-6


def test_each_key_has_a_measure_of_its_own() -> None:
    meters = Meters(rate=1, burst=2, most=100)
    for key in ("a", "a", "b", "b"):
        meters.take(key, 0.0)

    with pytest.raises(TooFast):
        meters.take("a", 0.5)
    meters.take("b", 5.0)


def test_no_more_keys_are_remembered_than_there_is_room_for() -> None:
    meters = Meters(rate=1, burst=2, most=100)
    for number in range(1_000):
        meters.take(str(number), 0.0)
    assert len(meters) <= 100

    for number in range(1_000):
        meters.take(str(number), 100.0 + number)
    assert len(meters) <= 100


def test_places_are_counted_by_key_and_given_back() -> None:
    places = Occupancy(2)
    places.enter("a")
    places.enter("a")
    places.enter("b")

    with pytest.raises(TooManySockets):
        places.enter("a")

    places.leave("a")
    places.enter("a")
    assert (places.held("a"), places.held("b"), places.held("c")) == (2, 1, 0)


@pytest.mark.parametrize(
    ("address", "one"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_household_counts_as_one(address: str, one: str) -> None:
    assert neighbourhood(address) == one
