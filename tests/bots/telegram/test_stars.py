"""Coins and VIP for Stars, bought in the chat; what the bot itself must answer about money."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from aiohttp import ClientSession

from platforms.secret import Secrets
from server.outbound.calls import PlatformApi
from server.outbound.telegram import TelegramApi
from server.purchases.figures import PaymentFigures
from server.purchases.payments import PaymentDoors
from server.storage.database import database
from tests.bots.telegram.conftest import Player, Table
from tests.server.edge import Edge, running_edge
from tests.server.wiring import House
from tests.standins.market import HURRIED
from tests.standins.telegram_bot import TOKEN, TelegramBot
from tests.waiting import until


@pytest.fixture
async def edge(database_url: str, telegram: TelegramBot) -> AsyncIterator[Edge]:
    """An edge that takes Stars by the same Bot API."""
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(database(database_url))
        http = await stack.enter_async_context(ClientSession())
        api = PlatformApi("telegram", http, telegram.url, PaymentFigures().calls, HURRIED)
        doors = PaymentDoors(telegram_api=TelegramApi(api, Secrets.of(TOKEN)))
        yield await stack.enter_async_context(running_edge(opened, house=House(doors=doors)))


async def test_coins_are_bought_in_the_chat(table: Table) -> None:
    """The link is his alone, the checkout is answered at once, and what he paid for is told."""
    anna = table.player(7001)
    await anna.enters("Анна")
    await anna.says("/vip")
    await anna.presses("⭐")
    await until(lambda: bool(table.telegram.invoices))
    ((link, invoice),) = table.telegram.invoices.items()
    await until(lambda: anna.find("Оплатить") is not None)
    found = anna.find("Оплатить")
    assert found is not None
    assert found[1] == link

    table.telegram.refuse("sendMessage", 429, "Too Many Requests", retry_after=2)
    await anna.says("/help")
    await _checkout(anna, invoice, "mine")
    await _checkout(table.player(7002), invoice, "another's")
    # His chat must wait two seconds; a checkout waits for nobody.
    await until(lambda: len(table.telegram.checkouts) == 2, 1.5)
    assert table.telegram.checkouts["mine"] == "true"
    assert "не вам" in table.telegram.checkouts["another's"]

    await anna.says("/wallet")
    await anna.reads("💰")
    await _pays(anna, invoice)
    await anna.reads("Покупка зачислена: 1 000 монет")
    before = _coins(anna)
    await anna.says("/wallet")
    await until(lambda: _coins(anna) > before)


async def test_payments_and_terms_have_commands_of_their_own(table: Table) -> None:
    anna = table.player(7001)
    await anna.enters("Анна")
    await anna.says("/terms")
    await anna.reads("Монеты игровые")
    await anna.says("/paysupport")
    await anna.reads("Номер обращения")


async def _checkout(payer: Player, invoice: dict[str, str], query: str) -> None:
    (price,) = json.loads(invoice["prices"])
    await payer.telegram.tell(
        pre_checkout_query={
            "id": query,
            "from": payer.telegram.user(payer.id),
            "currency": invoice["currency"],
            "total_amount": price["amount"],
            "invoice_payload": invoice["payload"],
        }
    )


async def _pays(payer: Player, invoice: dict[str, str]) -> None:
    (price,) = json.loads(invoice["prices"])
    await payer.telegram.tell(
        message={
            "message_id": 900,
            "date": 1,
            "chat": {"id": payer.id, "type": "private"},
            "from": payer.telegram.user(payer.id),
            "successful_payment": {
                "currency": invoice["currency"],
                "total_amount": price["amount"],
                "invoice_payload": invoice["payload"],
                "telegram_payment_charge_id": "charge-1",
                "provider_payment_charge_id": "",
            },
        }
    )


def _coins(player: Player) -> int:
    """What his wallet said last."""
    said = [text for text in player.telegram.texts(player.id) if "💰" in text]
    return int(re.findall(r"\d+", said[-1].replace("\u00a0", ""))[0])
