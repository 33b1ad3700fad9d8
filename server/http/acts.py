"""All that operators may do over HTTP, put together of its subjects."""

from server.http.admin import DEEDS, LOOKS, Acting
from server.http.arranging import arranging
from server.http.casework import casework
from server.http.disputing import disputing
from server.http.moderating import moderating
from server.http.promoting import promoting
from server.http.suspecting import suspecting
from server.operators.casework import Bench, Casework
from server.operators.sales import Sales
from server.services import Services
from server.signs.desk import SignDesk


def acts_of(services: Services) -> tuple[Acting, Acting]:
    """Return what they look at, and what they do."""
    acts = disputing(services.disputes, *moderating(services.social, *promoting(LOOKS, DEEDS)))
    books = services.payments.books
    work = Casework(Bench(books.database, books.clock, books.posted))
    acts = casework(work, Sales(services.payments), *acts)
    acts = arranging(services.tournaments, *acts)
    return suspecting(SignDesk(books.database, books.clock), *acts)
