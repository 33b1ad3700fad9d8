"""Everything that is written can be read back, whatever was played."""

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from game.log import decode_events, encode_events
from game.notation import Language
from game.records import (
    checked,
    read_book,
    read_mat,
    read_sgf,
    record,
    write_book,
    write_mat,
    write_sgf,
)
from game.records.sgf import GNU_RULES
from game.records.terms import read_terms, write_terms
from game.rulesets import RuleName
from tests.game.match.test_selfplay import EAGER, RESTLESS
from tests.game.records.selfplayed import (
    NAMES,
    commits,
    drawn_record,
    kept_by_book,
    kept_by_mat,
    recorded,
)
from tests.game.selfplay import Habits

RULES = st.sampled_from(RuleName)
HABITS = st.sampled_from([EAGER, RESTLESS])
SEEDS = st.integers(0, 10**9)
GNU = st.sampled_from(list(GNU_RULES))

playing = settings(
    max_examples=20,
    deadline=None,
    # A smaller seed is no simpler match: nothing is gained by looking for one.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


@playing
@given(RULES, SEEDS, HABITS)
def test_what_was_played_is_allowed_when_it_is_played_again(
    rules: RuleName, seed: int, habits: Habits
) -> None:
    match = drawn_record(rules, seed, habits)
    assert checked(match) == match


@playing
@given(RULES, SEEDS, HABITS)
def test_jellyfish_text_is_read_back_as_it_was_written(
    rules: RuleName, seed: int, habits: Habits
) -> None:
    match = drawn_record(rules, seed, habits)
    text = write_mat(match)

    assert kept_by_mat(read_mat(text)) == kept_by_mat(match)
    assert write_mat(read_mat(text)) == text


@playing
@given(GNU, SEEDS, HABITS)
def test_sgf_is_read_back_as_it_was_written(rules: RuleName, seed: int, habits: Habits) -> None:
    match = drawn_record(rules, seed, habits)
    text = write_sgf(match)

    assert kept_by_mat(read_sgf(text)) == kept_by_mat(match)
    assert write_sgf(read_sgf(text)) == text


@playing
@given(RULES, SEEDS, HABITS, st.sampled_from(Language))
def test_book_notation_is_read_back_as_it_was_written(
    rules: RuleName, seed: int, habits: Habits, language: Language
) -> None:
    match = drawn_record(rules, seed, habits)

    assert kept_by_book(read_book(write_book(match, language))) == kept_by_book(match)


@playing
@given(RULES, SEEDS, HABITS)
def test_conventions_are_read_back_from_their_line(
    rules: RuleName, seed: int, habits: Habits
) -> None:
    match = drawn_record(rules, seed, habits)
    assert read_terms(write_terms(match.conventions)) == match.conventions


@pytest.mark.parametrize("rules", RuleName)
def test_events_and_book_and_text_tell_the_same_match(rules: RuleName) -> None:
    """The log as JSON is the source; all that is written from it comes back to one record."""
    played = commits(random.Random(11), rules=rules, length=3)
    log = encode_events([event for commit in played for event in commit.events])
    match = record(decode_events(log), NAMES)

    assert match == recorded(played)
    assert kept_by_mat(kept_by_book(read_book(write_book(match)))) == kept_by_mat(
        kept_by_book(read_mat(write_mat(match)))
    )


@pytest.mark.soak
@pytest.mark.parametrize("rules", RuleName)
def test_a_hundred_matches_are_read_back_from_every_format(rules: RuleName) -> None:
    for seed in range(100):
        match = drawn_record(rules, seed, EAGER if seed % 2 else RESTLESS)
        assert kept_by_mat(read_mat(write_mat(match))) == kept_by_mat(match), seed
        for language in Language:
            assert kept_by_book(read_book(write_book(match, language))) == kept_by_book(match)
        if rules in GNU_RULES:
            assert kept_by_mat(read_sgf(write_sgf(match))) == kept_by_mat(match), seed
