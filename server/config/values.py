"""How the text of a variable becomes a value. Each raises `ValueError` with what was expected.

No message repeats the text, which may be a secret; a path alone is none.
"""

import base64
import binascii
import re
import ssl
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import SecretStr

from platforms.mail_address import read_address
from platforms.refusals import NotConfigured
from platforms.secret import Secrets
from platforms.vk.mini_app import InsideOk
from server.settings import Settings, load_settings

Network: TypeAlias = IPv4Network | IPv6Network

KEY_BYTES: Final = 32
TOKEN_LENGTH: Final = 32
DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Address(NamedTuple):
    """Where to listen."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether nobody but this machine can connect."""
        return self.host == "localhost" or (
            self.host not in {"", "*"} and ip_address(self.host).is_loopback
        )

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address(text: str) -> Address:
    """Read `HOST:PORT`, the host being an IP address (IPv6 in brackets) or `localhost`."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if host.startswith("[") else host
    try:
        if host != "localhost":
            ip_address(host)
        if not port.isascii() or not 0 <= int(port) <= 65_535:
            raise ValueError
    except ValueError:
        raise ValueError("must be ADDRESS:PORT, as 127.0.0.1:8080 or [::1]:8080") from None
    return Address(host, int(port))


def secrets(text: str) -> Secrets:
    """Read `new,old`."""
    try:
        return Secrets.parse(text)
    except NotConfigured:
        raise ValueError("must be one secret, or `new,old`, none of them empty") from None


def tokens(text: str) -> Secrets:
    """Read `new,old`, secrets that we made ourselves and that must not be guessed."""
    read = secrets(text)
    if any(len(value) < TOKEN_LENGTH for value in read.values):
        raise ValueError(f"must have {TOKEN_LENGTH} characters or more")
    return read


def keys(text: str) -> "Keys":
    """Read `new,old`, each 32 bytes in hexadecimal or base64."""
    return Keys(tuple(_key(part.strip()) for part in text.split(",")))


class Keys(tuple[bytes, ...]):
    """Keys to encrypt with (the first) and to decrypt with (all), never shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Keys({len(self)})"


def _key(text: str) -> bytes:
    try:
        if re.fullmatch(r"[0-9a-fA-F]{64}", text):
            return bytes.fromhex(text)
        key = base64.b64decode(text.translate(str.maketrans("-_", "+/")), validate=True)
        if len(key) == KEY_BYTES:
            return key
    except (binascii.Error, ValueError):
        pass
    raise ValueError("must be 32 random bytes, in hexadecimal or base64 (`openssl rand -hex 32`)")


def number(text: str) -> str:
    """Read a platform's id: digits that stay text."""
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise ValueError("must be a number")
    return text


def apps_inside_ok(text: str) -> "AppsInsideOk":
    """Read `VK_APP_ID:OK_APP_ID:SECRET`, several of them apart by `;`, each secret `new,old`."""
    apps = AppsInsideOk()
    for part in filter(None, (part.strip() for part in text.split(";"))):
        vk_app, _, rest = part.partition(":")
        ok_app, _, secret = rest.partition(":")
        try:
            apps[number(vk_app)] = InsideOk(number(ok_app), secrets(secret))
        except ValueError:
            raise ValueError("must be VK_APP_ID:OK_APP_ID:SECRET;…") from None
    return apps


class AppsInsideOk(dict[str, InsideOk]):
    """VK apps that OK opens, by their VK app id."""


def origin(text: str) -> str:
    """Read one origin as a browser names it: scheme, host, and the port if it is unusual."""
    parts = _url(text, "http", "https")
    if parts.path not in {"", "/"} or parts.query or parts.fragment or parts.username is not None:
        raise ValueError("must be SCHEME://HOST without a path")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    usual = parts.port in {None, DEFAULT_PORTS[parts.scheme]}
    return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{parts.port}"


def origins(text: str) -> frozenset[str]:
    """Read origins, apart by commas."""
    return frozenset(origin(part.strip()) for part in text.split(",") if part.strip())


def networks(text: str) -> tuple[Network, ...]:
    """Read addresses and networks, apart by commas."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError:
        raise ValueError("must be addresses or networks, as 10.0.0.0/8, apart by commas") from None


def timezone(text: str) -> ZoneInfo:
    """Read a name such as `Europe/Moscow`."""
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must be the name of a time zone, as Europe/Moscow") from None


def api_url(text: str) -> str:
    """Read the base URL of a platform's API; only a stand-in on loopback goes without TLS."""
    parts = _url(text, "http", "https")
    if parts.query or parts.fragment:
        raise ValueError("must have no query")
    if parts.scheme == "http" and not _is_loopback(parts.hostname or ""):
        raise ValueError("must be https (http is for loopback alone)")
    return text.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def database_url(text: str) -> SecretStr:
    """Read the URL of a PostgreSQL database, in the form that asyncpg takes."""
    _url(text, "postgresql", "postgres", "postgresql+asyncpg", host=False)
    return SecretStr("postgresql:" + text.partition(":")[2])


def smtp_url(text: str) -> SecretStr:
    """Read `smtp://` (with STARTTLS) or `smtps://`, with name and password if there are any."""
    _url(text, "smtp", "smtps")
    return SecretStr(text)


def certificates(text: str) -> Path:
    """Read the path of a PEM file with certificates."""
    path = folder(text)
    try:
        ssl.create_default_context(cafile=path)
    except (OSError, ValueError):  # what is no certificate is an OSError too
        raise ValueError("must be a file of certificates (PEM) that can be read") from None
    return path


def mail_address(text: str) -> str:
    """Read an address of mail, without a name beside it."""
    read = read_address(text)
    if read is None:
        raise ValueError("must be an address, as nardy@nardy.example")
    return read


def folder(text: str) -> Path:
    """Read a path; `~` is somebody's home."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError("begins with the home of nobody") from None


def settings(text: str) -> Settings:
    """Read the file of a path."""
    return load_settings(Path(text))


def _url(text: str, *schemes: str, host: bool = True) -> SplitResult:
    expected = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  reading it checks it
    except ValueError:
        raise ValueError(f"must be a URL, {expected}") from None
    if parts.scheme not in schemes or (host and not parts.hostname) or re.search(r"\s", text):
        raise ValueError(f"must be a URL, {expected}")
    return parts
