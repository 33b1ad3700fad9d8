"""UUIDv7 keys."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from server.storage.ids import Ids, floor, millis_of

moments = st.integers(min_value=0, max_value=2**48 - 2)


@given(moments)
def test_a_key_is_a_uuid_of_version_7_and_tells_its_moment(at: int) -> None:
    key = Ids().new(at)

    assert (key.version, key.variant) == (7, "specified in RFC 4122")
    assert millis_of(key) == at


@given(st.lists(moments, max_size=50))
def test_keys_grow_even_when_the_clock_steps_back(times: list[int]) -> None:
    ids = Ids()
    keys = [ids.new(at) for at in times]

    assert keys == sorted(set(keys))


def test_keys_of_one_millisecond_stay_ordered_when_chance_gives_nothing() -> None:
    ids = Ids(bytes)
    keys = [ids.new(1_000) for _ in range(10_000)]

    assert keys == sorted(set(keys))


def test_keys_of_one_millisecond_stay_ordered_when_chance_gives_the_most() -> None:
    ids = Ids(lambda size: b"\xff" * size)
    keys = [ids.new(1_000) for _ in range(10_000)]

    assert keys == sorted(set(keys))
    assert all(key.version == 7 for key in keys)


@given(moments)
def test_the_floor_of_a_moment_is_at_or_below_all_of_its_keys(at: int) -> None:
    assert floor(at) <= Ids(bytes).new(at) < floor(at + 1)
    assert isinstance(floor(at), UUID)
