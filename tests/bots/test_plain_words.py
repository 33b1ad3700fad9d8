"""Commands in plain words, and buttons by what they say: the dialogue without a platform."""

import msgspec

from bots.buttons import Press
from bots.topics.joining import NICK
from bots.topics.talking import SUPPORT
from tests.bots.talking import GROUP, Chats
from tests.server.edge import Edge

ANNA, BORIS = 7001, 7002


async def test_words_do_what_commands_do_unless_words_are_asked_for(edge: Edge) -> None:
    """A newcomer who says hello is greeted once; who is asked for words may let it be."""
    chats = Chats(edge.services)
    hello = await chats.says(ANNA, "Привет!")
    assert len(hello.screens) == 1
    assert "Как вас называть" in hello.text
    assert await chats.asked(ANNA) == NICK
    other = await chats.says(BORIS, "Здравствуйте, хочу играть")
    assert "Как вас называть" in other.text
    assert "нет матча" not in other.text
    assert "Что делаем?" in (await chats.says(ANNA, "отмена")).text
    assert await chats.asked(ANNA) is None

    assert "Это нарды" in (await chats.says(ANNA, "начать")).text
    for word, said in (
        ("играть", "Во что играем?"),
        ("Кошелёк", "💰"),
        ("МЕНЮ", "Что делаем?"),
        ("Помощь!", "Как играть"),
        ("купить", "Здесь покупок нет"),
        ("связать ABCD-EFGH-JK", "Такого кода нет"),
        ("оплата", "ваши оплаты"),
    ):
        assert said in (await chats.says(ANNA, word)).text, word
    assert (await chats.says(ANNA, "играть", GROUP)).text == ""

    await chats.says(ANNA, "поддержка")
    assert await chats.asked(ANNA) == SUPPORT
    assert "Записано" in (await chats.says(ANNA, "привет\0")).text, "it is what he has to say"


async def test_a_button_may_be_typed_but_answers_no_question_that_is_not_asked(
    edge: Edge,
) -> None:
    """Front ends say which button a text names; orders at the board are read as such."""
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Анна")
    for data, text, said in (
        (str(Press("cf", word="long")), "Длинные нарды", "Как?"),
        (str(Press("nothing")), "Отмена", "нет матча"),
        (str(Press("take", turn=1)), "принять", "нет матча"),
        ("no:press", "Длинные нарды", "нет матча"),
        (str(Press("gone")), "Давно нет", "устарела"),
    ):
        typed = msgspec.structs.replace(chats.said(ANNA, text), data=data)
        assert said in (await chats.comes(typed)).text, text
    await chats.says(ANNA, "поддержка")
    typed = msgspec.structs.replace(chats.said(ANNA, "играть"), data=str(Press("play")))
    assert "Записано" in (await chats.comes(typed)).text
