"""Where a request comes from. A forwarded address is believed only from a proxy of ours."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address

from aiohttp import web

_FORWARDED = "X-Forwarded-For"


def client_address(request: web.BaseRequest, trusted: Sequence[IPv4Network | IPv6Network]) -> str:
    """The address of the client: the nearest one that is not a proxy of ours.

    Each proxy appends whom it heard from, so the list is read from its end; what stands before
    the first stranger is the stranger's own invention.
    """
    nearest = request.remote or ""
    if not trusted or not _is_ours(nearest, trusted):
        return nearest
    listed = ",".join(request.headers.getall(_FORWARDED, ()))
    for hop in reversed([part.strip() for part in listed.split(",") if part.strip()]):
        if not _is_address(hop):
            return nearest
        nearest = hop
        if not _is_ours(hop, trusted):
            break
    return nearest


def _is_ours(address: str, trusted: Sequence[IPv4Network | IPv6Network]) -> bool:
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
