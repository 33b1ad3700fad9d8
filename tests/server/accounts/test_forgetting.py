"""Link codes join two platforms; identities are let go; persons are forgotten."""

from uuid import uuid4

import pytest

from server.accounts.refusals import IdentityNotFound, LastIdentity, LinkCodeRefused
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.forgetting import is_forgotten
from server.storage.sanctions import Sanction, SanctionKind, Sanctions
from tests.server.accounts.pairs import IDS
from tests.server.edge import Edge
from tests.server.money.audited import require_clean
from tests.server.tables.calling import refused

TOPICS = ("lobby", "inbox", "chat:lobby:en")


async def test_who_was_joined_by_a_link_code_may_let_an_identity_go_and_be_forgotten(
    edge: Edge, opened_database: Database
) -> None:
    people = edge.services.accounts
    keeper, other = await edge.person("880001"), await edge.person("880002")
    code = (await people.linking.give(keeper.id)).code
    shown = await people.linking.join(other.id, code, "203.0.113.9")
    with pytest.raises(LinkCodeRefused):
        await people.linking.join(other.id, code, "203.0.113.9")
    await people.merging.confirm(keeper.id, shown.offer)
    assert (await people.merging.confirm(other.id, shown.offer)).undo_until is not None

    first, second = Identity("vk", "user", "880001"), Identity("vk", "user", "880002")
    assert set((await people.forgetting.identities(keeper.id)).identities) == {first, second}
    with pytest.raises(IdentityNotFound):
        await people.forgetting.unlink(keeper.id, Identity("vk", "user", "1"))
    assert (await people.forgetting.unlink(keeper.id, second)).identities == (first,)
    with pytest.raises(LastIdentity):
        await people.forgetting.unlink(keeper.id, first)

    await people.forgetting.forget_me(keeper.id)
    async with opened_database.reading() as connection:
        assert await is_forgotten(connection, keeper.id)
        assert await Accounts(connection).find_by_identity(first) is None
    status, _ = await edge.get("/api/v1/me", keeper)
    assert status == 401
    assert (await edge.person("880001")).id != keeper.id
    await require_clean(opened_database)


async def test_who_was_banned_and_comes_back_by_the_same_identity_is_banned_still(
    edge: Edge, opened_database: Database
) -> None:
    banned, honest = await edge.person("880010"), await edge.person("880011")
    now = local_now()
    ban = Sanction(IDS.new(now), SanctionKind.BAN, "fraud", now, None)
    async with opened_database.transaction() as tx:
        await Sanctions(tx).impose(banned.id, ban, "olga")
    for person in (banned, honest):
        await edge.services.accounts.forgetting.forget_me(person.id)
    again, other = await edge.person("880010"), await edge.person("880011")
    async with opened_database.reading() as connection:
        (held,) = await Sanctions(connection).in_force(again.id, local_now())
        assert (held.reason, held.ends, held.id != ban.id) == ("fraud", None, True)
        assert await Sanctions(connection).in_force(other.id, local_now()) == []
    await edge.services.accounts.forgetting.forget_me(again.id)
    third = await edge.person("880010")
    async with opened_database.transaction() as tx:
        (held,) = await Sanctions(tx).in_force(third.id, local_now())
        await Sanctions(tx).lift(held.id, local_now())
    await edge.services.accounts.forgetting.forget_me(third.id)
    free = await edge.person("880010")
    async with opened_database.reading() as connection:
        assert await Sanctions(connection).in_force(free.id, local_now()) == []
    await require_clean(opened_database)


async def test_no_feed_tells_the_words_or_the_nick_of_who_is_forgotten(edge: Edge) -> None:
    gone, friend = await edge.person(), await edge.person()
    await edge.services.social.naming.choose(gone.id, "Vanisher")
    ears = await edge.talker(friend)
    heads = {topic: (await ears.done("watch", topic=topic))["seq"] for topic in TOPICS}
    talker = await edge.talker(gone)
    await talker.done("open_table", conventions={"rules": "short", "form": "game"})
    await edge.services.social.friendship.ask(gone.id, friend.id)
    await talker.done("say", topic="chat:lobby:en", text="my secret", command_id=str(uuid4()))
    table = await ears.told("table_opened")
    await talker.done("close_table", table=table["table"]["id"])

    await edge.services.accounts.forgetting.forget_me(gone.id)

    late = await edge.talker(friend)
    for topic, head in heads.items():
        await late.done("watch", topic=topic, after=head)
    told = str(late.pushes)
    assert all(event in told for event in ("table_opened", "friend_asks", "removed"))
    assert not any(words in told for words in ("Vanisher", "secret"))


async def test_nobody_asks_to_be_a_friend_of_whoever_was_forgotten(edge: Edge) -> None:
    gone, friend = await edge.person("880020"), await edge.person("880021")
    await edge.services.accounts.forgetting.forget_me(gone.id)
    code = await refused(edge, friend, "PUT", f"me/friends/{gone.id}")
    assert code == "account_not_found"
