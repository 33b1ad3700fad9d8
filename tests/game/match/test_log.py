"""The log as JSON, the line of a state, and the closed lists of commands and events."""

import random
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.commands import AnyCommand, PlayCheckers, PlayerCommand, StartMatch
from game.events import AnyEvent, CheckersPlayed, Event
from game.log import UnreadableLog, decode_events, encode_events
from game.match import MatchState, fold
from game.match.deciding import DECIDERS
from game.match.folding import FOLDS
from game.vocabulary import snake
from tests.game.scripted import Scripted
from tests.game.selfplay import Habits, SelfPlay, agreed

PAGE = Path(__file__).parents[3] / "docs" / "state.md"


def played() -> list[AnyEvent]:
    """Return the log of a match of every kind of event that comes by itself."""
    player = SelfPlay(agreed(rules="short", length=9), random.Random(11), Habits(resigns=0.01))
    return [event for commit in player.commits() for event in commit.events]


def test_every_event_changes_a_match_in_one_way() -> None:
    assert set(FOLDS) == set(get_args(AnyEvent))


def test_every_command_has_one_decider() -> None:
    assert set(DECIDERS) == set(get_args(AnyCommand))


def test_every_event_is_named_after_its_class() -> None:
    for event in get_args(AnyEvent):
        assert event.__struct_config__.tag == snake(event.__name__)
    assert snake("CheckersPlayed") == "checkers_played"


def test_a_log_survives_json() -> None:
    log = played()

    assert list(decode_events(encode_events(log))) == log


def test_a_log_may_be_read_with_fields_it_does_not_know() -> None:
    """A newer release's optional fields do not stop this one."""
    text = encode_events(played()[:1]).replace(b'{"event"', b'{"newer":1,"event"')

    assert len(decode_events(text)) == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[",
        b"\xff",
        b'[{"event":"unheard_of"}]',
        b'[{"event":"seed_committed","seat":"0","digest":"","at":1}]',
        b"[" * 100_000,
    ],
)
def test_bytes_that_are_no_log_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableLog):
        decode_events(data)


@given(st.binary())
def test_any_bytes_are_a_log_or_refused(data: bytes) -> None:
    try:
        events = decode_events(data)
    except UnreadableLog:
        return
    assert all(isinstance(event, Event) for event in events)


def test_a_player_s_command_is_read_from_a_frame() -> None:
    frame = b'{"do": "play_checkers", "seat": 0, "turn": 7, "steps": [[13, 10], [8, 7]]}'

    command = msgspec.json.decode(frame, type=PlayerCommand)

    assert command == PlayCheckers(0, 7, ((13, 10), (8, 7)))


def test_the_line_tells_states_apart() -> None:
    """Every event that changes the state changes the line, and nothing else does."""
    state, seen = MatchState.new(), set()
    for event in played():
        before, state = state, state.after(event)
        assert (state == before) == (state.line() == before.line())
        seen.add(state.line())

    assert len(seen) > 50
    assert all(line.startswith("nardy-state/1 ") and "\n" not in line for line in seen)


def test_the_line_tells_of_dice_that_nobody_can_throw() -> None:
    """A log that was tampered with folds; its hash is what gives it away."""
    match = Scripted((2, 1), (3, 1), rules="short").seeded()
    match.do(StartMatch())
    game = msgspec.structs.replace(match.state.running, dice=(7, 1))

    assert ":71:" in msgspec.structs.replace(match.state, game=game).line()


def test_the_hash_is_the_same_in_every_process() -> None:
    state = fold(played())

    assert state.hash() == fold(decode_events(encode_events(played()))).hash()
    assert len(state.hash()) == 64


def test_a_new_match_knows_nothing() -> None:
    state = MatchState.new()

    assert state.due() is None
    assert state.line().startswith("nardy-state/1 - seeds ")
    for question in ("opening", "running", "position", "conventions"):
        with pytest.raises(LookupError):
            getattr(state, question)


def test_deciding_changes_nothing() -> None:
    player = SelfPlay(agreed(rules="long", form="game"), random.Random(3))
    for commit in player.commits():
        if commit.command is not None:
            again = commit.before.apply(commit.command, player.context())
            assert [type(e) for e in again] == [type(e) for e in commit.events]


def test_a_position_in_an_event_is_white_s_and_black_s() -> None:
    for event in played():
        if isinstance(event, CheckersPlayed):
            white, black = event.position.split("/")
            assert len(white) == len(black) == 26


def test_the_page_about_the_line_shows_one_as_it_is() -> None:
    match = Scripted((2, 2), (3, 1), rules="short", length=5).seeded()
    match.do(StartMatch())

    assert f"\n{match.state.line()}\n" in PAGE.read_text()
    assert f"`{match.state.hash()}`" in PAGE.read_text()
    assert len(match.state.line().split(" ")) == 21
