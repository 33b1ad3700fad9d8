"""HTTP of vk_api: to the host that we say, through no proxy, and nowhere else."""

import asyncio

import pytest

from bots.vk.sessions import Astray, api_session
from tests.standins.vk_community import VkCommunity


@pytest.mark.parametrize("host", ["api.vk.ru", "api.vk.com"])
async def test_whichever_host_is_written_in_ours_is_called(
    vk: VkCommunity, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever proxy the environment names."""
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    loop = asyncio.get_running_loop()
    with api_session(vk.url) as session:
        url = f"https://{host}/method/utils.getServerTime"
        answer = await loop.run_in_executor(None, lambda: session.post(url, data={}))
    assert answer.json()["error"]["error_code"] == 5
    assert vk.calls == ["utils.getServerTime"]


@pytest.mark.parametrize(
    "url", ["https://example.org/", "http://api.vk.ru/", "https://api.vk.ru.example.org/method/x"]
)
def test_nothing_goes_to_any_other(url: str) -> None:
    with api_session("http://127.0.0.1:9") as session, pytest.raises(Astray):
        session.post(url, data={"access_token": "secret"})
