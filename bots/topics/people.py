"""People: profiles, friends, leaderboards, reports, invitations, news."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

import msgspec

from bots.buttons import Press
from bots.fronts import Links
from bots.naming import called
from bots.screens import Button, Note, Screen, Show
from bots.topics.cards import card_screen, is_as_read
from bots.topics.gifts import claims
from bots.topics.prompts import prompt, worded
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.wording import Text
from bots.words import finding, joining, playing
from bots.words import people as say
from game.rulesets import RuleName
from server.chat.refusals import AlreadyReported
from server.named import Named
from server.people.profiles import Profile
from server.services import Services
from server.tables.views import TableView

REFERRAL: Final = "r"
"""How the word of a link begins by which somebody invites friends to the game."""
REPORT: Final = "report:"
SHOWN: Final = 10


class People:
    """The use of other people."""

    def __init__(self, services: Services, links: Links) -> None:
        self._services = services
        self._links = links
        self.commands: Mapping[str, OnCommand] = {
            "profile": self._me,
            "friends": self._friends,
            "top": self._top,
            "news": self._news,
        }
        self.presses: Mapping[str, OnPress] = {
            "me": self._me,
            "friends": self._friends,
            "top": self._top,
            "who": self._who,
            "friend": self._befriend,
            "unfriend": self._part,
            "report": self._ask_report,
            "block": self._block,
            "unblock": self._unblock,
            "inv": self._look,
            "invsit": self._accept,
            "noinv": self._decline,
        }

    async def referred(self, visit: Visit, code: str) -> Answers:
        """Somebody came by another one's link; raises ``CodeRefused``, ``ReferralRefused``."""
        await self._services.treasury.referring.name_inviter(visit.account, code)
        return _show(visit, visit.say(joining.REFERRED))

    async def heard(self, visit: Visit, asked: str, text: str) -> Answers:
        """The words of a report."""
        if not asked.startswith(REPORT):
            return ()
        accused = UUID(asked.removeprefix(REPORT))
        try:
            await self._services.social.reporting.player(visit.account, accused, worded(text))
        except AlreadyReported:
            if not visit.again:
                raise
        return _show(visit, visit.say(say.REPORTED))

    # --- profiles

    async def _me(self, visit: Visit, _asked: str | Press) -> Answers:
        profile = await self._services.social.profiles.of(visit.account, visit.account)
        referral = await self._services.treasury.referring.view(visit.account)
        link = self._links.link(f"{REFERRAL}{referral.code}")
        lines = [
            *_profile(visit, profile),
            visit.say(say.INVITE_LINK, url=link, count=referral.invited),
        ]
        return _show(visit, "\n".join(lines))

    async def _who(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        profile = await self._services.social.profiles.of(press.id, visit.account)
        verbs = await self._verbs(visit, profile)
        buttons = [
            Button(visit.say(label), str(Press(verb, press.id))) for verb, label in verbs.items()
        ]
        (shown,) = _show(visit, "\n".join(_profile(visit, profile)), *buttons)
        # Where it was pressed a board may stand, or a list to go on with.
        return (msgspec.structs.replace(shown, anew=True),)

    async def _verbs(self, visit: Visit, profile: Profile) -> dict[str, Text]:
        """What may be done about somebody, with the words of its button."""
        blocked = await self._services.social.avoidance.listed(visit.account)
        if any(known.person.id == profile.person.id for known in blocked):
            return {"unblock": say.UNBLOCK, "report": say.REPORT}
        are_friends = profile.relation == "friends"
        friendship = {"unfriend": say.UNFRIEND} if are_friends else {"friend": say.BEFRIEND}
        return {**friendship, "report": say.REPORT, "block": say.BLOCK}

    async def _befriend(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        relation = await self._services.social.friendship.ask(visit.account, press.id)
        words = say.ASKED if relation != "friends" else say.PARTED
        return (Note(visit.say(words)),)

    async def _part(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.social.friendship.part(visit.account, press.id)
        return (Note(visit.say(say.PARTED)),)

    async def _block(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.social.avoidance.block(visit.account, press.id)
        return (Note(visit.say(say.BLOCKED), alert=True),)

    async def _unblock(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.social.avoidance.unblock(visit.account, press.id)
        return (Note(visit.say(say.UNBLOCKED)),)

    async def _ask_report(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        return prompt(visit, visit.say(say.REPORT_WHAT), f"{REPORT}{press.id}")

    # --- lists

    async def _friends(self, visit: Visit, _asked: str | Press) -> Answers:
        friends = await self._services.social.friendship.page(visit.account, SHOWN, None)
        asking = await self._services.social.friendship.asking(visit.account, SHOWN, None)
        buttons = [
            Button(f"{mark}{_called(visit, known.person)}", str(Press("who", known.person.id)))
            for mark, group in (("❔ ", asking), ("", friends))
            for known in group
        ]
        if buttons:
            return _show(visit, visit.say(say.FRIENDS), *buttons)
        referral = await self._services.treasury.referring.view(visit.account)
        url = self._links.link(f"{REFERRAL}{referral.code}")
        return _show(visit, visit.say(say.NO_FRIENDS, url=url))

    async def _top(self, visit: Visit, asked: str | Press) -> Answers:
        word = asked.word if isinstance(asked, Press) else ""
        rules = RuleName(word) if word in set(RuleName) else RuleName.SHORT
        places = await self._services.social.leaderboards.best(rules, SHOWN)
        lines = [visit.say(say.TOP, rules=playing.RULES[rules].say(visit.language).capitalize())]
        lines += [
            visit.say(
                say.PLACE_UNRATED if place.rating is None else say.PLACE,
                place=number,
                name=called(place.nick, place.account, visit.language),
                rating=round(place.rating or 0),
            )
            for number, place in enumerate(places, 1)
        ]
        others = [
            Button(
                playing.RULES[other].say(visit.language).capitalize(),
                str(Press("top", word=other.value)),
            )
            for other in RuleName
            if other is not rules
        ]
        if not places:
            lines.append(visit.say(say.NOBODY))
        return _show(visit, "\n".join(lines), *others)

    async def _news(self, visit: Visit, _rest: str) -> Answers:
        newsroom = self._services.social.newsroom
        pieces = await newsroom.for_reader(visit.account, visit.language, 3, None)
        if pieces:
            await newsroom.see(visit.account, pieces[0].id)
        text = "\n\n".join(f"{piece.title}\n{piece.text}" for piece in pieces)
        gifts = [button for (button,) in claims(pieces, visit.language)]
        return _show(visit, text or visit.say(say.NO_NEWS), *gifts)

    # --- invitations to tables

    async def _look(self, visit: Visit, press: Press) -> Answers:
        """See the table first: whoever sits down has read the terms."""
        table = await self._table_of(visit, press)
        if table is None:
            return _stale(visit)
        return (Show(card_screen(table, finding.CARD, "invsit", visit.language, press.id)),)

    async def _accept(self, visit: Visit, press: Press) -> Answers:
        table = await self._table_of(visit, press)
        if table is None or press.id is None:
            return _stale(visit)
        if not is_as_read(table, press):
            note = Note(visit.say(finding.CARD_CHANGED), alert=True)
            return (note, *await self._look(visit, press))
        await self._services.social.inviting.accept(visit.account, press.id, table.card)
        screen = Screen(text=visit.say(finding.SEATED), language=visit.language)
        return (Show(screen),)

    async def _table_of(self, visit: Visit, press: Press) -> TableView | None:
        """The table of an invitation; none where it does not stand any more."""
        waiting = await self._services.social.inviting.waiting(visit.account)
        found = next((each for each in waiting if each.id == press.id), None)
        if found is None:
            return None
        return await self._services.tables.lobby.get(found.table, visit.account)

    async def _decline(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.social.inviting.decline(visit.account, press.id, mute=False)
        return (Note(visit.say(say.PARTED)),)


def _called(visit: Visit, person: Named) -> str:
    return called(person.nick, person.id, visit.language)


def _profile(visit: Visit, profile: Profile) -> list[str]:
    lines = [visit.say(say.PROFILE, name=_called(visit, profile.person))]
    if profile.vip:
        lines.append(visit.say(say.BADGE))
    lines += [
        visit.say(
            say.STRENGTH,
            rules=playing.RULES[each.rules].say(visit.language).capitalize(),
            rating=visit.say(say.UNRATED) if each.rating is None else round(each.rating),
            wins=each.wins,
            matches=each.matches,
        )
        for each in profile.strengths
    ]
    return lines if profile.strengths else [*lines, visit.say(say.NO_STRENGTH)]


def _show(visit: Visit, text: str, *buttons: Button) -> tuple[Show]:
    menu = Button(visit.say(playing.MENU), str(Press("menu")))
    rows = (*((button,) for button in buttons), (menu,))
    return (Show(Screen(text=text, rows=rows, language=visit.language)),)


def _stale(visit: Visit) -> Answers:
    return (Note(visit.say(playing.STALE)),)
