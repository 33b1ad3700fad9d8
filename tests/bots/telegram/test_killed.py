"""`kill -9` of a bot's process in the middle of play: nothing is lost, nothing happens twice."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import select

from bots.buttons import read
from game.events import MatchEnded
from game.match import MatchState
from game.vocabulary import EndCause
from server.records.whole import logged
from server.storage.commits import read as commits_of
from server.storage.database import Database, database
from server.storage.schema import commits
from server.storage.schema_dialogue import chat_updates
from tests.bots.telegram.conftest import Player
from tests.bots.telegram.playing import OVER, choose, is_board, seek, wants_text
from tests.e2e.service import NARDY, ROOT
from tests.standins.telegram_bot import TOKEN, Message, TelegramBot
from tests.waiting import until

KILLS: Final = 8
COMMANDS: Final = frozenset({"roll", "ok", "one", "take", "drop"})
PLAYED: Final = 4
"""Looks of boards that are pressed on between two blows."""
SOON: Final = 14.0
"""Seconds from a start to the first board that it changes: what the dead one had taken up would
be its own for longer.
"""
REPEATED: Final = "Уже сделано."
WORKING: Final = b'"event": "working"'


class Process:
    """`nardy bot telegram`, in front of a Telegram on loopback."""

    def __init__(self, telegram: TelegramBot, database_url: str, folder: Path) -> None:
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith("NARDY_")
        } | {
            "NARDY_DATABASE_URL": database_url,
            "NARDY_DATA": str(folder),
            "NARDY_DICE_KEYS": "0f" * 32,
            "NARDY_PUBLIC_URL": "https://nardy.test",
            "NARDY_TELEGRAM_TOKEN": TOKEN,
            "NARDY_TELEGRAM_API_URL": telegram.url,
            "PYTHONPATH": str(ROOT),
        }
        self._folder = folder
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and return when it works."""
        before = self._works
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *NARDY, "bot", "telegram",
                cwd=self._folder, env=self._environment, stdout=log, stderr=log,
            )  # fmt: skip
        await until(lambda: self._works > before, 180)

    @property
    def _works(self) -> int:
        """How often it has said that it works."""
        return self._log.read_bytes().count(WORKING) if self._log.exists() else 0

    async def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


@pytest.fixture
async def process(
    telegram: TelegramBot, database_url: str, tmp_path: Path
) -> AsyncIterator[Process]:
    running = Process(telegram, database_url, tmp_path)
    await running.start()
    yield running
    await running.kill()


class Hand:
    """Presses on one player's board, and on the next one when a match is over."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.pressed: dict[int, str] = {}
        """The names that Telegram gave to presses of decisions, by their updates."""
        self._seen: tuple[int, int] = (0, -1)
        self._done_with: set[int] = set()

    @property
    def boards(self) -> list[Message]:
        shown = self.player.telegram.chats[self.player.id].values()
        return [each for each in shown if is_board(each)]

    @property
    def looks(self) -> int:
        """How often his boards were shown or changed."""
        return sum(each.edits + 1 for each in self.boards)

    @property
    def is_over(self) -> bool:
        """Whether his last match has ended."""
        boards = self.boards
        return bool(boards) and any(OVER in label for label in boards[-1].buttons)

    async def move(self, *, may_begin: bool) -> None:
        """Press what the newest board offers, once for each look of it."""
        board = max(self.boards, key=lambda each: each.id, default=None)
        if board is None or (board.id, board.edits) == self._seen:
            return
        data = choose(board.buttons)
        if data is None and may_begin and board.id not in self._done_with:
            data = next((each for label, each in board.buttons.items() if OVER in label), None)
            self._done_with.add(board.id)
        if data is None:
            return
        self._seen = (board.id, board.edits)
        update = await self.player.telegram.presses(self.player.id, data, board.id)
        press = read(data)
        if press is not None and press.verb in COMMANDS:
            self.pressed[update["update_id"]] = update["callback_query"]["id"]


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_a_bot_that_is_killed_again_and_again_loses_and_doubles_nothing(
    process: Process, telegram: TelegramBot, database_url: str
) -> None:
    """Match after match goes on where it stood, on the board that its players have, at once."""
    hands = [await _seated(Player(telegram, number)) for number in (7001, 7002)]
    for hand in hands:
        await seek(hand.player)
    chance = random.Random(7)
    for _ in range(KILLS):
        await _play(hands, lambda before: _looks(hands) >= before + PLAYED, 90)
        await asyncio.sleep(chance.uniform(0, 0.4))
        await process.kill()
        for hand in hands:
            await hand.move(may_begin=True)  # while nobody listens
        await process.start()
        await _play(hands, lambda before: _looks(hands) > before, SOON)
    await _play(hands, lambda _: all(hand.is_over for hand in hands), 240, may_begin=False)

    async with database(database_url) as opened:
        await until(lambda: _is_quiet(opened), 45, every=0.2)
        matches, done = await _logged(opened)
    for match in matches:
        assert match.over, "a match was left standing"
    _each_press_counts_once(telegram, hands, done)
    for hand in hands:
        assert len(matches) <= len(hand.boards) <= len(matches) + KILLS, "boards are changed"


async def _seated(player: Player) -> Hand:
    await player.says("/start")
    await player.reads("Как вас называть", 60)
    await player.says(f"Игрок{player.id}")
    await player.reads("Теперь вы", 30)
    await wants_text(player)
    return Hand(player)


async def _play(
    hands: Sequence[Hand],
    is_enough: Callable[[int], bool],
    seconds: float,
    *,
    may_begin: bool = True,
) -> None:
    """Let them press until it is enough, by how often boards had changed before."""
    before = _looks(hands)

    async def enough() -> bool:
        for hand in hands:
            await hand.move(may_begin=may_begin)
        return is_enough(before)

    await until(enough, seconds, every=0.02)


def _looks(hands: Sequence[Hand]) -> int:
    return sum(hand.looks for hand in hands)


async def _is_quiet(opened: Database) -> bool:
    waiting = select(chat_updates.c.id).where(chat_updates.c.done_at.is_(None)).limit(1)
    async with opened.reading() as tx:
        return (await tx.execute(waiting)).first() is None


async def _logged(opened: Database) -> tuple[list[MatchState], list[str]]:
    """All matches, folded from logs without a hole, and the names of what was pressed."""
    states, names = [], []
    async with opened.reading() as tx:
        streams = (await tx.execute(select(commits.c.stream).distinct())).scalars().all()
        for stream in streams:
            state = MatchState.new()
            for seq, row in enumerate(await commits_of(tx, stream)):
                commit = logged(row)
                for event in commit.events:
                    state = state.after(event)
                    if isinstance(event, MatchEnded):
                        assert event.cause is EndCause.BORNE_OFF, "nobody lost time by a blow"
                assert (commit.seq, commit.hash) == (seq, state.hash())
                names.append(commit.command_id)
            states.append(state)
    return states, [name for name in names if name.startswith("telegram:")]


def _each_press_counts_once(
    telegram: TelegramBot, hands: Sequence[Hand], done: Sequence[str]
) -> None:
    """What was pressed stands in a log once, or its presser was told why not."""
    pressed = {
        f"telegram:{update}": name for hand in hands for update, name in hand.pressed.items()
    }
    assert len(set(done)) == len(done)
    assert set(done) <= set(pressed)
    for update, name in pressed.items():
        assert (telegram.notes[name] in (None, REPEATED)) is (update in done), update
