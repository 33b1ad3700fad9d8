"""Somebody who plays over a WebSocket and does not know that his opponent has only Telegram."""

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

    async def seek(self, **conventions: Any) -> None:
        """Look for an opponent on these conventions."""
        await self._talker.done("watch", topic="tables")
        await self._talker.done("seek", conventions={"rated": True, **conventions})

    async def play_out(self) -> None:
        """Wait for the match, and play it to its end."""
        self.match = (await self._talker.told("paired"))["table"]["id"]
        digest = hashlib.sha256(self._seed).hexdigest()
        await self._talker.done("watch", topic=f"match:{self.match}", after=-1)
        await self._ask("commit_seed", digest=digest)
        seat, white, digests, seq = -1, 0, 0, 0
        while self.result is None:
            push = await self._talker.pushed(seq)
            seq += 1
            decision = None
            for event in push["commit"]["events"]:
                match event["event"]:
                    case "match_opened":
                        seat = event["players"].index(self._account)
                    case "seed_committed":
                        digests += 1
                        if digests == 2:
                            await self._ask("reveal_seed", seed=self._seed.hex())
                    case "colours_drawn":
                        white = event["white"]
                    case "match_ended" | "match_voided":
                        self.result = event
                decision = event.get("next", decision)
            side = "white" if white == seat else "black"
            if self.result is None and decision is not None and decision["side"] == side:
                await self._decide(decision, push)

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
