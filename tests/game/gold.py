"""The gold positions: every legal play of thousands of positions, found by a program of others."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent.parent / "data" / "gold"
FILES = sorted(FOLDER.glob("*.jsonl"))


class Expected(msgspec.Struct):
    """What a gold line says beside the request."""

    id: str
    dice: int
    count: int
    sha256: str
    positions: list[str] | None = None


class Answer(msgspec.Struct):
    """An answer of `nardy plays` to a request without steps."""

    id: str
    dice: int
    plays: list[dict[str, Any]]


def differences(requests: bytes, answers: bytes) -> list[str]:
    """Return the ids of the gold lines whose answers say something else."""
    pairs = zip(requests.splitlines(), answers.splitlines(), strict=True)
    return [request.id for request, agrees in map(_compare, pairs) if not agrees]


def _compare(pair: tuple[bytes, bytes]) -> tuple[Expected, bool]:
    expected = msgspec.json.decode(pair[0], type=Expected)
    answer = msgspec.json.decode(pair[1], type=Answer)
    positions = [play["position"] for play in answer.plays]
    digest = hashlib.sha256("\n".join(positions).encode()).hexdigest()
    return expected, (
        (answer.id, answer.dice, len(positions), digest)
        == (expected.id, expected.dice, expected.count, expected.sha256)
        and (expected.positions is None or expected.positions == positions)
    )
