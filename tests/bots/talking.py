"""The dialogue without a platform: what comes in from people, and what they are answered."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from bots.buttons import Press
from bots.fronts import Front
from bots.incoming import Chat, Pressed, Said, Speaker
from bots.running.answering import Answering
from bots.screens import Button, Note, Screen, Show
from bots.topics.purse import Goods
from bots.visits import Answers
from bots.wiring import House, dialogue_of
from server.services import Services

GROUP = Chat(-100_500, is_group=True)


class Silent:
    """A front end of which only the name and the links are asked."""

    name = "telegram"

    def link(self, start: str) -> str:
        return f"https://t.me/nardy_bot?start={start}"


@dataclass
class Answered:
    """What one update was answered, as people see it."""

    answers: Answers
    incoming: Said | Pressed

    @property
    def screens(self) -> list[Screen]:
        return [each.screen for each in self.answers if isinstance(each, Show)]

    @property
    def text(self) -> str:
        """All that was said, notes over the chat as well."""
        notes = [each.text for each in self.answers if isinstance(each, Note)]
        return "\n---\n".join([screen.text for screen in self.screens] + notes)

    @property
    def buttons(self) -> list[Button]:
        return [button for screen in self.screens for row in screen.rows for button in row]

    def button(self, label: str) -> str:
        """What the first button carries whose label has this in it."""
        return next(each.data for each in self.buttons if label in each.label)


@dataclass
class Chats:
    """People who talk with the bot of a service."""

    services: Services
    names: dict[int, str] = field(default_factory=dict)
    """What the platform calls people."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _waits: int | None = None
    """The update whose answer nobody has said to have come."""

    def __post_init__(self) -> None:
        self.cases = self.services.dialogues.of("telegram")
        house = House(platform="telegram", public_url="https://nardy.test", goods=Goods({}, {}))
        front = cast("Front", Silent())
        self.dialogue = dialogue_of(front, self.services, self.cases, house)

    async def says(self, person: int, text: str, chat: Chat | None = None) -> Answered:
        """Somebody writes, and is answered."""
        return await self.comes(self.said(person, text, chat))

    async def presses(self, person: int, data: str | Press, chat: Chat | None = None) -> Answered:
        """Somebody presses, and is answered."""
        return await self.comes(self.pressed(person, data, chat))

    def pressed(self, person: int, data: str | Press, chat: Chat | None = None) -> Pressed:
        """What comes in when somebody presses."""
        return Pressed(
            once=f"telegram:{next(self._numbers)}",
            chat=chat or Chat(person),
            by=Speaker(person, self.names.get(person), "ru"),
            data=str(data),
            message=1,
            press="p",
        )

    def said(self, person: int, text: str, chat: Chat | None = None) -> Said:
        """What comes in when somebody writes."""
        number = next(self._numbers)
        by, where = Speaker(person, self.names.get(person), "ru"), chat or Chat(person)
        return Said(once=f"telegram:{number}", chat=where, by=by, text=text)

    async def comes(self, incoming: Said | Pressed) -> Answered:
        """The first try of an update."""
        await self._keep(incoming)
        return await self._tried(incoming)

    async def tried_again(self, answered: Answered) -> Answered:
        """Another try of an update whose answer did not get through."""
        await self.cases.updates.put_off(_number(answered.incoming), 0)
        return await self._tried(answered.incoming)

    async def dies_after(self, incoming: Said | Pressed) -> Answered:
        """A process does what an update asks for and dies; another one takes it up."""
        await self._keep(incoming)
        await self.cases.updates.claim(1)
        if isinstance(incoming, Said):
            await self.dialogue.said(incoming)
        else:
            await self.dialogue.pressed(incoming)
        await self.cases.updates.put_off(_number(incoming), 0)
        return await self._tried(incoming)

    async def asked(self, person: int) -> str | None:
        """What somebody's next words are for."""
        who = await self.cases.persons.known(person)
        assert who is not None
        return who.asked

    async def enters(self, person: int, nick: str) -> None:
        """Somebody comes, and is called so."""
        await self.says(person, "/start")
        await self.says(person, nick)

    async def _keep(self, incoming: Said | Pressed) -> None:
        if self._waits is not None:
            await self.cases.updates.done(self._waits)
        self._waits = _number(incoming)
        await self.cases.updates.keep(self._waits, incoming.chat.id, b"{}")

    async def _tried(self, incoming: Said | Pressed) -> Answered:
        (update,) = await self.cases.updates.claim(1)
        assert update.id == _number(incoming)
        answers = await Answering(self.dialogue, self.cases.updates).of(update, incoming)
        return Answered(answers, incoming)


def _number(incoming: Said | Pressed) -> int:
    return int(incoming.once.rpartition(":")[2])
