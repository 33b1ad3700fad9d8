"""Addresses of mail: which of them are written to, and when two of them are the same person.

Source: RFC 5321, sections 4.1.2 and 4.5.3.1. Quoted names, comments and names outside of ASCII
are legal there and in nobody's use; they are refused, as is whatever could break a header.
"""

import re

from platforms.identity import Identity, Kind, Platform

LONGEST = 254

_NAME = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LONGEST_NAME = 64
_DOMAIN = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])"
)


def read_address(text: str) -> str | None:
    """The one way in which we write this address; None for what is no address of ours.

    Letters of either case are the same, and a domain of other letters is written in ASCII.
    """
    name, _, domain = text.strip().lower().rpartition("@")
    try:
        domain = domain.encode("idna").decode()
    except UnicodeError:
        return None
    address = f"{name}@{domain}"
    if len(address) > LONGEST or len(name) > _LONGEST_NAME:
        return None
    if _NAME.fullmatch(name) is None or _DOMAIN.fullmatch(domain) is None:
        return None
    return address


def mail_identity(address: str) -> Identity:
    """Whoever reads the mail of this address, as `read_address` writes it."""
    return Identity(Platform.EMAIL, Kind.USER, address)
