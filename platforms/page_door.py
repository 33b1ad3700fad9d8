"""The doors of the page by itself, where nobody has launched us: people say who they are there."""

from enum import StrEnum


class PageDoor(StrEnum):
    """How somebody proves who he is on the page, as the public API names it.

    What stands before `_` is the platform.
    """

    VK_ID = "vk_id"
    TELEGRAM = "telegram_login"
    OK = "ok_login"
    FACEBOOK = "facebook_login"
    EMAIL = "email"
