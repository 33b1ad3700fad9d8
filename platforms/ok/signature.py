"""The signature that OK puts on everything: MD5 over pairs without separators, and a key.

Without separators the text between two keys can be cut anew, which is why those who verify
also look at the shape of what they were given. Source: apiok.ru, dev/app and dev/methods.
"""

import hashlib
from collections.abc import Iterable, Mapping


def signature(fields: Mapping[str, str], secret: str, left_out: Iterable[str] = ("sig",)) -> str:
    """The hash over all fields but those left out, by key, values decoded; lower-case hex."""
    outside = frozenset(left_out)
    signed = (f"{key}={fields[key]}" for key in sorted(fields) if key not in outside)
    return md5("".join(signed) + secret)


def md5(text: str) -> str:
    """Lower-case hex of the MD5 of a text; the platform gives no choice of hash."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
