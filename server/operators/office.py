"""The office: what operators may look at, and all that they may do, gathered for the wiring."""

from uuid import UUID

import msgspec

from platforms.secret import Secrets
from server.money.terms import VipTerms
from server.money.vip import Vip
from server.operators.cashier import Cashier
from server.operators.promoting import PromotionDesk
from server.operators.seeking import Sought, UnknownPerson, seek, seek_one
from server.operators.staff import Staff, require
from server.storage.accounts import Account, Accounts, Identity
from server.storage.case_queue import CaseQueue
from server.storage.cases import Case
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.ledger_accounts import Currency
from server.storage.match_summaries import MatchSummaries, Past, Wanted
from server.storage.news import declared_age
from server.storage.operators import Act, ActLog, Operator, Operators, Role
from server.storage.purchases import Purchase, Purchases
from server.storage.signs import Sign, Signs
from server.storage.told import Fact, ToldFacts
from server.storage.vip import VipGrant, VipGrants
from server.storage.wallets import Balances, Entry, Wallets

_ENTRIES = 100
_NEWEST = 20


class Dossier(msgspec.Struct, frozen=True):
    """A person as operators see him."""

    account: Account
    identities: tuple[Identity, ...]
    told: tuple[Fact, ...]
    declared_age: int | None
    balances: Balances
    entries: tuple[Entry, ...]
    vip: tuple[VipGrant, ...]
    acts: tuple[Act, ...]
    purchases: tuple[Purchase, ...]
    cases: tuple[Case, ...]
    matches: tuple[Past, ...]
    signs: tuple[Sign, ...]


class Office(msgspec.Struct, frozen=True):
    """Staff and cashier, and the files that they read."""

    database: Database
    staff: Staff
    cashier: Cashier
    promotions: PromotionDesk

    @classmethod
    def on(
        cls,
        database: Database,
        clock: Clock,
        ids: Ids,
        terms: VipTerms,
        first: Secrets | None = None,
    ) -> "Office":
        """Open it; `first` is the token that makes the first operator."""
        vip = Vip(database, clock, terms)
        return cls(
            database=database,
            staff=Staff(database, clock, first),
            cashier=Cashier(database, clock, ids, vip),
            promotions=PromotionDesk(database, clock),
        )

    async def dossier(self, by: Operator, account: UUID) -> Dossier:
        """All that is known of somebody; raises `AccountNotFound`."""
        require(by, Role.MODERATOR)
        async with self.database.reading() as connection:
            found = await Accounts(connection).get(account)
            return Dossier(
                account=found,
                identities=tuple(await Accounts(connection).identities(found.id)),
                told=tuple(await ToldFacts(connection).of(found.id)),
                declared_age=await declared_age(connection, found.id),
                balances=await Wallets(connection).balances(found.id),
                entries=tuple(
                    await Wallets(connection).entries(found.id, Currency.COINS, _ENTRIES)
                ),
                vip=tuple(await VipGrants(connection).of(found.id)),
                acts=tuple(await ActLog(connection).of(found.id)),
                purchases=tuple(await Purchases(connection).of(found.id, _NEWEST)),
                cases=tuple(await CaseQueue(connection).of(found.id, _NEWEST)),
                matches=tuple(
                    await MatchSummaries(connection).of(found.id, Wanted(since=0), _NEWEST)
                ),
                signs=tuple(await Signs(connection).about(found.id, _NEWEST)),
            )

    async def find(self, by: Operator, identity: Identity) -> Dossier:
        """The person behind an identity; raises `UnknownPerson`."""
        async with self.database.reading() as connection:
            found = await Accounts(connection).find_by_identity(identity)
        if found is None:
            raise UnknownPerson
        return await self.dossier(by, found.id)

    async def seek(self, by: Operator, words: str) -> list[Sought]:
        """Everybody who may be meant by an account, an identity, an address of mail, or a nick."""
        return await seek(self.database, by, words)

    async def one(self, by: Operator, words: str) -> UUID:
        """The one person who is meant so; raises `UnknownPerson`, `SeveralPeople`."""
        return await seek_one(self.database, by, words)

    async def entries(
        self, by: Operator, account: UUID, currency: Currency, before: int | None = None
    ) -> list[Entry]:
        """What came into a wallet and went, the newest first; raises `AccountNotFound`."""
        require(by, Role.MODERATOR)
        async with self.database.reading() as connection:
            person = await Accounts(connection).get(account)
            return await Wallets(connection).entries(person.id, currency, _ENTRIES, before)

    async def matches(self, by: Operator, account: UUID, before: UUID | None = None) -> list[Past]:
        """Somebody's ended matches, the last begun first; raises `AccountNotFound`."""
        require(by, Role.MODERATOR)
        async with self.database.reading() as connection:
            person = await Accounts(connection).get(account)
            return await MatchSummaries(connection).of(
                person.id, Wanted(since=0), _ENTRIES, before
            )

    async def acts(self, by: Operator, subject: UUID | None) -> list[Act]:
        """What was done, the newest first; to one subject, where one is named."""
        require(by, Role.MODERATOR)
        async with self.database.reading() as connection:
            return await ActLog(connection).of(subject)

    async def operators(self, by: Operator) -> list[Operator]:
        """Who works here, or has."""
        require(by, Role.OWNER)
        async with self.database.reading() as connection:
            return await Operators(connection).listed()
