"""The end of an offer: the table closes, and nobody is asked to it any more."""

from server.storage.tables import Table, Tables
from server.tables.guests import withdraw_all
from server.tables.hall import Act


async def close(act: Act, table: Table) -> bool:
    """Close a table and tell of it, if it was open; says whether it was."""
    if not await Tables(act.tx).close(table.id):
        return False
    act.tell_closed(table)
    await withdraw_all(act, table.id)
    return True
