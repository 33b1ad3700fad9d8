"""How strong somebody is, for tables that want players of like strength: the rating, if any."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from game.rating import FRESH
from game.rulesets import RuleName
from server.storage.ratings import Ratings


class RatedStrengths:
    """Reads the ratings that matches have earned, as far as everybody may know them."""

    async def rating(self, tx: AsyncConnection, account: UUID, rules: RuleName, /) -> int:
        """The rating by these rules, or that of a newcomer."""
        return round((await Ratings(tx).seen(account)).get(rules, FRESH).points)
