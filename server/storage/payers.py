"""Who paid for a purchase, once he is forgotten: a digest that tells of a name whether it was his.

It is keyed by the purchase itself, so that no two purchases of one person are seen to be his. What
a platform repeats or pays back later is known by it, and another payer is still another.
"""

import hashlib
from typing import Final

from server.storage.purchases import FORGOTTEN, Purchase

FORGET_PAYERS: Final = f"""
UPDATE purchases SET payer = '{FORGOTTEN}'
    || encode(sha256(convert_to(concat_ws('/', id, platform, payer), 'UTF8')), 'hex')
WHERE account IN (SELECT id FROM persons) AND state <> 'charged'
    AND payer NOT LIKE '{FORGOTTEN}%'
"""  # noqa: S608 - a word of ours
"""Puts digests in the place of payers, as `is_payer` reads them; what is open keeps its payer."""


def named_payer(purchase: Purchase) -> str | None:
    """What the platform calls the payer; none where that was never known, or is forgotten."""
    return None if payer_is_forgotten(purchase) else purchase.payer


def payer_is_forgotten(purchase: Purchase) -> bool:
    """Whether its payer has been forgotten."""
    return (purchase.payer or "").startswith(FORGOTTEN)


def is_payer(purchase: Purchase, told: str) -> bool:
    """Whether a platform's name is the payer's; where none was kept its word is taken."""
    if not payer_is_forgotten(purchase):
        return purchase.payer in (None, told)
    known = "/".join((str(purchase.id), purchase.platform, told))
    return purchase.payer == FORGOTTEN + hashlib.sha256(known.encode()).hexdigest()
