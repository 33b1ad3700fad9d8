"""Two hundred chats at once through one bot: nothing lost or doubled, nobody starved, limits kept.

What is measured is printed; docs/bots.md tells of it.
"""

import asyncio
import math
import statistics
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from uuid import UUID

import pytest
from sqlalchemy import select, text

from bots.buttons import read
from bots.drawing import Studio
from bots.running.manners import USUAL
from bots.running.pace import TELEGRAM
from server.storage.database import database
from server.storage.schema import commits
from server.storage.schema_dialogue import chat_boards
from tests.bots.telegram.conftest import Player, Table, seated_bot
from tests.bots.telegram.playing import OVER, choose, is_board, wants_text
from tests.server.edge import Edge, running_edge
from tests.server.wiring import House
from tests.standins.telegram_bot import Message, Sent, TelegramBot
from tests.waiting import until

ALONE = 180
"""Private chats in which somebody plays; every tenth has pictures."""
GROUPS = 20
"""Groups in which two play on one board."""
SECONDS = 120.0
THOUGHT = 3.0
"""Seconds that people look at a new board; a bot may say less than they would hear at that."""
PATIENCE = 30.0
"""So long nobody waits for an answer to a press."""
MATCHES = 10
"""So many that a bot may tell both sides of everything."""
SOON = 2.0
COMMANDS = frozenset({"roll", "ok", "one", "take", "drop", "bvr"})


@dataclass
class Pressing:
    """A press of somebody's: its update, its name at Telegram, what it asked for."""

    update: int
    press: str
    verb: str


@dataclass
class Seat:
    """Those who press on the boards of one chat, as soon as they have looked at one."""

    telegram: TelegramBot
    chat: int
    people: tuple[int, ...]
    presses: list[Pressing] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    seen_at: float = 0.0
    pressed_at: float | None = None
    _seen: tuple[int, int] = (0, -1)
    _done_with: set[int] = field(default_factory=set)

    @property
    def boards(self) -> list[Message]:
        return [each for each in self.telegram.chats[self.chat].values() if is_board(each)]

    async def look(self, now: float, *, may_begin: bool) -> None:
        """Notice whether the board looks otherwise now; press, where it is time to."""
        board = max(self.boards, key=lambda each: each.id, default=None)
        if board is None:
            return
        if (looks := (board.id, board.edits)) != self._seen:
            self._seen, self.seen_at = looks, now
            if self.pressed_at is not None:
                self.waits.append(now - self.pressed_at)
                self.pressed_at = None
        elif self.pressed_at is None and now - self.seen_at > THOUGHT:
            if (data := choose(board.buttons)) is not None:
                self.pressed_at = now
                for person in self.people:
                    await self._press(person, data, board.id)
            elif may_begin and self.chat > 0 and board.id not in self._done_with:
                await self._begin_anew(board)

    async def _begin_anew(self, board: Message) -> None:
        """Ask for a rematch, where the match is over; that waits for the other, and not for us."""
        again = next((data for label, data in board.buttons.items() if OVER in label), None)
        if again is not None:
            self._done_with.add(board.id)
            await self._press(self.chat, again, board.id)

    async def _press(self, person: int, data: str, message: int) -> None:
        update = await self.telegram.presses(person, data, message, self.chat)
        press = read(data)
        assert press is not None
        name = update["callback_query"]["id"]
        self.presses.append(Pressing(update["update_id"], name, press.verb))


@pytest.fixture
async def edge(database_url: str) -> AsyncIterator[Edge]:
    """A service whose clocks fall, and whose matches are reckoned up."""
    async with (
        database(database_url) as opened,
        running_edge(opened, house=House(is_alive=True)) as edge,
    ):
        yield edge


@pytest.mark.soak
@pytest.mark.timeout(900)
async def test_two_hundred_chats_play_at_once(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    async with seated_bot(edge, telegram, studio, TELEGRAM, USUAL) as table:
        seats = await _seated(table)
        began = asyncio.get_running_loop().time()
        first = len(telegram.sent)
        await _played(seats)
        seconds = asyncio.get_running_loop().time() - began
        await until(lambda: _is_quiet(edge), 60, every=0.5)
        done = await _commanded(edge)
        voided = await _voided(edge)
        shown = await _shown(edge)

    sent = telegram.sent
    _tell(seats, seconds, len(sent) - first)
    assert all(seat.boards for seat in seats)
    assert max(wait for seat in seats for wait in seat.waits) < PATIENCE
    assert not voided, "each match got its seeds in time"
    _nothing_is_lost(telegram, seats, done)
    assert [len(seat.boards) for seat in seats] == [shown[seat.chat] for seat in seats]
    _limits_are_kept(sent)


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_the_other_sides_moves_arrive_within_two_seconds(
    edge: Edge, telegram: TelegramBot, studio: Studio
) -> None:
    """Below the limits of Telegram, that is; half of the chats have pictures."""
    async with seated_bot(edge, telegram, studio, TELEGRAM, USUAL) as table:
        waits = await _watched(await _paired(table, edge))

    _tell_waits("moves seen by the other side", waits)
    assert len(waits) > 5 * MATCHES
    assert sorted(waits)[len(waits) * 95 // 100] < SOON


async def _paired(table: Table, edge: Edge) -> list[tuple[Seat, Seat]]:
    """All have found somebody: the two of each match."""
    players = [table.player(8000 + number) for number in range(2 * MATCHES)]
    await asyncio.gather(*(_come_in(each, pictures=each.id % 2 == 0) for each in players))
    await asyncio.gather(*map(_seek, players))
    seats = {each.id: Seat(table.telegram, each.id, (each.id,)) for each in players}
    await until(lambda: all(seat.boards for seat in seats.values()), 60)
    matches: dict[UUID, list[Seat]] = {}
    async with edge.services.dialogues.database.reading() as tx:
        for chat, match in await tx.execute(select(chat_boards.c.chat, chat_boards.c.match)):
            matches.setdefault(match, []).append(seats[chat])
    return [(one, other) for one, other in matches.values()]


async def _watched(pairs: list[tuple[Seat, Seat]]) -> list[float]:
    """For how long each press of a decision was not to be seen on the other's board."""
    loop = asyncio.get_running_loop()
    ends, waits, unseen = loop.time() + SECONDS / 2, list[float](), dict[int, float]()

    async def all_have_looked() -> bool:
        now = loop.time()
        for one, other in [*pairs, *((b, a) for a, b in pairs)]:
            waited = one.pressed_at is not None
            await one.look(now, may_begin=False)
            if one.seen_at == now and one.chat in unseen:
                waits.append(now - unseen.pop(one.chat))
            if one.pressed_at is not None and not waited and one.presses[-1].verb in COMMANDS:
                unseen[other.chat] = now
        return now >= ends

    await until(all_have_looked, math.inf, every=0.02)
    return waits


async def _seated(table: Table) -> list[Seat]:
    """All have come in, and begun to look for somebody to play with."""
    players = [table.player(7000 + number) for number in range(ALONE + 2 * GROUPS)]
    await asyncio.gather(*(_come_in(each, pictures=each.id % 10 == 0) for each in players))
    alone, grouped = players[:ALONE], players[ALONE:]
    pairs = list(zip(grouped[::2], grouped[1::2], strict=True))
    groups = [(-100_500 - number, *pair) for number, pair in enumerate(pairs)]
    await asyncio.gather(*map(_seek, alone), *(_offer(*group) for group in groups))
    people = [Seat(table.telegram, each.id, (each.id,)) for each in alone]
    return people + [Seat(table.telegram, chat, (a.id, b.id)) for chat, a, b in groups]


async def _come_in(player: Player, *, pictures: bool) -> None:
    await player.says("/start")
    await player.reads("Как вас называть", 300)
    await player.says(f"Игрок{player.id}")
    await player.reads("Теперь вы", 300)
    if not pictures:
        await wants_text(player)


async def _seek(player: Player) -> None:
    await player.says("/play")
    for label in ("Другие", "Гипергаммон", "одна партия", "без ставки", "Найти соперника"):
        await player.presses(label, 300)


async def _offer(chat: int, one: Player, other: Player) -> None:
    group = Player(one.telegram, chat)
    await one.telegram.says(one.id, "/play@nardy_bot", chat)
    labels = ("Другие", "Гипергаммон", "одна партия", "без ставки", "Предложить группе")
    for player, label in [*((one, label) for label in labels), (other, "Сесть за стол")]:
        await until(lambda label=label: group.find(label) is not None, 300)  # type: ignore[misc]
        found = group.find(label)
        assert found is not None
        await one.telegram.presses(player.id, found[1], found[0].id, chat)


async def _played(seats: list[Seat]) -> None:
    """People play, and begin anew when it is over, until it is time to stop."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + SECONDS

    async def all_have_looked() -> bool:
        now = loop.time()
        for seat in seats:
            await seat.look(now, may_begin=now < ends - PATIENCE)
        return now >= ends

    await until(all_have_looked, math.inf, every=0.05)


async def _is_quiet(edge: Edge) -> bool:
    """Whether all that was pressed has been handled."""
    waiting = text("SELECT count(*) FROM chat_updates WHERE done_at IS NULL")
    async with edge.services.dialogues.database.reading() as tx:
        return not (await tx.execute(waiting)).scalar_one()


async def _commanded(edge: Edge) -> list[str]:
    """The names of all commands that were given by presses, as logs of matches keep them."""
    named = commits.c.command_id.like("telegram:%")
    async with edge.services.dialogues.database.reading() as tx:
        return list((await tx.execute(select(commits.c.command_id).where(named))).scalars())


async def _voided(edge: Edge) -> int:
    """How many matches have come to nothing."""
    ended = text("SELECT count(*) FROM commits WHERE convert_from(events, 'UTF8') LIKE :what")
    async with edge.services.dialogues.database.reading() as tx:
        found = await tx.execute(ended, {"what": '%"match_voided"%'})
    count: int = found.scalar_one()
    return count


async def _shown(edge: Edge) -> dict[int, int]:
    """How many matches each chat was shown."""
    async with edge.services.dialogues.database.reading() as tx:
        shown = list((await tx.execute(select(chat_boards.c.chat))).scalars())
    return {chat: shown.count(chat) for chat in shown}


def _nothing_is_lost(telegram: TelegramBot, seats: list[Seat], done: list[str]) -> None:
    """Each press of a decision stands in a log once, or somebody was told why it does not."""
    pressed = [each for seat in seats for each in seat.presses if each.verb in COMMANDS]
    taken = [each for each in pressed if telegram.notes[each.press] is None]
    assert sorted(done) == sorted(f"telegram:{each.update}" for each in taken)


def _limits_are_kept(sent: list[Sent]) -> None:
    assert _most_within(1.0, [each.at for each in sent]) <= 30
    for chat in {each.chat for each in sent}:
        moments = [each.at for each in sent if each.chat == chat]
        if chat > 0:
            assert min((b - a for a, b in pairwise(moments)), default=9.0) >= 1.0
        else:
            assert _most_within(60.0, moments) <= 20


def _most_within(seconds: float, moments: Iterable[float]) -> int:
    """The most that fall within so many seconds, wherever these begin."""
    ordered = sorted(moments)
    first, most = 0, 0
    for last, at in enumerate(ordered):
        while at - ordered[first] >= seconds:
            first += 1
        most = max(most, last - first + 1)
    return most


def _tell(seats: list[Seat], seconds: float, sent: int) -> None:
    print(f"messages a second {sent / seconds:.1f}")
    alone = [seat for seat in seats if seat.chat > 0]
    _tell_waits("text", (w for seat in alone if seat.chat % 10 for w in seat.waits))
    _tell_waits("pictures", (w for seat in alone if not seat.chat % 10 for w in seat.waits))
    _tell_waits("groups", (w for seat in seats if seat.chat < 0 for w in seat.waits))


def _tell_waits(kind: str, waits: Iterable[float]) -> None:
    ordered = sorted(waits)
    print(
        f"{kind}: presses answered {len(ordered)}, waits: middle"
        f" {statistics.median(ordered):.1f} s, 95 of 100"
        f" {ordered[len(ordered) * 95 // 100]:.1f} s, longest {ordered[-1]:.1f} s"
    )
