"""The tables of chat play: updates to be handled, who speaks in a chat, boards shown in one."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Uuid,
    text,
)

from server.storage.schema import FALSE, TRUE, ZERO, metadata

chat_updates = Table(
    "chat_updates",
    metadata,
    Column("bot", String, primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # Whose updates are handled one after another.
    Column("chat", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # Until then nobody else takes it up.
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, server_default=ZERO),
    Column("done_at", BigInteger),
    Column("body", LargeBinary, nullable=False),
    # What is answered, once what was asked for is done: then it is only sent.
    Column("answers", LargeBinary),
    Index(
        "ix_chat_updates_waiting", "bot", "chat", "id", postgresql_where=text("done_at IS NULL")
    ),
)

chat_persons = Table(
    "chat_persons",
    metadata,
    Column("bot", String, primary_key=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("language", String, nullable=False),
    Column("plain", Boolean, nullable=False, server_default=FALSE),
    Column("phrases", Boolean, nullable=False, server_default=FALSE),
    Column("news", Boolean, nullable=False, server_default=FALSE),
    # What his next words are for: a nick, the opponent, a report; none for a move or a command.
    Column("asked", String),
    # The nick that a button offers him.
    Column("proposed", String),
    Column("away", Boolean, nullable=False, server_default=FALSE),
    # His feeds, and how far they were told to him; until `due` somebody is at it.
    Column("tables_feed", Uuid, nullable=False),
    Column("tables_seq", BigInteger, nullable=False),
    Column("inbox_feed", Uuid, nullable=False),
    Column("inbox_seq", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, server_default=ZERO),
    Column("at", BigInteger, nullable=False),
)

chat_boards = Table(
    "chat_boards",
    metadata,
    Column("bot", String, primary_key=True),
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Uuid, primary_key=True),
    # Whose board it is; in a group, who offered the match.
    Column("account", Uuid, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("grouped", Boolean, nullable=False),
    Column("language", String, nullable=False),
    Column("message", BigInteger),
    Column("live", Boolean, nullable=False, server_default=TRUE),
    Column("shown_seq", BigInteger, nullable=False, server_default=text("-1")),
    # Goes up with whatever changes the look of it beside the match.
    Column("version", BigInteger, nullable=False, server_default=ZERO),
    Column("shown_version", BigInteger, nullable=False, server_default=text("-1")),
    # The steps that were chosen and not confirmed, and the turn that they are of.
    Column("draft", LargeBinary),
    Column("seed", LargeBinary),
    # The room of the table, and how far its talk was told here.
    Column("talk_feed", Uuid, nullable=False),
    Column("talk_seq", BigInteger, nullable=False, server_default=text("-1")),
    Column("looked_at", BigInteger, nullable=False),
    Column("remind_at", BigInteger),
    Column("due", BigInteger, nullable=False, server_default=ZERO),
    Column("failures", Integer, nullable=False, server_default=ZERO),
    Index("ix_chat_boards_live", "bot", "due", postgresql_where=text("live")),
    Index("ix_chat_boards_match", "match"),
)

chat_presence = Table(
    "chat_presence",
    metadata,
    Column("account", Uuid, ForeignKey("accounts.id"), primary_key=True),
    # Who plays by chat is there till then, with a socket or without.
    Column("until", BigInteger, nullable=False),
)

bot_beats = Table(
    "bot_beats",
    metadata,
    Column("bot", String, primary_key=True),
    # When one of its processes last said that it is there.
    Column("beat", BigInteger, nullable=False),
)

chat_labels = Table(
    "chat_labels",
    metadata,
    Column("bot", String, primary_key=True),
    Column("chat", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False),
    # JSON: what each button of the message carries, by what it says.
    Column("said", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
