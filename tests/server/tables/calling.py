"""Short ways to say over HTTP what tests of tables say again and again."""

from typing import Any

from tests.server.edge import Edge, Person

SHORT = {"rules": "short", "form": "match", "length": 3}
GAME = {"rules": "short", "form": "game"}


async def call(
    edge: Edge, person: Person, method: str, path: str, body: dict[str, Any] | None = None
) -> tuple[int, Any]:
    """Status and body of a request."""
    async with edge.client.request(
        method, f"/api/v1/{path}", json=body, headers=person.headers
    ) as answer:
        return answer.status, await answer.json() if answer.status != 204 else None


async def done(
    edge: Edge, person: Person, method: str, path: str, body: dict[str, Any] | None = None
) -> Any:
    """The body of a request that must succeed."""
    status, answer = await call(edge, person, method, path, body)
    assert status in (200, 201, 204), answer
    return answer


async def refused(
    edge: Edge, person: Person, method: str, path: str, body: dict[str, Any] | None = None
) -> str:
    """The code of a request that must be refused."""
    status, answer = await call(edge, person, method, path, body)
    assert status >= 400, answer
    code: str = answer["error"]["code"]
    return code


async def offer(edge: Edge, person: Person, **terms: Any) -> dict[str, Any]:
    """Open a table; its card."""
    table: dict[str, Any] = await done(
        edge, person, "POST", "tables", {"conventions": SHORT} | terms
    )
    return table
