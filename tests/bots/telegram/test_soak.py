"""Two hundred chats at once through one bot: nothing lost, nobody starved, limits kept."""

import asyncio
from collections import defaultdict
from itertools import pairwise

import pytest

from bots.drawing import Studio
from bots.running.pace import TELEGRAM
from tests.bots.telegram.conftest import Player, seated_bot
from tests.bots.telegram.playing import Hands, is_board, wants_text
from tests.server.edge import Edge
from tests.standins.telegram_bot import Sent, TelegramBot

CHATS = 200
MINUTES = 2


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_two_hundred_chats_play_at_once(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    async with seated_bot(edge, telegram, studio, TELEGRAM) as table:
        players = [table.player(7000 + number) for number in range(CHATS)]
        await asyncio.gather(*(_come_in(player) for player in players))
        loop = asyncio.get_running_loop()
        hands = [Hands(player) for player in players]
        began = loop.time()
        while loop.time() - began < MINUTES * 60:
            for each in hands:
                await each.move()
            await asyncio.sleep(0.05)

    chats = [telegram.chats[player.id] for player in players]
    played = [each.presses for each in hands]
    print(f"messages {len(telegram.sent)}, presses {sum(played)}, of one chat {min(played)}")
    assert all(sum(map(is_board, chat.values())) >= 1 for chat in chats)
    assert min(played) > 0
    assert _most_in_a_second(telegram.sent) <= 30
    assert all(_nearest(moments) > 0.9 for moments in _by_chat(telegram.sent).values())


async def _come_in(player: Player) -> None:
    await player.says("/start")
    await player.reads("Как вас называть", 300)
    await player.says(f"Игрок{player.id}")
    await player.reads("Теперь вы", 300)
    await wants_text(player)
    await player.says("/play")
    for label in ("Другие", "Гипергаммон", "одна партия", "без ставки", "Найти соперника"):
        await player.presses(label, 300)


def _by_chat(sent: list[Sent]) -> dict[int, list[float]]:
    found = defaultdict(list)
    for each in sent:
        found[each.chat].append(each.at)
    return found


def _nearest(moments: list[float]) -> float:
    return min((b - a for a, b in pairwise(moments)), default=9.0)


def _most_in_a_second(sent: list[Sent]) -> int:
    moments = sorted(each.at for each in sent)
    most, first = 0, 0
    for last, at in enumerate(moments):
        while at - moments[first] >= 1:
            first += 1
        most = max(most, last - first + 1)
    return most
