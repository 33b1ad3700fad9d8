"""A line outlives cuts: every command is answered once, every commit arrives once, in order."""

import asyncio
from typing import Any

import aiohttp
import pytest

from server.demo.client import Line, LineClosed, LineLost, Topic
from server.demo.wire import Refusal
from tests.e2e.service import free_port
from tests.server.demo.scripted import Talk, scripted


async def idle(talk: Talk) -> None:
    """Welcome, and nothing more."""
    await talk.greet()
    await talk.stay()


async def test_an_answer_finds_its_question() -> None:
    async def both(talk: Talk) -> None:
        await talk.greet()
        first, second = await talk.heard(), await talk.heard()
        await talk.say(re=second["id"], ok={"now": 2})
        await talk.say(re=first["id"], ok={"now": 1})
        await talk.stay()

    async with scripted(both) as line:
        first, second = await asyncio.gather(line.ask("ping"), line.ask("ping"))
    assert (first, second) == ({"now": 1}, {"now": 2})


async def test_a_refusal_is_raised_with_code_and_details() -> None:
    async def refuse(talk: Talk) -> None:
        await talk.greet()
        asked = await talk.heard()
        error = {"code": "wrong_turn", "message": "late", "details": {"turn": 7}}
        await talk.say(re=asked["id"], error=error)
        await talk.stay()

    async with scripted(refuse) as line:
        with pytest.raises(Refusal, match="wrong_turn: late") as refused:
            await line.ask("roll", command_id="c", turn=6)
    assert refused.value.details == {"turn": 7}


async def test_an_unanswered_command_is_repeated_after_a_cut_under_its_own_id() -> None:
    heard: list[dict[str, Any]] = []

    async def swallow(talk: Talk) -> None:
        await talk.greet()
        heard.append(await talk.heard())

    async def answer(talk: Talk) -> None:
        await talk.greet()
        heard.append(await talk.heard())
        await talk.say(re=heard[-1]["id"], ok={"seq": 4, "repeated": True})
        await talk.stay()

    async with scripted(swallow, swallow, answer) as line:
        assert await line.ask("roll", command_id="the one", turn=1) == {
            "seq": 4,
            "repeated": True,
        }
        assert line.cuts == 2
    assert heard[0] == heard[1] == heard[2]
    assert heard[0]["command_id"] == "the one"


async def test_what_may_not_be_asked_twice_is_given_up_at_a_cut() -> None:
    async def swallow(talk: Talk) -> None:
        await talk.greet()
        await talk.heard()

    async with scripted(swallow, idle) as line:
        with pytest.raises(LineLost):
            await line.ask("open_table", conventions={})


async def test_a_topic_goes_on_behind_its_last_commit() -> None:
    """After the cut nothing is missed, and what comes again is not told again."""
    afters: list[int] = []

    async def begin(talk: Talk) -> None:
        await talk.greet()
        afters.append((await talk.watched(1))["after"])
        await talk.commit(0)
        await talk.commit(1)

    async def go_on(talk: Talk) -> None:
        await talk.greet()
        afters.append((await talk.watched(2))["after"])
        await talk.commit(1)
        await talk.commit(2)
        await talk.stay()

    async with scripted(begin, go_on) as line:
        topic = await line.watch("match:m")
        assert await seqs(topic, 3) == [0, 1, 2]
        assert topic.head == 2
    assert afters == [-1, 1]


async def test_a_hole_in_a_topic_ends_the_line() -> None:
    async def skip(talk: Talk) -> None:
        await talk.greet()
        await talk.watched(2)
        await talk.commit(0)
        await talk.commit(2)
        await talk.stay()

    async with scripted(skip) as line:
        topic = await line.watch("match:m")
        with pytest.raises(LineClosed, match="jumped from 0 to 2"):
            await seqs(topic, 2)
        assert line.closed


async def test_a_topic_that_may_not_be_watched_is_refused() -> None:
    async def refuse(talk: Talk) -> None:
        await talk.greet()
        asked = await talk.heard()
        await talk.say(re=asked["id"], error={"code": "match_not_found", "message": "no"})
        await talk.stay()

    async with scripted(refuse) as line:
        with pytest.raises(Refusal, match="match_not_found"):
            await line.watch("match:m")


async def test_a_line_that_was_cut_comes_back_by_itself() -> None:
    async with scripted(answering) as line:
        for cuts in range(3):
            assert await line.ask("ping") == {"now": 0}
            assert line.cuts == cuts
            line.cut()


@pytest.mark.parametrize("code", [4400, 4401, 4409, 4413])
async def test_a_final_close_ends_the_line(code: int) -> None:
    async def send_away(talk: Talk) -> None:
        await talk.greet()
        await talk.heard()
        await talk.close(code)

    async with scripted(send_away) as line:
        with pytest.raises(LineClosed) as closed:
            await line.ask("roll", command_id="c", turn=1)
        assert closed.value.code == code
        with pytest.raises(LineClosed):
            await line.ask("ping")


async def test_a_server_that_goes_away_is_looked_for_again() -> None:
    async def leave(talk: Talk) -> None:
        await talk.greet()
        await talk.close(1001)

    async with scripted(leave, answering) as line:
        assert await line.ask("ping") == {"now": 0}


async def test_a_refused_hello_ends_the_line() -> None:
    async def refuse(talk: Talk) -> None:
        hello = await talk.heard()
        await talk.say(re=hello["id"], error={"code": "not_signed_in", "message": "who?"})
        await talk.stay()

    async with scripted(refuse) as line:
        with pytest.raises(LineClosed, match="not_signed_in: who"):
            await line.ask("ping")


async def test_a_server_that_is_busy_is_asked_again() -> None:
    async def busy(talk: Talk) -> None:
        hello = await talk.heard()
        await talk.say(re=hello["id"], error={"code": "unavailable", "message": "later"})

    async with scripted(busy, answering) as line:
        assert await line.ask("ping") == {"now": 0}


@pytest.mark.parametrize("text", ["no json", "[]", '{"re": "one"}', '{"commit": 5}'])
async def test_what_is_no_frame_ends_the_line(text: str) -> None:
    async def babble(talk: Talk) -> None:
        await talk.greet()
        await talk.heard()
        await talk.write(text)
        await talk.stay()

    async with scripted(babble) as line:
        with pytest.raises(LineClosed):
            await line.ask("roll", command_id="c", turn=1)


async def test_patience_has_an_end() -> None:
    async with aiohttp.ClientSession() as http:
        nobody = f"http://127.0.0.1:{free_port()}"
        async with Line(http, nobody, "token", patience=0.2) as line:
            with pytest.raises(LineClosed, match=r"no connection for 0\.2 s"):
                await line.ask("roll", command_id="c", turn=1)


async def answering(talk: Talk) -> None:
    """Answer pings for ever."""
    await talk.greet()
    while (asked := await talk.heard())["do"] == "ping":
        await talk.say(re=asked["id"], ok={"now": 0})


async def seqs(topic: Topic, count: int) -> list[int]:
    """The seqs of the next pushes."""
    seen: list[int] = []
    async for push in topic:
        seen.append(push.seq)
        if len(seen) == count:
            break
    return seen
