"""What a match has brought its player, when it is over: coins and rating."""

from uuid import UUID

from bots.play.scene import Scene
from bots.words import playing as say
from game.rulesets import RuleName
from server.dialogue.boards import ChatBoard
from server.services import Services


class Outcomes:
    """Asks the purse and the ladder."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def lines(self, board: ChatBoard, scene: Scene) -> tuple[str, ...]:
        """What is said of a match that is over; of the seat whose board it is."""
        language, state = board.language, scene.state
        mine, theirs = state.points_of(scene.side), state.points_of(scene.side.other)
        lines = [say.SCORE.say(language, mine=mine, theirs=theirs)]
        if board.grouped:
            return tuple(lines)
        if state.conventions.stake:
            coins = await self._coins(board.account, board.match)
            sign = "+" if coins > 0 else ""
            words = say.COINS.say(language, coins)
            lines.append(say.GAINED.say(language, coins=f"{sign}{words}"))
        if state.conventions.rated:
            lines += await self._ratings(board, state.conventions.rules)
        return tuple(lines)

    async def _ratings(self, board: ChatBoard, rules: RuleName) -> list[str]:
        """How strong he is now, and what this match has changed; nothing before it is reckoned."""
        profile = await self._services.social.profiles.of(board.account, board.account)
        rating = next((each.rating for each in profile.strengths if each.rules is rules), None)
        if rating is None:
            return []
        gained = next((each.gained for each in profile.recent if each.id == board.match), None)
        if gained is None:
            return [say.RATING.say(board.language, rating=round(rating))]
        words = {"rating": round(rating), "gained": round(gained)}
        return [say.RATING_CHANGED.say(board.language, **words)]

    async def _coins(self, account: UUID, match: UUID) -> int:
        """What came in for a match less what was put aside for it."""
        return await self._services.treasury.purses.brought(account, match)
