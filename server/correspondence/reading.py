"""A raw letter (RFC 5322, MIME), as much of it as a case needs.

Whatever is written here was sent by strangers: headers lie, encodings are odd, parts are missing.
"""

import hashlib
import re
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy
from html import unescape
from typing import Final, cast
from uuid import UUID

import msgspec

from platforms.mail_address import read_address
from server.requests import Malformed

LONGEST: Final = 4_000
"""Characters of a letter that are kept."""

_SUBJECT: Final = 200
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_FROM: Final = re.compile(
    r"""(?:"(?:[^"\\]|\\.)*"|[^"<>,;:])*<(?P<named>[^<>\s]+)>|(?P<bare>[^"<>,;:()\s]+)"""
)
"""A mailbox (RFC 5322, 3.4): a name that is read by nobody, then the address, or that alone."""
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{3,250}>")
_UNSAID: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\ufeff\ud800-\udfff]")
_ROBOTS: Final = frozenset({"mailer-daemon", "postmaster"})
_MASS: Final = frozenset({"bulk", "junk", "list", "auto_reply"})
_OF_ROBOTS: Final = ("List-Id", "List-Unsubscribe", "X-Autoreply", "X-Autorespond")
_LONGEST_HEADER: Final = 4_096
_NAMED: Final = 5
_MOST_PARTS: Final = 200
_PIECE: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<ends>/)?(?P<tag>[a-z][a-z0-9]*)[^<>]*>?|<[/!?][^<>]*>?"
    r"|(?P<text><?[^<]+|<)",
    re.DOTALL | re.IGNORECASE,
)
"""Of a page: a comment, a tag, or text; each character is looked at once."""
_BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "blockquote"})
_HIDDEN: Final = frozenset({"script", "style", "head", "title"})


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
    """Read it; raises `Malformed` where nobody could be answered, or reading would take long."""
    if _parts(raw) > _MOST_PARTS:
        raise Malformed("too many parts")
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


def _parts(raw: bytes) -> int:
    """How many there may be at most: each takes the parser long, and tells us next to nothing."""
    parts = raw.count(b"\n--")
    if b"delivery-status" in raw.lower():  # whose blocks are parts by themselves
        parts += raw.count(b"\n\n") + raw.count(b"\n\r\n")
    return parts


def _sender(letter: EmailMessage) -> str:
    """Who wrote, as those read it who vouch for him: mail servers judge one plain address."""
    written = [" ".join(raw.split()) for name, raw in letter.raw_items() if name.lower() == "from"]
    found = _FROM.fullmatch(written[0]) if len(written) == 1 else None
    sender = None if found is None else read_address(found["named"] or found["bare"])
    if sender is None:
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


def _plain(page: str) -> str:
    """What a reader of a page sees; one pass, for whoever wrote it may want to keep us busy."""
    seen: list[str] = []
    hidden = 0
    for piece in _PIECE.finditer(page):
        tag = (piece["tag"] or "").lower()
        if tag in _HIDDEN:
            hidden = max(0, hidden - 1) if piece["ends"] else hidden + 1
        elif tag in _BREAKS and not piece["ends"]:
            seen.append("\n")
        elif piece["text"] and not hidden:
            seen.append(re.sub(r"\s+", " ", unescape(piece["text"])))
    return "".join(seen)
