"""All use cases of money, made together for the wiring."""

from collections.abc import Callable, Sequence
from zoneinfo import ZoneInfo

import msgspec

from server.money.certificates import Redeeming
from server.money.daily import Daily
from server.money.entries import Fees
from server.money.loyalty import Loyalty, LoyaltyStep
from server.money.promotions import Promoting
from server.money.purses import Purses
from server.money.referrals import ReferralStep, Referring
from server.money.reminding import Reminding
from server.money.settling import StakedTables
from server.money.shop import Counter, Shop
from server.money.stakes import Stakes, Strengths
from server.money.vip import Vip
from server.money.welcome import Welcome
from server.play.after_match import Step
from server.settings import Settings
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.ids import Ids


class Vault(msgspec.Struct, frozen=True, kw_only=True):
    """What they stand on; `posted` takes the hints of what was told in inboxes."""

    database: Database
    clock: Clock
    ids: Ids
    settings: Settings
    zone: ZoneInfo
    strengths: Strengths
    posted: Callable[[Sequence[Hint]], None]


class Treasury(msgspec.Struct, frozen=True, kw_only=True):
    """One of each in a process."""

    stakes: Stakes
    settlement: StakedTables
    vip: Vip
    welcome: Welcome
    purses: Purses
    daily: Daily
    referring: Referring
    loyalty: Loyalty
    fees: Fees
    redeeming: Redeeming
    shop: Shop
    promoting: Promoting
    reminding: Reminding
    steps: tuple[Step, ...]

    @classmethod
    def on(cls, base: Vault) -> "Treasury":
        """Make them all."""
        database, clock, terms = base.database, base.clock, base.settings
        vip, loyalty = Vip(database, clock, terms.vip), Loyalty(terms.loyalty)
        counter = Counter(
            database=database, clock=clock, ids=base.ids, vip=vip, posted=base.posted
        )
        return cls(
            stakes=Stakes(terms.stakes, terms.vip, clock, base.strengths),
            settlement=StakedTables(database, clock),
            vip=vip,
            welcome=Welcome(terms.bonuses.welcome),
            purses=Purses(database),
            daily=Daily(database, clock, terms.bonuses, base.zone),
            referring=Referring(database, clock, terms.bonuses),
            loyalty=loyalty,
            fees=Fees(terms.stakes, terms.vip, loyalty, base.strengths),
            redeeming=Redeeming(database, clock, base.ids, terms.codes),
            shop=Shop(counter, terms.shop),
            promoting=Promoting(database, clock, vip),
            reminding=Reminding(database, clock, vip, base.posted),
            steps=(ReferralStep(terms.bonuses), LoyaltyStep(terms.loyalty, base.zone)),
        )
