"""The tables of purchases: one row for every order of a platform's, and what was told of it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    Sequence,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import FALSE, ZERO, metadata

purchase_numbers = Sequence("purchase_numbers", metadata=metadata)

purchases = Table(
    "purchases",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("platform", String, nullable=False),
    Column("mode", String, nullable=False),
    Column("kind", String, nullable=False),
    # What the platform calls this payment; null while an invoice waits to be paid.
    Column("charge", String),
    # A second name: the token of a receipt, the payload of an invoice.
    Column("token", String),
    Column("payer", String),
    Column("account", Uuid, ForeignKey("accounts.id")),
    Column("product", String, nullable=False),
    Column("price", BigInteger, nullable=False),
    Column("currency", String, nullable=False),
    Column("coins", BigInteger, nullable=False, server_default=ZERO),
    Column("bonus", BigInteger, nullable=False, server_default=ZERO),
    Column("vip_days", BigInteger, nullable=False, server_default=ZERO),
    Column("state", String, nullable=False),
    # How often it was given and taken back: part of the ledger's keys.
    Column("turn", BigInteger, nullable=False, server_default=ZERO),
    Column("renews", Boolean, nullable=False, server_default=FALSE),
    Column("paid_until", BigInteger),
    Column("first", Uuid, ForeignKey("purchases.id"), index=True),
    Column("doubted", Boolean, nullable=False, server_default=FALSE),
    # An operator took it back: what a platform says later does not give it again.
    Column("by_hand", Boolean, nullable=False, server_default=FALSE),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    CheckConstraint("state IN ('offered', 'charged', 'credited', 'refunded')", name="state"),
    CheckConstraint("state <> 'credited' OR account IS NOT NULL", name="credited"),
    CheckConstraint("state = 'offered' OR charge IS NOT NULL", name="charged"),
    Index("uq_purchases_charge", "platform", "mode", "kind", "charge", unique=True),
    Index("uq_purchases_token", "platform", "token", unique=True),
    Index(None, "account", "id"),
    Index("ix_purchases_payer", "platform", "payer"),
    Index(
        "ix_purchases_open",
        "platform",
        "changed_at",
        postgresql_where=text("state = 'charged' OR doubted"),
    ),
    Index("ix_purchases_renewing", "paid_until", postgresql_where=text("renews")),
)

payment_callbacks = Table(
    "payment_callbacks",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("platform", String, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("raw", LargeBinary, nullable=False),
    Column("outcome", String, nullable=False),
    Column("payer", String),
    Index("ix_payment_callbacks_payer", "platform", "payer"),
)

reconciliations = Table(
    "reconciliations",
    metadata,
    Column("platform", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # How far the platform's record was read, where it is read in its own order.
    Column("read", BigInteger, nullable=False, server_default=ZERO),
)
