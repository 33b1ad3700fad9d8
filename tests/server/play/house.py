"""Processes as far as matches go, over one real database, and a match between two people."""

import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from uuid import UUID, uuid4

import msgspec

from game.clock import TimeControl
from game.commands import AnyCommand, CommitSeed, PlayCheckers, RevealSeed, RingAlarm, RollDice
from game.conventions import ClockName, ConventionsAsked, Form, resolve
from game.events import AnyEvent
from game.log import decode_events
from game.match import MatchState
from game.rulesets import RuleName
from game.vocabulary import DecisionKind, Millis, Phase
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.ground import Ground
from server.play.orders import Order
from server.play.settlement import FreeTables
from server.storage.accounts import Accounts, Identity
from server.storage.beats import Beats
from server.storage.clock import DatabaseClock
from server.storage.commits import CommitRow, Hint, append_alone
from server.storage.database import Database
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.gaps import Gaps
from server.storage.group_commit import CommitLog
from server.storage.healing import Healing
from server.storage.ids import Ids
from server.storage.matches import Match, Matches
from server.storage.postgres_relay import PostgresRelay
from server.storage.presence import Presence
from server.storage.sealing import Sealing
from server.storage.tables import Table, TableStatus
from server.tables.starting import SECRET_BYTES, first_commit
from tests.server.storage.lossy_relay import LossyRelay
from tests.waiting import until

SEALING = Sealing((bytes(32),))
AN_HOUR = TimeControl(reserve=Millis(3_600_000))


class Listener:
    """Somebody who listens, and keeps what he hears."""

    def __init__(self, account: UUID, *, wants_plays: bool = True) -> None:
        self.account = account
        self.wants_plays = wants_plays
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    async def drained(self) -> None:
        """There is always room."""

    @property
    def seqs(self) -> list[int]:
        return [msgspec.json.decode(frame)["seq"] for frame in self.frames]


class Process:
    """One process: its desk, and what the desk stands on."""

    def __init__(self, ground: Ground, relay: LossyRelay) -> None:
        self.ground = ground
        self.relay = relay
        self.errands = Errands()
        self.desk = Desk(ground, FreeTables(), self.errands)

    @property
    def now(self) -> Millis:
        return Millis(self.ground.clock.now())


@asynccontextmanager
async def process(
    database: Database, log_of: Callable[[Database, DatabaseClock], CommitLog] = CommitLog
) -> AsyncIterator[Process]:
    """Run a process that has beaten twice, so that it may decide about time."""
    clock, number = DatabaseClock(), uuid4()
    gaps, presence = Gaps(database, clock), Presence(database, number)
    beats = Beats(database, clock, gaps, presence, number)
    await beats.beat()
    await beats.beat()
    async with AsyncExitStack() as stack:
        log = await stack.enter_async_context(log_of(database, clock))
        inner = await stack.enter_async_context(PostgresRelay(database, number))
        relay = LossyRelay(inner)
        ground = Ground(database, log, relay, clock, beats, gaps, presence, SEALING)
        running = Process(ground, relay)
        await stack.enter_async_context(running.errands)
        relay.subscribe(running.desk)
        await stack.enter_async_context(Healing(log, relay, running.desk))
        yield running


class Pair:
    """Two people and their match, in the log as it stands."""

    def __init__(self, database: Database, match: UUID, players: tuple[UUID, UUID]) -> None:
        self.database = database
        self.match = match
        self.players = players

    def order(self, actor: UUID | None, command: AnyCommand, at: Millis) -> Order:
        """A command under an id of its own, whoever's turn it is."""
        return Order(self.match, actor, str(uuid4()), lambda _seat: command, at)

    async def next(self, process: Process, at: Millis | None = None) -> Order:
        """What the one to decide might do now: roll, or the first legal play."""
        state = (await process.desk.look(self.match)).state
        decision = state.decision
        assert decision is not None
        seat = state.seat_of(decision.side)
        command: AnyCommand = RollDice(seat, decision.turn)
        if decision.kind is DecisionKind.PLAY:
            command = PlayCheckers(seat, decision.turn, state.legal_plays[0].steps)
        return self.order(self.players[seat], command, process.now if at is None else at)

    def ring(self, at: Millis) -> Order:
        """What an alarm sends."""
        return msgspec.structs.replace(self.order(None, RingAlarm(), at), rung=True)

    async def state(self, process: Process) -> MatchState:
        """The match as this process finds it in the log."""
        return (await process.desk.look(self.match)).state

    async def rows(self, process: Process) -> list[CommitRow]:
        """The whole log."""
        return await process.ground.log.read(self.match, limit=10_000)

    async def events(self, process: Process, seq: int) -> tuple[AnyEvent, ...]:
        """What happened in one commit."""
        (row,) = await process.ground.log.read(self.match, seq - 1, 1)
        return decode_events(row.events)


async def begun(
    process: Process, clock: TimeControl | ClockName = AN_HOUR, **asked: object
) -> Pair:
    """A match whose first game has just begun."""
    pair = await _seated(process.ground.database, process.now, clock, asked)
    for seat, player in enumerate(pair.players):
        digest = hashlib.sha256(bytes([seat])).hexdigest()
        await process.desk.submit(pair.order(player, CommitSeed(seat, digest), process.now))
    for seat, player in enumerate(pair.players):
        seed = bytes([seat]).hex()
        await process.desk.submit(pair.order(player, RevealSeed(seat, seed), process.now))

    async def playing() -> bool:
        return (await pair.state(process)).phase is Phase.PLAYING

    await until(playing)
    return pair


async def _seated(
    database: Database, now: Millis, clock: TimeControl | ClockName, asked: dict[str, object]
) -> Pair:
    wanted = {"rules": RuleName.SHORT, "form": Form.MATCH, "length": 3, "clock": clock} | asked
    conventions = resolve(msgspec.convert(wanted, ConventionsAsked))
    match, secret = Ids().new(now), secrets.token_bytes(SECRET_BYTES)
    async with database.transaction() as tx:
        people = [
            (await Accounts(tx).first_launch(Ids().new(now), Identity("vk", "user", name), now))[0]
            for name in (str(uuid4()), str(uuid4()))
        ]
        players = (people[0].id, people[1].id)
        table = Table(
            id=match,
            owner=players[0],
            status=TableStatus.TAKEN,
            conventions=msgspec.json.encode(conventions),
            seats=players,
            size=2,
            stake=0,
            spectators=conventions.spectators,
            created_at=now,
            match=match,
        )
        await Matches(tx).start(
            Match(match, None, players, now, None, None, spectators=conventions.spectators)
        )
        await Secrets(tx, SEALING).keep(match, DiceSecrets(secret, b"password", {}))
        row, alarm = first_commit(table, secret, now)
        await append_alone(tx, row, alarm)
    return Pair(database, match, players)


def every(_hint: Hint) -> bool:
    """Lose every hint."""
    return True
