"""Records of matches that nobody thought about, and what each format keeps of them."""

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from game.records import GameRecord, MatchRecord, record
from game.records.record import AnyAct, Resign, ResignAnswer, Turn
from game.rulesets import RuleName
from tests.game.match.test_selfplay import EAGER, drawn_terms
from tests.game.selfplay import Commit, Habits, SelfPlay, agreed

NAMES = {"ann": "Anna", "bob": "Борис"}


def commits(chance: random.Random, habits: Habits = EAGER, **terms: Any) -> list[Commit]:
    """Play a match by these terms; return all that happened."""
    return list(SelfPlay(agreed(**terms), chance, habits).commits())


def recorded(played: list[Commit]) -> MatchRecord:
    return record((event for commit in played for event in commit.events), NAMES)


def drawn_record(rules: RuleName, seed: int, habits: Habits = EAGER) -> MatchRecord:
    """Play by drawn conventions; one match in three is not over yet."""
    chance = random.Random(f"{rules} {seed}")
    played = commits(chance, habits, **drawn_terms(rules, chance))
    if chance.random() < 1 / 3:
        played = played[: chance.randrange(6, len(played))]
    return recorded(played)


def kept_by_mat(match: MatchRecord) -> MatchRecord:
    """Leave out what Jellyfish text and SGF do not know: clocks and offers to resign."""
    return replace(match, games=tuple(map(_without_offers, match.games)))


def kept_by_book(match: MatchRecord) -> MatchRecord:
    """Leave out the order of the two dice, and that of the steps within a play."""
    return replace(match, games=tuple(_with_acts(game, _unordered) for game in match.games))


def _without_offers(game: GameRecord) -> GameRecord:
    acts = [act for act in game.acts if not isinstance(act, Resign | ResignAnswer)]
    return _with_acts(replace(game, acts=tuple(acts)), _without_clock)


def _with_acts(game: GameRecord, change: Callable[[AnyAct], AnyAct]) -> GameRecord:
    return replace(game, acts=tuple(map(change, game.acts)))


def _without_clock(act: AnyAct) -> AnyAct:
    if isinstance(act, Turn):
        act = replace(act, dice=_sorted(act.dice))
    return replace(act, clock=None)


def _unordered(act: AnyAct) -> AnyAct:
    if not isinstance(act, Turn):
        return act
    moves = tuple(replace(moved, steps=()) for moved in act.moves)
    return replace(act, dice=_sorted(act.dice), moves=moves)


def _sorted(dice: tuple[int, int]) -> tuple[int, int]:
    return max(dice), min(dice)
