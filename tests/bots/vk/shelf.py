"""Where a front end under test keeps what its buttons say, with no service behind it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from server.storage.database import Unavailable


class Shelf:
    """Keeps the buttons of chats; nothing, while it is shut."""

    def __init__(self) -> None:
        self.is_shut = False
        self._chats: dict[int, dict[int, Mapping[str, str]]] = defaultdict(dict)

    async def shown(self, chat: int, message: int, said: Mapping[str, str]) -> None:
        """A message offers these buttons now."""
        if self.is_shut:
            raise Unavailable("no database")
        self._chats[chat][message] = said

    async def newest(self, chat: int) -> Sequence[Mapping[str, str]]:
        """The newest message's buttons first."""
        messages = self._chats[chat]
        return [messages[each] for each in sorted(messages, reverse=True)]
