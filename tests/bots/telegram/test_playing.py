"""Matches played through Telegram, press by press, against a person in Telegram or elsewhere."""

import asyncio
from uuid import UUID

from sqlalchemy import text

from game.rulesets import RuleName
from platforms.doors import Door
from server.tables.refusals import NotSeeking
from tests.bots.telegram.conftest import Table
from tests.bots.telegram.elsewhere import SocketPlayer
from tests.bots.telegram.playing import Hands, is_board, play_out, seek, two
from tests.waiting import until


async def test_two_people_play_a_match_in_their_chats(table: Table) -> None:
    """From /start to the result: boards are edited in place, and say who has won."""
    anna, boris = await two(table)
    await seek(anna)
    await seek(boris)

    await play_out(Hands(anna), Hands(boris))

    for player in (anna, boris):
        boards = [m for m in table.telegram.chats[player.id].values() if is_board(m)]
        assert len(boards) == 1
        assert boards[0].edits > 5
        await player.reads("Счёт")
    told = [" ".join(table.telegram.texts(player.id)) for player in (anna, boris)]
    assert sum("Вы выиграли матч" in each for each in told) == 1

    await anna.presses("Проверка костей")
    await until(lambda: len(table.telegram.files[anna.id]) == 2)
    assert "dice.zip" in {name for name, _ in table.telegram.files[anna.id]}

    await anna.presses("Реванш")
    await boris.reads("предлагает реванш")
    await boris.presses("Да")
    await until(lambda: sum(map(is_board, table.telegram.chats[anna.id].values())) == 2)


async def test_somebody_in_telegram_plays_somebody_on_a_socket(table: Table) -> None:
    """Neither notices: the same search, the same match, pictures on one side."""
    anna = table.player(7001)
    await anna.enters("Анна")
    person = await table.edge.person(door=Door.VK)
    other = SocketPlayer(await table.edge.talker(person), str(person.id))
    await other.seek(rules="hypergammon", form="game")
    await seek(anna)

    hands = Hands(anna)
    elsewhere = asyncio.create_task(other.play_out())
    table.edge.keep(elsewhere)
    await play_out(hands)

    await elsewhere
    assert other.result is not None
    assert other.result["event"] == "match_ended"
    assert hands.board is not None
    assert hands.board.photo is not None
    assert table.telegram.uploads > 0


async def test_a_search_that_finds_nobody_says_so(table: Table) -> None:
    """After half an hour; by a button it goes on, on the same terms."""
    anna = table.player(7001)
    await anna.enters("Анна")
    await seek(anna)
    await anna.reads("Ищем соперника: гипергаммон, одна партия")
    async with table.services.dialogues.database.transaction() as tx:
        await tx.execute(text("UPDATE chat_presence SET until = :now"), {"now": _now(table)})

    await anna.reads("За полчаса соперника не нашлось: гипергаммон, одна партия")
    await anna.presses("Искать дальше")

    who = await table.bot.cases.persons.known(anna.id)
    assert who is not None
    await until(lambda: _seeks(table, who.account))


def _now(table: Table) -> int:
    return table.services.clock.now()


async def _seeks(table: Table, account: UUID) -> bool:
    try:
        sought = await table.services.tables.quick.status(account)
    except NotSeeking:
        return False
    return sought.conventions.rules is RuleName.HYPERGAMMON
