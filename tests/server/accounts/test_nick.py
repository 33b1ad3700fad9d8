"""What a nick may be, which nicks look the same, and what is proposed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts.bad_words import BadWords
from server.accounts.nick import LONGEST, checked_nick, proposed_nick, skeleton
from server.accounts.refusals import NickFault, NickRefused

WORDS = BadWords.standard(["*тест*", "Spam"])


@pytest.mark.parametrize(
    ("name", "nick"),
    [
        (None, None),
        ("", None),
        ("  \u200b ", None),
        ("Анна Каренина", "Анна Каренина"),
        ("<b>Bob</b>", "b Bob b"),
        ("a" * 30, "a" * 20),
        ("nineteen-letters-xx y", "nineteen-letters-xx"),
        ("Е\u0308лка", "Ёлка"),
        ("--Анна", "Анна"),
        ("Я", None),
    ],
)
def test_of_a_name_is_kept_what_a_nick_may_have(name: str | None, nick: str | None) -> None:
    assert proposed_nick(name) == nick


@given(st.text())
def test_a_proposal_is_a_nick_that_one_may_have(name: str) -> None:
    nick = proposed_nick(name)

    assert nick is None or (len(nick) <= LONGEST and checked_nick(nick) == nick)


@pytest.mark.parametrize(
    ("text", "nick"),
    [
        ("Анна", "Анна"),
        ("  Bob_the.2nd ", "Bob_the.2nd"),
        ("Ａｎｎａ", "Anna"),
        ("Ҷамшед", "Ҷамшед"),
    ],
)
def test_a_nick_is_kept_in_one_spelling(text: str, nick: str) -> None:
    assert checked_nick(text) == nick


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", NickFault.TOO_SHORT),
        ("a", NickFault.TOO_SHORT),
        ("a--", NickFault.TOO_SHORT),
        ("a" * 21, NickFault.TOO_LONG),
        ("two  blanks", NickFault.BAD_CHARACTER),
        ("-Bob", NickFault.BAD_CHARACTER),
        ("Bob\u200b", NickFault.BAD_CHARACTER),
        ("Bob\u202e", NickFault.BAD_CHARACTER),
        ("<Bob>", NickFault.BAD_CHARACTER),
        ("🎲🎲", NickFault.BAD_CHARACTER),
        ("Bob\nBob", NickFault.BAD_CHARACTER),
        ("Βοb", NickFault.BAD_CHARACTER),  # Greek
        ("Bօb", NickFault.BAD_CHARACTER),  # Armenian
        ("Boǃ", NickFault.BAD_CHARACTER),  # a click
        ("Bob٣", NickFault.BAD_CHARACTER),  # a digit of another alphabet
    ],
)
def test_what_is_no_nick_is_refused_with_the_reason(text: str, fault: NickFault) -> None:
    with pytest.raises(NickRefused) as refused:
        checked_nick(text)

    assert refused.value.fault is fault


@given(st.text(max_size=30))
def test_whatever_is_asked_for_is_a_nick_or_refused(text: str) -> None:
    try:
        nick = checked_nick(text)
    except NickRefused:
        return
    assert checked_nick(nick) == nick
    assert skeleton(nick)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Сора", "Copa"),  # all Cyrillic, all Latin
        ("Вова", "BoBa"),
        ("Иванов", "иванов"),
        ("Bill", "BiII"),
        ("Ёлка", "елка"),
        ("Ivan_Petrov", "Ivan Petrov"),
        ("Zoё", "Zoe"),
        ("N0va", "Nova"),
        ("Зоя", "3оя"),
        ("José", "Jose"),
        ("Pau\u04cf", "Paul"),
        ("\u04c0van", "Ivan"),
        ("I\u0475an", "Ivan"),
        ("Yur\u04af", "Yury"),
        ("Ser\u0261e", "Serge"),
    ],
)
def test_nicks_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anya"), ("Иван", "Ivan"), ("Bob", "Rob")])
def test_nicks_that_can_be_told_apart_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "nick", ["fuck you", "F.u.c.k", "fиck хуй", "х у й", "Xyй", "админ", "Администратор 1", "СУКА"]
)
def test_bad_words_are_found_however_they_are_hidden(nick: str) -> None:
    assert WORDS.are_in(nick)


@pytest.mark.parametrize("nick", ["Дебаты", "Мандарин", "Dickens", "Хлебать", "Жидков"])
def test_words_that_only_hold_the_letters_of_a_bad_one_are_good(nick: str) -> None:
    assert not WORDS.are_in(nick)


@pytest.mark.parametrize("nick", ["протестант", "spam", "S P A M"])
def test_the_settings_add_words(nick: str) -> None:
    assert WORDS.are_in(nick)
    assert not BadWords.standard().are_in(nick)


@pytest.mark.parametrize("nick", ["Nardy", "Нарды", "И г р о к", "P1ayer", "guest", "ГОСТЬ"])
def test_nobody_is_called_what_the_house_and_the_nameless_are(nick: str) -> None:
    assert WORDS.are_in(nick)
    assert not WORDS.are_in(f"{nick} 123456")


def test_a_bad_word_is_refused_as_such() -> None:
    with pytest.raises(NickRefused) as refused:
        WORDS.require_clean("fuck")

    assert refused.value.fault is NickFault.BAD_WORD
