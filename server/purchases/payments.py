"""All use cases of payments, made together for the wiring."""

from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from platforms.facebook.receipts import Receipts
from platforms.identity import Platform
from platforms.ok.payments import PaymentsAddress as OkAddress
from platforms.secret import Secrets
from platforms.vk.notifications import PaymentsAddress as VkAddress
from server.outbound.facebook import FacebookApi
from server.outbound.telegram import TelegramApi
from server.outbound.vk import VkApi
from server.purchases.catalogue import Catalogue
from server.purchases.facebook import FacebookPayments
from server.purchases.facebook_record import FacebookRecord
from server.purchases.figures import PaymentFigures
from server.purchases.findings import PlatformRecord
from server.purchases.help import PaymentHelp
from server.purchases.ok import OkPayments
from server.purchases.reconciling import Reconciling
from server.purchases.stars import StarsPayments
from server.purchases.stars_record import StarsRecord
from server.purchases.telegram_updates import TelegramUpdates
from server.purchases.till import Books
from server.purchases.vk import VkPayments
from server.purchases.vk_record import VkRecord
from server.storage.purchases import Purchase, Purchases


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentDoors:
    """Whose payments are taken, by which keys, and whom we can ask; None is shut."""

    vk: VkAddress | None = None
    ok: OkAddress | None = None
    receipts: Receipts | None = None
    facebook_secret: Secrets | None = None
    facebook_verify_token: Secrets | None = None
    telegram_webhook_secret: Secrets | None = None
    vk_api: VkApi | None = None
    facebook_api: FacebookApi | None = None
    telegram_api: TelegramApi | None = None
    figures: PaymentFigures = field(default_factory=PaymentFigures)


class Payments(msgspec.Struct, frozen=True, kw_only=True):
    """One of each in a process."""

    books: Books
    doors: PaymentDoors
    catalogue: Catalogue
    vk: VkPayments
    ok: OkPayments
    facebook: FacebookPayments
    stars: StarsPayments
    telegram: TelegramUpdates
    help: PaymentHelp
    reconciling: Reconciling

    @classmethod
    def on(cls, books: Books, catalogue: Catalogue, doors: PaymentDoors) -> "Payments":
        """Make them all."""
        figures = doors.figures
        votes = VkPayments(books, catalogue, figures, doors.vk)
        stars = StarsPayments(books, catalogue, figures, doors.telegram_api)
        records: dict[Platform, PlatformRecord] = {}
        vk_record = None
        if doors.vk_api is not None:
            records[Platform.VK] = vk_record = VkRecord(books, votes, doors.vk_api)
        if doors.telegram_api is not None:
            records[Platform.TELEGRAM] = StarsRecord(books, stars, doors.telegram_api)
        if doors.facebook_api is not None:
            records[Platform.FACEBOOK] = FacebookRecord(books, catalogue, doors.facebook_api)
        help_ = PaymentHelp(books, catalogue, records)
        renew = () if vk_record is None else (vk_record.renew,)
        return cls(
            books=books,
            doors=doors,
            catalogue=catalogue,
            vk=votes,
            ok=OkPayments(books, catalogue, figures, doors.ok),
            facebook=FacebookPayments(books, catalogue, figures, doors.receipts),
            stars=stars,
            telegram=TelegramUpdates(stars),
            help=help_,
            reconciling=Reconciling(books, records, figures, *renew),
        )

    async def bought(
        self, account: UUID, limit: int, before: UUID | None = None
    ) -> list[Purchase]:
        """What somebody has bought, the newest first, older than the purchase `before`."""
        async with self.books.database.reading() as connection:
            return await Purchases(connection).of(account, limit, before)
