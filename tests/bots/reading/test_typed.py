"""Typed plays: every handwriting is read, nothing raises, and what is wrong is said kindly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.reading import (
    NotLegal,
    PartOfPlay,
    SeveralPlays,
    Unclear,
    WholePlay,
    WrongDice,
    answer,
    read_typed,
)
from bots.words.reading import REASONS, RULES
from game.illegal import Reason
from game.notation import Language, write_play
from game.plays import Plays, legal_plays
from game.position import Position
from game.rulesets import CRAZY, LONG, SHORT, RuleSet
from game.steps import Dice
from tests.game.boards import position


def thrown(dice: str, at: Position | None = None, rules: RuleSet = SHORT) -> Plays:
    return legal_plays(at or Position.start(rules), Dice.parse(dice), rules)


ON_BAR = position("bar:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
HOME = position("6:2 5:2 3:1", "24:2 13:5 8:3 6:5")

SAME_PLAY = (
    "8/5 6/5",
    "8/5  6/5 ",
    "6/5, 8/5",
    "«8/5 6/5»",
    "8-5 6-5",
    "8–5, 6—5",
    "8 5, 6 5",
    "8 5 6 5",
    "8>5; 6>5",
    "8→5 6→5",
    "8\\5 6\\5",
    "8.5, 6.5",
    "8/5 и 6/5",
    "с 8 на 5, с 6 на 5",
    "from 8 to 5 and from 6 to 5",
    "31: 8/5 6/5",
    "31 8/5 6/5",
    "3-1: 8/5 6/5",
    "13: 8/5, 6/5",
    "Хожу 8/5 6/5!",
    "\uff18/\uff15 \uff16/\uff15",
)


@pytest.mark.parametrize("text", SAME_PLAY)
def test_one_play_is_read_in_every_handwriting(text: str) -> None:
    plays = thrown("31")
    read = read_typed(text, plays)
    assert isinstance(read, WholePlay)
    assert read.play in plays
    assert write_play(plays.before, read.play.steps, SHORT) == "8/5 6/5"


@pytest.mark.parametrize(
    "text",
    [
        "bar/22 8/7",
        "бар/22 8/7",
        "Бар-22, 8-7",
        "25/22 8/7",
        "бap/22 8/7",
        "ваr 22 8 7",
    ],
)
def test_the_bar_has_many_names(text: str) -> None:
    read = read_typed(text, thrown("31", ON_BAR))
    assert isinstance(read, WholePlay)
    assert read.play.steps == ((25, 22), (8, 7))


@pytest.mark.parametrize(
    "text", ["6/off 5/off", "6/0 5/0", "6/сн 5/сн", "6 сброс, 5 сброс", "6/оff 5/out", "6/о 5/О"]
)
def test_off_the_board_has_many_names(text: str) -> None:
    read = read_typed(text, thrown("65", HOME))
    assert isinstance(read, WholePlay)
    assert read.play.steps == ((6, 0), (5, 0))


@pytest.mark.parametrize("text", ["24/18(2) 13/7(2)", "24/18x2 13/7 х2", "24/18 (2), 13/7×2"])
def test_equal_moves_may_be_counted(text: str) -> None:
    read = read_typed(text, thrown("66"))
    assert isinstance(read, WholePlay)
    assert sorted(read.play.steps) == [(13, 7), (13, 7), (24, 18), (24, 18)]


def test_a_lone_two_digit_number_before_moves_is_the_roll() -> None:
    read = read_typed("21 13/11 6/5", thrown("21"))
    assert isinstance(read, WholePlay)
    assert isinstance(read_typed("21 13/11 6/5", thrown("31")), WrongDice)


def test_a_letter_that_looks_like_a_digit_is_one() -> None:
    assert isinstance(read_typed("1З/1O", thrown("31")), PartOfPlay)


def test_a_part_of_a_play_is_a_beginning() -> None:
    plays = thrown("31")
    read = read_typed("8/5", plays)
    assert read == PartOfPlay(((8, 5),))
    rest = read_typed("6/5", plays, ((8, 5),))
    assert isinstance(rest, WholePlay)
    assert rest.play.steps == ((8, 5), (6, 5))
    assert answer(read, plays, "ru") is None


def test_what_was_chosen_before_is_gone_on_from_or_typed_anew() -> None:
    """As a continuation where it can be one; else as the whole turn, from its beginning."""
    plays, chosen = thrown("31"), ((8, 5),)
    whole = read_typed("8/5 6/5", plays)
    assert isinstance(whole, WholePlay)
    for text in ("6/5", "8/5 6/5", "31: 6/5 8/5"):
        read = read_typed(text, plays, chosen)
        assert isinstance(read, WholePlay)
        assert read.play.position == whole.play.position
    other = read_typed("24/23 13/10", plays, chosen)
    assert isinstance(other, WholePlay)
    assert set(other.play.steps) == {(24, 23), (13, 10)}
    assert read_typed("24/21", plays, chosen) == PartOfPlay(((24, 21),))
    assert isinstance(read_typed("13/8", plays, chosen), NotLegal)


def test_stars_may_be_left_out_unless_they_make_the_difference() -> None:
    """From 13 to 8 by way of a blot, or past it: who does not say which is asked."""
    before = position("13:2 6:13", "14:1 6:14")
    plays = thrown("32", before)
    several = read_typed("13/8", plays)
    assert isinstance(several, SeveralPlays)
    assert str(answer(several, plays, "en")).endswith("Which is yours: 13/8 · 13/11*/8?")
    read = read_typed("13/11*/8", plays)
    assert isinstance(read, WholePlay)
    assert read.play.steps == ((13, 11), (11, 8))


@pytest.mark.parametrize(
    ("text", "reason", "plays"),
    [
        ("13/8 13/7", Reason.NO_DIE, thrown("31")),
        ("24/23 23/20 8/7", Reason.NO_DIE, thrown("31")),
        ("20/17", Reason.NO_CHECKER, thrown("31")),
        ("24/19", Reason.CLOSED_POINT, thrown("54")),
        ("13/10", Reason.BAR_FIRST, thrown("31", ON_BAR)),
        ("6/off", Reason.NOT_ALL_HOME, thrown("64")),
        ("24/18 24/23", Reason.HEAD, thrown("61", rules=LONG)),
        ("3/off", Reason.HIGHER_CHECKER, thrown("64", HOME)),
    ],
)
def test_what_the_rules_forbid_is_answered_with_the_rule(
    text: str, reason: Reason, plays: Plays
) -> None:
    read = read_typed(text, plays)
    assert isinstance(read, NotLegal)
    assert read.why.reason is reason
    said = str(answer(read, plays, "ru"))
    assert REASONS[reason].ru in said
    assert RULES[reason].ru in said
    assert write_play(plays.before, plays[0].steps, plays.rules, Language.RUSSIAN) in said


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("привет", "привет"),
        ("8/5 foo", "foo"),
        ("8/5 6", "6"),
        ("8/", "/"),
        ("27/20", "27"),
        ("", ""),
    ],
)
def test_what_cannot_be_read_is_quoted(text: str, word: str) -> None:
    plays = thrown("31")
    read = read_typed(text, plays)
    assert read == Unclear(word)
    said = str(answer(read, plays, "en"))
    assert word in said
    assert "24/23 24/21" in said


def test_who_counts_from_the_other_side_is_told_so() -> None:
    plays = thrown("31")
    read = read_typed("17/20 19/20", plays)
    assert read == Unclear("", upwards=True)
    assert "your own home" in str(answer(read, plays, "en"))


def test_every_reason_has_its_words() -> None:
    assert REASONS.keys() == RULES.keys() == set(Reason)


@pytest.mark.parametrize("rules", [SHORT, LONG])
@pytest.mark.parametrize("dice", ["31", "64", "55", "21"])
def test_every_legal_play_is_read_as_it_is_written(rules: RuleSet, dice: str) -> None:
    plays = thrown(dice, rules=rules)
    for play in plays:
        for language in Language:
            read = read_typed(write_play(plays.before, play.steps, rules, language), plays)
            assert isinstance(read, WholePlay)
            assert read.play.position == play.position


ALL = [
    thrown("31"),
    thrown("66"),
    thrown("31", ON_BAR),
    thrown("64", HOME),
    thrown("21", rules=CRAZY),
]
LIKE_PLAYS = st.lists(
    st.sampled_from("0123456789/-*()x,. \n:барoffзОl→«»—")
    | st.sampled_from(["13/11", " 8 ", "bar", "сброс", "(2)", "64:", "на", "и"]),
    max_size=14,
).map("".join)


@given(st.one_of(st.text(), LIKE_PLAYS), st.sampled_from(ALL), st.sampled_from(["ru", "en"]))
def test_no_text_raises_and_every_refusal_is_worded(
    text: str, plays: Plays, language: str
) -> None:
    read = read_typed(text, plays)
    said = answer(read, plays, language)
    if isinstance(read, WholePlay):
        assert read.play in plays
    assert (said is None) == isinstance(read, WholePlay | PartOfPlay)
    assert said is None or len(said) < 1000
