"""At the door: /start, the nick, the menu, help, settings."""

import hashlib
from collections.abc import Mapping
from typing import Final

from bots.buttons import Press
from bots.fronts import Links
from bots.reading.commands import START
from bots.screens import Button, Note, Screen, Show
from bots.topics.prompts import LET_BE, prompt
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.wording import LANGUAGES, Text
from bots.words import joining as say
from bots.words import playing
from server.accounts.refusals import NickRefused, NickTaken
from server.dialogue.cases import BotCases
from server.people.wants import Wish
from server.services import Services

NICK: Final = "nick"
"""What his next words are for, where somebody is asked for a nick."""
YES: Final = "1"
NO: Final = "0"
"""What the button of a setting asks for."""


class Joining:
    """The use of the bot itself."""

    def __init__(self, services: Services, cases: BotCases, links: Links) -> None:
        self._services = services
        self._links = links
        self._persons = cases.persons
        self._newsletter = cases.newsletter
        self.commands: Mapping[str, OnCommand] = {
            START: self._greet,
            "menu": self._menu,
            "help": self._help,
            "settings": self._settings,
        }
        self.presses: Mapping[str, OnPress] = {
            "menu": self._to_menu,
            "help": self._help,
            LET_BE: self._let_be,
            "nick": self._take_nick,
            "rename": self._rename,
            "set": self._set,
        }

    def in_private(self, visit: Visit) -> Show:
        """What is nobody else's business in a group: the way to a chat with the bot alone."""
        return self._to_chat(visit, say.IN_PRIVATE)

    def _to_chat(self, visit: Visit, words: Text) -> Show:
        to_chat = Button(visit.say(say.TO_CHAT), url=self._links.link(START))
        rows = ((to_chat,),)
        return Show(Screen(text=visit.say(words), rows=rows, language=visit.language), anew=True)

    async def welcome(self, visit: Visit, nick: str | None, proposal: str | None) -> Answers:
        """Greet whoever says /start: a newcomer is asked for his nick, the others get the menu."""
        if nick is None and proposal is not None:
            return await self.ask_nick(visit, proposal)
        hello = visit.say(say.WELCOME_BACK, nick=nick or "") if nick else visit.say(say.WELCOME)
        return (Show(menu(visit, hello), anew=True),)

    async def named(self, visit: Visit, text: str) -> Answers:
        """Somebody typed the nick that he was asked for; raises ``NickDenied``."""
        account = await self._services.social.naming.choose(visit.account, text)
        hello = visit.say(say.NICK_IS, nick=account.nick or text)
        return (Show(menu(visit, hello), anew=True),)

    async def ask_nick(self, visit: Visit, proposal: str, why: str = "") -> Answers:
        """Greet somebody new, or say `why` he is asked again, and ask what to call him."""
        await self._persons.change(visit.who.person, proposed=proposal)
        take = Button(
            visit.say(say.TAKE_NICK, nick=proposal), str(Press("nick", word=_mark(proposal)))
        )
        text = f"{why or visit.say(say.WELCOME)}\n\n{visit.say(say.ASK_NICK)}"
        return prompt(visit, text, NICK, take)

    async def _take_nick(self, visit: Visit, press: Press) -> Answers:
        """Somebody takes the nick that the button shows, that one and no other."""
        state = await self._services.social.naming.state(visit.account, visit.language)
        shown = visit.who.proposed
        if state.nick is not None or state.proposal is None:
            hello = visit.say(say.NICK_IS, nick=state.nick) if state.nick else ""
            return (Show(menu(visit, hello), anew=True),)
        if shown is None or press.word != _mark(shown):
            return await self.ask_nick(visit, state.proposal, visit.say(playing.STALE))
        try:
            return await self.named(visit, shown)
        except (NickTaken, NickRefused):
            taken = visit.say(say.NICK_GONE, nick=shown)
            return await self.ask_nick(visit, state.proposal, taken)

    async def _rename(self, visit: Visit, _press: Press) -> Answers:
        state = await self._services.social.naming.state(visit.account, visit.language)
        if state.nick is None and state.proposal is not None:
            return await self.ask_nick(visit, state.proposal)
        if not state.changes_left:
            settled = visit.say(say.NICK_SETTLED, nick=state.nick)
            return (Show(_back_to_menu(visit, settled)),)
        times = say.TIMES.say(visit.language, state.changes_left)
        return prompt(visit, visit.say(say.TYPE_NICK, times=times), NICK)

    async def _let_be(self, visit: Visit, _press: Press) -> Answers:
        """He need not say what he was asked for."""
        return (Show(menu(visit, visit.say(say.LET_BE))),)

    async def _greet(self, visit: Visit, _rest: str) -> Answers:
        """Somebody who is known says hello."""
        return (Show(menu(visit, visit.say(say.WELCOME)), anew=True),)

    async def _menu(self, visit: Visit, _rest: str) -> Answers:
        return (Show(menu(visit), anew=True),)

    async def _to_menu(self, visit: Visit, _press: Press) -> Answers:
        return (Show(menu(visit), anew=True),)

    async def _help(self, visit: Visit, _asked: str | Press) -> Answers:
        if visit.chat.is_group:
            return (self._to_chat(visit, say.HELP_IN_GROUP),)
        return (Show(_back_to_menu(visit, visit.say(say.HELP)), anew=True),)

    async def _settings(self, visit: Visit, _rest: str) -> Answers:
        return (Show(await self._settings_screen(visit), anew=True),)

    async def _set(self, visit: Visit, press: Press) -> Answers:
        """Change one setting; the screen shows them all as they are then.

        A button says what is to be, so a press that is handled twice changes no more than one.
        """
        which, _, value = press.word.partition(".")
        if which != "show" and not await self._wished(visit, which, value):
            return (Note(visit.say(playing.STALE)),)
        changed = await self._persons.known(visit.who.person)
        seen = visit if changed is None else Visit(changed, visit.chat, visit.once)
        return (Show(await self._settings_screen(seen)),)

    async def _wished(self, visit: Visit, which: str, value: str) -> bool:
        """Change a setting; whether there is such a one."""
        person, wants = visit.who.person, self._services.social.wants
        wanted = value == YES
        match which:
            case "language" if value in LANGUAGES:
                await self._persons.change(person, language=value)
            case "plain" | "phrases" if value in (YES, NO):
                await self._persons.change(person, **{which: wanted})
            case "news" if value in (YES, NO):
                await self._newsletter.subscribe(visit.who, wanted=wanted)
            case "talk" if value in (YES, NO):
                await wants.change(visit.account, Wish(table_chat=wanted))
            case "reminders" if value in (YES, NO):
                await wants.change(visit.account, Wish(reminders=wanted))
            case _:
                return False
        return True

    async def _settings_screen(self, visit: Visit) -> Screen:
        who, wants = visit.who, await self._services.social.wants.of(visit.account)
        turned = {
            "plain": (who.plain, say.PLAIN, say.PICTURES),
            "phrases": (who.phrases, say.PHRASES_ON, say.PHRASES_OFF),
            "talk": (wants.table_chat, say.TALK_ON, say.TALK_OFF),
            "reminders": (wants.reminders, say.REMINDERS_ON, say.REMINDERS_OFF),
            "news": (who.news, say.NEWS_ON, say.NEWS_OFF),
        }
        other = "en" if who.language == "ru" else "ru"
        rows = [
            (_setting(visit, say.LANGUAGE, f"language.{other}"),),
            *(
                (_setting(visit, on if is_on else off, f"{name}.{NO if is_on else YES}"),)
                for name, (is_on, on, off) in turned.items()
            ),
            (Button(visit.say(say.NICK), str(Press("rename"))),),
            (_menu_button(visit),),
        ]
        text = visit.say(say.SETTINGS)
        return Screen(text=text, rows=tuple(rows), language=visit.language)


def _mark(nick: str) -> str:
    """By which a button names a nick: one may be longer than what a button carries."""
    return hashlib.sha256(nick.encode()).hexdigest()[:16]


def _setting(visit: Visit, label: Text, word: str) -> Button:
    return Button(visit.say(label), str(Press("set", word=word)))


def menu(visit: Visit, hello: str = "") -> Screen:
    """The first screen."""
    words = say.COMMANDS
    rows = (
        (
            Button(visit.say(words["play"]), str(Press("play"))),
            Button(visit.say(words["tournaments"]), str(Press("cups"))),
        ),
        (
            Button(visit.say(words["matches"]), str(Press("matches"))),
            Button(visit.say(words["profile"]), str(Press("me"))),
        ),
        (
            Button(visit.say(words["wallet"]), str(Press("purse"))),
            Button(visit.say(words["bonus"]), str(Press("bonus"))),
            Button(visit.say(words["vip"]), str(Press("shop"))),
        ),
        (
            Button(visit.say(words["top"]), str(Press("top"))),
            Button(visit.say(words["friends"]), str(Press("friends"))),
            Button(visit.say(words["settings"]), str(Press("set", word="show"))),
        ),
        (Button(visit.say(words["help"]), str(Press("help"))),),
    )
    text = "\n\n".join(filter(None, (hello, visit.say(say.MENU))))
    return Screen(text=text, rows=rows, language=visit.language)


def _menu_button(visit: Visit) -> Button:
    return Button(visit.say(playing.MENU), str(Press("menu")))


def _back_to_menu(visit: Visit, text: str) -> Screen:
    return Screen(text=text, rows=((_menu_button(visit),),), language=visit.language)
