"""The buttons that chats were shown lately, by what they say: some people type and never press.

Known to the process that showed them, and no longer than it lives: words for what matters most
(`bots.reading`) are understood everywhere and always.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, TypeAlias

from bots.buttons import read
from bots.incoming import ChatId, MessageId
from bots.play.acting import LIFT, STEP
from bots.reading.commands import bare
from bots.screens import Button, Rows

CHATS: Final = 4096
"""Chats that are remembered."""
MESSAGES: Final = 4
"""Messages of a chat."""
_PLAYS: Final = frozenset({STEP, LIFT, "one"})
"""Buttons that say a play: what is typed like one is read as a play."""

_Said: TypeAlias = dict[str, str]


class Labels:
    """Remembers what the newest messages of each chat offer."""

    def __init__(self) -> None:
        self._chats: OrderedDict[ChatId, OrderedDict[MessageId, _Said]] = OrderedDict()

    def shown(self, chat: ChatId, message: MessageId, rows: Rows) -> None:
        """A message offers these buttons now, and no others."""
        messages = self._chats.setdefault(chat, OrderedDict())
        self._chats.move_to_end(chat)
        messages[message] = {said: b.data for row in rows for b in row for said in _sayings(b)}
        messages.move_to_end(message)
        while len(messages) > MESSAGES:
            messages.popitem(last=False)
        while len(self._chats) > CHATS:
            self._chats.popitem(last=False)

    def of(self, chat: ChatId, text: str) -> str:
        """What the newest button carries that says this; empty for none."""
        said = bare(text)
        for buttons in reversed(self._chats.get(chat, OrderedDict()).values()):
            if said in buttons:
                return buttons[said]
        return ""


def _sayings(button: Button) -> Iterator[str]:
    """What a button says, whole and as far as a narrow one shows it."""
    press = read(button.data)
    if press is None or press.verb in _PLAYS:
        return
    for said in (button.label, button.label.partition("→")[0]):
        if words := bare(said):
            yield words
