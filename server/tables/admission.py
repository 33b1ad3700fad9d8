"""Who may have one table more: not more at a time than the house allows, and nobody who waits."""

from uuid import UUID

from game.conventions import Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from server.chat.standing import require_admission
from server.people.barring import require_unbarred
from server.people.terms import require_terms
from server.settings import Settings
from server.storage import engagements
from server.tables.conduct import conduct_of
from server.tables.hall import Act
from server.tables.refusals import CoolingDown, TooManyTables


async def require_free(act: Act, settings: Settings, *people: UUID) -> None:
    """Raise unless each of these persons may have one table more.

    They are locked until the transaction ends, so that whatever other door one of them comes by
    counts this table too. Raises `TooManyTables`, `CoolingDown`.
    """
    await engagements.lock(act.tx, *people)
    for account in people:
        await require_admission(act.tx, account, act.now)
        await require_terms(act.tx, account, settings.terms)
        await require_cool(act, settings, account)
        if await engagements.count(act.tx, account) >= settings.limits.tables_at_once:
            raise TooManyTables


async def require_cool(act: Act, settings: Settings, account: UUID) -> None:
    """Raise `CoolingDown` for somebody who left or timed out too often, a moment ago or before."""
    until = (await conduct_of(act.tx, settings.conduct, account)).waits_until
    if until > act.now:
        raise CoolingDown(until)


async def require_stake(act: Act, settings: Settings, account: UUID, stake: int) -> None:
    """Raise `BarredFromStakes` for somebody who may not play for coins, if it is for any."""
    if stake:
        await require_unbarred(act.tx, account, settings.stakes, act.now)


def require_offered(settings: Settings, conventions: Conventions) -> None:
    """Raise `ConventionsRefused` for a rule set or a form that the operator has switched off."""
    off = settings.tables
    switched = (
        ("rules", conventions.rules, off.rules_off),
        ("form", conventions.form, off.forms_off),
    )
    for key, value, unwanted in switched:
        if value in unwanted:
            raise ConventionsRefused(
                (key,), f"this house does not offer {value} now", ConventionsFault.NOT_OFFERED
            )
