"""Whom an operator means: by nick, by the id of a platform, by mail, by account."""

from uuid import UUID

import pytest

from server.accounts.nick import skeleton
from server.operators.seeking import SeveralPeople, UnknownPerson, known_by, seek, seek_one
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.nicks import Nicks
from server.storage.operators import Operator, Role
from server.storage.seeking import KnownBy
from tests.server.accounts.pairs import merged
from tests.server.money.purse import Purse

MARK = Operator("mark", Role.MODERATOR, 0, None)


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("501001", KnownBy("501001")),
        ("vk:501001", KnownBy("501001", "vk")),
        ("facebook:asid:17", KnownBy("17", "facebook", "asid")),
        ("Anna@Nardy.Test", KnownBy("anna@nardy.test", "email")),
        ("email:Anna@Nardy.Test", KnownBy("anna@nardy.test", "email")),
        ("nobody:17", KnownBy("nobody:17")),
        ("vk:", KnownBy("vk:")),
        ("guest:17", KnownBy("guest:17")),
    ],
)
def test_an_id_may_be_typed_with_its_platform_and_kind(words: str, known: KnownBy) -> None:
    assert known_by(words) == known


async def anna_and_boris(database: Database) -> tuple[UUID, UUID]:
    """Two who share a number on different platforms; Anna has a nick and an address too."""
    purse, now = Purse(database), local_now()
    anna, boris = await purse.person(120), await purse.person()
    async with database.transaction() as tx:
        await Nicks(tx).give(anna, "Анна", skeleton("Анна"), now, 0)
        for identity in (
            Identity("telegram", "user", "7001"),
            Identity("email", "user", "anna@nardy.test"),
        ):
            await Accounts(tx).link(anna, identity, now)
        await Accounts(tx).link(boris, Identity("ok", "user", "7001"), now)
    return anna, boris


async def test_somebody_is_found_by_whatever_is_known_of_him(opened_database: Database) -> None:
    database = opened_database
    anna, boris = await anna_and_boris(database)

    for who in (" aHHa ", "telegram:7001", "telegram:user:7001", "Anna@Nardy.Test", str(anna)):
        (found,) = await seek(database, MARK, who)
        assert (found.account.id, found.balances.coins) == (anna, 120), who
        assert len(found.identities) == 3
    both = await seek(database, MARK, "7001")
    assert {each.account.id for each in both} == {anna, boris}
    with pytest.raises(SeveralPeople):
        await seek_one(database, MARK, "7001")
    for nobody in ("vk:7001", "telegram:asid:7001", "%", "", str(UUID(int=1))):
        with pytest.raises(UnknownPerson):
            await seek_one(database, MARK, nobody)


async def test_two_accounts_of_one_person_are_one_who_is_found(opened_database: Database) -> None:
    anna, boris = await anna_and_boris(opened_database)

    await merged(opened_database, boris, anna)

    for who in ("7001", "Анна", str(anna), str(boris)):
        assert await seek_one(opened_database, MARK, who) == boris, who
