"""Settled again from the log alone: whatever ended a game early, the rules say the same."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from game.commands import LeaveMatch, RingAlarm
from game.events import GameEnded, PositionAdjudicated
from game.vocabulary import EndCause, Millis
from server.cli.app import app
from server.records.adjudging import settlements
from server.records.log import LoggedCommit, MatchLog, write_log
from tests.game.scripted import SHORT_START, Scripted
from tests.game.selfplay import MATCH_ID


def logged(match: Scripted) -> MatchLog:
    """The log of a scripted match, as if each event were a commit."""
    events = tuple(match.log)
    commit = LoggedCommit(0, match.at, None, "x", events, match.state.hash())
    return MatchLog(MATCH_ID, (commit,))


def timed_out() -> Scripted:
    match = Scripted((3, 1), rules="short", length=5).stand(SHORT_START)
    match.at = Millis(match.at + 10_000_000)
    match.do(RingAlarm())
    return match


def left() -> Scripted:
    match = Scripted((3, 1), rules="short", length=5).stand(SHORT_START, cube=2)
    match.do(LeaveMatch(0))
    return match


def match_time_over() -> Scripted:
    clock = {"reserve": 3_600_000, "match_limit": 60_000}
    match = Scripted((3, 1), rules="short", length=5, clock=clock).stand(SHORT_START)
    match.at = Millis(match.at + 60_001)
    match.do(RingAlarm())
    return match


@pytest.mark.parametrize(
    ("end", "cause", "kind"),
    [
        (timed_out, EndCause.FLAG, GameEnded),
        (left, EndCause.LEFT, GameEnded),
        (match_time_over, EndCause.ADJUDICATED, PositionAdjudicated),
    ],
)
def test_the_log_and_the_rules_agree(
    end: Callable[[], Scripted], cause: EndCause, kind: type[object]
) -> None:
    match = end()

    (judged,) = settlements(logged(match))

    assert (judged.cause, judged.position) == (cause, SHORT_START)
    assert isinstance(judged.logged, kind)
    assert judged.agrees


def test_a_log_that_was_changed_is_found_out(tmp_path: Path) -> None:
    log = logged(left())
    (commit,) = log.commits
    events = tuple(
        msgspec.structs.replace(event, points=event.points + 1)
        if isinstance(event, GameEnded)
        else event
        for event in commit.events
    )
    honest, changed = tmp_path / "honest.json", tmp_path / "changed.json"
    honest.write_bytes(write_log(log))
    changed.write_bytes(
        write_log(
            msgspec.structs.replace(log, commits=(msgspec.structs.replace(commit, events=events),))
        )
    )

    told = CliRunner().invoke(app, ["adjudicate", "--log", str(honest)])
    found = CliRunner().invoke(app, ["adjudicate", "--log", str(changed)])

    assert (told.exit_code, found.exit_code) == (0, 1)
    assert msgspec.json.decode(told.output)["agrees"] is True
    verdict = msgspec.json.decode(found.output)
    assert verdict["agrees"] is False
    assert verdict["logged"]["points"] == verdict["recomputed"]["points"] + 1


@pytest.mark.parametrize("arguments", [[], ["x", "--log", __file__], ["--log", __file__]])
def test_what_cannot_be_judged_is_refused(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["adjudicate", *arguments]).exit_code == 2
