"""What the play of matches stands on in one process, gathered once by the wiring."""

import msgspec

from server.storage.beats import Beats
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.gaps import Gaps
from server.storage.group_commit import CommitLog
from server.storage.presence import Presence
from server.storage.relay import Relay
from server.storage.sealing import Sealing


class Ground(msgspec.Struct, frozen=True):
    """Log, relay, time and the gaps in it, and the key to the secrets."""

    database: Database
    log: CommitLog
    relay: Relay
    clock: Clock
    beats: Beats
    gaps: Gaps
    presence: Presence
    sealing: Sealing
