"""What somebody has before and after a merge: given to him, and looked up."""

from uuid import UUID

from sqlalchemy import insert, select, text, update

from server.money.terms import VipTerms
from server.money.vip import Vip, VipTerm
from server.storage.clock import DatabaseClock, local_now
from server.storage.database import Database
from server.storage.friends import Friends
from server.storage.nicks import Nicks
from server.storage.schema import match_players
from server.storage.schema_people import ratings
from server.storage.vip import VipCause, VipGrants


async def vip_until(database: Database, who: UUID) -> int:
    async with database.reading() as connection:
        return await VipGrants(connection).until(who)


async def prolong(database: Database, who: UUID, days: int) -> None:
    vip = Vip(database, DatabaseClock(), VipTerms())
    async with database.transaction() as tx:
        term = VipTerm(key=f"{who}:{days}", account=who, days=days, cause=VipCause.OPERATOR)
        await vip.extend(tx, term)


async def befriend(database: Database, *pairs: tuple[UUID, UUID]) -> None:
    async with database.transaction() as tx:
        for one, other in pairs:
            await Friends(tx).befriend(one, other, local_now())


async def friends_of(database: Database, who: UUID) -> set[UUID]:
    async with database.reading() as connection:
        return {each.person.id for each in await Friends(connection).page(who, 99, None)}


async def call(database: Database, who: UUID, nick: str) -> None:
    async with database.transaction() as tx:
        await Nicks(tx).give(who, nick, nick.lower(), local_now(), 0)


async def rate(database: Database, who: UUID, points: float, experience: int) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            insert(ratings).values(
                account=who, rules="short", points=points, experience=experience
            )
        )


async def rate_anew(database: Database, who: UUID, points: float, experience: int) -> None:
    async with database.transaction() as tx:
        moved = update(ratings).where(ratings.c.account == who, ratings.c.rules == "short")
        await tx.execute(moved.values(points=points, experience=experience))


async def rating(database: Database, who: UUID) -> tuple[float, int] | None:
    async with database.reading() as connection:
        found = await connection.execute(
            select(ratings.c.points, ratings.c.experience).where(ratings.c.account == who)
        )
        row = found.first()
        return None if row is None else (row.points, row.experience)


async def matches_of(database: Database, who: UUID) -> int:
    async with database.reading() as connection:
        found = await connection.execute(
            select(match_players.c.match).where(match_players.c.account == who)
        )
        return len(found.all())


async def make_older(database: Database, who: UUID) -> None:
    """Let somebody have been here for a day longer."""
    async with database.transaction() as tx:
        await tx.execute(
            text("UPDATE accounts SET created_at = created_at - 86400000 WHERE id = :id"),
            {"id": who},
        )
