"""Purchases in Instant Games, driven through a stand-in of Facebook: receipts, webhooks, Graph."""

import asyncio
import json

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from platforms.doors import Door
from platforms.facebook.webhooks import signature
from platforms.identity import Platform
from server.purchases.catalogue import Catalogue
from server.purchases.payments import Payments
from server.purchases.terms import CatalogueTerms
from server.storage.cases import Cases
from tests.standins.market import FB_VERIFY, Market

WELCOME = 1_000


async def test_a_receipt_is_claimed_once_and_consumed_only_after(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    receipt = stalls.facebook.buy("coins_5000")

    answers = await asyncio.gather(
        *(stalls.claim(buyer, receipt, "coins_5000") for _ in range(10))
    )

    assert [status for status, _ in answers] == [200] * 10
    assert sorted(body["new"] for _, body in answers) == [False] * 9 + [True]
    assert len({body["purchase"] for _, body in answers}) == 1
    assert await stalls.coins(buyer) == WELCOME + 5_000 + 2_500


async def test_a_receipt_belongs_to_whoever_presents_it_first(stalls: Market) -> None:
    buyers = [await stalls.buyer(Door.FACEBOOK) for _ in range(4)]
    receipt = stalls.facebook.buy("coins_1000")

    answers = await asyncio.gather(
        *(stalls.claim(buyer, receipt, "coins_1000") for buyer in buyers)
    )

    assert sorted(status for status, _ in answers) == [200, 409, 409, 409]
    assert {body["error"]["code"] for status, body in answers if status == 409} == {
        "receipt_taken"
    }
    coins = [await stalls.coins(buyer) for buyer in buyers]
    assert sorted(coins) == [WELCOME] * 3 + [WELCOME + 1_000]


async def test_neither_name_of_a_payment_serves_twice(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    await stalls.claim(buyer, stalls.facebook.buy("coins_1000"), "coins_1000")
    first = stalls.facebook.newest

    same_token = stalls.facebook.buy("coins_1000", purchase_token=first["purchase_token"])
    same_payment = stalls.facebook.buy("coins_1000", payment_id=first["payment_id"])

    for receipt in (same_token, same_payment):
        status, body = await stalls.claim(buyer, receipt, "coins_1000")
        assert (status, body["error"]["code"]) == (409, "receipt_taken")
    assert await stalls.coins(buyer) == WELCOME + 1_000


@pytest.mark.parametrize(
    "changed",
    [
        {"app_id": "1"},
        {"product_id": "vip_365"},
        {"payment_action_type": "refund"},
        {"purchase_token": ""},
        {"issued_at": 1},
    ],
)
async def test_what_is_no_receipt_for_this_is_refused(
    stalls: Market, changed: dict[str, object]
) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)

    status, body = await stalls.claim(
        buyer, stalls.facebook.buy("coins_1000", **changed), "coins_1000"
    )

    assert (status, body["error"]["code"]) == (422, "receipt_refused")
    assert await stalls.coins(buyer) == WELCOME


async def test_a_launch_is_no_receipt_and_a_castle_is_not_sold(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)

    launch = stalls.edge.launch(Door.FACEBOOK, buyer.user, "nonce")
    status, body = await stalls.claim(buyer, launch, "coins_1000")
    assert (status, body["error"]["code"]) == (422, "receipt_refused")
    status, body = await stalls.claim(buyer, stalls.facebook.buy("castle"), "castle")
    assert (status, body["error"]["code"]) == (404, "no_such_product")


async def test_what_was_paid_for_and_is_sold_no_more_is_a_case_until_it_is_sold_again(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    receipt = stalls.facebook.buy("castle")

    for _ in range(2):
        status, body = await stalls.claim(buyer, receipt, "castle")
        assert (status, body["error"]["code"]) == (404, "no_such_product")
        async with stalls.database.reading() as connection:
            (case,) = await Cases(connection).waiting(10)
        assert (case.account, case.words) == (buyer.id, "paid by a receipt, and sold no more")

    (known,) = [each for each in stalls.payments.catalogue if each.id == "coins_1000"]
    catalogue = Catalogue(CatalogueTerms(products=(replace(known, id="castle"),)))
    payments = Payments.on(stalls.payments.books, catalogue, stalls.payments.doors)
    assert (await payments.facebook.claim(buyer.id, receipt, "castle")).new
    assert await stalls.coins(buyer) == WELCOME + 1_000
    async with stalls.database.reading() as connection:
        assert await Cases(connection).waiting(10) == []


async def test_a_webhook_is_a_hint_and_the_receipt_gives(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    receipt = stalls.facebook.buy("coins_1000")

    for _ in range(3):
        assert await stalls.facebook.tell({"purchase": stalls.facebook.newest}) == 200
    assert await stalls.coins(buyer) == WELCOME
    await stalls.claim(buyer, receipt, "coins_1000")
    await stalls.facebook.tell({"purchase": stalls.facebook.newest})

    assert await stalls.coins(buyer) == WELCOME + 1_000
    assert len(await stalls.purchases(buyer)) == 1


async def test_a_refund_that_is_told_takes_back_and_its_receipt_is_worth_nothing(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    told_after, told_before = [stalls.facebook.buy("coins_1000") for _ in range(2)]
    payments = sorted(stalls.facebook.purchases)
    await stalls.claim(buyer, told_after, "coins_1000")

    for payment in payments:
        refund = {**stalls.facebook.purchases[payment], "payment_action_type": "refund"}
        for _ in range(2):
            await stalls.facebook.tell({"entry": [{"changes": [{"value": refund}]}]})

    assert await stalls.coins(buyer) == WELCOME
    for receipt in (told_after, told_before):
        status, body = await stalls.claim(buyer, receipt, "coins_1000")
        assert (status, body["error"]["code"]) == (409, "receipt_refunded")


async def test_a_vague_webhook_has_graph_asked(stalls: Market) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    await stalls.claim(buyer, stalls.facebook.buy("coins_5000"), "coins_5000")
    payment = stalls.facebook.newest["payment_id"]
    entry = [{"id": payment, "time": 1, "changed_fields": ["actions"]}]

    stalls.facebook.act(payment, "refund")
    await stalls.facebook.tell({"object": "payments", "entry": entry})
    found = await stalls.payments.reconciling.compare(stalls.payments.reconciling.platforms[-1])
    assert found.taken_back == 1
    assert await stalls.coins(buyer) == WELCOME

    stalls.facebook.act(payment, "chargeback_reversal")
    await stalls.facebook.tell({"object": "payments", "entry": [{**entry[0], "time": 2}]})
    found = await stalls.payments.reconciling.compare(found.platform)
    assert found.credited == 1
    assert await stalls.coins(buyer) == WELCOME + 7_500


async def test_a_doubt_outlives_a_graph_that_is_behind_and_ends_as_a_case_where_it_knows_nothing(
    stalls: Market,
) -> None:
    buyer = await stalls.buyer(Door.FACEBOOK)
    compare = stalls.payments.reconciling.compare
    for product in ("coins_1000", "coins_5000", "vip_7"):
        await stalls.claim(buyer, stalls.facebook.buy(product), product)
    refunded, unknown, sound = sorted(stalls.facebook.purchases)
    stalls.facebook.actions.pop(unknown)
    entry = [{"id": each, "changed_fields": ["actions"]} for each in (refunded, unknown, sound)]
    await stalls.facebook.tell({"object": "payments", "entry": entry})

    found = await compare(Platform.FACEBOOK)
    assert (found.seen, found.taken_back, found.cases) == (2, 0, 0)
    stalls.facebook.act(refunded, "refund")
    found = await compare(Platform.FACEBOOK)
    assert (found.seen, found.taken_back, found.cases) == (2, 1, 0)

    async with stalls.database.transaction() as tx:
        hours = {"age": 6 * 60 * 60 * 1000}
        await tx.execute(text("UPDATE purchases SET changed_at = changed_at - :age"), hours)
    found, again = [await compare(Platform.FACEBOOK) for _ in range(2)]
    assert [(each.seen, each.cases) for each in (found, again)] == [(1, 1), (0, 0)]
    async with stalls.database.reading() as connection:
        (case,) = await Cases(connection).waiting(10)
    assert case.words == "Facebook told of it, and Graph does not know it"


async def test_the_body_is_judged_as_it_came(stalls: Market) -> None:
    secret = "facebook secret"
    body = rb'{"purchase": {"payment_id": "1", "name": "\u00e4"}}'
    anew = json.dumps(json.loads(body), ensure_ascii=False).encode()

    assert await stalls.facebook.post(body, signature(body, secret)) == 200
    assert await stalls.facebook.post(anew, signature(body, secret)) == 403
    assert await stalls.facebook.post(body, None) == 403
    assert await stalls.facebook.post(body, signature(body, secret, "sha1")) == 403
    assert await stalls.facebook.post(b"\xff", signature(b"\xff", secret)) == 200


async def test_the_address_is_verified_by_its_word(stalls: Market) -> None:
    asked = {"hub.mode": "subscribe", "hub.verify_token": FB_VERIFY, "hub.challenge": "42"}

    assert await stalls.facebook.verify(**asked) == (200, "42")
    assert (await stalls.facebook.verify(**asked | {"hub.verify_token": "no"}))[0] == 403
    assert (await stalls.facebook.verify(**asked | {"hub.challenge": "<b>"}))[0] == 403
