"""Words that order something other than a play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.reading import Order, Verb, read_order
from game.endings import Ending


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("roll", Verb.ROLL),
        ("/roll", Verb.ROLL),
        ("Бросаю!", Verb.ROLL),
        ("double", Verb.DOUBLE),
        ("Удваиваю", Verb.DOUBLE),
        ("беру", Verb.TAKE),
        ("Take.", Verb.TAKE),
        ("пас", Verb.DROP),
        ("пac", Verb.DROP),
        ("drop", Verb.DROP),
        ("бивер", Verb.BEAVER),
        ("сдаюсь", Verb.RESIGN),
        ("принять", Verb.ACCEPT),
        ("отказ", Verb.REFUSE),
        ("назад", Verb.UNDO),
        ("готово", Verb.CONFIRM),
        ("часы", Verb.CLOCK),
        ("доска", Verb.BOARD),
    ],
)
def test_a_word_is_an_order(text: str, verb: Verb) -> None:
    assert read_order(text) == Order(verb)


@pytest.mark.parametrize("text", ["resign gammon", "Сдаюсь, марс", "сдаюсь марс"])
def test_who_resigns_may_say_what(text: str) -> None:
    assert read_order(text.replace(",", "")) == Order(Verb.RESIGN, Ending.GAMMON)


@pytest.mark.parametrize("text", ["yes", "да", "ок", "", "roll double", "я не беру это", "8/5"])
def test_nothing_is_ordered_by_habit_or_in_passing(text: str) -> None:
    assert read_order(text) is None


@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert read_order(text) is None or isinstance(read_order(text), Order)
