"""The secret of a match leaves by no route while it runs, and with the result when it ends."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from game.commands import RingAlarm
from game.dice import digest
from server.http.resources import ENDPOINTS
from server.play.orders import Order
from server.records.export import Export
from server.records.log import MatchLog, Revealed, read_log
from server.records.verify import verify
from server.storage.database import Database
from server.storage.dice_secrets import Secrets
from server.storage.match_listing import Span
from tests.server.edge import Edge, Person
from tests.server.finished import ground_of
from tests.server.ws.playing import Played, begun, seated

HOURS = 3_600_000


async def secrets_of(edge: Edge, match: str) -> tuple[bytes, bytes]:
    """What must not be told: the secret, and the password of the archive."""
    ground = ground_of(edge)
    async with ground.database.reading() as connection:
        kept = await Secrets(connection, ground.sealing).get(UUID(match))
    return kept.secret, kept.archive_password


def spellings(secret: bytes) -> Iterator[bytes]:
    """The ways in which bytes get into texts."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode):
        yield encode(secret).rstrip(b"=")
    yield repr(secret)[2:-1].encode()
    yield json.dumps(list(secret)).encode()


def assert_untold(said: bytes, *kept: bytes) -> None:
    plain = b"".join(said.split(b"\n"))
    for secret in kept:
        for spelling in spellings(secret):
            assert spelling not in plain, spelling


async def every_answer(edge: Edge, person: Person, match: str) -> AsyncIterator[bytes]:
    """All that can be read with a GET, by this person, of this match where one is named."""
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET":
            path = endpoint.path.replace("{id}", match)
            async with edge.client.get(path, headers=person.headers) as response:
                yield await response.read() + str(response.headers).encode()


async def dumped(database: Database) -> bytes:
    """All rows of all tables, as a dump of the database would hold them."""
    async with database.reading() as connection:
        named = await connection.execute(
            text("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200")
        )
        tables = list(named.scalars())
        values = [
            value if isinstance(value, bytes) else str(value).encode()
            for table in tables
            for row in await connection.execute(text(f"SELECT * FROM {table}"))
            for value in row
        ]
    return b"\n".join(values)


async def export_of(edge: Edge) -> bytes:
    ground = ground_of(edge)
    export = Export(ground.database, ground.sealing)
    return b"".join([line async for line in export.lines(Span(running=True))])


async def play_a_little(played: Played) -> None:
    for _ in range(6):
        if played.decision is not None:
            plays = await played.rolled()
            await played.play(plays)


async def leave(played: Played) -> None:
    done = await played.talkers[0].done("leave", **played.command(confirmed=True))
    await played.see(done["seq"])


@pytest.mark.parametrize("stage", ["binding the seeds", "playing"])
async def test_nothing_that_a_running_service_says_tells_the_secret(
    edge: Edge, stage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    opened = seated if stage == "binding the seeds" else begun
    played = await opened(edge, rules="short", form="game")
    kept = await secrets_of(edge, played.match)
    stranger = await edge.person()
    if stage == "playing":
        await play_a_little(played)
    await played.talkers[0].ask("roll", **played.command(turn=10**6))
    await played.talkers[0].ask("play", **played.command(turn=0, steps=[[1, 2]]))

    said = [
        *[each async for each in every_answer(edge, played.people[0], played.match)],
        *[each async for each in every_answer(edge, stranger, played.match)],
        edge.services.metrics.exposition(),
        json.dumps([talker.pushes for talker in played.talkers]).encode(),
        await dumped(ground_of(edge).database),
        await export_of(edge),
        "".join(capfd.readouterr()).encode(),
    ]

    assert len(said) > 20
    for each in said:
        assert_untold(each, *kept)


async def test_what_holds_the_secret_does_not_show_it(edge: Edge) -> None:
    """A line of a log or of a traceback shows what `repr` gives."""
    played = await begun(edge, rules="short", form="game")
    kept = await secrets_of(edge, played.match)
    ground = ground_of(edge)
    async with ground.database.reading() as connection:
        opened = await Secrets(connection, ground.sealing).get(UUID(played.match))
    live = await edge.services.desk.look(UUID(played.match))

    for holder in (opened, live, live.dice, live.state, ground.sealing):
        assert_untold(f"{holder!r} {holder}".encode(), *kept)


async def test_a_dump_keeps_it_sealed_after_the_end_too(edge: Edge) -> None:
    played = await begun(edge, rules="short", form="game")
    kept = await secrets_of(edge, played.match)

    await leave(played)

    dump = await dumped(ground_of(edge).database)
    assert digest(kept[0]).encode() in dump
    assert_untold(dump, *kept)


async def test_it_is_told_with_the_result_and_not_before(edge: Edge) -> None:
    """However often somebody asks while the last commit is made."""
    played = await begun(edge, rules="short", form="game")
    path = f"/api/v1/matches/{played.match}"
    seen: list[dict[str, Any]] = []

    async def ask_on() -> None:
        while not seen or seen[-1]["dice"] is None:
            _, view = await edge.get(path, played.people[1])
            seen.append(view)

    asking = [asyncio.create_task(ask_on()) for _ in range(3)]
    while len(seen) < 10:  # noqa: ASYNC110 - the askers are under way
        await asyncio.sleep(0)
    await leave(played)
    await asyncio.gather(*asking)

    log = await edge.services.log.read(UUID(played.match))
    for view in seen:
        ended = view["result"] is not None
        assert (view["dice"] is not None) is ended is view["over"]
        assert not ended or view["seq"] == log[-1].seq


async def ring(edge: Edge, played: Played, later: int) -> None:
    """The service's alarm at a moment that is still to come."""
    at = edge.services.clock.now() + later
    order = Order(UUID(played.match), None, f"alarm {at}", lambda _seat: RingAlarm(), at)
    await edge.services.desk.submit(order)


@pytest.mark.parametrize("left", ["before the seeds", "during the game"])
async def test_an_abandoned_match_is_revealed_like_any_other(edge: Edge, left: str) -> None:
    opened = seated if left == "before the seeds" else begun
    played = await opened(edge, rules="short", form="game", clock="bank")
    secret, password = await secrets_of(edge, played.match)

    await ring(edge, played, later=HOURS)

    _, view = await edge.get(f"/api/v1/matches/{played.match}", played.people[0])
    assert view["dice"] == {"secret": secret.hex(), "password": password.decode()}
    (line,) = [
        line for line in (await export_of(edge)).splitlines() if played.match.encode() in line
    ]
    log: MatchLog = read_log(line)
    assert log.dice == Revealed(secret.hex(), password.decode())
    assert verify(log, log.dice).honest
