"""Beside the plays: a phrase for the dice, words to the opponent, a resignation by word."""

from game.events import SeedCommitted, SeedRevealed
from game.log import decode_events
from tests.bots.telegram.conftest import Table
from tests.bots.telegram.playing import Hands, begun, play_out, seek, two
from tests.waiting import until


async def test_a_phrase_becomes_ones_own_seed_of_the_dice(table: Table) -> None:
    """It is asked for when the match begins; the other's seed was drawn, and the log says so."""
    anna, boris = await two(table)
    await anna.says("/settings")
    await anna.presses("фраза для костей: нет")
    await seek(anna)
    await seek(boris)
    await anna.reads("Напишите любую фразу")
    await anna.says("Мне сегодня повезёт")
    await anna.reads("Фраза принята")
    await until(lambda: Hands(boris).board is not None)

    (board,) = await table.bot.cases.boards.in_chat(anna.id)
    rows = await table.services.log.read(board.match, -1, 50)
    events = [event for row in rows for event in decode_events(row.events)]
    told = {e.seat: bytes.fromhex(e.seed) for e in events if isinstance(e, SeedRevealed)}
    drawn = {e.seat: e.drawn for e in events if isinstance(e, SeedCommitted)}
    (seat,) = [seat for seat, seed in told.items() if seed == "Мне сегодня повезёт".encode()]
    assert drawn == {seat: False, 1 - seat: True}


async def test_players_talk_and_one_resigns_by_word(table: Table) -> None:
    hands = await begun(table)
    anna, boris = (each.player for each in hands)

    await anna.presses("Написать")
    await anna.says("Удачи вам!")
    await boris.reads("Анна: Удачи вам!")
    await boris.presses("Часы")
    await until(lambda: any("Вы 0:20" in (note or "") for note in table.telegram.notes.values()))

    await boris.says("сдаюсь")
    await boris.presses("кокс")
    await anna.presses("Принять сдачу")
    await play_out(*hands)
    told = " ".join(table.telegram.texts(anna.id))
    assert "Вы выиграли матч" in told
    assert "кокс, 3 очка (сдача)" in told


async def test_what_is_for_the_service_itself_is_answered(table: Table) -> None:
    """Menus, wallet, bonus, leaderboards, profile, support: each says something of its own."""
    anna = table.player(7001)
    await anna.enters("Анна")
    for command, words in (
        ("/wallet", "💰"),
        ("/bonus", "Ежедневный бонус"),
        ("/top", "лучшие за всё время"),
        ("/friends", "Друзей пока нет"),
        ("/profile", "👤 Анна"),
        ("/news", "Новостей нет"),
        ("/vip", "VIP: нет"),
        ("/terms", "Монеты игровые"),
        ("/matches", "Сейчас матчей нет"),
    ):
        await anna.says(command)
        await anna.reads(words)
    await anna.says("/bonus")
    await anna.presses("Взять")
    await anna.says("/bonus")
    await anna.reads("Следующий бонус завтра")
    await anna.says("/support Не вижу кнопок")
    await anna.reads("Записано. Вам ответят")
    await anna.says("/bonus")
    await anna.presses("Взять")
    await until(lambda: "Дней подряд: 1" in " ".join(table.telegram.texts(anna.id)))
    await anna.says("/settings")
    await anna.presses("русский → English")
    await anna.says("/help")
    await anna.reads("How to play")
