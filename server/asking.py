"""The platforms whose profiles a configuration lets us ask, where its house bars anybody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import aiohttp

from platforms.identity import Platform
from platforms.ok.profile import Profiles
from server.config import Config
from server.metrics import Level, Tally
from server.outbound.calls import Patience, PlatformApi
from server.outbound.profiles import OkProfiles, ProfileApi, VkProfiles
from server.outbound.vk import VkApi
from server.people.barring import Barring
from server.storage.clock import Clock
from server.storage.database import Database

BRIEFLY: Final = Patience(seconds=2.0, tries=1)
"""Somebody waits to sit down meanwhile."""


class Asking(NamedTuple):
    """Who asks, and how the platforms' servers answer."""

    barring: Barring
    calls: Tally
    circuits: tuple[Level, ...]

    def collectors(self) -> tuple[Tally | Level, ...]:
        """What Prometheus may know of them."""
        return (self.calls, *self.circuits)


@asynccontextmanager
async def opened_asking(config: Config, database: Database, clock: Clock) -> AsyncIterator[Asking]:
    """Open a way to each platform whose keys are given; leaving closes our connections.

    A demo's keys are its own: nobody outside is ever called with them.
    """
    calls = Tally("nardy_profile_calls", "Calls for profiles of people.", "platform", "outcome")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        vk = PlatformApi("vk_profiles", http, config.vk_api_url, calls, BRIEFLY)
        ok = PlatformApi("ok_profiles", http, config.ok_api_url, calls, BRIEFLY)
        apis: dict[str, ProfileApi] = {}
        terms = config.settings.stakes
        if terms.bars and not config.demo:
            if config.vk_service_token is not None:
                asked = VkApi(vk, config.vk_service_token)
                apis[Platform.VK] = VkProfiles(asked, terms.barred_countries)
            if config.ok_app_key is not None and config.ok_secret is not None:
                apis[Platform.OK] = OkProfiles(Profiles(config.ok_app_key, config.ok_secret), ok)
        yield Asking(Barring(database, clock, terms, apis), calls, (vk.circuit, ok.circuit))
