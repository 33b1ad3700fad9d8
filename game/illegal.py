"""Why a play is refused: a reason, the section of the rules it comes from, and an example."""

from enum import StrEnum

import msgspec

from game.steps import Steps


class Reason(StrEnum):
    """What is wrong with a play. The value is the code that clients see."""

    NO_SUCH_STEP = "no_such_step"
    NO_CHECKER = "no_checker"
    BAR_FIRST = "bar_first"
    NO_DIE = "no_die"
    CLOSED_POINT = "closed_point"
    NOT_ALL_HOME = "not_all_home"
    HIGHER_CHECKER = "higher_checker"
    NOT_EXACT = "not_exact"
    INNER_MOVE = "inner_move"
    HITTER_BOUND = "hitter_bound"
    HITTER_FROZEN = "hitter_frozen"
    HEAD = "head"
    SIX_BLOCK = "six_block"
    GAME_OVER = "game_over"
    MORE_DICE = "more_dice"
    LARGER_DIE = "larger_die"

    @property
    def section(self) -> str:
        """The section of the rules that says so."""
        return _TEXTS[self][0]


class IllegalPlay(msgspec.Struct, frozen=True):
    """The answer to a play that can be read but is not legal here; a value, not an exception."""

    reason: Reason
    section: str
    message: str
    example: Steps
    """One play that would have been legal; no steps if the turn passes."""

    @classmethod
    def because(cls, reason: Reason, example: Steps) -> "IllegalPlay":
        """Word the refusal, beside a play that is legal."""
        section, text = _TEXTS[reason]
        return cls(reason, section, f"{text} (rule {section})", example)


_TEXTS = {
    Reason.NO_SUCH_STEP: ("2.1", "a step goes from 25 to 1 down to a lower point or off"),
    Reason.NO_CHECKER: ("2.1", "no checker stands where the step begins"),
    Reason.BAR_FIRST: ("2", "with a checker on the bar nothing else moves"),
    Reason.NO_DIE: ("2.1", "no die is left for a step of that length"),
    Reason.CLOSED_POINT: ("2", "the point is closed by the other side"),
    Reason.NOT_ALL_HOME: ("2", "checkers are borne off only when all are home"),
    Reason.HIGHER_CHECKER: ("2", "a checker on a higher point must move with that die"),
    Reason.NOT_EXACT: ("2", "a checker is borne off only with the exact die"),
    Reason.INNER_MOVE: ("5", "once all checkers are home, none moves inside the home"),
    Reason.HITTER_BOUND: ("2", "the checker that hit in its own home may not go there this turn"),
    Reason.HITTER_FROZEN: (
        "2",
        "the checker that hit in its own home may not move on this turn",
    ),
    Reason.HEAD: ("3", "no more checkers may leave the head this turn"),
    Reason.SIX_BLOCK: ("4", "the six-block is forbidden: no enemy checker allows it"),
    Reason.GAME_OVER: ("2.3", "the play is complete once the last checker is borne off"),
    Reason.MORE_DICE: ("2.2", "as many dice as possible must be played"),
    Reason.LARGER_DIE: ("2.2", "if only one die can be played, it must be the larger"),
}
