"""Two people at a table, over two real sockets, for tests that need a running match."""

import asyncio
import hashlib
import secrets
import uuid
from typing import Any

from tests.server.edge import Edge, Person, Talker

GAME = {"rules": "short", "form": "game"}


class Played:
    """A match seen by both its seats."""

    def __init__(
        self, edge: Edge, match: str, people: list[Person], talkers: list[Talker]
    ) -> None:
        self.edge = edge
        self.match = match
        self.people = people
        self.talkers = talkers
        self.seq = 0
        self.white = 0
        self.decision: dict[str, Any] | None = None

    @property
    def topic(self) -> str:
        return f"match:{self.match}"

    @property
    def mover(self) -> int:
        """The seat that must decide."""
        assert self.decision is not None
        return self.white if self.decision["side"] == "white" else 1 - self.white

    def command(self, **members: Any) -> dict[str, Any]:
        """The members that every command has."""
        return {"match": self.match, "command_id": str(uuid.uuid4()), **members}

    async def see(self, seq: int) -> list[dict[str, Any]]:
        """Wait until both seats have seen commit ``seq``; its push, by seat."""
        pushes = list(await asyncio.gather(*(talker.pushed(seq) for talker in self.talkers)))
        for event in pushes[0]["commit"]["events"]:
            if event["event"] == "colours_drawn":
                self.white = event["white"]
            if "next" in event:
                self.decision = event["next"]
            if event["event"] in ("match_ended", "match_voided"):
                self.decision = None
        self.seq = seq
        return pushes

    async def roll(self) -> list[dict[str, Any]]:
        """The mover rolls; what both were pushed."""
        assert self.decision is not None
        turn = self.decision["turn"]
        done = await self.talkers[self.mover].done("roll", **self.command(turn=turn))
        return await self.see(done["seq"])

    async def play(self, plays: list[list[list[int]]]) -> list[dict[str, Any]]:
        """The mover plays one of these; what both were pushed."""
        assert self.decision is not None
        command = self.command(turn=self.decision["turn"], steps=secrets.choice(plays))
        done = await self.talkers[self.mover].done("play", **command)
        return await self.see(done["seq"])

    async def rolled(self) -> list[list[list[int]]]:
        """Roll, again for whoever has to pass, until somebody may play; the legal plays."""
        while True:
            assert self.decision is not None
            if self.decision["kind"] == "play":
                return await self.legal_plays()
            await self.roll()

    async def legal_plays(self) -> list[list[list[int]]]:
        """What the mover was told that he may play."""
        push = await self.talkers[self.mover].pushed(self.seq)
        plays: list[list[list[int]]] = push["plays"]
        return plays

    async def tell_seeds(self) -> None:
        """Draw the dice: the first game begins, and somebody must decide."""
        seeds = [secrets.token_bytes(32) for _ in self.talkers]
        for talker, seed in zip(self.talkers, seeds, strict=True):
            digest = hashlib.sha256(seed).hexdigest()
            await talker.done("commit_seed", **self.command(digest=digest))
        for talker, seed in zip(self.talkers, seeds, strict=True):
            await talker.done("reveal_seed", **self.command(seed=seed.hex()))
        seq = 1
        while self.decision is None:
            await self.see(seq)
            seq += 1


async def seated(edge: Edge, **conventions: Any) -> Played:
    """Open a table, watch it, sit down: the match has its first commit."""
    people = [await edge.person(), await edge.person()]
    talkers = [await edge.talker(person) for person in people]
    opened = await talkers[0].done("open_table", conventions=conventions or GAME)
    match = opened["table"]["id"]
    assert (await talkers[0].done("watch", topic=f"match:{match}"))["seq"] == -1
    await talkers[1].done("sit", table=match)
    await talkers[1].done("watch", topic=f"match:{match}")
    played = Played(edge, match, people, talkers)
    await played.see(0)
    return played


async def begun(edge: Edge, **conventions: Any) -> Played:
    """The same with the seeds told: the first game has begun and somebody must decide."""
    played = await seated(edge, **conventions)
    await played.tell_seeds()
    return played
