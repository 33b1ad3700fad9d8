"""`kill -9` of the server while coins are at stake: what was settled is settled once."""

from typing import Any

import pytest

from tests.e2e.crash import Duels, kills
from tests.e2e.service import DemoService

GAME: dict[str, Any] = {"rules": "short", "form": "match", "length": 1, "stake": 300}
SESSION: dict[str, Any] = {
    "rules": "hypergammon",
    "form": "money",
    "until": "difference",
    "difference": 3,
    "stake": 20,
}


@pytest.mark.parametrize(
    ("conventions", "blows"),
    [
        pytest.param(GAME, 2, id="a match"),
        pytest.param(SESSION, 2, id="a session"),
        pytest.param(SESSION, 20, id="a session, again and again", marks=pytest.mark.soak),
    ],
)
async def test_the_server_is_killed_and_no_coin_is_lost_or_paid_twice(
    service: DemoService, conventions: dict[str, Any], blows: int
) -> None:
    duels = Duels((service.url, service.url), conventions)

    await duels.through(lambda duels: kills(duels, blows, service.kill, service.start, seed=blows))

    status, said = await service.run("admin", "audit")
    assert status == 0, said
    assert "The books are in order." in said
    assert "coins: everything comes to 0" in said
