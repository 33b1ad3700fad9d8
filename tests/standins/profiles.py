"""VK and OK as far as they tell our server of somebody's profile."""

from typing import Any

from aiohttp import web

from platforms.ok.rest import application_signature
from tests.standins.trouble import StandIn


class VkProfilesStandIn(StandIn):
    """Knows people by their number, and countries by their code."""

    def __init__(self, known: dict[str, dict[str, Any]], countries: dict[str, int]) -> None:
        super().__init__()
        self.known = known
        self.countries = countries

    def routes(self) -> list[web.RouteDef]:
        """What a service token opens."""
        return [
            web.post("/method/users.get", self._users),
            web.post("/method/database.getCountries", self._countries),
        ]

    async def _users(self, request: web.Request) -> web.Response:
        form = await request.post()
        user = str(form["user_ids"])
        assert (form["access_token"], form["fields"]) == ("token", "bdate,country")
        shown = [{"id": int(user), "first_name": "Анна", **self.known.get(user, {})}]
        return web.json_response({"response": shown})

    async def _countries(self, request: web.Request) -> web.Response:
        code = str((await request.post())["code"])
        items = [{"id": self.countries[code], "title": "?"}] if code in self.countries else []
        return web.json_response({"response": {"count": len(items), "items": items}})


class OkProfilesStandIn(StandIn):
    """Knows people by their number; it shows none whom it does not know."""

    def __init__(self, known: dict[str, dict[str, Any]]) -> None:
        super().__init__()
        self.known = known

    def routes(self) -> list[web.RouteDef]:
        """One signed call."""
        return [web.post("/fb.do", self._call)]

    async def _call(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        assert form.pop("sig") == application_signature(form, "key")
        uid = form["uids"]
        shown = [{"uid": uid, **self.known[uid]}] if uid in self.known else []
        return web.json_response(shown)
