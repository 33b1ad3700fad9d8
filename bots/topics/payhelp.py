"""«I paid and nothing came», asked in a chat: looked up at once, else a case for a human."""

from collections.abc import Mapping

from bots.buttons import Press
from bots.screens import Button, Screen, Show
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import people as say
from bots.words import playing
from server.purchases.help import Finding
from server.services import Services


class PayHelp:
    """The use of the platform's own record of payments."""

    def __init__(self, services: Services, platform: str) -> None:
        self._services = services
        self._platform = platform
        self.commands: Mapping[str, OnCommand] = {"paysupport": self._ask}
        self.presses: Mapping[str, OnPress] = {}

    async def _ask(self, visit: Visit, _rest: str) -> Answers:
        """Look into it; raises ``TooFast``, ``NotOnPlatform``."""
        found = await self._services.payments.help.asked_by(visit.account, self._platform)
        text = visit.say(say.PAYMENT_LOOKED_INTO, case=found.case or "")
        if found.finding is Finding.GIVEN_NOW:
            text = visit.say(say.PAYMENT_FOUND)
        menu = Button(visit.say(playing.MENU), str(Press("menu")))
        return (Show(Screen(text=text, rows=((menu,),), language=visit.language), anew=True),)
