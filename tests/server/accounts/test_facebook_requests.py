"""Facebook asks over HTTP to delete what it told us, or tells that somebody has removed us."""

from typing import Any

import pytest

from platforms.facebook.signed_request import sign
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.forgetting import is_forgotten
from server.storage.sessions import Sessions
from tests.server.accounts.pairs import IDS
from tests.server.edge import PAGE, Edge, Person
from tests.server.money.audited import require_clean
from tests.server.tables.calling import call

DELETION, DEAUTHORIZE = "data-deletion", "deauthorize"
SECRET = "facebook secret"


def signed(user: str, issued_at: float, secret: str = SECRET, **more: object) -> str:
    return sign({"user_id": user, "issued_at": issued_at, "expires": 0, **more}, secret)


async def told(edge: Edge, what: str, **form: Any) -> tuple[int, Any]:
    """Status and body of what Facebook posts."""
    path = f"/platforms/facebook/{what}"
    async with edge.client.post(path, data=form) as answer:
        is_json = answer.content_type == "application/json"
        return answer.status, await answer.json() if is_json else await answer.text()


async def known_by_facebook(database: Database, asid: str) -> Person:
    """Somebody whom Facebook alone knows, as a player and as a user of our app."""
    now = local_now()
    player, user = [Identity("facebook", kind, asid) for kind in ("player", "asid")]
    async with database.transaction() as tx:
        account, _ = await Accounts(tx).first_launch(IDS.new(now), player, now)
        await Accounts(tx).link(account.id, user, now)
        session = await Sessions(tx).open(account, now, "facebook")
    return Person(account.id, session.token)


async def test_whom_facebook_alone_knows_is_forgotten_and_the_page_says_so(
    edge: Edge, opened_database: Database
) -> None:
    person = await known_by_facebook(opened_database, "70001")
    request = signed("70001", edge.seconds)

    status, answer = await told(edge, DELETION, signed_request=request)

    assert status == 200
    code = answer["confirmation_code"]
    assert answer["url"] == f"{PAGE}/platforms/facebook/data-deletion/{code}"
    async with edge.client.get(answer["url"].removeprefix(PAGE)) as page:
        assert "has been deleted" in await page.text()
    async with opened_database.reading() as connection:
        assert await is_forgotten(connection, person.id)
        assert await Accounts(connection).identities(person.id) == []
    assert (await call(edge, person, "GET", "me"))[0] == 401
    status, again = await told(edge, DELETION, signed_request=request)
    assert (status, again["confirmation_code"] == code) == (200, False)
    async with edge.client.get(again["url"].removeprefix(PAGE)) as page:
        assert await page.text() == "We knew nothing of you."
    await require_clean(opened_database)


async def test_who_has_another_platform_too_loses_facebook_alone(
    edge: Edge, opened_database: Database
) -> None:
    person = await edge.person("70002")
    async with opened_database.transaction() as tx:
        for kind in ("asid", "player"):
            identity = Identity("facebook", kind, "70002")
            await Accounts(tx).link(person.id, identity, local_now())

    _, answer = await told(edge, DELETION, signed_request=signed("70002", edge.seconds))

    async with edge.client.get(answer["url"].removeprefix(PAGE)) as page:
        assert await page.text() == "What Facebook told us of you has been deleted."
    async with opened_database.reading() as connection:
        assert await Accounts(connection).identities(person.id) == [
            Identity("vk", "user", "70002")
        ]
    assert (await call(edge, person, "GET", "me"))[0] == 200, "he is signed in by VK"


async def test_who_has_removed_us_is_signed_out_but_not_of_what_he_opened_since(
    edge: Edge, opened_database: Database
) -> None:
    person = await known_by_facebook(opened_database, "70003")
    hour_ago = edge.seconds - 3600

    assert (await told(edge, DEAUTHORIZE, signed_request=signed("70003", hour_ago)))[0] == 200
    assert (await call(edge, person, "GET", "me"))[0] == 200, "he has come back since"
    assert (await told(edge, DEAUTHORIZE, signed_request=signed("70003", edge.seconds + 1)))[
        0
    ] == 200
    assert (await call(edge, person, "GET", "me"))[0] == 401
    async with opened_database.reading() as connection:
        assert not await is_forgotten(connection, person.id)
    status, _ = await told(edge, DEAUTHORIZE, signed_request=signed("70999", edge.seconds))
    assert status == 200, "nobody to sign out is no fault of Facebook's"


@pytest.mark.parametrize("what", [DELETION, DEAUTHORIZE])
async def test_what_facebook_did_not_sign_is_refused_and_changes_nothing(
    edge: Edge, opened_database: Database, what: str
) -> None:
    person = await known_by_facebook(opened_database, "70004")
    genuine = signed("70004", edge.seconds)
    signature, payload = genuine.split(".")
    other = signed("70005", edge.seconds).split(".")[1]
    forged = [
        signed("70004", edge.seconds, secret="another secret"),
        f"{signature}.{other}",
        f"{signature[:-2]}AA.{payload}",
        f".{payload}",
        payload,
        "",
        "x" * 5000,
        signed("70004", edge.seconds, algorithm="none"),
        sign({"player_id": "70004", "issued_at": edge.seconds}, SECRET),
        sign({"user_id": "70004"}, SECRET),
        signed("70004' OR 1=1", edge.seconds),
        signed("70004", edge.seconds + 3600),
    ]
    for request in forged:
        status, answer = await told(edge, what, signed_request=request)
        assert (status, answer) == (403, "refused"), request
    assert (await told(edge, what))[0] == 403
    assert (await told(edge, what, signed_request="x" * 20_000))[0] == 413
    async with edge.client.get("/platforms/facebook/data-deletion/abc123") as page:
        assert page.status == 404
    assert (await call(edge, person, "GET", "me"))[0] == 200
    async with opened_database.reading() as connection:
        assert len(await Accounts(connection).identities(person.id)) == 2
