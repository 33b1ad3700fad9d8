"""Group chats: somebody offers a match to all, another sits down, and all see one board.

The offer is a private table, so nobody outside finds it; that it was made in this group stands in
the row of its board, and not in the button.
"""

from collections.abc import Mapping

from bots.buttons import Press
from bots.screens import Note, Screen, Show
from bots.topics.agreements import Agreement
from bots.topics.cards import card_screen, is_as_read
from bots.topics.owned import owned
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import finding as say
from bots.words import playing
from server.dialogue.boards import Boards, ChatBoard
from server.services import Services
from server.tables.lobby import Offer
from server.tables.sitting import Consent


class Groups:
    """Matches between members of a group."""

    def __init__(self, services: Services, boards: Boards) -> None:
        self._services = services
        self._boards = boards
        self.commands: Mapping[str, OnCommand] = {}
        self.presses: Mapping[str, OnPress] = {"offer": owned(self._offer), "gsit": self._sit}

    async def _offer(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None or chosen.stake is None or not visit.chat.is_group:
            return (Note(visit.say(playing.STALE)),)
        conventions = chosen.conventions(rated=False, grouped=True)
        offer = Offer(conventions, private=True, once=visit.once)
        table = (await self._services.tables.lobby.open(visit.account, offer)).table
        await self._boards.open(
            ChatBoard(
                visit.chat.id,
                table.id,
                visit.account,
                grouped=True,
                language=visit.language,
                shown_version=0,
            )
        )
        return (Show(card_screen(table, say.OFFERED, "gsit", visit.language)),)

    async def _sit(self, visit: Visit, press: Press) -> Answers:
        """Sit down at a table that was offered in this very group."""
        board = None if press.id is None else await self._boards.find(visit.chat.id, press.id)
        if board is None or not board.grouped:
            return (Note(visit.say(playing.STALE)),)
        tables = self._services.tables
        if board.account != visit.account:
            await tables.invitations.let_in(board.match, board.account, visit.account)
        table = await tables.lobby.get(board.match, visit.account)
        if not is_as_read(table, press):
            return (
                Note(visit.say(say.CARD_CHANGED), alert=True),
                Show(card_screen(table, say.OFFERED, "gsit", visit.language)),
            )
        await tables.seating.sit(table.id, visit.account, Consent(table.card))
        await self._boards.look_out(visit.account)
        text = visit.say(say.SEATED)
        return (Show(Screen(text=text, language=visit.language)),)
