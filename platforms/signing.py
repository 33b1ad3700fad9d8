"""Launches that our own doors accept, made with their own keys.

For the demo, for `nardy launch` and for tests. It can sign nothing that the platform whose key
it holds could not; where the keys are real, so are the launches.
"""

from dataclasses import dataclass

from platforms.doors import Door, Doors
from platforms.facebook.signing import player_launch
from platforms.ok.signing import app_launch as ok_launch
from platforms.refusals import DoorClosed
from platforms.telegram.init_data import WebAppUser
from platforms.telegram.signing import app_launch as telegram_launch
from platforms.vk.signing import game_launch, inside_ok_launch, mini_app_launch


@dataclass(frozen=True, slots=True)
class Pretended:
    """Whom a launch is to show: an id of digits, and a name where the launch has room for one.

    `nonce` makes the launch unlike any other: at the Facebook door it is the one that the
    server gave out, at the OK door it becomes the session.
    """

    user_id: str
    name: str = "Polina"
    nonce: str = ""


def sign_launch(doors: Doors, door: Door, who: Pretended, now: int) -> str:
    """A launch string for this door, signed with its current key; raises `DoorClosed`."""
    match door:
        case Door.VK if doors.vk and doors.vk.inside_vk:
            app_id, secrets = next(iter(doors.vk.inside_vk.items()))
            return mini_app_launch(app_id, secrets.current, who.user_id, now)
        case Door.VK_GAME if doors.vk_game:
            game = doors.vk_game
            return game_launch(game.app_id, game.secrets.current, who.user_id, now)
        case Door.OK if doors.ok:
            app = doors.ok
            return ok_launch(app.application_key, app.secrets.current, who.user_id, who.nonce)
        case Door.FACEBOOK if doors.facebook:
            return player_launch(doors.facebook.secrets.current, who.user_id, who.nonce, now)
        case Door.TELEGRAM if doors.telegram:
            user = WebAppUser(int(who.user_id), first_name=who.name, language_code="ru")
            return telegram_launch(doors.telegram.tokens.current, user, now)
        case _:
            raise DoorClosed


def sign_launch_inside_ok(doors: Doors, who: Pretended, now: int) -> str:
    """A launch for the VK door of a mini app opened inside OK; raises `DoorClosed`."""
    if doors.vk is None or not doors.vk.inside_ok:
        raise DoorClosed
    app_id, ok_app = next(iter(doors.vk.inside_ok.items()))
    return inside_ok_launch(app_id, ok_app, who.user_id, now)
