"""The rules of play: shown at a word, and accepted where the house asks for that."""

from collections.abc import Mapping

from bots.buttons import Press
from bots.screens import Button, Note, Screen, Show, Style
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import playing
from bots.words import terms as say
from server.people.terms import TermsOfPlay, TermsState


class Terms:
    """What somebody agrees to who plays; `platform` is the door by which bots let people in."""

    def __init__(self, terms: TermsOfPlay, platform: str) -> None:
        self._terms = terms
        self._platform = platform
        self.commands: Mapping[str, OnCommand] = {"terms": self._show}
        self.presses: Mapping[str, OnPress] = {"accept": self._accept}

    async def needed(self, visit: Visit, *, pressed: bool) -> Answers:
        """Somebody wants what only those may who have accepted the rules."""
        if not visit.chat.is_group:
            return await self._show(visit, "")
        text = visit.say(say.IN_PRIVATE)
        if pressed:
            return (Note(text, alert=True),)
        return (Show(Screen(text=text, language=visit.language), anew=True),)

    async def _show(self, visit: Visit, _rest: str) -> Answers:
        state = await self._terms.state(visit.account)
        menu = Button(visit.say(playing.MENU), str(Press("menu")))
        rows: tuple[tuple[Button, ...], ...] = ((menu,),)
        if _is_wanting(state):
            accept = str(Press("accept", word=str(state.version)))
            rows = ((Button(visit.say(say.ACCEPT), accept, style=Style.GOOD),), (menu,))
        text = "\n".join(filter(None, (visit.say(say.TERMS), _standing(visit, state))))
        return (Show(Screen(text=text, rows=rows, language=visit.language), anew=True),)

    async def _accept(self, visit: Visit, press: Press) -> Answers:
        """Accept the version that was read; raises ``TermsChanged``."""
        if not press.word.isdecimal():
            return (Note(visit.say(playing.STALE)),)
        await self._terms.accept_by(visit.account, int(press.word), self._platform)
        return (Show(Screen(text=visit.say(say.THANKS), language=visit.language), anew=True),)


def _is_wanting(state: TermsState) -> bool:
    return (state.accepted or 0) < state.version


def _standing(visit: Visit, state: TermsState) -> str:
    """What is asked of somebody, or was; nothing where this house asks nobody."""
    if not state.version:
        return ""
    if _is_wanting(state):
        age = say.YEARS.say(visit.language, state.age)
        return visit.say(say.ACCEPT_THEM, version=state.version, age=age)
    return visit.say(say.ACCEPTED, version=state.accepted)
