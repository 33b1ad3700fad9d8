"""How accounts look on the wire."""

from uuid import UUID

import msgspec

from server.storage.accounts import Account


class AccountView(msgspec.Struct, frozen=True):
    """A person as that person sees it; ``nick`` is null until one was chosen."""

    id: UUID
    nick: str | None
    guest: bool

    @classmethod
    def of(cls, account: Account) -> "AccountView":
        """Render an account."""
        return cls(account.id, account.nick, account.is_guest)
