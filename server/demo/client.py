"""A player's socket that outlives cuts: the client half of `docs/protocol.md`.

Whatever happens to the connection, every command is answered once and every commit of a watched
match arrives once, in order: after a cut the line says hello again, resumes each topic behind
the last commit that it has, and repeats unanswered commands under their own `command_id`.
"""

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Self

import aiohttp
import msgspec

from server.demo.wire import BrokenFrame, Frame, Push, Refusal, Watched, read_frame

PROTOCOL = 1
HELLO_TIMEOUT = 10.0
HELLO, RESUME = 0, 1
"""Ids of the line's own frames."""
PASSING = frozenset({"unavailable", "rate_limited", "busy"})
"""Refusals of the moment: asked again, they may fare better."""
FINAL = frozenset({4400, 4401, 4409, 4413})
"""Close codes after which a new connection would fare no better."""


class LineLost(Exception):
    """The connection was cut before an answer, and the question is not safe to repeat."""


class LineClosed(Exception):
    """The server closed the socket for good, or could not be reached for too long."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.code = code


class Topic:
    """One watched topic: an endless iterator of its pushes, without holes or repeats.

    `head` is the last seq known to exist: what arrives before it is the past. `watched` once the
    server has agreed, so that a new connection resumes it.
    """

    def __init__(self, name: str, after: int) -> None:
        self.name = name
        self.seq = after
        self.head = after
        self.watched = False
        self._pushes: asyncio.Queue[Push | LineClosed] = asyncio.Queue()

    def arrived(self, push: Push) -> None:
        """Take the next push; one that was here before is dropped."""
        if push.seq <= self.seq:
            return
        if push.seq != self.seq + 1:
            raise BrokenFrame(f"{self.name} jumped from {self.seq} to {push.seq}")
        self.seq = push.seq
        self.head = max(self.head, push.seq)
        self._pushes.put_nowait(push)

    def resumed(self, head: int) -> None:
        """Learn how far the topic has come."""
        self.watched = True
        self.head = max(self.head, head)

    def close(self, end: LineClosed) -> None:
        """Raise where pushes are waited for, once everything that arrived was taken."""
        self._pushes.put_nowait(end)

    async def __aiter__(self) -> AsyncIterator[Push]:
        while True:
            push = await self._pushes.get()
            if isinstance(push, LineClosed):
                raise push
            yield push


class _Question(msgspec.Struct):
    """A frame that waits for its answer; `safe` ones are repeated after a cut."""

    frame: bytes
    answer: asyncio.Future[bytes]
    safe: bool

    def answered(self, frame: Frame) -> None:
        """Hand the answer to whoever still waits for it."""
        if frame.error is not None:
            self.failed(frame.error.refusal())
        elif not self.answer.done():
            self.answer.set_result(bytes(frame.ok))

    def failed(self, error: Exception) -> None:
        """Raise an error where the answer is waited for."""
        if not self.answer.done():
            self.answer.set_exception(error)


class Line:
    """One person's socket. `patience` is how many seconds without a connection are borne.

    `cuts` counts how often the connection was lost and resumed.
    """

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        token: str,
        *,
        plays: bool = True,
        patience: float = 60.0,
    ) -> None:
        self.cuts = 0
        self._http = http
        self._url = url.rstrip("/") + "/ws"
        self._hello = {"token": token, "plays": "list" if plays else "none", "protocol": PROTOCOL}
        self._patience = patience
        self._next_id = RESUME
        self._questions: dict[int, _Question] = {}
        self._topics: dict[str, Topic] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._running: asyncio.Task[None] | None = None
        self._end: LineClosed | None = None

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    @property
    def closed(self) -> bool:
        """Whether the line is at its end."""
        return self._end is not None

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send one frame and return what stands under `ok`.

        A frame with a `command_id` is repeated after a cut until it is answered, any other
        raises `LineLost`. Raises `Refusal`, and `LineClosed` when the line is at its end.
        """
        answer = await self._ask({"do": do} | fields, safe="command_id" in fields or do == "ping")
        return msgspec.json.decode(answer, type=dict[str, Any])

    async def watch(self, name: str, after: int = -1) -> Topic:
        """Follow a topic from behind commit `after`; raises `Refusal` where one may not."""
        topic = self._topics[name] = Topic(name, after)
        try:
            # Safe to repeat: until it is answered, a reconnection watches the topic by itself.
            answer = await self._ask({"do": "watch", "topic": name, "after": after}, safe=True)
        except Refusal:
            del self._topics[name]
            raise
        topic.resumed(msgspec.json.decode(answer, type=Watched).seq)
        return topic

    def cut(self) -> None:
        """Lose the connection as a network would; the line comes back by itself."""
        handle = None if self._socket is None else self._socket.get_extra_info("socket")
        if handle is not None and handle.fileno() >= 0:
            with socket.socket(fileno=os.dup(handle.fileno())) as twin:
                twin.shutdown(socket.SHUT_RDWR)

    async def _ask(self, frame: dict[str, Any], *, safe: bool) -> bytes:
        if self._end is not None:
            raise self._end
        self._next_id += 1
        question = _Question(
            msgspec.json.encode({"id": self._next_id} | frame),
            asyncio.get_running_loop().create_future(),
            safe,
        )
        self._questions[self._next_id] = question
        if self._socket is not None:
            await self._send(self._socket, question.frame)
        return await question.answer

    async def _run(self) -> None:
        """Connect, speak, and connect again, until the server ends it or patience does."""
        loop = asyncio.get_running_loop()
        lost_at, pauses = loop.time(), _pauses()
        while not self.closed:
            if await self._converse():
                self.cuts += 1
                lost_at, pauses = loop.time(), _pauses()
            self._give_up_unsafe()
            if loop.time() - lost_at > self._patience:
                self._finish(LineClosed(f"no connection for {self._patience:g} s"))
            if not self.closed:
                await asyncio.sleep(next(pauses))

    async def _converse(self) -> bool:
        """One connection from hello to its end; whether it came so far as to be greeted."""
        greeted = False
        try:
            async with self._http.ws_connect(self._url) as connection:
                await self._greet(connection)
                greeted = True
                await self._listen(connection)
                self._judge(connection.close_code)
        except (aiohttp.ClientError, OSError, TimeoutError):
            return greeted  # a server that is down, going or busy: `_run` tries again
        except BrokenFrame as broken:
            self._finish(LineClosed(str(broken)))
        finally:
            self._socket = None
        return greeted

    async def _greet(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        """Say hello, resume the topics, repeat what was not answered."""
        await connection.send_json({"id": HELLO, "do": "hello"} | self._hello)
        async with asyncio.timeout(HELLO_TIMEOUT):
            welcome = await connection.receive()
        if welcome.type is not aiohttp.WSMsgType.TEXT:
            self._judge(connection.close_code)
            raise aiohttp.ClientError("no answer to hello")
        self._require(read_frame(welcome.data))
        for topic in self._topics.values():
            if topic.watched:
                frame = {"id": RESUME, "do": "watch", "topic": topic.name, "after": topic.seq}
                await connection.send_json(frame)
        self._socket = connection
        for question in tuple(self._questions.values()):
            await connection.send_str(question.frame.decode())

    async def _listen(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        async for message in connection:
            if message.type is aiohttp.WSMsgType.TEXT:
                self._take(read_frame(message.data))
            if self.closed:
                break

    def _take(self, frame: Frame) -> None:
        if frame.commit is not None and frame.topic is not None:
            if (topic := self._topics.get(frame.topic)) is not None:
                topic.arrived(Push(frame.topic, frame.seq, frame.commit, frame.plays))
        elif frame.re is not None and (question := self._questions.pop(frame.re, None)):
            question.answered(frame)
        else:
            self._require(frame)
            if frame.re == RESUME:
                watched = msgspec.json.decode(frame.ok, type=Watched)
                self._topics[watched.topic].resumed(watched.seq)

    def _require(self, frame: Frame) -> None:
        """See that a frame of the line's own was not refused."""
        if frame.error is None:
            return
        if frame.error.code not in PASSING:
            self._finish(LineClosed(str(frame.error.refusal())))
        raise aiohttp.ClientError(frame.error.message)

    def _judge(self, code: int | None) -> None:
        if code in FINAL:
            self._finish(LineClosed(f"the server closed the line with {code}", code))

    def _give_up_unsafe(self) -> None:
        """Whoever asked something that may not be asked twice must look for himself."""
        for number, question in tuple(self._questions.items()):
            if not question.safe:
                del self._questions[number]
                question.failed(LineLost("the connection was cut"))

    def _finish(self, end: LineClosed) -> None:
        self._end = end
        for question in self._questions.values():
            question.failed(end)
        self._questions.clear()
        for topic in self._topics.values():
            topic.close(end)

    async def _send(self, connection: aiohttp.ClientWebSocketResponse, text: bytes) -> None:
        # A failure is noticed by the reader too, which repeats the question on the next line.
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            await connection.send_str(text.decode())


def _pauses() -> Iterator[float]:
    """Seconds to wait before each next try: doubling, with chance in them, at most a second."""
    longest = 0.05
    while True:
        yield random.uniform(longest / 2, longest)  # noqa: S311
        longest = min(2 * longest, 1.0)
