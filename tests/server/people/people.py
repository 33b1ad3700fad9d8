"""What tests of people share: matches that have ended between persons, followed by our steps."""

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from server.people.after_match import people_steps
from server.play.after_match import AfterMatch
from server.records.projections import PROJECTIONS
from tests.server.edge import Edge, Person
from tests.server.finished import ground_of, keep, new_id, played_by
from tests.server.wiring import ZONE


async def finished(
    edge: Edge, people: Sequence[Person], seed: int = 1, at: int | None = None, **terms: object
) -> UUID:
    """A match that these have played to its end; all that follows it is still to do."""
    match = new_id(edge)
    commits = played_by([person.id for person in people], match, seed, **terms)
    ground = ground_of(edge)
    return await keep(ground.database, commits, at or edge.services.clock.now() - 1_000)


async def follow(edge: Edge, later: int = 0, spectator_delay: int = 0) -> None:
    """Do all that follows matches and is due by now, or in so many milliseconds."""
    steps = (*PROJECTIONS, *people_steps(ZONE))
    worker = AfterMatch(ground_of(edge, later), steps, spectator_delay)
    while await worker.work_off():
        pass


async def named(edge: Edge, nick: str | None = None) -> Person:
    """A member with a nick."""
    person = await edge.person()
    letters = "".join(secrets.choice("abcdefgkmnqrstuvwxyz") for _ in range(14))
    await edge.services.social.naming.choose(person.id, nick or letters)
    return person


async def ask(
    edge: Edge, person: Person, method: str, path: str, body: object = None
) -> tuple[int, Any]:
    """Status and body of any request."""
    async with edge.client.request(method, path, json=body, headers=person.headers) as response:
        return response.status, None if response.status == 204 else await response.json()


async def code(edge: Edge, person: Person, method: str, path: str, body: object = None) -> str:
    """The code of a request that must be refused."""
    status, answer = await ask(edge, person, method, path, body)
    assert status >= 400, answer
    refused: str = answer["error"]["code"]
    return refused
