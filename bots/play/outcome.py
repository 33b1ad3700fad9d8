"""What a match has brought its player, when it is over: coins and rating."""

from uuid import UUID

from bots.play.scene import Scene
from bots.words import playing as say
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
            lines.append(say.GAINED.say(language, coins=say.COINS.say(language, coins)))
        if state.conventions.rated:
            profile = await self._services.social.profiles.of(board.account, board.account)
            lines += (
                say.RATING.say(language, rating=round(strength.rating))
                for strength in profile.strengths
                if strength.rules is state.conventions.rules and strength.rating is not None
            )
        return tuple(lines)

    async def _coins(self, account: UUID, match: UUID) -> int:
        """What came in for a match less what was put aside for it."""
        return await self._services.treasury.purses.brought(account, match)
