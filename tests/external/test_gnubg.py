"""GNU Backgammon agrees: on the records, on every move and score, on the IDs of positions."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.events import (
    AnyEvent,
    CheckersPlayed,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    GameStarted,
    OpeningRolled,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    TurnPassed,
)
from game.ids import GnuMatch, write_gnu_position
from game.match import MatchState
from game.records import MatchRecord, read_mat, read_sgf, record, write_mat, write_sgf
from game.records.reading import decoded
from game.records.record import Resign, ResignAnswer, Turn
from game.records.state_ids import gnu_ids, gnu_match, xgid
from game.side import Side
from tests.external.gnubg import Gnubg, complaints, shown_ids
from tests.game.selfplay import Habits, SelfPlay, agreed

pytestmark = pytest.mark.external

BOLD = Habits(doubles=0.2, beavers=0.5, resigns=0.004)
VARIANTS = {
    "short": "standard",
    "nackgammon": "nackgammon",
    "hypergammon": "3-chequer-hypergammon",
}
EVERY_VARIANT = pytest.mark.parametrize("rules", VARIANTS)


@pytest.fixture
def gnubg(tmp_path: Path) -> Gnubg:
    return Gnubg(tmp_path)


def match(rules: str, seed: int) -> SelfPlay:
    terms = agreed(rules=rules, length=(1, 3, 5, 7)[seed % 4], clock="none")
    return SelfPlay(terms, random.Random(f"{rules} {seed}"), BOLD)


def session(rules: str, seed: int, **terms: Any) -> SelfPlay:
    """A money session: with a cube, beavers, and Jacoby where `terms` say so."""
    agreement = agreed(
        rules=rules,
        form="money",
        difference=6,
        cube="doubling",
        beaver=True,
        clock="none",
        **terms,
    )
    return SelfPlay(agreement, random.Random(f"{rules} {seed}"), BOLD)


def played(player: SelfPlay) -> MatchRecord:
    return record(event for commit in player.commits() for event in commit.events)


def told(match: MatchRecord) -> list[tuple[object, ...]]:
    """What GNU Backgammon keeps of a match: acts, positions, scores, results."""
    games: list[tuple[object, ...]] = []
    for game in match.games:
        acts: list[tuple[object, ...]] = []
        for act in game.acts:
            if isinstance(act, Turn):
                moved = [moves.position for moves in act.moves if moves.steps]
                acts.append((act.side, sorted(act.dice), moved))
            elif not isinstance(act, Resign | ResignAnswer):
                acts.append((type(act).__name__, act.side))
        end = game.ended
        won = None if end is None else (end.winner, end.points, end.score)
        games.append((game.number, game.score, game.crawford, acts, won))
    return games


def judge_records(gnubg: Gnubg, matches: list[MatchRecord]) -> None:
    """It loads what we write, finds no fault, and writes what we read as the same match."""
    commands: list[str] = []
    for number, kept in enumerate(matches):
        (gnubg.folder / f"{number}.mat").write_text(write_mat(kept))
        (gnubg.folder / f"{number}.sgf").write_text(write_sgf(kept))
        commands.append(f"set jacoby {'on' if kept.conventions.jacoby else 'off'}")
        for way in (f"import mat {number}.mat", f"load match {number}.sgf"):
            commands += [way, f"export match mat {len(commands)}.out.mat"]
            commands += [f"save match {len(commands)}.out.sgf"]
    said = gnubg.run(commands)

    assert complaints(said) == []
    outputs = [command.rpartition(" ")[2] for command in commands if ".out." in command]
    for number, name in enumerate(outputs):
        kept = matches[number // 4]
        text = decoded((gnubg.folder / name).read_bytes())
        if name.endswith(".sgf"):
            assert told(read_sgf(text)) == told(kept), name
        elif not kept.conventions.jacoby:  # its .mat counts gammons that Jacoby does not
            assert told(read_mat(text)) == told(kept), name


@EVERY_VARIANT
def test_our_matches_are_read_and_come_back_unchanged(gnubg: Gnubg, rules: str) -> None:
    judge_records(gnubg, [played(match(rules, seed)) for seed in range(8)])


@EVERY_VARIANT
@pytest.mark.parametrize("jacoby", [False, True])
def test_our_money_sessions_are_read_and_come_back_unchanged(
    gnubg: Gnubg, rules: str, jacoby: bool
) -> None:
    sessions = [session(rules, seed, jacoby=jacoby) for seed in range(8)]
    judge_records(gnubg, [played(player) for player in sessions])


@pytest.mark.soak
@EVERY_VARIANT
def test_two_hundred_matches_are_read_and_come_back_unchanged(gnubg: Gnubg, rules: str) -> None:
    judge_records(gnubg, [played(match(rules, seed)) for seed in range(200)])


WORDS: dict[type[Event], str] = {
    TurnPassed: "move",
    DoubleOffered: "double",
    DoubleTaken: "take",
    DoubleDropped: "drop",
    ResignationAccepted: "accept",
    ResignationRefused: "decline",
}


def commands_for(event: AnyEvent) -> Iterator[str]:
    """What it is told so that the same happens in its own match."""
    match event:
        case GameStarted(number=number) if number > 1:
            yield "new game"
        case OpeningRolled(winner=Side() as winner):
            yield f"set turn {int(winner is Side.BLACK)}"
            yield f"set dice {event.white} {event.black}"
        case DiceRolled(dice=dice):
            yield f"set dice {dice[0]} {dice[1]}"
        case CheckersPlayed(steps=steps):
            yield "move " + " ".join(f"{start}/{end}" for start, end in steps)
        case ResignationOffered(ending=ending):
            yield f"resign {ending}"
        case _ if type(event) in WORDS:
            yield WORDS[type(event)]


def replayed(gnubg: Gnubg, rules: str, seed: int) -> tuple[list[str], list[str], str]:
    """Play a match move by move in both programs.

    Returns our IDs and its own, commit by commit, and all that it said.
    """
    player = match(rules, seed)
    commands = [f"set variation {VARIANTS[rules]}", f"new match {player.conventions.length}"]
    ours: list[str] = []
    for commit in player.commits():
        commands += [text for event in commit.events for text in commands_for(event)]
        if player.state.game is not None and not player.state.over:
            ours.append(gnu_ids(player.state))
            commands += ["show board", f'set prompt "at {len(ours)}"']
    said = gnubg.run(commands)
    parts = re.split(r'prompt has been set to `"at \d+"', said)
    return ours, [shown_ids(part)[-1] for part in parts[:-1]], said


def judge_moves(gnubg: Gnubg, rules: str, positions: int) -> None:
    """Every move of ours is legal there, and after it both name the same position and match."""
    seed = 0
    while positions > 0:
        ours, theirs, said = replayed(gnubg, rules, seed)
        assert complaints(said) == [], seed
        assert theirs == ours, seed
        positions -= len(ours)
        seed += 1


@EVERY_VARIANT
def test_every_move_is_legal_and_every_id_the_same(gnubg: Gnubg, rules: str) -> None:
    judge_moves(gnubg, rules, 300)


@pytest.mark.soak
@EVERY_VARIANT
def test_ten_thousand_ids_are_the_same(gnubg: Gnubg, rules: str) -> None:
    judge_moves(gnubg, rules, 10_000)


def from_below(state: MatchState) -> str:
    """The IDs as it has them from an XGID: who must decide is player 1, below and on roll.

    It does not keep that a double is to be answered: only the position, cube and score of it.
    """
    ours = gnu_match(state)
    theirs = (0, 1) if ours.decider == 1 else (1, 0)
    seen = GnuMatch(
        cube=ours.cube,
        cube_owner=None if ours.cube_owner is None else theirs[ours.cube_owner],
        on_roll=1,
        decider=1,
        crawford=ours.crawford,
        dice=ours.dice,
        length=ours.length,
        scores=(ours.scores[theirs[0]], ours.scores[theirs[1]]),
        jacoby=ours.jacoby,
    )
    decider = Side.WHITE if ours.decider == 0 else Side.BLACK
    return f"{write_gnu_position(state.position_of(decider), state.book.rules)}:{seen}"


@EVERY_VARIANT
def test_it_reads_our_xgid(gnubg: Gnubg, rules: str) -> None:
    states = [
        commit.before
        for seed in range(4)
        for commit in match(rules, seed).commits()
        if commit.before.decision is not None and commit.before.running.resigning is None
    ]
    commands = [f"set variation {VARIANTS[rules]}", "new match 3"]
    for state in states:
        commands += [f"set xgid {xgid(state)}", "show board", 'set prompt "at"']
    parts = gnubg.run(commands).split('prompt has been set to `"at"')
    shown = [shown_ids(part)[-1] for part in parts[:-1]]

    assert shown == [from_below(state) for state in states]
