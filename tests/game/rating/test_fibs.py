"""Ratings, by the examples that players of FIBS worked out and by the laws of its formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rating import FRESH, Rating, rated
from game.rating.fibs import SETTLED_AT, chance, haste

OLD = SETTLED_AT
ratings = st.builds(
    Rating,
    st.floats(500, 2500).map(lambda points: round(points, 3)),
    st.integers(0, 5_000),
)
lengths = st.integers(1, 25)


def gain(winner: Rating, loser: Rating, length: int) -> float:
    return round(rated(winner, loser, length)[0].points - winner.points, 3)


@pytest.mark.parametrize(
    ("lead", "length", "expected"),
    [(0, 1, 0.5), (100, 1, 0.5288), (100, 5, 0.5640), (300, 9, 0.7381), (-300, 9, 0.2619)],
)
def test_the_chances_of_a_lead(lead: float, length: int, expected: float) -> None:
    assert chance(lead, length) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("experience", "factor"), [(0, 5.0), (100, 4.0), (399, 1.01), (400, 1.0), (9_999, 1.0)]
)
def test_a_young_rating_moves_faster(experience: int, factor: float) -> None:
    assert haste(experience) == pytest.approx(factor)


def test_two_equal_old_hands_move_by_half_of_what_is_at_stake() -> None:
    one, other = Rating(1600.0, OLD), Rating(1600.0, OLD)

    assert rated(one, other, 1) == (Rating(1602.0, OLD + 1), Rating(1598.0, OLD + 1))
    assert rated(one, other, 9) == (Rating(1606.0, OLD + 9), Rating(1594.0, OLD + 9))


def test_the_first_match_of_two_newcomers_counts_itself_as_experience() -> None:
    assert rated(FRESH, FRESH, 1) == (Rating(1509.98, 1), Rating(1490.02, 1))


def test_each_player_moves_by_his_own_experience_alone() -> None:
    newcomer, veteran = Rating(1500.0, 0), Rating(1500.0, OLD)

    won, lost = rated(newcomer, veteran, 1)

    assert won.points == pytest.approx(1509.98)
    assert lost.points == pytest.approx(1498.0)


def test_a_surprise_moves_more_than_what_everybody_expected() -> None:
    strong, weak = Rating(1800.0, OLD), Rating(1500.0, OLD)

    assert gain(strong, weak, 5) == 2.826
    assert gain(weak, strong, 5) == 6.118


def test_a_hundred_wins_against_a_much_weaker_player_bring_ever_less() -> None:
    strong, weak = Rating(1900.0, OLD), Rating(1200.0, OLD)
    gains = []
    for _ in range(100):
        gains.append(gain(strong, weak, 7))
        strong, weak = rated(strong, weak, 7)

    assert gains == sorted(gains, reverse=True)
    assert gains[0] < 1.2  # of the 10.6 points that an upset would move
    assert gains[-1] < 0.65 * gains[0]


@given(ratings, ratings, lengths)
def test_who_wins_never_loses_points_and_both_gain_experience(
    winner: Rating, loser: Rating, length: int
) -> None:
    won, lost = rated(winner, loser, length)

    assert won.points >= winner.points
    assert lost.points <= loser.points
    assert won.experience - winner.experience == lost.experience - loser.experience == length


@given(ratings, ratings, lengths)
def test_what_one_gains_the_other_loses_once_both_are_settled(
    winner: Rating, loser: Rating, length: int
) -> None:
    one, other = Rating(winner.points, OLD), Rating(loser.points, OLD)

    won, lost = rated(one, other, length)

    assert won.points - one.points == pytest.approx(other.points - lost.points, abs=0.0011)
