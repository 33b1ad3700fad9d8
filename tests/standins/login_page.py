"""A platform's login page and the server behind it: what all of them have in common (RFC 6749)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from platforms.pkce import challenge
from tests.standins.trouble import StandIn

OURS: Final = "110201543"
"""The number of our app, wherever it has one."""


@dataclass(frozen=True)
class Person:
    """Who sits at the browser, as the platform knows him."""

    user: str
    name: str = "Анна"
    shown: Mapping[str, object] = field(default_factory=dict)
    """What else the platform shows of him, in its own words."""


@dataclass(frozen=True)
class Grant:
    """What a code stands for."""

    person: Person
    asked: dict[str, str]
    """The query with which the browser was sent."""

    def proves(self, form: dict[str, str], client: str) -> bool:
        """Whether who was given the code asks for it, by the proof key if one was shown."""
        shown = self.asked.get("code_challenge")
        return (
            form["client_id"] == client
            and form["redirect_uri"] == self.asked["redirect_uri"]
            and (shown is None or challenge(form["code_verifier"]) == shown)
        )


class LoginPageStandIn(StandIn):
    """Knows who sits at the browser, and asks him nothing."""

    authorize: str
    """The path of its page."""

    def __init__(self, client: str = OURS) -> None:
        super().__init__()
        self.person = Person("700001")
        self.declines = False
        self.client = client
        self._grants: dict[str, Grant] = {}
        self._tokens: dict[str, Grant] = {}
        self._numbers = count(1)

    def routes(self) -> list[web.RouteDef]:
        """Its page, and its server."""
        return [web.get(self.authorize, self._page), *self.server()]

    @abstractmethod
    def server(self) -> list[web.RouteDef]:
        """What it answers to us."""

    def code(self, asked: dict[str, str]) -> str:
        """A code for a login that was asked for so."""
        code = f"code-{type(self).__name__}-{next(self._numbers)}"
        self._grants[code] = Grant(self.person, asked)
        return code

    def grant(self, form: dict[str, str]) -> Grant | None:
        """What a code is good for; it is good once, and only for whom it was given to."""
        found = self._grants.pop(form["code"], None)
        return found if found is not None and found.proves(form, self.client) else None

    def token(self, grant: Grant) -> str:
        """A token to ask by who it is."""
        token = f"token-{next(self._numbers)}"
        self._tokens[token] = grant
        return token

    def known(self, token: str) -> Grant | None:
        """Whose token it is."""
        return self._tokens.get(token)

    def returned(self, asked: dict[str, str]) -> dict[str, str]:
        """What is sent back with the browser."""
        return {"code": self.code(asked), "state": asked["state"]}

    async def _page(self, request: web.Request) -> web.Response:
        asked = dict(request.query)
        assert asked["client_id"] == self.client
        assert asked["response_type"] == "code"
        back = {"error": "access_denied", "state": asked["state"]}
        if not self.declines:
            back = self.returned(asked)
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(back)}")


def refusal(error: str = "invalid_grant") -> web.Response:
    """A refusal as RFC 6749 has it."""
    return web.json_response({"error": error, "error_description": "no"}, status=400)


async def form_of(request: web.Request) -> dict[str, str]:
    """What was posted."""
    return {name: str(value) for name, value in (await request.post()).items()}
