"""Calls of a platform's server: a deadline each, tried again where that can help, a circuit.

A platform that fails again and again is left alone for a while, so that we neither wait for it nor
add to its trouble; the next call after the pause tries it. What it answers is read as JSON and
believed in nothing but its shape.

CallFailed
├── NoAnswer          not reached, too slow, nonsense, or 5xx: nobody knows what came of it
├── CircuitOpen       it failed so often that it is not even asked
└── CallRefused       it answered, and refused
"""

import asyncio
import base64
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import msgspec
import structlog

from server.metrics import Level, Tally

LONGEST_ANSWER: Final = 4 * 1024 * 1024

_SERVER_FAULT: Final = 500
_TOO_MANY: Final = 429
_log = structlog.get_logger(__name__)


class CallFailed(Exception):
    """Nothing came of a call; `platform` is whose server it was."""

    def __init__(self, platform: str, why: str) -> None:
        super().__init__(f"{platform}: {why}")
        self.platform = platform
        self.why = why


class NoAnswer(CallFailed):
    """Not reached, too slow, or an answer that cannot be read."""


class CircuitOpen(NoAnswer):
    """It failed again and again: for a while it is not asked."""


class CallRefused(CallFailed):
    """The platform answered that it will not; `code` is its own number for the reason."""

    def __init__(self, platform: str, code: int, why: str) -> None:
        super().__init__(platform, f"{code} {why}")
        self.code = code


class Patience(msgspec.Struct, frozen=True):
    """How long one try may take and how often it is tried; seconds."""

    seconds: float = 5.0
    tries: int = 3
    pause: float = 0.2
    failures: int = 5
    """In a row, after which the circuit opens."""
    rest: float = 30.0
    """How long it stays open."""


class PlatformApi:
    """The server of one platform, at a base URL that a stand-in on loopback can take."""

    def __init__(
        self,
        platform: str,
        http: aiohttp.ClientSession,
        url: str,
        calls: Tally,
        patience: Patience = Patience(),  # noqa: B008 - it is frozen
    ) -> None:
        self.platform = platform
        self._http = http
        self._url = url
        self._calls = calls
        self._patience = patience
        self._failures = 0
        self._rests_until = 0.0

    @property
    def circuit(self) -> Level:
        """1 while this platform is not asked."""
        level = Level(f"nardy_platform_left_alone_{self.platform}", "1: not asked for now.")
        level.read = lambda: float(self._is_resting)
        return level

    async def post(
        self, path: str, form: Mapping[str, str], credentials: tuple[str, str] | None = None
    ) -> Any:
        """Post a form; the JSON that comes back. Raises `NoAnswer`.

        `credentials` are name and secret for HTTP Basic.
        """
        headers = {} if credentials is None else _basic(*credentials)
        return await self._asked("POST", path, {"data": form, "headers": headers})

    async def get(self, path: str, query: Mapping[str, str]) -> Any:
        """The JSON of a GET; raises `NoAnswer`."""
        return await self._asked("GET", path, {"params": query})

    @property
    def _is_resting(self) -> bool:
        return asyncio.get_running_loop().time() < self._rests_until

    async def _asked(self, method: str, path: str, sent: Mapping[str, Any]) -> Any:
        if self._is_resting:
            self._calls.count(self.platform, "circuit_open")
            raise CircuitOpen(self.platform, "left alone after failures")
        failed = NoAnswer(self.platform, "not tried")
        for number in range(self._patience.tries):
            if number:
                await asyncio.sleep(self._patience.pause * 2 ** (number - 1))
            try:
                answer = await self._tried(method, path, sent)
            except NoAnswer as failure:
                failed = failure
                continue
            self._calls.count(self.platform, "answered")
            self._failures = 0
            return answer
        self._note_failure(failed)
        raise failed

    async def _tried(self, method: str, path: str, sent: Mapping[str, Any]) -> Any:
        try:
            async with (
                asyncio.timeout(self._patience.seconds),
                self._http.request(method, f"{self._url}{path}", **sent) as response,
            ):
                body = await response.content.read(LONGEST_ANSWER)
                if response.status >= _SERVER_FAULT or response.status == _TOO_MANY:
                    raise NoAnswer(self.platform, f"status {response.status}")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # the address may hold a token: only the kind of the error is told
            raise NoAnswer(self.platform, type(error).__name__) from None
        try:
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise NoAnswer(self.platform, "no JSON") from None

    def _note_failure(self, failure: NoAnswer) -> None:
        self._calls.count(self.platform, "failed")
        self._failures += 1
        if self._failures >= self._patience.failures:
            loop = asyncio.get_running_loop()
            self._rests_until = loop.time() + self._patience.rest
            _log.warning("platform_left_alone", platform=self.platform, why=failure.why)
        else:
            _log.warning("platform_call_failed", platform=self.platform, why=failure.why)


def _basic(name: str, secret: str) -> dict[str, str]:
    """HTTP Basic (RFC 7617)."""
    credentials = base64.b64encode(f"{name}:{secret}".encode()).decode()
    return {"Authorization": f"Basic {credentials}"}
