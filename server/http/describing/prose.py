"""What no type can tell of the protocol: the order of things and the reasons."""

from typing import Final

START: Final = """\
# Protocol

How clients speak with Nardy. This page is made from the message types by `make docs`; a test
keeps it up to date.

Everything is JSON in UTF-8. Times are milliseconds since the Unix epoch, durations milliseconds,
ids UUIDs. Unknown members are skipped, in both directions: clients must expect new ones. NUL and
lone surrogates are refused. Authority is a bearer token alone, in `Authorization: Bearer …` over
HTTP, in `hello` on the socket; there are no cookies. A browser's `Origin` must be one of
`NARDY_ORIGINS`; `null` is refused. A body has at most 16 KiB and says `application/json`. Every
answer that is not a success is `{"error": WireError}`, its message in Russian or English by
`Accept-Language`. Clients that are not signed in may send twenty requests a
second from one address, two hundred at once.

A launch that holds is let in, whatever happened before. One that does not is `launch_refused`;
after twenty of them within an hour from one address the answer to the next is
`too_many_failures`, which tells a guesser no more than to wait.

A guest makes a token of 32 to 128 characters of base64url, keeps it on the device and signs in
with `{"platform": "guest", "launch": token}`. Whoever later signs in by a platform, with the same
token as `guest`, keeps what the guest has, and the token stops opening anything; unless that
identity had an account already, in which case `merge_offer` shows both.

A page that no platform has opened offers the doors that `GET /api/v1/doors` lists. There a browser
makes a key of 43 to 128 characters of base64url for each login, keeps it, begins with it and shows
it as `nonce` when it comes back; so what came back in one browser opens nothing in another. At the
door `email` it begins with `POST /api/v1/doors/email`, and the six digits of the letter are the
`launch`; they are good once, for ten minutes and five tries. The answer is the same whether the
address is known or not. At the others it begins with `POST /api/v1/doors/login` and goes to the
`url` of the answer; the platform sends it back to `/auth/{door}/return`, and the query there is
the `launch`, which is judged once: `login_refused` and `platform_silent` both mean to begin anew,
`login_declined` that the person turned back.

A table becomes the match of the same id when its last seat is taken. So whoever opens a table
watches `match:<id of the table>` at once, and hears of the beginning as of everything else.
Whoever has had no socket for ten seconds loses his seats at open tables: his own tables close, a
seat at another's is free again; in any case a table closes after a day. [tables.md](tables.md)
tells the rest.
"""

SOCKET: Final = """\
## Socket

`GET /ws`, text frames of at most 16 KiB. The client sends `{"id", "do", …}`: `id` is its own
number (0 to 2^53), `do` the verb. The answer is `{"re": id, "ok": …}` or
`{"re": id, "error": WireError}`; an error changed nothing. Frames are answered in their order, one
after the other. `re` is null where the frame had no id that could be read, and where it was not
read at all (`rate_limited`, `too_large`).

The first frame is `hello`, within five seconds (`hello_missing` otherwise), and no other is
(`hello_again`). All others may follow in any order.

The verbs of play carry `match` and `command_id` (a UUID, made by the client for this command). A
command that is sent again with the same `command_id`, after a cut or out of doubt, is done once:
the repeat gets the recorded outcome, with `repeated`. The id alone decides: another command under
an id of one's own does nothing, and gets the outcome of the first; `command_id_taken` is for an id
that somebody else has used in this match.

The `ok` of a command says where its outcome stands: in the commit `seq`. When the time had run out
before the command was judged, that commit holds the fallen flag and not the command; so what
happened is to be read from the commit. `turn` is the number of the decision that
the command answers, as `next.turn` of the last event that had a `next`; only another turn refuses
it, with the open one in `details.turn`.

Twenty frames a second may be sent by one account over all its sockets, forty at once; beyond
that the answer is `rate_limited`, and whoever goes on all the same is closed with 4429. Ten
sockets an account, a hundred an address (429 before the upgrade). Pings of the protocol come every
five seconds; a browser answers them by itself.
"""

PUSHES: Final = """\
## Pushes

What was not asked for has a `topic`. Of a watched match every commit is pushed once, in order and
without holes. `watch` first pushes what is newer than `after`, then answers with the number of the
last; commits go on coming without end. After a cut: connect, `hello`, `watch` with `after` set to
the last `seq` that was seen. `hash` lets a client compare its own fold with ours.

In the frame of whoever must play now, `plays` (before `commit`) lists each distinct legal play
once, as ordered steps `[from, to]`, unless `hello` said `"plays": "none"`. It is never empty: a
turn without a legal play passes by itself.

Any other topic is a feed: its entries are pushed as `FeedPush`, once, in order and without
holes. Without `after` a feed is heard from now on; with it, from behind that number, as far as a
day back: what is older, or ahead of the feed, is `too_far_behind`, and the list must be read
again. The list of open tables says in `seq` behind which entry of `lobby` it stands; entries may
tell again what the list has already.

A spectator of a match for coins is told everything `spectator_delay` milliseconds late, on every
route.

Rooms of talk are `chat:lobby:ru` and `chat:lobby:en`, `chat:table:<uuid>` (the players speak,
whoever may watch listens, for coins only once he knows the end), `chat:spectators:<uuid>` (no
player before spectators know the end) and `chat:direct:<uuid>:<uuid>` between two friends, the
smaller id first. Who speaks in the lobby has chosen a nick. What was said before one came is at
`GET /api/v1/chat`. `inbox` is everybody's own: requests, invitations, rulings.

A reader who falls more than 256 events or 256 KiB behind is closed with 4430, and comes back with
`after`.
"""
