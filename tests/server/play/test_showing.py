"""What was committed together is shown together, and what fails holds up nobody."""

import asyncio

from server.play.showing import Showing


class News:
    """Writes down when it is shown."""

    def __init__(self, name: str, shown: list[str]) -> None:
        self._name = name
        self._shown = shown

    def show(self) -> None:
        """Be shown."""
        self._shown.append(self._name)
        if self._name == "broken":
            raise RuntimeError("broken")


async def test_all_is_shown_in_order_once_the_loop_has_turned() -> None:
    showing, shown = Showing(), list[str]()

    for name in ("first", "second"):
        showing.soon(News(name, shown))
    shown.append("answered")
    await asyncio.sleep(0)
    showing.soon(News("third", shown))
    await asyncio.sleep(0)

    assert shown == ["answered", "first", "second", "third"]


async def test_what_cannot_be_shown_is_told_of_and_the_others_are_shown() -> None:
    showing, shown = Showing(), list[str]()
    failures: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: failures.append(str(context["exception"])))

    for name in ("first", "broken", "last"):
        showing.soon(News(name, shown))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert shown == ["first", "broken", "last"]
    assert failures == ["broken"]
