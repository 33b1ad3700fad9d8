"""The examples of the rules of movement and results by their ids (rules, section 13)."""

import doctest
from typing import NamedTuple

import pytest

import game
from game import (
    CRAZY,
    HYPERGAMMON,
    LATER_TURN,
    LONG,
    NACKGAMMON,
    NARDGAMMON,
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
from tests.game.boards import counts, position

FIRST_TURN = TurnContext(first_turn=True)
AFTER_21 = TurnContext(first_turn=True, opponent_first_roll=Dice(2, 1))
CAUCASIAN = SHORT.with_options({"hitting": "caucasian"})
FROZEN = SHORT.with_options({"hitting": "frozen"})
EXACT = LONG.with_options({"bear_off": "exact"})
POKERBET = LONG.with_options({"first_turn_heads": "pokerbet"})

SHORT_START = "24:2 13:5 8:3 6:5"
HITTERS = "18:1 6:5 8:3 13:5 24:1"
BLOCK = "24:4 23:1 21:2 20:2 19:2 18:2 17:2"
SEAM = "24:5 23:2 22:2 5:3 2:2 1:1"
INNER = "5:3 3:2 2:1"


class Example(NamedTuple):
    """A line of the tables: L and n, then plays that are legal and plays that are not."""

    id: str
    rules: RuleSet
    sides: tuple[str, str]
    roll: str
    dice_used: int
    number: int
    legal: tuple[str, ...] = ()
    illegal: tuple[tuple[str, Reason], ...] = ()
    turn: TurnContext = LATER_TURN


def steps(text: str) -> Steps:
    """Read steps written one by one: `bar/21 24/18`."""
    pairs = (step.replace("bar", "25").replace("off", "0").split("/") for step in text.split())
    return tuple((int(start), int(end)) for start, end in pairs)


HOME_PRIME = NARDGAMMON.with_options({"prime_condition": "home"})

EXAMPLES = [
    Example(
        "SI-01",
        SHORT,
        ("bar:1 24:1 13:5 8:3 6:5", "6:3 8:2 13:4 24:2 5:2 3:2"),
        "64",
        2,
        4,
        ("bar/21 24/18", "bar/21 21/15", "bar/21 13/7", "bar/21 8/2"),
        (("24/18 bar/21", Reason.BAR_FIRST), ("bar/19 24/20", Reason.CLOSED_POINT)),
    ),
    Example(
        "SI-02",
        SHORT,
        ("bar:2 13:5 8:3 6:5", "3:2 6:5 8:3 13:5"),
        "53",
        1,
        1,
        ("bar/20",),
        (("bar/20 13/10", Reason.BAR_FIRST), ("", Reason.MORE_DICE)),
    ),
    Example(
        "SI-04",
        SHORT,
        ("bar:2 13:5 8:3 6:5", SHORT_START),
        "44",
        4,
        7,
        ("bar/21 bar/21 13/9 13/9",),
        (("bar/21 13/9 13/9 13/9", Reason.BAR_FIRST),),
    ),
    Example(
        "four enter and one stays",
        SHORT,
        ("bar:5 6:10", "1:15"),
        "44",
        4,
        1,
        ("bar/21 bar/21 bar/21 bar/21",),
        (("bar/21 bar/21 bar/21 6/2", Reason.BAR_FIRST),),
    ),
    Example(
        "SI-05",
        SHORT,
        ("13:1 10:1", "18:2 21:2 23:2 1:3 2:3 3:3"),
        "62",
        2,
        1,
        ("13/11 11/5",),
        (("10/8", Reason.MORE_DICE), ("10/8 13/7", Reason.CLOSED_POINT)),
    ),
    Example(
        "SI-06",
        SHORT,
        ("13:1", "20:2 1:5 2:4 3:4"),
        "62",
        1,
        1,
        ("13/7",),
        (("13/11", Reason.LARGER_DIE), ("13/7 7/5", Reason.CLOSED_POINT)),
    ),
    Example("SI-07", SHORT, ("13:1", "18:2 20:2 1:4 2:4 3:3"), "62", 1, 1, ("13/11",)),
    Example(
        "SI-08", SHORT, ("20:1 9:1", "14:2 22:2 1:4 2:4 3:3"), "33", 3, 1, ("9/6 20/17 17/14",)
    ),
    Example(
        "SI-09", SHORT, ("6:2 4:2 2:1", "1:5 2:5 3:5"), "64", 2, 2, ("6/off 4/off", "6/off 6/2")
    ),
    Example("SI-10", SHORT, ("5:2 3:1", "1:5 2:5 3:5"), "66", 3, 1, ("5/off 5/off 3/off",)),
    Example(
        "SI-11",
        SHORT,
        ("6:2 3:1", "24:2 1:5 2:5 3:3"),
        "55",
        0,
        0,
        ("",),
        (
            ("6/1", Reason.CLOSED_POINT),
            ("3/off", Reason.HIGHER_CHECKER),
            ("6/off", Reason.NO_DIE),
            ("3/1", Reason.NO_DIE),
            ("4/off", Reason.NO_CHECKER),
            ("3/6", Reason.NO_SUCH_STEP),
        ),
    ),
    Example(
        "SI-12",
        SHORT,
        ("6:1 4:1", "1:5 2:5 3:5"),
        "41",
        2,
        3,
        ("4/off 6/5", "6/2 4/3", "6/2 2/1"),
    ),
    Example(
        "SI-13",
        SHORT,
        ("7:1 6:1 3:1", "1:5 2:5 3:5"),
        "61",
        2,
        3,
        ("7/6 6/off", "7/1 6/5", "7/1 3/2"),
        (("6/off 7/6", Reason.NOT_ALL_HOME),),
    ),
    Example(
        "SI-15",
        SHORT,
        ("3:1", "1:5 2:5 3:5"),
        "31",
        2,
        1,
        ("3/off", "3/2 2/off"),
        (("3/2", Reason.MORE_DICE), ("3/off 2/1", Reason.GAME_OVER)),
    ),
    Example(
        "SI-16",
        SHORT,
        ("bar:1 13:5 8:3 6:6", "5:1 6:5 8:3 13:5 24:1"),
        "53",
        2,
        6,
        ("bar/20 13/10",),
    ),
    *(
        Example("CV-03", rules, ("13:5 8:3 6:5 4:2", HITTERS), "63", 2, 10, ("13/7 7/4",))
        for rules in (SHORT, CAUCASIAN, FROZEN)
    ),
    Example("CV-07", CAUCASIAN, ("6:2 5:1", "21:1 1:5 2:5 3:4"), "42", 2, 5, ("6/4 4/off",)),
    Example(
        "CV-07",
        FROZEN,
        ("6:2 5:1", "21:1 1:5 2:5 3:4"),
        "42",
        2,
        4,
        (),
        (("6/4 4/off", Reason.HITTER_BOUND),),
    ),
    *(
        Example(
            "CV-08",
            rules,
            ("bar:1 20:1 13:5 8:3 6:5", "4:1 6:5 8:3 13:5 24:1"),
            "41",
            2,
            8,
            ("bar/21 21/20",),
        )
        for rules in (SHORT, CAUCASIAN, FROZEN)
    ),
    Example(
        "LF-01",
        LONG,
        ("24:15", "24:15"),
        "66",
        2,
        1,
        ("24/18 24/18",),
        (("24/18", Reason.MORE_DICE), ("24/18 18/12", Reason.CLOSED_POINT)),
        turn=FIRST_TURN,
    ),
    Example(
        "LF-03",
        LONG,
        ("24:15", "24:15"),
        "33",
        4,
        2,
        ("24/21 24/21 21/18 21/18", "24/21 21/18 18/15 24/21"),
        (("24/21 21/18 18/15", Reason.MORE_DICE),),
        turn=FIRST_TURN,
    ),
    Example("LF-06", LONG, ("24:14 13:1", "24:14 15:1"), "66", 3, 1, ("24/18 13/7 7/1",)),
    Example("LF-07", LONG, ("24:15", "24:14 21:1"), "55", 2, 1, ("24/19 19/14",), turn=AFTER_21),
    Example(
        "LF-07",
        POKERBET,
        ("24:15", "24:14 21:1"),
        "55",
        4,
        1,
        ("24/19 19/14 24/19 19/14",),
        (("24/19 19/14", Reason.MORE_DICE),),
        turn=AFTER_21,
    ),
    Example(
        "LF-12",
        POKERBET,
        ("24:15", "24:14 21:1"),
        "62",
        2,
        2,
        ("24/18 18/16", "24/18 24/22"),
        turn=AFTER_21,
    ),
    Example(
        "LG-02",
        LONG,
        ("24:14 13:1", "24:14 17:1"),
        "43",
        2,
        4,
        (),
        (("24/20 24/21", Reason.HEAD),),
    ),
    Example(
        "LG-03",
        LONG,
        ("24:14 9:1", "24:12 10:1 8:1 15:1"),
        "42",
        1,
        1,
        ("9/5",),
        (
            ("9/7", Reason.LARGER_DIE),
            ("9/5 5/3", Reason.CLOSED_POINT),
            ("24/22", Reason.CLOSED_POINT),
            ("24/20", Reason.CLOSED_POINT),
        ),
    ),
    Example(
        "LP-01",
        LONG,
        ("24:9 13:1 11:1 10:1 9:1 8:1 7:1", "24:15"),
        "61",
        2,
        36,
        (),
        (("13/7 7/6", Reason.SIX_BLOCK),),
    ),
    Example(
        "LP-03",
        LONG,
        ("24:9 14:1 11:1 10:1 9:1 7:1 6:1", "24:15"),
        "62",
        2,
        33,
        ("14/8 8/6",),
        (("14/12", Reason.CLOSED_POINT),),
    ),
    Example(
        "LP-03",
        NARDGAMMON,
        ("24:9 14:1 11:1 10:1 9:1 7:1 6:1", "24:15"),
        "62",
        2,
        32,
        (),
        (("14/8 8/6", Reason.SIX_BLOCK),),
    ),
    Example(
        "breaking a block with the one die that can be played",
        HOME_PRIME,
        ("12:1 11:1 10:1 9:1 8:1 7:10", "18:3 17:3 16:3 15:2 14:2 13:2"),
        "65",
        1,
        1,
        ("12/7",),
        (("12/6", Reason.CLOSED_POINT),),
    ),
    Example(
        "no step that keeps no block",
        HOME_PRIME,
        ("12:1 11:2 10:1 9:1 8:1 7:1 6:8", "17:4 16:3 15:3 14:3 13:2"),
        "65",
        0,
        0,
        ("",),
        (("12/7", Reason.SIX_BLOCK), ("11/6", Reason.SIX_BLOCK), ("12/6", Reason.SIX_BLOCK)),
    ),
    Example(
        "LP-06",
        LONG,
        (SEAM, "24:15"),
        "21",
        2,
        11,
        ("5/3 3/2",),
        (("5/3 23/22", Reason.SIX_BLOCK), ("5/3 5/4", Reason.SIX_BLOCK)),
    ),
    Example(
        "LP-08",
        LONG,
        ("24:4 16:2 15:2 14:2 13:2 12:2 11:1", "20:5 18:5 9:5"),
        "61",
        2,
        35,
        ("16/10 24/23", "16/10 16/15"),
    ),
    Example(
        "LP-11",
        LONG,
        (BLOCK, "24:14 10:1"),
        "51",
        2,
        25,
        (),
        (("21/16 24/23", Reason.SIX_BLOCK),),
    ),
    Example("LP-11", LONG, (BLOCK, "24:14 3:1"), "51", 2, 33, ("21/16 24/23",)),
    Example("LB-01", LONG, (INNER, "1:5"), "64", 2, 1, ("5/off 5/1",)),
    Example("LB-01", EXACT, (INNER, "1:5"), "64", 1, 1, ("5/1",), (("5/off", Reason.NOT_EXACT),)),
    Example("LB-01", CRAZY, (INNER, "1:5"), "64", 0, 0, ("",), (("5/1", Reason.INNER_MOVE),)),
    Example(
        "LB-01 with the mover's 6 empty",
        EXACT,
        ("4:3 3:2", "1:5"),
        "65",
        0,
        0,
        ("",),
        (("4/off", Reason.NOT_EXACT),),
    ),
    Example("LB-06", LONG, ("6:2 3:1", "1:5"), "63", 2, 2, ("6/off 3/off", "6/off 6/3")),
    Example(
        "CZ-04",
        CRAZY,
        ("6:1 4:1 3:1 1:1", "1:5"),
        "52",
        0,
        0,
        ("",),
        tuple((move, Reason.INNER_MOVE) for move in ("6/1", "6/4", "4/2", "3/1")),
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.id}-{e.rules.name}")
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
