"""Plays a written match again by the rules, and so finds what is wrong with it.

Whatever a text claims is put to the match itself as a command: legal plays, the cube, Crawford,
results and scores are judged by the one code that judges them when a match is played.
"""

from game.commands import (
    AcceptResignation,
    Beaver,
    ContinueSession,
    DropDouble,
    OfferDouble,
    OfferResignation,
    RefuseResignation,
    StartMatch,
    TakeDouble,
)
from game.endings import Ending
from game.events import GameEnded, MatchEnded
from game.records.driver import Driver
from game.records.record import GameRecord, MatchRecord, Reserves
from game.records.rolling import play_roll
from game.records.sheet import (
    NOWHERE,
    AnyEntry,
    BeaverEntry,
    DoubleEntry,
    DropEntry,
    GameEnd,
    GameSheet,
    Heading,
    ResignAnswerEntry,
    ResignEntry,
    RollEntry,
    Sheet,
    TakeEntry,
    UnreadableRecord,
    WinEntry,
)
from game.records.trimming import trimmed
from game.side import Side
from game.stakes import points, stakes
from game.vocabulary import DecisionKind, EndCause, Phase

KNOWN_RULES = frozenset({1})
"""The versions of the rules by which a match can be replayed."""


def replay(sheet: Sheet) -> MatchRecord:
    """Return the match that is written so. Raises UnreadableRecord where the rules forbid it."""
    if sheet.heading.rules_version not in KNOWN_RULES:
        version = sheet.heading.rules_version
        raise UnreadableRecord(NOWHERE, f"nobody here knows version {version} of the rules")
    driver = Driver(sheet.heading)
    clocks: list[list[Reserves | None]] = []
    for index in range(len(sheet.games)):
        _begin(driver, sheet, index)
        clocks.append(_Game(driver, sheet.games[index], index).play())
        if index + 1 < len(sheet.games) and driver.scribe.games[index].ended is None:
            raise UnreadableRecord(sheet.games[index + 1].line, f"game {index + 1} has no end")
    _end(driver, sheet.heading)
    return trimmed(driver.scribe, sheet, clocks)


def _begin(driver: Driver, sheet: Sheet, index: int) -> None:
    """Set up a game, have the next one's opening ready, and compare what the text says of it."""
    game = sheet.games[index]
    if driver.state.phase in {Phase.READY, Phase.BETWEEN}:
        driver.dice.begin(game)
        driver.send(StartMatch() if index == 0 else ContinueSession(), game.line)
    if len(driver.scribe.games) <= index:
        raise UnreadableRecord(game.line, "the match was over before this game")
    driver.dice.begin(sheet.games[index + 1] if index + 1 < len(sheet.games) else None)
    begun = driver.scribe.games[index]
    if game.score not in {None, begun.score}:
        white, black = begun.score
        raise UnreadableRecord(game.line, f"before this game the score is {white}:{black}")
    if game.cube != begun.cube:
        raise UnreadableRecord(game.line, f"the cube begins at {begun.cube} in this game")
    if game.start not in {None, begun.start}:
        raise UnreadableRecord(game.line, f"game {begun.number} starts from {begun.start}")


def _end(driver: Driver, heading: Heading) -> None:
    """Let the match end as the text says, where that is not the outcome of its games."""
    told, found = heading.result, driver.state.result
    if found is None and told is not None:
        driver.tell(told)
        return
    if (
        isinstance(told, MatchEnded)
        and isinstance(found, MatchEnded)
        and told.winner is not found.winner
    ):
        raise UnreadableRecord(NOWHERE, f"the match was won by {found.winner}")


class _Game:
    """One game, entry by entry."""

    def __init__(self, driver: Driver, sheet: GameSheet, index: int) -> None:
        self._driver = driver
        self._sheet = sheet
        self._index = index
        self._rolls = 0
        self._resigned: ResignEntry | None = None

    def play(self) -> list[Reserves | None]:
        """Play all entries; return the clocks of the acts that came of them."""
        clocks: list[Reserves | None] = []
        for entry in self._sheet.entries:
            self._enter(entry)
            clocks += [entry.clock] * (len(self._record.acts) - len(clocks))
        if self._resigned is not None and self._record.ended is None:
            self._resign(self._resigned, Ending.SINGLE)
        return clocks + [None] * (len(self._record.acts) - len(clocks))

    @property
    def _record(self) -> GameRecord:
        return self._driver.scribe.games[self._index]

    def _enter(self, entry: AnyEntry) -> None:
        ended = self._record.ended
        if ended is not None:
            _compare(entry, ended)
            return
        match entry:
            case RollEntry():
                play_roll(self._driver, entry, first=self._rolls == 0)
                self._rolls += 1
            case WinEntry():
                self._win(entry)
            case ResignEntry() | ResignAnswerEntry():
                self._about_resigning(entry)
            case _:
                self._turn_cube(entry)

    def _turn_cube(self, entry: DoubleEntry | TakeEntry | BeaverEntry | DropEntry) -> None:
        decision = self._driver.decision(entry.side, entry.line)
        seat, turn = self._driver.seat(entry.side), decision.turn
        match entry:
            case TakeEntry():
                self._driver.send(TakeDouble(seat, turn), entry.line)
            case DropEntry():
                self._driver.send(DropDouble(seat, turn), entry.line)
            case DoubleEntry() if decision.kind is not DecisionKind.ANSWER_DOUBLE:
                self._driver.send(OfferDouble(seat, turn), entry.line)
                self._check_value(entry)
            case _:
                self._driver.send(Beaver(seat, turn), entry.line)
                self._check_value(entry)

    def _check_value(self, entry: DoubleEntry | BeaverEntry) -> None:
        offered = self._driver.state.running.cube.offered
        if entry.value not in {None, offered}:
            raise UnreadableRecord(entry.line, f"the cube is offered at {offered}")

    def _about_resigning(self, entry: ResignEntry | ResignAnswerEntry) -> None:
        if isinstance(entry, ResignEntry):
            if entry.ending is None:
                self._resigned = entry
            else:
                self._offer(entry, entry.ending)
            return
        seat, turn = self._driver.seat(entry.side), self._driver.state.turn
        answer = AcceptResignation if entry.accepted else RefuseResignation
        self._driver.send(answer(seat, turn), entry.line)

    def _offer(self, entry: ResignEntry, ending: Ending) -> None:
        seat = self._driver.seat(entry.side)
        command = OfferResignation(seat, self._driver.state.turn, ending)
        self._driver.send(command, entry.line)

    def _resign(self, entry: ResignEntry, ending: Ending) -> None:
        self._offer(entry, ending)
        seat = self._driver.seat(entry.side.other)
        self._driver.send(AcceptResignation(seat, self._driver.state.turn), entry.line)

    def _win(self, entry: WinEntry) -> None:
        """End a game that was not played out: as the text says, else the loser resigned."""
        end = self._sheet.end
        if end is not None and end.cause is not EndCause.RESIGNED:
            self._end_as_told(entry, end)
            return
        conventions, cube = self._driver.state.conventions, self._driver.state.running.cube
        for ending in Ending if end is None else (end.ending,):
            if points(conventions, ending, cube.value, turned=cube.turned) == entry.points:
                loser = ResignEntry(line=entry.line, side=entry.side.other)
                self._resign(loser, ending)
                return
        message = f"with the cube at {cube.value} nobody wins {entry.points} by a resignation"
        raise UnreadableRecord(entry.line, message)

    def _end_as_told(self, entry: WinEntry, end: GameEnd) -> None:
        state, winner = self._driver.state, entry.side
        conventions, cube = state.conventions, state.running.cube
        won = points(conventions, end.ending, cube.value, turned=cube.turned)
        paid = stakes(conventions, end.ending, cube.value, turned=cube.turned)
        most = conventions.length or sum(state.score) + won
        score = tuple(
            min(state.points_of(side) + (won if side is winner else 0), most) for side in Side
        )
        ended = GameEnded(winner, end.ending, end.cause, won, (score[0], score[1]), paid)
        _compare(entry, ended)
        self._driver.tell(ended)


def _compare(entry: AnyEntry, ended: GameEnded) -> None:
    """See that what follows the end of a game only says how it ended."""
    if not isinstance(entry, WinEntry):
        raise UnreadableRecord(entry.line, "the game is over")
    if entry.side is not ended.winner or entry.points != ended.points:
        message = f"{ended.winner} has won {ended.points}, not {entry.side} {entry.points}"
        raise UnreadableRecord(entry.line, message)
