"""``docs/administration.md``, made from the acts of operators as they are served."""

from collections.abc import Iterator
from typing import Any, Final, cast, get_type_hints

import msgspec

from server.http.acts import acts_of
from server.http.admin import Acting, Doing, NewOperator
from server.http.describing.shapes import fields_of, sentence, structs_within
from server.operators.staff import Admitted
from server.services import Services

START: Final = """\
# Administration

What operators do over HTTP, on `NARDY_OPS_LISTEN` and nowhere else: each by a token of his own, in
`Authorization: Bearer …`, which `nardy admin operator add` prints once. This page is made by
`make docs` from the acts as they are served; a test keeps it up to date. Errors and times are
those of the [protocol](protocol.md).

Looking is GET with a query, doing is POST with a JSON body. A deed gives its reason as `why`, of
at most 500 characters, and stands in the log of acts with it and with the operator's name. A deed
with a `key` (a UUID of the client's own) counts once, however often it is sent.

| role | what it is for |
|---|---|
| moderator | all looking but `operators`; moderating, cases, signs, dismissing disputes |
| cashier | that, and what moves coins, VIP or money |
| owner | that, operators, and the deletion of people who are banned for ever |

Any act may be refused by `not_an_operator`, `role_too_low`, `no_reason`, `malformed` and
`not_json`, and by the `…_not_found` of what it names.

`POST /api/v1/admin/mail` is none of these acts: its body is one raw letter to support, of at most
256 KiB, and a moderator's token is enough. Its answer is the `outcome` (`opened`, `added`, `known`
or `automatic`) and the `case`; refused by `malformed` and `too_large`. See
[operations](operations.md#support-by-mail).

## Moderating

Reports, complaints and appeals wait in one queue, `GET reports`, the oldest first, page by page by
`after`. `GET conduct` shows all rulings about a person, and accounts that came by the same devices
or addresses. A ruling may name the `report` that it answers, which closes it: its reporter hears
`report_closed` in his inbox, the person of the ruling `sanctioned`. What each step means for
players stands in [conduct](conduct.en.md).

- `conduct/rule`: a warning forbids nothing; a mute lasts from an hour to 30 days; a ban so many
  `hours`, or for ever, and takes the person from open tables and from the search at once, while
  running matches go on. Refused by `account_not_found`; `report_not_found`, also where it was
  answered, or is about somebody else; `ladder_skipped`: a mute without such a term, or a ban of
  somebody who was neither muted nor banned within a year by a ruling that was not taken back,
  unless it is `grave`.
- `conduct/lift`: the ruling ends, and the person hears `sanction_lifted`; again is no fault.
  Refused by `sanction_not_found`.
- `people/delete`: an owner's act. The account is closed as if the person had asked for it himself,
  for good; his identities stay kept out. Refused by `account_not_found`; `ladder_skipped`: no ban
  without an end holds; `merge_refused`: a match, a table or a payment of his is not over.
- `messages/remove`: who listens hears `removed`, histories show no text, reports keep it; again is
  no fault. Refused by `message_not_found`.
- `reports/close`: answers a report without a ruling; the reporter hears the `outcome`, and
  `lifted`, of an appeal, takes the ruling back. Refused by `report_not_found`.
- `news`: shown once to each person who was here before it, in his language or else in English,
  until `until` or for ever. The languages are `en` and `ru`.
- `news/end`: shown to nobody any more. Refused by `news_not_found`.
"""


class _Unwired:
    """Stands for services that a page does not use: the acts are listed, none is done."""

    def __getattr__(self, name: str) -> "_Unwired":
        return self


def administration_page() -> str:
    """The whole page, as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    looks, deeds = acts_of(cast("Services", _Unwired()))
    yield START
    yield "## Looking\n"
    yield from _acts("GET", looks)
    yield "## Doing\n"
    yield from _act("POST", "operators/first", NewOperator, Admitted)
    yield "By `NARDY_ADMIN_TOKEN`, while there is no operator yet; always an owner.\n"
    yield from _acts("POST", deeds)
    yield "## Shapes\n"
    answers = [_answer(doing) for _, doing in (*looks.values(), *deeds.values())]
    for kind in structs_within(cast("list[type[msgspec.Struct]]", [Admitted, *answers])).values():
        yield f"### {kind.__name__}\n"
        yield sentence(kind) + "\n"
        yield from fields_of(kind)
        yield ""


def _acts(method: str, acts: Acting) -> Iterator[str]:
    for path, (shape, doing) in acts.items():
        yield from _act(method, path, shape, _answer(doing))


def _act(method: str, path: str, shape: type[msgspec.Struct], answer: type[Any]) -> Iterator[str]:
    yield f"### `{method} /api/v1/admin/{path}`\n"
    yield sentence(shape) + "\n"
    fields = list(fields_of(shape))
    yield from fields
    if fields:
        yield ""
    yield f"Answer: {answer.__name__}.\n"


def _answer(doing: Doing) -> type[Any]:
    answer: type[Any] = get_type_hints(doing)["return"]
    return answer
