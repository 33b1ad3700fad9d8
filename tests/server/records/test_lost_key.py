"""The key of the dice is lost: what can be told is told, the rest is refused in clear words."""

import io
import zipfile
from uuid import UUID

import pytest
from sqlalchemy import text

from server.records.log import read_log
from tests.server.edge import Edge
from tests.server.finished import ground_of
from tests.server.ws.playing import Played, begun


async def lose_the_key(edge: Edge, played: Played) -> None:
    """As a process that was started without it: nothing that it opened before is left."""
    async with ground_of(edge).database.transaction() as tx:
        await tx.execute(text("UPDATE dice_secrets SET key_id = 'the key of last year'"))
    (await edge.services.desk.look(UUID(played.match))).dice = None


async def ended_without_key(edge: Edge) -> Played:
    played = await begun(edge, rules="short", form="game")
    done = await played.talkers[0].done("leave", **played.command(confirmed=True))
    await played.see(done["seq"])
    await lose_the_key(edge, played)
    return played


async def test_an_ended_match_is_shown_without_its_secret(
    edge: Edge, capfd: pytest.CaptureFixture[str]
) -> None:
    played = await ended_without_key(edge)

    status, view = await edge.get(f"/api/v1/matches/{played.match}", played.people[0])

    assert (status, view["over"], view["dice"]) == (200, True, None)
    assert view["result"]["event"] == "match_ended"
    assert ground_of(edge).sealing.failures > 0
    said = "".join(capfd.readouterr())
    assert "dice_key_lost" in said
    assert played.match in said


@pytest.mark.parametrize("name", ["match.mat", "match.sgf", "log.zip"])
async def test_its_record_can_be_downloaded(edge: Edge, name: str) -> None:
    played = await ended_without_key(edge)
    path = f"/api/v1/matches/{played.match}/{name}"

    async with edge.client.get(path, headers=played.people[1].headers) as response:
        content = await response.read()

    assert response.status == 200
    if name == "log.zip":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert read_log(archive.read("log.json")).dice is None


@pytest.mark.parametrize("over", [False, True])
async def test_the_archive_is_refused_in_clear_words(edge: Edge, over: bool) -> None:
    if over:
        played = await ended_without_key(edge)
    else:
        played = await begun(edge, rules="short", form="game")
        await lose_the_key(edge, played)

    status, body = await edge.get(f"/api/v1/matches/{played.match}/dice.zip", played.people[0])

    assert (status, body["error"]["code"]) == (503, "dice_key_lost")


async def test_a_running_match_throws_no_more_and_says_why(edge: Edge) -> None:
    played = await begun(edge, rules="short", form="game")
    await played.play(await played.legal_plays())
    assert played.decision is not None
    await lose_the_key(edge, played)

    command = played.command(turn=played.decision["turn"])
    refused = await played.talkers[played.mover].refused("roll", **command)

    assert refused == "dice_key_lost"
    done = await played.talkers[0].done("leave", **played.command(confirmed=True))
    assert (await played.see(done["seq"]))[0]["commit"]["events"][-1]["event"] == "match_ended"
