"""Boards as matches of all kinds show them, for whoever looks at what may be pressed there."""

import random
import uuid
from collections.abc import Iterator
from itertools import islice

import msgspec

from bots.play.choosing import choice
from bots.play.scene import Scene
from bots.play.screen import match_screen
from bots.screens import Rows
from bots.wording import LANGUAGES
from tests.game.selfplay import SelfPlay, agreed

KINDS: tuple[dict[str, object], ...] = (
    {"rules": "short", "form": "match", "length": 3, "cube": "doubling"},
    {"rules": "short", "form": "money", "cube": "doubling", "beaver": True, "stake": 5},
    {"rules": "short16", "form": "game"},
    {"rules": "long", "form": "game"},
    {"rules": "crazy", "form": "game"},
)
COMMITS = 40
"""Of each match; most of what may be pressed has been offered by then."""


def boards() -> Iterator[Rows]:
    """The buttons of both seats, before a step was chosen, after one, and with one in hand."""
    for seed, kind in enumerate(KINDS):
        player = SelfPlay(agreed(**kind), random.Random(seed))
        for _ in islice(player.commits(), COMMITS):
            for seat in range(2):
                for scene in _scenes(player, seat):
                    for language in LANGUAGES:
                        yield match_screen(scene, language, plain=False, extra=()).rows


def _scenes(player: SelfPlay, seat: int) -> Iterator[Scene]:
    scene = Scene(
        match=uuid.UUID(int=7),
        state=player.state,
        seat=seat,
        names=("Анна", "Борис"),
        now=player.at,
        accounts=(uuid.UUID(int=1), uuid.UUID(int=2)),
    )
    yield scene
    chosen = None if player.state.game is None else scene.choice()
    if chosen is not None and chosen.following:
        first = chosen.following[0]
        after = choice(player.state.legal_plays, (first,))
        yield msgspec.structs.replace(scene, draft=after.steps)
        yield msgspec.structs.replace(scene, held=first[0])
