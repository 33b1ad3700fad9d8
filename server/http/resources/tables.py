"""Tables: offered, listed, joined, left, withdrawn."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, Form, resolve
from game.rulesets import RuleName
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.people.barring import StakesStanding
from server.storage.tables import Wanted
from server.tables import refusals
from server.tables.conduct import Standing
from server.tables.invitations import InvitationLink
from server.tables.lobby import Offer
from server.tables.sitting import Consent
from server.tables.views import RatingRange, TableView
from server.wordings import Code

Coins = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
Rating = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]


class TableAsked(msgspec.Struct, frozen=True):
    """On what to play: the keys of the rules' section 12, defaults for all that is left out.

    ``rating``, ``private``, ``to`` and ``when_ready`` are as in ``open_table``.
    """

    conventions: ConventionsAsked
    rating: RatingRange | None = None
    private: bool = False
    to: UUID | None = None
    when_ready: bool = False

    def offer(self) -> Offer:
        """What is offered; raises ``ConventionsRefused``."""
        private = self.private or self.to is not None
        agreed = resolve(self.conventions)
        return Offer(agreed, self.rating, private, self.to, self.when_ready)


class TableMade(TableView, frozen=True, omit_defaults=True):
    """A table that was opened; of a private one, what its ``invitation`` link carries."""

    invitation: str | None = None


class Seated(msgspec.Struct, frozen=True):
    """What one agrees to on sitting down, as in ``sit``; none of it is needed at a free table."""

    card: str | None = None
    invitation: str | None = None


class Page(msgspec.Struct, frozen=True):
    """Which page of which tables: ``cursor`` is the ``next`` of the page before.

    Ratings are of the owner, by the table's rule set; bounds are included.
    """

    cursor: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    rules: RuleName | None = None
    form: Form | None = None
    least_stake: Coins | None = None
    most_stake: Coins | None = None
    least_rating: Rating | None = None
    most_rating: Rating | None = None


class TablesListed(msgspec.Struct, frozen=True):
    """Open tables, the newest first; ``next`` is null on the last page.

    Watch ``lobby`` with ``after`` set to ``seq`` of the first page to hear what changes; entries
    may tell again what the list has already.
    """

    tables: tuple[TableView, ...]
    next: UUID | None
    seq: int


class OwnTables(msgspec.Struct, frozen=True):
    """The caller's open tables, private ones among them, the newest first."""

    tables: tuple[TableView, ...]


class Guest(msgspec.Struct, frozen=True):
    """Whom to invite."""

    account: UUID


async def list_tables(call: Call[Nothing, Page]) -> TablesListed:
    """List the open tables."""
    page = call.query
    wanted = Wanted(
        page.rules,
        page.form,
        page.least_stake,
        page.most_stake,
        page.least_rating,
        page.most_rating,
    )
    listed = await call.services.tables.lobby.listed(page.limit + 1, page.cursor, wanted)
    shown = listed.tables[: page.limit]
    more = len(listed.tables) > page.limit
    return TablesListed(tuple(shown), shown[-1].id if more else None, listed.seq)


async def list_own(call: Call[Nothing, Nothing]) -> OwnTables:
    """List the caller's tables."""
    return OwnTables(tuple(await call.services.tables.lobby.own(call.account)))


async def open_table(call: Call[TableAsked, Nothing]) -> Reply:
    """Open a table."""
    offered = await call.services.tables.lobby.open(call.account, call.body.offer())
    call.services.sockets.expect(call.account)
    members = msgspec.structs.asdict(offered.table)
    return Reply(201, TableMade(**members, invitation=offered.invitation))


async def show_table(call: Call[Nothing, Nothing]) -> TableView:
    """Show one table."""
    return await call.services.tables.lobby.get(call.id, call.account)


async def sit_down(call: Call[Seated, Nothing]) -> TableView:
    """Take the free seat."""
    consent = Consent(call.body.card, call.body.invitation)
    seated = await call.services.tables.seating.sit(call.id, call.account, consent)
    call.services.sockets.expect(call.account)
    return seated


async def get_up(call: Call[Nothing, Nothing]) -> TableView:
    """Give the seat back."""
    return await call.services.tables.seating.leave(call.id, call.account)


async def be_ready(call: Call[Nothing, Nothing]) -> TableView:
    """Be ready."""
    return await call.services.tables.seating.ready(call.id, call.account)


async def be_unready(call: Call[Nothing, Nothing]) -> TableView:
    """Not be ready after all."""
    return await call.services.tables.seating.ready(call.id, call.account, ready=False)


async def close_table(call: Call[Nothing, Nothing]) -> TableView:
    """Withdraw an offer."""
    return await call.services.tables.lobby.close(call.id, call.account)


async def make_link(call: Call[Nothing, Nothing]) -> InvitationLink:
    """Make a new invitation link."""
    return await call.services.tables.invitations.link(call.id, call.account)


async def invite(call: Call[Guest, Nothing]) -> TableView:
    """Invite somebody."""
    return await call.services.tables.invitations.invite(call.id, call.account, call.body.account)


async def accept(call: Call[InvitationLink, Nothing]) -> TableView:
    """Follow an invitation link."""
    return await call.services.tables.invitations.accept(call.body.invitation, call.account)


async def my_conduct(call: Call[Nothing, Nothing]) -> Standing:
    """Tell the caller what leaving would cost."""
    return await call.services.tables.conducting.standing(call.account)


async def my_stakes(call: Call[Nothing, Nothing]) -> StakesStanding:
    """Tell the caller whether he may play for coins."""
    return await call.services.tables.barring.standing(call.account)


_TABLE = "/api/v1/tables/{id}"
_OF_OWNER = (
    Code.TABLE_NOT_FOUND,
    Code.NOT_TABLE_OWNER,
    Code.NOT_PRIVATE,
    Code.TABLE_CLOSED,
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/tables",
        handler=list_tables,
        summary="Open tables, the newest first, without private ones",
        query=Page,
        answers={200: TablesListed},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/tables",
        handler=open_table,
        summary="Open a table and take its first seat",
        body=TableAsked,
        answers={201: TableMade},
        raises=refusals.OPENING,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/tables",
        handler=list_own,
        summary="The caller's open tables",
        answers={200: OwnTables},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/conduct",
        handler=my_conduct,
        summary="How long leaving or timing out would keep, or keeps, the caller from a table",
        answers={200: Standing},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/stakes",
        handler=my_stakes,
        summary="Whether the caller may play for coins, and what is known of him that decides it",
        answers={200: StakesStanding},
    ),
    Endpoint(
        method="GET",
        path=_TABLE,
        handler=show_table,
        summary="One table",
        answers={200: TableView},
        raises=(Code.TABLE_NOT_FOUND,),
    ),
    Endpoint(
        method="POST",
        path=f"{_TABLE}/seat",
        handler=sit_down,
        summary="Take the free seat; the last one begins the match, which has the table's id",
        body=Seated,
        body_needed=False,
        answers={200: TableView},
        raises=refusals.SITTING,
    ),
    Endpoint(
        method="DELETE",
        path=f"{_TABLE}/seat",
        handler=get_up,
        summary="Give the seat back before the match begins; the owner closes the table with it",
        answers={200: TableView},
        raises=refusals.LEAVING,
    ),
    Endpoint(
        method="POST",
        path=f"{_TABLE}/ready",
        handler=be_ready,
        summary="Be ready to begin; with the last one the match begins",
        answers={200: TableView},
        raises=refusals.READY,
    ),
    Endpoint(
        method="DELETE",
        path=f"{_TABLE}/ready",
        handler=be_unready,
        summary="Not be ready after all",
        answers={200: TableView},
        raises=refusals.UNREADY,
    ),
    Endpoint(
        method="DELETE",
        path=_TABLE,
        handler=close_table,
        summary="Withdraw one's own table",
        answers={200: TableView},
        raises=refusals.CLOSING,
    ),
    Endpoint(
        method="POST",
        path=f"{_TABLE}/link",
        handler=make_link,
        summary="A new invitation link to one's own private table; the old one is void",
        answers={200: InvitationLink},
        raises=_OF_OWNER,
    ),
    Endpoint(
        method="POST",
        path=f"{_TABLE}/guests",
        handler=invite,
        summary="Invite somebody to one's own private table",
        body=Guest,
        answers={200: TableView},
        raises=(*_OF_OWNER, *refusals.INVITING),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/tables/invitation",
        handler=accept,
        summary="Follow an invitation link to its private table",
        body=InvitationLink,
        answers={200: TableView},
        raises=(Code.TABLE_NOT_FOUND,),
    ),
)
