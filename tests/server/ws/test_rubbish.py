"""Ten thousand random and mutated frames: clear refusals, a living server, nothing changed."""

import asyncio
import json
import random
from typing import Any
from uuid import uuid4

import pytest
from aiohttp import WSMsgType
from sqlalchemy import text

from server.settings import Limits
from server.storage.database import Database
from server.wordings import Code
from server.ws.registry import VERBS
from tests.server.edge import Edge, Person, Talker, running_edge
from tests.server.ws.playing import Played, begun

FRAMES = 10_000

TABLES = ("accounts", "identities", "tables", "table_seats", "matches", "commits", "dice_secrets")

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 25, 26, 2**31, 2**53, 2**53 + 1, 2**64, -(2**64), 10**300, 1.5,
    1e308, "", "x", "\n", "ru", "null", "-", "match:", "'; DROP TABLE accounts; --", "../../etc",
    "\u202e", "\U0001f3b2" * 50, "x" * 5000, [], [[]], [[0, 0]], [[1, 2, 3]], [["1", "2"]], {},
    {"rules": "short"}, {"rules": "short", "stake": 10**30}, {"id": 1}, str(uuid4()),
    "00000000-0000-0000-0000-000000000000", [None] * 100,
]  # fmt: skip


class Mutator:
    """Draws frames: some well formed but senseless, some bent, some broken."""

    def __init__(self, seed: int, played: Played) -> None:
        self._random = random.Random(seed)
        self._ids = [played.match, str(uuid4()), "x"]

    def frame(self) -> bytes:
        """One frame, bytes of a text message."""
        draw = self._random
        data = json.dumps(self._message(), ensure_ascii=draw.random() < 0.5)
        encoded = bytearray(data.encode("utf-8", "surrogatepass"))
        match draw.randrange(4):
            case 0:
                for _ in range(draw.randint(1, 4)):
                    encoded[draw.randrange(len(encoded))] = draw.randrange(256)
            case 1:
                del encoded[draw.randrange(len(encoded)) :]
            case _:
                pass
        return bytes(encoded)

    def _message(self) -> Any:
        draw = self._random
        if draw.random() < 0.1:
            return self._value(4)
        verb = draw.choice(VERBS)
        message = {name: self._sensible(name) for name in verb.__struct_fields__}
        message["do"] = verb.__struct_config__.tag
        for _ in range(draw.randrange(3)):
            message[draw.choice([*message, "x", ""])] = self._value(3)
        if draw.random() < 0.2:
            message.pop(draw.choice([*message]))
        return message

    def _sensible(self, name: str) -> Any:
        draw = self._random
        return {
            "id": draw.randrange(50),
            "turn": draw.randrange(50),
            "after": draw.randrange(50),
            "match": draw.choice(self._ids),
            "table": draw.choice(self._ids),
            "command_id": str(uuid4()),
            "topic": f"match:{draw.choice(self._ids)}",
            "steps": [[draw.randrange(26), draw.randrange(26)] for _ in range(draw.randrange(5))],
            "confirmed": False,
            "conventions": {"rules": draw.choice(["chess", "long"]), "hitting": "caucasian"},
        }.get(name, draw.choice(["ab" * 32, "single", "x"]))

    def _value(self, depth: int) -> Any:
        draw = self._random
        match draw.randrange(5):
            case 0 if depth:
                return [self._value(depth - 1) for _ in range(draw.randrange(5))]
            case 1 if depth:
                return {draw.choice("abcdo"): self._value(depth - 1) for _ in range(3)}
            case _:
                return draw.choice(ODD)


async def test_ten_thousand_random_and_mutated_frames_are_only_refused(
    opened_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ws.serving.BAD_FRAMES", FRAMES)
    async with running_edge(opened_database, limits=Limits(frames_per_second=FRAMES)) as edge:
        await refuse_them_all(edge, opened_database)


async def refuse_them_all(edge: Edge, opened_database: Database) -> None:
    played = await begun(edge)
    stranger = await edge.person()
    mutator = Mutator(seed=1, played=played)
    before = await contents(opened_database)

    answers = await rubbish(edge, stranger, [mutator.frame() for _ in range(FRAMES)])

    assert len(answers) == FRAMES
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes <= set(Code) - {Code.INTERNAL, Code.UNAVAILABLE}
    assert {"malformed", "unknown_verb", "not_seated", "match_not_found"} <= codes
    assert harmless([answer["ok"] for answer in answers if "ok" in answer])
    assert await contents(opened_database) == before
    await played.play(await played.rolled())


async def rubbish(edge: Edge, person: Person, frames: list[bytes]) -> list[dict[str, Any]]:
    """Send these one by one; the answer to each, also to those after which we are closed."""
    talker = await edge.talker(person)
    answers: list[dict[str, Any]] = []
    for frame in frames:
        await talker.socket.send_frame(frame, WSMsgType.TEXT)
        answer: dict[str, Any] = {}
        while "re" not in answer:
            answer = await talker.socket.receive_json(timeout=10)
        answers.append(answer)
        if answer.get("error", {}).get("code") == "too_large":
            talker = await edge.talker(person)
    return answers


def harmless(done: list[dict[str, Any]]) -> bool:
    """What a stranger may well do: ask for the time, watch, stop watching."""
    return all(set(ok) <= {"now", "topic", "seq"} for ok in done)


async def contents(database: Database) -> dict[str, int]:
    """How much there is of everything that rubbish might have changed."""
    async with database.reading() as connection:
        return {
            table: (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one()
            for table in TABLES
        }


async def test_a_torn_upgrade_and_bare_bytes_leave_the_server_well(edge: Edge) -> None:
    port = edge.client.port
    assert port is not None
    draw = random.Random(7)
    for start in (b"", b"GET /ws HTTP/1.1\r\n", b"GET /ws HTTP/1.1\r\nHost: x\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(start + draw.randbytes(2000))
        writer.close()
        await reader.read()

    assert isinstance(await edge.talker(await edge.person()), Talker)
