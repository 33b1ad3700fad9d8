"""From an absent player's turn to a notice on his platform: once, wanted, in his time, retried."""

from collections.abc import AsyncIterator
from typing import NamedTuple, cast
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from game.commands import Depart, Return
from game.vocabulary import Millis
from platforms.doors import Door
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.orders import Order
from server.reminders.sending import FIRST_PAUSE, Sender, Ways
from server.reminders.turns import AbsentTurns
from server.settings_people import Reminders
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.notices import CLAIMED_FOR, Notice, Outbox
from tests.server.edge import Edge
from tests.server.people.people import ask
from tests.server.reminders.platform import Platforms, platforms
from tests.server.ws.playing import Played, begun
from tests.waiting import until

SETTINGS = Reminders(after_seconds=0, attempts=3)
HOUR, DAY = 3_600_000, 86_400_000


class Case(NamedTuple):
    """A match whose mover has gone, the stand-in platforms, and the time to send at."""

    edge: Edge
    played: Played
    mover: int
    platforms: Platforms
    database: Database

    def sender(self, later: int = 0, settings: Reminders = SETTINGS) -> Sender:
        clock = self.edge.services.clock
        ahead = DatabaseClock(lambda: clock.now() + later)
        stand_in, desk = self.platforms, cast("Desk", self.edge.services.desk)
        fates = self.edge.services.metrics.reminders
        ways = Ways(stand_in.notices, stand_in.wire, desk, ZoneInfo("UTC"), fates)
        return Sender(self.database, ahead, settings, ways)

    async def outcomes(self) -> list[str | None]:
        async with self.database.reading() as tx:
            found = await tx.execute(text("SELECT outcome FROM notices ORDER BY key"))
            return list(found.scalars())


@pytest.fixture
async def case(opened_database: Database, edge: Edge) -> AsyncIterator[Case]:
    async with platforms() as stand_in, Errands() as errands:
        desk = cast("Desk", edge.services.desk)
        clock = edge.services.clock
        desk.on_absent_turn = AbsentTurns(opened_database, clock, SETTINGS, errands).noticed
        played = await begun(edge)
        case = Case(edge, played, played.mover, stand_in, opened_database)
        for person in played.people:  # tests run at all hours
            quiet = {"quiet_from": 0, "quiet_until": 0, "timezone": "UTC"}
            await ask(edge, person, "PATCH", "/api/v1/me/settings", quiet)
        yield case


async def leave(case: Case) -> None:
    """The mover is away, and a reminder of his turn is kept."""
    desk, match = cast("Desk", case.edge.services.desk), UUID(case.played.match)
    now = case.edge.services.clock.now()
    away = Order(match, None, f"away:{now}", lambda _: Depart(case.mover), Millis(now))
    await desk.submit(away)

    async def kept() -> bool:
        return await case.outcomes() == [None]

    await until(kept)


async def come_back(case: Case) -> None:
    """He is there again."""
    desk, match = cast("Desk", case.edge.services.desk), UUID(case.played.match)
    now = case.edge.services.clock.now()
    await desk.submit(Order(match, None, f"back:{now}", lambda _: Return(case.mover), Millis(now)))


async def user_of(case: Case) -> str:
    async with case.database.reading() as tx:
        found = await tx.execute(
            text("SELECT id FROM identities WHERE account = :who AND platform = 'vk'"),
            {"who": case.played.people[case.mover].id},
        )
        return str(found.scalar_one())


async def test_who_is_away_on_his_turn_gets_one_notice(case: Case) -> None:
    await leave(case)

    assert await case.sender().send_due() == 1
    assert await case.sender(DAY).send_due() == 0

    (notice,) = case.platforms.sent
    assert (notice["platform"], notice["to"]) == ("vk", await user_of(case))
    assert notice["message"] == "Ваш ход! Соперник ждёт вас за доской."
    assert await case.outcomes() == ["sent"]


async def test_it_names_the_opponent_in_the_persons_language(case: Case) -> None:
    other = case.played.people[1 - case.mover]
    await case.edge.services.social.naming.choose(other.id, "Klara")
    mover = case.played.people[case.mover]
    await ask(case.edge, mover, "PATCH", "/api/v1/me/settings", {"language": "en"})
    await leave(case)

    await case.sender().send_due()

    assert case.platforms.sent[0]["message"] == "Your move! Klara is waiting at the board."


async def test_who_comes_back_in_time_is_left_in_peace(case: Case) -> None:
    await leave(case)
    await come_back(case)

    await case.sender().send_due()

    assert case.platforms.sent == []
    assert await case.outcomes() == ["lapsed"]


async def test_one_switch_turns_them_off(case: Case) -> None:
    mover = case.played.people[case.mover]
    await ask(case.edge, mover, "PATCH", "/api/v1/me/settings", {"reminders": False})
    await leave(case)

    await case.sender().send_due()

    assert case.platforms.sent == []
    assert await case.outcomes() == ["unwanted"]


async def test_in_quiet_hours_it_waits_for_their_end(case: Case) -> None:
    mover = case.played.people[case.mover]
    hour = case.edge.services.clock.now() // HOUR % 24
    quiet = {"quiet_from": hour, "quiet_until": (hour + 2) % 24}
    await ask(case.edge, mover, "PATCH", "/api/v1/me/settings", quiet)
    await leave(case)

    await case.sender().send_due()
    assert (case.platforms.sent, await case.outcomes()) == ([], [None])
    await case.sender(HOUR // 2).send_due()
    assert case.platforms.sent == []
    await case.sender(2 * HOUR).send_due()

    assert await case.outcomes() == ["sent"]


async def test_a_day_has_its_measure_by_platform(case: Case) -> None:
    await leave(case)
    none = Reminders(after_seconds=0, vk_a_day=0)

    await case.sender(settings=none).send_due()

    assert case.platforms.sent == []
    assert await case.outcomes() == ["no_way"]


async def test_what_another_process_is_sending_counts_for_the_day(case: Case) -> None:
    await leave(case)
    once, who = Reminders(after_seconds=0, vk_a_day=1), case.played.people[case.mover].id
    now = case.edge.services.clock.now()
    async with case.database.transaction() as tx:
        await Outbox(tx).add(Notice("another", who, UUID(case.played.match), 1, Millis(now)), now)
        await tx.execute(text("UPDATE notices SET due = due + 60000 WHERE key <> 'another'"))
        (other,) = await Outbox(tx).claim(now, 20)
        await Outbox(tx).choose(other.key, "vk")
        await tx.execute(text("UPDATE notices SET due = due - 60000 WHERE key <> 'another'"))

    await case.sender(settings=once).send_due()

    assert case.platforms.sent == []
    assert sorted(map(str, await case.outcomes())) == ["None", "no_way"]


async def test_what_was_being_sent_when_its_process_died_is_sent_again(case: Case) -> None:
    await leave(case)
    once, now = Reminders(after_seconds=0, vk_a_day=1), case.edge.services.clock.now()
    async with case.database.transaction() as tx:
        (notice,) = await Outbox(tx).claim(now, 20)
        await Outbox(tx).choose(notice.key, "vk")

    await case.sender(CLAIMED_FOR, once).send_due()

    assert await case.outcomes() == ["sent"]


@pytest.mark.parametrize(
    "trouble",
    [
        (502, "<html>"),
        (200, '{"error":{"error_code":6}}'),
        (200, '{"error":{"error_code":10}}'),
    ],
)
async def test_what_passes_is_tried_again_later(case: Case, trouble: tuple[int, str]) -> None:
    await leave(case)
    case.platforms.answers = [trouble]

    await case.sender().send_due()
    assert await case.outcomes() == [None]
    await case.sender(1_000).send_due()
    assert len(case.platforms.sent) == 1
    await case.sender(4 * FIRST_PAUSE).send_due()

    assert len(case.platforms.sent) == 2
    assert await case.outcomes() == ["sent"]


async def test_it_is_given_up_in_the_end(case: Case) -> None:
    await leave(case)
    case.platforms.answers = [(502, "")] * 9

    for number in range(5):
        await case.sender(number * HOUR).send_due()

    assert len(case.platforms.sent) == SETTINGS.attempts
    assert await case.outcomes() == ["given_up"]


async def test_who_forbids_notices_is_marked_and_reached_elsewhere(case: Case) -> None:
    mover = case.played.people[case.mover]
    async with case.database.transaction() as tx:
        await tx.execute(
            text("INSERT INTO identities VALUES ('telegram', 'user', '77', :who, 0)"),
            {"who": mover.id},
        )
    await leave(case)
    forbidden = '{"response":[{"user_id":1,"status":false,"error":{"code":1}}]}'
    case.platforms.answers = [(200, forbidden)]

    await case.sender().send_due()
    await case.sender(1).send_due()

    assert [each["platform"] for each in case.platforms.sent] == ["vk", "telegram"]
    async with case.database.reading() as tx:
        marked = (await tx.execute(text("SELECT platform, id FROM unreachable"))).one()
    assert tuple(marked) == ("vk", await user_of(case))
    await case.edge.person(await user_of(case), Door.VK)
    async with case.database.reading() as tx:
        assert (await tx.execute(text("SELECT * FROM unreachable"))).all() == []


async def test_a_platform_that_takes_nothing_from_us_is_left_alone_for_a_while(
    case: Case,
) -> None:
    await leave(case)
    case.platforms.answers = [(200, '{"error":{"error_code":14}}')]
    sender = case.sender()

    await sender.send_due()
    await sender.send_due()

    assert len(case.platforms.sent) == 1
    assert await case.outcomes() == ["no_way"]
