"""What buttons carry, and what of it is read back."""

from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.buttons import Press, read
from bots.screens import LONGEST_DATA, Button
from bots.topics.agreements import OF_GROUPS, STAKES, Agreement, forms_of
from game.rulesets import RuleName


@given(
    st.sampled_from(["roll", "st", "seek"]),
    st.uuids() | st.none(),
    st.integers(0, 9_999_999),
    st.from_regex(r"[A-Za-z0-9_.,-]{0,20}", fullmatch=True),
)
def test_a_press_is_read_as_it_was_written(
    verb: str, id_: UUID | None, turn: int, word: str
) -> None:
    press = Press(verb, id_, turn, word)

    assert read(str(press)) == press


@given(st.text(max_size=80))
def test_whatever_a_client_makes_up_is_read_or_refused(data: str) -> None:
    press = read(data)

    assert press is None or len(press.verb) > 0


def test_the_longest_press_fits_a_button() -> None:
    press = Press("noagain", uuid4(), 9_999_999, "0123456789abcdef")

    assert len(str(press)) <= LONGEST_DATA
    assert Button("x", str(press)).data == str(press)


@pytest.mark.parametrize("press", [Press("take1"), Press("say", word="a:b"), Press("Menu")])
def test_a_press_that_could_not_be_read_back_is_not_written(press: Press) -> None:
    with pytest.raises(ValueError, match="no press"):
        str(press)


def test_a_button_without_words_or_with_too_many_is_refused() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        Button("x", "я" * 33)
    with pytest.raises(ValueError, match="says something"):
        Button("", "menu:::")


@pytest.mark.parametrize("rules", list(RuleName))
def test_every_agreement_that_is_offered_can_be_played(rules: RuleName) -> None:
    """Each rule set, form and stake resolves, and fits the button that carries it."""
    for form in forms_of(rules):
        for stake in STAKES:
            agreement = Agreement(rules, form, stake)
            assert Agreement.read(str(agreement)) == agreement
            assert Agreement.of(agreement.conventions(rated=True)) == agreement
            assert agreement.conventions(rated=True).stake == stake
            clock = agreement.conventions(rated=False, grouped=True).clock
            assert clock is not None
            assert (clock.reserve, clock.delay) == (OF_GROUPS.reserve, OF_GROUPS.delay)
            assert read(str(Press("seek", word=str(agreement)))) is not None


@pytest.mark.parametrize(
    "word", ["", "chess", "short.m99", "short.m3.7", "short.m3.-1", "short..5"]
)
def test_other_agreements_are_not_read(word: str) -> None:
    found = Agreement.read(word)

    assert found is None or found.stake is None
