"""What an audit says in the terminal."""

from collections.abc import Iterator

from server.money.audit import Findings


def audit_lines(found: Findings) -> Iterator[str]:
    """One line a finding, then the verdict."""
    extent = found.extent
    yield (
        f"{extent.accounts} accounts, {extent.transactions} transactions,"
        f" {extent.postings} postings"
    )
    for currency, total in found.sums.items():
        yield f"{currency}: everything comes to {total}"
    for each in found.imbalances:
        yield f"{each.name}: kept as {each.cached}, posted were {each.derived}"
    for stray in found.stray_holds:
        yield f"{stray.name}: {stray.balance} held beyond match {stray.match}"
    for fees in found.stray_fees:
        yield f"tournament {fees.tournament}: holds {fees.held} of fees, owed are {fees.owed}"
    for key in found.empty:
        yield f"{key}: a transaction without postings"
    yield "The books are in order." if found.clean else "The books are NOT in order."
