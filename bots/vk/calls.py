"""Calls of VK's API by vk_api, in threads of their own, at VK's pace.

vk_api answers one call at a time for each of its objects, so there are several; what it would do
about a fault (sleep, ask for a captcha, call itself without end) it is kept from, and what it
raises never leaves with the token that it holds.

CallFailed
├── NoAnswer    not reached, too slow, 5xx or nonsense: nobody knows what came of it
├── Stopped     VK wants a person to look (captcha, validation): nothing is sent for a while
└── Refused     it answered, and refused, by its number
"""

import asyncio
import random
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import local
from types import TracebackType
from typing import Any, Final, Self

import jconfig
import structlog
from vk_api import VkApi
from vk_api.exceptions import ApiError, ApiHttpError

from bots.vk.sessions import CONNECT_SECONDS, READ_SECONDS, api_session, plain_session

VERSION: Final = "5.199"
PER_SECOND: Final = 20
"""Calls that VK takes of a community."""
_LANES: Final = 4
_TRIES: Final = 4
PAUSE: Final = 0.3
"""Seconds before a call is tried again; twice as long each time."""
_STOP_SECONDS: Final = 60.0
_TOO_FAST: Final = 6
_PASSING: Final = frozenset({1, 10})
_WANTS_A_PERSON: Final = frozenset({14, 17})
_OUR_FAULT: Final = frozenset({5, 27, 28, 100, 911, 912})
"""Tokens, parameters, keyboards: it would be the same the next time."""

_log = structlog.get_logger(__name__)


class CallFailed(Exception):
    """Nothing came of a call."""


class NoAnswer(CallFailed):
    """Not reached, too slow, or an answer that cannot be read."""


class Stopped(CallFailed):
    """VK asks for a person: nothing is sent for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"stopped for {seconds:.0f} s")
        self.seconds = seconds


class Refused(CallFailed):
    """VK answered that it will not; `code` is its own number for the reason."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{code} {why}")
        self.code = code


class Pace:
    """Lets so many pass a second, evenly, in the order in which they came."""

    def __init__(self, per_second: float) -> None:
        self._gap = 1 / per_second
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for one's turn."""
        now = time.monotonic()
        mine = max(now, self._next)
        self._next = mine + self._gap
        if mine > now:
            await asyncio.sleep(mine - now)


class VkCalls:
    """Asks as the community whose token it has, as long as it is open."""

    def __init__(
        self, token: str, url: str, per_second: float = PER_SECOND, pause: float = PAUSE
    ) -> None:
        self._token = token
        self._url = url
        self._first_pause = pause
        self._pace = Pace(per_second)
        self._threads = ThreadPoolExecutor(_LANES, thread_name_prefix="vk")
        self._lane = local()
        self._stopped_until = 0.0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def call(self, method: str, values: Mapping[str, Any]) -> Any:
        """Call a method and return its answer; raises `CallFailed`.

        It may be called again where nobody knows what came of it, so what is sent must bear that
        (`random_id`).
        """
        return await self._tried(method, partial(self._call, method, dict(values)))

    async def upload(self, url: str, field: str, name: str, content: bytes) -> Any:
        """Send a file where an answer of VK's said, and return what comes back."""
        return await self._tried("upload", partial(self._upload, url, (field, name, content)))

    def api(self) -> VkApi:
        """Make an object of vk_api that behaves; for the thread that asks alone."""
        # A Config of its own would read a file from wherever we were started.
        api = _Contained(
            token=self._token,
            api_version=VERSION,
            session=api_session(self._url),
            config=jconfig.MemoryConfig,
        )
        api.error_handlers = {}
        return api

    async def _tried(self, method: str, ask: Callable[[], Any]) -> Any:
        failed: CallFailed = NoAnswer("not tried")
        for number in range(_TRIES):
            if number:
                await asyncio.sleep(self._pause(number))
            left = self._stopped_until - time.monotonic()
            if left > 0:
                raise Stopped(left)
            await self._pace.wait()
            try:
                return await self._answered(ask)
            except NoAnswer as failure:
                failed = failure
            except Refused as refused:
                if refused.code in _WANTS_A_PERSON:
                    self._stop(refused)
                if refused.code != _TOO_FAST and refused.code not in _PASSING:
                    self._note(method, refused)
                    raise
                failed = refused
        _log.warning("vk_call_failed", method=method, why=str(failed))
        raise failed

    async def _answered(self, ask: Callable[[], Any]) -> Any:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_SECONDS + READ_SECONDS + 5):
                return await loop.run_in_executor(self._threads, ask)
        except TimeoutError:
            raise NoAnswer("too slow") from None

    def _pause(self, number: int) -> float:
        jitter = random.uniform(0.8, 1.2)  # noqa: S311 - not a secret
        return self._first_pause * 2.0 ** (number - 1) * jitter

    def _stop(self, refused: Refused) -> None:
        self._stopped_until = time.monotonic() + _STOP_SECONDS
        _log.error("vk_wants_a_person", code=refused.code)
        raise Stopped(_STOP_SECONDS)

    def _note(self, method: str, refused: Refused) -> None:
        if refused.code in _OUR_FAULT:
            _log.error("vk_call_wrong", method=method, why=str(refused))

    def _call(self, method: str, values: Mapping[str, Any]) -> Any:
        """Run in a lane of its own: one vk_api object a thread."""
        if not hasattr(self._lane, "api"):
            self._lane.api = self.api()
        ask = partial(self._lane.api.method, method, values)
        return contained(ask)

    def _upload(self, url: str, file: tuple[str, str, bytes]) -> Any:
        field, name, content = file
        with plain_session() as session:
            return contained(
                lambda: session.post(
                    url,
                    files={field: (name, content)},
                    timeout=(CONNECT_SECONDS, READ_SECONDS),
                ).json()
            )


class _Contained(VkApi):  # type: ignore[misc]  # vk_api has no types
    """vk_api without its own ideas of when to sleep and what to try again: `VkCalls` knows."""

    RPS_DELAY = 0.0


def contained(ask: Callable[[], Any]) -> Any:
    """Run a call of vk_api's; whatever it raises comes out as ours.

    Its errors hold the token, so ours do not even have them for a context.
    """
    try:
        return ask()
    except ApiError as error:
        failed: CallFailed = _refusal(error.error)
    except ApiHttpError as error:
        failed = NoAnswer(f"status {error.response.status_code}")
    except Exception as error:  # noqa: BLE001 - a body of any shape may make it raise anything
        failed = NoAnswer(type(error).__name__)
    raise failed


def _refusal(told: Mapping[str, Any]) -> CallFailed:
    code = told.get("error_code")
    if not isinstance(code, int):
        return NoAnswer("nonsense")
    return Refused(code, str(told.get("error_msg", ""))[:200])
