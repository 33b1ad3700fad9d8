"""Accounts: one a person, whichever door they come through."""

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Table as SqlTable
from sqlalchemy import func, select

from server.storage.accounts import Account, AccountNotFound, Accounts, Identity, IdentityTaken
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.schema import accounts, identities
from server.storage.tokens import new_token

VK = Identity("vk", "user", "494075")


async def count(opened: Database, table: SqlTable) -> int:
    async with opened.reading() as connection:
        found = await connection.execute(select(func.count()).select_from(table))
        return int(found.scalar_one())


async def test_a_hundred_first_launches_of_one_person_make_one_account(
    opened: Database, now: Millis
) -> None:
    ids = Ids()

    async def launch() -> tuple[Account, bool]:
        async with opened.transaction() as tx:
            return await Accounts(tx).first_launch(ids.new(now), VK, now)

    launched = await asyncio.gather(*(launch() for _ in range(100)))

    assert len({account.id for account, _ in launched}) == 1
    assert [created for _, created in launched].count(True) == 1
    assert (await count(opened, accounts), await count(opened, identities)) == (1, 1)


async def test_a_hundred_first_launches_of_a_hundred_people_make_a_hundred(
    opened: Database, now: Millis
) -> None:
    ids = Ids()

    async def launch(number: int) -> bool:
        async with opened.transaction() as tx:
            identity = Identity("vk", "user", str(number))
            return (await Accounts(tx).first_launch(ids.new(now), identity, now))[1]

    assert all(await asyncio.gather(*(launch(number) for number in range(100))))


async def test_a_hundred_first_visits_of_one_guest_make_one_account(
    opened: Database, now: Millis
) -> None:
    ids, token = Ids(), new_token()

    async def visit() -> tuple[Account, bool]:
        async with opened.transaction() as tx:
            return await Accounts(tx).guest(ids.new(now), token, now)

    visited = await asyncio.gather(*(visit() for _ in range(100)))

    assert len({account.id for account, _ in visited}) == 1
    assert [created for _, created in visited].count(True) == 1


@pytest.mark.parametrize(
    "other",
    [
        Identity("ok", "user", "494075"),
        Identity("vk", "group", "494075"),
        Identity("vk", "user", "494076"),
    ],
)
async def test_an_identity_is_its_platform_kind_and_id_together(
    opened: Database, now: Millis, fresh: Callable[[], UUID], other: Identity
) -> None:
    async with opened.transaction() as tx:
        one, _ = await Accounts(tx).first_launch(fresh(), VK, now)
        another, created = await Accounts(tx).first_launch(fresh(), other, now)

    assert created
    assert one.id != another.id


async def test_an_account_is_found_by_what_leads_to_it(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        account, _ = await Accounts(tx).first_launch(fresh(), VK, now)

    async with opened.reading() as connection:
        known = Accounts(connection)
        assert await known.get(account.id) == account
        assert await known.find_by_identity(VK) == account
        assert await known.find_by_identity(Identity("vk", "user", "0")) is None
        assert await known.find_by_device(new_token()) is None
        assert account == Account(account.id, now, None, is_guest=False)


async def test_a_guest_who_gets_an_identity_keeps_the_account_and_loses_the_token(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    token = new_token()
    async with opened.transaction() as tx:
        guest, _ = await Accounts(tx).guest(fresh(), token, now)
        assert guest.is_guest
        assert await Accounts(tx).find_by_device(token) == guest
        await Accounts(tx).link(guest.id, VK, now)

    async with opened.reading() as connection:
        somebody = await Accounts(connection).find_by_identity(VK)
        assert somebody is not None
        assert (somebody.id, somebody.is_guest) == (guest.id, False)
        assert await Accounts(connection).find_by_device(token) is None
        assert await Accounts(connection).identities(guest.id) == [VK]


async def test_an_identity_of_somebody_else_cannot_be_linked(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    token = new_token()
    async with opened.transaction() as tx:
        owner, _ = await Accounts(tx).first_launch(fresh(), VK, now)
        guest, _ = await Accounts(tx).guest(fresh(), token, now)
        with pytest.raises(IdentityTaken) as taken:
            await Accounts(tx).link(guest.id, VK, now)
        assert await Accounts(tx).find_by_device(token) == guest

    assert taken.value.account == owner.id


async def test_linking_again_is_no_fault(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        owner, _ = await Accounts(tx).first_launch(fresh(), VK, now)
        await Accounts(tx).link(owner.id, VK, now)

        assert await Accounts(tx).identities(owner.id) == [VK]


async def test_a_merged_account_forwards_to_the_one_that_took_it_over(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        people = [
            (await Accounts(tx).first_launch(fresh(), Identity("vk", "user", str(n)), now))[0]
            for n in range(3)
        ]
        for old, new in ((0, 1), (1, 2)):
            await tx.execute(
                accounts.update()
                .where(accounts.c.id == people[old].id)
                .values(forwarded_to=people[new].id)
            )

        assert await Accounts(tx).get(people[0].id) == people[2]
        assert await Accounts(tx).find_by_identity(Identity("vk", "user", "0")) == people[2]


async def test_a_ring_of_forwards_ends(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        account, _ = await Accounts(tx).first_launch(fresh(), VK, now)
        await tx.execute(accounts.update().values(forwarded_to=account.id))

        with pytest.raises(AccountNotFound):
            await Accounts(tx).get(account.id)


async def test_a_nick_is_kept(opened: Database, now: Millis, fresh: Callable[[], UUID]) -> None:
    async with opened.transaction() as tx:
        account, _ = await Accounts(tx).first_launch(fresh(), VK, now)
        await Accounts(tx).rename(account.id, "Игрок")

        assert (await Accounts(tx).get(account.id)).nick == "Игрок"


async def test_nobody_has_an_unknown_id(opened: Database) -> None:
    async with opened.transaction() as tx:
        with pytest.raises(AccountNotFound):
            await Accounts(tx).get(uuid4())
        with pytest.raises(AccountNotFound):
            await Accounts(tx).rename(uuid4(), "nobody")
