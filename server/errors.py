"""From an exception to what a client reads: a code, a sentence in its language, details.

This is the one map. Classes stand beside what raises them, codes and sentences in ``wordings``.
What is not in the map is a fault of ours: it is logged once, and the client sees an id.
"""

import secrets
from collections.abc import Mapping

import msgspec
import structlog

from game import refusals as rules
from game.records import NoSgf
from game.tournament import refusals as tournaments
from server import requests
from server.accounts import refusals as accounts
from server.chat import refusals as chat
from server.chat.moderation import LadderSkipped
from server.limits import TooFast, TooManySockets, TooManyTopics
from server.logins import refusals as logins
from server.money import refusals as money
from server.operators import staff
from server.operators.cashier import NothingLost
from server.operators.seeking import UnknownPerson
from server.outbound.calls import CallFailed
from server.people import refusals as people
from server.play import orders as play
from server.purchases import refusals as purchases
from server.records.downloads import DiceNeverSealed, DiceNotSealed
from server.storage.accounts import AccountMoved, AccountNotFound
from server.storage.case_queue import CaseTaken
from server.storage.cases import CaseNotFound
from server.storage.database import Unavailable
from server.storage.dice_secrets import SecretNotFound
from server.storage.feeds import TooFarBehind
from server.storage.ids import Millis
from server.storage.invitations import InvitationNotFound
from server.storage.matches import MatchNotFound
from server.storage.merges import MergeNotFound, OfferNotFound
from server.storage.news import NewsNotFound
from server.storage.operators import OperatorNameTaken, OperatorNotFound
from server.storage.promotions import PromotionNotFound
from server.storage.purchases import PurchaseNotFound
from server.storage.referrals import NoSuchReferralCode
from server.storage.reports import ReportNotFound
from server.storage.sanctions import SanctionNotFound
from server.storage.sealing import CannotUnseal
from server.storage.signs import SignNotFound
from server.storage.tables import TableNotFound
from server.storage.tournaments import TournamentNotFound
from server.tables import refusals as tables
from server.wordings import WORDINGS, Code
from server.wordings_of_play import fault_in_russian

_log = structlog.get_logger(__name__)

WIRE_CODES: Mapping[type[Exception], Code] = {
    requests.Malformed: Code.MALFORMED,
    requests.UnknownVerb: Code.UNKNOWN_VERB,
    requests.HelloMissing: Code.HELLO_MISSING,
    requests.HelloAgain: Code.HELLO_AGAIN,
    requests.UnknownProtocol: Code.UNKNOWN_PROTOCOL,
    requests.TooLarge: Code.TOO_LARGE,
    requests.NotJson: Code.NOT_JSON,
    requests.NoSuchPage: Code.NOT_FOUND,
    requests.NoSuchMethod: Code.METHOD_NOT_ALLOWED,
    requests.OriginRefused: Code.ORIGIN_REFUSED,
    accounts.NotSignedIn: Code.NOT_SIGNED_IN,
    accounts.LaunchRefused: Code.LAUNCH_REFUSED,
    accounts.LaunchStale: Code.LAUNCH_STALE,
    accounts.DeviceRefused: Code.DEVICE_REFUSED,
    accounts.TooManyFailures: Code.TOO_MANY_FAILURES,
    accounts.TooManyGuests: Code.TOO_MANY_GUESTS,
    logins.DoorShut: Code.DOOR_SHUT,
    logins.LoginRefused: Code.LOGIN_REFUSED,
    logins.LoginDeclined: Code.LOGIN_DECLINED,
    logins.MailCodeRefused: Code.MAIL_CODE_REFUSED,
    logins.AddressRefused: Code.ADDRESS_REFUSED,
    logins.TooManyLetters: Code.TOO_MANY_LETTERS,
    logins.MailSilent: Code.MAIL_SILENT,
    AccountNotFound: Code.ACCOUNT_NOT_FOUND,
    AccountMoved: Code.NOT_SIGNED_IN,
    OfferNotFound: Code.OFFER_NOT_FOUND,
    MergeNotFound: Code.MERGE_NOT_FOUND,
    accounts.MergeRefused: Code.MERGE_REFUSED,
    accounts.MergeOver: Code.MERGE_OVER,
    accounts.MergeSpent: Code.MERGE_SPENT,
    accounts.UndoLapsed: Code.UNDO_LAPSED,
    accounts.LinkCodeRefused: Code.CODE_REFUSED,
    accounts.OwnLinkCode: Code.ONESELF,
    accounts.GuestsCannotLink: Code.MEMBERS_ONLY,
    accounts.TooManyLinkCodes: Code.TOO_MANY_FAILURES,
    accounts.LastIdentity: Code.LAST_IDENTITY,
    accounts.IdentityNotFound: Code.IDENTITY_NOT_FOUND,
    accounts.NickRefused: Code.NICK_REFUSED,
    accounts.NickTaken: Code.NICK_TAKEN,
    accounts.NickSettled: Code.NICK_SETTLED,
    accounts.NickNeeded: Code.NICK_NEEDED,
    accounts.MembersOnly: Code.MEMBERS_ONLY,
    people.Oneself: Code.ONESELF,
    people.NotWanted: Code.NOT_WANTED,
    people.OfNoSuchNetwork: Code.NOT_ON_PLATFORM,
    people.TooManyFriends: Code.TOO_MANY_FRIENDS,
    people.TooManyRequests: Code.TOO_MANY_FRIEND_REQUESTS,
    people.TooManyBlocked: Code.TOO_MANY_BLOCKED,
    chat.RoomClosed: Code.ROOM_CLOSED,
    chat.ChatOff: Code.CHAT_OFF,
    chat.TalkTooFast: Code.TALK_TOO_FAST,
    chat.NothingSaid: Code.NOTHING_SAID,
    chat.MessageNotFound: Code.MESSAGE_NOT_FOUND,
    chat.TooManyReports: Code.TOO_MANY_REPORTS,
    chat.AlreadyReported: Code.ALREADY_REPORTED,
    SanctionNotFound: Code.SANCTION_NOT_FOUND,
    ReportNotFound: Code.REPORT_NOT_FOUND,
    LadderSkipped: Code.LADDER_SKIPPED,
    people.FriendsOnly: Code.FRIENDS_ONLY,
    people.TooManyInvitations: Code.TOO_MANY_INVITATIONS,
    InvitationNotFound: Code.INVITATION_NOT_FOUND,
    people.InvitationLapsed: Code.INVITATION_LAPSED,
    NewsNotFound: Code.NEWS_NOT_FOUND,
    people.TermsNotAccepted: Code.TERMS_NOT_ACCEPTED,
    people.TermsChanged: Code.TERMS_CHANGED,
    people.BarredFromStakes: Code.BARRED_FROM_STAKES,
    chat.Muted: Code.MUTED,
    chat.Banned: Code.BANNED,
    money.InsufficientPoints: Code.INSUFFICIENT_POINTS,
    money.InsufficientCoins: Code.INSUFFICIENT_COINS,
    money.OpponentCannotCover: Code.OPPONENT_CANNOT_COVER,
    money.MembersAlone: Code.MEMBERS_ONLY,
    money.TakenToday: Code.TAKEN_TODAY,
    money.ReferralRefused: Code.REFERRAL_REFUSED,
    NoSuchReferralCode: Code.CODE_REFUSED,
    money.CodeRefused: Code.CODE_REFUSED,
    money.CodeRedeemed: Code.CODE_REDEEMED,
    money.TooManyCodes: Code.TOO_MANY_FAILURES,
    money.NoSuchArticle: Code.NO_SUCH_ARTICLE,
    money.NotForOneself: Code.NOT_FOR_ONESELF,
    money.KeyUsed: Code.KEY_USED,
    money.AmountRefused: Code.MALFORMED,
    PromotionNotFound: Code.PROMOTION_NOT_FOUND,
    money.PromotionOver: Code.PROMOTION_OVER,
    money.NotInAudience: Code.NOT_IN_AUDIENCE,
    money.PromotionTaken: Code.PROMOTION_TAKEN,
    purchases.NoSuchProduct: Code.NO_SUCH_PRODUCT,
    purchases.NotOnPlatform: Code.NOT_ON_PLATFORM,
    purchases.ReceiptRefused: Code.RECEIPT_REFUSED,
    purchases.ReceiptOfAnother: Code.RECEIPT_TAKEN,
    purchases.ReceiptRefunded: Code.RECEIPT_REFUNDED,
    CallFailed: Code.PLATFORM_SILENT,
    PurchaseNotFound: Code.PURCHASE_NOT_FOUND,
    purchases.NotPaid: Code.NOT_PAID,
    purchases.NotPaidBackHere: Code.NOT_PAID_BACK_HERE,
    CaseNotFound: Code.CASE_NOT_FOUND,
    CaseTaken: Code.CASE_TAKEN,
    SignNotFound: Code.SIGN_NOT_FOUND,
    staff.NotAnOperator: Code.NOT_AN_OPERATOR,
    staff.RoleTooLow: Code.ROLE_TOO_LOW,
    staff.NoReason: Code.NO_REASON,
    staff.NameRefused: Code.NAME_REFUSED,
    OperatorNameTaken: Code.NAME_TAKEN,
    OperatorNotFound: Code.OPERATOR_NOT_FOUND,
    staff.LastOwner: Code.LAST_OWNER,
    NothingLost: Code.NOTHING_LOST,
    UnknownPerson: Code.ACCOUNT_NOT_FOUND,
    TooFast: Code.RATE_LIMITED,
    TooManySockets: Code.TOO_MANY_SOCKETS,
    TooManyTopics: Code.TOO_MANY_TOPICS,
    Unavailable: Code.UNAVAILABLE,
    TableNotFound: Code.TABLE_NOT_FOUND,
    tables.TableTaken: Code.TABLE_TAKEN,
    tables.TableClosed: Code.TABLE_CLOSED,
    tables.OwnTable: Code.OWN_TABLE,
    tables.KeptAway: Code.KEPT_AWAY,
    tables.RatedTable: Code.RATED_TABLE,
    tables.NotTableOwner: Code.NOT_TABLE_OWNER,
    tables.TooManyTables: Code.TOO_MANY_TABLES,
    tables.RatingOutOfRange: Code.RATING_OUT_OF_RANGE,
    tables.CardChanged: Code.CARD_CHANGED,
    tables.NotAtTable: Code.NOT_AT_TABLE,
    tables.NotPrivate: Code.NOT_PRIVATE,
    tables.CoolingDown: Code.COOLING_DOWN,
    tables.NotSeeking: Code.NOT_SEEKING,
    tables.MatchRuns: Code.MATCH_RUNS,
    tables.RematchLapsed: Code.REMATCH_LAPSED,
    TooFarBehind: Code.TOO_FAR_BEHIND,
    TournamentNotFound: Code.TOURNAMENT_NOT_FOUND,
    tournaments.RegistrationOver: Code.REGISTRATION_OVER,
    tournaments.TournamentFull: Code.TOURNAMENT_FULL,
    tournaments.EnteredTooOften: Code.ENTERED_TOO_OFTEN,
    tournaments.NotEntered: Code.NOT_ENTERED,
    tournaments.NotCalled: Code.NOT_CALLED,
    tournaments.TournamentIsOver: Code.TOURNAMENT_OVER,
    rules.ConventionsRefused: Code.CONVENTIONS_REFUSED,
    MatchNotFound: Code.MATCH_NOT_FOUND,
    play.NotSeated: Code.NOT_SEATED,
    play.NotForSpectators: Code.NOT_FOR_SPECTATORS,
    play.CommandIdTaken: Code.COMMAND_ID_TAKEN,
    play.MailboxFull: Code.BUSY,
    DiceNotSealed: Code.DICE_NOT_SEALED,
    DiceNeverSealed: Code.DICE_NEVER_SEALED,
    CannotUnseal: Code.DICE_KEY_LOST,
    SecretNotFound: Code.DICE_KEY_LOST,
    NoSgf: Code.NO_SGF,
    rules.WrongTurn: Code.WRONG_TURN,
    rules.NotYourDecision: Code.NOT_YOUR_DECISION,
    rules.WrongMoment: Code.WRONG_MOMENT,
    rules.IllegalPlay: Code.ILLEGAL_PLAY,
    rules.CubeRefused: Code.CUBE_REFUSED,
    rules.ResignationRefused: Code.RESIGNATION_REFUSED,
    rules.DiceRefused: Code.DICE_REFUSED,
    rules.MatchOver: Code.MATCH_OVER,
    rules.NothingDue: Code.NOTHING_DUE,
}


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a program may want to know of an error; only what applies is sent."""

    where: str | None = None
    """Of ``malformed``: what is wrong, and at which place of the request."""
    reason: str | None = None
    """Which of a code's reasons; of a launch only in demo."""
    rule: str | None = None
    """The section of the rules that says so."""
    example: tuple[tuple[int, int], ...] | None = None
    """Of ``illegal_play``: one legal play."""
    turn: int | None = None
    """Of ``wrong_turn``: the turn that is open."""
    keys: tuple[str, ...] | None = None
    """Of ``conventions_refused``: the keys at fault, first the one that cannot stand."""
    bounds: tuple[int, int] | None = None
    """Of ``conventions_refused``: the least and the most that the key may be; of
    ``rating_out_of_range``: the ratings that are wanted.
    """
    until: Millis | None = None
    """Of ``cooling_down``, ``muted``, ``banned``: when it ends; left out where it never does."""
    balance: int | None = None
    """Of ``insufficient_coins`` and ``insufficient_points``: what there is."""
    needed: int | None = None
    """Of the same: what it takes."""
    id: str | None = None
    """Of ``internal``: what to tell the operator."""


class WireError(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error as clients see it."""

    code: Code
    message: str
    details: Details | None = None

    @property
    def status(self) -> int:
        """The HTTP status of this code."""
        return WORDINGS[self.code].status


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every HTTP answer that is not a success."""

    error: WireError


class Errors:
    """Renders exceptions. In demo a refused launch tells its reason, elsewhere never."""

    def __init__(self, *, demo: bool) -> None:
        self._demo = demo

    def render(self, error: Exception, language: str) -> WireError:
        """What the client reads; an unforeseen exception is logged here, once."""
        code = code_of(error)
        if code is None:
            return self._internal(error, language)
        return WireError(code, _message(error, code, language), self._details(error))

    def _internal(self, error: Exception, language: str) -> WireError:
        incident = secrets.token_hex(8)
        _log.error("internal_error", incident=incident, exc_info=error)
        message = WORDINGS[Code.INTERNAL].in_language(language)
        return WireError(Code.INTERNAL, message, Details(id=incident))

    def _details(self, error: Exception) -> Details | None:
        if isinstance(error, accounts.LaunchRefused):
            return Details(reason=error.reason) if self._demo else None
        if isinstance(error, chat.Sanctioned):
            return Details(reason=error.reason, until=error.ends)
        if isinstance(error, money.InsufficientCoins):
            return Details(balance=error.balance, needed=error.needed)
        if isinstance(error, tables.RatingOutOfRange):
            return Details(bounds=error.bounds)
        return _details_of(error)


def _details_of(error: Exception) -> Details | None:
    match error:
        case requests.Malformed():
            return Details(where=error.where)
        case (
            accounts.NickRefused(fault=reason)
            | accounts.MergeRefused(obstacle=reason)
            | people.BarredFromStakes(by=reason)
        ):
            return Details(reason=reason)
        case tables.CoolingDown():
            return Details(until=error.until)
        case rules.ConventionsRefused():
            return Details(reason=error.reason, keys=error.keys, bounds=error.bounds)
        case rules.Refused():
            return _of_the_rules(error)
        case _:
            return None


def _of_the_rules(error: rules.Refused) -> Details | None:
    match error:
        case rules.WrongTurn():
            return Details(turn=error.turn)
        case rules.IllegalPlay():
            return Details(reason=error.reason, rule=error.rule, example=error.example)
        case rules.CubeRefused() | rules.ResignationRefused() | rules.DiceRefused():
            return Details(reason=error.reason, rule=error.rule)
        case _:
            return None


def code_of(error: Exception) -> Code | None:
    """The code of an exception, by the nearest of its classes; none when it was not foreseen."""
    for kind in type(error).__mro__:
        if (code := WIRE_CODES.get(kind)) is not None:
            return code
    return None


def _message(error: Exception, code: Code, language: str) -> str:
    """The code's sentence; in English the rules speak for themselves, more exactly."""
    if language == "ru" and isinstance(error, rules.ConventionsRefused):
        return fault_in_russian(error)
    if language != "ru" and isinstance(error, rules.Refused | rules.ConventionsRefused):
        return error.message
    return WORDINGS[code].in_language(language)
