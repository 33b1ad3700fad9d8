"""A guest is taken over through the edge, and given back."""

from uuid import UUID

from platforms.doors import Door
from tests.server.edge import Edge, Person
from tests.server.tables.calling import done, refused


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
    taken = Person(guest_id, guest_token)
    talker = await edge.talker(taken)
    member, asked = Person(keeper.id, opened["token"]), {"offer": offer["offer"]}
    shown = await done(edge, member, "POST", "me/merge", asked)
    assert shown["other"]["account"]["guest"]
    merged = await done(edge, member, "POST", "me/merge", {**asked, "confirm": True})
    assert merged["undo_until"] > 0
    async for _ in talker.socket:
        pass
    assert talker.socket.close_code == 4409
    assert await refused(edge, taken, "GET", "me") == "not_signed_in"
    await done(edge, member, "POST", f"me/merges/{merged['offer']}/undo")
    _, again = await edge.open_session(platform="guest", launch=device)
    assert again["account"]["id"] == str(guest_id), "the device is a credential again"
