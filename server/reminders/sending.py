"""Sending what the outbox holds: to one platform of a person's, at a time when he wants it.

Before each try it is looked whether it is still his turn and he still away. What a platform puts
off is tried again, later each time; who cannot be reached there is marked, and the next platform
of his is tried. A platform that takes nothing from us at all is left alone for a while, loudly.
"""

import asyncio
from typing import Final, NamedTuple, Protocol
from uuid import UUID
from zlib import crc32
from zoneinfo import ZoneInfo

import structlog

from platforms.identity import Identity as PlatformIdentity
from platforms.identity import Kind, Platform
from platforms.notices import Fate, Notices, Request, Verdict
from server.metrics import Tally
from server.play.live import LiveMatch
from server.reminders.quiet import day_began, loud_from, zone_of
from server.settings_people import Reminders as ReminderSettings
from server.storage.accounts import Identity
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.matches import MatchNotFound
from server.storage.names import Names
from server.storage.notices import Notice, Outbox, lose, reachable
from server.storage.preferences import Preferences, preferences_of

EVERY: Final = 1.0
AT_ONCE: Final = 20
"""Notices taken up together, and so the most of one process in a second."""
STOPPED_FOR: Final = 600_000
"""So many milliseconds a platform is left alone that takes nothing from us."""
FIRST_PAUSE: Final = 30_000
"""Milliseconds before the second try; twice as long each time."""

TEXTS: Final = {
    "ru": "Ваш ход! {who} ждёт вас за доской.",
    "en": "Your move! {who} is waiting at the board.",
}
SOMEBODY: Final = {"ru": "Соперник", "en": "Your opponent"}

_log = structlog.get_logger(__name__)


class Matches(Protocol):
    """Whoever knows matches (``play.Desk``)."""

    async def look(self, stream: UUID) -> LiveMatch:
        """The match as it stands."""


class Wire(Protocol):
    """Whoever sends a request; what goes wrong on the way is a status of 0."""

    async def send(self, request: Request) -> tuple[int, bytes]:
        """Status and body of the answer."""


class Address(NamedTuple):
    """By which way to reach somebody where."""

    platform: str
    notices: Notices
    identity: Identity


class Ways(NamedTuple):
    """What we may send by: ``vk``, ``vk_game``, ``ok``, ``facebook``, ``telegram``."""

    notices: dict[str, Notices]
    wire: Wire
    matches: Matches
    house: ZoneInfo
    fates: Tally
    """What became of every try, by platform."""


class Sender:
    """Works the outbox off, in as many processes as one likes."""

    def __init__(
        self, database: Database, clock: Clock, settings: ReminderSettings, ways: Ways
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._ways = ways
        self._stopped: dict[str, Millis] = {}
        self.fates = Tally("nardy_reminders", "Reminders of turns.", "platform", "fate")

    async def round(self) -> None:
        """Send what is due, once a second; the body of a ``Loop``."""
        await self.send_due()
        await asyncio.sleep(EVERY)

    async def send_due(self) -> int:
        """Send what is due now; how many were taken up."""
        async with self._database.transaction() as tx:
            claimed = await Outbox(tx).claim(self._clock.now(), AT_ONCE)
        for notice in claimed:
            try:
                await self._handle(notice)
            except Exception:  # noqa: BLE001 - one person's trouble stops nobody else's reminder
                _log.exception("reminder_failed", notice=notice.key)
        return len(claimed)

    async def _handle(self, notice: Notice) -> None:
        now = self._clock.now()
        if notice.attempts > self._settings.attempts:
            await self._end(notice, "given_up", None)
        elif not await self._is_waited_for(notice):
            await self._end(notice, "lapsed", None)
        else:
            await self._remind(notice, now)

    async def _remind(self, notice: Notice, now: Millis) -> None:
        async with self._database.reading() as tx:
            wanted = await preferences_of(tx, notice.account)
        if not wanted.reminders:
            await self._end(notice, "unwanted", None)
            return
        zone = zone_of(wanted, self._ways.house)
        if (loud := loud_from(now, wanted, zone)) > now:
            await self._put_off(notice, loud)
            return
        address = await self._address(notice, day_began(now, zone), now)
        if address is None:
            await self._end(notice, "no_way", None)
            return
        await self._settle(notice, address, await self._send(notice, address, wanted))

    async def _settle(self, notice: Notice, address: Address, verdict: Verdict) -> None:
        now = self._clock.now()
        self._ways.fates.count(address.platform, verdict.fate)
        match verdict.fate:
            case Fate.SENT:
                await self._end(notice, "sent", address.platform)
            case Fate.LATER:
                pause = FIRST_PAUSE << min(notice.attempts - 1, 8)
                await self._put_off(notice, now + max(pause, verdict.after * 1000))
            case Fate.NEVER:
                async with self._database.transaction() as tx:
                    await lose(tx, address.identity, now)
                await self._put_off(notice, now)
            case Fate.STOP:
                self._stopped[address.platform] = now + STOPPED_FOR
                _log.error("reminders_stopped", platform=address.platform, code=verdict.code)
                await self._put_off(notice, now)

    async def _send(self, notice: Notice, address: Address, wanted: Preferences) -> Verdict:
        to = PlatformIdentity(
            Platform(address.identity.platform),
            Kind(address.identity.kind),
            address.identity.id,
        )
        text = await self._text(notice, wanted.language or _usual_language(address.platform))
        request = address.notices.request(to, text, crc32(notice.key.encode()))
        if request is None:
            return Verdict(Fate.NEVER, "kind")
        status, body = await self._ways.wire.send(request)
        return address.notices.verdict(status, body)

    async def _text(self, notice: Notice, language: str) -> str:
        live = await self._ways.matches.look(notice.match)
        others = [account for account in live.accounts if account != notice.account]
        async with self._database.reading() as tx:
            named = await Names(tx).of(others)
        known = language if language in TEXTS else "en"
        nick = next((named[each].nick for each in others if each in named), None)
        return TEXTS[known].format(who=nick or SOMEBODY[known])

    async def _address(self, notice: Notice, today: Millis, now: Millis) -> Address | None:
        """The first platform of somebody's that has had less than its measure today.

        With what is being sent to him at this instant, whichever process sends it.
        """
        async with self._database.transaction() as tx:
            await Outbox(tx).lock(notice.account)
            for identity, game in await reachable(tx, notice.account):
                platform = identity.platform
                way = "vk_game" if platform == "vk" and game else platform
                notices = self._ways.notices.get(way) or self._ways.notices.get(platform)
                if notices is None or self._stopped.get(platform, 0) > now:
                    continue
                sent = await Outbox(tx).sent(notice, platform, today, now)
                if sent < self._settings.a_day(platform):
                    await Outbox(tx).choose(notice.key, platform)
                    return Address(platform, notices, identity)
        return None

    async def _is_waited_for(self, notice: Notice) -> bool:
        try:
            live = await self._ways.matches.look(notice.match)
        except MatchNotFound:
            return False
        decision = live.state.decision
        if live.state.over or decision is None or decision.turn != notice.turn:
            return False
        return live.state.seat_of(decision.side) in live.state.absent

    async def _end(self, notice: Notice, outcome: str, platform: str | None) -> None:
        async with self._database.transaction() as tx:
            await Outbox(tx).end(notice.key, outcome, platform, self._clock.now())

    async def _put_off(self, notice: Notice, due: Millis) -> None:
        async with self._database.transaction() as tx:
            await Outbox(tx).put_off(notice.key, due)


def _usual_language(platform: str) -> str:
    return "ru" if platform in ("vk", "ok") else "en"
