"""The dialogue by itself: questions and their ends, other tries, doors, groups, names."""

from uuid import UUID

from bots.buttons import Press
from bots.topics.joining import NICK
from bots.topics.talking import SUPPORT
from server.settings import Settings
from server.settings_people import Terms
from server.storage.database import database
from tests.bots.talking import GROUP, Chats
from tests.server.edge import Edge, running_edge
from tests.server.wiring import House

ANNA, BORIS, CARL = 7001, 7002, 7003


async def test_an_update_means_and_says_the_same_however_often_it_is_tried(edge: Edge) -> None:
    """Whether its answer did not get through, or the process died before it was kept."""
    chats = Chats(edge.services)
    await chats.enters(BORIS, "Борис")
    link = (await chats.says(BORIS, "/profile")).text.partition("start=")[2].split()[0]
    came = await chats.says(ANNA, f"/start {link}")
    assert "Приглашение засчитано" in came.text
    assert (await chats.tried_again(came)).text == came.text
    named = await chats.dies_after(chats.said(ANNA, "беру"))
    assert "Теперь вы — беру" in named.text

    await chats.says(ANNA, "/support")
    asked = await chats.says(ANNA, "пас")
    again = await chats.tried_again(asked)
    assert "Записано" in asked.text
    assert (again.text, again.answers) == (asked.text, asked.answers)
    assert await chats.asked(ANNA) is None
    await chats.says(ANNA, "/support")
    assert "Записано" in (await chats.dies_after(chats.said(ANNA, "бросок"))).text
    assert await _case_of(chats, ANNA) == ["пас", "бросок"]
    assert "нет матча" in (await chats.says(ANNA, "пас")).text


async def test_a_table_is_opened_once_whoever_dies_in_between(edge: Edge) -> None:
    """In his own chat, and in a group; the next update opens another one."""
    chats = Chats(edge.services)
    await chats.enters(ANNA, "Анна")
    asked = chats.pressed(ANNA, Press("call", word="short.m1.0"))
    called = await chats.dies_after(asked)
    assert "start=t" in called.text
    offer = Press("offer", await _account(chats, ANNA), word="short.m1.0")
    await chats.dies_after(chats.pressed(ANNA, offer, GROUP))
    assert len(await edge.services.tables.lobby.own(await _account(chats, ANNA))) == 2
    other = await chats.presses(ANNA, Press("call", word="short.m1.0"))
    assert other.text != called.text


async def test_a_question_ends_with_any_press_and_with_what_cannot_be(edge: Edge) -> None:
    """Each has a button to let it be; what other words may mend is asked again."""
    chats = Chats(edge.services)
    await chats.enters(BORIS, "Борис")
    await chats.enters(ANNA, "Анна")
    left = (
        await edge.services.social.naming.state(await _account(chats, ANNA), "ru")
    ).changes_left

    asked = await chats.presses(ANNA, Press("rename"))
    assert f"ещё {left} раз" in asked.text
    assert await chats.asked(ANNA) == NICK
    refused = await chats.says(ANNA, "Борис")
    assert await chats.asked(ANNA) == NICK, "another nick may be free"
    for typed, why in (("a" * 21, "не больше 20"), ("ы", "хотя бы 2"), ("<b>", "буквами")):
        assert why in (await chats.says(ANNA, typed)).text, "it says what would be taken"
    assert refused.button("Отмена") == asked.button("Отмена")
    assert "Что делаем?" in (await chats.presses(ANNA, refused.button("Отмена"))).text
    assert await chats.asked(ANNA) is None

    await chats.presses(ANNA, Press("rename"))
    await chats.presses(ANNA, Press("matches"))
    assert "нет матча" in (await chats.says(ANNA, "Белла")).text

    for number in range(left):
        await chats.presses(ANNA, Press("rename"))
        await chats.says(ANNA, f"Анна {number}")
    assert "сменить нельзя" in (await chats.presses(ANNA, Press("rename"))).text
    assert await chats.asked(ANNA) is None

    await chats.says(ANNA, "/support")
    await chats.says(ANNA, "\u200b \u2060")
    assert await chats.asked(ANNA) == SUPPORT
    assert await _case_of(chats, ANNA) == []


async def test_a_press_takes_the_nick_that_it_shows_or_says_why_not(edge: Edge) -> None:
    """As the platform names somebody; one that was taken meanwhile, or an older button, does not
    give him another one.
    """
    chats = Chats(edge.services, names={ANNA: "Анна К", BORIS: "Борис Ж"})
    came = await chats.says(ANNA, "/start")
    take = came.button("Взять «Анна К»")
    await chats.says(ANNA, "/play")
    assert "Теперь вы — Анна К" in (await chats.presses(ANNA, take)).text

    shown = (await chats.says(BORIS, "/start")).button("Взять «Борис Ж»")
    await chats.enters(CARL, "Борис-Ж")
    refused = await chats.presses(BORIS, shown)
    assert "«Борис Ж» уже занят" in refused.text
    assert "Отмена" in refused.buttons[1].label
    again = await chats.presses(BORIS, shown)
    assert "устарела" in again.text
    named = await chats.presses(BORIS, again.buttons[0].data)
    assert again.buttons[0].label == f"Взять «{named.text.partition('— ')[2].split('.')[0]}»"


async def test_the_rules_of_play_are_accepted_in_the_chat(database_url: str) -> None:
    """Where the house asks for it, whoever wants to play meets them, and may then play."""
    house = House(settings=Settings(terms=Terms(version=20_261_130, age=21)))
    async with database(database_url) as opened, running_edge(opened, house=house) as edge:
        chats = Chats(edge.services)
        await chats.enters(ANNA, "Анна")
        refused = await chats.presses(ANNA, Press("call", word="short.m1.0"))
        assert "исполнилось 21 год " in refused.text
        stale = await chats.presses(ANNA, Press("accept", word="2"))
        assert "другая редакция" in stale.text
        await chats.presses(ANNA, refused.button("Принимаю"))
        assert "Вы приняли их (версия 20261130)" in (await chats.says(ANNA, "/terms")).text
        assert "Стол готов" in (await chats.presses(ANNA, Press("call", word="short.m1.0"))).text


async def test_whoever_comes_is_asked_his_nick_by_whichever_door(edge: Edge) -> None:
    """After a link that leads nowhere as well, which is said first; in a group nobody is."""
    chats = Chats(edge.services)
    came = await chats.says(ANNA, "/start tNOSUCHTABLE")
    assert len(came.screens) == 2
    assert "Как вас называть" in came.screens[1].text
    assert came.button("Отмена")
    assert await chats.asked(ANNA) == NICK

    first = await chats.says(BORIS, "/play")
    assert ["Как вас называть" in screen.text for screen in first.screens] == [True, False]
    assert await chats.asked(BORIS) == NICK
    await chats.presses(BORIS, first.button("Короткие"))
    assert await chats.asked(BORIS) is None
    assert "Теперь вы" not in (await chats.says(BORIS, "Беляш")).text

    assert "Как вас" not in (await chats.says(CARL, "/play", GROUP)).text


async def test_who_has_no_nick_is_a_player_with_a_number_to_all(edge: Edge) -> None:
    """On cards, boards, and lists; and whoever comes to his own table waits there."""
    chats = Chats(edge.services)
    for person in (ANNA, BORIS):
        await chats.says(person, "/start")
    offered = await chats.presses(ANNA, Press("call", word="short.m1.50"))
    invitation = offered.text.partition("start=")[2].split()[0]
    own = await chats.says(ANNA, f"/start {invitation}")
    assert "никто не пришёл" in own.text
    card = await chats.says(BORIS, f"/start {invitation}")
    number = str(await _account(chats, ANNA))[-4:]
    assert f"Игрок {number} зовёт вас: короткие нарды, матч до 1" in card.text
    for said in (offered, card):
        assert "Откладывается на время матча: 50 монет. Больше проиграть нельзя." in said.text
        assert "Комиссия дома с выигрыша: 5%, с VIP: 2,5%." in said.text
    assert "Матч начинается" in (await chats.presses(BORIS, card.button("Сесть"))).text

    listed = await chats.says(BORIS, "/matches")
    assert any(f"Игрок {number}" in button.label for button in listed.buttons)
    profile = await chats.presses(BORIS, listed.button("👤"))
    assert f"👤 Игрок {number}" in profile.text
    assert profile.button("Пожаловаться")


async def test_in_a_group_menus_are_their_owners_and_boards_their_players(edge: Edge) -> None:
    """All others are told so, and nothing is sent; what is private stays private."""
    chats = Chats(edge.services)
    for person, nick in ((ANNA, "Анна"), (BORIS, "Борис"), (CARL, "Карл")):
        await chats.enters(person, nick)
    menu = await chats.says(ANNA, "/play", GROUP)
    for label in ("Короткие", "матч до 1", "без ставки", "Предложить группе"):
        stranger = await chats.presses(BORIS, menu.button(label), GROUP)
        assert (stranger.screens, "другого игрока" in stranger.text) == ([], True)
        menu = await chats.presses(ANNA, menu.button(label), GROUP)
    sat = await chats.presses(BORIS, menu.button("Сесть"), GROUP)
    assert "Матч начинается" in sat.text

    (match,) = await chats.cases.boards.running(await _account(chats, ANNA))
    for verb in ("res", "resy", "clk", "brd", "keep", "stop", "st", "und", "rec"):
        word = {"resy": "single", "st": "24.23"}.get(verb, "")
        told = await chats.presses(CARL, Press(verb, match, 1, word), GROUP)
        assert (told.screens, "других игроков" in told.text) == ([], True), verb
    assert "других" not in (await chats.presses(ANNA, Press("clk", match), GROUP)).text
    for verb in ("purse", "me", "rename", "menu", "say"):
        assert not (await chats.presses(CARL, Press(verb, match), GROUP)).screens


async def _account(chats: Chats, person: int) -> UUID:
    who = await chats.cases.persons.known(person)
    assert who is not None
    return who.account


async def _case_of(chats: Chats, person: int) -> list[str]:
    """What somebody has said to those who run the service."""
    talks = await chats.cases.support.own(await _account(chats, person), 10, None)
    return [said.words for talk in talks for said in talk.said]
