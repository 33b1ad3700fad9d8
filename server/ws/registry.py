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
from server.ws.verbs import CloseTable, OpenTable, Ping, Sit, Unwatch, Verb, Watch

AnyVerb: TypeAlias = (
    Watch
    | Unwatch
    | OpenTable
    | Sit
    | CloseTable
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
    | Ping
)

VERBS: Final[tuple[type[Verb], ...]] = AnyVerb.__args__
