"""The doors that a configuration opens."""

from platforms.doors import Doors
from platforms.facebook.instant_game import InstantGame
from platforms.ok.launch import OkApp
from platforms.telegram.init_data import MiniApp
from platforms.vk.community import Community
from platforms.vk.game import Game
from platforms.vk.mini_app import MiniApps
from server.config import Config


def doors_of(config: Config) -> Doors:
    """Open a door for each platform whose app and secret are given; the others stay shut."""
    inside_vk = {}
    game = None
    if config.vk_app_id is not None and config.vk_secret is not None:
        inside_vk = {config.vk_app_id: config.vk_secret}
        game = Game(app_id=config.vk_app_id, secrets=config.vk_secret)
    vk = None
    if inside_vk or config.vk_ok_apps:
        vk = MiniApps(inside_vk=inside_vk, inside_ok=config.vk_ok_apps)
    ok = None
    if config.ok_app_key is not None and config.ok_secret is not None:
        ok = OkApp(config.ok_app_key, config.ok_secret)
    return Doors(
        vk=vk,
        vk_game=game,
        ok=ok,
        facebook=None if config.fb_secret is None else InstantGame(config.fb_secret),
        telegram=None if config.telegram_token is None else MiniApp(config.telegram_token),
    )


def community_of(config: Config) -> Community | None:
    """The VK community whose events we are told, where its callback is configured."""
    if config.vk_group_id is None or config.vk_callback_secret is None:
        return None
    confirmation = config.vk_confirmation or ""
    return Community(int(config.vk_group_id), config.vk_callback_secret, confirmation)
