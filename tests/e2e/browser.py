"""A headless Chromium, driven over its debugging socket."""

import asyncio
import base64
import contextlib
import json
import shutil
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 20.0
"""Seconds after which what was waited for will not come."""


class PageFailed(AssertionError):
    """A script threw, or what was waited for did not come; the message holds the console."""


class Page:
    """One window. Whatever its console says is kept in `console`."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.console: list[str] = []
        self._socket = socket
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def listen(self) -> None:
        """Take what the browser says until it is gone."""
        async for message in self._socket:
            said = json.loads(message.data)
            if (answer := self._answers.pop(said.get("id", 0), None)) is not None:
                answer.set_result(said)
            elif said.get("method") == "Runtime.exceptionThrown":
                self.console.append(str(said["params"]["exceptionDetails"]))
            elif said.get("method") == "Runtime.consoleAPICalled":
                arguments = said["params"]["args"]
                self.console.append(" ".join(str(each.get("value")) for each in arguments))
            elif said.get("method") == "Log.entryAdded":
                self.console.append(said["params"]["entry"]["text"])

    async def do(self, method: str, **params: Any) -> dict[str, Any]:
        """One command of the debugging protocol."""
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        said = await asyncio.wait_for(answer, PATIENCE)
        if "error" in said:
            raise PageFailed(f"{method}: {said['error']}")
        result: dict[str, Any] = said["result"]
        return result

    async def go(self, url: str) -> None:
        """Open an address."""
        await self.do("Page.navigate", url=url)

    async def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the window a size; a phone is twice as dense."""
        await self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    async def run(self, script: str) -> Any:
        """The value of an expression, awaited if it is a promise."""
        done = await self.do(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in done:
            raise PageFailed(f"{script}\n{done['exceptionDetails']}\n{self.console}")
        return done["result"].get("value")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true, and return it."""
        waiting = (
            "new Promise((found, failed) => {"
            f" const look = () => {{ const seen = (() => {script})();"
            " if (seen) found(seen); else requestAnimationFrame(look); };"
            f" setTimeout(() => failed(new Error('never came')), {PATIENCE * 900}); look(); }})"
        )
        try:
            return await self.run(waiting)
        except PageFailed as failed:
            text = await self.run("document.body.innerText")
            raise PageFailed(f"{script} never came; the page says:\n{text}\n{failed}") from failed

    async def click(self, selector: str) -> None:
        """Wait for an element that can be used, and click it."""
        found = f"document.querySelector({json.dumps(selector)})"
        await self.until(f"{found} && !{found}.disabled")
        await self.run(
            f"{found}.dispatchEvent(new MouseEvent('click', {{bubbles: true, cancelable: true}}))"
        )

    async def picture(self, path: Path, selector: str | None = None) -> None:
        """Keep what is seen as PNG; of one element only, where a selector is given."""
        clip = {}
        if selector is not None:
            box = await self.run(
                f"(box => ({{x: box.x + scrollX, y: box.y + scrollY,"
                f" width: box.width, height: box.height}}))"
                f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
            )
            clip = {"clip": box | {"scale": 1}, "captureBeyondViewport": True}
        shot = await self.do("Page.captureScreenshot", format="png", **clip)
        await asyncio.to_thread(path.write_bytes, base64.b64decode(shot["data"]))


@contextlib.asynccontextmanager
async def chromium(profile: Path) -> AsyncIterator[Page]:
    """A browser with one empty window; `profile` is a folder of its own."""
    if PROGRAM is None:
        raise PageFailed("there is no chromium: install the package of that name")
    browser = await asyncio.create_subprocess_exec(
        PROGRAM,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--remote-debugging-port=0",
        "--force-color-profile=srgb",
        "--accept-lang=ru",
        "--hide-scrollbars",
        "--no-first-run",
        f"--user-data-dir={profile}",
        "about:blank",
        stderr=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{await _debugger(browser)}/json/list") as listed:
                windows = await listed.json()
            address = next(each for each in windows if each["type"] == "page")
            async with http.ws_connect(address["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                listening = asyncio.create_task(page.listen())
                for domain in ("Page", "Runtime", "Log"):
                    await page.do(f"{domain}.enable")
                yield page
                listening.cancel()
    finally:
        with contextlib.suppress(ProcessLookupError):
            browser.terminate()
        await browser.wait()


async def _debugger(browser: asyncio.subprocess.Process) -> str:
    """Where the browser listens, which it says once on its standard error."""
    said = browser.stderr
    assert said is not None
    async with asyncio.timeout(PATIENCE):
        async for line in said:
            _, found, address = line.decode().partition("DevTools listening on ws://")
            if found:
                return f"http://{address.split('/')[0]}"
    raise PageFailed("chromium ended before it listened")
