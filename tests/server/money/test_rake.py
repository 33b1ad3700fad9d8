"""The table of rates."""

from hypothesis import given
from hypothesis import strategies as st

from server.money.rake import At, RakeRate, RakeStep, rake_at, rake_of

FIVE = (RakeRate(basis_points=500),)
rates = st.lists(
    st.builds(
        RakeRate,
        basis_points=st.integers(0, 10_000),
        stake_from=st.integers(0, 100),
        win_from=st.integers(0, 100),
        rating_from=st.integers(1_400, 1_600),
        tournament=st.sampled_from([None, True, False]),
    ),
    max_size=5,
)


def test_five_per_cent_are_rounded_down() -> None:
    rake = rake_at(FIVE, At(stake=1))

    assert [rake_of(rake, win) for win in (1, 19, 20, 39, 40, 1_000)] == [0, 0, 1, 1, 2, 50]


def test_half_of_it_is_rounded_once() -> None:
    rake = rake_at(FIVE, At(stake=1), percent=50)

    assert [rake_of(rake, win) for win in (39, 40, 60, 80)] == [0, 1, 1, 2]


def test_the_last_line_that_fits_counts() -> None:
    table = (
        RakeRate(basis_points=500),
        RakeRate(basis_points=400, stake_from=100),
        RakeRate(basis_points=300, win_from=1_000),
        RakeRate(basis_points=200, rating_from=1_800),
        RakeRate(basis_points=100, tournament=True),
    )

    assert rake_at(table, At(stake=10)) == (RakeStep(0, 50_000), RakeStep(1_000, 30_000))
    assert rake_at(table, At(stake=100)) == (RakeStep(0, 40_000), RakeStep(1_000, 30_000))
    assert rake_at(table, At(stake=100, rating=1_800)) == (RakeStep(0, 20_000),)
    assert rake_at(table, At(stake=10, tournament=True)) == (RakeStep(0, 10_000),)


def test_where_no_line_fits_the_house_takes_nothing() -> None:
    rake = rake_at((RakeRate(basis_points=500, win_from=50),), At(stake=1))

    assert [rake_of(rake, win) for win in (49, 50, 100)] == [0, 2, 5]
    assert rake_of(rake_at((), At(stake=1)), 1_000) == 0


@given(rates, st.integers(1, 120), st.integers(1_400, 1_600), st.integers(0, 10**15))
def test_a_rake_is_what_the_table_says_line_by_line(
    table: list[RakeRate], stake: int, rating: int, win: int
) -> None:
    counting = 0
    for rate in table:
        if rate.tournament is True or stake < rate.stake_from:
            continue
        if win >= rate.win_from and rating >= rate.rating_from:
            counting = rate.basis_points

    taken = rake_of(rake_at(table, At(stake, rating)), win)

    assert taken == win * counting // 10_000
    assert 0 <= taken <= win
    assert rake_of(rake_at(table, At(stake, rating), percent=50), win) == win * counting // 20_000
