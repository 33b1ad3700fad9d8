"""Boards and files at VK: uploaded once, then known by a short name.

Source: dev.vk.com, api/upload. A picture has a digest, so the same board is sent but once.
"""

import asyncio
from collections import OrderedDict
from typing import Any, Final, TypeVar

import msgspec

from bots.drawing import Picture
from bots.screens import File
from bots.vk.calls import NoAnswer, VkCalls

KEPT: Final = 2000
"""Names of pictures that are remembered."""

Shape = TypeVar("Shape")


class _Address(msgspec.Struct, frozen=True):
    upload_url: str


class _Photo(msgspec.Struct, frozen=True):
    server: int | str
    photo: str
    hash: str


class _Uploaded(msgspec.Struct, frozen=True):
    file: str


class _Saved(msgspec.Struct, frozen=True):
    owner_id: int
    id: int
    access_key: str | None = None

    def named(self, kind: str) -> str:
        """As a message attaches it."""
        return "_".join([f"{kind}{self.owner_id}_{self.id}", *filter(None, [self.access_key])])


class _Doc(msgspec.Struct, frozen=True):
    doc: _Saved


class Uploads:
    """Uploads, and remembers the names of pictures by their digests."""

    def __init__(self, calls: VkCalls) -> None:
        self._calls = calls
        self._photos: OrderedDict[str, asyncio.Task[str]] = OrderedDict()

    async def photo(self, picture: Picture) -> str:
        """The name under which VK has a picture. Raises `CallFailed`."""
        task = self._photos.get(picture.digest)
        if task is None or _failed(task):
            task = self._photos[picture.digest] = asyncio.create_task(self._sent(picture))
        self._photos.move_to_end(picture.digest)
        while len(self._photos) > KEPT:
            self._photos.popitem(last=False)
        # Others may wait for the same picture.
        return await asyncio.shield(task)

    async def document(self, peer: int, file: File) -> str:
        """Upload a file for a chat and return its name. Raises `CallFailed`."""
        values = {"type": "doc", "peer_id": peer}
        address = _as(_Address, await self._calls.call("docs.getMessagesUploadServer", values))
        sent = await self._calls.upload(address.upload_url, "file", file.name, file.content)
        values = {"file": _as(_Uploaded, sent).file, "title": file.name}
        return _as(_Doc, await self._calls.call("docs.save", values)).doc.named("doc")

    async def _sent(self, picture: Picture) -> str:
        address = _as(_Address, await self._calls.call("photos.getMessagesUploadServer", {}))
        sent = await self._calls.upload(address.upload_url, "photo", "board.png", picture.png)
        photo = _as(_Photo, sent)
        values = {"server": photo.server, "photo": photo.photo, "hash": photo.hash}
        saved = _as(list[_Saved], await self._calls.call("photos.saveMessagesPhoto", values))
        if not saved:
            raise NoAnswer("no photo was saved")
        return saved[0].named("photo")


def _failed(task: asyncio.Task[str]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _as(shape: type[Shape], answer: Any) -> Shape:
    try:
        return msgspec.convert(answer, shape)
    except msgspec.ValidationError:
        raise NoAnswer("nonsense") from None
