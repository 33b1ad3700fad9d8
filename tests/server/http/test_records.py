"""Records over HTTP: for whoever may watch, at any moment of the match."""

import io
import zipfile

import pytest

from game.records import MatchRecord
from server.records.imports import imported
from server.records.log import MatchLog, read_log
from server.records.verify import verify
from server.storage.accounts import Accounts
from tests.server.edge import Edge, Person
from tests.server.finished import ground_of
from tests.server.ws.playing import Played, begun, seated

FILES = ("log.zip", "match.mat", "match.sgf")
A_FILE = pytest.mark.parametrize("name", FILES)


async def file(edge: Edge, played: Played, name: str, person: Person) -> bytes:
    path = f"/api/v1/matches/{played.match}/{name}"
    async with edge.client.get(path, headers=person.headers) as response:
        assert response.status == 200
        assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        return await response.read()


async def kept(edge: Edge, played: Played, name: str) -> MatchRecord:
    return imported(await file(edge, played, name, played.people[0]))


@A_FILE
async def test_a_running_match_has_its_record_as_far_as_it_has_come(edge: Edge, name: str) -> None:
    played = await begun(edge, rules="nackgammon", length=3)
    await played.play(await played.rolled())

    match = await kept(edge, played, name)

    assert match.match == played.match
    assert match.result is None
    assert len(match.games) == 1
    assert match.games[0].ended is None
    assert match.games[0].acts


@A_FILE
async def test_before_the_first_game_there_is_a_record_without_games(
    edge: Edge, name: str
) -> None:
    played = await seated(edge)

    if name == "log.zip":
        assert zipfile.is_zipfile(io.BytesIO(await file(edge, played, name, played.people[0])))
    else:
        assert (await kept(edge, played, name)).games == ()


@pytest.mark.parametrize("name", ["log.zip", "match.mat"])
async def test_a_long_match_has_its_record_too(edge: Edge, name: str) -> None:
    played = await begun(edge, rules="long", form="game")

    assert (await kept(edge, played, name)).conventions.rules == "long"


@pytest.mark.parametrize("rules", ["long", "crazy", "nardgammon", "short16"])
async def test_what_sgf_does_not_know_is_refused(edge: Edge, rules: str) -> None:
    played = await begun(edge, rules=rules, form="game")

    path = f"/api/v1/matches/{played.match}/match.sgf"
    status, body = await edge.get(path, played.people[0])

    assert (status, body["error"]["code"]) == (409, "no_sgf")
    async with edge.client.get(
        f"/api/v1/matches/{played.match}/log.zip", headers=played.people[0].headers
    ) as response:
        with zipfile.ZipFile(io.BytesIO(await response.read())) as archive:
            assert "match.sgf" not in archive.namelist()


async def test_the_secret_is_in_the_log_of_a_match_that_is_over_and_not_before(edge: Edge) -> None:
    played = await begun(edge, rules="hypergammon", form="game")
    assert log_of(await file(edge, played, "log.zip", played.people[0])).dice is None

    done = await played.talkers[0].done("leave", **played.command(confirmed=True))
    await played.see(done["seq"])

    log = log_of(await file(edge, played, "log.zip", played.people[0]))
    assert log.dice is not None
    assert verify(log, log.dice).findings == ()


async def test_players_are_called_by_their_nicks(edge: Edge) -> None:
    played = await begun(edge, rules="short", form="game")
    async with ground_of(edge).database.transaction() as tx:
        await Accounts(tx).rename(played.people[0].id, "Аня")

    players = (await kept(edge, played, "match.mat")).players
    _, view = await edge.get(f"/api/v1/matches/{played.match}", played.people[1])

    assert set(players) == {"Аня", str(played.people[1].id)}
    assert view["nicks"] == ["Аня", None]


@A_FILE
async def test_whoever_may_watch_may_read_and_nobody_else(edge: Edge, name: str) -> None:
    stranger = await edge.person()
    open_match = await begun(edge, rules="short", form="game")
    closed = await begun(edge, rules="short", form="game", spectators=False)

    assert await file(edge, open_match, name, stranger)
    status, body = await edge.get(f"/api/v1/matches/{closed.match}/{name}", stranger)
    assert (status, body["error"]["code"]) == (403, "not_for_spectators")
    assert await file(edge, closed, name, closed.people[1])


@A_FILE
async def test_a_match_that_there_is_not_has_no_record(edge: Edge, name: str) -> None:
    person = await edge.person()

    status, body = await edge.get(
        f"/api/v1/matches/018bcfe5-6800-7000-8000-0000000000ff/{name}", person
    )

    assert (status, body["error"]["code"]) == (404, "match_not_found")


def log_of(archive: bytes) -> MatchLog:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return read_log(opened.read("log.json"))
