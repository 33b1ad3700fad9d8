"""Talk over real sockets: who hears whom, where, and who does not."""

import asyncio
import uuid
from typing import Any

import pytest
from sqlalchemy import text

from server.chat.talk import Talk
from server.settings_people import Talk as TalkSettings
from server.storage.database import Database, database
from server.storage.messages import KEPT
from server.storage.upkeep import sweep
from tests.server.edge import Edge, Person, Talker, running_edge
from tests.server.people.people import ask, code, named
from tests.server.ws.playing import GAME, Played, begun

LOBBY = "chat:lobby:ru"


def key() -> str:
    return str(uuid.uuid4())


async def say(talker: Talker, topic: str, words: str) -> int:
    seq: int = (await talker.done("say", topic=topic, text=words, command_id=key()))["seq"]
    return seq


async def refused(talker: Talker, topic: str, words: str = "hello") -> str:
    return await talker.refused("say", topic=topic, text=words, command_id=key())


async def hears(talker: Talker, words: str) -> dict[str, Any]:
    """What is heard until these words come; entries before are passed over."""
    while (told := await talker.told("said"))["text"] != words:
        pass
    return told


async def listener(edge: Edge, topic: str, person: Person | None = None) -> Talker:
    talker = await edge.talker(person or await named(edge))
    await talker.done("watch", topic=topic)
    return talker


def direct(one: Person, other: Person) -> str:
    first, second = sorted((str(one.id), str(other.id)))
    return f"chat:direct:{first}:{second}"


async def friends(edge: Edge) -> tuple[Person, Person]:
    anna, boris = await named(edge), await named(edge)
    await edge.services.social.friendship.ask(anna.id, boris.id)
    await edge.services.social.friendship.ask(boris.id, anna.id)
    return anna, boris


async def test_what_is_said_in_the_lobby_is_heard_by_all_who_listen(edge: Edge) -> None:
    anna = await named(edge)
    ears = [await listener(edge, LOBBY), await listener(edge, LOBBY, anna)]
    words = f"Привет, {uuid.uuid4()}"

    await say(ears[1], LOBBY, words)

    for ear in ears:
        told = await hears(ear, words)
        assert told["by"]["id"] == str(anna.id)
        assert told["by"]["nick"]


async def test_the_lobby_is_split_by_language(edge: Edge) -> None:
    russian, english = await listener(edge, LOBBY), await listener(edge, "chat:lobby:en")

    await say(russian, LOBBY, "по-русски")
    await say(english, "chat:lobby:en", marker := key())

    assert all(
        push["told"].get("text") != "по-русски" for push in english.pushes if "told" in push
    )
    assert (await hears(english, marker))["text"] == marker
    assert await english.refused("watch", topic="chat:lobby:xx") == "room_closed"


async def test_numbers_have_no_holes_however_many_speak_at_once_in_two_processes(
    database_url: str, edge: Edge
) -> None:
    async with database(database_url) as opened, running_edge(opened) as there:
        topic = "chat:lobby:en"
        ear = await edge.talker(await named(edge))
        start = (await ear.done("watch", topic=topic))["seq"]
        speakers = [await edge.talker(await named(edge)) for _ in range(4)]
        speakers += [await there.talker(await named(there)) for _ in range(4)]

        said = await asyncio.gather(
            *(say(talker, topic, f"{n}") for talker in speakers for n in range(1))
        )
        assert sorted(said) == list(range(min(said), min(said) + 8))
        while not {push["seq"] for push in ear.pushes if push["topic"] == topic} >= set(said):
            ear._keep(await ear.socket.receive_json(timeout=10))

        heard = [push["seq"] for push in ear.pushes if push["topic"] == topic]
        assert heard == list(range(start + 1, start + 1 + len(heard)))


async def test_the_same_message_sent_twice_is_said_once(edge: Edge) -> None:
    talker = await listener(edge, LOBBY)
    message = {"topic": LOBBY, "text": "once", "command_id": key()}

    first, second = await talker.done("say", **message), await talker.done("say", **message)

    assert first == second


async def test_late_comers_read_what_was_said_before(edge: Edge) -> None:
    talker = await listener(edge, LOBBY)
    said = [await say(talker, LOBBY, f"number {number}") for number in range(3)]
    late = await named(edge)

    _, page = await edge.get(f"/api/v1/chat?topic={LOBBY}&limit=2", late)
    _, older = await edge.get(f"/api/v1/chat?topic={LOBBY}&limit=1&cursor={page['next']}", late)

    assert [each["seq"] for each in page["messages"]] == [said[2], said[1]]
    assert [each["text"] for each in older["messages"]] == ["number 0"]


async def test_messages_are_kept_for_ninety_days(edge: Edge, opened_database: Database) -> None:
    talker = await listener(edge, LOBBY)
    seq = await say(talker, LOBBY, "to be forgotten")
    old = "UPDATE messages SET at = :at WHERE topic = :topic AND seq = :seq"
    values = {"at": edge.services.clock.now() - KEPT - 1, "topic": LOBBY, "seq": seq}
    async with opened_database.transaction() as tx:
        await tx.execute(text(old), values)

    await sweep(opened_database, edge.services.clock.now())

    _, page = await edge.get(f"/api/v1/chat?topic={LOBBY}", await named(edge))
    assert seq not in [each["seq"] for each in page["messages"]]


@pytest.mark.parametrize("words", ["", "   ", "\u200b\u202e", "x" * 301])
async def test_a_message_needs_words_and_not_too_many(edge: Edge, words: str) -> None:
    assert await refused(await listener(edge, LOBBY), LOBBY, words) == "nothing_said"


async def test_what_would_disturb_the_text_around_it_is_taken_out(edge: Edge) -> None:
    talker = await listener(edge, LOBBY)
    marker = uuid.uuid4().hex

    await say(talker, LOBBY, f" a\u202eb\n\n{marker} ")

    assert (await hears(talker, f"a b {marker}"))["text"] == f"a b {marker}"


async def test_a_flood_is_stopped_and_others_are_not_disturbed(edge: Edge) -> None:
    flooder, other = await listener(edge, LOBBY), await listener(edge, LOBBY)

    answers = [
        await flooder.ask("say", topic=LOBBY, text="!", command_id=key()) for _ in range(30)
    ]

    assert [("ok" in each) for each in answers] == [True] * 5 + [False] * 25
    assert answers[-1]["error"]["code"] in ("talk_too_fast", "rate_limited")
    await say(other, LOBBY, "and still I am heard")


async def test_people_without_a_nick_listen_and_say_nothing_in_the_lobby(edge: Edge) -> None:
    guest = await listener(edge, LOBBY, await edge.guest())
    nameless = await listener(edge, LOBBY, await edge.person())

    assert await refused(guest, LOBBY) == "members_only"
    assert await refused(nameless, LOBBY) == "nick_needed"


# --- keeping away, switching off


async def test_who_is_kept_away_is_not_heard_and_his_number_is_not_missing(edge: Edge) -> None:
    anna, boris = await named(edge), await named(edge)
    ear, mouth = await listener(edge, LOBBY, anna), await listener(edge, LOBBY, boris)
    await ask(edge, anna, "PUT", f"/api/v1/me/blocked/{boris.id}")

    seq = await say(mouth, LOBBY, "insults")
    await ear.told("withheld")

    push = next(push for push in ear.pushes if push["topic"] == LOBBY and push["seq"] == seq)
    assert push["told"] == {"event": "withheld"}
    _, page = await edge.get(f"/api/v1/chat?topic={LOBBY}&limit=1", anna)
    assert page["messages"][0]["text"] is None
    await ask(edge, anna, "DELETE", f"/api/v1/me/blocked/{boris.id}")
    await say(mouth, LOBBY, "apologies")
    await hears(ear, "apologies")


async def test_another_process_hears_of_it_at_its_next_look(database_url: str, edge: Edge) -> None:
    async with database(database_url) as opened, running_edge(opened) as there:
        anna, boris = await named(edge), await named(edge)
        ear, mouth = await listener(there, LOBBY, anna), await listener(edge, LOBBY, boris)
        await ask(edge, anna, "PUT", f"/api/v1/me/blocked/{boris.id}")
        await there.services.social.hearing.look_again(anna.id)

        await say(mouth, LOBBY, "insults")

        await ear.told("withheld")


async def test_talk_is_switched_off_apart_for_lobby_and_board_and_that_is_remembered(
    edge: Edge,
) -> None:
    played = await begun(edge)
    anna = played.people[0]
    table = f"chat:table:{played.match}"
    talker = await listener(edge, table, anna)

    await ask(edge, anna, "PATCH", "/api/v1/me/settings", {"lobby_chat": False})
    again = await edge.talker(anna)
    assert await again.refused("watch", topic=LOBBY) == "chat_off"
    await say(talker, table, "at the board it is on")

    await ask(edge, anna, "PATCH", "/api/v1/me/settings", {"table_chat": False})
    assert await refused(talker, table) == "chat_off"
    await say(await edge.talker(played.people[1]), table, "are you there?")
    await talker.told("withheld")
    await ask(edge, anna, "PATCH", "/api/v1/me/settings", {"table_chat": True})
    await say(talker, table, "now I am")


# --- at a table


async def watched(edge: Edge) -> tuple[Played, Talker]:
    """A running match and somebody who watches it."""
    played = await begun(edge)
    spectator = await edge.talker(await named(edge))
    return played, spectator


async def test_players_talk_at_the_table_and_spectators_listen(edge: Edge) -> None:
    played, spectator = await watched(edge)
    table = f"chat:table:{played.match}"
    for talker in (*played.talkers, spectator):
        await talker.done("watch", topic=table)

    await say(played.talkers[0], table, "good luck")

    for talker in (*played.talkers, spectator):
        await hears(talker, "good luck")
    assert await refused(spectator, table, "play 13/8!") == "room_closed"


async def test_what_spectators_say_never_reaches_a_player_before_the_end(edge: Edge) -> None:
    played, spectator = await watched(edge)
    room = f"chat:spectators:{played.match}"
    await spectator.done("watch", topic=room)

    await say(spectator, room, "he should double")

    player, talker = played.people[0], played.talkers[0]
    assert await talker.refused("watch", topic=room) == "room_closed"
    assert await refused(talker, room) == "room_closed"
    assert await code(edge, player, "GET", f"/api/v1/chat?topic={room}") == "room_closed"
    await talker.done("leave", **played.command(confirmed=True))
    await talker.done("watch", topic=room)
    _, page = await edge.get(f"/api/v1/chat?topic={room}", player)
    assert [each["text"] for each in page["messages"]] == ["he should double"]


async def test_nobody_listens_to_spectators_before_it_is_known_who_plays(edge: Edge) -> None:
    owner = await edge.talker(await named(edge))
    opened = await owner.done("open_table", conventions=GAME)
    waiting = await edge.talker(await named(edge))

    topic = f"chat:spectators:{opened['table']['id']}"

    assert await waiting.refused("watch", topic=topic) == "room_closed"


async def test_a_private_table_has_no_room_for_strangers(edge: Edge) -> None:
    owner = await edge.talker(await named(edge))
    opened = await owner.done("open_table", conventions=GAME, private=True)
    stranger = await edge.talker(await named(edge))
    topic = f"chat:table:{opened['table']['id']}"

    assert await stranger.refused("watch", topic=topic) == "table_not_found"
    await owner.done("watch", topic=topic)


# --- between friends


async def test_friends_talk_alone_and_the_inbox_tells_of_it(edge: Edge) -> None:
    anna, boris = await friends(edge)
    topic = direct(anna, boris)
    inbox = await edge.talker(boris)
    await inbox.done("watch", topic="inbox")
    mouth = await edge.talker(anna)

    seq = await say(mouth, topic, "a game tonight?")

    told = await inbox.told("spoken_to")
    assert (told["by"]["id"], told["topic"], told["seq"]) == (str(anna.id), topic, seq)
    _, page = await edge.get(f"/api/v1/chat?topic={topic}", boris)
    assert page["messages"][0]["text"] == "a game tonight?"


async def test_a_third_person_has_no_part_in_it(edge: Edge) -> None:
    anna, boris = await friends(edge)
    topic, third = direct(anna, boris), await named(edge)
    talker = await edge.talker(third)

    assert await talker.refused("watch", topic=topic) == "room_closed"
    assert await refused(talker, topic) == "room_closed"
    assert await code(edge, third, "GET", f"/api/v1/chat?topic={topic}") == "room_closed"


async def test_who_is_no_friend_or_kept_away_cannot_write(edge: Edge) -> None:
    anna, stranger = await named(edge), await named(edge)
    assert await refused(await edge.talker(stranger), direct(anna, stranger)) == "room_closed"
    one, other = await friends(edge)
    await ask(edge, one, "PUT", f"/api/v1/me/blocked/{other.id}")
    assert await refused(await edge.talker(other), direct(one, other)) == "room_closed"


async def test_the_two_ids_of_a_direct_room_stand_in_order(edge: Edge) -> None:
    anna, boris = await friends(edge)
    first, second = sorted((str(anna.id), str(boris.id)), reverse=True)

    talker = await edge.talker(anna)

    assert await talker.refused("watch", topic=f"chat:direct:{first}:{second}") == "room_closed"


@pytest.mark.parametrize(
    "topic",
    ["chat:", "chat:lobby:", "chat:lobby:RU", "chat:table:1", "chat:lobby:ru\n", "chat:x:y"],
)
async def test_what_names_no_room_is_malformed(edge: Edge, topic: str) -> None:
    talker = await edge.talker(await named(edge))

    assert await talker.refused("watch", topic=topic) == "malformed"
    assert await refused(talker, topic) == "malformed"


async def test_a_house_chooses_its_languages(edge: Edge, opened_database: Database) -> None:
    settings = TalkSettings(languages=("hy",))
    talk = Talk(opened_database, edge.services.clock, settings, edge.services.feeds.posted)

    room = await talk.admit("chat:lobby:hy", (await named(edge)).id)

    assert room.parts == ("hy",)
