"""Logs that were tampered with, in the browser: where they differ, and in how many words."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.events import (
    AnyEvent,
    ArchiveCommitted,
    DiceRolled,
    GameEnded,
    MatchEnded,
    SecretCommitted,
    SeedCommitted,
)
from server.records.log import MatchLog, Revealed, break_of, write_log
from server.records.verify import verify
from tests.e2e.browser import Page
from tests.e2e.test_replay_page import choose
from tests.server.records.played import PASSWORD, cut, played, with_commit, with_event

pytestmark = pytest.mark.external

REPORT = """
Promise.all(['scene', 'dice-check', 'dice-words', 'texts']
  .map((name) => import(`/static/js/${name}.js`)))
  .then(async ([{ newScene, after }, { checkDice }, { reportWords }, { speak }]) => {
    speak('en');
    const scene = %s.reduce((at, each) => after(at, each.seq, each), newScene('%s'));
    const report = await checkDice(scene, %s, null);
    return { places: report.faults.map(({ values }) => values.seq ?? null),
      words: reportWords(report, true) };
  })
"""
OPEN = """
Promise.all(['saved-match', 'texts'].map((name) => import(`/static/js/${name}.js`)))
  .then(([{ SavedMatch }, { speak }]) => {
    speak('en');
    return SavedMatch.of(new File([%s], 'log.json'), null);
  })
  .then(() => 'opened', ({ message }) => message)
"""


class Told(msgspec.Struct):
    """The commit of each fault, and the report in words."""

    places: list[int | None]
    words: list[str]


async def told_in_browser(scripts: Page, log: MatchLog, revealed: Revealed) -> Told:
    commits = msgspec.json.encode(log.commits).decode()
    dice = msgspec.json.encode(revealed).decode()
    return msgspec.convert(await scripts.run(REPORT % (commits, log.match, dice)), Told)


def changed(kind: type[AnyEvent], nth: int = 0, **members: object) -> MatchLog:
    log, _ = with_event(played().log, kind, lambda event: replace(event, **members), nth)
    return log


def promised_in_another_order() -> MatchLog:
    log = played().log
    late = with_commit(log, 2, log.commits[3].events)
    return with_commit(late, 3, log.commits[2].events)


@pytest.mark.parametrize(
    "log",
    [
        changed(DiceRolled, 3, dice=(7, 7)),
        changed(SecretCommitted, digest="11" * 32),
        changed(SeedCommitted, digest="11" * 32),
        changed(ArchiveCommitted, digest="11" * 32),
        changed(MatchEnded, winner=None),
        changed(GameEnded, score=(99, 0)),
        promised_in_another_order(),
        cut(played().log, 8),
    ],
    ids=["roll", "secret", "seed", "archive", "winner", "score", "order", "cut"],
)
async def test_the_browser_names_the_place_that_the_verifier_names(
    scripts: Page, log: MatchLog
) -> None:
    told = await told_in_browser(scripts, log, played().revealed)
    assert told.places
    assert set(told.places) <= {each.seq for each in verify(log, played().revealed).findings}
    assert all(f"(commit {seq} of the log)" in " ".join(told.words) for seq in told.places)


async def test_of_many_rolls_that_differ_a_few_are_told(scripts: Page) -> None:
    told = await told_in_browser(scripts, played().log, Revealed("00" * 32, PASSWORD))
    assert told.words[0] == "The secret is not the one that was sealed. (commit 0 of the log)"
    assert sum(" was played. " in line for line in told.words) == 3
    (summary,) = [line for line in told.words if line.startswith("In all ")]
    assert " rolls differ, the first in commit " in summary


def of_commits(*numbers: int) -> MatchLog:
    log = played().log
    first = tuple(log.commits[number] for number in numbers)
    return replace(log, commits=first + log.commits[max(numbers) + 1 :])


@pytest.mark.parametrize(
    ("log", "words"),
    [
        (of_commits(0, 1, 2, 4), "commit 3 is missing, commit 4 stands in its place."),
        (of_commits(0, 1, 2, 2, 3), "commit 2 stands in it twice."),
        (of_commits(0, 2, 1, 3), "commit 2 stands in the place of commit 1."),
        (
            replace(played().log, match="another"),
            f"it is said to be of match another, and opens match {played().log.match}.",
        ),
        (
            with_commit(played().log, 0, played().log.commits[1].events),
            "it does not begin with the opening of a match.",
        ),
    ],
    ids=["missing", "twice", "moved", "match", "opening"],
)
async def test_a_log_that_is_not_whole_is_refused_with_its_place(
    scripts: Page, log: MatchLog, words: str
) -> None:
    assert break_of(log) is not None
    told = await scripts.run(OPEN % json.dumps(write_log(log).decode()))
    assert told == f"The log was changed: {words}"


async def test_a_log_that_is_whole_is_opened(scripts: Page) -> None:
    assert await scripts.run(OPEN % json.dumps(write_log(played().log).decode())) == "opened"


async def opened(scripts: Page, file: Path, data: bytes) -> None:
    """The page of kept matches, given this file."""
    file.write_bytes(data)
    await scripts.run("localStorage.setItem('nardy:language', 'en')")
    await scripts.go(f"{await scripts.run('location.origin')}/matches")
    await scripts.until("document.querySelector('.saved button')")
    await choose(scripts, "input[name='log']", file)
    await scripts.click(".saved button")


async def test_a_log_that_was_cut_off_is_checked_all_the_same(
    scripts: Page, tmp_path: Path
) -> None:
    await opened(scripts, tmp_path / "log.json", write_log(cut(played().log, 20)))
    await scripts.click("button.check")

    told = await scripts.until("document.querySelector('.verdict.bad')?.innerText")

    assert "The log is cut off: it stops before the match has ended. (commit 19 of the" in told
    assert "No dice.zip was compared." in told
    assert not await scripts.run("document.querySelector('.complaint')")


async def test_a_log_from_which_something_was_taken_is_said_to_be_changed(
    scripts: Page, tmp_path: Path
) -> None:
    taken = {"match_opened": "players", "dice_rolled": "dice", "game_ended": "score"}
    for event, member in taken.items():
        log = json.loads(write_log(played().log))
        told = (each for commit in log["commits"] for each in commit["events"])
        del next(each for each in told if each["event"] == event)[member]
        await opened(scripts, tmp_path / "log.json", json.dumps(log).encode())
        await scripts.until("document.querySelector('.complaint, button.check')")
        await scripts.run("document.querySelector('button.check')?.click()")

        bad = "document.querySelector('.complaint, .verdict.bad')?.innerText"

        assert (await scripts.until(bad)).startswith("The log was changed: it holds what no log")
