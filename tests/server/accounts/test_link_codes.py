"""Link codes join two platforms; whoever guesses at them is told to wait."""

import asyncio

import pytest

from server.accounts.refusals import (
    LinkCodeRefused,
    OwnLinkCode,
    TooManyLinkCodes,
)
from server.money.terms import CodeLimits
from tests.server.accounts.pairs import ADDRESS, cases
from tests.server.edge import Edge
from tests.server.money.purse import Purse
from tests.server.tables.calling import call, done, refused

WRONG = "AAAAA-AAAAA"


async def test_guesses_at_one_instant_count_as_well_as_one_after_another(purse: Purse) -> None:
    linking = cases(purse.database, CodeLimits(account_per_hour=3, address_per_hour=20)).linking
    maker, guesser = await purse.person(), await purse.person()
    good = (await linking.give(maker)).code

    guesses = [linking.join(guesser, WRONG, ADDRESS) for _ in range(8)]
    results = await asyncio.gather(*guesses, return_exceptions=True)

    refused = [type(each) for each in results]
    assert refused.count(LinkCodeRefused) <= 3
    assert refused.count(LinkCodeRefused) + refused.count(TooManyLinkCodes) == 8
    with pytest.raises(TooManyLinkCodes):
        await linking.join(guesser, good, ADDRESS)
    shown = await linking.join(await purse.person(), good, ADDRESS)
    assert shown.keeper.account.id == maker, "others may still type, and the code is whole"


async def test_many_accounts_at_one_address_are_bounded_together(purse: Purse) -> None:
    linking = cases(purse.database, CodeLimits(account_per_hour=5, address_per_hour=2)).linking
    for refusal in (LinkCodeRefused, LinkCodeRefused, TooManyLinkCodes):
        with pytest.raises(refusal):
            await linking.join(await purse.person(), WRONG, ADDRESS)
    with pytest.raises(LinkCodeRefused):
        await linking.join(await purse.person(), WRONG, "203.0.113.8")


async def test_a_good_code_is_no_failure_and_good_once(purse: Purse) -> None:
    linking = cases(purse.database, CodeLimits(account_per_hour=1, address_per_hour=1)).linking
    other = await purse.person()
    for _ in range(3):
        code = (await linking.give(await purse.person())).code
        typed = code.lower().replace("-", " ")
        assert (await linking.join(other, typed, ADDRESS)).other.account.id == other
    with pytest.raises(LinkCodeRefused):
        await linking.join(other, code, ADDRESS)


async def test_a_newer_code_makes_the_one_before_worthless(purse: Purse) -> None:
    linking = cases(purse.database).linking
    maker, other = await purse.person(), await purse.person()
    first, second = [(await linking.give(maker)).code for _ in range(2)]
    with pytest.raises(LinkCodeRefused):
        await linking.join(other, first, ADDRESS)
    with pytest.raises(OwnLinkCode):
        await linking.join(maker, second, ADDRESS)


async def test_link_codes_go_over_http_with_a_reason_for_each_refusal(edge: Edge) -> None:
    guest, maker, other = await edge.guest(), await edge.person(), await edge.person()
    assert await refused(edge, guest, "POST", "me/link-codes") == "members_only"
    ears = [await edge.talker(each) for each in (maker, other)]
    for ear in ears:
        await ear.done("watch", topic="inbox")
    given = await done(edge, maker, "POST", "me/link-codes")
    assert await refused(edge, other, "POST", "me/link", {"code": WRONG}) == "code_refused"
    assert await refused(edge, maker, "POST", "me/link", {"code": given["code"]}) == "oneself"
    shown = await done(edge, other, "POST", "me/link", {"code": given["code"]})
    assert (shown["keeper_agreed"], shown["other_agreed"]) == (False, False)
    told = await ears[0].told("link_code_used")
    assert (told["offer"], told["by"]["id"]) == (shown["offer"], str(other.id))
    assert told["expires"] == shown["expires"]

    agreed = {"offer": shown["offer"], "confirm": True}
    for side in (maker, maker, other):
        await done(edge, side, "POST", "me/merge", agreed)
    told = await ears[1].told("merge_agreed")
    assert (told["by"]["id"], told["joined"]) == (str(maker.id), False)
    told = await ears[0].told("merge_agreed")
    assert (told["offer"], told["by"]["id"], told["joined"]) == (
        shown["offer"],
        str(other.id),
        True,
    )
    assert sum("told" in push for ear in ears for push in ear.pushes) == 3, "once each"
    assert await refused(edge, maker, "POST", "me/merge", agreed) == "merge_over"
    assert (await call(edge, other, "GET", "me"))[0] == 401, "his account is the maker's now"
    (merge,) = (await done(edge, maker, "GET", "me/merge"))["merges"]
    path = f"me/merges/{merge['id']}/undo"
    stranger = await edge.person()
    assert await refused(edge, stranger, "POST", path) == "merge_not_found"
    await done(edge, maker, "POST", path)
    assert (await call(edge, maker, "POST", path))[0] == 401, "whose session is it, of the two?"
