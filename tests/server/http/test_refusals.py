"""Every request and every verb is documented with all refusals that its code can come to."""

import typing
from collections.abc import Iterable

import pytest

from game.match.deciding import DECIDERS, decide
from server.errors import WIRE_CODES
from server.http.endpoints import Endpoint
from server.http.resources import ENDPOINTS
from server.money.stakes import Stakes, Strengths
from server.money.vip import Vip
from server.people.inviting import Seats
from server.people.wanted import VipStandings
from server.play.desk import Desk
from server.play.orders import Viewer
from server.records.history import Vips
from server.services import MatchDesk, Services
from server.tables.cases import TableCases
from server.tables.coins import Coins
from server.tables.hall import Openings
from server.tables.sitting import Seating
from server.tables.strengths import RatedStrengths
from server.wordings import Code
from server.ws.connection import Connection
from server.ws.playing import MatchVerb
from server.ws.registry import NAMES, VERBS
from server.ws.verbs import Verb
from tests.server.gathering import Behind, Reader

READER = Reader(
    Behind(
        protocols={
            Coins: Stakes,
            Openings: Desk,
            MatchDesk: Desk,
            VipStandings: Vip,
            Vips: Vip,
            Seats: Seating,
            Strengths: RatedStrengths,
        },
        names={
            "Connection": Connection,
            "Services": Services,
            "TableCases": TableCases,
            "Viewer": Viewer,
        },
        apart=frozenset({"FeedDesk.posted"}),
    )
)
OF_ANY_REQUEST = {Code.MALFORMED, Code.NOT_SIGNED_IN, Code.UNAVAILABLE, Code.BUSY}
NEVER = {
    # What was made a moment before, in the same transaction, is there.
    "open_table": {Code.TABLE_NOT_FOUND},
    "invite_somebody": {Code.INVITATION_NOT_FOUND},
    "type_link_code": {Code.OFFER_NOT_FOUND},
    # No purchase is ever deleted.
    "missed": {Code.PURCHASE_NOT_FOUND},
    # Persons are reported as often as one likes; messages once.
    "report_player": {Code.ALREADY_REPORTED},
    # Nobody begins a match by not being ready.
    "be_unready": {
        Code.COOLING_DOWN,
        Code.CONVENTIONS_REFUSED,
        Code.BARRED_FROM_STAKES,
        Code.INSUFFICIENT_COINS,
        Code.OPPONENT_CANNOT_COVER,
    },
    # A tournament's matches have no stake, and its secret is opened for its start alone.
    "leave_tournament": {Code.DICE_KEY_LOST},
    "come_to_meeting": {
        Code.TABLE_NOT_FOUND,
        Code.CONVENTIONS_REFUSED,
        Code.INSUFFICIENT_COINS,
        Code.OPPONENT_CANNOT_COVER,
        Code.DICE_KEY_LOST,
    },
    # The archive leaves it out where there is none.
    "log_archive": {Code.NO_SGF},
    # A seat of the match is found before the match is asked.
    "commit_seed": {Code.NOT_YOUR_DECISION},
    "reveal_seed": {Code.NOT_YOUR_DECISION},
    "offer_stop": {Code.NOT_YOUR_DECISION},
    "leave": {Code.NOT_YOUR_DECISION},
}
"""What the reader finds, and what cannot be all the same."""


def unsaid(name: str, found: Iterable[type[Exception]], said: Iterable[str]) -> set[str]:
    """The codes that the documentation leaves out."""
    # The caller is signed in, so that his own account is there: only others may be unknown, and
    # which of the two an account is, is not to be read from the code.
    known: set[str] = {*said, *OF_ANY_REQUEST, Code.ACCOUNT_NOT_FOUND, *NEVER.get(name, ())}
    return {code for code in map(_code, found) if code is not None and code not in known}


def _code(refusal: type[Exception]) -> Code | None:
    return next((WIRE_CODES[each] for each in refusal.__mro__ if each in WIRE_CODES), None)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
def test_a_request_names_all_that_it_is_refused_with(endpoint: Endpoint) -> None:
    found = READER.refusals(endpoint.handler)

    assert unsaid(endpoint.handler.__name__, found, endpoint.raises) == set()


@pytest.mark.parametrize("verb", VERBS, ids=NAMES.get)
def test_a_verb_names_all_that_it_is_refused_with(verb: type[Verb]) -> None:
    found = set(READER.refusals(verb.answer))
    if issubclass(verb, MatchVerb):
        command = typing.get_type_hints(verb.command)["return"]
        found |= READER.refusals(decide) | READER.refusals(DECIDERS[command])

    assert unsaid(NAMES[verb], found, verb.raises) == set()


def test_the_reader_follows_what_it_is_to_follow() -> None:
    """Sitting down is refused by six packages; did he miss one, the others would prove little."""
    (sit,) = [each for each in VERBS if NAMES[each] == "sit"]

    assert {_code(each) for each in READER.refusals(sit.answer)} >= set(sit.raises)
