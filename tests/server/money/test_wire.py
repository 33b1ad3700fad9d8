"""Money over the wire: wallets, tables for stakes by two sockets, bonuses, the shop."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest

from server.storage.database import Database
from tests.server.edge import Edge, Person, running_edge
from tests.server.money.audited import require_clean
from tests.server.tables.calling import call, done, offer, refused
from tests.server.ws.playing import Played

STAKED = {"rules": "short", "form": "match", "length": 1, "stake": 400}


@pytest.fixture
async def edge(opened_database: Database) -> AsyncIterator[Edge]:
    """The edge, after which the books must be clean."""
    async with running_edge(opened_database) as edge:
        yield edge
    await require_clean(opened_database)


async def balances(edge: Edge, person: Person) -> dict[str, int]:
    wallet = await done(edge, person, "GET", "me/wallet")
    told: dict[str, int] = wallet["balances"]
    return told


async def test_a_new_identity_finds_a_gift_and_a_guest_finds_nothing(edge: Edge) -> None:
    person, guest = await edge.person("77001"), await edge.guest()
    await edge.person("77001")

    wallet = await done(edge, person, "GET", "me/wallet")

    assert wallet["balances"] == {"coins": 1_000, "held": 0, "points": 0}
    (entry,) = wallet["entries"]
    assert (entry["change"], entry["cause"]) == (1_000, "welcome")
    assert (await balances(edge, guest))["coins"] == 0


async def test_the_entries_of_a_wallet_come_page_by_page(edge: Edge) -> None:
    person, friend = await edge.person(), await edge.person()
    for _ in range(4):
        body = {"order": str(uuid4()), "article": "tea", "to": str(friend.id)}
        await done(edge, person, "POST", "shop", body)

    first = await done(edge, person, "GET", "me/wallet?limit=3")
    second = await done(edge, person, "GET", f"me/wallet?limit=3&cursor={first['next']}")

    changes = [entry["change"] for page in (first, second) for entry in page["entries"]]
    assert changes == [-50, -50, -50, -50, 1_000]
    assert second["next"] is None
    gifts = await done(edge, friend, "GET", "me/gifts")
    assert [gift["article"] for gift in gifts["gifts"]] == ["tea"] * 4


async def seated(edge: Edge, **conventions: Any) -> Played:
    """Two people who have read the card and sat down for a stake."""
    people = [await edge.person(), await edge.person()]
    talkers = [await edge.talker(person) for person in people]
    table = await offer(edge, people[0], conventions=STAKED | conventions)
    await talkers[0].done("watch", topic=f"match:{table['id']}")
    await done(edge, people[1], "POST", f"tables/{table['id']}/seat", {"card": table["card"]})
    await talkers[1].done("watch", topic=f"match:{table['id']}")
    played = Played(edge, table["id"], people, talkers)
    await played.see(0)
    return played


async def test_a_table_shows_its_stake_and_its_rake_and_both_are_held(edge: Edge) -> None:
    owner = await edge.person()
    table = await offer(edge, owner, conventions=STAKED)
    assert table["stakes"]["hold"] == 400
    assert table["stakes"]["rake"] == [{"win_from": 0, "per_million": 50_000}]
    assert table["stakes"]["vip_rake"] == [{"win_from": 0, "per_million": 25_000}]
    assert (await balances(edge, owner))["held"] == 0

    rival = await edge.person()
    path = f"tables/{table['id']}/seat"
    assert await refused(edge, rival, "POST", path, {}) == "card_changed"
    await done(edge, rival, "POST", path, {"card": table["card"]})

    for person in (owner, rival):
        assert await balances(edge, person) == {"coins": 600, "held": 400, "points": 0}


async def test_whoever_leaves_loses_his_stake_and_the_other_wins_it_less_the_rake(
    edge: Edge,
) -> None:
    played = await begun(edge)

    await played.talkers[0].done("leave", **played.command(confirmed=True))

    loser, winner = [await balances(edge, person) for person in played.people]
    assert loser == {"coins": 600, "held": 0, "points": 0}
    assert winner == {"coins": 1_380, "held": 0, "points": 0}


async def begun(edge: Edge) -> Played:
    """The same, with the first game begun."""
    played = await seated(edge)
    await played.tell_seeds()
    return played


async def test_two_sockets_stake_more_than_there_is_at_the_same_instant(edge: Edge) -> None:
    hero, rivals = await edge.person(), [await edge.person() for _ in range(4)]
    tables = [await offer(edge, rival, conventions=STAKED | {"stake": 700}) for rival in rivals]

    answers = await asyncio.gather(
        *(
            call(edge, hero, "POST", f"tables/{table['id']}/seat", {"card": table["card"]})
            for table in tables
        )
    )

    assert sorted(status for status, _ in answers) == [200, 402, 402, 402]
    (refusal, *_) = [body["error"] for status, body in answers if status == 402]
    assert refusal["code"] == "insufficient_coins"
    assert refusal["details"] == {"balance": 300, "needed": 700}
    assert await balances(edge, hero) == {"coins": 300, "held": 700, "points": 0}


async def test_nobody_offers_what_he_does_not_have_and_a_free_table_is_always_there(
    edge: Edge,
) -> None:
    guest = await edge.guest()
    body: dict[str, Any] = {"conventions": STAKED}

    assert await refused(edge, guest, "POST", "tables", body) == "insufficient_coins"
    assert (await offer(edge, guest))["stakes"] is None


async def test_an_owner_who_spent_his_coins_meanwhile_is_sat_down_with_by_nobody(
    edge: Edge,
) -> None:
    owner, rival = await edge.person(), await edge.person()
    table = await offer(edge, owner, conventions=STAKED | {"stake": 1_000})
    rose = {"order": str(uuid4()), "article": "rose", "to": str(rival.id)}
    await done(edge, owner, "POST", "shop", rose)

    path = f"tables/{table['id']}/seat"
    code = await refused(edge, rival, "POST", path, {"card": table["card"]})

    assert code == "opponent_cannot_cover"
    assert await balances(edge, rival) == {"coins": 1_000, "held": 0, "points": 0}


async def test_bonuses_codes_and_promotions_answer_by_name(edge: Edge) -> None:
    person, guest = await edge.person(), await edge.guest()

    assert (await done(edge, person, "POST", "me/daily"))["coins"] == 50
    assert await refused(edge, person, "POST", "me/daily") == "taken_today"
    assert await refused(edge, guest, "POST", "me/daily") == "members_only"
    assert not (await done(edge, person, "GET", "me/daily"))["ready"]
    code = {"code": "no such code"}
    assert await refused(edge, person, "POST", "me/certificates", code) == "code_refused"
    assert await refused(edge, person, "POST", "me/referrer", code) == "code_refused"
    order = {"order": str(uuid4()), "article": "castle"}
    assert await refused(edge, person, "POST", "shop", order) == "no_such_article"
    claim = f"promotions/{uuid4()}/claim"
    assert await refused(edge, person, "POST", claim) == "promotion_not_found"
    assert (await done(edge, person, "GET", "promotions"))["promotions"] == []
    assert (await done(edge, person, "GET", "me/vip"))["standing"] == {"vip": False, "until": None}
    assert len((await done(edge, person, "GET", "shop"))["articles"]) == 8


async def test_whoever_came_by_a_code_may_say_so_once(edge: Edge) -> None:
    inviter, invited = await edge.person(), await edge.person()
    code = {"code": (await done(edge, inviter, "GET", "me/referral"))["code"]}

    assert await refused(edge, inviter, "POST", "me/referrer", code) == "referral_refused"
    await done(edge, invited, "POST", "me/referrer", code)
    assert await refused(edge, invited, "POST", "me/referrer", code) == "referral_refused"
    back = {"code": (await done(edge, invited, "GET", "me/referral"))["code"]}
    assert await refused(edge, inviter, "POST", "me/referrer", back) == "referral_refused"

    seen = await done(edge, inviter, "GET", "me/referral")
    assert (seen["invited"], seen["rewarded"]) == (1, 0)
