"""Logs of every release fold and replay for ever.

A file of tests/data/logs is never changed: a release that alters an event or a rule adds files of
its own, named by the version of the rules, the rule set and a number; `hashes.json` keeps the hash
of the state that each ended in.
"""

import gzip
import json
from pathlib import Path
from typing import get_args

import pytest

from game.events import AnyEvent
from game.log import decode_events
from game.match import fold
from game.records import checked, read_book, read_mat, record, write_book, write_mat
from game.rulesets import RuleName
from tests.game.records.selfplayed import kept_by_book, kept_by_mat

LOGS = Path(__file__).parents[2] / "data" / "logs"
HASHES: dict[str, str] = json.loads((LOGS / "hashes.json").read_text())


@pytest.mark.parametrize("name", HASHES)
def test_a_log_of_a_release_folds_to_the_state_it_ended_in(name: str) -> None:
    events = decode_events(gzip.decompress((LOGS / f"{name}.json.gz").read_bytes()))

    assert fold(events).hash() == HASHES[name]


@pytest.mark.parametrize("name", HASHES)
def test_a_log_of_a_release_is_replayed_by_the_rules(name: str) -> None:
    events = decode_events(gzip.decompress((LOGS / f"{name}.json.gz").read_bytes()))
    match = record(events)

    assert checked(match) == match
    assert kept_by_mat(read_mat(write_mat(match))) == kept_by_mat(match)
    assert kept_by_book(read_book(write_book(match))) == kept_by_book(match)


def test_every_rule_set_has_logs_of_every_version() -> None:
    assert {path.name.removesuffix(".json.gz") for path in LOGS.glob("*.gz")} == set(HASHES)
    assert {name.split("-")[1] for name in HASHES} == set(RuleName)


def test_every_kind_of_event_is_in_a_log() -> None:
    logs = [decode_events(gzip.decompress(path.read_bytes())) for path in LOGS.glob("*.gz")]

    assert {type(event) for log in logs for event in log} == set(get_args(AnyEvent))
