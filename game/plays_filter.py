"""The rules as a filter, `nardy plays`: a request a line comes in, an answer a line goes out.

A byte order mark before a line is passed over: files that were joined have several.
A request that cannot be read, or asks about a position that cannot exist,
is answered with an error; the next line is still answered, and the exit status is 1 at the end.
"""

from typing import Any, Protocol

import msgspec
from msgspec import UNSET, Raw, UnsetType

from game.cascade import Stage, stage_throw
from game.heads import TurnContext
from game.illegal import IllegalPlay
from game.plays import Plays, judge_throw, roll_throw
from game.position import Position, UnreadablePosition
from game.rulesets import RULE_SETS, OptionRefused, RuleName, RuleSet
from game.stance import Throw
from game.steps import Dice, Step, Steps

_LONGEST_LINE = 1 << 20
"""Bytes; a request takes a few hundred."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Source(Protocol):
    """Where requests come from, such as `sys.stdin.buffer`."""

    def readline(self, limit: int, /) -> bytes:
        """Return the next line with its line feed, or `limit` bytes of it; nothing at the end."""


class Sink(Protocol):
    """Where answers go, such as `sys.stdout.buffer`."""

    def write(self, data: bytes, /) -> object:
        """Take one answer."""

    def flush(self) -> object:
        """Send what was taken."""


class UnusableRequest(ValueError):
    """A request that gets an error for an answer; `code` says which."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def run(source: Source, sink: Sink) -> int:
    """Answer every line of the source; return the exit status, 1 if any answer was an error."""
    status = 0
    while line := source.readline(_LONGEST_LINE):
        answer = _answer(line, source)
        if isinstance(answer, _Refusal):
            status = 1
        sink.write(msgspec.json.encode(answer) + b"\n")
        sink.flush()
    return status


class _Request(msgspec.Struct):
    rules: RuleName
    position: str
    id: Raw | UnsetType = UNSET
    conventions: dict[str, Any] = {}
    roll: Dice | None = None
    stage: Stage | None = None
    first_turn: bool = False
    opponent_first_roll: Dice | None = None
    steps: list[Step] | None = None


class _PlayFound(msgspec.Struct):
    position: str
    steps: Steps


class _PlaysFound(msgspec.Struct):
    id: Raw | UnsetType
    dice: int
    plays: list[_PlayFound]


class _Accepted(msgspec.Struct):
    id: Raw | UnsetType
    legal: bool
    position: str


class _Rejected(msgspec.Struct):
    id: Raw | UnsetType
    legal: bool
    reason: str
    message: str
    example: Steps


class _Error(msgspec.Struct):
    code: str
    message: str


class _Refusal(msgspec.Struct):
    id: Raw | UnsetType
    error: _Error


class _Identified(msgspec.Struct):
    """As much of a request as can be told of one that is otherwise unusable."""

    id: Raw | UnsetType = UNSET


_Answer = _PlaysFound | _Accepted | _Rejected | _Refusal

_request_decoder = msgspec.json.Decoder(_Request)
_id_decoder = msgspec.json.Decoder(_Identified)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def _answer(line: bytes, source: Source) -> _Answer:
    if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        _skip_line(source)
        return _Refusal(UNSET, _Error("line_too_long", "a request is at most a mebibyte long"))
    line = line.removeprefix(_BYTE_ORDER_MARK)
    try:
        # Bytes that are no UTF-8 would otherwise pass through inside the id.
        request = _request_decoder.decode(line.decode())
        return _reply(request, _repeatable(request.id))
    except UnusableRequest as refused:
        return _Refusal(_id_of(line), _Error(refused.code, str(refused)))
    except _UNREADABLE as unreadable:
        return _Refusal(_id_of(line), _Error("bad_request", str(unreadable)))


def _skip_line(source: Source) -> None:
    while (rest := source.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def _id_of(line: bytes) -> Raw | UnsetType:
    """Return the id of a request that cannot be used, if so much of it can be read."""
    try:
        return _repeatable(_id_decoder.decode(line.decode()).id)
    except (UnusableRequest, *_UNREADABLE):
        return UNSET


def _repeatable(identity: Raw | UnsetType) -> Raw | UnsetType:
    if identity is UNSET or bytes(identity) == b"null":
        return UNSET
    if bytes(identity)[:1] not in b'"-0123456789':
        raise UnusableRequest("bad_request", "an id is a text or a number")
    return identity


def _reply(request: _Request, identity: Raw | UnsetType) -> _Answer:
    throw = _throw(request)
    if request.steps is not None:
        return _verdict(identity, judge_throw(throw, request.steps))
    plays = Plays(throw)
    found = [_PlayFound(str(play.position), play.steps) for play in plays]
    found.sort(key=lambda play: play.position)
    if not found:
        found = [_PlayFound(str(throw.position), ())]
    return _PlaysFound(identity, plays.dice_used, found)


def _verdict(identity: Raw | UnsetType, judged: Position | IllegalPlay) -> _Answer:
    if isinstance(judged, Position):
        return _Accepted(identity, legal=True, position=str(judged))
    return _Rejected(
        identity,
        legal=False,
        reason=judged.reason,
        message=judged.message,
        example=judged.example,
    )


def _throw(request: _Request) -> Throw:
    rules = _rules(request)
    position = _position(request, rules)
    match request.roll, request.stage:
        case Dice() as dice, None:
            _require_throwable(dice, rules)
            turn = TurnContext(request.first_turn, request.opponent_first_roll)
            return roll_throw(position, dice, rules, turn)
        case None, Stage() as stage:
            if not rules.cascade:
                raise UnusableRequest("no_stages", f"{rules.name} rules know no stages")
            return stage_throw(position, stage, rules)
    raise UnusableRequest("bad_request", "a request has either a roll or a stage")


def _rules(request: _Request) -> RuleSet:
    try:
        return RULE_SETS[request.rules].with_options(request.conventions)
    except OptionRefused as refused:
        raise UnusableRequest(refused.code, str(refused)) from refused


def _position(request: _Request, rules: RuleSet) -> Position:
    try:
        position = Position.parse(request.position)
    except UnreadablePosition as unreadable:
        raise UnusableRequest("bad_position", str(unreadable)) from unreadable
    problems = position.problems(rules)
    if problems:
        raise UnusableRequest(
            "impossible_position", f"no such position: {', '.join(problems.codes)}"
        )
    return position


def _require_throwable(dice: Dice, rules: RuleSet) -> None:
    if rules.cascade and dice.is_doublet:
        raise UnusableRequest("asked_by_stages", "in a cascade a pair is asked stage by stage")
    if dice.is_doublet and not rules.doublets:
        raise UnusableRequest("no_doublets", "with doublets off a pair is never thrown")
