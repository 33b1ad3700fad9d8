"""On the way to a match: an opponent, a friend by link, a rematch; one's matches."""

from collections.abc import AsyncIterator, Mapping
from uuid import UUID

from bots.buttons import Press
from bots.fronts import Links
from bots.play.matches import Matches
from bots.screens import Answer, Button, Note, Screen, Show, Style
from bots.topics.agreements import (
    FIRST,
    STAKES,
    Agreement,
    form_words,
    forms_of,
    sentence,
    stake_words,
    terms_of,
)
from bots.topics.cards import ON_CARD, card_screen, is_as_read, rematch_buttons
from bots.topics.choices import choice_button, chosen_words, rules_screen
from bots.topics.owned import owned
from bots.topics.staked import stakes_words
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import finding as say
from bots.words import playing
from game.conventions import Conventions
from game.rulesets import RuleName
from server.dialogue.boards import Boards, ChatBoard
from server.services import Services
from server.tables.lobby import Offer
from server.tables.sitting import Consent
from server.tables.views import TableView

INVITATION = "t"
"""How the word of a link to a table begins; its invitation follows."""


class Finding:
    """Tables and opponents."""

    def __init__(self, services: Services, boards: Boards, matches: Matches, links: Links) -> None:
        self._services = services
        self._boards = boards
        self._matches = matches
        self._links = links
        self.commands: Mapping[str, OnCommand] = {"play": self._play, "matches": self._list}
        self.presses: Mapping[str, OnPress] = {
            "play": owned(self._choose_rules),
            "cf": owned(self._choose_form),
            "cs": owned(self._choose_stake),
            "cw": owned(self._choose_whom),
            "seek": self._seek,
            "unseek": self._stop,
            "call": self._call,
            "close": self._close,
            "sit": self._sit,
            "again": self._again,
            "noagain": self._decline,
            "matches": self._list_pressed,
            "open": self._open,
        }

    # --- choosing

    async def _play(self, visit: Visit, _rest: str) -> Answers:
        return (Show(rules_screen(visit, FIRST), anew=True),)

    async def _choose_rules(self, visit: Visit, press: Press) -> Answers:
        rules = tuple(RuleName) if press.word == "all" else FIRST
        return (Show(rules_screen(visit, rules)),)

    async def _choose_form(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None:
            return _stale(visit)
        rows = tuple(
            (
                choice_button(
                    visit, form_words(form, visit.language), "cs", Agreement(chosen.rules, form)
                ),
            )
            for form in forms_of(chosen.rules)
        )
        rules = playing.RULES[chosen.rules].say(visit.language).capitalize()
        text = visit.say(say.HOW, rules=rules)
        return (Show(Screen(text=text, rows=rows, language=visit.language)),)

    async def _choose_stake(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None or not chosen.form:
            return _stale(visit)
        buttons = tuple(
            choice_button(
                visit,
                stake_words(stake, visit.language),
                "cw",
                Agreement(chosen.rules, chosen.form, stake),
            )
            for stake in STAKES
        )
        asked = say.STAKE if chosen.form.startswith("m") else say.STAKE_A_POINT
        text = visit.say(asked, **chosen_words(visit, chosen))
        return (Show(Screen(text=text, rows=(buttons,), language=visit.language)),)

    async def _choose_whom(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None or chosen.stake is None:
            return _stale(visit)
        is_group = visit.chat.is_group
        conventions = chosen.conventions(rated=not is_group, grouped=is_group)
        text = sentence(visit.say(say.WITH_WHOM, **self._terms(visit, conventions)))
        rows: tuple[tuple[Button, ...], ...] = (
            (choice_button(visit, visit.say(say.SEEK), "seek", chosen, Style.GOOD),),
            (choice_button(visit, visit.say(say.FRIEND), "call", chosen),),
        )
        if is_group:
            rows = ((choice_button(visit, visit.say(say.OFFER), "offer", chosen, Style.GOOD),),)
        return (Show(Screen(text=text, rows=rows, language=visit.language)),)

    # --- an opponent

    async def _seek(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None or chosen.stake is None:
            return _stale(visit)
        conventions = chosen.conventions(rated=True)
        await self._services.tables.quick.seek(visit.account, conventions)
        await self._boards.look_out(visit.account)
        stop = Button(visit.say(say.STOP), str(Press("unseek")))
        text = visit.say(say.SEEKING, terms=terms_of(conventions, visit.language))
        return (Show(Screen(text=text, rows=((stop,),), language=visit.language)),)

    async def _stop(self, visit: Visit, _press: Press) -> Answers:
        await self._services.tables.quick.stop(visit.account)
        return (Show(Screen(text=visit.say(say.STOPPED), language=visit.language)),)

    # --- a friend

    async def _call(self, visit: Visit, press: Press) -> Answers:
        chosen = Agreement.read(press.word)
        if chosen is None or chosen.stake is None:
            return _stale(visit)
        conventions = chosen.conventions(rated=False)
        offered = await self._services.tables.lobby.open(
            visit.account, Offer(conventions, private=True, once=visit.once)
        )
        await self._boards.look_out(visit.account)
        url = self._links.link(f"{INVITATION}{offered.invitation}")
        text = visit.say(say.LINK, **self._terms(visit, conventions), url=url)
        close = Button(visit.say(say.CLOSE), str(Press("close", offered.table.id)))
        return (Show(Screen(text=text, rows=((close,),), language=visit.language)),)

    async def _close(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.tables.lobby.close(press.id, visit.account)
        return (Show(Screen(text=visit.say(say.CLOSED), language=visit.language)),)

    async def invited(self, visit: Visit, invitation: str) -> Answers:
        """Somebody came by a link to a table; raises ``TableNotFound``."""
        table = await self._services.tables.invitations.accept(invitation, visit.account)
        if table.owner == visit.account:
            begun = await self._boards.has_begun(table.id)
            text = visit.say(say.SEATED if begun else say.NOBODY_YET)
            return (Show(Screen(text=text, language=visit.language), anew=True),)
        return (self.card(visit, table),)

    def card(self, visit: Visit, table: TableView) -> Answer:
        """What one should know before one sits down."""
        return Show(card_screen(table, say.CARD, "sit", visit.language), anew=True)

    def _terms(self, visit: Visit, conventions: Conventions) -> dict[str, str]:
        """What one should know before one plays so, by the names of the texts."""
        card = self._services.treasury.stakes.card(conventions)
        return {
            "terms": terms_of(conventions, visit.language),
            "stakes": stakes_words(card, visit.language),
        }

    async def _sit(self, visit: Visit, press: Press) -> Answers:
        """Sit down on the terms that were read: the button carries the start of their digest."""
        if press.id is None:
            return _stale(visit)
        table = await self._services.tables.lobby.get(press.id, visit.account)
        if not is_as_read(table, press):
            return (Note(visit.say(say.CARD_CHANGED), alert=True), self.card(visit, table))
        seating = self._services.tables.seating
        await seating.sit(table.id, visit.account, Consent(table.card))
        await self.show(visit, table.id)
        return (Show(Screen(text=visit.say(say.SEATED), language=visit.language)),)

    # --- again

    async def _again(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        if await self._is_strange(visit, press.id):
            return (Note(visit.say(playing.NOT_YOUR_MATCH)),)
        rematches = self._services.tables.rematches
        table = await self._services.tables.lobby.get(press.id, visit.account)
        # The terms that he has agreed to before are those of a rematch.
        standing = await rematches.want(press.id, visit.account, table.card)
        await self._boards.look_out(visit.account)
        is_group, begun = visit.chat.is_group, standing.table
        if begun is not None:
            await self.show(visit, begun.id)
        elif is_group and press.word != ON_CARD and (visit.again or not standing.repeated):
            return (Show(await self._asked_of_group(visit, press.id, table), anew=True),)
        words = visit.say(say.ASKED if begun is None else say.SEATED)
        if press.word == ON_CARD and (begun is not None or not is_group):
            return (Show(Screen(text=words, language=visit.language)),)
        return (Note(words),)

    async def _asked_of_group(self, visit: Visit, match: UUID, table: TableView) -> Screen:
        """A rematch is offered where the match was played: not every opponent has another chat."""
        text = visit.say(
            say.AGAIN,
            name=await self._name(visit, match),
            terms=terms_of(table.conventions, visit.language),
            stakes=stakes_words(table.stakes, visit.language),
        )
        return Screen(
            text=text, rows=(rematch_buttons(match, visit.language),), language=visit.language
        )

    async def _name(self, visit: Visit, match: UUID) -> str:
        live = await self._matches.live(match)
        return (await self._matches.names(live, visit.language))[live.seat_of(visit.account) or 0]

    async def _is_strange(self, visit: Visit, match: UUID) -> bool:
        """Whether somebody of a group presses a button of a match that others have played."""
        if not visit.chat.is_group:
            return False
        return (await self._matches.live(match)).seat_of(visit.account) is None

    async def _decline(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        if await self._is_strange(visit, press.id):
            return (Note(visit.say(playing.NOT_YOUR_MATCH)),)
        await self._services.tables.rematches.decline(press.id, visit.account)
        text = visit.say(say.DECLINED_BY_YOU)
        if visit.chat.is_group:
            text = visit.say(say.DECLINED, name=await self._name(visit, press.id))
        return (Show(Screen(text=text, language=visit.language)),)

    # --- one's matches

    async def _list(self, visit: Visit, _rest: str) -> Answers:
        return (Show(await self._listed(visit), anew=True),)

    async def _list_pressed(self, visit: Visit, _press: Press) -> Answers:
        return (Show(await self._listed(visit)),)

    async def _open(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        live = await self._matches.live(press.id)
        if live.seat_of(visit.account) is None:
            return (Note(visit.say(playing.NOT_YOURS)),)
        await self.show(visit, press.id)
        return ()

    async def show(self, visit: Visit, match: UUID) -> None:
        """Show a match in this chat, below everything."""
        await show(self._boards, visit, match)

    async def _listed(self, visit: Visit) -> Screen:
        rows = [row async for row in self._rows(visit)]
        text = visit.say(say.MATCHES if rows else say.NO_MATCHES)
        return Screen(text=text, rows=tuple(rows), language=visit.language)

    async def _rows(self, visit: Visit) -> AsyncIterator[tuple[Button, ...]]:
        for match in await self._boards.running(visit.account):
            live = await self._matches.live(match)
            seat = live.seat_of(visit.account) or 0
            names = await self._matches.names(live, visit.language)
            decision = live.state.decision
            is_mine = decision is not None and live.state.seat_of(decision.side) == seat
            label = visit.say(
                say.MATCH,
                mark="▶️" if is_mine else "⏸",
                name=names[1 - seat],
                rules=playing.RULES[live.state.conventions.rules].say(visit.language),
            )
            card = Button(visit.say(say.CARD_OF), str(Press("who", live.accounts[1 - seat])))
            yield (Button(label, str(Press("open", match))), card)


async def show(boards: Boards, visit: Visit, match: UUID) -> None:
    """Show a match in somebody's chat."""
    chat = visit.chat
    board = ChatBoard(
        chat.id, match, visit.account, grouped=chat.is_group, language=visit.language
    )
    await boards.open(board)


def _stale(visit: Visit) -> Answers:
    return (Note(visit.say(playing.STALE)),)
