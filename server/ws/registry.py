"""All verbs of the socket, in the order of the documentation. What is not here does not exist."""

from typing import Final, TypeAlias

from server.ws.playing import (
    AcceptResignation,
    Beaver,
    CommitSeed,
    Double,
    Drop,
    Leave,
    OfferStop,
    Play,
    RefuseResignation,
    Resign,
    RevealSeed,
    Roll,
    Take,
)
from server.ws.tabling import (
    CloseTable,
    DeclineRematch,
    LeaveTable,
    OpenTable,
    Ready,
    Rematch,
    Seek,
    Sit,
    StopSeeking,
)
from server.ws.talking import Say
from server.ws.verbs import Ping, Unwatch, Verb, Watch

AnyVerb: TypeAlias = (
    Watch
    | Unwatch
    | OpenTable
    | Sit
    | LeaveTable
    | Ready
    | CloseTable
    | Seek
    | StopSeeking
    | Rematch
    | DeclineRematch
    | CommitSeed
    | RevealSeed
    | Roll
    | Play
    | Double
    | Take
    | Drop
    | Beaver
    | Resign
    | AcceptResignation
    | RefuseResignation
    | OfferStop
    | Leave
    | Say
    | Ping
)

VERBS: Final[tuple[type[Verb], ...]] = AnyVerb.__args__
NAMES: Final = {verb: str(verb.__struct_config__.tag) for verb in VERBS}
"""How each verb is called on the wire."""
