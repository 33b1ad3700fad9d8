"""A running match: commands in, commits out, clocks, absence, the end.

Any process may serve any match. What a process holds of one (``LiveMatch``) is a fold of
committed events and a list of listeners; it owns nothing and may be dropped at any time.
"""

from server.play.desk import Desk
from server.play.orders import (
    CommandIdTaken,
    MailboxFull,
    NotForSpectators,
    NotSeated,
    Order,
    PlayRefused,
    Recorded,
    Viewer,
)

__all__ = [
    "CommandIdTaken",
    "Desk",
    "MailboxFull",
    "NotForSpectators",
    "NotSeated",
    "Order",
    "PlayRefused",
    "Recorded",
    "Viewer",
]
