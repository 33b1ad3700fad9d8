"""The shop, certificates and promotions."""

import asyncio
from uuid import UUID, uuid4

import msgspec
import pytest

from server.money.codes import CERTIFICATE, new_code, shown, typed
from server.money.refusals import (
    CodeRedeemed,
    CodeRefused,
    InsufficientCoins,
    KeyUsed,
    NoSuchArticle,
    NotForOneself,
    NotInAudience,
    PromotionOver,
    PromotionTaken,
    TooManyCodes,
)
from server.money.shop import Basket, Bought
from server.people.refusals import NotWanted
from server.storage.accounts import AccountNotFound
from server.storage.feeds import Feed, FeedLog
from server.storage.forgetting import forget
from server.storage.friends import Blocks
from server.storage.promotions import (
    Audience,
    Bonus,
    Promotion,
    PromotionNotFound,
    Promotions,
)
from server.storage.wallets import Balances
from tests.server.money.house import DAY, House
from tests.server.money.purse import Purse

HERE = "192.0.2.1"


async def certificate(house: House, buyer: UUID) -> str:
    bought = await house.treasury.shop.buy(buyer, Basket(uuid4(), "certificate_1000"))
    assert bought.certificate is not None
    assert bought.certificate.code is not None
    return bought.certificate.code


async def test_a_gift_is_paid_once_and_kept_by_whoever_got_it(purse: Purse, house: House) -> None:
    giver, friend = await purse.person(200), await purse.person()
    basket = Basket(uuid4(), "rose", friend)

    await asyncio.gather(*(house.treasury.shop.buy(giver, basket) for _ in range(5)))

    assert await purse.coins(giver) == 100
    (gift,) = await house.treasury.shop.gifts(friend, 10)
    assert (gift.article, gift.giver) == ("rose", giver)


async def test_points_are_bought_for_coins(purse: Purse, house: House) -> None:
    person = await purse.person(2_500)

    await house.treasury.shop.buy(person, Basket(uuid4(), "points_10"))

    assert await purse.balances(person) == Balances(coins=500, points=10)


async def test_vip_is_sold_and_given_to_a_friend(purse: Purse, house: House) -> None:
    giver, friend = await purse.person(10_000), await purse.person()

    await house.treasury.shop.buy(giver, Basket(uuid4(), "vip_7"))
    given = await house.treasury.shop.buy(giver, Basket(uuid4(), "vip_7", friend))

    assert await house.treasury.vip.is_vip(giver)
    assert (await house.treasury.vip.standing(friend)).until == given.vip_until


async def test_whoever_is_given_something_is_told_of_it_once_and_by_whom(
    purse: Purse, house: House
) -> None:
    giver, friend = await purse.person(20_000), await purse.person()
    gifts = [Basket(uuid4(), each, friend) for each in ("vip_7", "rose", "points_10")]
    for basket in (*gifts, *gifts, Basket(uuid4(), "vip_7"), Basket(uuid4(), "points_10")):
        await house.treasury.shop.buy(giver, basket)

    entries = await FeedLog(house.database).read(Feed.of("inbox", friend).id, -1, 10)
    told = [msgspec.json.decode(entry.told) for entry in entries]
    assert [each["article"] for each in told] == ["vip_7", "rose", "points_10"]
    by = {"id": str(giver), "nick": None}
    assert told[1] == {
        "event": "gifted",
        "by": by,
        "article": "rose",
        "en": "A rose",
        "ru": "Роза",
    }
    assert len(house.hints) == 3


async def test_one_order_is_of_one_article_for_one_person(purse: Purse, house: House) -> None:
    giver, friend, other = [await purse.person(9_000) for _ in range(3)]
    shop, order = house.treasury.shop, uuid4()
    certificate = Basket(uuid4(), "certificate_1000")
    await shop.buy(giver, Basket(order, "rose", friend))
    await shop.buy(giver, certificate)
    left = await purse.coins(giver)

    for changed in (
        Basket(order, "tea", friend),
        Basket(order, "rose", other),
        Basket(order, "points_10"),
        Basket(order, certificate.article),
        Basket(certificate.order, "rose", friend),
    ):
        with pytest.raises(KeyUsed):
            await shop.buy(giver, changed)
    await shop.buy(giver, Basket(order, "rose", friend))
    assert await purse.coins(giver) == left
    await shop.buy(other, Basket(order, "rose", friend))


async def test_gifts_reach_nobody_who_is_forgotten_or_wants_none(
    purse: Purse, house: House
) -> None:
    giver, friend, gone = [await purse.person(200) for _ in range(3)]
    shop, given = house.treasury.shop, Basket(uuid4(), "rose", friend)
    await shop.buy(giver, given)
    async with purse.database.transaction() as tx:
        await Blocks(tx).block(friend, giver, 1)
        await forget(tx, gone, 1)

    with pytest.raises(NotWanted):
        await shop.buy(giver, Basket(uuid4(), "rose", friend))
    with pytest.raises(AccountNotFound):
        await shop.buy(giver, Basket(uuid4(), "rose", gone))
    await shop.buy(giver, given)
    assert await purse.coins(giver) == 100


async def test_what_cannot_be_bought_is_refused_by_name(purse: Purse, house: House) -> None:
    poor, shop = await purse.person(99), house.treasury.shop

    with pytest.raises(NoSuchArticle):
        await shop.buy(poor, Basket(uuid4(), "castle"))
    with pytest.raises(NotForOneself):
        await shop.buy(poor, Basket(uuid4(), "tea"))
    with pytest.raises(InsufficientCoins) as refused:
        await shop.buy(poor, Basket(uuid4(), "rose", await purse.person()))

    assert (refused.value.balance, refused.value.needed) == (99, 100)
    assert await purse.coins(poor) == 99


async def test_a_certificate_brings_its_coins_to_one_person_once(
    purse: Purse, house: House
) -> None:
    buyer, friend, thief = await purse.person(1_000), await purse.person(), await purse.person()
    code = await certificate(house, buyer)
    redeeming = house.treasury.redeeming

    redeemed = await asyncio.gather(
        *(redeeming.redeem(friend, code.lower(), HERE) for _ in range(5))
    )
    with pytest.raises(CodeRedeemed):
        await redeeming.redeem(thief, code, HERE)

    assert [each.coins for each in redeemed] == [1_000] * 5
    assert [await purse.coins(each) for each in (buyer, friend, thief)] == [0, 1_000, 0]


async def test_an_order_whose_answer_was_lost_gives_a_new_code_for_the_same_coins(
    purse: Purse, house: House
) -> None:
    buyer, friend = await purse.person(1_000), await purse.person()
    basket = Basket(uuid4(), "certificate_1000")

    async def bought() -> Bought:
        return await house.treasury.shop.buy(buyer, basket)

    lost, kept = (await bought()).certificate, (await bought()).certificate
    assert lost is not None
    assert kept is not None
    assert lost.id == kept.id
    with pytest.raises(CodeRefused):
        await house.treasury.redeeming.redeem(friend, lost.code or "", HERE)
    await house.treasury.redeeming.redeem(friend, kept.code or "", HERE)

    spent = (await bought()).certificate
    assert spent is not None
    assert spent.code is None
    assert [await purse.coins(each) for each in (buyer, friend)] == [0, 1_000]


async def test_codes_are_not_guessed(purse: Purse, house: House) -> None:
    guesser, honest = await purse.person(), await purse.person(1_000)
    redeeming = house.treasury.redeeming
    for _ in range(5):
        with pytest.raises(CodeRefused):
            await redeeming.redeem(guesser, new_code(CERTIFICATE), HERE)

    with pytest.raises(TooManyCodes):
        await redeeming.redeem(guesser, await certificate(house, honest), HERE)

    assert await purse.coins(guesser) == 0


def test_a_code_may_be_typed_as_people_type() -> None:
    code = new_code(CERTIFICATE)

    assert typed(f" {shown(code).lower()} ") == code
    assert typed("O0-Il1") == "00111"


def promotion(house: House, **values: object) -> Promotion:
    told: dict[str, object] = {
        "id": house.ids.new(house.clock.now()),
        "bonus": Bonus.COINS,
        "amount": 100,
        "audience": Audience.EVERYBODY,
        "starts": house.clock.now() - 1_000,
        "ends": house.clock.now() + DAY,
        "per_person": 1,
        "en": "A gift",
        "ru": "Подарок",
    }
    return Promotion(**(told | values))  # type: ignore[arg-type] # of members by name


async def begun(house: House, **values: object) -> Promotion:
    made = promotion(house, **values)
    async with house.database.transaction() as tx:
        await Promotions(tx).add(made)
    return made


async def test_a_promotion_is_claimed_as_often_as_it_says(purse: Purse, house: House) -> None:
    person, promoting = await purse.person(), house.treasury.promoting
    offered = await begun(house, per_person=2)
    assert await promoting.open_to(person) == [offered]

    outcomes = await asyncio.gather(
        *(promoting.claim(person, offered.id) for _ in range(6)), return_exceptions=True
    )

    assert sum(isinstance(outcome, PromotionTaken) for outcome in outcomes) == 4
    assert await purse.coins(person) == 200
    assert await promoting.open_to(person) == []


async def test_promotions_give_points_and_days_of_vip_too(purse: Purse, house: House) -> None:
    person, promoting = await purse.person(), house.treasury.promoting
    points = await begun(house, bonus=Bonus.POINTS, amount=5)
    days = await begun(house, bonus=Bonus.VIP_DAYS, amount=3)

    for each in (points, days):
        await promoting.claim(person, each.id)

    assert await purse.balances(person) == Balances(points=5)
    assert await house.treasury.vip.is_vip(person)


async def test_a_promotion_is_for_its_time_and_its_audience(purse: Purse, house: House) -> None:
    person, promoting = await purse.person(), house.treasury.promoting
    now = house.clock.now()
    for refusal, values in (
        (PromotionOver, {"starts": now - 20, "ends": now - 10}),
        (PromotionOver, {"starts": now + DAY - 10}),
        (NotInAudience, {"audience": Audience.VIP}),
        (NotInAudience, {"audience": Audience.NEWCOMERS, "starts": now + 1}),
    ):
        made = await begun(house, **values)
        if refusal is NotInAudience:
            house.ahead = 10
        with pytest.raises(refusal):
            await promoting.claim(person, made.id)
        house.ahead = 0
    with pytest.raises(PromotionNotFound):
        await promoting.claim(person, uuid4())
    await promoting.claim(person, (await begun(house, audience=Audience.NOT_VIP)).id)

    assert await purse.coins(person) == 100
