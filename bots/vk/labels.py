"""The buttons that chats were shown lately, by what they say: some people type and never press.

They are kept with their chats, so it does not matter which process showed them, nor whether it
still lives. Words for what matters most (`bots.reading`) are understood everywhere and always.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

import structlog

from bots.buttons import read
from bots.incoming import ChatId, MessageId
from bots.play.acting import LIFT, STEP
from bots.reading.commands import bare
from bots.screens import Button, Rows

_PLAYS: Final = frozenset({STEP, LIFT, "one"})
"""Buttons that say a play: what is typed like one is read as a play."""

_log = structlog.get_logger(__name__)


class Kept(Protocol):
    """Where they are kept: what each button carries, by what it says."""

    async def shown(self, chat: ChatId, message: MessageId, said: Mapping[str, str]) -> None:
        """A message offers these buttons now, and no others."""

    async def newest(self, chat: ChatId) -> Sequence[Mapping[str, str]]:
        """The buttons of a chat's newest messages, the newest first."""


class Labels:
    """Remembers what the newest messages of each chat offer."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    async def shown(self, chat: ChatId, message: MessageId, rows: Rows) -> None:
        """A message offers these buttons now, and no others.

        It is on the screen whatever becomes of this: what cannot be kept can only be pressed.
        """
        said = {said: button.data for row in rows for button in row for said in _sayings(button)}
        try:
            await self._kept.shown(chat, message, said)
        except Exception as error:  # noqa: BLE001 - who showed it must not show it again
            _log.warning("labels_not_kept", error=repr(error))

    async def of(self, chat: ChatId, text: str) -> str:
        """What the newest button carries that says this; empty for none. Raises as `Kept`."""
        said = bare(text)
        if not said:
            return ""
        newest = await self._kept.newest(chat)
        return next((buttons[said] for buttons in newest if said in buttons), "")


def _sayings(button: Button) -> Iterator[str]:
    """What a button says, whole and as far as a narrow one shows it."""
    press = read(button.data)
    if press is None or press.verb in _PLAYS:
        return
    for said in (button.label, button.label.partition("→")[0]):
        if words := bare(said):
            yield words
