"""What people do at a board: presses and typed plays become commands of the match.

Every command has the name of the update that asked for it, so that an update that comes twice, or
is handled twice, does its work once.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from bots.buttons import Press
from bots.play.choosing import Draft, choice
from bots.play.matches import Matches
from bots.play.resigning import is_of, resign_screen
from bots.play.scene import Live, clock_of
from bots.play.screen import step_of
from bots.screens import Note, Screen, Show
from bots.view import ClockView
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import playing as say
from game import commands
from game.endings import Ending
from game.vocabulary import DecisionKind
from server.dialogue.boards import Boards, ChatBoard
from server.play.orders import Order
from server.services import Services

Make = Callable[[int, int], commands.AnyCommand]
"""The command of a seat in a turn."""

STEP: Final = "st"
"""The verb of a press for one step of a checker."""
LIFT: Final = "lift"
"""The verb of one that takes a checker in hand, where there is no place for all its steps."""
PLAIN: Final[Mapping[str, Make]] = {
    "roll": commands.RollDice,
    "dbl": commands.OfferDouble,
    "take": commands.TakeDouble,
    "drop": commands.DropDouble,
    "bvr": commands.Beaver,
    "racc": commands.AcceptResignation,
    "rref": commands.RefuseResignation,
}
"""Presses that are a command and nothing more."""


class AtPlay(NamedTuple):
    """A board, and the match at which somebody may play now."""

    board: ChatBoard
    live: Live


class Acting:
    """The presses of a board."""

    def __init__(self, services: Services, boards: Boards, matches: Matches) -> None:
        self._services = services
        self._boards = boards
        self._matches = matches
        self.commands: Mapping[str, OnCommand] = {}
        self.presses: Mapping[str, OnPress] = {
            **dict.fromkeys(PLAIN, self._plain),
            STEP: self._step,
            LIFT: self._lift,
            "und": self._undo,
            "ok": self._confirm,
            "one": self._only,
            "res": self._how_to_resign,
            "resy": self._resign,
            "stop": self._stop,
            "clk": self._clock,
            "brd": self._back,
            "keep": self._play_on,
        }

    async def play(
        self, visit: Visit, board: ChatBoard, steps: tuple[tuple[int, int], ...]
    ) -> None:
        """Play a whole roll; raises what the match refuses."""
        live = await self._matches.live(board.match)
        turn = live.state.turn
        await self.submit(
            visit, board.match, lambda seat: commands.PlayCheckers(seat, turn, steps)
        )

    async def draw(self, visit: Visit, board: ChatBoard, draft: Draft) -> None:
        """Remember what is chosen on a board, and by which update."""
        by = msgspec.structs.replace(draft, by=visit.once)
        await self._boards.draw(board, by.kept())

    async def submit(
        self, visit: Visit, match: UUID, make: Callable[[int], commands.AnyCommand]
    ) -> bool:
        """Command a match; whether it was done before under this name."""
        now = self._services.clock.now()
        order = Order(match, visit.account, visit.once, make, now)
        return (await self._services.desk.submit(order)).repeated

    async def _plain(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        make, turn = PLAIN[press.verb], press.turn
        repeated = await self.submit(visit, at.board.match, lambda seat: make(seat, turn))
        return (Note(visit.say(say.DONE_ALREADY)),) if repeated else ()

    async def _step(self, visit: Visit, press: Press) -> Answers:
        step = step_of(press.word)
        if step is None:
            return _stale(visit)
        at = await self._at_play(visit, press)
        if not isinstance(at, AtPlay):
            return at
        board, live = at
        draft = Draft.of(board.draft, live.state.turn)
        if draft.by == visit.once:
            return ()
        chosen = choice(live.state.legal_plays, (*draft.steps, step))
        if len(chosen.steps) <= len(draft.steps):
            return _stale(visit)
        await self.draw(visit, board, Draft(live.state.turn, chosen.steps))
        return ()

    async def _lift(self, visit: Visit, press: Press) -> Answers:
        """Take a checker in hand; where it may go is chosen next."""
        at = await self._at_play(visit, press)
        if not isinstance(at, AtPlay):
            return at
        board, live = at
        draft = Draft.of(board.draft, live.state.turn)
        chosen = choice(live.state.legal_plays, draft.steps)
        starts = {str(start): start for start, _ in chosen.following}
        if press.word not in starts:
            return _stale(visit)
        held = Draft(live.state.turn, chosen.steps, held=starts[press.word])
        await self.draw(visit, board, held)
        return ()

    async def _undo(self, visit: Visit, press: Press) -> Answers:
        """Put down the checker in hand, or take back the last step."""
        at = await self._at_play(visit, press)
        if not isinstance(at, AtPlay):
            return at
        board, live = at
        draft = Draft.of(board.draft, live.state.turn)
        if draft.by != visit.once:
            steps = draft.steps[:-1] if draft.held is None else draft.steps
            await self.draw(visit, board, Draft(live.state.turn, steps))
        return ()

    async def _confirm(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        steps = Draft.of(at.board.draft, press.turn).steps
        await self.submit(
            visit, at.board.match, lambda seat: commands.PlayCheckers(seat, press.turn, steps)
        )
        return ()

    async def _only(self, visit: Visit, press: Press) -> Answers:
        at = await self._at_play(visit, press)
        if not isinstance(at, AtPlay):
            return at
        board, live = at
        await self.play(visit, board, live.state.legal_plays[0].steps)
        return ()

    async def _how_to_resign(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        if at.live.state.over or at.live.state.game is None:
            return _stale(visit)
        names = await self._matches.names(at.live, visit.language)
        seat = at.live.seat_of(visit.account) or 0
        screen = resign_screen(at.live, seat, names, visit.language, grouped=at.board.grouped)
        return (Show(screen, anew=True),)

    async def _play_on(self, visit: Visit, press: Press) -> Answers:
        """He does not resign: the question goes."""
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        if not is_of(press.word, at.live.seat_of(visit.account)):
            return (Note(visit.say(say.NOT_ASKED), alert=True),)
        return (Show(Screen(text=visit.say(say.PLAYING_ON), language=visit.language)),)

    async def _resign(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        word = press.word.partition(".")[0]
        if word not in set(Ending):
            return _stale(visit)
        seat = at.live.seat_of(visit.account)
        if not is_of(press.word, seat):
            return (Note(visit.say(say.NOT_ASKED), alert=True),)
        ending, turn = Ending(word), press.turn
        await self.submit(
            visit, at.board.match, lambda seat: commands.OfferResignation(seat, turn, ending)
        )
        text = say.YOU_RESIGN.say(visit.language, ending=say.ENDINGS[ending].say(visit.language))
        if at.board.grouped:
            names = await self._matches.names(at.live, visit.language)
            text = visit.say(say.OF_WHOM, name=names[seat or 0], words=text)
        return (Show(Screen(text=text, language=visit.language)),)

    async def _stop(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        await self.submit(visit, at.board.match, commands.OfferStop)
        return ()

    async def _clock(self, visit: Visit, press: Press) -> Answers:
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        scene = await self._matches.scene(at.live, at.board)
        side = at.live.state.side_of(at.live.seat_of(visit.account) or 0)
        mine, theirs = clock_of(scene, side), clock_of(scene, side.other)
        if mine is None or theirs is None:
            return (Note(visit.say(say.NO_CLOCK), alert=True),)
        words = {"mine": _time(visit, mine), "theirs": _time(visit, theirs)}
        if not at.board.grouped:
            return (Note(visit.say(say.CLOCKS, **words), alert=True),)
        names = {"name": scene.name(side), "other": scene.name(side.other)}
        return (Note(visit.say(say.CLOCKS_OF, **names, **words), alert=True),)

    async def _back(self, visit: Visit, press: Press) -> Answers:
        """The board of a match anew, below everything."""
        at = await self._seated(visit, press)
        if not isinstance(at, AtPlay):
            return at
        await self._boards.open(msgspec.structs.replace(at.board, message=None))
        return ()

    async def _board(self, visit: Visit, press: Press) -> ChatBoard | None:
        """The board that was pressed, if this chat shows it."""
        if press.id is None:
            return None
        return await self._boards.find(visit.chat.id, press.id)

    async def _seated(self, visit: Visit, press: Press) -> AtPlay | Answers:
        """The board that was pressed, where this person plays at it; else what to say."""
        board = await self._board(visit, press)
        if board is None:
            return _stale(visit)
        live = await self._matches.live(board.match)
        if live.seat_of(visit.account) is None:
            return (Note(visit.say(say.NOT_YOUR_MATCH)),)
        return AtPlay(board, live)

    async def _at_play(self, visit: Visit, press: Press) -> AtPlay | Answers:
        """The board that was pressed, where it is this person's turn to play; else what to say."""
        at = await self._seated(visit, press)
        if isinstance(at, AtPlay) and visit.once in at.live.outcomes:
            return (Note(visit.say(say.DONE_ALREADY)),)
        if isinstance(at, AtPlay) and not self._is_to_play(visit, at.live, press.turn):
            return (Note(visit.say(say.NOT_YOURS)),)
        return at

    def _is_to_play(self, visit: Visit, live: Live, turn: int) -> bool:
        decision = live.state.decision
        if decision is None or decision.turn != turn or decision.kind is not DecisionKind.PLAY:
            return False
        return live.seat_of(visit.account) == live.state.seat_of(decision.side)


def _stale(visit: Visit) -> Answers:
    return (Note(visit.say(say.STALE)),)


def _time(visit: Visit, clock: ClockView) -> str:
    delay = -(-clock.delay // 1000)
    if not delay:
        return clock.written
    return visit.say(say.DELAY, reserve=clock.written, delay=delay)
