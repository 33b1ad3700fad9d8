"""The dialogue: whatever comes in from a chat is answered here, the same on every platform.

It signs people in, hands commands and presses to the topic that knows them, and puts every
refusal into words. It keeps nothing: all state is in the service's rows.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from bots import buttons
from bots.incoming import Incoming, Pressed, Said
from bots.play.typed import Typed, aloud
from bots.reading import read_order
from bots.reading.commands import START, lets_be, read_command
from bots.screens import Answer, Ask, Note, Screen, Show
from bots.topics.agreements import sentence
from bots.topics.finding import INVITATION, Finding
from bots.topics.joining import NICK, Joining
from bots.topics.linking import LINK, Linking
from bots.topics.people import REFERRAL, People
from bots.topics.prompts import LET_BE, cancel
from bots.topics.talking import SAY, SUPPORT, Talking
from bots.topics.terms import Terms
from bots.visits import Answers, OnCommand, OnPress, Topic, Visit
from bots.words import joining as say
from bots.words import playing
from game.refusals import CubeRefused, Refused, ResignationRefused
from server.accounts.nick import LONGEST, SHORTEST
from server.accounts.refusals import NickRefused, NickTaken
from server.chat.refusals import NothingSaid, TalkTooFast
from server.codes import Code
from server.dialogue.persons import Newcomer, Persons
from server.errors import Errors, WireError
from server.people.refusals import TermsNotAccepted
from server.wordings import WORDINGS

_COMMAND: Final = re.compile(r"/([a-z]{1,32})(?:@[A-Za-z0-9_]+)?(?:\s+(.*))?", re.DOTALL)
IN_GROUPS: Final = frozenset({"play", "help"})
"""What is done before many people; the rest is nobody else's business."""
PRESSED_IN_GROUPS: Final = frozenset(
    ("play", "cf", "cs", "cw", "offer", "gsit", "again", "noagain", "rec", "proof")
)
"""Beside what is pressed at a board."""
ANSWERS: Final = frozenset((LET_BE, NICK))
"""Presses that answer a question: by their labels they do so while it is asked, and no longer."""
TRIED_AGAIN: Final = (NickRefused, NickTaken, NothingSaid, TalkTooFast)
"""What other words, or the same a moment later, may mend; after all else nothing is asked."""
_REASONED: Final = (CubeRefused, ResignationRefused)
NOTE_LENGTH: Final = 190
TEXT_LENGTH: Final = 1000
"""Of what somebody writes, no more is looked at."""


class Parts(NamedTuple):
    """The topics, gathered by the wiring; `more` have nothing but commands and presses."""

    joining: Joining
    finding: Finding
    talking: Talking
    people: People
    linking: Linking
    terms: Terms
    typed: Typed
    more: Sequence[Topic]


class Dialogue:
    """Answers what comes in. `platform` is whose persons these are."""

    def __init__(self, platform: str, persons: Persons, errors: Errors, parts: Parts) -> None:
        self._platform = platform
        self._persons = persons
        self._errors = errors
        self._parts = parts
        topics: tuple[Topic, ...] = (
            parts.joining,
            parts.finding,
            parts.talking,
            parts.people,
            parts.linking,
            parts.terms,
            *parts.more,
        )
        self._commands: Mapping[str, OnCommand] = {
            name: each for topic in topics for name, each in topic.commands.items()
        }
        self._presses: Mapping[str, OnPress] = {
            verb: each for topic in topics for verb, each in topic.presses.items()
        }
        self._before_many = PRESSED_IN_GROUPS | parts.typed.pressed

    async def said(self, said: Said) -> Answers:
        """Answer a text."""
        # No database keeps a NUL, and nobody means one.
        said = msgspec.structs.replace(said, text=said.text.replace("\0", " "))
        command = _COMMAND.fullmatch(said.text.strip()[:TEXT_LENGTH])
        if command is not None and command.group(1) == START:
            return await self._start(said, (command.group(2) or "").strip())
        visit, hello = await self._visit(said)
        try:
            if command is not None:
                answers = await self._commanded(visit, command.group(1), command.group(2) or "")
            elif hello and _greets(said.text):
                answers = ()
            else:
                answers = await self._text(visit, said.text[:TEXT_LENGTH], said.data)
        except Exception as error:  # noqa: BLE001 - whatever it was, people get an answer
            answers = await self._refused(visit, error, pressed=False)
        return _asking(visit, (*hello, *answers))

    async def pressed(self, pressed: Pressed) -> Answers:
        """Answer a press."""
        visit, hello = await self._visit(pressed)
        return _asking(visit, (*hello, *await self._press(visit, buttons.read(pressed.data))))

    async def _press(self, visit: Visit, press: buttons.Press | None) -> Answers:
        handler = None if press is None else self._presses.get(press.verb)
        if press is None or handler is None:
            return (Note(visit.say(playing.STALE)),)
        if visit.chat.is_group and press.verb not in self._before_many:
            return (Note(visit.say(say.IN_PRIVATE), alert=True),)
        try:
            return await handler(visit, press)
        except Exception as error:  # noqa: BLE001 - the same
            return await self._refused(visit, error, pressed=True)

    async def slowed(self, incoming: Incoming) -> Answers:
        """Tell somebody that he is listened to more slowly; in a group nobody need read that."""
        who = await self._persons.known(incoming.by.id)
        if who is None or incoming.chat.is_group:
            return ()
        screen = Screen(text=say.SLOWLY.say(who.language), language=who.language)
        return (Show(screen, anew=True),)

    async def _start(self, said: Said, word: str) -> Answers:
        entered = await self._persons.enter(self._newcomer(said))
        visit = Visit(entered.who, said.chat, said.once, said.again)
        if said.chat.is_group:
            return (self._parts.joining.in_private(visit),)
        hello = await self._parts.joining.welcome(visit, entered.nick, entered.proposal)
        try:
            answers = (*hello, *await self._followed(visit, word))
        except Exception as error:  # noqa: BLE001 - the same
            answers = (*await self._refused(visit, error, pressed=False), *hello)
        return _asking(visit, answers)

    async def _followed(self, visit: Visit, word: str) -> Answers:
        """Do what the link asked for by which somebody came."""
        if word.startswith(INVITATION):
            return await self._parts.finding.invited(visit, word.removeprefix(INVITATION))
        if word.startswith(LINK):
            return await self._parts.linking.typed(visit, word.removeprefix(LINK))
        if word.startswith(REFERRAL):
            return await self._parts.people.referred(visit, word.removeprefix(REFERRAL))
        return ()

    async def _commanded(self, visit: Visit, name: str, rest: str) -> Answers:
        handler = self._commands.get(name)
        if handler is None:
            if visit.chat.is_group:
                return ()
            return await self._commands["help"](visit, "")
        if visit.chat.is_group and name not in IN_GROUPS:
            return (self._parts.joining.in_private(visit),)
        return await handler(visit, rest.strip())

    async def _text(self, visit: Visit, text: str, data: str) -> Answers:
        asked = None if visit.chat.is_group else visit.who.asked
        press = buttons.read(data)
        if asked is None:
            return await self._worded(visit, text, press)
        if lets_be(text) or (press is not None and press.verb in ANSWERS):
            return aloud(visit, await self._press(visit, press or buttons.Press(LET_BE)))
        try:
            return await self._heard(visit, asked, text)
        except TRIED_AGAIN as error:
            (refused,) = self._refusal(visit, error, pressed=False)
            return (_with_cancel(visit, refused), Ask(asked))

    async def _worded(self, visit: Visit, text: str, press: buttons.Press | None) -> Answers:
        """Do what words of nobody's asking say: a command, a button by its label, a play."""
        command = None if visit.chat.is_group else read_command(text)
        if command is not None and not await self._parts.typed.wants_phrase(visit):
            return await self._commanded(visit, command.name, command.rest)
        if press is not None and press.verb not in ANSWERS and read_order(text) is None:
            return aloud(visit, await self._press(visit, press))
        return await self._parts.typed.said(visit, text)

    async def _heard(self, visit: Visit, asked: str, text: str) -> Answers:
        """Take the words that somebody was asked for."""
        if asked == NICK:
            return await self._parts.joining.named(visit, text)
        if asked.startswith((SAY, SUPPORT)):
            return await self._parts.talking.heard(visit, asked, text)
        return await self._parts.people.heard(visit, asked, text)

    async def _visit(self, incoming: Incoming) -> tuple[Visit, Answers]:
        """Who it is; whoever presses or types without /start is let in all the same, and asked
        for his nick where nobody else reads it.
        """
        who, hello = await self._persons.known(incoming.by.id), None
        if who is None or who.away or incoming.again:
            entered = await self._persons.enter(self._newcomer(incoming))
            who, hello = entered.who, entered.proposal
        visit = Visit(who, incoming.chat, incoming.once, incoming.again)
        if hello is None or incoming.chat.is_group:
            return visit, ()
        greeted = msgspec.structs.replace(visit, greeted=True)
        return greeted, await self._parts.joining.ask_nick(visit, hello)

    def _newcomer(self, incoming: Incoming) -> Newcomer:
        by = incoming.by
        return Newcomer(self._platform, by.id, by.name, by.language)

    async def _refused(self, visit: Visit, error: Exception, *, pressed: bool) -> Answers:
        """What somebody is told whom the service refuses something; what he may do about it."""
        if isinstance(error, TermsNotAccepted):
            return await self._parts.terms.needed(visit, pressed=pressed)
        return self._refusal(visit, error, pressed=pressed)

    def _refusal(self, visit: Visit, error: Exception, *, pressed: bool) -> Answers:
        rendered = self._errors.render(error, visit.language)
        if rendered.code is Code.UNAVAILABLE:
            raise error
        text = _told(error, rendered, visit.language)
        if rendered.code is Code.INTERNAL and rendered.details is not None:
            text = visit.say(say.FAULT, id=rendered.details.id)
        if isinstance(error, NickRefused):
            text = visit.say(say.NICK_FAULTS[error.fault], shortest=SHORTEST, longest=LONGEST)
        if pressed and rendered.code is Code.WRONG_TURN:
            text = visit.say(playing.STALE)
        if pressed:
            return (Note(text[:NOTE_LENGTH], alert=True),)
        return (Show(Screen(text=text, language=visit.language), anew=True),)


def _told(error: Exception, rendered: WireError, language: str) -> str:
    """A refusal for people: the reason, where the rules give one; no word of seats and turns."""
    if isinstance(error, _REASONED):
        return f"{sentence(rendered.message).rstrip('.')}."
    if isinstance(error, Refused):
        return WORDINGS[rendered.code].in_language(language)
    return rendered.message


def _asking(visit: Visit, answers: Answers) -> Answers:
    """The answers, and as one of them what his next words are for, where that changes.

    Whatever somebody does ends what he was asked, but a question asked then. In a group nobody is
    asked for words, and what he was asked elsewhere stands.
    """
    shown = tuple(each for each in answers if not isinstance(each, Ask))
    if visit.chat.is_group:
        return shown
    asked = next((each for each in reversed(answers) if isinstance(each, Ask)), Ask())
    return shown if asked.what == visit.who.asked else (*shown, asked)


def _greets(text: str) -> bool:
    """Whether somebody says hello and no more: a newcomer is greeted once."""
    command = read_command(text)
    return command is not None and command.name == START


def _with_cancel(visit: Visit, answer: Answer) -> Answer:
    """What was wrong with his words, and a button to write none."""
    if not isinstance(answer, Show):
        return answer
    screen = msgspec.structs.replace(answer.screen, rows=((cancel(visit),),))
    return msgspec.structs.replace(answer, screen=screen)
