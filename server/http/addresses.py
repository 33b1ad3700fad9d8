"""Where a request comes from. A forwarded address is believed only from a proxy of ours."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import TypeAlias

from aiohttp import web

Network: TypeAlias = IPv4Network | IPv6Network

_FORWARDED = "X-Forwarded-For"


def client_address(request: web.BaseRequest, trusted: Sequence[Network]) -> str:
    """The address of whoever sent this request."""
    return nearest_stranger(request.remote or "", request.headers.getall(_FORWARDED, ()), trusted)


def nearest_stranger(remote: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """The first address, seen from us, that is not a proxy of ours.

    Each proxy appends whom it heard from, so the list is read from its end; what stands before
    the first stranger is the stranger's own invention.
    """
    nearest = remote
    hops = [hop.strip() for hop in ",".join(forwarded).split(",") if hop.strip()]
    while hops and _is_ours(nearest, trusted) and _is_address(hops[-1]):
        nearest = hops.pop()
    return nearest


def _is_ours(address: str, trusted: Sequence[Network]) -> bool:
    if not _is_address(address):
        return False
    parsed = ip_address(address)
    return any(parsed in network for network in trusted)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
