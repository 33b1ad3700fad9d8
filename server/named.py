"""A person as others see him, wherever somebody is told of."""

from uuid import UUID

import msgspec


class Named(msgspec.Struct, frozen=True):
    """Somebody as others see him; ``nick`` is null for guests and who has chosen none yet."""

    id: UUID
    nick: str | None
