"""Matches played through a VK community, press by press, though VK is not at its best."""

import json
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from aiohttp import ClientSession, web

from bots.buttons import Press
from bots.drawing import Studio
from bots.incoming import Chat, Said
from bots.screens import Button, Screen
from bots.vk.calls import VkCalls
from bots.vk.launching import front_of
from bots.wiring import Bot
from platforms.doors import Door
from tests.bots.telegram.conftest import Table, seated_bot
from tests.bots.telegram.elsewhere import SocketPlayer
from tests.bots.telegram.playing import Hands, seek
from tests.bots.vk.playing import VkHands, VkPlayer
from tests.server.edge import Edge
from tests.standins.telegram_bot import TelegramBot
from tests.standins.vk_community import GROUP, VkCommunity
from tests.waiting import until


@pytest.fixture
async def table(edge: Edge, studio: Studio) -> AsyncIterator[Table]:
    """A Telegram bot over the same service."""
    async with ClientSession() as http:
        telegram = TelegramBot(http)
        async with telegram.serving(), seated_bot(edge, telegram, studio) as table:
            yield table


async def test_somebody_in_vk_plays_somebody_in_telegram(
    vk: VkCommunity, bot: Bot, table: Table
) -> None:
    """Every event of VK's comes twice, and its API fails now and then: each press counts once."""
    anna, boris = VkPlayer(vk, 7001), table.player(7002)
    await anna.enters("Анна7001")
    await boris.enters("Борис7002")
    await anna.seeks()
    await seek(boris)
    mine, his = VkHands(anna), Hands(boris)
    mine.repeats = 2
    bad_gateway = web.Response(status=502, text="<html>Bad Gateway</html>")
    vk.fail("messages.edit", 6, 10, bad_gateway, {"surprise": 1}, 1)
    vk.fail("photos.saveMessagesPhoto", {"response": []}, {"response": []}, 10)

    async def ended() -> bool:
        await mine.move()
        await his.move()
        return mine.over and his.over

    await until(ended, 150, every=0.02)

    vk_won = "Вы выиграли матч" in anna.texts
    telegram_won = "Вы выиграли матч" in " ".join(table.telegram.texts(boris.id))
    assert vk_won is not telegram_won
    assert sum(1 for shown in anna.messages.values() if shown.attachment) == 1, "one board, edited"

    await anna.presses("Проверка костей")
    await until(lambda: any("doc-" in shown.attachment for shown in anna.messages.values()))


async def test_somebody_in_vk_plays_long_nardy_with_somebody_on_a_socket(
    edge: Edge, vk: VkCommunity, bot: Bot
) -> None:
    """The other family: both go the same way. He resigns after a few plays."""
    anna, hands, other = await _at_long_nardy(edge, vk)

    async def begun() -> bool:
        await hands.move()
        return other.plays > 3

    await until(begun, 60, every=0.01)
    anna.says("сдаюсь")
    await anna.presses("марс")
    await until(lambda: hands.over, 30)
    assert "Матч выигр" in anna.texts
    assert other.result is not None


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_a_whole_game_of_long_nardy_is_played(edge: Edge, vk: VkCommunity, bot: Bot) -> None:
    _, hands, other = await _at_long_nardy(edge, vk)

    async def ended() -> bool:
        await hands.move()
        return hands.over

    await until(ended, 240, every=0.01)
    assert other.result is not None
    assert other.result["cause"] == "borne_off"


async def _at_long_nardy(edge: Edge, vk: VkCommunity) -> tuple[VkPlayer, VkHands, SocketPlayer]:
    """Somebody in VK, and his opponent on a socket, who plays by himself."""
    anna = VkPlayer(vk, 7201)
    await anna.enters("Анна7201")
    person = await edge.person(door=Door.OK)
    other = SocketPlayer(await edge.talker(person), str(person.id))
    await other.seek(rules="long", form="game")
    await anna.seeks("Длинные")
    edge.keep(other.begin())
    return anna, VkHands(anna), other


async def test_a_stale_press_and_a_made_up_one_change_nothing(vk: VkCommunity, bot: Bot) -> None:
    anna = VkPlayer(vk, 7101)
    await anna.enters("Анна7101")
    content = {"user_id": 7101, "peer_id": 7101, "conversation_message_id": 1}
    for number, data in enumerate(("ok:AAAAAAAAAAAAAAAAAAAAAA:3:", "nonsense", "p:::99.99")):
        vk.tell("message_event", {**content, "event_id": f"x{number}", "payload": {"b": data}})

    def answered() -> set[str]:
        told = [each for each in vk.snackbars if "event_data" in each]
        return {each["event_id"] for each in told}

    await until(lambda: answered() >= {"x0", "x1", "x2"})
    anna.says("13/11 8/7")
    await anna.reads("Начните: «играть»")


async def test_a_label_is_typed_to_a_process_that_has_not_shown_it(
    edge: Edge, vk: VkCommunity, calls: VkCalls, studio: Studio
) -> None:
    """Nor after it is gone from the message."""
    chat = Chat(7151)
    one, other = (front_of(calls, studio, GROUP, edge.services) for _ in range(2))
    button = Button("Сесть за стол", str(Press("sit", UUID(int=5), word="0123456789ab")))
    message = await one.send(chat, Screen(text="Стол", rows=((button,),)))

    async def typed() -> str:
        event = vk.write(chat.id, "сесть за стол!")
        said = await other.read(json.dumps(event).encode())
        assert isinstance(said, Said)
        return said.data

    assert await typed() == button.data
    await one.change(chat, message, Screen(text="Матч начинается."))
    assert await typed() == ""
