"""HTTP sessions for vk_api: to the host that we say, through no proxy, and never for ever.

vk_api has its host written in, and no time-out; both are put right where its requests leave.
"""

from typing import Any, Final

import requests
from requests.adapters import HTTPAdapter

CONNECT_SECONDS: Final = 5.0
READ_SECONDS: Final = 15.0
_WRITTEN_IN: Final = ("https://api.vk.ru", "https://api.vk.com")
"""What vk_api calls, by its versions."""


class Astray(requests.RequestException):
    """A request to a host that we have no business with; it was not sent."""


class _Rerouted(HTTPAdapter):
    """Sends what goes to the host that is written in to ours."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        """Send it there, with a time-out."""
        for host in _WRITTEN_IN:
            if request.url is not None and request.url.startswith(f"{host}/"):
                request.url = self._url + request.url.removeprefix(host)
        kwargs["timeout"] = (CONNECT_SECONDS, READ_SECONDS)
        return super().send(request, *args, **kwargs)


class _Shut(HTTPAdapter):
    """Sends nothing."""

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:  # noqa: ARG002 - the adapter's own signature
        """Refuse it."""
        raise Astray("not a host of VK's API")


def api_session(url: str) -> requests.Session:
    """A session for calls of the API, which go to this URL whatever vk_api thinks."""
    session = requests.Session()
    session.trust_env = False
    session.mount("https://", _Shut())
    session.mount("http://", _Shut())
    for host in _WRITTEN_IN:
        session.mount(f"{host}/", _Rerouted(url))
    return session


def plain_session() -> requests.Session:
    """A session for addresses that VK's answers name: uploads and long poll."""
    session = requests.Session()
    session.trust_env = False
    return session
