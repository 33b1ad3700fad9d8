"""The beginning of a match: secrets drawn and sealed, stakes held, the first commit written."""

import hashlib
import secrets
from typing import Final

from game.events import MatchOpened
from game.log import encode_events
from game.match import fold, open_match
from game.vocabulary import Millis
from server.money.refusals import OpponentCannotCover
from server.people.refusals import BarredFromStakes
from server.records.archive import new_password
from server.storage.commits import AlarmWrite, CommitRow, append_alone
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.matches import Match, Matches
from server.storage.tables import Table, Tables
from server.storage.upcast import SCHEMA
from server.tables.admission import require_offered, require_stake
from server.tables.hall import Act, Hall
from server.tables.views import RULES_VERSION, agreed

SECRET_BYTES: Final = 32
"""Of the house's half of the dice."""


async def start(hall: Hall, act: Act, table: Table) -> Table:
    """Begin the match of a taken table, within the act that took its last seat.

    Raises ``ConventionsRefused`` for what the house has switched off since the table was opened,
    and what ``begin`` raises.
    """
    require_offered(hall.settings, agreed(table))
    return await begin(hall, act, table)


async def begin(hall: Hall, act: Act, table: Table) -> Table:
    """Begin it even if the house offers no such table any more, as it has promised the match.

    Raises what ``Coins.hold`` raises when a player cannot cover the stake; ``OpponentCannotCover``
    also where a player may not play for coins: whoever acts was told so at his own door.
    """
    await _require_stakes(hall, act, table)
    secret = secrets.token_bytes(SECRET_BYTES)
    await Tables(act.tx).start(table.id, table.id)
    await Matches(act.tx).start(
        Match(
            id=table.id,
            table=table.id,
            players=table.seats,
            started_at=act.now,
            ended_at=None,
            result=None,
            spectators=table.spectators,
            private=table.private,
        )
    )
    await hall.coins.hold(act.tx, table.id, table.seats, agreed(table))
    kept = DiceSecrets(secret=secret, archive_password=new_password().encode(), seeds={})
    await Secrets(act.tx, hall.sealing).keep(table.id, kept)
    row, alarm = first_commit(table, secret, act.now)
    await append_alone(act.tx, row, alarm)
    act.begun.append(row)
    return await Tables(act.tx).get(table.id)


async def _require_stakes(hall: Hall, act: Act, table: Table) -> None:
    for account in table.seats:
        try:
            await require_stake(act, hall.settings, account, table.stake)
        except BarredFromStakes as barred:
            # Why is between him and the house.
            raise OpponentCannotCover from barred


def first_commit(table: Table, secret: bytes, now: int) -> tuple[CommitRow, AlarmWrite]:
    """Commit 0 of the match at a full table: who plays by which conventions, and the house bound
    to its secret before anybody tells a seed.
    """
    opening = MatchOpened(
        match=str(table.id),
        rules_version=RULES_VERSION,
        conventions=agreed(table),
        players=tuple(str(seat) for seat in table.seats),
        at=Millis(now),
    )
    events = open_match(opening, hashlib.sha256(secret).hexdigest())
    state = fold(events)
    row = CommitRow(
        stream=table.id,
        seq=0,
        schema=SCHEMA,
        command_id=f"open:{table.id}",
        actor=None,
        received_at=now,
        at=now,
        events=encode_events(events),
        state_hash=bytes.fromhex(state.hash()),
    )
    return row, AlarmWrite(state.due())
