"""A raw letter (RFC 5322, MIME), as much of it as a case needs.

Whatever is written here was sent by strangers: headers lie, encodings are odd, parts are missing.
"""

import hashlib
import re
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import getaddresses
from html.parser import HTMLParser
from typing import Final, cast
from uuid import UUID

import msgspec

from platforms.mail_address import read_address
from server.requests import Malformed

LONGEST: Final = 4_000
"""Characters of a letter that are kept."""

_SUBJECT: Final = 200
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{3,250}>")
_UNSAID: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\ufeff\ud800-\udfff]")
_ROBOTS: Final = frozenset({"mailer-daemon", "postmaster"})
_MASS: Final = frozenset({"bulk", "junk", "list", "auto_reply"})
_OF_ROBOTS: Final = ("List-Id", "List-Unsubscribe", "X-Autoreply", "X-Autorespond")
_LONGEST_HEADER: Final = 4_096
_NAMED: Final = 5


class _Bounded(EmailPolicy):
    """The standard policy, but that the reading of a header, slow where it is long, ends."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value[:_LONGEST_HEADER]


_POLICY: Final = _Bounded()


class Incoming(msgspec.Struct, frozen=True, kw_only=True):
    """A letter.

    `key` is the same where the letter is the same, `cases` are ids that it answers to or names,
    `message` its own Message-ID where that is one.
    """

    sender: str
    subject: str
    words: str
    key: str
    cases: tuple[UUID, ...]
    message: str | None
    automatic: bool


def read_letter(raw: bytes) -> Incoming:
    """Read it; raises `Malformed` where nobody could be answered."""
    try:
        letter = cast("EmailMessage", message_from_bytes(raw, policy=_POLICY))
        sender = _sender(letter)
        message = _MESSAGE_ID.search(_header(letter, "Message-ID"))
        named = raw if message is None else message[0].encode()
        return Incoming(
            sender=sender,
            subject=_line(_header(letter, "Subject"))[:_SUBJECT],
            words=_words(letter)[:LONGEST].strip(),
            key="mail:" + hashlib.sha256(sender.encode() + b"\n" + named).hexdigest(),
            cases=_cases(letter),
            message=None if message is None else message[0],
            automatic=_is_automatic(letter, sender),
        )
    except RecursionError as error:
        raise Malformed("nested too deeply") from error


def _sender(letter: EmailMessage) -> str:
    written = [address for _, address in getaddresses([_header(letter, "From")])]
    if len(written) != 1 or (sender := read_address(written[0])) is None:
        raise Malformed("From: one address to answer to is needed")
    return sender


def _is_automatic(letter: EmailMessage, sender: str) -> bool:
    """Whether a machine wrote it (RFC 3834): it is not answered, lest two machines talk on."""
    submitted = _header(letter, "Auto-Submitted").partition(";")[0].strip().lower()
    return (
        submitted not in ("", "no")
        or _header(letter, "Precedence").strip().lower() in _MASS
        or _header(letter, "Return-Path").strip() == "<>"
        or any(name in letter for name in _OF_ROBOTS)
        or letter.get_content_type() == "multipart/report"
        or sender.partition("@")[0] in _ROBOTS
    )


def _cases(letter: EmailMessage) -> tuple[UUID, ...]:
    """What it answers to, then what its subject names."""
    names = (_header(letter, name) for name in ("In-Reply-To", "References", "Subject"))
    found = dict.fromkeys(UUID(each) for name in names for each in _UUID.findall(name))
    return tuple(found)[:_NAMED]


def _header(letter: EmailMessage, name: str) -> str:
    """A header's text on one line; nothing of one that is missing, endless or unreadable."""
    for given, raw in letter.raw_items():
        if given.lower() == name.lower() and len(raw) >= _LONGEST_HEADER:
            return ""
    try:
        return " ".join(str(letter.get(name, "")).split())
    except (ValueError, LookupError, AttributeError, TypeError):  # of the parser of headers
        return ""


def _words(letter: EmailMessage) -> str:
    """Its text, without what it quotes unless there is nothing else."""
    body = letter.get_body(("plain", "html"))
    if not isinstance(body, EmailMessage):
        return ""
    text = _text(body)
    if body.get_content_subtype() == "html":
        text = _plain(text)
    lines = [_UNSAID.sub("", line).rstrip() for line in text.splitlines()]
    own = "\n".join(line for line in lines if not line.startswith(">")).strip()
    return re.sub(r"\n{3,}", "\n\n", own or "\n".join(lines).strip())


def _text(body: EmailMessage) -> str:
    content = body.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    charset = body.get_content_charset("utf-8")
    try:
        return content.decode("utf-8" if charset == "us-ascii" else charset, "replace")
    except (LookupError, ValueError):  # a charset that nobody knows, or that is no text's
        return content.decode("utf-8", "replace")


def _line(text: str) -> str:
    return " ".join(_UNSAID.sub(" ", text).split())


class _Text(HTMLParser):
    """Gathers what a reader of a page sees."""

    BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "blockquote"})
    HIDDEN: Final = frozenset({"script", "style", "head", "title"})

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in self.HIDDEN
        if tag in self.BREAKS:
            self.seen.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in self.HIDDEN))

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.seen.append(re.sub(r"\s+", " ", data))


def _plain(page: str) -> str:
    reader = _Text()
    try:
        reader.feed(page)
        reader.close()
    except AssertionError:  # the parser's own, of a broken declaration: what was seen stands
        return "".join(reader.seen)
    return "".join(reader.seen)
