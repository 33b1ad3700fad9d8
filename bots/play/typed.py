"""What people type at a board: a play, a part of one, a word for another decision, a phrase."""

from collections.abc import Mapping
from typing import Final

from bots.buttons import Press
from bots.play.acting import Acting
from bots.play.choosing import Draft, choice
from bots.play.matches import Matches
from bots.play.scene import Live
from bots.play.seeds import phrase
from bots.play.story import notation
from bots.reading import PartOfPlay, Verb, WholePlay, answer, read_order, read_typed
from bots.reading.orders import Order
from bots.screens import Note, Screen, Show
from bots.visits import Answers, Visit
from bots.wording import Text
from bots.words import playing as say
from game.endings import Ending
from game.match import MatchState
from game.notation import write_play
from game.plays import Plays
from game.refusals import NotYourDecision, WrongMoment
from game.steps import Steps
from game.vocabulary import DecisionKind, Phase
from server.dialogue.boards import Boards, ChatBoard

PRESSED: Final[Mapping[Verb, str]] = {
    Verb.ROLL: "roll",
    Verb.DOUBLE: "dbl",
    Verb.TAKE: "take",
    Verb.DROP: "drop",
    Verb.BEAVER: "bvr",
    Verb.UNDO: "und",
    Verb.CONFIRM: "ok",
    Verb.CLOCK: "clk",
    Verb.BOARD: "brd",
}
"""Words that do what a button does."""
AT_ANY_TIME: Final = frozenset({Verb.RESIGN, Verb.CLOCK, Verb.BOARD})
"""Words that answer no decision: they are about the board that was looked at last."""
_UNFIT: Final = (WrongMoment, NotYourDecision)
"""What the rules say of a word for which it is not the moment."""


class Typed:
    """Reads texts as they are meant at the board that their chat shows."""

    def __init__(self, boards: Boards, matches: Matches, acting: Acting) -> None:
        self._boards = boards
        self._matches = matches
        self._acting = acting
        self.pressed: Final = frozenset(acting.presses)
        """What is pressed at a board."""

    async def said(self, visit: Visit, text: str) -> Answers:
        """Do what a text says; raises what the match refuses."""
        order = read_order(text)
        found = await self._meant(visit, None if order is None else order.verb)
        if found is None:
            silent = visit.chat.is_group or visit.greeted
            return () if silent else _say(visit, visit.say(say.NO_BOARD))
        board, live = found
        if visit.again and (done := self._done(visit, board, live, text)) is not None:
            return done
        return await self._read(visit, board, live, text)

    async def wants_phrase(self, visit: Visit) -> bool:
        """Whether whatever he types is his seed of the dice."""
        found = await self._meant(visit) if visit.who.phrases else None
        if found is None:
            return False
        board, live = found
        return live.state.phase is Phase.SEEDS and board.seed is None

    async def _read(self, visit: Visit, board: ChatBoard, live: Live, text: str) -> Answers:
        if live.state.phase is Phase.SEEDS and visit.who.phrases and board.seed is None:
            await self._boards.promise(board, phrase(text))
            await self._boards.draw(board, board.draft)
            return _say(visit, visit.say(say.PHRASE_TAKEN))
        order = read_order(text)
        if order is not None and not live.state.over:
            return await self._ordered(visit, board, live, order)
        decision = live.state.decision
        if decision is None or decision.kind is not DecisionKind.PLAY or not _is_mine(visit, live):
            if visit.chat.is_group:
                return ()
            return _say(visit, visit.say(expected(live.state, live.seat_of(visit.account))))
        return await self._played(visit, board, live, text)

    def _done(self, visit: Visit, board: ChatBoard, live: Live, text: str) -> Answers | None:
        """What an earlier try of this text did, if it did anything: it is not read anew then."""
        if visit.once in live.outcomes or Draft.of(board.draft, live.state.turn).by == visit.once:
            return ()
        if visit.who.phrases and board.seed == phrase(text):
            return _say(visit, visit.say(say.PHRASE_TAKEN))
        return None

    async def _meant(
        self, visit: Visit, verb: Verb | None = None
    ) -> tuple[ChatBoard, Live] | None:
        """The board that a text is for: where it is his to decide, else what he looked at last."""
        first: tuple[ChatBoard, Live] | None = None
        for board in await self._boards.in_chat(visit.chat.id):
            live = await self._matches.live(board.match)
            if live.seat_of(visit.account) is None:
                continue
            is_meant = _is_mine(visit, live) and verb not in AT_ANY_TIME
            if visit.once in live.outcomes or is_meant:
                return board, live
            first = first or (board, live)
        return first

    async def _ordered(self, visit: Visit, board: ChatBoard, live: Live, order: Order) -> Answers:
        try:
            return await self._obeyed(visit, board, live, order)
        except _UNFIT:
            words = expected(live.state, live.seat_of(visit.account))
            return _say(visit, visit.say(say.PLAY_FIRST if words is say.UNREADABLE else words))

    async def _obeyed(self, visit: Visit, board: ChatBoard, live: Live, order: Order) -> Answers:
        verb, turn = PRESSED.get(order.verb), live.state.turn
        if verb is not None:
            return await self._press(visit, Press(verb, board.match, turn))
        if order.verb is Verb.RESIGN:
            if order.ending is None:
                return await self._press(visit, Press("res", board.match, turn))
            word = Ending(order.ending).value
            return await self._press(visit, Press("resy", board.match, turn, word))
        game = live.state.game
        resigning = game is not None and game.resigning is not None
        if order.verb is Verb.ACCEPT:
            verb = "racc" if resigning else "take"
        else:
            verb = "rref" if resigning else "drop"
        return await self._press(visit, Press(verb, board.match, turn))

    async def _press(self, visit: Visit, press: Press) -> Answers:
        """Do what a button does; what would be said over the chat is said in it."""
        return aloud(visit, await self._acting.presses[press.verb](visit, press))

    async def _played(self, visit: Visit, board: ChatBoard, live: Live, text: str) -> Answers:
        plays, turn = live.state.legal_plays, live.state.turn
        made = choice(plays, Draft.of(board.draft, turn).steps).steps
        reading = read_typed(text, plays, made)
        match reading:
            case WholePlay(play=play):
                await self._acting.play(visit, board, play.steps)
                return ()
            case PartOfPlay(steps=steps):
                await self._acting.draw(visit, board, Draft(turn, steps))
                return ()
            case _:
                kind = answer(reading, plays, visit.language) or visit.say(say.UNREADABLE)
                return _say(visit, f"{kind}{_chosen(visit, plays, made)}")


def aloud(visit: Visit, answers: Answers) -> Answers:
    """The answers to what was typed: what is else said over a chat is said in it."""
    return tuple(_screen(visit, each.text) if isinstance(each, Note) else each for each in answers)


def expected(state: MatchState, seat: int | None) -> Text:
    """What to tell a seat whose words are no answer to what is to be decided: what is, and how."""
    decision, game = state.decision, state.game
    if state.over or game is None:
        return say.NO_BOARD if state.over else say.NOTHING_YET
    if game.resigning is not None and state.seat_of(game.resigning.side) != seat:
        return say.RESIGNED_FIRST
    if decision is None or state.seat_of(decision.side) != seat:
        return say.NOT_TO_PLAY
    match decision.kind:
        case DecisionKind.ROLL:
            return say.ROLL_FIRST
        case DecisionKind.ANSWER_DOUBLE | DecisionKind.ANSWER_BEAVER:
            return say.ANSWER_FIRST
        case DecisionKind.PLAY:
            return say.UNREADABLE


def _chosen(visit: Visit, plays: Plays, made: Steps) -> str:
    """A reminder of what is chosen already, since what is typed goes on from there."""
    if not made:
        return ""
    steps = write_play(plays.before, made, plays.rules, notation(visit.language))
    return f"\n{visit.say(say.ALREADY, steps=steps)}"


def _is_mine(visit: Visit, live: Live) -> bool:
    decision = live.state.decision
    if decision is None:
        return False
    return live.seat_of(visit.account) == live.state.seat_of(decision.side)


def _say(visit: Visit, text: str) -> Answers:
    return (_screen(visit, text),)


def _screen(visit: Visit, text: str) -> Show:
    return Show(Screen(text=text, language=visit.language), anew=True)
