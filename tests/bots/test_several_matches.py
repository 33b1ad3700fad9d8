"""Several matches in one chat: what is typed is about the one that it can be about."""

from uuid import UUID

from bots.play.seeds import Seeds
from game.conventions import ConventionsAsked, resolve
from game.rulesets import RuleName
from server.dialogue.boards import ChatBoard
from server.tables.lobby import Offer
from server.tables.sitting import Consent
from tests.bots.talking import Chats
from tests.server.edge import Edge

ANNA, BORIS, CARL = 7001, 7002, 7003


async def _begun(edge: Edge, chats: Chats, other: int) -> UUID:
    """A match of Anna's with somebody, its dice drawn, and its board in her chat."""
    accounts = []
    for person in (ANNA, other):
        who = await chats.cases.persons.known(person)
        assert who is not None
        accounts.append(who.account)
    tables = edge.services.tables
    offer = Offer(resolve(ConventionsAsked(rules=RuleName.SHORT)), private=True)
    offered = await tables.lobby.open(accounts[0], offer)
    await tables.invitations.accept(str(offered.invitation), accounts[1])
    table = offered.table
    await tables.seating.sit(table.id, accounts[1], Consent(table.card))
    boards, seeds = chats.cases.boards, Seeds(edge.services, chats.cases.boards)
    for person, account in zip((ANNA, other), accounts, strict=True):
        board = ChatBoard(person, table.id, account, grouped=False, language="ru")
        await boards.open(board)
    for person in (ANNA, other, ANNA):
        found = await boards.find(person, table.id)
        assert found is not None
        await seeds.tend(found, await edge.services.desk.look(table.id), phrases=False)
    return table.id


async def test_words_are_about_the_board_that_they_fit(edge: Edge) -> None:
    """One resigns where one looked last, though it be the other's turn there; and a word for
    another decision is answered with what is to be decided.
    """
    chats = Chats(edge.services)
    for person, nick in ((ANNA, "Анна"), (BORIS, "Борис"), (CARL, "Карл")):
        await chats.enters(person, nick)
    matches = {"Борис": await _begun(edge, chats, BORIS), "Карл": await _begun(edge, chats, CARL)}
    is_mine = False
    for name, match in matches.items():
        await chats.presses(ANNA, (await chats.says(ANNA, "/matches")).button(name))
        assert f"Соперник: {name}." in (await chats.says(ANNA, "сдаюсь")).text

        live = await edge.services.desk.look(match)
        decision = live.state.decision
        assert decision is not None
        is_mine = is_mine or live.state.seat_of(decision.side) == 0
    said = "Кости уже брошены" if is_mine else "Сейчас решает соперник"
    assert said in (await chats.says(ANNA, "бросок")).text
