"""What people are told of their money, in the topic `inbox` of each."""

from typing import Final
from uuid import UUID

import msgspec

from game.vocabulary import snake
from server.storage.feeds import Feed, Post
from server.storage.ids import Millis

INBOX: Final = "inbox"


class MoneyTold(msgspec.Struct, frozen=True, tag_field="kind", tag=snake):
    """The base of what is told; not one itself."""


class VipEnds(MoneyTold, frozen=True):
    """Your VIP ends at ``until``."""

    until: Millis


class GiftCame(MoneyTold, frozen=True):
    """``giver`` has given you an article of the shop, or days of VIP."""

    giver: UUID
    article: str


def to(account: UUID, told: MoneyTold) -> Post:
    """The post that tells this person."""
    return Post(Feed.of(INBOX, account), msgspec.json.encode(told))
