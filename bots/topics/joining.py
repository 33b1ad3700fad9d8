"""At the door: /start, the nick, the menu, help, settings."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from bots.buttons import Press
from bots.screens import Button, Note, Screen, Show
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import joining as say
from bots.words import playing
from server.dialogue.persons import Persons
from server.people.wants import Wish
from server.services import Services

NICK: Final = "nick"
"""What his next words are for, where somebody is asked for a nick."""


class Joining:
    """The use of the bot itself. `public_url` is where the terms stand."""

    def __init__(self, services: Services, persons: Persons, public_url: str) -> None:
        self._services = services
        self._persons = persons
        self._url = public_url
        self.commands: Mapping[str, OnCommand] = {
            "menu": self._menu,
            "help": self._help,
            "settings": self._settings,
            "terms": self._terms,
        }
        self.presses: Mapping[str, OnPress] = {
            "menu": self._to_menu,
            "nick": self._take_nick,
            "rename": self._rename,
            "set": self._set,
        }

    async def welcome(self, visit: Visit, nick: str | None, proposal: str | None) -> Answers:
        """Greet whoever says /start: a newcomer is asked for his nick, the others get the menu."""
        if nick is None and proposal is not None:
            return await self._ask_nick(visit, proposal)
        hello = visit.say(say.WELCOME_BACK, nick=nick or "") if nick else visit.say(say.WELCOME)
        return (Show(menu(visit, hello), anew=True),)

    async def named(self, visit: Visit, text: str) -> Answers:
        """Somebody typed the nick that he was asked for; raises ``NickDenied``."""
        account = await self._services.social.naming.choose(visit.account, text)
        await self._persons.change(visit.who.person, asked=None)
        hello = visit.say(say.NICK_IS, nick=account.nick or text)
        return (Show(menu(visit, hello), anew=True),)

    async def _ask_nick(self, visit: Visit, proposal: str) -> Answers:
        await self._persons.change(visit.who.person, asked=NICK)
        take = Button(visit.say(say.TAKE_NICK, nick=proposal), str(Press("nick")))
        text = f"{visit.say(say.WELCOME)}\n\n{visit.say(say.ASK_NICK)}"
        return (Show(Screen(text=text, rows=((take,),), language=visit.language), anew=True),)

    async def _take_nick(self, visit: Visit, _press: Press) -> Answers:
        state = await self._services.social.naming.state(visit.account, visit.language)
        if state.proposal is not None:
            return await self.named(visit, state.proposal)
        return (Show(menu(visit)),)

    async def _rename(self, visit: Visit, _press: Press) -> Answers:
        await self._persons.change(visit.who.person, asked=NICK)
        return (Show(Screen(text=visit.say(say.TYPE_NICK), language=visit.language)),)

    async def _menu(self, visit: Visit, _rest: str) -> Answers:
        return (Show(menu(visit), anew=True),)

    async def _to_menu(self, visit: Visit, _press: Press) -> Answers:
        return (Show(menu(visit), anew=True),)

    async def _help(self, visit: Visit, _rest: str) -> Answers:
        return (Show(_back_to_menu(visit, visit.say(say.HELP)), anew=True),)

    async def _terms(self, visit: Visit, _rest: str) -> Answers:
        return (Show(_back_to_menu(visit, visit.say(say.TERMS, url=self._url)), anew=True),)

    async def _settings(self, visit: Visit, _rest: str) -> Answers:
        return (Show(await self._settings_screen(visit), anew=True),)

    async def _set(self, visit: Visit, press: Press) -> Answers:
        """Turn one setting over; the screen shows them all as they are then."""
        person, who = visit.who.person, visit.who
        match press.word:
            case "language":
                await self._persons.change(person, language="en" if who.language == "ru" else "ru")
            case "plain":
                await self._persons.change(person, plain=not who.plain)
            case "phrases":
                await self._persons.change(person, phrases=not who.phrases)
            case "talk" | "reminders":
                await self._wish(visit.account, press.word)
            case "show":
                pass
            case _:
                return (Note(visit.say(playing.STALE)),)
        changed = await self._persons.known(person)
        seen = visit if changed is None else Visit(changed, visit.chat, visit.once)
        return (Show(await self._settings_screen(seen)),)

    async def _wish(self, account: UUID, which: str) -> None:
        wants = self._services.social.wants
        now = await wants.of(account)
        if which == "talk":
            await wants.change(account, Wish(table_chat=not now.table_chat))
        else:
            await wants.change(account, Wish(reminders=not now.reminders))

    async def _settings_screen(self, visit: Visit) -> Screen:
        who, wants = visit.who, await self._services.social.wants.of(visit.account)
        labels = {
            "language": say.LANGUAGE,
            "plain": say.PLAIN if who.plain else say.PICTURES,
            "phrases": say.PHRASES_ON if who.phrases else say.PHRASES_OFF,
            "talk": say.TALK_ON if wants.table_chat else say.TALK_OFF,
            "reminders": say.REMINDERS_ON if wants.reminders else say.REMINDERS_OFF,
        }
        rows = [
            (Button(visit.say(label), str(Press("set", word=word))),)
            for word, label in labels.items()
        ]
        rows.append((Button(visit.say(say.NICK), str(Press("rename"))),))
        rows.append((_menu_button(visit),))
        text = visit.say(say.SETTINGS)
        return Screen(text=text, rows=tuple(rows), language=visit.language)


def menu(visit: Visit, hello: str = "") -> Screen:
    """The first screen."""
    words = say.COMMANDS
    rows = (
        (Button(visit.say(words["play"]), str(Press("play"))),),
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
    )
    text = "\n\n".join(filter(None, (hello, visit.say(say.MENU))))
    return Screen(text=text, rows=rows, language=visit.language)


def _menu_button(visit: Visit) -> Button:
    return Button(visit.say(playing.MENU), str(Press("menu")))


def _back_to_menu(visit: Visit, text: str) -> Screen:
    return Screen(text=text, rows=((_menu_button(visit),),), language=visit.language)
