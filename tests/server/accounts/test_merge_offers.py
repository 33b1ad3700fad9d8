"""A guest is taken over through the edge, and given back."""

from typing import Any
from uuid import UUID

from platforms.doors import Door
from tests.server.edge import Edge, Person


async def test_a_guest_is_taken_over_by_whoever_signs_in_with_a_known_identity(
    edge: Edge,
) -> None:
    keeper = await edge.person("770001")
    device = "d" * 43
    _, guest = await edge.open_session(platform="guest", launch=device)
    guest_id, guest_token = UUID(guest["account"]["id"]), guest["token"]
    _, opened = await edge.open_session(
        platform="vk", launch=edge.launch(Door.VK, "770001"), guest=device
    )
    offer = opened["merge_offer"]
    assert offer["account"]["id"] == str(keeper.id)
    assert offer["guest"]["id"] == str(guest_id)
    talker = await edge.talker(person_of(guest_id, guest_token))
    asked = {"offer": offer["offer"]}
    status, shown = await post(edge, "/api/v1/me/merge", opened["token"], asked)
    assert (status, shown["other"]["account"]["guest"]) == (200, True)
    status, done = await post(
        edge, "/api/v1/me/merge", opened["token"], {**asked, "confirm": True}
    )
    assert (status, done["undo_until"] > 0) == (200, True)
    async for _ in talker.socket:
        pass
    assert talker.socket.close_code == 4409
    status, _ = await edge.get("/api/v1/me", person_of(guest_id, guest_token))
    assert status == 401
    path = f"/api/v1/me/merges/{done['offer']}/undo"
    status, _ = await post(edge, path, opened["token"], None)
    assert status == 204
    _, again = await edge.open_session(platform="guest", launch=device)
    assert again["account"]["id"] == str(guest_id), "the device is a credential again"


def person_of(who: UUID, token: str) -> Person:
    return Person(who, token)


async def post(edge: Edge, path: str, token: str, body: object) -> tuple[int, dict[str, Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    async with edge.client.post(path, json=body, headers=headers) as answer:
        return answer.status, await answer.json() if answer.status != 204 else {}
