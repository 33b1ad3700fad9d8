"""A match over HTTP: summary, commits page by page, the dice sealed and revealed."""

import asyncio
import hashlib
import io

import msgspec
import pyzipper

from server.records.log import LoggedCommit, MatchLog, Revealed
from server.records.verify import verify
from tests.server.edge import Edge
from tests.server.ws.playing import Played, begun, seated


async def test_commits_are_listed_page_by_page_as_they_were_pushed(edge: Edge) -> None:
    played = await begun(edge)
    path: str | None = f"/api/v1/matches/{played.match}/commits?limit=3"
    commits = []
    while path:
        _, page = await edge.get(path, played.people[0])
        commits += page["commits"]
        after = page["next"]
        path = f"/api/v1/matches/{played.match}/commits?limit=3&after={after}" if after else None

    assert [commit.pop("seq") for commit in commits] == list(range(played.seq + 1))
    assert commits == [push["commit"] for push in played.talkers[0].pushes]


async def test_before_the_seeds_there_is_no_archive(edge: Edge) -> None:
    played = await seated(edge)

    status, body = await edge.get(f"/api/v1/matches/{played.match}/dice.zip", played.people[0])

    assert (status, body["error"]["code"]) == (409, "dice_not_sealed")


async def test_a_match_that_ended_before_the_seeds_never_had_an_archive(edge: Edge) -> None:
    played = await seated(edge)
    await played.talkers[0].done("leave", **played.command(confirmed=True))

    status, body = await edge.get(f"/api/v1/matches/{played.match}/dice.zip", played.people[0])

    assert (status, body["error"]["code"]) == (409, "dice_never_sealed")


async def test_the_archive_is_what_its_digest_in_the_log_says_every_time(edge: Edge) -> None:
    played = await begun(edge)

    archives = await asyncio.gather(*(dice_zip(edge, played) for _ in range(2)))

    assert archives[0] == archives[1]
    events = [e for push in played.talkers[0].pushes for e in push["commit"]["events"]]
    (digest,) = [e["digest"] for e in events if e["event"] == "archive_committed"]
    assert hashlib.sha256(archives[0]).hexdigest() == digest


async def test_the_secret_is_shown_when_the_match_is_over_and_not_before(edge: Edge) -> None:
    played = await begun(edge, rules="hypergammon", form="game")
    path = f"/api/v1/matches/{played.match}"
    assert (await edge.get(path, played.people[0]))[1]["dice"] is None

    done = await played.talkers[0].done("leave", **played.command(confirmed=True))
    await played.see(done["seq"])

    _, match = await edge.get(path, played.people[1])
    assert match["over"] is True
    assert match["result"]["event"] == "match_ended"
    archive = await dice_zip(edge, played)
    log = MatchLog(
        match=played.match,
        commits=tuple(await logged(edge, played)),
        dice=Revealed(**match["dice"]),
    )
    assert log.dice is not None
    assert verify(log, log.dice, archive).findings == ()
    with pyzipper.AESZipFile(io.BytesIO(archive)) as opened:
        assert opened.read("dices.txt", pwd=log.dice.password.encode())


async def dice_zip(edge: Edge, played: Played) -> bytes:
    path = f"/api/v1/matches/{played.match}/dice.zip"
    async with edge.client.get(path, headers=played.people[0].headers) as response:
        assert response.content_type == "application/zip"
        return await response.read()


async def logged(edge: Edge, played: Played) -> list[LoggedCommit]:
    _, page = await edge.get(f"/api/v1/matches/{played.match}/commits", played.people[0])
    return msgspec.convert(page["commits"], list[LoggedCommit])
