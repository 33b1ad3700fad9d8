"""What each person wants and does not: remembered, changed member by member."""

from uuid import UUID
from zoneinfo import available_timezones

import msgspec

from server.chat.hearing import Hearing
from server.requests import Malformed
from server.storage.database import Database
from server.storage.preferences import (
    Hour,
    Language,
    Preferences,
    keep_preferences,
    preferences_of,
)

# The two name no place: the server's own zone, and none at all.
_ZONES = frozenset(available_timezones()) - {"localtime", "Factory"}


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What to change; what is left out stays as it is."""

    lobby_chat: bool | msgspec.UnsetType = msgspec.UNSET
    table_chat: bool | msgspec.UnsetType = msgspec.UNSET
    findable: bool | msgspec.UnsetType = msgspec.UNSET
    reminders: bool | msgspec.UnsetType = msgspec.UNSET
    language: Language | msgspec.UnsetType | None = msgspec.UNSET
    timezone: str | msgspec.UnsetType | None = msgspec.UNSET
    quiet_from: Hour | msgspec.UnsetType = msgspec.UNSET
    quiet_until: Hour | msgspec.UnsetType = msgspec.UNSET


class Wants:
    """The use case."""

    def __init__(self, database: Database, hearing: Hearing) -> None:
        self._database = database
        self._hearing = hearing

    async def of(self, account: UUID) -> Preferences:
        """What somebody wants."""
        async with self._database.reading() as tx:
            return await preferences_of(tx, account)

    async def change(self, account: UUID, wish: Wish) -> Preferences:
        """Remember what he wants from now on; raises ``Malformed`` for no known time zone."""
        changes = {
            name: value
            for name in wish.__struct_fields__
            if (value := getattr(wish, name)) is not msgspec.UNSET
        }
        if changes.get("timezone") is not None and changes["timezone"] not in _ZONES:
            raise Malformed("$.timezone: no such time zone")
        async with self._database.transaction() as tx:
            wanted = msgspec.structs.replace(await preferences_of(tx, account), **changes)
            await keep_preferences(tx, account, wanted)
        await self._hearing.look_again(account)
        return wanted
