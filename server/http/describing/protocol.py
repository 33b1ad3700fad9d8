"""``docs/protocol.md``, made from the message types, the endpoints and the error codes."""

from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec

from game.events import AnyEvent
from game.tournament import AnyTournamentEvent
from server.chat.messages import AnyRoomEvent
from server.errors import Details, WireError
from server.http.describing.prose import PUSHES, SOCKET, START
from server.http.describing.shapes import fields_of, sentence, structs_within
from server.http.endpoints import Endpoint, File, Nothing
from server.http.resources import ENDPOINTS
from server.inbox import AnyTold
from server.tables.events import AnyTableEvent
from server.tournaments.events import TournamentMoved
from server.wordings import WORDINGS, Code
from server.ws.connection import CloseCode
from server.ws.door import Welcome
from server.ws.messages import CommitView, Done, Failed, FeedPush, Hello, Push
from server.ws.playing import MatchVerb
from server.ws.registry import VERBS
from server.ws.verbs import Verb

OF_EVERY_COMMAND = ("match", "command_id")
OF_ANY_REQUEST = (
    Code.MALFORMED,
    Code.NOT_JSON,
    Code.TOO_LARGE,
    Code.NOT_FOUND,
    Code.METHOD_NOT_ALLOWED,
    Code.ORIGIN_REFUSED,
    Code.NOT_SIGNED_IN,
    Code.RATE_LIMITED,
    Code.UNAVAILABLE,
    Code.INTERNAL,
)
OF_HELLO = (
    Code.HELLO_MISSING,
    Code.UNKNOWN_PROTOCOL,
    Code.NOT_SIGNED_IN,
    Code.TOO_MANY_SOCKETS,
)
OF_ANY_FRAME = (
    Code.MALFORMED,
    Code.UNKNOWN_VERB,
    Code.HELLO_AGAIN,
    Code.TOO_LARGE,
    Code.RATE_LIMITED,
    Code.UNAVAILABLE,
    Code.INTERNAL,
)
TOLD = (*get_args(AnyTableEvent), TournamentMoved, *get_args(AnyRoomEvent), *get_args(AnyTold))
"""What feeds tell."""


def protocol_page() -> str:
    """The whole page, as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield START
    yield from _http()
    yield SOCKET
    yield from _frames()
    yield PUSHES
    yield from _structs([Push, CommitView, FeedPush], "###")
    yield from _close_codes()
    yield from _events()
    yield from _told()
    yield from _tournaments()
    yield from _errors()
    yield from _shapes()


def _http() -> Iterator[str]:
    yield "## HTTP\n"
    yield f"Any request may also be refused by {_codes(OF_ANY_REQUEST)}.\n"
    yield "| request | what it does | token | answers | refusals of its own |"
    yield "|---|---|---|---|---|"
    for endpoint in ENDPOINTS:
        yield _endpoint(endpoint)
    yield "| `GET /api/v1/openapi.json` | The same for machines, in OpenAPI 3.1 | no | 200 | |"
    yield "| `GET /healthz`, `GET /readyz` | Alive? Ready for work? | no | 200, 503 | |"
    yield ""


def _endpoint(endpoint: Endpoint) -> str:
    query = "" if endpoint.query is Nothing else f"?{_names(endpoint.query)}"
    asked = "" if endpoint.body is Nothing else f" {endpoint.body.__name__}"
    request = f"`{endpoint.method} {endpoint.path}{query}`{asked}"
    answers = ", ".join(
        f"{status} {_shape_name(shape)}".strip() for status, shape in endpoint.answers.items()
    )
    token = "no" if endpoint.public else "yes"
    return f"| {request} | {endpoint.summary} | {token} | {answers} | {_codes(endpoint.raises)} |"


def _codes(codes: Iterable[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _names(query: type[msgspec.Struct]) -> str:
    return "&".join(f"{name}=" for name in query.__struct_fields__)


def _shape_name(shape: type[msgspec.Struct] | None) -> str:
    if shape is None:
        return ""
    return "(bytes)" if shape is File else shape.__name__


def _frames() -> Iterator[str]:
    yield f"Any frame may also be refused by {_codes(OF_ANY_FRAME)}.\n"
    yield "### `hello`\n"
    yield sentence(Hello) + "\n"
    yield from fields_of(Hello, without=("id",))
    yield f"\nAnswer: {Welcome.__name__}.\n"
    yield f"Refused by {_codes(OF_HELLO)}; the socket is closed then.\n"
    for verb in VERBS:
        yield from _verb(verb)


def _verb(verb: type[Verb]) -> Iterator[str]:
    yield f"### `{verb.__struct_config__.tag}`\n"
    yield sentence(verb) + "\n"
    hidden = ("id", *OF_EVERY_COMMAND) if issubclass(verb, MatchVerb) else ("id",)
    fields = list(fields_of(verb, without=hidden))
    yield from fields
    answer = verb.answer.__annotations__["return"]
    if fields:
        yield ""
    yield f"Answer: {answer.__name__}.\n"
    if verb.raises:
        yield f"Refused by {_codes(verb.raises)}.\n"


def _close_codes() -> Iterator[str]:
    yield "## Close codes\n"
    yield "| code | why |"
    yield "|---|---|"
    for code in CloseCode:
        yield f"| {code.value} | {code.meaning} |"
    yield "| 1009 | a frame of more than 64 KiB, which was not read |"
    yield ""


def _events() -> Iterator[str]:
    yield "## Events\n"
    yield "What a commit is made of; the field `event` names the kind.\n"
    for kind in get_args(AnyEvent):
        yield f"### `{kind.__struct_config__.tag}`\n"
        yield sentence(kind) + "\n"
        yield from fields_of(kind)
        yield ""


def _told() -> Iterator[str]:
    yield "## Feeds\n"
    yield "What topics that are no matches tell; the field `event` names the kind.\n"
    for kind in TOLD:
        yield f"### `{kind.__struct_config__.tag}`\n"
        yield sentence(kind) + "\n"
        yield from fields_of(kind)
        yield ""


def _tournaments() -> Iterator[str]:
    yield "## Events of tournaments\n"
    yield "What `tournament_moved` tells; the field `event` names the kind.\n"
    for kind in get_args(AnyTournamentEvent):
        yield f"### `{kind.__struct_config__.tag}`\n"
        yield sentence(kind) + "\n"
        yield from fields_of(kind)
        yield ""


def _errors() -> Iterator[str]:
    yield "## Errors\n"
    yield from _structs([WireError, Details], "###")
    yield "| code | status | message |"
    yield "|---|---|---|"
    for code, wording in WORDINGS.items():
        yield f"| `{code}` | {wording.status} | {wording.en} |"
    yield ""


def _shapes() -> Iterator[str]:
    yield "## Shapes\n"
    told = TOLD
    events = (*get_args(AnyEvent), *get_args(AnyTournamentEvent))
    shown = {Push, CommitView, FeedPush, WireError, Details, *events, *told}
    answers = [verb.answer.__annotations__["return"] for verb in VERBS]
    http = [shape for endpoint in ENDPOINTS for shape in _shapes_of(endpoint)]
    parts = structs_within([Welcome, Done, Failed, *answers, *http, *told, *events])
    yield from _structs([kind for kind in parts.values() if kind not in shown], "###")


def _shapes_of(endpoint: Endpoint) -> Iterator[type[msgspec.Struct]]:
    yield from (shape for shape in (endpoint.body, endpoint.query) if shape is not Nothing)
    yield from (shape for shape in endpoint.answers.values() if shape not in (None, File))


def _structs(kinds: list[type[msgspec.Struct]], level: str) -> Iterator[str]:
    for kind in kinds:
        yield f"{level} {kind.__name__}\n"
        yield sentence(kind) + "\n"
        yield from fields_of(kind)
        yield ""
