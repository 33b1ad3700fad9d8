"""Logs of tournaments kept from a release fold for ever, and rounds are drawn from them again."""

from pathlib import Path
from typing import Final

import msgspec
import pytest

from game.tournament import AnyTournamentEvent, TournamentState, fold, standings
from game.tournament.drawing import next_round
from game.tournament.events import RoundDrawn, TournamentEnded

KEPT: Final = sorted((Path(__file__).parents[2] / "data" / "tournaments").glob("*.jsonl"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_log_folds_and_every_round_is_drawn_again(path: Path) -> None:
    whole = b"[" + b",".join(path.read_bytes().splitlines()) + b"]"
    log = msgspec.json.decode(whole, type=tuple[AnyTournamentEvent, ...])

    state = TournamentState()
    for event in log:
        if isinstance(event, RoundDrawn | TournamentEnded):
            assert state.secret is not None
            assert next_round(state, state.secret, event.at) == event
        state = state.after(event)

    assert state == fold(log)
    assert state.over
    assert state.places == standings(state)
