"""Launches of our Instant Game: the signed player, and the signed ASID of older players.

Source: developers.facebook.com, documentation/games, SDK reference 8.0.
"""

from dataclasses import dataclass

from platforms.facebook.signed_request import (
    Id,
    Issued,
    authentic,
    numeric_id,
    require_fresh,
    require_kind,
    typed,
)
from platforms.freshness import MINUTE, Freshness
from platforms.identity import Identity, Kind, Platform, Visitor, replay_key
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets, same

TOKEN_FRESHNESS = Freshness(max_age=5 * MINUTE, skew=MINUTE)


class PlayerToken(Issued, frozen=True, kw_only=True):
    """What `getSignedPlayerInfoAsync` signs: the player and the text we asked to sign."""

    player_id: Id
    request_payload: str | None = None


class AsidToken(Issued, frozen=True, kw_only=True):
    """What `getSignedASIDAsync` signs; it has no room for a nonce."""

    asid: Id


@dataclass(frozen=True, slots=True)
class InstantGame:
    """Our game's keys, and how old a signed player may be."""

    secrets: Secrets
    freshness: Freshness = TOKEN_FRESHNESS

    def verify(self, launch: str, now: int, nonce: str | None) -> Visitor:
        """Who plays, by the signed player or the signed ASID; raises `Forged` or `Stale`."""
        content = authentic(launch, self.secrets)
        if "player_id" in content:
            return self.player(launch, now, nonce)
        return self.asid(launch, now)

    def player(self, launch: str, now: int, nonce: str | None) -> Visitor:
        """Who plays, by the signed player.

        `nonce` is what the server gave this client to have signed; a token without it, or with
        another, is refused.
        """
        content = authentic(launch, self.secrets)
        require_kind(content, "player_id")
        token = typed(content, PlayerToken)
        player = numeric_id(token.player_id)
        require_fresh(token, self.freshness, now)
        if not nonce or not same(token.request_payload or "", nonce):
            raise Forged(Reason.MISMATCH)
        return Visitor(
            Identity(Platform.FACEBOOK, Kind.PLAYER, player),
            replay_key=replay_key(Platform.FACEBOOK, nonce),
        )

    def asid(self, launch: str, now: int) -> Visitor:
        """Who plays, by the signed ASID. It holds no nonce: `replay_key` alone protects it."""
        content = authentic(launch, self.secrets)
        require_kind(content, "asid")
        token = typed(content, AsidToken)
        asid = numeric_id(token.asid)
        require_fresh(token, self.freshness, now)
        signature = launch.partition(".")[0].rstrip("=")
        return Visitor(
            Identity(Platform.FACEBOOK, Kind.ASID, asid),
            replay_key=replay_key(Platform.FACEBOOK, signature),
        )
