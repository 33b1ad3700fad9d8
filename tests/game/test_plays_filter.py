"""`nardy plays`: the gold positions, judged steps, and everything that is no proper request."""

import codecs
import runpy
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import Buffer

import game.__main__
from game.__main__ import main
from game.plays_filter import run
from tests.game.boards import position
from tests.game.gold import FILES, differences

LONG_START = "00000000000000000000000f00/00000000000000000000000f00"
SHORT_START = "00000503000050000000000200/00000503000050000000000200"
ASKED = {"id": 1, "rules": "long", "position": LONG_START, "roll": [6, 2]}


def answers(*lines: bytes) -> tuple[list[dict[str, Any]], int]:
    out = BytesIO()
    status = run(BytesIO(b"\n".join(lines)), out)
    return [msgspec.json.decode(line) for line in out.getvalue().splitlines()], status


def answer(**request: object) -> dict[str, Any]:
    return answers(msgspec.json.encode(request))[0][0]


def error(**changes: object) -> str:
    replies, status = answers(msgspec.json.encode(ASKED | changes))
    assert status == 1
    assert replies[0]["id"] == 1
    code: str = replies[0]["error"]["code"]
    return code


def test_a_byte_order_mark_is_passed_over() -> None:
    request = codecs.BOM_UTF8 + msgspec.json.encode(ASKED)
    replies, status = answers(request, request)
    assert status == 0
    assert all(reply["plays"] for reply in replies)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_gold_position_is_answered_as_others_found_it(path: Path) -> None:
    requests = path.read_bytes()
    out = BytesIO()

    status = run(BytesIO(requests), out)

    assert status == 0
    assert differences(requests, out.getvalue()) == []


def test_the_filter_answers_as_a_program() -> None:
    requests = FILES[0].read_bytes()

    filtered = subprocess.run(
        [sys.executable, "-m", "game", "plays"], input=requests, capture_output=True, check=True
    )

    assert filtered.stderr == b""
    assert differences(requests, filtered.stdout) == []


def test_the_program_reads_and_writes_the_standard_streams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = BytesIO()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(msgspec.json.encode(ASKED))))
    monkeypatch.setattr("sys.stdout", TextIOWrapper(out))

    monkeypatch.setattr("sys.argv", ["game", "plays"])

    with pytest.raises(SystemExit) as ended:
        runpy.run_path(game.__main__.__file__, run_name="__main__")

    assert ended.value.code == 0
    assert msgspec.json.decode(out.getvalue())["dice"] == 2


class GoneReader(BytesIO):
    """A pipe that nobody reads from any more."""

    def write(self, data: Buffer, /) -> int:
        raise BrokenPipeError


def test_a_reader_that_has_gone_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(msgspec.json.encode(ASKED))))
    monkeypatch.setattr("sys.stdout", TextIOWrapper(GoneReader()))

    assert main(["plays"]) == 1


def test_the_program_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play"]) == 2
    assert "python -m game plays" in capsys.readouterr().err


def test_the_program_ends_quietly_when_nobody_reads_on() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "game", "plays"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin
    assert program.stdout
    assert program.stderr
    program.stdout.close()
    program.stdin.write(msgspec.json.encode(ASKED) + b"\n")
    program.stdin.close()

    assert program.wait() == 1
    assert program.stderr.read() == b""
    program.stderr.close()


def test_plays_are_sorted_by_position_each_with_one_order_of_steps() -> None:
    reply = answer(id="a", rules="short", position=SHORT_START, roll=[6, 5])

    assert reply["id"] == "a"
    assert reply["dice"] == 2
    positions = [play["position"] for play in reply["plays"]]
    assert positions == sorted(positions)
    assert len(set(positions)) == 7
    assert all(len(play["steps"]) == 2 for play in reply["plays"])


def test_a_turn_that_passes_is_one_play_without_steps() -> None:
    stuck = str(position("6:2 3:1", "24:2 1:5 2:5 3:3"))

    reply = answer(rules="short", position=stuck, roll=[5, 5])

    assert reply == {"dice": 0, "plays": [{"position": stuck, "steps": []}]}


def test_a_stage_of_a_cascade_is_asked_instead_of_a_roll() -> None:
    stage = {"value": 3, "steps": 2, "head_left": 1}

    reply = answer(id=2.5, rules="crazy", position=LONG_START, stage=stage)

    assert reply["id"] == 2.5
    assert reply["dice"] == 2
    assert [play["steps"] for play in reply["plays"]] == [[[24, 21], [21, 18]]]


def test_steps_are_judged_in_their_order() -> None:
    legal = answer(**ASKED, steps=[[24, 22], [22, 16]])
    illegal = answer(**ASKED, steps=[[24, 22], [24, 18]])

    assert legal == {
        "id": 1,
        "legal": True,
        "position": "00000000000000010000000e00/00000000000000000000000f00",
    }
    assert illegal["legal"] is False
    assert illegal["reason"] == "head"
    assert "rule 3" in illegal["message"]
    assert answer(**ASKED, steps=illegal["example"])["legal"]


def test_conventions_and_first_rolls_change_the_plays() -> None:
    """LF-07: the answer to 2-1 with 5-5 takes two from the head at Pokerbet tables alone."""
    asked = {
        "rules": "long",
        "position": str(position("24:15", "24:14 21:1")),
        "roll": [5, 5],
        "first_turn": True,
        "opponent_first_roll": [2, 1],
    }

    assert answer(**asked)["dice"] == 2
    assert answer(**asked, conventions={"first_turn_heads": "pokerbet"})["dice"] == 4


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rules": "chess"}, "bad_request"),
        ({"rules": None}, "bad_request"),
        ({"position": 7}, "bad_request"),
        ({"position": ""}, "bad_position"),
        ({"position": LONG_START[:-1]}, "bad_position"),
        ({"position": LONG_START.replace("/", "0")}, "bad_position"),
        ({"position": LONG_START.replace("f", "h")}, "bad_position"),
        ({"position": LONG_START.replace("f", "F")}, "bad_position"),
        ({"position": LONG_START.replace("f", "٣")}, "bad_position"),
        ({"position": LONG_START.replace("f", "e")}, "impossible_position"),
        ({"position": LONG_START[:26] + "/00000000000f00000000000000"}, "impossible_position"),
        ({"position": "00000000000000000000000e10/" + LONG_START[:26]}, "impossible_position"),
        ({"position": "0000000000000000000000000f/" + LONG_START[:26]}, "impossible_position"),
        ({"roll": None}, "bad_request"),
        ({"roll": [7, 1]}, "bad_request"),
        ({"roll": [0, 1]}, "bad_request"),
        ({"roll": [1, 2, 3]}, "bad_request"),
        ({"roll": [10**30, 1]}, "bad_request"),
        ({"roll": [True, 1]}, "bad_request"),
        ({"stage": {"value": 1, "steps": 4, "head_left": 1}}, "bad_request"),
        ({"stage": {"value": 1, "steps": 4, "head_left": 1}, "roll": None}, "no_stages"),
        ({"stage": {"value": 1, "steps": 5, "head_left": 1}, "roll": None}, "bad_request"),
        ({"rules": "crazy", "roll": [3, 3]}, "asked_by_stages"),
        ({"conventions": {"doublets": "off"}, "roll": [3, 3]}, "no_doublets"),
        ({"conventions": {"hitting": "caucasian"}}, "option_not_applicable"),
        ({"conventions": {"bear_off": "locked"}}, "bad_option_value"),
        ({"conventions": {"bear_off": ["exact"]}}, "bad_option_value"),
        ({"conventions": {"magic": 1}}, "unknown_option"),
        ({"conventions": [1]}, "bad_request"),
        ({"first_turn": "yes"}, "bad_request"),
        ({"opponent_first_roll": [9, 9]}, "bad_request"),
        ({"steps": [[24]]}, "bad_request"),
        ({"steps": "24/22"}, "bad_request"),
    ],
)
def test_a_request_that_cannot_be_used_has_a_code(changes: dict[str, Any], code: str) -> None:
    assert error(**changes) == code


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"nonsense",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"id": 1, "rules": "long"',
        b'{"id": "\xff", "rules": "long"}',
        b'{"id": [1], "rules": "long", "position": "x"}',
        b"[" * 100_000,
        b'{"id":' + b"[" * 100_000,
        b'{"rules":' + b'{"a":' * 100_000,
        b'{"roll": [' + b"9" * 5_000 + b", 1]}",
    ],
    ids=range(13),
)
def test_a_line_that_is_no_request_is_answered_and_the_next_one_too(line: bytes) -> None:
    replies, status = answers(line, msgspec.json.encode(ASKED))

    assert status == 1
    assert replies[0]["error"]["code"] == "bad_request"
    assert "id" not in replies[0]
    assert replies[1]["dice"] == 2


def test_a_line_without_end_is_refused_without_being_kept() -> None:
    long_line = b'{"id": 1, "x": "' + b"a" * (3 << 20) + b'"}'

    replies, status = answers(long_line, msgspec.json.encode(ASKED))

    assert status == 1
    assert replies[0]["error"]["code"] == "line_too_long"
    assert replies[1]["id"] == 1


def test_a_request_without_id_is_answered_without_one() -> None:
    asked = {key: value for key, value in ASKED.items() if key != "id"}

    assert "id" not in answer(**asked)
    assert "id" not in answer(**asked, id=None)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b"")), min_size=1))
def test_whatever_comes_in_every_line_is_answered(lines: list[bytes]) -> None:
    replies, status = answers(*lines, b"end")

    assert len(replies) == len(lines) + 1
    assert status == 1


JSON = st.sampled_from(
    [None, True, -1, 0, 7, 1.5, 10**18, "", "6", LONG_START, [], [1], [[24, 22]], {}, {"value": 6}]
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from([*ASKED, "steps", "stage", "conventions"]), JSON))
def test_wrong_types_anywhere_are_refused(changes: dict[str, Any]) -> None:
    replies, _ = answers(msgspec.json.encode(ASKED | {"steps": [], **changes}))

    assert "error" in replies[0] or "legal" in replies[0] or "plays" in replies[0]
