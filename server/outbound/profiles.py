"""Asking a platform's server what somebody's profile tells, for whoever came by that platform."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from platforms.ok.oauth import CALL_PATH
from platforms.ok.profile import Profiles
from platforms.page_login import Unanswered
from platforms.told import Told
from platforms.vk import profile as vk
from server.outbound.calls import NoAnswer, PlatformApi
from server.outbound.vk import VkApi

Answer = TypeVar("Answer")


class ProfileApi(Protocol):
    """The profiles of one platform."""

    async def told(self, user: str) -> Told:
        """What this user's profile tells to our app; raises `CallFailed`."""


class OkProfiles:
    """OK's."""

    def __init__(self, app: Profiles, api: PlatformApi) -> None:
        self._app = app
        self._api = api

    async def told(self, user: str) -> Told:
        """Birth date or age, and country, as far as he shows them."""
        answer = await self._api.post(CALL_PATH, self._app.form(user))
        return _read("ok", lambda: self._app.read(answer, user))


class VkProfiles:
    """VK's; of countries it tells those alone that the house asks about."""

    def __init__(self, api: VkApi, countries: tuple[str, ...]) -> None:
        self._api = api
        self._asked = countries
        self._codes: dict[int, str] | None = None

    async def told(self, user: str) -> Told:
        """Birth date and country, as far as he shows them."""
        response = await self._api.call(vk.USERS, vk.user_form(user))
        profile = _read("vk", lambda: vk.read_user(response, user))
        code = None
        if profile.country is not None and self._asked:
            code = (await self._countries()).get(profile.country)
        return Told(code, profile.born)

    async def _countries(self) -> dict[int, str]:
        """The codes asked about, by VK's number of the country; they stay what they are."""
        if self._codes is None:
            self._codes = {
                number: code
                for code in self._asked
                if (number := await self._number(code)) is not None
            }
        return self._codes

    async def _number(self, code: str) -> int | None:
        response = await self._api.call(vk.COUNTRIES, vk.country_form(code))
        return _read("vk", lambda: vk.read_country(response))


def _read(platform: str, reader: Callable[[], Answer]) -> Answer:
    try:
        return reader()
    except Unanswered as nonsense:
        raise NoAnswer(platform, str(nonsense)) from nonsense
