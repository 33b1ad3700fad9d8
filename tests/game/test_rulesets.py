"""Rule sets and their options as data."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import LONG, NARDGAMMON, RULE_SETS, SHORT, OptionRefused, RuleName, RuleSet, Side
from game.options import BearOff, FirstTurnHeads, Hitting, PrimeCheck
from game.rulesets import OPTIONS
from tests.game.strategies import rule_sets

WORDS = st.sampled_from(sorted({str(w) for option in OPTIONS.values() for w in option.values}))


def test_there_are_seven_rule_sets() -> None:
    assert list(RULE_SETS) == list(RuleName)
    assert all(rules.name is name for name, rules in RULE_SETS.items())


def test_an_option_is_chosen_by_its_word() -> None:
    assert SHORT.with_options({"hitting": "caucasian"}).hitting is Hitting.CAUCASIAN
    assert LONG.with_options({"bear_off": BearOff.EXACT}).bear_off is BearOff.EXACT
    assert LONG.with_options({"doublets": "off"}).doublets is False
    assert LONG.with_options({"doublets": True}) == LONG
    assert NARDGAMMON.prime_check is PrimeCheck.EVERY_STEP
    assert LONG.with_options({}) == LONG


@given(rule_sets())
def test_the_options_of_a_rule_set_make_it_again(rules: RuleSet) -> None:
    assert RULE_SETS[rules.name].with_options(rules.options()) == rules


@pytest.mark.parametrize(
    ("rules", "options", "code"),
    [
        (SHORT, {"first_turn_heads": "none"}, "option_not_applicable"),
        (LONG, {"hitting": "frozen"}, "option_not_applicable"),
        (RULE_SETS[RuleName.CRAZY], {"doublets": False}, "option_not_applicable"),
        (SHORT, {"heads": 2}, "unknown_option"),
        (SHORT, {"hitting": "none"}, "bad_option_value"),
        (LONG, {"prime_check": "none"}, "bad_option_value"),
        (LONG, {"doublets": 0}, "bad_option_value"),
        (LONG, {"doublets": None}, "bad_option_value"),
        (LONG, {"opening": ["keep"]}, "bad_option_value"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_by_name(
    rules: RuleSet, options: dict[str, Any], code: str
) -> None:
    with pytest.raises(OptionRefused) as refused:
        rules.with_options(options)

    assert refused.value.code == code
    assert refused.value.option in options
    assert refused.value.option in str(refused.value)


@given(
    st.sampled_from(RuleName), st.sampled_from(sorted(OPTIONS)), WORDS | st.text() | st.integers()
)
def test_whatever_is_asked_is_taken_or_refused(name: RuleName, key: str, value: object) -> None:
    applies = name in OPTIONS[key].applies_to
    known = [word for word in OPTIONS[key].values if isinstance(word, str)]
    if applies and (value in known or (key == "doublets" and value in ("on", "off"))):
        assert RULE_SETS[name].with_options({key: value}).name is name
        return
    with pytest.raises(OptionRefused) as refused:
        RULE_SETS[name].with_options({key: value})
    assert refused.value.option == key


def test_every_first_turn_reading_may_be_chosen_by_all_of_the_long_family() -> None:
    option = OPTIONS["first_turn_heads"]

    assert set(option.values) == set(FirstTurnHeads)
    assert option.applies_to == {n for n, rules in RULE_SETS.items() if rules.heads}


@pytest.mark.parametrize("name", RuleName)
def test_the_other_sides_number_of_a_point_is_mutual(name: RuleName) -> None:
    """Section 1.2: 25-p in the short family; p±12 in the long one, where a head is the other's 12,
    and a home 1 to 6 the other's 13 to 18."""
    rules = RULE_SETS[name]

    assert all(rules.theirs(rules.theirs(point)) == point for point in range(1, 25))
    assert rules.theirs(24) == (12 if rules.heads else 1)
    assert rules.theirs(1) == (13 if rules.heads else 24)


def test_the_other_of_the_other_side_is_the_side() -> None:
    assert Side.WHITE.other is Side.BLACK
    assert all(side.other.other is side for side in Side)
