"""A wire between us and the database that a test can cut, at the worst of moments."""

import asyncio
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import URL, make_url


class Wire:
    """Passes bytes on to the server at `url`; sessions to `self.url` go through it."""

    def __init__(self, url: str) -> None:
        self._there = make_url(url)
        self._folder = tempfile.TemporaryDirectory()
        self._open: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self.deaf = False
        """Whatever the server says is lost; what it is told it still does."""
        self.mute = False
        """Whatever the server is told is lost."""
        self.lost = asyncio.Event()
        """Something was lost."""
        self.down = False
        """New sessions are refused."""

    @property
    def url(self) -> str:
        """The same database, over this wire."""
        here = URL.create(
            self._there.drivername,
            self._there.username,
            self._there.password,
            database=self._there.database,
            query={"host": self._folder.name, "port": "5432"},
        )
        return here.render_as_string(hide_password=False)

    def cut(self) -> None:
        """Break all sessions that there are."""
        for writer in self._open:
            writer.transport.abort()
        self.deaf = self.mute = False

    async def __aenter__(self) -> Self:
        path = str(Path(self._folder.name) / ".s.PGSQL.5432")
        self._server = await asyncio.start_unix_server(self._serve, path)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cut()
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        if self._pumps:
            await asyncio.wait(self._pumps)
        self._folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.down:
            writer.transport.abort()
            return
        there_reader, there_writer = await self._connect()
        self._open |= {writer, there_writer}
        ours = asyncio.create_task(self._pump(reader, there_writer, ours=True))
        theirs = asyncio.create_task(self._pump(there_reader, writer, ours=False))
        self._pumps |= {ours, theirs}
        await asyncio.wait([ours, theirs])
        self._pumps -= {ours, theirs}
        self._open -= {writer, there_writer}

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        query = self._there.query
        host = str(query.get("host", self._there.host or "localhost"))
        port = int(str(query.get("port", self._there.port or 5432)))
        if host.startswith("/"):
            return await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{port}")
        return await asyncio.open_connection(host, port)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, ours: bool
    ) -> None:
        try:
            while said := await reader.read(65536):
                if self.mute if ours else self.deaf:
                    self.lost.set()
                else:
                    writer.write(said)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()
