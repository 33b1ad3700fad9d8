"""How often a board is changed, and how much of one person is listened to."""

from typing import Final, NamedTuple

from game.vocabulary import Millis


class Manners(NamedTuple):
    """Milliseconds between two changes of a board, in a person's chat and in a group; how many
    updates of one chat are handled a second, after a first handful; and how long before his time
    runs out somebody is reminded (``hurry``).
    """

    chat_gap: Millis = 1_000
    group_gap: Millis = 3_100
    per_second: float = 2.0
    burst: float = 20.0
    hurry: Millis = 10_000


USUAL: Final = Manners()
