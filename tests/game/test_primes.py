"""The six-block of the long family (section 4)."""

import pytest
from hypothesis import assume, given, settings

from game import BAR, LONG, NARDGAMMON, SHORT
from game.generator import find_plays
from game.ground import ground
from game.options import PrimeCheck
from game.primes import is_forbidden, may_become_forbidden, prime_limit
from game.stance import Throw
from tests.game.boards import counts
from tests.game.strategies import throws

HOME = LONG.with_options({"prime_condition": "home"})
BLOCK = counts("11:2 10:2 9:2 8:2 7:2 6:5")  # the other's 18 to 23


@pytest.mark.parametrize(
    ("waiter", "passed", "home"),
    [
        ("24:15", True, True),
        ("24:14 17:1", False, True),
        ("24:14 7:1", False, True),
        ("24:14 6:1", False, False),
        ("24:14", False, False),  # one is off
    ],
)
def test_what_allows_a_block(waiter: str, passed: bool, home: bool) -> None:
    """By the default an enemy checker must have passed it; by `home` one must be home or off."""
    assert is_forbidden(BLOCK, prime_limit(counts(waiter), LONG)) is passed
    assert is_forbidden(BLOCK, prime_limit(counts(waiter), HOME)) is home


@pytest.mark.parametrize(
    ("mover", "forbidden"),
    [
        ("6:1 5:1 4:1 3:1 2:1 1:1", True),
        ("6:1 5:1 4:1 3:1 2:1", False),
        ("7:1 6:1 5:1 3:1 2:1 1:1", False),
        ("3:1 2:1 1:1 24:1 23:1 22:1", True),  # over the mover's own seam, his 15 to 10
        ("15:1 14:1 13:1 12:1 11:1 10:1", False),  # his 3 2 1 and 24 23 22
        ("24:1 23:1 22:1 21:1 20:1 19:1", True),
        ("24:1 23:1 22:1 21:1 20:1 19:1 18:1", True),
        ("13:1 14:1 15:1 16:1 17:1 18:1", True),
        ("12:1 11:1 10:1 9:1 8:1 7:1", True),
        ("", False),
    ],
)
def test_what_a_block_is(mover: str, forbidden: bool) -> None:
    assert is_forbidden(counts(mover), 25) is forbidden


def test_each_block_is_judged_alone() -> None:
    """A checker on his 10 has passed 12 to 17, not 4 to 9; the lowest block decides."""
    two_blocks = counts("21:1 20:1 19:1 18:1 17:1 16:1 5:1 4:1 3:1 2:1 1:1 24:1 23:1")
    only_high = counts("5:1 4:1 3:1 2:1 1:1 24:1 23:1")
    limit = prime_limit(counts("24:14 10:1"), LONG)

    assert is_forbidden(two_blocks, limit)
    assert not is_forbidden(only_high, limit)


def test_the_short_family_builds_what_it_likes() -> None:
    assert SHORT.prime_check is PrimeCheck.NONE
    assert prime_limit(counts("24:15"), SHORT) == 1


@settings(max_examples=50, deadline=None)
@given(throws())
def test_the_cheap_question_misses_no_block(throw: Throw) -> None:
    """Where it sees no danger, no play of any length ends in a forbidden block."""
    before = throw.position
    assume(not before.mover[BAR])  # nobody is hit under the rules that forbid blocks
    limit = prime_limit(before.waiter, NARDGAMMON)
    open_points = ground(before.waiter, throw.rules)
    if not may_become_forbidden(before.mover, open_points, throw.dice, limit):
        assert not any(is_forbidden(p.position.mover, limit) for p in find_plays(throw).plays)
