"""Somebody who plays over a WebSocket and does not know that his opponent has only Telegram."""

import asyncio
import hashlib
import secrets
import uuid
from typing import Any

from tests.server.edge import Talker


class SocketPlayer:
    """Looks for an opponent, and plays whatever is legal until the match is over."""

    def __init__(self, talker: Talker, account: str) -> None:
        self._talker = talker
        self._account = account
        self._seed = secrets.token_bytes(16)
        self.match = ""
        self.result: dict[str, Any] | None = None
        self.plays = 0
        self._turn = self._digests = self._white = 0
        self._seat = -1

    async def seek(self, **conventions: Any) -> None:
        """Look for an opponent on these conventions."""
        await self._talker.done("watch", topic="tables")
        await self._talker.done("seek", conventions={"rated": True, **conventions})

    def begin(self) -> asyncio.Task[None]:
        """Play beside."""
        return asyncio.create_task(self.play_out())

    async def play_out(self) -> None:
        """Wait for the match, where none is known, and play it to its end."""
        if not self.match:
            self.match = (await self._talker.told("paired"))["table"]["id"]
        digest = hashlib.sha256(self._seed).hexdigest()
        await self._talker.done("watch", topic=f"match:{self.match}", after=-1)
        await self._ask("commit_seed", digest=digest)
        seq = 0
        while True:
            push = await self._talker.pushed(seq)
            seq += 1
            decision = None
            for event in push["commit"]["events"]:
                await self._hear(event)
                decision = event.get("next", decision)
            if self.result is not None:
                return
            if decision is None:
                continue
            self._turn = decision["turn"]
            if decision["side"] == self._side:
                await self._decide(decision, push)

    @property
    def _side(self) -> str:
        return "white" if self._white == self._seat else "black"

    async def _hear(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "match_opened":
                self._seat = event["players"].index(self._account)
            case "seed_committed":
                self._digests += 1
                if self._digests == 2:
                    await self._ask("reveal_seed", seed=self._seed.hex())
            case "colours_drawn":
                self._white = event["white"]
            case "resignation_offered" if event["side"] != self._side:
                await self._ask("accept_resignation", turn=self._turn)
            case "match_ended" | "match_voided":
                self.result = event

    async def _decide(self, decision: dict[str, Any], push: dict[str, Any]) -> None:
        turn = decision["turn"]
        match decision["kind"]:
            case "roll":
                await self._ask("roll", turn=turn)
            case "play":
                self.plays += 1
                await self._ask("play", turn=turn, steps=secrets.choice(push["plays"]))
            case _:
                await self._ask("take", turn=turn)

    async def _ask(self, do: str, **members: Any) -> None:
        await self._talker.done(do, match=self.match, command_id=str(uuid.uuid4()), **members)
