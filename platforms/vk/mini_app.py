"""Launches of VK Mini Apps, also of those that were opened inside OK.

Source: dev.vk.com, mini-apps/development/launch-params and launch-params-sign.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from platforms.freshness import DAY, MINUTE, Freshness
from platforms.identity import Identity, Kind, Platform, Visitor, cleaned_language, is_number
from platforms.query import LAUNCH_LIMIT, Pair, read_pairs, unique
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.vk.signature import require_format, require_signature

# OK's launches were seen with milliseconds; no other moment in seconds is that large.
_MILLISECONDS_FROM = 10**11

# A mobile web view keeps the string it was started with for as long as it lives.
LAUNCH_FRESHNESS = Freshness(max_age=DAY, skew=5 * MINUTE)


@dataclass(frozen=True, slots=True)
class InsideOk:
    """A VK app that OK opens: which OK app that is, and which keys sign its launches."""

    ok_app_id: str
    secrets: Secrets


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniApps:
    """Our mini apps by their VK app id, and how their launches are judged.

    `inside_vk` holds those that VK opens, `inside_ok` those that OK opens. `undated` accepts a
    launch without a time, which may be used again for ever.
    """

    inside_vk: Mapping[str, Secrets]
    inside_ok: Mapping[str, InsideOk] = field(default_factory=dict)
    freshness: Freshness = LAUNCH_FRESHNESS
    undated: bool = False

    def verify(self, launch: str, now: int) -> Visitor:
        """Who opened the app, by `location.search` as it was; `now` in Unix seconds.

        Raises `Forged` or `Stale`. A launch inside OK is the OK user: a VK id beside it is
        another number of another person's.
        """
        fields = _signed_fields(read_pairs(launch.removeprefix("?"), LAUNCH_LIMIT))
        sign = require_format(fields.pop("sign", None))
        if not fields:
            raise Forged(Reason.NO_VK_KEYS)
        client, app_id = fields.get("vk_client", ""), fields.get("vk_app_id", "")
        if client == "" and app_id in self.inside_vk:
            require_signature(fields, sign, self.inside_vk[app_id])
            return self._vk_visitor(fields, now)
        if client == "ok" and app_id in self.inside_ok:
            require_signature(fields, sign, self.inside_ok[app_id].secrets)
            return self._ok_visitor(fields, now, self.inside_ok[app_id].ok_app_id)
        raise Forged(Reason.UNKNOWN_APP)

    def _vk_visitor(self, fields: Mapping[str, str], now: int) -> Visitor:
        visitor = _visitor(Platform.VK, fields.get("vk_user_id", ""), fields)
        signed_at = self._time(fields)
        if signed_at is not None:
            self.freshness.require(signed_at, now)
        return visitor

    def _ok_visitor(self, fields: Mapping[str, str], now: int, ok_app_id: str) -> Visitor:
        signed_at = self._time(fields)
        if signed_at is not None:
            in_seconds = signed_at // 1000 if signed_at > _MILLISECONDS_FROM else signed_at
            self.freshness.require(in_seconds, now)
        if fields.get("vk_ok_app_id") != ok_app_id:
            raise Forged(Reason.UNKNOWN_OK_APP)
        return _visitor(Platform.OK, fields.get("vk_ok_user_id", ""), fields)

    def _time(self, fields: Mapping[str, str]) -> int | None:
        text = fields.get("vk_ts")
        if text is None and not self.undated:
            raise Forged(Reason.NO_TS)
        if text is not None and not is_number(text):
            raise Forged(Reason.BAD_TS)
        return int(text) if text is not None else None


def _visitor(platform: Platform, user: str, fields: Mapping[str, str]) -> Visitor:
    if not is_number(user):
        raise Forged(Reason.BAD_USER)
    language = cleaned_language(fields.get("vk_language"))
    return Visitor(Identity(platform, Kind.USER, user), language=language)


def _signed_fields(pairs: Iterable[Pair]) -> dict[str, str]:
    """What VK may have signed, whatever it is called, and the signature."""
    return unique(pair for pair in pairs if pair[0] == "sign" or pair[0].startswith("vk_"))
