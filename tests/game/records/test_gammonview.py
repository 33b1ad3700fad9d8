"""GammonView, a reader by others, sees the same match in our Jellyfish text."""

import random
from typing import Any

import pytest
from gvformat.mat import mat_to_data
from gvformat.mat_parser import parse_mat_file

from game.position import Position
from game.records import MatchRecord, write_mat
from game.records.record import Double, GameRecord, Turn
from game.side import Side
from game.steps import BAR
from tests.game.records.selfplayed import commits, recorded
from tests.game.selfplay import Habits

BOLD = Habits(doubles=0.2, resigns=0.004)
SEEDS = range(12)


def played(rules: str, seed: int) -> MatchRecord:
    return recorded(commits(random.Random(seed), BOLD, rules=rules, length=1 + seed % 5))


def board(position: str) -> list[int]:
    """White's points positive, black's negative; the bars at the ends, as they are."""
    both = Position.parse(position)
    points = [both.mover[p] - both.waiter[BAR - p] for p in range(1, BAR)]
    return [both.waiter[BAR], *points, both.mover[BAR]]


def boards(game: GameRecord) -> list[list[int]]:
    turns = [act for act in game.acts if isinstance(act, Turn) and act.moves]
    return [board(turn.moves[-1].position) for turn in turns]


def checker_plays(game: dict[str, Any]) -> list[list[int]]:
    return [move["board_after"] for move in game["moves"] if move["kind"] == "checker"]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_follows_every_play_of_a_match_to_the_same_boards(seed: int) -> None:
    match = played("short", seed)

    read = mat_to_data(parse_mat_file(write_mat(match)))

    assert [checker_plays(game) for game in read["games"]] == [
        boards(game) for game in match.games
    ]
    assert [game["is_crawford"] for game in read["games"]] == [
        game.crawford for game in match.games
    ]


@pytest.mark.parametrize("rules", ["short", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("seed", SEEDS)
def test_it_reads_names_scores_and_every_act(rules: str, seed: int) -> None:
    match = played(rules, seed)
    white, black = match.players

    read = parse_mat_file(write_mat(match))

    assert (read["player1"], read["player2"]) == (white, black)
    assert read["match_length"] == match.conventions.length
    for game, seen in zip(match.games, read["games"], strict=True):
        assert (seen["score1_start"], seen["score2_start"]) == game.score
        doubles = [act.side for act in game.acts if isinstance(act, Double)]
        names = {Side.WHITE: white, Side.BLACK: black}
        told = [name for name, text in seen["player_actions"] if text.startswith("Doubles")]
        assert told == [names[side] for side in doubles]
        rolls = [text for _, text in seen["player_actions"] if text[2:3] == ":"]
        assert len(rolls) == sum(isinstance(act, Turn) for act in game.acts)
