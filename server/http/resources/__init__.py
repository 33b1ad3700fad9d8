"""The endpoints, one subject a file; ``ENDPOINTS`` lists them in the order of the document."""

from typing import Final

from server.http.endpoints import Endpoint
from server.http.resources import (
    dice,
    disputes,
    friends,
    history,
    invitations,
    joining,
    logins,
    matches,
    me,
    naming,
    news,
    people,
    playing_again,
    products,
    records,
    sessions,
    support,
    tables,
    talk,
    tournaments,
    wallet,
)

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *sessions.ENDPOINTS,
    *logins.ENDPOINTS,
    *me.ENDPOINTS,
    *joining.ENDPOINTS,
    *naming.ENDPOINTS,
    *friends.ENDPOINTS,
    *people.ENDPOINTS,
    *talk.ENDPOINTS,
    *invitations.ENDPOINTS,
    *news.ENDPOINTS,
    *tables.ENDPOINTS,
    *playing_again.ENDPOINTS,
    *tournaments.ENDPOINTS,
    *matches.ENDPOINTS,
    *records.ENDPOINTS,
    *history.ENDPOINTS,
    *wallet.ENDPOINTS,
    *products.ENDPOINTS,
    *dice.ENDPOINTS,
    *disputes.ENDPOINTS,
    *support.ENDPOINTS,
)
