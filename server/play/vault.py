"""The dice of a match: opened from its sealed secret, never shown before its end."""

import asyncio
from uuid import UUID

import structlog

from game.dice import CommittedDice
from game.vocabulary import Phase
from server.play.ground import Ground
from server.play.live import LiveMatch
from server.records.archive import archive_digest, dice_archive
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.sealing import CannotUnseal

_log = structlog.get_logger(__name__)


class LostDice:
    """Dice whose secret cannot be opened: whoever throws them is told so."""

    def __init__(self, lost: CannotUnseal) -> None:
        self._why = str(lost)

    def pair(self, n: int) -> tuple[int, int]:
        """Raise `CannotUnseal`."""
        raise CannotUnseal(f"roll {n}: {self._why}")

    def number(self, label: str, bound: int, n: int = 0) -> int:
        """Raise `CannotUnseal`."""
        raise CannotUnseal(f"draw {n} of {bound} {label}: {self._why}")


class Vault:
    """Opens the secret of a match when its seeds are in; the dice stay with the live fold."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    async def secrets(self, match: UUID) -> DiceSecrets:
        """The secret and the archive's password of a match."""
        async with self._ground.database.reading() as tx:
            return await Secrets(tx, self._ground.sealing).get(match)

    async def load(self, live: LiveMatch) -> None:
        """Give a live match its dice, once every seat has told its seed.

        A match whose key was lost gets such as cannot be thrown: it can only be ended.
        """
        if live.dice is not None or live.state.phase in (Phase.SEEDS, Phase.OVER):
            return
        try:
            secrets = await self.secrets(live.stream)
        except CannotUnseal as lost:
            _log.error("dice_key_lost", match=str(live.stream), reason=str(lost))
            live.dice = LostDice(lost)
            return
        live.dice = CommittedDice(secrets.secret, live.stream.bytes, live.seeds)

    async def seal(self, live: LiveMatch) -> None:
        """Compute the digest of the archive, which must be published before the first roll."""
        if live.archive is not None:
            return
        secrets = await self.secrets(live.stream)
        dice = CommittedDice(secrets.secret, live.stream.bytes, live.seeds)
        archive = await asyncio.to_thread(
            dice_archive, dice, secrets.secret, secrets.archive_password.decode()
        )
        live.archive = archive_digest(archive)
