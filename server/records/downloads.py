"""The outcome of a match and the proof of its dice, as people download them."""

import asyncio
from uuid import UUID

import msgspec
import structlog

from game.dice import CommittedDice
from game.events import MatchEnded, MatchVoided
from server.records.archive import dice_archive
from server.records.log import Revealed
from server.storage.accounts import AccountNotFound, Accounts
from server.storage.database import Database
from server.storage.dice_secrets import DiceSecrets, SecretNotFound, Secrets
from server.storage.matches import Matches
from server.storage.sealing import CannotUnseal, Sealing

Result = MatchEnded | MatchVoided

_log = structlog.get_logger(__name__)


class DiceNotSealed(Exception):
    """The seeds of the match are not all in, so that there are no dice yet."""


class DiceNeverSealed(DiceNotSealed):
    """The match has ended without them, so that there never were dice."""


class Downloads:
    """Opens sealed secrets for what may be shown of them: all at the end, the archive before."""

    def __init__(self, database: Database, sealing: Sealing) -> None:
        self._database = database
        self._sealing = sealing

    async def revealed(self, match: UUID) -> Revealed | None:
        """What is published of a match that has ended; the caller has made sure that it has.

        None where the key is lost, which is logged: the match can be read all the same.
        """
        try:
            secrets = await self._secrets(match)
        except (CannotUnseal, SecretNotFound):
            return None
        return Revealed(secrets.secret.hex(), secrets.archive_password.decode())

    async def result(self, match: UUID) -> Result | None:
        """How a match ended; none while it runs."""
        async with self._database.reading() as connection:
            result = (await Matches(connection).get(match)).result
        return None if result is None else msgspec.json.decode(result, type=Result)

    async def names(self, players: tuple[UUID, ...]) -> dict[str, str]:
        """What the players of a match are called, by account id; who has no nick is left out."""
        async with self._database.reading() as connection:
            nicks = {player: await _nick(Accounts(connection), player) for player in players}
        return {str(player): nick for player, nick in nicks.items() if nick is not None}

    async def dice_zip(self, match: UUID, seeds: tuple[bytes, ...]) -> bytes:
        """The sealed archive, made anew: byte for byte what its digest in the log says.

        Raises `DiceNotSealed`, and `CannotUnseal` or `SecretNotFound` where the key is lost.
        """
        if not seeds:
            raise DiceNotSealed
        secrets = await self._secrets(match)
        dice = CommittedDice(secrets.secret, match.bytes, seeds)
        return await asyncio.to_thread(
            dice_archive, dice, secrets.secret, secrets.archive_password.decode()
        )

    async def _secrets(self, match: UUID) -> DiceSecrets:
        try:
            async with self._database.reading() as connection:
                return await Secrets(connection, self._sealing).get(match)
        except (CannotUnseal, SecretNotFound) as lost:
            _log.error("dice_key_lost", match=str(match), reason=str(lost))
            raise


async def _nick(accounts: Accounts, player: UUID) -> str | None:
    try:
        return (await accounts.get(player)).nick
    except AccountNotFound:
        return None
