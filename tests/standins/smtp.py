"""A mail server on loopback, which may be down, slow, refuse, or talk nonsense (RFC 5321)."""

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from enum import StrEnum


class MailTrouble(StrEnum):
    """What may be wrong with it."""

    NONE = "none"
    GREETS_NOT = "greets_not"
    NONSENSE = "nonsense"
    CUT = "cut"
    NOT_NOW = "not_now"
    NO_SUCH_BOX = "no_such_box"
    FULL = "full"


class Smtp:
    """Takes letters of whoever signs in as `post` with `hunter2`.

    With `tls` it offers STARTTLS, or talks so from the start (`implicit`); `plainly` is what it
    has heard before that.
    """

    def __init__(self, tls: ssl.SSLContext | None = None, *, implicit: bool = False) -> None:
        self.trouble = MailTrouble.NONE
        self.letters: list[EmailMessage] = []
        self.plainly: list[str] = []
        self._tls = tls
        self._implicit = implicit
        self.port = 0
        self._released = asyncio.Event()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a port of its own."""
        tls = self._tls if self._implicit else None
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, ssl=tls)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            self._released.set()
            server.close()
            await server.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.trouble is MailTrouble.GREETS_NOT:
                await self._released.wait()
            greeting = "HTTP/1.1 200 OK" if self.trouble is MailTrouble.NONSENSE else "220 ready"
            writer.write(f"{greeting}\r\n".encode())
            while line := (await reader.readline()).decode().strip():
                if self.trouble is MailTrouble.CUT and line.upper().startswith("MAIL"):
                    return
                answer = await self._answer(line, reader, writer)
                writer.write(f"{answer}\r\n".encode() if answer else b"")
        except (ConnectionError, ssl.SSLError):
            pass  # whoever waited too long, or does not believe us, has gone
        finally:
            writer.close()

    async def _answer(
        self, line: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> str:
        verb = line.upper().split()[0]
        if writer.get_extra_info("sslcontext") is None:
            self.plainly.append(verb)
        match verb:
            case "STARTTLS" if self._tls is not None:
                writer.write(b"220 go on\r\n")
                await writer.start_tls(self._tls)
                return ""
            case "EHLO" if self._tls is not None and self.plainly[-1:] == ["EHLO"]:
                return "250-standin\r\n250 STARTTLS"
            case "AUTH":
                known = base64.b64decode(line.split()[2]) == b"\0post\0hunter2"
                return "235 welcome" if known else "535 not you"
            case "RCPT":
                return _RECIPIENTS.get(self.trouble, "250 ok")
            case "DATA":
                writer.write(b"354 go on\r\n")
                return self._take(await reader.readuntil(b"\r\n.\r\n"))
            case _:
                return _ANSWERS.get(verb, "250 ok")

    def _take(self, content: bytes) -> str:
        if self.trouble is MailTrouble.FULL:
            return "452 full"
        text = content.removesuffix(b".\r\n").replace(b"\r\n..", b"\r\n.")
        self.letters.append(message_from_bytes(text, EmailMessage, policy=policy.default))
        return "250 taken"


_ANSWERS = {"EHLO": "250-standin\r\n250 AUTH PLAIN", "QUIT": "221 bye"}
_RECIPIENTS = {MailTrouble.NOT_NOW: "450 later", MailTrouble.NO_SUCH_BOX: "550 nobody"}
