"""Spectators: let in or not, counted and listed; where coins are at stake they see it late."""

import io
import json
import zipfile
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from server.money.stakes import StakeCard
from server.settings import Settings, TableTerms
from server.storage.database import Database
from server.tables.coins import NoCoins
from tests.server.edge import Edge, Person, running_edge
from tests.server.people.people import follow
from tests.server.tables.calling import GAME, call, done, offer, refused
from tests.server.tables.test_private import begun as hidden
from tests.server.wiring import House
from tests.server.ws.playing import Played, begun, seated
from tests.waiting import until

LATE = 1
"""Seconds."""
STAKED = GAME | {"stake": 5, "max_points": 2}


class PaperCoins(NoCoins):
    """A house that plays for coins which nobody has to have."""

    async def require_cover(
        self, tx: AsyncConnection, account: UUID, conventions: Conventions
    ) -> None:
        """Everybody can."""


class StakedCoins(PaperCoins):
    """The same, with the stake on the card."""

    def card(self, conventions: Conventions) -> StakeCard | None:
        return StakeCard(conventions.stake, conventions.hold, (), ())


async def watching(edge: Edge, played: Played) -> dict[str, Any]:
    path = f"matches/{played.match}/spectators"
    found: dict[str, Any] = await done(edge, played.people[0], "GET", path)
    return found


async def test_who_has_left_a_seat_before_the_match_counts(edge: Edge) -> None:
    owner, guest, undecided = [await edge.person() for _ in range(3)]
    table = await offer(edge, owner, conventions=GAME, when_ready=True)
    seat = f"tables/{table['id']}/seat"
    await done(edge, undecided, "POST", seat)
    talkers = [await edge.talker(person) for person in (undecided, guest)]
    for talker in talkers:
        await talker.done("watch", topic=f"match:{table['id']}")
    await done(edge, undecided, "DELETE", seat)
    await done(edge, guest, "POST", seat)
    for person in (owner, guest):
        await done(edge, person, "POST", f"tables/{table['id']}/ready")

    listed = await done(edge, owner, "GET", f"matches/{table['id']}/spectators")

    assert [each["account"] for each in listed["spectators"]] == [str(undecided.id)]


async def test_they_are_counted_and_listed_over_all_processes(edge: Edge, there: Edge) -> None:
    played = await seated(edge)
    one, other = await edge.person(), await there.person()
    talkers = [await edge.talker(one), await edge.talker(one), await there.talker(other)]
    for talker in talkers:
        await talker.done("watch", topic=played.topic)

    listed = await watching(there, played)

    assert listed["count"] == 2
    assert {each["account"] for each in listed["spectators"]} == {str(one.id), str(other.id)}
    match = await done(edge, played.people[1], "GET", f"matches/{played.match}")
    assert match["spectators"] == 2
    path = f"matches/{played.match}/spectators?limit=1"
    page = await done(edge, one, "GET", path)
    rest = await done(edge, one, "GET", f"{path}&cursor={page['next']}")
    assert [*page["spectators"], *rest["spectators"]] == listed["spectators"]

    await talkers[0].done("unwatch", topic=played.topic)
    assert (await watching(edge, played))["count"] == 2
    await talkers[1].socket.close()
    await talkers[2].socket.close()

    async def nobody() -> bool:
        return bool((await watching(edge, played))["count"] == 0)

    await until(nobody)


async def test_what_runs_and_may_be_watched_is_listed(edge: Edge, there: Edge) -> None:
    older, newer, closed, over = [
        await seated(edge),
        await seated(edge, **GAME | {"rules": "long"}),
        await seated(edge, **GAME, spectators=False),
        await seated(edge),
    ]
    await over.talkers[0].done("leave", **over.command(confirmed=True))
    secret, _, _ = await hidden(edge)
    stranger = newer.people[0]  # who plays elsewhere is a spectator here
    talker = await there.talker(stranger)
    await talker.done("watch", topic=older.topic)

    listed = (await done(there, stranger, "GET", "matches"))["matches"]

    shown = [each["id"] for each in listed]
    assert str(closed.match) not in shown
    assert secret["id"] not in shown
    assert shown == [str(newer.match), str(older.match)]
    assert [each["spectators"] for each in listed] == [0, 1]
    assert listed[1]["players"] == [{"id": str(who.id), "nick": None} for who in older.people]
    assert listed[0]["conventions"]["rules"] == "long"
    page = await done(there, stranger, "GET", "matches?limit=1")
    rest = await done(there, stranger, "GET", f"matches?limit=1&cursor={page['next']}")
    assert [*page["matches"], *rest["matches"]] == listed
    assert rest["next"] is None
    long_ones = await done(there, stranger, "GET", "matches?rules=long")
    assert long_ones["matches"] == listed[:1]


async def test_a_table_without_spectators_lets_nobody_look(edge: Edge) -> None:
    played = await seated(edge, **GAME, spectators=False)
    stranger = await edge.person()

    for path in ("", "/commits", "/log.zip", "/spectators"):
        assert await refused(edge, stranger, "GET", f"matches/{played.match}{path}") == (
            "not_for_spectators"
        )
    assert await (await edge.talker(stranger)).refused("watch", topic=played.topic) == (
        "not_for_spectators"
    )


async def test_whoever_watched_a_table_that_is_not_for_spectators_is_let_go(edge: Edge) -> None:
    owner, was, comes = [await edge.person() for _ in range(3)]
    asked = {"conventions": GAME | {"spectators": False}, "when_ready": True}
    table = await done(edge, owner, "POST", "tables", asked)
    path, topic = f"tables/{table['id']}", f"match:{table['id']}"
    await done(edge, was, "POST", f"{path}/seat")
    talker = await edge.talker(was)
    await talker.done("watch", topic=topic)
    await done(edge, was, "DELETE", f"{path}/seat")

    await done(edge, comes, "POST", f"{path}/seat")
    for one in (owner, comes):
        await done(edge, one, "POST", f"{path}/ready")

    await talker.done("ping")
    assert [push for push in talker.pushes if push.get("topic") == topic] == []


async def test_where_coins_are_at_stake_spectators_see_it_late_on_every_route(
    opened_database: Database,
) -> None:
    terms = Settings(tables=TableTerms(spectator_delay_seconds=LATE))
    house = House(settings=terms, coins=PaperCoins())
    async with running_edge(opened_database, house=house) as edge:
        played = await begun(edge, **STAKED)
        stranger = await edge.person()
        plays = await played.rolled()
        await until(lambda: listed(edge, played, stranger))
        assert await visible(edge, played, stranger)
        talker = await edge.talker(stranger)
        await talker.done("watch", topic=played.topic)
        talk = f"chat:table:{played.match}"
        assert await talker.refused("watch", topic=talk) == "room_closed"
        assert await refused(edge, stranger, "GET", f"chat?topic={talk}") == "room_closed"

        (own, _) = await played.play(plays)
        due = own["commit"]["at"] + LATE * 1000

        while True:
            seqs = await told_to(edge, played, stranger)
            if edge.services.clock.now() >= due:
                break
            assert max(seqs) < own["seq"]
        push = await talker.pushed(own["seq"])
        assert edge.services.clock.now() >= due
        assert "plays" not in push
        heard = [each["seq"] for each in talker.pushes]
        assert heard == list(range(len(heard)))

        await played.talkers[0].done("leave", **played.command(confirmed=True))
        await follow(edge, spectator_delay=LATE * 1000)
        assert await listed(edge, played, stranger)
        assert await talker.refused("watch", topic=talk) == "room_closed"
        theirs = f"chat:spectators:{played.match}"
        assert await played.talkers[1].refused("watch", topic=theirs) == "room_closed"
        await follow(edge, LATE * 1000, LATE * 1000)
        assert not await listed(edge, played, stranger)
        await talker.done("watch", topic=talk)
        await played.talkers[1].done("watch", topic=theirs)


async def listed(edge: Edge, played: Played, person: Person) -> bool:
    """Whether the match stands among those that run."""
    running = (await done(edge, person, "GET", "matches"))["matches"]
    return str(played.match) in [each["id"] for each in running]


async def visible(edge: Edge, played: Played, person: Person) -> bool:
    status, _ = await call(edge, person, "GET", f"matches/{played.match}")
    return status == 200


async def told_to(edge: Edge, played: Played, person: Person) -> set[int]:
    """The numbers of all commits that the routes over HTTP tell this person."""
    path = f"matches/{played.match}"
    shown = await done(edge, person, "GET", path)
    listed = await done(edge, person, "GET", f"{path}/commits?limit=500")
    async with edge.client.get(f"/api/v1/{path}/log.zip", headers=person.headers) as answer:
        with zipfile.ZipFile(io.BytesIO(await answer.read())) as archive:
            (name,) = [each for each in archive.namelist() if each.endswith(".json")]
            logged = json.loads(archive.read(name))
    return {
        shown["seq"],
        *(commit["seq"] for commit in listed["commits"]),
        *(commit["seq"] for commit in logged["commits"]),
    }


async def test_a_player_who_watched_before_he_sat_down_is_not_late(
    opened_database: Database,
) -> None:
    async with running_edge(opened_database, house=House(coins=PaperCoins())) as edge:
        owner, guest = await edge.person(), await edge.person()
        table = await done(edge, owner, "POST", "tables", {"conventions": STAKED})
        talker = await edge.talker(guest)
        await talker.done("watch", topic=f"match:{table['id']}")

        await talker.done("sit", table=table["id"], card=table["card"])

        assert (await talker.pushed(0))["commit"]["events"][0]["event"] == "match_opened"
        stranger = await edge.person()
        assert await refused(edge, stranger, "GET", f"matches/{table['id']}") == (
            "match_not_found"
        )


@pytest.mark.parametrize("card", [None, "0" * 64])
async def test_where_coins_are_at_stake_the_card_must_be_sent_back(
    opened_database: Database, card: str | None
) -> None:
    async with running_edge(opened_database, house=House(coins=StakedCoins())) as edge:
        owner, guest = await edge.person(), await edge.person()
        table = await done(edge, owner, "POST", "tables", {"conventions": STAKED})
        assert table["stakes"]["hold"] == 10

        body = {} if card is None else {"card": card}
        assert await refused(edge, guest, "POST", f"tables/{table['id']}/seat", body) == (
            "card_changed"
        )
