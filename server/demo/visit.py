"""Somebody of the demo who came in over HTTP: his session, and what he does with it."""

from typing import Any, Self
from urllib.parse import urlencode

import aiohttp
import msgspec

from platforms.doors import Door
from server.demo.wire import Refusal, RefusalText
from server.records.log import LoggedCommit, Revealed

PAGE = 200


class _Error(msgspec.Struct):
    error: RefusalText


class _Launch(msgspec.Struct):
    launch: str


class _Nonce(msgspec.Struct):
    nonce: str


class _Account(msgspec.Struct):
    id: str


class _Session(msgspec.Struct):
    token: str
    account: _Account


class _Table(msgspec.Struct):
    id: str
    card: str | None = None


class _Commits(msgspec.Struct):
    commits: tuple[LoggedCommit, ...]
    next: int | None


class MatchSummary(msgspec.Struct, frozen=True):
    """As much of `GET /api/v1/matches/{id}` as a player of the demo reads."""

    id: str
    over: bool
    dice: Revealed | None


class Visit:
    """A signed-in person. Whatever is refused raises `Refusal`."""

    def __init__(self, http: aiohttp.ClientSession, url: str, token: str, account: str) -> None:
        self.token = token
        self.account = account
        self._http = http
        self._url = url

    @classmethod
    async def launched(cls, http: aiohttp.ClientSession, url: str, door: Door, user: str) -> Self:
        """Come in by a launch that the demo of this server signs."""
        query, sent = "", {"platform": str(door)}
        if door is Door.FACEBOOK:
            answer = await _ask(http, "POST", f"{url}/api/v1/sessions/nonce", {})
            sent["nonce"] = msgspec.json.decode(answer, type=_Nonce).nonce
            query = "?" + urlencode({"nonce": sent["nonce"]})
        answer = await _ask(http, "GET", f"{url}/demo/launches/{door}/{user}{query}")
        sent["launch"] = msgspec.json.decode(answer, type=_Launch).launch
        return await cls.entered(http, url, sent)

    @classmethod
    async def entered(cls, http: aiohttp.ClientSession, url: str, sent: dict[str, str]) -> Self:
        """Come in by `POST /api/v1/sessions` with this body."""
        answer = await _ask(http, "POST", f"{url}/api/v1/sessions", sent)
        session = msgspec.json.decode(answer, type=_Session)
        return cls(http, url, session.token, session.account.id)

    async def open_table(self, **conventions: Any) -> str:
        """Offer a match; returns the id of the table, which will be the match's."""
        answer = await self._do("POST", "/api/v1/tables", {"conventions": conventions})
        return msgspec.json.decode(answer, type=_Table).id

    async def sit(self, table: str) -> None:
        """Take the free seat of a table, on the terms that its card says."""
        answer = await self._do("GET", f"/api/v1/tables/{table}")
        card = msgspec.json.decode(answer, type=_Table).card
        await self._do("POST", f"/api/v1/tables/{table}/seat", {"card": card})

    async def match(self, match: str) -> MatchSummary:
        """A match as it stands."""
        answer = await self._do("GET", f"/api/v1/matches/{match}")
        return msgspec.json.decode(answer, type=MatchSummary)

    async def commits(self, match: str) -> tuple[LoggedCommit, ...]:
        """All commits of a match until now."""
        listed: tuple[LoggedCommit, ...] = ()
        after: int | None = -1
        while after is not None:
            path = f"/api/v1/matches/{match}/commits?after={after}&limit={PAGE}"
            page = msgspec.json.decode(await self._do("GET", path), type=_Commits)
            listed += page.commits
            after = page.next
        return listed

    async def archive(self, match: str) -> bytes:
        """The bytes of `dice.zip`."""
        return await self._do("GET", f"/api/v1/matches/{match}/dice.zip")

    async def _do(self, method: str, path: str, body: dict[str, Any] | None = None) -> bytes:
        return await _ask(self._http, method, self._url + path, body, self.token)


async def _ask(
    http: aiohttp.ClientSession,
    method: str,
    url: str,
    body: dict[str, Any] | None = None,
    token: str = "",
) -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with http.request(method, url, json=body, headers=headers) as answer:
        content = await answer.read()
        if answer.ok:
            return content
    try:
        raise msgspec.json.decode(content, type=_Error).error.refusal()
    except msgspec.MsgspecError as unknown:
        raise Refusal("unknown", f"{method} {url}: {answer.status}", {}) from unknown
