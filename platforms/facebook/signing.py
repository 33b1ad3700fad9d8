"""The other side of Facebook's door: tokens as Facebook would sign them, for demo and tests."""

from platforms.facebook.signed_request import sign


def player_launch(secret: str, player_id: str, nonce: str, now: int) -> str:
    """A signed player of an Instant Game that had this nonce signed."""
    return sign({"issued_at": now, "player_id": player_id, "request_payload": nonce}, secret)


def asid_launch(secret: str, asid: str, now: int) -> str:
    """A signed app-scoped user, which older players have."""
    return sign({"issued_at": now, "asid": asid}, secret)
