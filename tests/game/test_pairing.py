"""Draws of a round, against a naive restatement that tries every draw there is."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from game.pairing import Contender, Draw, draw_swiss, seed_bracket


def draws(names: tuple[str, ...]) -> Iterator[Draw]:
    """Every draw of these, one left over where their number is odd."""
    if not names:
        yield Draw((), None)
        return
    one, *others = names
    for other in others:
        rest = tuple(each for each in others if each != other)
        for draw in draws(rest):
            yield Draw(((one, other), *draw.pairs), draw.bye)
    if len(names) % 2:
        for draw in draws(tuple(others)):
            yield Draw(draw.pairs, one)


def faults(draw: Draw, field: Sequence[Contender]) -> tuple[int, int, int]:
    """What the rules hold against a draw, the worst first."""
    known = {each.id: each for each in field}
    return (
        sum(known[one].met.count(other) for one, other in draw.pairs),
        0 if draw.bye is None else known[draw.bye].byes,
        sum(known[one].wins != known[other].wins for one, other in draw.pairs),
    )


def some_field(chance: random.Random, size: int) -> list[Contender]:
    """A field in which many have met, some more than once."""
    names = [f"p{number}" for number in range(size)]
    met: dict[str, list[str]] = {name: [] for name in names}
    for _ in range(chance.randrange(size * size)):
        one, other = chance.sample(names, 2)
        met[one].append(other)
        met[other].append(one)
    return [
        Contender(name, chance.choice((2, 3)), tuple(met[name]), chance.randrange(3))
        for name in names
    ]


@pytest.mark.parametrize("size", range(2, 9))
def test_no_draw_is_better(size: int) -> None:
    chance = random.Random(size)
    for _ in range(12):
        field = some_field(chance, size)
        drawn = draw_swiss(field)

        best = min(faults(each, field) for each in draws(tuple(each.id for each in field)))
        assert faults(drawn, field) == best
        named = Counter(name for pair in drawn.pairs for name in pair)
        named.update([] if drawn.bye is None else [drawn.bye])
        assert named == Counter(each.id for each in field)


def test_of_equal_draws_it_is_the_one_that_the_lot_names() -> None:
    field = [Contender(name, 0) for name in "dacb"]

    assert draw_swiss(field) == Draw((("d", "a"), ("c", "b")))


def test_a_bye_goes_to_few_wins_where_nothing_speaks_against_it() -> None:
    field = [Contender("a", 2), Contender("b", 2), Contender("c", 1)]

    assert draw_swiss(field) == Draw((("a", "b"),), "c")


def test_who_alone_has_no_loss_has_the_bye_rather_than_an_unequal() -> None:
    field = [Contender("a", 1), Contender("b", 1), Contender("c", 2)]

    assert draw_swiss(field) == Draw((("a", "b"),), "c")


def test_opponents_who_are_gone_do_not_count() -> None:
    field = [Contender("a", 1, ("gone",)), Contender("b", 1, ("gone", "gone"))]

    assert draw_swiss(field) == Draw((("a", "b"),))


def test_two_who_have_met_are_parted_by_others_even_in_a_large_field() -> None:
    """The leaders are many and have met nobody; the two who follow have met each other."""
    leaders = [Contender(f"w{number}", 2) for number in range(62)]
    field = [*leaders, Contender("x", 1, ("y",)), Contender("y", 1, ("x",))]

    assert faults(draw_swiss(field), field) == (0, 0, 2)


@pytest.mark.parametrize("size", range(1, 65))
def test_a_bracket_has_everybody_once_and_nobody_where_somebody_could_be(size: int) -> None:
    names = [f"p{number}" for number in range(size)]
    places = seed_bracket(names)

    assert sorted(filter(None, places)) == sorted(names)
    assert len(places) & (len(places) - 1) == 0
    assert len(places) < 2 * size
    meetings = list(zip(places[::2], places[1::2], strict=False))
    assert all(one is not None or other is not None for one, other in meetings)
    byes = {one or other for one, other in meetings if one is None or other is None}
    assert byes <= set(names[: len(places) - size])
