"""Places: later out, then wins of those one met, then who beat whom, then the lot (rules, 10)."""

from game.tournament import (
    Entrant,
    TournamentState,
    standings,
)
from game.tournament.facts import Round
from tests.game.tournament.playing import SECRET


def at_the_end(*entrants: Entrant, secret: str | None = SECRET) -> tuple[str, ...]:
    return standings(
        TournamentState(
            entrants={each.id: each for each in entrants},
            rounds=(Round(()),) * 3,
            secret=secret,
        )
    )


def test_later_out_is_higher() -> None:
    assert at_the_end(Entrant("a", out=1), Entrant("b", out=2), Entrant("c")) == ("c", "b", "a")


def test_of_those_who_are_in_more_wins_are_higher() -> None:
    assert at_the_end(Entrant("a", 1), Entrant("b", 2), Entrant("c", 9, out=3)) == (
        "b",
        "a",
        "c",
    )


def test_then_it_is_whose_opponents_have_won_more() -> None:
    strong, weak = Entrant("s", 5), Entrant("w", 4)
    one, other = Entrant("a", 9, met=("w",), out=2), Entrant("b", met=("s",), out=2)

    assert at_the_end(strong, weak, one, other) == ("s", "w", "b", "a")


def test_then_it_is_who_beat_whom() -> None:
    one, other = Entrant("a", out=2), Entrant("b", beaten=("a", "c"), out=2)
    third = Entrant("c", beaten=("x", "y"), out=2)

    assert at_the_end(one, other, third)[0] == "b"


def test_then_it_is_the_lot() -> None:
    names = [f"p{number}" for number in range(20)]
    placed = at_the_end(*(Entrant(name, out=1) for name in names))

    assert sorted(placed) == sorted(names)
    assert placed != tuple(names)
    assert placed == at_the_end(*(Entrant(name, out=1) for name in reversed(names)))


def test_before_the_start_all_stand_as_they_entered() -> None:
    assert at_the_end(Entrant("b"), Entrant("a"), secret=None) == ("b", "a")
