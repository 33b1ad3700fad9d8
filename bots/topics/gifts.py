"""What news announces and may be claimed: a button below the news, and what comes of it."""

from collections.abc import Mapping, Sequence

from bots.buttons import Press
from bots.screens import Button, Note, Rows, Screen, Show, Style
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import people as say
from bots.words import playing
from server.money.refusals import PromotionTaken
from server.people.newsroom import Piece
from server.services import Services


def claims(pieces: Sequence[Piece], language: str) -> Rows:
    """Buttons for what these pieces promise."""
    return tuple(
        (
            Button(
                say.CLAIM.say(language, title=piece.title),
                str(Press("gift", piece.promotion)),
                style=Style.GOOD,
            ),
        )
        for piece in pieces
        if piece.promotion is not None
    )


class Gifts:
    """The use of promotions."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.commands: Mapping[str, OnCommand] = {}
        self.presses: Mapping[str, OnPress] = {"gift": self._claim}

    async def _claim(self, visit: Visit, press: Press) -> Answers:
        """Take it; raises ``PromotionOver``, ``NotInAudience`` and what else `claim` raises."""
        if press.id is None:
            return (Note(visit.say(playing.STALE)),)
        try:
            await self._services.treasury.promoting.claim(visit.account, press.id)
        except PromotionTaken:
            if not visit.again:
                raise
        wallet = Button(visit.say(say.TO_WALLET), str(Press("purse")))
        screen = Screen(text=visit.say(say.CLAIMED), rows=((wallet,),), language=visit.language)
        return (Show(screen, anew=True),)
