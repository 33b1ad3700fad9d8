"""People in VK who play by pressing what they see."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.standins.vk_community import Shown, VkCommunity
from tests.waiting import until

STEP = re.compile(r"(?:\d+|бар)/(?:\d+|сн|…)")
OVER = "Реванш"
GOOD = ("✅", "Бросить", "Принять")


def is_board(message: Shown) -> bool:
    """Whether a message shows a board, as a picture or as text."""
    return message.attachment.startswith("photo") or "\nВы: " in message.text


def choose(labels: list[str]) -> str | None:
    """What somebody without a thought presses next; none where he waits."""
    for word in GOOD:
        found = next((label for label in labels if word in label), None)
        if found is not None:
            return found
    return next((label for label in labels if STEP.fullmatch(label)), None)


@dataclass
class VkPlayer:
    """Somebody with VK, and nothing else."""

    vk: VkCommunity
    id: int

    def says(self, text: str) -> None:
        self.vk.write(self.id, text)

    @property
    def messages(self) -> dict[int, Shown]:
        return self.vk.chats.get(self.id, {})

    @property
    def texts(self) -> str:
        return "\n".join(message.text for message in self.messages.values())

    def find(self, word: str) -> tuple[int, str] | None:
        """The newest message with a button that says so, and what the button says."""
        for number, message in sorted(self.messages.items(), reverse=True):
            for label in message.buttons:
                if word in label:
                    return number, label
        return None

    async def presses(self, word: str) -> None:
        await until(lambda: self.find(word) is not None, 15)
        found = self.find(word)
        assert found is not None
        self.vk.press(self.id, self.id, *found)

    async def reads(self, words: str, seconds: float = 15) -> None:
        await until(lambda: words in self.texts, seconds)

    async def enters(self, nick: str) -> None:
        """Begin to talk with the community, under this nick."""
        self.vk.write(self.id, "Начать", payload='{"command":"start"}')
        await self.reads("Как вас называть")
        self.says(nick)
        await self.reads(nick)

    async def seeks(self, rules: str = "Гипергаммон", form: str = "одна партия") -> None:
        """Look for an opponent without a stake; three checkers make short games."""
        self.says("Играть")
        for word in ("Другие", rules, form, "без ставки", "Найти соперника"):
            await self.presses(word)

    async def wants_text(self) -> None:
        """Ask for boards of text, which cost nothing to draw."""
        self.says("Настройки")
        await self.presses("Доска: картинкой")
        await until(lambda: self.find("Доска: текстом") is not None)


class VkHands:
    """Presses for one player, each look of his board once."""

    def __init__(
        self, player: VkPlayer, chooses: Callable[[list[str]], str | None] = choose
    ) -> None:
        self.player = player
        self._chooses = chooses
        self._seen: tuple[int, int] | None = None
        self.repeats = 1

    @property
    def board(self) -> tuple[int, Shown] | None:
        """His newest board."""
        boards = [(n, m) for n, m in self.player.messages.items() if is_board(m)]
        return max(boards, key=lambda board: board[0]) if boards else None

    @property
    def over(self) -> bool:
        board = self.board
        return board is not None and any(OVER in label for label in board[1].buttons)

    async def move(self) -> None:
        """Press what his board offers, if it looks otherwise than when he pressed last."""
        board = self.board
        if board is None or self._seen == (board[0], board[1].edits):
            return
        label = self._chooses(list(board[1].buttons))
        if label is None:
            return
        self._seen = (board[0], board[1].edits)
        event = self.player.vk.press(self.player.id, self.player.id, board[0], label)
        for _ in range(self.repeats - 1):
            self.player.vk.repeat(json.loads(json.dumps(event)))
