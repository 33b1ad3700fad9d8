"""The audit, as every test of money ends with it."""

from server.money.audit import Audit
from server.storage.database import Database


async def require_clean(database: Database) -> None:
    """All coins are somewhere, all balances are what was posted, nothing is held for nothing."""
    findings = await Audit(database).run()
    assert findings.clean, findings
