"""Callbacks over HTTP: every vector, valid or forged, and floods of what no platform sends."""

import base64
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from aiohttp import ClientSession
from msgspec import json, structs
from sqlalchemy import text

from platforms.doors import Door
from platforms.facebook.webhooks import SIGNATURE_HEADER
from platforms.identity import Platform
from server.purchases.terms import CatalogueTerms, Price, Product, ProductKind
from server.settings import Settings
from server.storage.database import Database
from tests.platforms.vectors import ALL, Vector, vectors
from tests.server.money.audited import require_clean
from tests.standins.market import VK_APP, Keys, Market, market
from tests.standins.telegram import SECRET_HEADER
from tests.waiting import until

WELCOME = 1_000
FLOOD = 150
"""Bodies that each address gets."""
WORTH = 100
"""Coins of whatever the vectors sell."""
ANSWERS = {200, 400, 403, 404, 413}
PATHS = {
    Platform.VK: "/platforms/vk/payments",
    Platform.FACEBOOK: "/platforms/facebook/payments",
    Platform.TELEGRAM: "/platforms/telegram/webhook",
}


def selling(platform: Platform, currency: str, prices: dict[str, int]) -> Settings:
    """A house whose catalogue is a vector's, as far as our ids allow."""
    products = tuple(
        Product(
            id=item,
            kind=ProductKind.VIP_SUBSCRIPTION if item == "vip_month" else ProductKind.COINS,
            amount=30 if item == "vip_month" else WORTH,
            en=item,
            ru=item,
            prices=(Price(platform=platform, currency=currency, amount=price),),
        )
        for item, price in prices.items()
        if item.isascii() and item.islower() | item.isdigit()
    )
    plain = Settings()
    return structs.replace(
        plain,
        catalogue=CatalogueTerms(products=products),
        bonuses=structs.replace(plain.bonuses, first_purchase_percent=0),
    )


def error_of(answer: dict[str, Any]) -> str | None:
    """What a vector calls the error in an answer of the payments address."""
    error = answer.get("error")
    if error is None:
        return None
    doubled = error.get("error_msg") == "duplicate_key"
    return "duplicate_key" if doubled else f"vk_error_{error['error_code']}"


async def live_coins(database: Database) -> int:
    """The coins of all purchases for which votes moved; a test order's are no such."""
    async with database.reading() as tx:
        found = await tx.execute(
            text(
                "SELECT coalesce(sum(coins), 0) FROM purchases"
                " WHERE state = 'credited' AND mode = 'live'"
            )
        )
        return int(found.scalar_one())


@pytest.mark.parametrize("vector", vectors("vk_payment_sequence"))
async def test_votes_come_as_a_vector_says(opened_database: Database, vector: Vector) -> None:
    keys = Keys(vk_app=vector["config"]["app_id"], vk_secret=vector["secret"])
    settings = selling(Platform.VK, "VOTE", vector["config"]["catalog"])
    async with market(opened_database, settings, test_orders=True, keys=keys) as stalls:
        fields = dict(parse_qsl(vector["params"][0]["raw"]))
        await stalls.edge.person(fields["user_id"])
        for step in vector["params"]:
            answer = await stalls.vk.notify(step["raw"].encode())
            expected = step["response"]
            assert error_of(answer) == error_of(expected)
            if "response" in expected:
                assert answer["response"]["order_id"] == expected["response"]["order_id"]
            assert await live_coins(opened_database) == step["balance_after"]
    await require_clean(opened_database)


@pytest.mark.parametrize("vector", vectors("ok_payment_sequence"))
async def test_oks_come_as_a_vector_says(opened_database: Database, vector: Vector) -> None:
    keys = Keys(ok_key=vector["config"]["application_key"], ok_secret=vector["secret"])
    settings = selling(Platform.OK, "OK", vector["config"]["catalog"])
    async with market(opened_database, settings, keys=keys) as stalls:
        fields = dict(parse_qsl(vector["params"][0]["raw"]))
        buyer = await stalls.edge.person(fields["uid"], Door.OK)
        for step in vector["params"]:
            error = await stalls.ok.call(step["raw"])
            header = step["response"].get("header", {}).get("Invocation-error")
            assert error == (None if header is None else int(header))
            assert await stalls.coins_of(buyer) == WELCOME + step["balance_after"]
    await require_clean(opened_database)


async def test_every_forged_notification_is_refused_and_gives_nothing(
    opened_database: Database,
) -> None:
    forged = [vector for vector in of_kind("vk_payment_sig") if not vector["valid"]]
    forged = [each for each in forged if each["secret"] == "payTestSecret42"]
    keys = Keys(vk_app="7000001", vk_secret="payTestSecret42")
    settings = selling(Platform.VK, "VOTE", forged[0]["config"]["catalog"])
    async with market(opened_database, settings, keys=keys) as stalls:
        buyer = await stalls.edge.person("123456789")
        for vector in forged:
            if vector["reject_reason"] == "wrong_method":
                path = f"{stalls.vk.service}{PATHS[Platform.VK]}?{vector['raw']}"
                async with ClientSession() as http, http.get(path) as answer:
                    assert answer.status == 405
                continue
            told = await stalls.vk.notify(vector["raw"].encode())
            assert told["error"]["critical"] is True, vector["why"]
            assert await stalls.coins_of(buyer) == WELCOME
    assert len(forged) > 15


async def test_every_forged_call_is_refused_and_gives_nothing(opened_database: Database) -> None:
    forged = [vector for vector in of_kind("ok_payment_sig") if not vector["valid"]]
    keys = Keys(ok_key="CBAEXAMPLEBABABABA", ok_secret=forged[0]["secret"])
    settings = selling(Platform.OK, "OK", forged[0]["config"]["catalog"])
    async with market(opened_database, settings, keys=keys) as stalls:
        buyer = await stalls.edge.person("900100200301", Door.OK)
        for vector in forged:
            if vector["reject_reason"] == "wrong_method":
                path = f"{stalls.ok.service}/platforms/ok/payments"
                async with ClientSession() as http, http.post(path, data=vector["raw"]) as answer:
                    assert answer.status == 405
                continue
            assert await stalls.ok.call(vector["raw"]) is not None, vector["why"]
            assert await stalls.coins_of(buyer) == WELCOME
    assert len(forged) > 10


async def test_webhooks_are_believed_as_their_vectors_say(opened_database: Database) -> None:
    secrets = {vector["secrets"]["app_secret"] for vector in of_kind("webhook_signature")}
    for secret in sorted(secrets):
        async with market(opened_database, keys=Keys(facebook_secret=secret)) as stalls:
            for vector in of_kind("webhook_signature"):
                if vector["secrets"]["app_secret"] == secret:
                    body = base64.b64decode(vector["input"]["body_base64"])
                    header = vector["input"]["headers"].get(SIGNATURE_HEADER)
                    status = await stalls.facebook.post(body, header)
                    assert status == (200 if vector["valid"] else 403), vector["why"]


async def test_verifications_are_answered_as_their_vectors_say(opened_database: Database) -> None:
    for vector in of_kind("webhook_get_verification"):
        token = vector["secrets"]["verify_token"]
        async with market(opened_database, keys=Keys(facebook_verify=token)) as stalls:
            status, said = await stalls.facebook.verify(**vector["input"]["query"])
            shut = 403 if token else 404  # without a token of ours there is no such page
            expected = (200, vector["expected"].get("body")) if vector["valid"] else (shut, said)
            assert (status, said) == expected, vector["why"]


async def test_webhooks_of_telegram_are_let_in_as_their_vectors_say(
    opened_database: Database,
) -> None:
    for vector in of_kind("webhook_secret_token"):
        secret, header = vector["secrets"]["secret_token"], vector["input"][SECRET_HEADER]
        async with market(opened_database, keys=Keys(telegram_webhook=secret)) as stalls:
            status = await stalls.telegram.post(b'{"update_id": 1}', header or "")
            shut = 403 if secret else 404
            assert status == (200 if vector["valid"] else shut), vector["why"]


# --- floods


def mangled(good: bytes, chance: random.Random) -> bytes:
    """Something like a good body, and something that is nothing like one."""
    spoil: list[Callable[[], bytes]] = [
        lambda: chance.randbytes(chance.randrange(1, 400)),
        lambda: good[: chance.randrange(len(good))],
        lambda: good + b"&" + chance.choice(good.split(b"&")),
        lambda: b"&".join(chance.sample(good.split(b"&"), k=good.count(b"&"))),
        lambda: good.replace(b"=", b"=%00", 1),
        lambda: good.replace(b"=", b"=%ff%fe", 2),
        lambda: good.replace(b"1", b"9" * 400, 1),
        lambda: good + b"&a=" + b"x" * chance.choice((10, 20_000, 300_000)),
        lambda: bytes(byte ^ (chance.random() < 0.03) for byte in good),
        lambda: b"[" * 20_000,
        lambda: b"",
    ]
    return chance.choice(spoil)()


async def test_a_flood_of_nonsense_gets_refusals_and_changes_nothing(stalls: Market) -> None:
    chance, buyer = random.Random(17), await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    good = stalls.vk.told(order)
    query = stalls.ok.query(stalls.ok.transaction(), buyer.user, "coins_1000", 35)
    async with ClientSession() as http:
        for path in PATHS.values():
            for _ in range(FLOOD):
                body = mangled(good, chance)
                headers = {SECRET_HEADER: "wrong", SIGNATURE_HEADER: "sha256=" + "0" * 64}
                url = f"{stalls.vk.service}{path}"
                async with http.post(url, data=body, headers=headers) as answer:
                    assert answer.status in ANSWERS, await answer.text()
        for _ in range(FLOOD):
            text = mangled(query.encode(), chance)[:4000].decode("latin-1")
            url = (
                f"{stalls.ok.service}/platforms/ok/payments?{urlencode({'x': text})}&{query[:40]}"
            )
            async with http.get(url) as answer:
                assert answer.status in ANSWERS, await answer.text()

    assert await stalls.coins(buyer) == WELCOME
    assert await stalls.purchases(buyer) == []


async def test_signed_nonsense_gets_refusals_and_the_service_goes_on(stalls: Market) -> None:
    """What only a platform gone mad could send: genuine signatures over absurd fields."""
    chance, buyer = random.Random(23), await stalls.buyer()
    order = await stalls.vk.sell(buyer.user, "coins_1000", stalls.now)
    fields = dict(parse_qsl(stalls.vk.told(order).decode()))
    odd = ("", "-1", "0", "9" * 40, "\x00", "ы" * 300, "chargeable", "1e3", "٣", "../..", "[]")
    for _ in range(FLOOD):
        told = {key: text for key, text in fields.items() if chance.random() < 0.95}
        told[chance.choice([*fields, "extra"])] = chance.choice(odd)
        told = {key: text for key, text in told.items() if key not in ("sig", "app_id", "version")}
        told |= {"app_id": VK_APP} if chance.random() < 0.9 else {"app_id": chance.choice(odd)}
        assert await stalls.vk.notify(stalls.vk.signed(**told))
        call = {"uid": buyer.user, "transaction_id": "1", "product_code": "coins_1000"}
        call |= {"amount": "35", chance.choice([*call, "amount", "extra"]): chance.choice(odd)}
        await stalls.ok.call(stalls.ok.signed(**call))
        update = json.encode({"update_id": 1, chance.choice(("message", "x")): chance.choice(odd)})
        assert await stalls.telegram.post(update) in ANSWERS
        assert await stalls.facebook.tell({"object": chance.choice(odd)}) in ANSWERS

    async def credited() -> bool:
        await stalls.vk.notify(stalls.vk.told(order))
        return len(await stalls.purchases(buyer)) > 0

    await until(credited)


def of_kind(kind: str) -> list[Vector]:
    return [vector for vector in ALL if vector["kind"] == kind]
