"""The numbers in what Telegram tells: it promises 52 bits for chats and people.

What is beyond comes from nobody's Telegram, and would fit no column. Source:
core.telegram.org/bots/api, Chat and User.
"""

from typing import Annotated, Final, TypeAlias

import msgspec

LARGEST: Final = 1 << 53
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
"""Of a chat; those of groups are negative."""
Ordinal: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
"""Of people, messages, updates, Stars and seconds."""
