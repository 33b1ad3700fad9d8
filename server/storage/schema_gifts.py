"""The tables of what is given: daily bonuses, referrals, certificates, gifts, promotions."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Uuid,
)

from server.storage.schema import metadata

daily_bonuses = Table(
    "daily_bonuses",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
)

referral_codes = Table(
    "referral_codes",
    metadata,
    Column("code", String, primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, unique=True),
)

referrals = Table(
    "referrals",
    metadata,
    Column("invited", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("inviter", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("rewarded_at", BigInteger),
    CheckConstraint("invited <> inviter", name="oneself"),
)

certificates = Table(
    "certificates",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("key", String, nullable=False, unique=True),
    Column("coins", BigInteger, nullable=False),
    Column("issuer", Uuid, ForeignKey("accounts.id"), index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("redeemed_by", Uuid, ForeignKey("accounts.id")),
    Column("redeemed_at", BigInteger),
    CheckConstraint("coins > 0", name="coins"),
    CheckConstraint("(redeemed_by IS NULL) = (redeemed_at IS NULL)", name="redeemed"),
)

gifts = Table(
    "gifts",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("article", String, nullable=False),
    Column("giver", Uuid, ForeignKey("accounts.id"), nullable=False),
    Column("receiver", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

promotions = Table(
    "promotions",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("bonus", String, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("audience", String, nullable=False),
    Column("starts", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False, index=True),
    Column("per_person", SmallInteger, nullable=False),
    Column("en", String, nullable=False),
    Column("ru", String, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("starts < ends", name="span"),
    CheckConstraint("per_person > 0", name="per_person"),
)

promotion_grants = Table(
    "promotion_grants",
    metadata,
    Column("promotion", Uuid, ForeignKey("promotions.id"), primary_key=True),
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

vip_reminders = Table(
    "vip_reminders",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    Column("until", BigInteger, primary_key=True, autoincrement=False),
    Column("days", SmallInteger, primary_key=True, autoincrement=False),
)
