"""The doors by which people come in from the platforms: an untrusted launch, a trusted visitor.

Nothing behind a door takes a launch string, so that nothing can forget to verify one.
"""

from dataclasses import dataclass
from enum import StrEnum

from platforms.facebook.instant_game import InstantGame
from platforms.identity import Visitor
from platforms.ok.launch import OkApp
from platforms.refusals import DoorClosed, Forged, ForgedLaunch, Stale, StaleLaunch
from platforms.telegram.init_data import MiniApp
from platforms.vk.game import Game
from platforms.vk.mini_app import MiniApps


class Door(StrEnum):
    """How a launch is signed, as the public API names it."""

    VK = "vk"
    VK_GAME = "vk_game"
    OK = "ok"
    FACEBOOK = "facebook"
    TELEGRAM = "telegram"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """The doors that this installation serves; None is a door that stays shut."""

    vk: MiniApps | None = None
    vk_game: Game | None = None
    ok: OkApp | None = None
    facebook: InstantGame | None = None
    telegram: MiniApp | None = None

    def verify(self, door: Door, launch: str, now: int, nonce: str | None = None) -> Visitor:
        """Who stands at the door, by the launch string exactly as the client was given it.

        `now` is in Unix seconds; `nonce` is the server's, given to this client beforehand and
        asked for at the Facebook door alone. Raises `ForgedLaunch`, `StaleLaunch` or
        `DoorClosed`, and nothing else whatever the text.
        """
        try:
            return self._verify(door, launch, now, nonce)
        except Forged as refused:
            raise ForgedLaunch(refused.reason) from refused
        except Stale as refused:
            raise StaleLaunch(refused.reason) from refused

    def _verify(self, door: Door, launch: str, now: int, nonce: str | None) -> Visitor:
        match door:
            case Door.VK if self.vk:
                return self.vk.verify(launch, now)
            case Door.VK_GAME if self.vk_game:
                return self.vk_game.verify(launch, now)
            case Door.OK if self.ok:
                return self.ok.verify(launch)
            case Door.FACEBOOK if self.facebook:
                return self.facebook.verify(launch, now, nonce)
            case Door.TELEGRAM if self.telegram:
                return self.telegram.verify(launch, now)
            case _:
                raise DoorClosed
