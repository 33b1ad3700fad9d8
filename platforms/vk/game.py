"""Launches of VK games in a frame: `sign` over the keys it names, and the older `auth_key`.

Source: dev.vk.com, games/development/parameters and parameters/old.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from platforms.freshness import Freshness
from platforms.identity import Identity, Kind, Platform, Visitor, is_number
from platforms.query import LAUNCH_LIMIT, read_pairs, unique
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.vk.mini_app import LAUNCH_FRESHNESS
from platforms.vk.signature import require_format, require_signature

_MD5 = re.compile(r"[0-9a-f]{32}")

# Mini apps sign with the same key by the same recipe. Unless these are covered, a genuine
# launch of a mini app could be relabelled with anybody's viewer_id beside it.
_MUST_BE_SIGNED = frozenset({"api_id", "viewer_id", "timestamp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """Our game, and how its launches are judged.

    `auth_key` accepts launches that carry nothing better. Such a launch has no time: whoever
    sees it may use it until the key is changed.
    """

    app_id: str
    secrets: Secrets
    freshness: Freshness = LAUNCH_FRESHNESS
    auth_key: bool = False

    def verify(self, launch: str, now: int) -> Visitor:
        """Who opened the game, by `location.search` as it was; raises `Forged` or `Stale`."""
        fields = unique(read_pairs(launch.removeprefix("?"), LAUNCH_LIMIT))
        if self.auth_key and "sign" not in fields and "auth_key" in fields:
            return self._verify_auth_key(fields)
        return self._verify_sign(fields, now)

    def _verify_sign(self, fields: Mapping[str, str], now: int) -> Visitor:
        sign = require_format(fields.get("sign"))
        signed = _signed_fields(fields)
        if signed["api_id"] != self.app_id:
            raise Forged(Reason.UNKNOWN_APP)
        require_signature(signed, sign, self.secrets)
        visitor = _visitor(signed)
        if not is_number(signed["timestamp"]):
            raise Forged(Reason.BAD_TS)
        self.freshness.require(int(signed["timestamp"]), now)
        return visitor

    def _verify_auth_key(self, fields: Mapping[str, str]) -> Visitor:
        claimed = fields["auth_key"]
        if not claimed:
            raise Forged(Reason.NO_SIGN)
        if not _MD5.fullmatch(claimed):
            raise Forged(Reason.BAD_SIGN_FORMAT)
        if fields.get("api_id") != self.app_id:
            raise Forged(Reason.UNKNOWN_APP)
        viewer = fields.get("viewer_id", "")
        if not self.secrets.any_makes(
            claimed, lambda secret: auth_key(self.app_id, viewer, secret)
        ):
            raise Forged(Reason.BAD_SIGN)
        return _visitor(fields)


def auth_key(app_id: str, viewer_id: str, secret: str) -> str:
    """The older signature: it covers the app and the player, nothing else."""
    text = f"{app_id}_{viewer_id}_{secret}"
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _signed_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields that `sign_keys` says are signed, once it names what it must."""
    if not fields.get("sign_keys"):
        raise Forged(Reason.NO_SIGN_KEYS)
    listed = fields["sign_keys"].split(",")
    names = frozenset(listed)
    if len(names) < len(listed) or not fields.keys() >= names:
        raise Forged(Reason.BAD_SIGN_KEYS)
    if not names >= _MUST_BE_SIGNED:
        raise Forged(Reason.IDENTITY_NOT_SIGNED)
    return {name: fields[name] for name in names}


def _visitor(fields: Mapping[str, str]) -> Visitor:
    viewer = fields.get("viewer_id", "")
    if not is_number(viewer):
        raise Forged(Reason.BAD_USER)
    return Visitor(Identity(Platform.VK, Kind.USER, viewer))
