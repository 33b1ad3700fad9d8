"""Why a table was not opened, closed or joined.

TableRefused
├── TableTaken          all seats are taken
├── TableClosed         the offer was withdrawn
├── OwnTable            one does not sit down opposite oneself
├── KeptAway            who sits there keeps this person away
├── RatedTable          guests have no rating
├── RatingOutOfRange    the table wants players of another strength
├── CardChanged         the terms are not the ones that were agreed to
├── NotTableOwner       only who opened a table closes it, and invites to it
├── NotAtTable          only who sits at a table says that he is ready, or leaves it
├── NotPrivate          only private tables have invitations
├── TooManyTables       this many tables one person may have at a time
├── CoolingDown         who left or timed out too often waits
├── NotSeeking          there is no search for an opponent to end
├── MatchRuns           a match that runs has no rematch yet
└── RematchLapsed       the other one declined, or too much time has passed
"""

from typing import Final

from server.codes import Code
from server.storage.ids import Millis


class TableRefused(Exception):
    """The table is not as the request needs it; nothing changed."""


class TableTaken(TableRefused):
    """All seats are taken."""


class TableClosed(TableRefused):
    """The offer was withdrawn."""


class OwnTable(TableRefused):
    """The person sits at this table already."""


class KeptAway(TableRefused):
    """Somebody who sits at the table keeps this person away."""


class RatedTable(TableRefused):
    """A guest may not sit at a rated table (rules, section 8)."""


class RatingOutOfRange(TableRefused):
    """The table wants players of another strength: of these, both included."""

    def __init__(self, bounds: tuple[int, int]) -> None:
        super().__init__("from {} to {}".format(*bounds))
        self.bounds = bounds


class CardChanged(TableRefused):
    """The card that was agreed to is not the table's, or none was shown for a stake."""


class NotTableOwner(TableRefused):
    """Somebody else opened this table."""


class NotAtTable(TableRefused):
    """The person has no seat at this table."""


class NotPrivate(TableRefused):
    """Everybody may come to this table: it has no invitations."""


class TooManyTables(TableRefused):
    """The person has as many tables as one may have at a time."""


class CoolingDown(TableRefused):
    """The person left, timed out or was absent too often, and waits until a moment."""

    def __init__(self, until: Millis) -> None:
        super().__init__(f"until {until}")
        self.until = until


class NotSeeking(TableRefused):
    """The person looks for no opponent."""


class MatchRuns(TableRefused):
    """The match has not ended."""


class RematchLapsed(TableRefused):
    """There will be no rematch of this match."""


# What each use case is refused with, for the documentation of every door to it.

ADMISSION: Final = (
    Code.BANNED,
    Code.TERMS_NOT_ACCEPTED,
    Code.COOLING_DOWN,
    Code.TOO_MANY_TABLES,
)
"""Of one table more, whatever the door."""
STAKING: Final = (Code.BARRED_FROM_STAKES, Code.INSUFFICIENT_COINS)
"""Of a table for coins."""
BEGINNING: Final = (
    Code.CONVENTIONS_REFUSED,
    *STAKING,
    Code.OPPONENT_CANNOT_COVER,
)
"""Of a match that would begin."""
INVITING: Final = (
    Code.ACCOUNT_NOT_FOUND,
    Code.ONESELF,
    Code.NOT_WANTED,
    Code.FRIENDS_ONLY,
    Code.MEMBERS_ONLY,
    Code.TOO_MANY_INVITATIONS,
    Code.MUTED,
    Code.BANNED,
)
"""Of asking somebody to a table, whatever the door."""
OPENING: Final = (
    Code.CONVENTIONS_REFUSED,
    *STAKING,
    *ADMISSION,
    *(code for code in INVITING if code not in ADMISSION),
)
SITTING: Final = (
    Code.TABLE_NOT_FOUND,
    Code.TABLE_TAKEN,
    Code.TABLE_CLOSED,
    Code.OWN_TABLE,
    Code.KEPT_AWAY,
    Code.RATED_TABLE,
    Code.RATING_OUT_OF_RANGE,
    Code.CARD_CHANGED,
    *BEGINNING,
    *ADMISSION,
)
LEAVING: Final = (
    Code.TABLE_NOT_FOUND,
    Code.NOT_AT_TABLE,
    Code.TABLE_TAKEN,
    Code.TABLE_CLOSED,
)
UNREADY: Final = (Code.TABLE_NOT_FOUND, Code.NOT_AT_TABLE, Code.TABLE_CLOSED)
READY: Final = (*UNREADY, Code.COOLING_DOWN, *BEGINNING)
CLOSING: Final = (Code.TABLE_NOT_FOUND, Code.TABLE_TAKEN, Code.NOT_TABLE_OWNER)
SEEKING: Final = (Code.CONVENTIONS_REFUSED, *STAKING, *ADMISSION)
PLAYED: Final = (Code.MATCH_NOT_FOUND, Code.NOT_SEATED)
REMATCH: Final = (
    *PLAYED,
    Code.MATCH_RUNS,
    Code.REMATCH_LAPSED,
    Code.KEPT_AWAY,
    Code.TABLE_NOT_FOUND,
    Code.CARD_CHANGED,
    *BEGINNING,
    *ADMISSION,
)
