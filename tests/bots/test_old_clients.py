"""A client that sends a button as a message: over a message nothing can be shown."""

from bots.incoming import Chat, MessageId, Pressed, Speaker
from bots.running.manners import Manners
from bots.screens import File, Note, Screen
from bots.topics.purse import Goods
from bots.wiring import House, running_bot
from tests.server.edge import Edge
from tests.waiting import until

ANNA = 7001


class OldClient:
    """A front end that hears one stale press, and remembers what was said."""

    name = "vk"

    def __init__(self) -> None:
        self.said: list[str] = []

    async def read(self, body: bytes) -> Pressed:
        who = Speaker(ANNA, None, "ru")
        data = body.decode()
        return Pressed(once="vk:1", chat=Chat(ANNA), by=who, data=data, message=None, press="")

    async def send(self, chat: Chat, screen: Screen) -> MessageId:
        self.said.append(screen.text)
        return len(self.said)

    async def change(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        raise AssertionError("no message was pressed")

    async def note(self, press: str, note: Note | None) -> None:
        raise AssertionError("there is nothing to answer a press by")

    async def attach(self, chat: Chat, file: File) -> None:
        raise AssertionError("no file was asked for")

    async def reach(self) -> None:
        """It is there."""

    def link(self, start: str) -> str:
        return start


async def test_a_stale_button_of_an_old_client_is_answered_by_a_message(edge: Edge) -> None:
    front = OldClient()
    house = House(
        platform="vk", public_url="https://nardy.test", goods=Goods({}, {}), manners=Manners()
    )
    async with running_bot(front, edge.services, house) as bot:
        await bot.keep(1, ANNA, b"long:::gone")
        await until(lambda: any("кнопка устарела" in said for said in front.said))

    assert any("/menu" in said for said in front.said)
