"""Whole matches of players who never think: nothing is ever stuck, lost or wrongly accepted.

`make test` plays some, `make soak` the thousand of each that the issue asks for.
"""

import random
from typing import Any

import pytest

from game.clock import TimeControl
from game.commands import (
    AnyCommand,
    PlayCheckers,
)
from game.conventions import ClockName, CubeKind, Form, SessionEnd, Unit
from game.events import AnyEvent, CheckersPlayed, DiceRolled, GameEnded, MatchEnded
from game.log import decode_events, encode_events
from game.match import MatchState, fold
from game.refusals import (
    ConventionsRefused,
    IllegalPlay,
    Refused,
)
from game.rulesets import OPTIONS, RULE_SETS, RuleName, RuleSet
from game.vocabulary import DecisionKind, Millis, Phase
from tests.game.match.wrong_commands import wrong_commands
from tests.game.selfplay import Commit, Habits, SelfPlay, agreed

GAMES_IN_TEST = 100
GAMES_IN_SOAK = 1_000
DRAWN_GAMES_IN_SOAK = 10_000

EAGER = Habits(doubles=0.3, resigns=0.01, stops=0.2, leaves=0.0003)
RESTLESS = Habits(doubles=0.2, resigns=0.01, moves_about=0.15, stops=0.1, thinks=20_000)


def play_out(player: SelfPlay) -> list[AnyEvent]:
    """Play a match to its end, checking every state on the way; return its log."""
    log: list[AnyEvent] = []
    for commit in player.commits():
        log += commit.events
        if player.state.game is not None:
            check_checkers(player.state)
        if commit.command is not None and player.chance.random() < 0.05:
            check_refusals(player)
    return log


def check_checkers(state: MatchState) -> None:
    """No checker appears or is lost, and no point belongs to both sides."""
    rules = state.book.rules
    white, black = state.position.mover, state.position.waiter
    usual = {rules.checkers, rules.checkers + bool(rules.extra_points)}
    assert {sum(white), sum(black)} <= usual
    assert not any(white[p] and black[rules.theirs(p)] for p in range(1, 25))
    assert not (rules.same_direction and (white[25] or black[25]))


def check_refusals(player: SelfPlay) -> None:
    """Every command that is not allowed now is refused, by the class that says why."""
    state, before = player.state, player.state.line()
    due = state.due()
    if state.phase is Phase.PLAYING and due is not None and due <= player.at:
        return  # any command would find that time has decided
    for command, why in wrong_commands(state, player.chance):
        refused = refusal(player, command)
        assert isinstance(refused, why), f"{command}: {refused!r}"
    assert state.line() == before


def refusal(player: SelfPlay, command: AnyCommand) -> Refused | None:
    """Return why a command is refused now, none if it is accepted."""
    try:
        player.state.apply(command, player.context())
    except Refused as refused:
        return refused
    return None


def check_plays(player: SelfPlay) -> None:
    """At a play: random steps are accepted if, and only if, they lead to a legal position."""
    state, decision = player.state, player.state.decision
    assert decision is not None
    legal = {play.position for play in state.legal_plays}
    seat = state.seat_of(decision.side)
    for _ in range(3):
        steps = tuple(
            (point := player.chance.randint(1, 25), max(point - player.chance.randint(1, 6), 0))
            for _ in range(player.chance.randint(0, 4))
        )
        command = PlayCheckers(seat, decision.turn, steps)
        refused = refusal(player, command)
        if refused is None:
            played = state.apply(command, player.context())[0]
            assert isinstance(played, CheckersPlayed)
            assert state.book.position(played.position, decision.side) in legal
        else:
            assert isinstance(refused, IllegalPlay)
            assert refused.example in {play.steps for play in state.legal_plays}


def check_whole_log(log: list[AnyEvent], final: MatchState) -> None:
    """The log folds to the same match again, also by way of its JSON."""
    again = fold(decode_events(encode_events(log)))
    assert again == final
    assert again.line() == final.line()
    rolls = [event.draw for event in log if isinstance(event, DiceRolled)]
    assert rolls == sorted(set(rolls))
    ended = [event for event in log if isinstance(event, GameEnded)]
    if isinstance(final.result, MatchEnded) and ended:
        assert final.result.score == ended[-1].score
    check_score(final, ended)


def check_score(final: MatchState, ended: list[GameEnded]) -> None:
    """The score is the sum of the points, up to the length of the match."""
    terms = final.conventions
    most = terms.length or sum(event.points for event in ended)
    for side, shown in zip(("white", "black"), final.score, strict=True):
        assert shown == min(most, sum(e.points for e in ended if e.winner == side))
    if terms.unit is Unit.WINS:
        assert all(event.points == 1 for event in ended)
    if terms.max_points is not None:
        assert all(0 < event.stakes <= terms.max_points for event in ended)


def random_games(rules: str, number: int) -> None:
    for seed in range(number):
        player = SelfPlay(agreed(rules=rules, form="game"), random.Random(f"{rules}{seed}"))
        log = play_out(player)
        check_whole_log(log, player.state)


@pytest.mark.parametrize("rules", ["short", "long"])
def test_random_games_are_played_to_their_end(rules: str) -> None:
    random_games(rules, GAMES_IN_TEST)


@pytest.mark.soak
@pytest.mark.parametrize("rules", ["short", "long"])
def test_a_thousand_random_games_are_played_to_their_end(rules: str) -> None:
    random_games(rules, GAMES_IN_SOAK)


def drawn_terms(rules: RuleName, chance: random.Random) -> dict[str, Any]:
    """Draw conventions for a rule set until they make sense together."""
    while True:
        keys: dict[str, Any] = {"rules": rules, "form": chance.choice(list(Form))}
        for key, option in OPTIONS.items():
            if rules in option.applies_to and chance.random() < 0.5:
                keys[key] = chance.choice(option.values)
        extra: dict[str, list[Any]] = {
            "length": [1, 2, 3, 5, 7],
            "unit": list(Unit),
            "cube": list(CubeKind),
            "cube_cap": [2, 4, 64, None],
            "linear_max": [2, 3, 6],
            "difference": [1, 3, 8],
            "crawford": [True, False],
            "jacoby": [True, False],
            "beaver": [True, False],
            "automatic_doubles": [0, 1, 2],
            "dead_cube": ["refuse", "allow"],
            "gammons": [True, False],
            "backgammons": [True, False],
            "gammons_pay": [True, False],
            "extra_checker": ["mirrored", "independent", "one_side"],
            "colour": ["drawn", "white", "black"],
            "max_points": [1, 3, 10],
            "clock": [*ClockName, TimeControl(Millis(90_000), match_limit=Millis(300_000))],
            "session_limit": [60_000, 300_000],
            "until": list(SessionEnd),
            "stake": [0, 100],
            "rated": [True, False],
            "show_pips": [True, False],
            "spectators": [True, False],
        }
        keys |= {
            key: chance.choice(values) for key, values in extra.items() if chance.random() < 0.3
        }
        try:
            agreed(**keys)
        except ConventionsRefused:
            continue
        return keys


def drawn_matches(rules: RuleName, games: int, habits: Habits = EAGER) -> None:
    """Play matches, each under conventions of its own, until so many games have begun."""
    seed = 0
    while games > 0:
        seed += 1
        chance = random.Random(f"{rules} {seed}")
        player = SelfPlay(agreed(**drawn_terms(rules, chance)), chance, habits)
        check_whole_log(play_out(player), player.state)
        games -= player.state.running.number


@pytest.mark.parametrize("rules", RuleName)
def test_matches_under_drawn_conventions_are_played_to_their_end(rules: RuleName) -> None:
    drawn_matches(rules, GAMES_IN_TEST)


@pytest.mark.parametrize("rules", RuleName)
def test_slow_and_restless_players_end_their_matches_too(rules: RuleName) -> None:
    """Flags fall, absences are spent, and the log still folds to the same match."""
    drawn_matches(rules, 60, RESTLESS)


@pytest.mark.soak
@pytest.mark.parametrize("rules", RuleName)
def test_many_matches_under_drawn_conventions_are_played_to_their_end(rules: RuleName) -> None:
    drawn_matches(rules, DRAWN_GAMES_IN_SOAK)


@pytest.mark.parametrize("rules", RuleName)
def test_steps_at_random_are_accepted_only_where_they_lead_to_a_legal_position(
    rules: RuleName,
) -> None:
    for seed in range(6):
        player = SelfPlay(agreed(rules=rules, form="game"), random.Random(seed))
        for _ in player.commits():
            decision = player.state.decision
            if decision is not None and decision.kind is DecisionKind.PLAY:
                check_plays(player)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_a_match_is_the_same_seen_from_the_other_seat(rules: RuleSet) -> None:
    """Colours apart, nothing depends on who sits where."""
    logs: list[list[Commit]] = []
    for colour in ("white", "black"):
        terms = agreed(rules=rules.name, length=3, colour=colour)
        logs.append(list(SelfPlay(terms, random.Random(5)).commits()))
    ours, theirs = logs

    assert len(ours) == len(theirs)
    for mine, other in zip(ours[6:], theirs[6:], strict=True):
        assert mine.events == other.events
