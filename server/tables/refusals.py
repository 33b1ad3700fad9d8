"""Why a table was not opened, closed or joined.

TableRefused
├── TableTaken          all seats are taken
├── TableClosed         the offer was withdrawn
├── OwnTable            one does not sit down opposite oneself
├── RatedTable          guests have no rating
├── NotTableOwner       only who opened a table closes it
└── TooManyTables       this many offers of one person may stand at a time
"""


class TableRefused(Exception):
    """The table is not as the request needs it; nothing changed."""


class TableTaken(TableRefused):
    """All seats are taken."""


class TableClosed(TableRefused):
    """The offer was withdrawn."""


class OwnTable(TableRefused):
    """The person sits at this table already."""


class RatedTable(TableRefused):
    """A guest may not sit at a rated table (rules, section 8)."""


class NotTableOwner(TableRefused):
    """Somebody else opened this table."""


class TooManyTables(TableRefused):
    """The person has as many open tables as one may have."""
