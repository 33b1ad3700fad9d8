"""A browser at the page by itself: it keeps a key, goes to a platform's page, and comes back."""

import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from platforms.page_door import PageDoor
from tests.server.edge import Edge
from tests.server.wiring import SITE
from tests.standins.login_page import LoginPageStandIn


def new_key() -> str:
    """What a browser makes for a login."""
    return secrets.token_urlsafe(32)


@dataclass
class Visit:
    """One browser, and the platform at whose door it stands."""

    edge: Edge
    door: PageDoor
    platform: LoginPageStandIn
    key: str = field(default_factory=new_key)

    def other(self) -> "Visit":
        """Another browser at the same door."""
        return Visit(self.edge, self.door, self.platform)

    async def begin(self) -> str:
        """Begin a login; the address of the platform's page."""
        body = {"door": self.door, "key": self.key}
        async with self.edge.client.post("/api/v1/doors/login", json=body) as answer:
            assert answer.status == 201, await answer.text()
            url: str = (await answer.json())["url"]
        assert url.startswith(self.platform.url)
        return url

    async def go(self, url: str) -> str:
        """Go to the platform's page; the query with which it sends the browser back."""
        http = self.edge.client.session
        async with http.get(url, allow_redirects=False) as answer:
            assert answer.status == 302, await answer.text()
            back = urlsplit(answer.headers["Location"])
        assert f"{back.scheme}://{back.netloc}{back.path}" == f"{SITE}/auth/{self.door}/return"
        return back.query

    async def came_back(self) -> str:
        """Begin, and go there and back; the query."""
        return await self.go(await self.begin())

    async def enter(self, query: str, **more: Any) -> tuple[int, dict[str, Any]]:
        """Sign in by what was brought back."""
        asked = {"platform": self.door, "launch": query, "nonce": self.key}
        return await self.edge.open_session(**{**asked, **more})

    async def refused(self, query: str, **more: Any) -> tuple[int, str]:
        """Sign in by what opens nothing; status and code."""
        status, body = await self.enter(query, **more)
        return status, body["error"]["code"]


def changed(query: str, **fields: str) -> str:
    """The same query with other values; an empty one leaves the field out."""
    pairs = {**dict(parse_qsl(query)), **fields}
    return urlencode({name: value for name, value in pairs.items() if value})


def state_of(query: str) -> str:
    """The state in it."""
    return parse_qs(query)["state"][0]
