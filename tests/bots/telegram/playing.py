"""People who play by pressing what they see."""

import re
from collections.abc import Callable

from tests.bots.telegram.conftest import Player, Table
from tests.standins.telegram_bot import Message
from tests.waiting import until

STEP = re.compile(r"(?:\d+|бар)/(?:\d+|сн)")
OVER = "Реванш"
GOOD = ("✅", "Бросить", "Принять")


def is_board(message: Message) -> bool:
    """Whether a message shows a board, as a picture or as text."""
    return message.photo is not None or message.text.startswith("<pre>")


async def seek(player: Player, rules: str = "Гипергаммон", form: str = "одна партия") -> None:
    """Look for an opponent by buttons, without a stake; three checkers make short games."""
    await player.says("/play")
    await player.presses("Другие")
    await player.presses(rules)
    await player.presses(form)
    await player.presses("без ставки")
    await player.presses("Найти соперника")


def choose(buttons: dict[str, str]) -> str | None:
    """What somebody without a thought presses next; none where he waits."""
    for word in GOOD:
        for label, data in buttons.items():
            if word in label:
                return data
    return next((data for label, data in buttons.items() if STEP.fullmatch(label)), None)


Choose = Callable[[dict[str, str]], str | None]


class Hands:
    """Presses for one player, each button of his board once."""

    def __init__(self, player: Player, chooses: Choose = choose) -> None:
        self.player = player
        self.presses = 0
        self._chooses = chooses
        self._seen: tuple[int, int] | None = None

    @property
    def board(self) -> Message | None:
        """His newest board."""
        messages = self.player.telegram.chats[self.player.id]
        boards = [each for each in messages.values() if is_board(each)]
        return max(boards, key=lambda each: each.id) if boards else None

    @property
    def over(self) -> bool:
        """Whether his board says that the match has ended."""
        board = self.board
        return board is not None and any(OVER in label for label in board.buttons)

    async def move(self) -> bool:
        """Press what his board offers, if it has changed since he pressed last."""
        board = self.board
        if board is None or self._seen == (board.id, board.edits):
            return False
        data = self._chooses(board.buttons)
        if data is None:
            return False
        self._seen = (board.id, board.edits)
        self.presses += 1
        await self.player.telegram.presses(self.player.id, data, board.id)
        return True


async def play_out(*hands: Hands, seconds: float = 120) -> None:
    """Let them play until all boards say that it is over."""

    async def ended() -> bool:
        for each in hands:
            await each.move()
        return all(each.over for each in hands)

    await until(ended, seconds, every=0.02)


async def two(table: Table, *, plain: bool = True) -> tuple[Player, Player]:
    """Two people whom the bot knows, with boards of text: these cost nothing to draw."""
    anna, boris = table.player(7001), table.player(7002)
    for player, nick in ((anna, "Анна"), (boris, "Борис")):
        await player.enters(nick)
        if plain:
            await wants_text(player)
    return anna, boris


async def begun(table: Table) -> tuple[Hands, Hands]:
    """Two who have just sat down, with their boards before them."""
    anna, boris = await two(table)
    await seek(anna)
    await seek(boris)
    hands = Hands(anna), Hands(boris)
    await until(lambda: all(each.board is not None for each in hands))
    return hands


async def wants_text(player: Player) -> None:
    """Ask for boards of text."""
    await player.says("/settings")
    await player.presses("картинкой", 300)
    await until(lambda: player.find("текстом → картинкой") is not None, 300)
