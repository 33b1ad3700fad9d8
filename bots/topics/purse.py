"""Coins: the wallet, the daily bonus, what is sold for the platform's own money."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TypeAlias
from uuid import UUID

from bots.buttons import Press
from bots.screens import Button, Screen, Show, Style
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import people as say
from bots.words import playing
from server.services import Services

Sell: TypeAlias = Callable[[UUID, str, str], Awaitable[str]]
"""Makes a link by which a person pays for a product, in his language."""

LATEST = 8


class Goods:
    """What one platform sells, by its prices; nothing is sold where it has no such money."""

    def __init__(self, prices: Mapping[str, int], names: Mapping[str, tuple[str, str]]) -> None:
        self.prices = prices
        self._names = names

    def name(self, product: str, language: str) -> str:
        """What a product is called."""
        russian, english = self._names[product]
        return russian if language == "ru" else english


class Purse:
    """The use of coins."""

    def __init__(
        self, services: Services, goods: Goods, sell: Sell | None, shop: str | None = None
    ) -> None:
        self._services = services
        self._goods = goods
        self._sell = sell
        self._elsewhere = shop
        self.commands: Mapping[str, OnCommand] = {
            "wallet": self._wallet,
            "bonus": self._bonus,
            "vip": self._shop,
        }
        self.presses: Mapping[str, OnPress] = {
            "purse": self._wallet,
            "bonus": self._bonus,
            "claim": self._take,
            "shop": self._shop,
            "buy": self._buy,
        }

    async def _wallet(self, visit: Visit, _asked: str | Press) -> Answers:
        purses = self._services.treasury.purses
        balances = await purses.balances(visit.account)
        coins = playing.COINS.say(visit.language, balances.coins)
        text = visit.say(say.WALLET, coins=coins)
        if balances.held:
            held = playing.COINS.say(visit.language, balances.held)
            text = f"{text}\n{visit.say(say.HELD, held=held)}"
        return _show(visit, text)

    async def _bonus(self, visit: Visit, _asked: str | Press) -> Answers:
        bonus = await self._services.treasury.daily.next(visit.account)
        coins = playing.COINS.say(visit.language, bonus.coins)
        if not bonus.ready:
            return _show(visit, visit.say(say.BONUS_LATER, coins=coins))
        take = Button(visit.say(say.BONUS_READY), str(Press("claim")), style=Style.GOOD)
        return _show(visit, visit.say(say.BONUS, coins=coins, streak=bonus.streak), take)

    async def _take(self, visit: Visit, _press: Press) -> Answers:
        bonus = await self._services.treasury.daily.take(visit.account)
        coins = playing.COINS.say(visit.language, bonus.coins)
        return _show(visit, visit.say(say.BONUS_TAKEN, coins=coins, streak=bonus.streak))

    async def _shop(self, visit: Visit, _asked: str | Press) -> Answers:
        standing = await self._services.treasury.vip.standing(visit.account)
        text = visit.say(say.NOT_VIP)
        if standing.vip and standing.until is not None:
            text = visit.say(say.VIP_UNTIL, date=day(standing.until))
        if self._sell is None:
            return _show(visit, f"{text}\n{self._nothing(visit)}")
        products = [
            Button(
                visit.say(say.PRICE, name=self._goods.name(product, visit.language), price=price),
                str(Press("buy", word=product)),
            )
            for product, price in self._goods.prices.items()
        ]
        return _show(visit, f"{text}\n{visit.say(say.SHOP)}", *products)

    async def _buy(self, visit: Visit, press: Press) -> Answers:
        price = self._goods.prices.get(press.word)
        if self._sell is None or price is None:
            return _show(visit, self._nothing(visit))
        url = await self._sell(visit.account, press.word, visit.language)
        pay = Button(visit.say(say.PAY, price=price), url=url, style=Style.GOOD)
        name = self._goods.name(press.word, visit.language)
        return _show(visit, visit.say(say.PAY_HERE, name=name), pay)

    def _nothing(self, visit: Visit) -> str:
        """Where to buy instead."""
        if self._elsewhere is None:
            return visit.say(say.NOTHING_SOLD)
        return visit.say(say.SOLD_ELSEWHERE, url=self._elsewhere)


def day(at: int) -> str:
    """The day of a moment, as people read it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%d.%m.%Y}"


def _show(visit: Visit, text: str, *buttons: Button) -> Answers:
    rows = (*((button,) for button in buttons), (_menu(visit),))
    return (Show(Screen(text=text, rows=rows, language=visit.language)),)


def _menu(visit: Visit) -> Button:
    return Button(visit.say(playing.MENU), str(Press("menu")))
