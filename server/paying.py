"""The doors of payment that a configuration opens, and the calls that it lets us make."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from platforms.facebook.receipts import Receipts
from platforms.ok import payments as ok
from platforms.vk import notifications as vk
from server.config import Config
from server.outbound.calls import PlatformApi
from server.outbound.facebook import FacebookApi
from server.outbound.telegram import TelegramApi
from server.outbound.vk import VkApi
from server.purchases.catalogue import Catalogue
from server.purchases.figures import PaymentFigures
from server.purchases.payments import PaymentDoors, Payments
from server.purchases.till import Books
from server.storage.loops import Loop


@asynccontextmanager
async def opened_payments(config: Config, books: Books) -> AsyncIterator[Payments]:
    """Open a door for each platform whose keys are given; leaving closes our connections."""
    figures = PaymentFigures()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        apis = {
            "vk": PlatformApi("vk", http, config.vk_api_url, figures.calls),
            "facebook": PlatformApi("facebook", http, config.fb_api_url, figures.calls),
            "telegram": PlatformApi("telegram", http, config.telegram_api_url, figures.calls),
        }
        figures.circuits.extend(api.circuit for api in apis.values())
        doors = _doors(config, apis, figures)
        yield Payments.on(books, Catalogue(config.settings.catalogue), doors)


@asynccontextmanager
async def taking_payments(config: Config, books: Books) -> AsyncIterator[Payments]:
    """Open them, and look meanwhile for what a platform has not told us."""
    async with (
        opened_payments(config, books) as payments,
        Loop("reconciling", payments.reconciling.round),
    ):
        yield payments


def _doors(config: Config, apis: dict[str, PlatformApi], figures: PaymentFigures) -> PaymentDoors:
    """A demo's keys open the callbacks; but nobody outside is ever called with them."""
    receipts = None
    if config.fb_app_id is not None and config.fb_secret is not None:
        receipts = Receipts(config.fb_app_id, config.fb_secret)
    return PaymentDoors(
        vk=_vk(config),
        ok=_ok(config),
        receipts=receipts,
        facebook_secret=config.fb_secret,
        facebook_verify_token=config.fb_verify_token,
        telegram_webhook_secret=config.telegram_webhook_secret,
        vk_api=_vk_api(config, apis["vk"]),
        facebook_api=_facebook_api(config, apis["facebook"]),
        telegram_api=_telegram_api(config, apis["telegram"]),
        figures=figures,
    )


def _vk(config: Config) -> vk.PaymentsAddress | None:
    if config.vk_app_id is None or config.vk_secret is None:
        return None
    return vk.PaymentsAddress(
        app_id=config.vk_app_id, secrets=config.vk_secret, allow_test=config.test_orders
    )


def _ok(config: Config) -> ok.PaymentsAddress | None:
    if config.ok_app_key is None or config.ok_secret is None:
        return None
    return ok.PaymentsAddress(config.ok_app_key, config.ok_secret)


def _vk_api(config: Config, api: PlatformApi) -> VkApi | None:
    token = config.vk_service_token
    return None if token is None else VkApi(api, token)


def _facebook_api(config: Config, api: PlatformApi) -> FacebookApi | None:
    if config.fb_app_id is None or config.fb_secret is None or config.demo:
        return None
    return FacebookApi(api, config.fb_app_id, config.fb_secret)


def _telegram_api(config: Config, api: PlatformApi) -> TelegramApi | None:
    if config.telegram_token is None or config.demo:
        return None
    return TelegramApi(api, config.telegram_token)
