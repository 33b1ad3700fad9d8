"""A promotion as a piece of news: from its start to its end, in both languages."""

from collections.abc import Mapping
from typing import Final

from server.storage.ids import Ids, Millis
from server.storage.news import News, Text
from server.storage.promotions import Bonus, Promotion

_EN: Final[Mapping[Bonus, str]] = {
    Bonus.COINS: "Coins for you: {amount}.",
    Bonus.POINTS: "Points for you: {amount}.",
    Bonus.VIP_DAYS: "Days of VIP for you: {amount}.",
}
_RU: Final[Mapping[Bonus, str]] = {
    Bonus.COINS: "Монет в подарок: {amount}.",
    Bonus.POINTS: "Баллов в подарок: {amount}.",
    Bonus.VIP_DAYS: "Дней VIP в подарок: {amount}.",
}


def announcement(promotion: Promotion, now: Millis) -> News:
    """The piece; it counts as published when the promotion starts, for news is seen in order."""
    at = max(now, promotion.starts)
    amount = promotion.amount
    return News(
        id=Ids().new(at),
        at=at,
        until=promotion.ends,
        texts={
            "en": Text(promotion.en, _EN[promotion.bonus].format(amount=amount)),
            "ru": Text(promotion.ru, _RU[promotion.bonus].format(amount=amount)),
        },
        promotion=promotion.id,
    )
