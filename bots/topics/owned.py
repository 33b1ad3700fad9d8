"""Menus in groups are of those who asked for them: nobody else chooses in them."""

from uuid import UUID

from bots.buttons import Press
from bots.screens import Note
from bots.visits import Answers, OnPress, Visit
from bots.words import finding as say


def owner(visit: Visit) -> UUID | None:
    """Whom the buttons of a menu name: nobody where one is alone with the bot."""
    return visit.account if visit.chat.is_group else None


def owned(handler: OnPress) -> OnPress:
    """Handle such a press, unless it is somebody else's to press."""

    async def guarded(visit: Visit, press: Press) -> Answers:
        if press.id != owner(visit):
            return (Note(visit.say(say.NOT_YOUR_MENU), alert=True),)
        return await handler(visit, press)

    return guarded
