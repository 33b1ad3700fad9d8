"""Open tables: a seat is given once, and a match begins once."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import engagements
from server.storage.accounts import Account, Accounts, Identity
from server.storage.commits import AlarmWrite, Conflicted, append_alone, read
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.matches import Match, Matches, MatchNotFound
from server.storage.tables import (
    AlreadySeated,
    Table,
    TableNotFound,
    TableNotOpen,
    Tables,
    TableStatus,
)
from tests.server.storage.rows import commit

CONVENTIONS = b'{"rules":"long","match_length":3}'


@pytest.fixture
async def table(
    opened: Database, people: tuple[Account, Account], now: Millis, fresh: Callable[[], UUID]
) -> Table:
    """A table that the first person has opened."""
    return await offered(opened, people[0], fresh(), now)


async def offered(opened: Database, owner: Account, id_: UUID, now: Millis) -> Table:
    table = Table(
        id=id_,
        owner=owner.id,
        status=TableStatus.OPEN,
        conventions=CONVENTIONS,
        seats=(owner.id,),
        size=2,
        stake=0,
        spectators=True,
        created_at=now,
        ready=(True,),
    )
    async with opened.transaction() as tx:
        await Tables(tx).open(table)
    return table


async def sit(opened: Database, table: UUID, account: UUID) -> Table:
    """Sit down and, with the last seat, begin the match, all in one transaction."""
    async with opened.transaction() as tx:
        seated = await Tables(tx).sit(table, account)
        if seated.status is TableStatus.TAKEN:
            await begin(tx, seated)
        return seated


async def begin(tx: AsyncConnection, table: Table) -> None:
    await Tables(tx).start(table.id, table.id)
    await Matches(tx).start(
        Match(
            id=table.id,
            table=table.id,
            players=table.seats,
            started_at=table.created_at,
            ended_at=None,
            result=None,
            spectators=table.spectators,
        )
    )
    await append_alone(tx, commit(table.id), AlarmWrite(table.created_at + 20_000))


async def test_a_table_is_read_back_as_it_was_opened(opened: Database, table: Table) -> None:
    async with opened.reading() as connection:
        assert await Tables(connection).get(table.id) == table
        assert await Tables(connection).listed() == [table]


async def test_the_last_seat_takes_the_table_and_begins_the_match(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    seated = await sit(opened, table.id, people[1].id)

    assert (seated.status, seated.seats) == (TableStatus.TAKEN, (people[0].id, people[1].id))
    async with opened.reading() as connection:
        taken = await Tables(connection).get(table.id)
        assert (taken.status, taken.match, taken.seats) == (
            TableStatus.TAKEN,
            table.id,
            seated.seats,
        )
        assert await Tables(connection).listed() == []
        match = await Matches(connection).get(table.id)
        assert (match.players, match.result) == (seated.seats, None)


async def test_of_twenty_who_sit_down_at_once_one_gets_the_seat_and_one_match_begins(
    opened: Database, table: Table, now: Millis
) -> None:
    ids = Ids()
    async with opened.transaction() as tx:
        rivals = [
            (await Accounts(tx).first_launch(ids.new(now), Identity("vk", "user", f"r{n}"), now))[
                0
            ]
            for n in range(20)
        ]

    outcomes = await asyncio.gather(
        *(sit(opened, table.id, rival.id) for rival in rivals), return_exceptions=True
    )

    assert (
        sorted(type(outcome).__name__ for outcome in outcomes) == ["Table"] + ["TableNotOpen"] * 19
    )


async def test_twenty_taps_of_one_person_take_one_seat(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    outcomes = await asyncio.gather(
        *(sit(opened, table.id, people[1].id) for _ in range(20)), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes].count(Table) == 1
    assert [type(outcome) for outcome in outcomes].count(AlreadySeated) == 19


async def test_one_does_not_sit_against_oneself(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    with pytest.raises(AlreadySeated):
        await sit(opened, table.id, people[0].id)


async def test_a_closed_table_takes_nobody(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    async with opened.transaction() as tx:
        assert await Tables(tx).close(table.id)
        assert not await Tables(tx).close(table.id)
    with pytest.raises(TableNotOpen):
        await sit(opened, table.id, people[1].id)


async def test_a_taken_table_cannot_be_closed(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    await sit(opened, table.id, people[1].id)
    async with opened.transaction() as tx:
        assert not await Tables(tx).close(table.id)


async def test_a_table_becomes_a_match_once(
    opened: Database, table: Table, people: tuple[Account, Account]
) -> None:
    async with opened.transaction() as tx:
        with pytest.raises(TableNotOpen):
            await Tables(tx).start(table.id, table.id)
    await sit(opened, table.id, people[1].id)
    async with opened.transaction() as tx:
        with pytest.raises(TableNotOpen):
            await Tables(tx).start(table.id, uuid4())


async def test_a_table_that_does_not_exist_is_said_to_be_none(
    opened: Database, people: tuple[Account, Account]
) -> None:
    with pytest.raises(TableNotFound):
        await sit(opened, uuid4(), people[0].id)


async def test_open_tables_are_listed_in_pages_the_newest_first(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    ids = Ids()
    tables = [await offered(opened, people[n % 2], ids.new(now), now) for n in range(5)]
    tables.reverse()

    async with opened.reading() as connection:
        first = await Tables(connection).listed(limit=2)
        rest = await Tables(connection).listed(before=first[-1].id)
        assert (first, rest) == (tables[:2], tables[2:])
        assert await engagements.count(connection, people[0].id) == 3
        assert await engagements.count(connection, uuid4()) == 0


async def test_the_end_of_a_match_is_written_once_with_its_last_commit(
    opened: Database, table: Table, people: tuple[Account, Account], now: Millis
) -> None:
    await sit(opened, table.id, people[1].id)

    async def end(result: bytes) -> None:
        async with opened.transaction() as tx:
            await Matches(tx).end(table.id, now + 9, result)
            row = commit(table.id, 1, command_id=result.decode())
            await append_alone(tx, row, AlarmWrite(None, fired=True))

    outcomes = await asyncio.gather(end(b'"one"'), end(b'"other"'), return_exceptions=True)

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflicted", "NoneType"]
    assert isinstance(next(filter(None, outcomes)), Conflicted)
    async with opened.reading() as connection:
        match = await Matches(connection).get(table.id)
        first, last = await read(connection, table.id)
        assert (match.ended_at, match.result) == (now + 9, last.command_id.encode())
        assert first.seq == 0


async def test_matches_are_listed_by_who_played_them(
    opened: Database, people: tuple[Account, Account], now: Millis
) -> None:
    ids = Ids()
    tables = [await offered(opened, people[0], ids.new(now), now) for _ in range(4)]
    for table in tables:
        await sit(opened, table.id, people[1].id)
    played = [table.id for table in tables]
    async with opened.transaction() as tx:
        await Matches(tx).end(played[0], now, b"{}")

    async with opened.reading() as connection:
        matches = Matches(connection)
        first = await matches.of(people[1].id, limit=3)
        assert [match.id for match in first] == played[:0:-1]
        rest = await matches.of(people[1].id, before=first[-1].id)
        assert [match.id for match in rest] == played[:1]
        assert await matches.of(uuid4()) == []
        assert await matches.unfinished(people[0].id) == played[1:]
        assert await matches.running(limit=2) == played[1:3]
        assert await matches.running(limit=9, after=played[2]) == played[3:]
        with pytest.raises(MatchNotFound):
            await matches.get(uuid4())
