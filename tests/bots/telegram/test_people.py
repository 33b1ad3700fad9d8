"""People beside the play: news, floods, who goes and comes, reports, talk nobody wants."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bots.drawing import Studio
from bots.running.manners import Manners
from server.operators.promoting import PromotionDesk
from server.storage.ids import Ids
from server.storage.news import Text
from server.storage.operators import Operator, Role
from server.storage.promotions import Audience, Bonus, Promotion
from tests.bots.telegram.conftest import HASTY, QUICK, Player, Table, seated_bot
from tests.bots.telegram.playing import Hands, begun, is_board, play_out, seek, two
from tests.bots.telegram.test_groups import GROUP, Group
from tests.server.edge import Edge
from tests.standins.telegram_bot import TelegramBot
from tests.waiting import until

MODERATOR = Operator("olga", Role.MODERATOR, 0, None)
CASHIER = Operator("kira", Role.CASHIER, 0, None)
SLOW = Manners(chat_gap=0, group_gap=0, per_second=5, burst=4)
TURN = 15_000 + 20_000
"""What the first turn of the usual clock may last."""


@asynccontextmanager
async def mannered(
    edge: Edge, telegram: TelegramBot, studio: Studio, manners: Manners
) -> AsyncIterator[Table]:
    async with seated_bot(edge, telegram, studio, QUICK, manners) as table:
        yield table


async def test_news_comes_once_to_those_who_asked_for_it(table: Table) -> None:
    """In each one's language; what was published before he asked is not sent."""
    anna, boris = await two(table, plain=False)
    newsroom = table.services.social.newsroom
    await newsroom.publish(MODERATOR, {"ru": Text("Старое", "до вас")}, None, "to tell")
    await anna.says("/settings")
    await anna.presses("Присылать новости: нет → да")
    await until(lambda: anna.find("Присылать новости: да → нет") is not None)

    for title in ("Турнир", "Итоги"):
        texts = {"ru": Text(title, "В субботу"), "en": Text("News", "On Saturday")}
        await newsroom.publish(MODERATOR, texts, None, "to tell")
        await anna.reads(f"📰 {title}")

    now = table.services.clock.now()
    gift = Promotion(
        id=Ids().new(now),
        bonus=Bonus.COINS,
        amount=10,
        audience=Audience.EVERYBODY,
        starts=now - 1,
        ends=now + 60_000,
        per_person=1,
        en="A gift",
        ru="Подарок",
    )
    promotions = PromotionDesk(table.services.dialogues.database, table.services.clock)
    await promotions.begin(CASHIER, gift, "a holiday")
    await anna.reads("📰 Подарок")
    await anna.presses("Забрать: Подарок")
    await anna.reads("Получено")
    await anna.says("/wallet")
    await anna.reads("1010 монет")
    await anna.presses("Забрать: Подарок")
    await until(lambda: any("уже" in (note or "") for note in table.telegram.notes.values()))
    await boris.says("/news")
    await boris.presses("Забрать: Подарок")
    await boris.reads("Получено")

    told = " ".join(table.telegram.texts(anna.id))
    assert (told.count("Турнир"), told.count("Итоги"), told.count("Старое")) == (1, 1, 0)
    assert "📰" not in " ".join(table.telegram.texts(boris.id))


async def test_who_floods_is_slowed_and_told_so_once(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    """All that he asked is answered in the end, and others wait for nothing meanwhile."""
    async with mannered(edge, telegram, studio, SLOW) as table:
        anna, boris = table.player(7001), table.player(7002)
        for number in range(9):
            await anna.says("/terms" if number else "/start")
        await boris.says("/start")
        await boris.reads("Как вас называть")
        await until(lambda: _answers(anna, "Правила игры") == 8)

        assert _answers(anna, "Не так быстро") == 1
        assert _answers(boris, "Не так быстро") == 0


async def test_a_group_that_becomes_a_supergroup_is_followed(table: Table) -> None:
    """Whether its first board meets the new number, or Telegram tells of it."""
    anna, boris = await two(table, plain=False)
    group = Group(table)
    await table.telegram.says(anna.id, "/play", GROUP)
    for label in ("Другие", "Гипергаммон", "одна партия", "без ставки", "Предложить группе"):
        await group.press(anna, label)
    await until(lambda: group.button("Сесть за стол") is not None)
    table.telegram.moved[GROUP] = GROUP - 1
    await group.press(boris, "Сесть за стол")
    await until(lambda: any(map(is_board, table.telegram.chats[GROUP - 1].values())))

    table.telegram.moved[GROUP - 1] = GROUP - 2
    await table.telegram.tell(
        message={
            "message_id": 9,
            "date": 1,
            "chat": {"id": GROUP - 1, "type": "group"},
            "from": table.telegram.user(anna.id),
            "migrate_to_chat_id": GROUP - 2,
        }
    )
    await until(lambda: any(map(is_board, table.telegram.chats[GROUP - 2].values())))


async def test_who_blocks_the_bot_is_left_alone_and_groups_part_from_nobody(
    table: Table,
) -> None:
    """Putting the bot out of a group takes nobody's own chat from him."""
    anna, boris = await two(table, plain=False)
    await seek(anna)
    await seek(boris)
    await until(lambda: Hands(anna).board is not None)
    boards, known = table.bot.cases.boards, table.bot.cases.persons.known

    await table.telegram.parts(boris.id, "left", GROUP)
    await table.telegram.parts(anna.id, "kicked")

    async def shown() -> bool:
        return bool(await boards.in_chat(anna.id))

    async def let_go() -> bool:
        return not await shown()

    await until(let_go)
    for person, away in ((anna, True), (boris, False)):
        who = await known(person.id)
        assert who is not None
        assert who.away is away
    assert await boards.in_chat(boris.id)

    await table.telegram.parts(anna.id, "member")
    await anna.says("/matches")
    await anna.presses("Борис")
    await until(shown)


async def test_low_time_is_said_aloud_once_a_turn(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    """In a message of its own, since a board that changes makes no phone ring."""
    manners = HASTY._replace(hurry=TURN - 1_500)
    async with mannered(edge, telegram, studio, manners) as table:
        anna, boris = await two(table)
        for player in (anna, boris):
            await seek(player)
        await until(lambda: _answers(anna, "Времени мало") + _answers(boris, "Времени мало") >= 2)
        mover = anna if _answers(anna, "Времени мало") else boris
        alone = [text for text in telegram.texts(mover.id) if "мало! Вас ждёт" in text]
        assert len(alone) == 1


async def test_an_opponent_is_reported_from_the_board_and_heard_no_more(table: Table) -> None:
    """A case is opened with the words; with the talk turned off nothing of his is told."""
    hands = await begun(table)
    anna, boris = (each.player for each in hands)
    await boris.presses("Написать")
    await boris.says("Вы играете плохо")
    await anna.reads("Борис: Вы играете плохо")
    await anna.presses("Соперник")
    await anna.presses("Пожаловаться")
    await anna.reads("на что жалоба")
    await anna.says("Грубит")
    await anna.reads("Жалоба принята")
    (report,) = await table.services.social.moderation.queue(MODERATOR, 10, None)
    assert report.note == "Грубит"

    await anna.says("/settings")
    await anna.presses("Чат за столом: да")
    await until(lambda: anna.find("Чат за столом: нет") is not None)
    await boris.presses("Написать")
    await boris.says("Ещё слово")
    await boris.reads("Отправлено")
    await boris.says("сдаюсь")
    await boris.presses("кокс")
    await anna.presses("Принять сдачу")
    await play_out(*hands)
    assert "Ещё слово" not in " ".join(table.telegram.texts(anna.id))


def _answers(player: Player, words: str) -> int:
    return sum(words in text for text in player.telegram.texts(player.id))
