"""The throw-away secrets of a demo: made once for a data folder; `nardy launch` reads them too."""

import os
import secrets
import tempfile
from pathlib import Path
from typing import Final

import msgspec

FILE: Final = "demo.json"


class DemoSecrets(msgspec.Struct, frozen=True, kw_only=True):
    """Apps that no platform knows, and keys that open nothing elsewhere."""

    vk_app_id: str = "1000001"
    vk_secret: str = msgspec.field(default_factory=secrets.token_urlsafe)
    ok_app_id: str = "1000002"
    ok_app_key: str = "CDEMODEMODEMODEMO"
    ok_secret: str = msgspec.field(default_factory=secrets.token_urlsafe)
    fb_app_id: str = "1000003"
    fb_secret: str = msgspec.field(default_factory=secrets.token_urlsafe)
    telegram_token: str = msgspec.field(
        default_factory=lambda: f"1000004:{secrets.token_urlsafe()}"
    )
    dice_key: str = msgspec.field(default_factory=lambda: secrets.token_hex(32))

    def __repr__(self) -> str:
        return "DemoSecrets()"


def demo_secrets(data: Path) -> DemoSecrets:
    """Return the demo's secrets of a data folder; of several first callers one makes them."""
    kept = data / FILE
    if not kept.exists():
        data.mkdir(parents=True, exist_ok=True)
        _keep(kept, msgspec.json.encode(DemoSecrets()))
    return msgspec.json.decode(kept.read_bytes(), type=DemoSecrets)


def holds_demo(data: Path) -> bool:
    """Whether a demo has begun in a data folder."""
    return (data / FILE).exists()


def _keep(path: Path, content: bytes) -> None:
    """Write all of a file that only its owner may read, unless it is there by now."""
    descriptor, unfinished = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.link(unfinished, path)
    except FileExistsError:
        pass
    finally:
        Path(unfinished).unlink()
