"""Two members of a group play on one board message, and the others watch."""

from bots.buttons import Press
from tests.bots.telegram.conftest import Player, Table
from tests.bots.telegram.playing import OVER, choose, is_board, two
from tests.standins.telegram_bot import Message
from tests.waiting import until

GROUP = -100_500


class Group:
    """A group chat as its members see it."""

    def __init__(self, table: Table) -> None:
        self.telegram = table.telegram

    @property
    def boards(self) -> list[Message]:
        return [each for each in self.telegram.chats[GROUP].values() if is_board(each)]

    def button(self, label: str) -> tuple[int, str] | None:
        for message in sorted(self.telegram.chats[GROUP].values(), key=lambda m: -m.id):
            for text, data in message.buttons.items():
                if label in text:
                    return message.id, data
        return None

    async def press(self, player: Player, label: str) -> None:
        await until(lambda: self.button(label) is not None)
        found = self.button(label)
        assert found is not None
        await self.telegram.presses(player.id, found[1], found[0], GROUP)


async def test_two_members_play_on_one_board(table: Table) -> None:
    """Whoever is to decide presses; the presses of the others are answered, and do nothing."""
    anna, boris = await two(table, plain=False)
    carl = table.player(7003)
    await carl.enters("Карл")
    group = Group(table)
    await table.telegram.says(anna.id, "/play@nardy_bot", GROUP)
    for label in ("Другие", "Гипергаммон", "одна партия", "без ставки", "Предложить группе"):
        await group.press(anna, label)
    await group.press(boris, "Сесть за стол")
    await until(lambda: bool(group.boards))
    seen: dict[int, int] = {}

    async def ended() -> bool:
        board = group.boards[-1]
        if any(OVER in label for label in board.buttons):
            return True
        data = choose(board.buttons)
        if data is not None and seen.get(board.id) != board.edits:
            seen[board.id] = board.edits
            for player in (carl, anna, boris):
                await table.telegram.presses(player.id, data, board.id, GROUP)
        return False

    await until(ended, 120, every=0.05)
    assert len(group.boards) == 1
    assert not any(map(is_board, table.telegram.chats[anna.id].values()))


async def test_a_table_of_another_chat_is_not_sat_down_at(table: Table) -> None:
    """The button of one group, pressed in another chat, opens nothing."""
    anna, boris = await two(table, plain=False)
    group = Group(table)
    await table.telegram.says(anna.id, "/play", GROUP)
    for label in ("Короткие", "одна партия", "без ставки", "Предложить группе"):
        await group.press(anna, label)
    await until(lambda: group.button("Сесть за стол") is not None)
    found = group.button("Сесть за стол")
    assert found is not None
    assert found[1].startswith(str(Press("gsit"))[:4])

    await table.telegram.presses(boris.id, found[1], found[0], GROUP - 1)

    await until(
        lambda: any("кнопка устарела" in (each or "") for each in table.telegram.notes.values())
    )
