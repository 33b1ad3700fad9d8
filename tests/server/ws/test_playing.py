"""A match over two sockets: commands in, commits out, refusals, repeats, resumption."""

import asyncio
import uuid

import pytest

from tests.server.edge import Edge
from tests.server.ws.playing import GAME, begun, seated


async def test_the_first_commit_reaches_both_who_wait_at_the_table(edge: Edge) -> None:
    played = await seated(edge)

    one, other = await played.see(0)

    assert one == other
    assert [event["event"] for event in one["commit"]["events"]] == [
        "match_opened",
        "secret_committed",
    ]


async def test_a_game_is_played_to_its_end_and_both_see_the_same(edge: Edge) -> None:
    played = await begun(edge, rules="hypergammon", form="game")

    while played.decision is not None:
        plays = await played.rolled()
        await played.play(plays)

    one, other = ([p["commit"] for p in talker.pushes] for talker in played.talkers)
    assert one == other
    assert [push["seq"] for push in played.talkers[0].pushes] == list(range(played.seq + 1))
    status, match = await edge.get(f"/api/v1/matches/{played.match}", played.people[0])
    assert (status, match["over"]) == (200, True)
    assert match["hash"] == one[-1]["hash"]
    assert len(match["dice"]["secret"]) == 64


async def test_legal_plays_go_to_the_mover_alone(edge: Edge) -> None:
    played = await begun(edge)

    plays = await played.rolled()

    assert plays
    other = await played.talkers[1 - played.mover].pushed(played.seq)
    assert "plays" not in other


async def test_whoever_wants_no_plays_gets_none(edge: Edge) -> None:
    played = await begun(edge)
    await played.rolled()
    mover = played.people[played.mover]

    talker = await edge.talker(mover, plays="none")
    await talker.done("watch", topic=played.topic)

    assert "plays" not in await talker.pushed(played.seq)


async def test_an_illegal_play_is_refused_with_its_rule_and_an_example(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    turn = played.decision["turn"]

    answer = await played.talkers[played.mover].ask(
        "play", **played.command(turn=turn, steps=[[24, 1]])
    )

    assert answer["error"]["code"] == "illegal_play"
    details = answer["error"]["details"]
    assert set(details) == {"reason", "rule", "example"}
    await played.play([details["example"]])
    assert plays


async def test_a_command_of_another_turn_is_refused_with_the_open_one(edge: Edge) -> None:
    played = await begun(edge)
    await played.rolled()
    assert played.decision is not None
    turn = played.decision["turn"]

    answer = await played.talkers[played.mover].ask("roll", **played.command(turn=turn + 5))

    assert answer["error"]["code"] == "wrong_turn"
    assert answer["error"]["details"] == {"turn": turn}


async def test_the_other_side_decides_nothing(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    command = played.command(turn=played.decision["turn"], steps=plays[0])

    assert await played.talkers[1 - played.mover].refused("play", **command) == "not_your_decision"


async def test_a_repeated_command_happens_once(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    mover = played.talkers[played.mover]
    command = played.command(turn=played.decision["turn"], steps=plays[0])

    first = await mover.done("play", **command)
    again = await mover.done("play", **command)

    assert again["seq"] == first["seq"]
    assert (first.get("repeated"), again["repeated"]) == (None, True)


async def test_the_same_command_on_two_sockets_at_once_happens_once(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    command = played.command(turn=played.decision["turn"], steps=plays[0])
    twins = [await edge.talker(played.people[played.mover]) for _ in range(4)]

    answers = await asyncio.gather(*(twin.done("play", **command) for twin in twins))

    assert len({answer["seq"] for answer in answers}) == 1
    assert [answer.get("repeated") for answer in answers].count(None) == 1


async def test_somebody_elses_command_id_is_refused(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    command = played.command(turn=played.decision["turn"], steps=plays[0])
    await played.talkers[played.mover].done("play", **command)

    assert await played.talkers[1 - played.mover].refused("play", **command) == "command_id_taken"


async def test_an_id_of_ones_own_gets_what_came_of_its_first_command(edge: Edge) -> None:
    played = await begun(edge)
    plays = await played.rolled()
    assert played.decision is not None
    mover = played.talkers[played.mover]
    command = played.command(turn=played.decision["turn"], steps=plays[0])
    first = await mover.done("play", **command)

    del command["steps"]
    again = await mover.done("resign", **command, ending="single")

    assert (again["seq"], again["repeated"]) == (first["seq"], True)
    (commit,) = await edge.services.log.read(uuid.UUID(played.match), first["seq"] - 1, 1)
    assert b"resignation" not in commit.events


async def test_the_commit_of_a_command_that_came_too_late_holds_the_flag(edge: Edge) -> None:
    played = await begun(edge, **GAME, clock={"reserve": 1})
    assert played.decision is not None
    turn = played.decision["turn"]

    done = await played.talkers[played.mover].done("roll", **played.command(turn=turn))

    push, _ = await played.see(done["seq"])
    happened = [event["event"] for event in push["commit"]["events"]]
    assert "flag_fell" in happened
    assert "dice_rolled" not in happened
    assert done["turn"] is None


async def test_a_stranger_holds_no_seat(edge: Edge) -> None:
    played = await begun(edge)
    stranger = await edge.talker(await edge.person())

    assert await stranger.refused("roll", **played.command(turn=1)) == "not_seated"


async def test_a_spectator_sees_everything_from_the_first_commit(edge: Edge) -> None:
    played = await begun(edge)
    await played.play(await played.rolled())

    spectator = await edge.talker(await edge.person())
    done = await spectator.done("watch", topic=played.topic)

    assert done["seq"] >= played.seq
    for seq in range(played.seq + 1):
        pushed = await spectator.pushed(seq)
        assert pushed["commit"] == (await played.talkers[0].pushed(seq))["commit"]
        assert "plays" not in pushed


async def test_a_table_closed_to_spectators_is_for_its_seats(edge: Edge) -> None:
    played = await seated(edge, rules="short", form="game", spectators=False)
    stranger = await edge.person()
    talker = await edge.talker(stranger)

    assert await talker.refused("watch", topic=played.topic) == "not_for_spectators"
    for path in ("", "/commits", "/dice.zip"):
        status, body = await edge.get(f"/api/v1/matches/{played.match}{path}", stranger)
        assert (status, body["error"]["code"]) == (403, "not_for_spectators")


async def test_a_table_closed_to_spectators_is_closed_before_the_match_begins_too(
    edge: Edge,
) -> None:
    owner = await edge.talker(await edge.person("1001"))
    conventions = {"rules": "short", "form": "game", "spectators": False}
    table = (await owner.done("open_table", conventions=conventions))["table"]["id"]
    stranger = await edge.talker(await edge.person("1002"))

    assert await stranger.refused("watch", topic=f"match:{table}") == "not_for_spectators"
    assert (await owner.done("watch", topic=f"match:{table}"))["seq"] == -1


async def test_after_a_cut_a_client_gets_what_it_missed_and_no_more(edge: Edge) -> None:
    played = await begun(edge)
    await played.rolled()
    seen = played.seq
    cut, waiting = played.talkers[played.mover], 1 - played.mover
    person = played.people[played.mover]
    plays = await played.legal_plays()
    assert played.decision is not None
    command = played.command(turn=played.decision["turn"], steps=plays[0])
    await cut.socket.send_json({"id": 99, "do": "play", **command})
    cut.vanish()
    await played.talkers[waiting].pushed(seen + 1)

    back = await edge.talker(person)
    head = (await back.done("watch", topic=played.topic, after=seen))["seq"]
    again = await back.done("play", **command)

    assert again == {"seq": seen + 1, "turn": again["turn"], "repeated": True}
    assert back.pushes[0]["seq"] == seen + 1
    assert head >= seen + 1


async def test_what_is_not_watched_any_more_is_not_pushed(edge: Edge) -> None:
    played = await begun(edge)
    spectator = await edge.talker(await edge.person())
    await spectator.done("watch", topic=played.topic)
    await spectator.done("unwatch", topic=played.topic)
    heard = len(spectator.pushes)

    await played.play(await played.rolled())
    await spectator.done("ping")

    assert len(spectator.pushes) == heard


async def test_a_topic_of_no_match_is_not_found(edge: Edge) -> None:
    talker = await edge.talker(await edge.person())

    assert await talker.refused("watch", topic=f"match:{uuid.uuid4()}") == "match_not_found"


async def test_one_socket_watches_so_many_matches(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ws.verbs.TOPICS", 1)
    one, other = await seated(edge), await seated(edge)
    talker = await edge.talker(await edge.person())
    await talker.done("watch", topic=one.topic)

    assert await talker.refused("watch", topic=other.topic) == "too_many_topics"
    await talker.done("watch", topic=one.topic)
    await talker.done("unwatch", topic=one.topic)
    await talker.done("watch", topic=other.topic)
