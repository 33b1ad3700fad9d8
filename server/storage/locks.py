"""Advisory locks, all in one list so that no two subjects share a number."""

from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

MIGRATION: Final = 0x6E617264_01
PARTITIONS: Final = 0x6E617264_02
BEATS: Final = 0x6E617264_03
DEMO_DATABASE: Final = 0x6E617264_04
FIRST_OPERATOR: Final = 0x6E617264_05


async def take(tx: AsyncConnection, lock: int) -> None:
    """Wait for the lock and keep it until the transaction ends."""
    await tx.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": lock})
