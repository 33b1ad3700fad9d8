"""Plain words for what is asked of the bot itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.reading import read_order
from bots.reading.commands import Asked, bare, lets_be, read_command
from bots.vk.wording import WORDS
from bots.wording import LANGUAGES
from bots.words.joining import COMMANDS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Начать", "start"),
        ("START!", "start"),
        ("привет", "start"),
        ("☰ Меню", "menu"),
        ("  играть.", "play"),
        ("Кошелёк", "wallet"),
        ("кошелек", "wallet"),
        ("Помощь?", "help"),
        ("Таблицы лидеров", "top"),
        ("VIP и монеты", "vip"),
        ("связать", "link"),
    ],
)
def test_a_word_is_a_command_in_any_case_and_with_any_marks(text: str, name: str) -> None:
    assert read_command(text) == Asked(name)


def test_a_code_may_stand_behind_the_word_for_linking() -> None:
    assert read_command("Связать ABCD-EFGH") == Asked("link", "ABCD-EFGH")
    assert read_command("link  abcd") == Asked("link", "abcd")


@pytest.mark.parametrize(
    "text", ["", "игра в кости", "13/11 8/7", "бросок", "меню и помощь", "☰"]
)
def test_whatever_is_more_or_else_is_none(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*COMMANDS, *WORDS])
def test_what_texts_and_buttons_say_is_understood(name: str, language: str) -> None:
    """The labels of the menu, and the words that VK's people are told; none is a move as well."""
    for words in (COMMANDS.get(name), WORDS.get(name)):
        if words is not None:
            assert read_command(words.say(language)) == Asked(name)
            assert read_order(words.say(language)) is None


@pytest.mark.parametrize("text", ["Отмена", "✖ Отмена", "cancel", "МЕНЮ"])
def test_who_is_asked_for_words_may_let_it_be(text: str) -> None:
    assert lets_be(text)
    assert not lets_be(f"{text} не надо")


@given(st.text(max_size=60))
def test_no_text_raises(text: str) -> None:
    read_command(text)
    lets_be(text)
    assert bare(bare(text)) == bare(text)
