"""The inbox: a numbered topic that everybody has for himself, wherever he is signed in.

What stands in it can be asked for over HTTP too; the inbox tells of it at once.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias
from uuid import UUID

import msgspec

from game.vocabulary import snake
from server.named import Named
from server.storage.commits import Hint
from server.storage.feeds import Feed, Post
from server.storage.ids import Millis
from server.storage.traces import TraceKind

TOPIC: Final = "inbox"
SanctionName: TypeAlias = Literal["warning", "mute", "ban"]

Posted: TypeAlias = Callable[[Sequence[Hint]], None]
"""Whom to hand the hints of posts to, once their transaction has ended well."""


class Told(msgspec.Struct, frozen=True, tag_field="event", tag=snake):
    """The base of what an inbox tells; not one itself."""


class FriendAsks(Told, frozen=True):
    """Somebody wants to be friends."""

    by: Named


class FriendMade(Told, frozen=True):
    """You are friends now."""

    by: Named


class FriendLost(Told, frozen=True):
    """He is no friend any more, or takes his request back, or declines yours."""

    by: Named


class SpokenTo(Told, frozen=True):
    """A friend has written: the message ``seq`` of your common ``topic``."""

    by: Named
    topic: str
    seq: int


class Invited(Told, frozen=True):
    """Somebody invites you to his table; it lapses at ``deadline``."""

    invitation: UUID
    by: Named
    table: UUID
    deadline: Millis


class InvitationAnswered(Told, frozen=True):
    """Your invitation was accepted, or declined, or another's was withdrawn: by who made it, or
    because its table was taken or closed.
    """

    invitation: UUID
    by: Named
    answer: Literal["accepted", "declined", "withdrawn"]


class Sanctioned(Told, frozen=True):
    """A moderator has warned, muted or banned you; null ``ends`` is for ever."""

    sanction: UUID
    what: SanctionName
    reason: str
    ends: Millis | None


class SanctionLifted(Told, frozen=True):
    """It was taken back."""

    sanction: UUID


class ReportClosed(Told, frozen=True):
    """What came of your report."""

    report: UUID
    outcome: str


class VipEnds(Told, frozen=True):
    """Your VIP ends at ``until``."""

    until: Millis


class Gifted(Told, frozen=True):
    """Somebody gave you an ``article`` of the shop, called so in English and in Russian."""

    by: Named
    article: str
    en: str
    ru: str


class PurchaseCredited(Told, frozen=True):
    """What you paid for is yours now: a ``product`` of the catalogue."""

    purchase: UUID
    product: str


class PurchaseTakenBack(Told, frozen=True):
    """Your payment for a ``product`` was paid back, and what it gave was taken back."""

    purchase: UUID
    product: str


class DisputeClosed(Told, frozen=True):
    """What came of a dispute about a match: coins given back, all undone, or nothing.

    ``moved`` is by how much one's own coins changed by it, below zero where they went back to the
    other: not at all where the match had been made good before.
    """

    match: UUID
    verdict: Literal["refund", "restore", "dismiss"]
    words: str
    moved: int = 0


class CaseAnswered(Told, frozen=True):
    """Somebody who runs the service, by his name there, answers what you asked."""

    case: UUID
    agent: str
    words: str


class CaseClosed(Told, frozen=True):
    """Your case is done; a new question opens another one."""

    case: UUID


class LinkCodeUsed(Told, frozen=True):
    """Somebody has typed your link code: until ``expires`` both may agree to the ``offer``."""

    offer: UUID
    by: Named
    expires: Millis


class MergeAgreed(Told, frozen=True):
    """The other side agrees to an ``offer``; ``joined``: so had you, and it is one account now."""

    offer: UUID
    by: Named
    joined: bool


class AnotherOfYours(Told, frozen=True):
    """Another entrant of the tournament has come by a device or an address of yours.

    One person takes part by one account. Operators see this too; who shares a home with somebody
    tells support, and nobody is shut out by a machine.
    """

    tournament: UUID
    by: TraceKind


class MeetingCalled(Told, frozen=True):
    """You are called to meet somebody in a tournament; who has not come by ``deadline`` loses."""

    tournament: UUID
    by: Named
    deadline: Millis


class ByeGiven(Told, frozen=True):
    """You meet nobody in this ``round`` of a tournament, which counts as a win."""

    tournament: UUID
    round: int


class MeetingBegins(Told, frozen=True):
    """Both of you are there: the match of the tournament has begun."""

    tournament: UUID
    match: UUID


class TournamentFinished(Told, frozen=True):
    """The tournament is over: your ``place`` in it, and the coins that you have won."""

    tournament: UUID
    place: int
    prize: int


class TournamentOff(Told, frozen=True):
    """The tournament was cancelled; what you paid for it is yours again."""

    tournament: UUID


AnyTold: TypeAlias = (
    FriendAsks
    | FriendMade
    | FriendLost
    | SpokenTo
    | Invited
    | InvitationAnswered
    | Sanctioned
    | SanctionLifted
    | ReportClosed
    | VipEnds
    | Gifted
    | PurchaseCredited
    | PurchaseTakenBack
    | DisputeClosed
    | CaseAnswered
    | CaseClosed
    | LinkCodeUsed
    | MergeAgreed
    | AnotherOfYours
    | MeetingCalled
    | ByeGiven
    | MeetingBegins
    | TournamentFinished
    | TournamentOff
)

KINDS: Final[tuple[type[Told], ...]] = AnyTold.__args__
_encode = msgspec.json.Encoder().encode


def inbox_of(account: UUID) -> Feed:
    """The feed of one person's inbox."""
    return Feed.of(TOPIC, account)


def to(account: UUID, told: AnyTold) -> Post:
    """Return the post that tells this person."""
    return Post(inbox_of(account), _encode(told))
