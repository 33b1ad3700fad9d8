"""Every refusal has a code, every code a status and a sentence in both languages."""

import json
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from game import refusals as rules
from server import limits, requests
from server.accounts import refusals as accounts
from server.errors import WIRE_CODES, Errors, code_of
from server.play import orders as play
from server.tables import refusals as tables
from server.wordings import WORDINGS, Code


def leaves(module: ModuleType, root: type[Exception]) -> Iterator[type[Exception]]:
    """The classes of a module's tree that somebody may raise: those without a branch below."""
    family = [
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, root)
    ]
    for kind in family:
        if not any(other is not kind and issubclass(other, kind) for other in family):
            yield kind


@pytest.mark.parametrize(
    ("module", "root"),
    [
        (rules, rules.Refused),
        (rules, rules.ConventionsRefused),
        (accounts, accounts.AccountRefused),
        (tables, tables.TableRefused),
        (play, play.PlayRefused),
        (limits, limits.LimitReached),
        (requests, requests.RequestRefused),
    ],
)
def test_every_refusal_has_a_code(module: ModuleType, root: type[Exception]) -> None:
    assert [kind for kind in leaves(module, root) if kind not in WIRE_CODES] == []


def test_every_code_is_used_and_worded() -> None:
    assert set(WORDINGS) == set(Code)
    assert set(WIRE_CODES.values()) | {Code.INTERNAL} == set(Code)


def test_the_rules_call_their_refusals_as_we_do() -> None:
    for kind, code in WIRE_CODES.items():
        if issubclass(kind, rules.Refused | rules.ConventionsRefused | play.PlayRefused):
            assert kind.code == code


@pytest.mark.parametrize("code", Code)
def test_sentences_are_sentences(code: Code) -> None:
    wording = WORDINGS[code]

    assert wording.en.endswith(".")
    assert wording.ru.endswith(".")
    assert re.search("[а-я]", wording.ru)
    assert not re.search("[а-я]", wording.en)
    assert 400 <= wording.status < 600


def test_a_fault_of_ours_shows_an_id_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    rendered = Errors(demo=False).render(RuntimeError("the secret is 42"), "en")

    assert rendered.code is Code.INTERNAL
    assert "42" not in rendered.message
    assert rendered.details is not None
    assert rendered.details.id
    logged = capsys.readouterr().out
    assert logged.count(rendered.details.id) == 1
    assert "the secret is 42" in logged


def test_the_nearest_class_gives_the_code() -> None:
    assert code_of(accounts.LaunchStale("stale")) is Code.LAUNCH_STALE
    assert code_of(accounts.LaunchRefused("bad_sign")) is Code.LAUNCH_REFUSED
    assert code_of(ValueError()) is None


def test_the_reason_of_a_refused_launch_is_told_in_demo_alone() -> None:
    refused = accounts.LaunchRefused("bad_sign")

    assert Errors(demo=False).render(refused, "en").details is None
    told = Errors(demo=True).render(refused, "en").details
    assert told is not None
    assert told.reason == "bad_sign"


def test_the_rules_explain_themselves_in_english_and_are_summed_up_in_russian() -> None:
    refused = rules.IllegalPlay(
        "head", "no more may leave the head", rule="3", example=((24, 20),)
    )

    english = Errors(demo=False).render(refused, "en")
    russian = Errors(demo=False).render(refused, "ru")

    assert english.message == "no more may leave the head"
    assert russian.message == WORDINGS[Code.ILLEGAL_PLAY].ru
    assert english.details == russian.details
    assert json.loads(json.dumps(english.status)) == 409
