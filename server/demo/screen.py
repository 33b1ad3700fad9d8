"""Where the demo shows its match: a terminal is redrawn in place, anything else gets lines."""

from collections import deque
from typing import Protocol, TextIO

from game.match import MatchState
from game.side import Side
from server.demo.board import BOLD, DIM, RESET, board, plate
from server.demo.witness import Told
from server.demo.words import Speaker

LINES = 5
"""How many of the last events stand under the board: all fits into 24 lines."""


class Screen(Protocol):
    """Somewhere to watch a match."""

    def show(self, told: Told) -> None:
        """Tell of one event."""

    def note(self, text: str) -> None:
        """Tell of something else."""


class PlainScreen:
    """A line for each event."""

    def __init__(self, out: TextIO, speaker: Speaker) -> None:
        self._out = out
        self._speaker = speaker

    def show(self, told: Told) -> None:
        """Write the event's line, if it has one."""
        if (line := self._speaker.line(told)) is not None:
            self.note(line)

    def note(self, text: str) -> None:
        """Write a line."""
        self._out.write(text + "\n")
        self._out.flush()


class BoardScreen:
    """The board, the players beside it, and the last events under it; drawn over itself."""

    def __init__(self, out: TextIO, speaker: Speaker) -> None:
        self._out = out
        self._speaker = speaker
        self._lines: deque[str] = deque(maxlen=LINES)
        self._drawn = 0
        self._state: MatchState | None = None

    def show(self, told: Told) -> None:
        """Draw the match after the event."""
        line = self._speaker.line(told)
        if line is not None:
            self._lines.append(line)
        self._state = told.after
        if told.after.game is not None:
            self._draw(told.after)
        elif line is not None:
            self._out.write(line + "\n")

    def note(self, text: str) -> None:
        """Add a line under the board, or write it where there is no board yet."""
        if self._state is None or self._state.game is None:
            self._out.write(text + "\n")
            return
        self._lines.append(text)
        self._draw(self._state)

    def _draw(self, state: MatchState) -> None:
        names = {side: self._speaker.name(state, side) for side in Side}
        shown = [
            _title(state),
            plate(state, Side.BLACK, names[Side.BLACK]),
            *board(state),
            plate(state, Side.WHITE, names[Side.WHITE]),
            *(f"{DIM}{line}{RESET}" for line in self._lines),
        ]
        up = f"\x1b[{self._drawn}F\x1b[J" if self._drawn else "\n"
        self._out.write(up + "\n".join(shown) + "\n")
        self._out.flush()
        self._drawn = len(shown)


def _title(state: MatchState) -> str:
    conventions, game = state.conventions, state.running
    form = f"match to {conventions.length}" if conventions.length else str(conventions.form)
    crawford = ", Crawford" if game.crawford else ""
    return f"{BOLD}Nardy{RESET}  {conventions.rules}, {form}, game {game.number}{crawford}"
