"""`/api/v1/admin` on the operations address: each act by an operator's bearer token.

An act is a line of a table: path, the shape of its body, and what is done. Looking is GET with a
query, doing is POST with a JSON body; every deed carries its reason and a key that counts once.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from aiohttp import hdrs, web

from server.errors import ErrorBody, Errors
from server.http.languages import language_of
from server.money.certificates import Issued
from server.operators.deeds import MOST_COINS, MOST_DAYS, MOST_OFFERED, Deed, Done
from server.operators.office import Dossier, Office
from server.operators.seeking import Sought
from server.operators.staff import Admitted, NotAnOperator
from server.requests import Malformed, NotJson, read, require_plain
from server.storage.accounts import Identity
from server.storage.ids import Millis
from server.storage.operators import Act, Operator, Role

_encode = msgspec.json.Encoder().encode
_PREFIX: Final = "/api/v1/admin"


Moment = Annotated[Millis, msgspec.Meta(ge=0, le=2**53)]
"""A moment that somebody types: of this age of the world."""


class NewOperator(msgspec.Struct, frozen=True):
    """Somebody to admit."""

    name: str
    role: Role = Role.MODERATOR


class Dismissal(msgspec.Struct, frozen=True):
    """Somebody to let in no more."""

    name: str
    why: str


class Coins(msgspec.Struct, frozen=True):
    """A deed: more than nothing."""

    account: UUID
    amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_COINS)]
    why: str
    key: UUID


class Days(msgspec.Struct, frozen=True):
    """Days of VIP, below zero to take them."""

    account: UUID
    amount: Annotated[int, msgspec.Meta(ge=-MOST_DAYS, le=MOST_DAYS)]
    why: str
    key: UUID


class MatchAndReason(msgspec.Struct, frozen=True):
    """A match to be made good."""

    match: UUID
    why: str


class NewCertificate(msgspec.Struct, frozen=True):
    """A certificate of the house's."""

    coins: Annotated[int, msgspec.Meta(ge=1, le=MOST_OFFERED)]
    why: str
    key: UUID


class Person(msgspec.Struct, frozen=True):
    """Whom to look up: by account, or by identity."""

    account: UUID | None = None
    platform: str | None = None
    kind: str = "user"
    id: str | None = None


class Words(msgspec.Struct, frozen=True):
    """Whom to find: an account, `platform:id`, an address of mail, an id or a nick."""

    who: Annotated[str, msgspec.Meta(min_length=1, max_length=254)]


class PeopleFound(msgspec.Struct, frozen=True):
    """Everybody who may be meant."""

    people: tuple[Sought, ...]


class About(msgspec.Struct, frozen=True):
    """Whose acts; null is everybody's."""

    subject: UUID | None = None


class Until(msgspec.Struct, frozen=True):
    """Until when VIP lasts now."""

    until: Millis


class Acts(msgspec.Struct, frozen=True):
    """What was done, the newest first."""

    acts: tuple[Act, ...]


class OperatorsListed(msgspec.Struct, frozen=True):
    """Who works here, or has."""

    operators: tuple[Operator, ...]


async def _admit(office: Office, by: Operator, given: NewOperator) -> Admitted:
    return await office.staff.admit(by, given.name, given.role)


async def _dismiss(office: Office, by: Operator, given: Dismissal) -> OperatorsListed:
    await office.staff.dismiss(by, given.name, given.why)
    return await _operators(office, by, About())


async def _operators(office: Office, by: Operator, _: About) -> OperatorsListed:
    return OperatorsListed(tuple(await office.operators(by)))


async def _person(office: Office, by: Operator, asked: Person) -> Dossier:
    if asked.account is not None:
        return await office.dossier(by, asked.account)
    if asked.platform is None or asked.id is None:
        raise Malformed("query: name an account, or platform and id")
    return await office.find(by, Identity(asked.platform, asked.kind, asked.id))


async def _find(office: Office, by: Operator, asked: Words) -> PeopleFound:
    return PeopleFound(tuple(await office.seek(by, asked.who)))


async def _acts(office: Office, by: Operator, asked: About) -> Acts:
    return Acts(tuple(await office.acts(by, asked.subject)))


async def _grant(office: Office, by: Operator, given: Coins) -> Done:
    return await office.cashier.grant(by, _deed(given))


async def _take(office: Office, by: Operator, given: Coins) -> Done:
    return await office.cashier.take(by, _deed(given))


async def _vip(office: Office, by: Operator, given: Days) -> Until:
    if not given.amount:
        raise Malformed("amount: no days at all")
    return Until(await office.cashier.vip(by, _deed(given)))


async def _refund(office: Office, by: Operator, given: MatchAndReason) -> Done:
    return await office.cashier.refund(by, given.match, given.why)


async def _certificate(office: Office, by: Operator, given: NewCertificate) -> Issued:
    return await office.cashier.certificate(by, given.coins, given.why, given.key)


def _deed(given: Coins | Days) -> Deed:
    return Deed(account=given.account, amount=given.amount, why=given.why, key=given.key)


Doing = Callable[[Office, Operator, Any], Awaitable[msgspec.Struct]]

Acting = dict[str, tuple[type[msgspec.Struct], Doing]]
"""Acts by their paths: the shape of what is given, and what is done."""

LOOKS: Final[Acting] = {
    "operators": (About, _operators),
    "people": (Person, _person),
    "people/find": (Words, _find),
    "acts": (About, _acts),
}
DEEDS: Final[Acting] = {
    "operators": (NewOperator, _admit),
    "operators/dismiss": (Dismissal, _dismiss),
    "coins/grant": (Coins, _grant),
    "coins/take": (Coins, _take),
    "vip": (Days, _vip),
    "matches/refund": (MatchAndReason, _refund),
    "certificates": (NewCertificate, _certificate),
}


class Administration:
    """Serves the table."""

    def __init__(
        self, office: Office, errors: Errors, looks: Acting = LOOKS, deeds: Acting = DEEDS
    ) -> None:
        self._office = office
        self._errors = errors
        self._looks = looks
        self._deeds = deeds

    def routes(self) -> list[web.RouteDef]:
        """Every act, and the making of the first operator by `NARDY_ADMIN_TOKEN`."""
        looks = [
            web.get(f"{_PREFIX}/{path}", self._look(*line)) for path, line in self._looks.items()
        ]
        deeds = [
            web.post(f"{_PREFIX}/{path}", self._do(*line)) for path, line in self._deeds.items()
        ]
        return [*looks, *deeds, web.post(f"{_PREFIX}/operators/first", self._first)]

    def _look(
        self, shape: type[msgspec.Struct], doing: Doing
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            return await self._answered(request, lambda: self._looked(request, shape, doing))

        return handle

    def _do(
        self, shape: type[msgspec.Struct], doing: Doing
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        decoder = msgspec.json.Decoder(shape)

        async def handle(request: web.Request) -> web.Response:
            return await self._answered(request, lambda: self._done(request, decoder, doing))

        return handle

    async def _looked(
        self, request: web.Request, shape: type[msgspec.Struct], doing: Doing
    ) -> msgspec.Struct:
        by = await self._office.staff.by_token(_bearer(request))
        require_plain(request.query.values())
        try:
            asked = msgspec.convert(dict(request.query), shape, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed(f"query: {error}") from error
        return await doing(self._office, by, asked)

    async def _done(
        self, request: web.Request, decoder: msgspec.json.Decoder[Any], doing: Doing
    ) -> msgspec.Struct:
        by = await self._office.staff.by_token(_bearer(request))
        return await doing(self._office, by, await _body(request, decoder))

    async def _first(self, request: web.Request) -> web.Response:
        decoder = msgspec.json.Decoder(NewOperator)

        async def admit() -> msgspec.Struct:
            given = await _body(request, decoder)
            return await self._office.staff.admit_first(_bearer(request), given.name)

        return await self._answered(request, admit)

    async def _answered(
        self, request: web.Request, doing: Callable[[], Awaitable[msgspec.Struct]]
    ) -> web.Response:
        try:
            return _json(await doing(), 200)
        except web.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - whatever happened, the operator gets an answer
            language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
            rendered = self._errors.render(error, language)
            return _json(ErrorBody(rendered), rendered.status)


async def _body(request: web.Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    if request.content_type != "application/json":
        raise NotJson
    return read(decoder, await request.read())


def _bearer(request: web.Request) -> str:
    scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotAnOperator
    return token


def _json(body: object, status: int) -> web.Response:
    return web.Response(
        body=_encode(body),
        status=status,
        content_type="application/json",
        headers={hdrs.CACHE_CONTROL: "no-store"},
    )
