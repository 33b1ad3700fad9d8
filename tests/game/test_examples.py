"""The examples of the rules of movement and results by their ids (rules, section 13)."""

import doctest

import pytest

import game
from game import (
    CRAZY,
    HYPERGAMMON,
    LONG,
    NACKGAMMON,
    SHORT,
    Cascade,
    Dice,
    Ending,
    IllegalPlay,
    Position,
    Reason,
    RuleSet,
    Stage,
    Steps,
    TurnContext,
    ending,
    judge,
    legal_plays,
    stage_plays,
)
from tests.game import examples_long, examples_short
from tests.game.boards import counts, position
from tests.game.example import Example, steps

FIRST_TURN = TurnContext(first_turn=True)


@pytest.mark.parametrize(
    "example",
    examples_short.EXAMPLES + examples_long.EXAMPLES,
    ids=lambda e: f"{e.id}-{e.rules.name}",
)
def test_an_example_of_the_rules(example: Example) -> None:
    before, dice = position(*example.sides), Dice.parse(example.roll)

    plays = legal_plays(before, dice, example.rules, example.turn)

    assert (plays.dice_used, len(plays)) == (example.dice_used, example.number)
    prefixes = set(plays.graph().prefixes())
    for text in example.legal:
        assert steps(text) in prefixes
        assert isinstance(judge(before, dice, steps(text), example.rules, example.turn), Position)
    for text, reason in example.illegal:
        assert steps(text) not in prefixes or reason is Reason.MORE_DICE
        refused = judge(before, dice, steps(text), example.rules, example.turn)
        assert isinstance(refused, IllegalPlay)
        assert refused.reason is reason


ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]


@pytest.mark.parametrize(
    ("rules", "numbers"),
    [
        (SHORT, "42 15 75 16 17 73 14 18 17 52 8 8 9 9 4 10 14 14 14 7 11"),
        (NACKGAMMON, "70 23 103 22 27 101 15 17 17 25 12 16 17 11 17 10 13 13 8 7 3"),
        (HYPERGAMMON, "7 6 11 7 8 15 7 8 9 15 7 8 9 9 15 7 8 9 9 9 12"),
        (LONG, "1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"),
    ],
    ids=["short", "nackgammon", "hypergammon", "long"],
)
def test_the_number_of_plays_from_the_start(rules: RuleSet, numbers: str) -> None:
    start = Position.start(rules)

    counted = [len(legal_plays(start, Dice.parse(roll), rules, FIRST_TURN)) for roll in ROLLS]

    assert counted == [int(number) for number in numbers.split()]


def test_cz_07_who_is_stopped_may_not_skip_to_a_higher_stage() -> None:
    before = position("6:1 4:1 3:2", "5:3 2:1")
    cascade = Cascade.begin(before, Dice(3, 3), CRAZY)
    (play,) = stage_plays(before, cascade.stage, CRAZY)
    assert play.steps == steps("3/off 3/off")

    cascade = continued(cascade, play.steps)

    assert cascade.continued
    assert cascade.stage == Stage(value=3, steps=2, head_left=1)
    assert not stage_plays(play.position.swapped(), cascade.stage, CRAZY)
    assert cascade.after((), CRAZY) is None


def test_cz_09_the_other_side_plays_what_remains_of_the_stage() -> None:
    before = position("4:1 1:2", "6:1 4:2 3:1")
    cascade = Cascade.begin(before, Dice(4, 4), CRAZY)
    (play,) = stage_plays(before, cascade.stage, CRAZY)
    assert play.steps == steps("4/off")

    cascade = continued(cascade, play.steps)

    assert cascade.stage == Stage(value=4, steps=3, head_left=1)
    (answer,) = stage_plays(play.position.swapped(), cascade.stage, CRAZY)
    assert answer.steps == steps("4/off 4/off")
    assert cascade.after(answer.steps, CRAZY) is None


def continued(cascade: Cascade, played: Steps) -> Cascade:
    following = cascade.after(played, CRAZY)
    assert following is not None
    return following


@pytest.mark.parametrize(
    ("id_", "rules", "loser", "expected"),
    [
        ("SC-03", SHORT, "18:1 7:1 6:13", Ending.GAMMON),
        ("SC-04", SHORT, "19:1 6:14", Ending.BACKGAMMON),
        ("SC-06", SHORT, "bar:1 6:14", Ending.BACKGAMMON),
        ("SC-08", HYPERGAMMON, "bar:1 6:1 2:1", Ending.BACKGAMMON),
        ("SC-09", LONG, "24:10 6:5", Ending.GAMMON),
        ("SC-10", LONG, "6:10 1:5", Ending.GAMMON),
        ("one off", SHORT, "bar:1 6:13", Ending.SINGLE),
    ],
)
def test_what_a_loser_loses(id_: str, rules: RuleSet, loser: str, expected: Ending) -> None:
    assert ending(counts(loser, rules.checkers), rules) is expected, id_
    assert expected.worth == {"single": 1, "gammon": 2, "backgammon": 3}[expected]


def test_the_documented_game_can_be_typed_as_it_stands() -> None:
    assert doctest.testmod(game).failed == 0
    assert game.__doc__ is not None
    assert game.__doc__.count(">>>") > 5
