"""Matches played through Telegram, press by press, against a person in Telegram or elsewhere."""

from tests.bots.telegram.conftest import Table
from tests.bots.telegram.playing import Hands, play_out, seek, two


async def test_two_people_play_a_match_in_their_chats(table: Table) -> None:
    """From /start to the result: boards are edited in place, and say who has won."""
    anna, boris = await two(table)
    await seek(anna)
    await seek(boris)

    await play_out(Hands(anna), Hands(boris))

    for player in (anna, boris):
        boards = [m for m in table.telegram.chats[player.id].values() if m.photo is not None]
        assert len(boards) == 1
        assert boards[0].edits > 20
        await player.reads("Рейтинг")
    told = [" ".join(table.telegram.texts(player.id)) for player in (anna, boris)]
    assert sum("Вы выиграли матч" in each for each in told) == 1

    await anna.presses("Проверка костей")
    await anna.reads("dice.zip")
    names = {name for name, _ in table.telegram.files[anna.id]}
    assert "dice.zip" in names
