"""The VK bot starts by one way, and says what it lacks."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import cast

import pytest

from bots.beside import is_called
from bots.vk.launching import vk_by_callback, vk_by_polling
from platforms.secret import Secrets
from server.config import Config, Unusable
from server.services import Services

NOBODY = cast("Services", None)
"""Refusals come before any service is asked."""
GROUP = {"vk_group_id": "4242", "vk_group_token": "token"}
CALLBACK = {"vk_callback_secret": "secret", "vk_confirmation": "c0nf1rm"}
Launch = Callable[[Config, Services], AbstractAsyncContextManager[None]]


@pytest.mark.parametrize(
    ("launch", "given", "variable"),
    [
        (vk_by_polling, {**GROUP, **CALLBACK}, "VK_CALLBACK_SECRET"),
        (vk_by_polling, {}, "VK_GROUP_TOKEN"),
        (vk_by_callback, GROUP, "VK_CALLBACK_SECRET"),
        (vk_by_callback, CALLBACK, "VK_GROUP_TOKEN"),
    ],
)
async def test_a_start_that_cannot_be_is_refused_with_its_variable(
    launch: Launch, given: dict[str, str], variable: str
) -> None:
    with pytest.raises(Unusable, match=variable):
        async with launch(Config.model_validate(given), NOBODY):
            pass


def test_the_service_answers_in_chats_whose_platform_calls_it() -> None:
    assert is_called(Config.model_validate({**GROUP, **CALLBACK}))
    assert not is_called(Config.model_validate(GROUP))
    assert not is_called(Config.model_validate({**GROUP, **CALLBACK, "demo": True}))
    assert Config.model_validate(CALLBACK).vk_callback_secret == Secrets.of("secret")
