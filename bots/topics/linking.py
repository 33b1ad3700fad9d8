"""Accounts of several platforms that become one person's: codes, agreeing, parting."""

from collections.abc import Mapping
from typing import Final

from bots.buttons import Press
from bots.screens import Button, Note, Rows, Screen, Show, Style
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import linking as say
from bots.words import playing
from server.accounts.merging import MergeShown, MergeSide
from server.services import Services

LINK: Final = "link_"
"""How the word of a link begins by which somebody comes with a code of another platform."""


class Linking:
    """The use of link codes."""

    def __init__(self, services: Services) -> None:
        self._accounts = services.accounts
        self.commands: Mapping[str, OnCommand] = {"link": self._link}
        self.presses: Mapping[str, OnPress] = {
            "merge": self._look,
            "agree": self._agree,
            "part": self._part,
        }

    async def typed(self, visit: Visit, code: str) -> Answers:
        """Show both sides of what a code offers; raises what `Linking.join` raises."""
        # Of a chat no address is known: whoever guesses is bounded as a person.
        address = f"chat:{visit.who.person}"
        shown = await self._accounts.linking.join(visit.account, code, address)
        return (Show(_offer(visit, shown), anew=True),)

    async def _link(self, visit: Visit, code: str) -> Answers:
        if code:
            return await self.typed(visit, code)
        given = await self._accounts.linking.give(visit.account)
        offers = await self._accounts.merging.offers(visit.account)
        rows = [
            (
                Button(
                    visit.say(say.PART, name=_name(visit, each.nick)), str(Press("part", each.id))
                ),
            )
            for each in await self._accounts.merging.done(visit.account)
        ]
        menu = Button(visit.say(playing.MENU), str(Press("menu")))
        screen = _screen(visit, visit.say(say.CODE, code=given.code), (*rows, (menu,)))
        return (
            Show(screen, anew=True),
            *(Show(_offer(visit, each), anew=True) for each in offers),
        )

    async def _look(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return (Note(visit.say(playing.STALE)),)
        shown = await self._accounts.merging.show(visit.account, press.id)
        return (Show(_offer(visit, shown), anew=True),)

    async def _agree(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return (Note(visit.say(playing.STALE)),)
        shown = await self._accounts.merging.confirm(visit.account, press.id)
        if shown.undo_until is None:
            return (Show(_screen(visit, visit.say(say.WAITING))),)
        joined = visit.say(say.JOINED, name=_name(visit, shown.outcome.nick))
        return (Show(_screen(visit, joined)),)

    async def _part(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return (Note(visit.say(playing.STALE)),)
        await self._accounts.merging.undo(visit.account, press.id)
        return (Show(_screen(visit, visit.say(say.PARTED))),)


def _offer(visit: Visit, shown: MergeShown) -> Screen:
    text = visit.say(
        say.OFFER,
        keeper=_side(visit, shown.keeper),
        other=_side(visit, shown.other),
        name=_name(visit, shown.outcome.nick),
        coins=shown.outcome.coins,
    )
    agree = Button(visit.say(say.AGREE), str(Press("agree", shown.offer)), style=Style.GOOD)
    return _screen(visit, text, ((agree,),))


def _side(visit: Visit, side: MergeSide) -> str:
    return visit.say(
        say.SIDE,
        name=_name(visit, side.account.nick),
        platforms=", ".join(side.platforms) or "—",
        coins=side.coins,
        matches=side.matches,
        friends=side.friends,
    )


def _name(visit: Visit, nick: str | None) -> str:
    return nick or visit.say(say.NAMELESS)


def _screen(visit: Visit, text: str, rows: Rows = ()) -> Screen:
    return Screen(text=text, rows=rows, language=visit.language)
