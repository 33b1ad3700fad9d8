"""What is told of tables, in the topic ``lobby`` to everybody and in ``tables`` to one person."""

from enum import StrEnum
from typing import Final, TypeAlias
from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.vocabulary import snake
from server.storage.feeds import Feed
from server.tables.views import TableView

LOBBY: Final = Feed.of("lobby")


def tables_of(account: UUID) -> Feed:
    """The feed of what concerns one person's own tables."""
    return Feed.of("tables", account)


class TableEvent(msgspec.Struct, frozen=True, tag_field="event", tag=snake):
    """The base of all that is told of tables; not one itself."""


class TableOpened(TableEvent, frozen=True):
    """Somebody offers a table."""

    table: TableView


class TableChanged(TableEvent, frozen=True):
    """Somebody sat down at a table, left it, or said that he is ready; it is still open."""

    table: TableView


class TableTaken(TableEvent, frozen=True):
    """The table has become a match."""

    table: TableView


class TableClosed(TableEvent, frozen=True):
    """The offer was withdrawn, or its owner stayed away."""

    table: UUID


class InvitedToTable(TableEvent, frozen=True):
    """``by`` asks you to a private table; ``invitation`` is declined like any other."""

    table: TableView
    by: UUID
    invitation: UUID


class Paired(TableEvent, frozen=True):
    """The search has found an opponent, or both have come to a meeting of their tournament: the
    match at this table has begun.
    """

    table: TableView


class SearchEnd(StrEnum):
    """Why a search has ended that its seeker did not end."""

    TIME = "time"
    """It was asked for in a chat, and lasts so long there."""
    UNFIT = "unfit"
    """He could not sit down on these terms any more: coins, other matches, a rule of the house."""


class SearchEnded(TableEvent, frozen=True):
    """The search goes on no more, and has found nobody."""

    conventions: Conventions
    cause: SearchEnd


class RematchOffered(TableEvent, frozen=True):
    """``by`` would play the match again, on the same terms."""

    match: UUID
    by: UUID


class RematchDeclined(TableEvent, frozen=True):
    """``by`` will not play it again."""

    match: UUID
    by: UUID


class RematchBegun(TableEvent, frozen=True):
    """Both wanted it: the match at this table has begun."""

    table: TableView


AnyTableEvent: TypeAlias = (
    TableOpened
    | TableChanged
    | TableTaken
    | TableClosed
    | InvitedToTable
    | Paired
    | SearchEnded
    | RematchOffered
    | RematchDeclined
    | RematchBegun
)
