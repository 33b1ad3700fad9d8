"""Other forms, another way of hearing, and chats of several people: whole matches through VK."""

from collections.abc import AsyncIterator, Callable

import pytest
from aiohttp.test_utils import TestServer

from bots.vk.front import VkFront
from bots.wiring import Bot, running_bot
from game.conventions import ConventionsAsked, CubeKind, Form, resolve
from game.rulesets import RuleName
from platforms.doors import Door
from platforms.secret import Secrets
from platforms.vk.community import Community
from platforms.vk.messages import FIRST_GROUP_CHAT
from server.http.application import application
from server.http.community import CommunityRoutes
from server.tables.lobby import Offer
from tests.bots.telegram.test_forms import DOUBLE, DROP, Doubler
from tests.bots.vk.conftest import HOUSE
from tests.bots.vk.playing import VkHands, VkPlayer, choose, is_board
from tests.server.edge import Edge
from tests.standins.vk_community import GROUP, VkCommunity
from tests.waiting import until

SECRET = "callback secret"
PEER = FIRST_GROUP_CHAT + 7
Choose = Callable[[list[str]], str | None]


@pytest.fixture
async def called(edge: Edge, vk: VkCommunity, front: VkFront) -> AsyncIterator[Bot]:
    """The community's bot, told by its callback address, of each event twice."""
    updates = edge.services.dialogues.community(GROUP)
    routes = CommunityRoutes(Community(GROUP, Secrets.of(SECRET), "c0nf1rm"), lambda _: updates)
    public = application(edge.services)
    public.router.add_routes(routes.routes())
    server = TestServer(public)
    async with server, running_bot(front, edge.services, HOUSE) as bot:
        updates.came = bot.updates.came
        async with vk.calling(str(server.make_url("/platforms/vk/callback")), SECRET):
            yield bot


def pressing(word: str) -> Choose:
    """Somebody who presses this whenever he may."""

    def chooses(labels: list[str]) -> str | None:
        return word if word in labels else choose(labels)

    return chooses


async def test_a_match_with_the_cube_is_played_by_callbacks_alone(
    vk: VkCommunity, called: Bot
) -> None:
    """Two drops bring one of them to a point of the end: then nobody may double."""
    anna, boris = VkPlayer(vk, 7301), VkPlayer(vk, 7302)
    for player in (anna, boris):
        await player.enters(f"Игрок{player.id}")
        await player.wants_text()
    for player in (anna, boris):
        await player.seeks("Короткие нарды", "матч до 3")
    hands = VkHands(anna, pressing(DOUBLE)), VkHands(boris, pressing(DROP))

    async def in_crawford() -> bool:
        for each in hands:
            await each.move()
        if hands[0].board is None:
            return False
        _, shown = hands[0].board
        return "Партия Кроуфорда" in shown.text and "🎲 Бросить" in shown.buttons

    await until(in_crawford, 60)
    assert hands[0].board is not None
    assert DOUBLE not in hands[0].board[1].buttons

    boris.says("Сдаюсь!")
    await boris.presses("оин")
    await anna.reads("Соперник сдаётся")
    anna.says("принять сдачу")
    await until(lambda: all(each.over for each in hands), 30)
    assert "Вы выиграли матч" in anna.texts
    assert "Счёт 0:3" in boris.texts
    assert all(sum(map(is_board, each.messages.values())) == 1 for each in (anna, boris))

    anna.says("реванш")
    await boris.reads("предлагает реванш")
    boris.says("нет")
    await anna.reads("не хочет реванша")


async def test_a_session_for_stakes_goes_on_after_a_beaver(
    edge: Edge, vk: VkCommunity, bot: Bot
) -> None:
    """He comes by a link, which VK tells of with whatever he writes; the other has a socket."""
    anna = VkPlayer(vk, 7401)
    await anna.enters("Анна7401")
    await anna.wants_text()
    person = await edge.person(door=Door.OK)
    terms = ConventionsAsked(
        rules=RuleName.SHORT,
        form=Form.MONEY,
        cube=CubeKind.DOUBLING,
        beaver=True,
        max_points=8,
        stake=5,
    )
    other = Doubler(await edge.talker(person), str(person.id))
    offered = await edge.services.tables.lobby.open(person.id, Offer(resolve(terms), private=True))
    other.match = str(offered.table.id)
    vk.write(anna.id, "привет", ref=f"t{offered.invitation}", ref_source="wall")
    await anna.reads("бивер")
    vk.write(anna.id, "Сесть за стол", ref=f"t{offered.invitation}", ref_source="wall")
    await anna.reads("Матч начинается.")
    edge.keep(other.begin())
    hands = VkHands(anna, pressing("Бивер"))
    await anna.presses("Закончить после партии")

    async def beavered() -> bool:
        await hands.move()
        return "бивер, куб 4" in anna.texts

    await until(beavered, 30)
    anna.says("Доска")
    await until(lambda: sum(map(is_board, anna.messages.values())) == 2, 15)
    anna.says("сдаюсь")
    await anna.presses("оин")
    await until(lambda: hands.over and "Итог: -20 монет" in anna.texts, 30)
    assert "Счёт 0:4" in anna.texts
    assert other.result is not None


async def test_two_members_of_a_chat_play_on_one_board(vk: VkCommunity, bot: Bot) -> None:
    """Whoever names the community is answered; the presses of those who only watch do nothing."""
    anna, boris, carl = (VkPlayer(vk, number) for number in (7501, 7502, 7503))
    for player in (anna, boris):
        await player.enters(f"Игрок{player.id}")
    chat = VkPlayer(vk, PEER)
    vk.write(anna.id, "играть", peer=PEER)
    vk.write(anna.id, "[club4242|@nardy] Играть", peer=PEER)

    async def press(player: VkPlayer, word: str) -> None:
        await until(lambda: chat.find(word) is not None)
        found = chat.find(word)
        assert found is not None
        vk.press(player.id, PEER, *found)

    for word in ("Другие", "Гипергаммон", "одна партия", "без ставки", "Предложить группе"):
        await press(anna, word)
    await press(boris, "Сесть за стол")
    board = VkHands(chat)
    seen: tuple[int, int] | None = None

    async def begun() -> bool:
        nonlocal seen
        shown = board.board
        if shown is None:
            return False
        label = choose(list(shown[1].buttons))
        if label is not None and seen != (shown[0], shown[1].edits):
            seen = shown[0], shown[1].edits
            for player in (carl, anna, boris):
                vk.press(player.id, PEER, shown[0], label)
        return shown[1].edits > 5

    await until(begun, 60, every=0.02)
    vk.write(boris.id, "сдаюсь", peer=PEER)
    await until(lambda: chat.find("кокс") is not None)
    await press(carl, "кокс")
    await press(boris, "кокс")
    await press(anna, "Принять сдачу")
    await until(lambda: board.over, 30)
    assert "Игрок7501" in chat.texts
    assert sum(map(is_board, chat.messages.values())) == 1
    assert carl.messages == {}
