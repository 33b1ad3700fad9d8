"""What happens to somebody, as his chat says it; none where it is not worth a message."""

from bots.buttons import Press
from bots.naming import called
from bots.screens import Button, Screen, Style
from bots.topics.agreements import terms_of
from bots.topics.purse import day
from bots.wording import Text
from bots.words import finding, linking
from bots.words import people as say
from server import inbox
from server.dialogue.persons import ChatPerson
from server.named import Named
from server.tables import events
from server.tables.views import TableView


def of_rematch(
    who: ChatPerson, event: events.RematchOffered | events.RematchDeclined, by: Named
) -> Screen:
    """Another wants to play again, or does not."""
    name = called(by.nick, by.id, who.language)
    if isinstance(event, events.RematchDeclined):
        return _screen(who, finding.DECLINED.say(who.language, name=name))
    return _screen(
        who,
        finding.AGAIN.say(who.language, name=name),
        _button(who, finding.YES, Press("again", event.match), Style.GOOD),
        _button(who, finding.NO, Press("noagain", event.match)),
    )


def of_invitation(who: ChatPerson, table: TableView) -> Screen:
    """Somebody asks to his private table."""
    terms = terms_of(table.conventions, who.language)
    name = called(table.owner_nick, table.owner, who.language)
    text = finding.CARD.say(who.language, name=name, terms=terms)
    sit = Press("sit", table.id, word=table.card[:16])
    return _screen(who, text, _button(who, finding.SIT, sit, Style.GOOD))


def of_inbox(who: ChatPerson, told: inbox.AnyTold) -> Screen | None:
    """What an inbox tells."""
    match told:
        case inbox.FriendAsks() | inbox.FriendMade() | inbox.SpokenTo() | inbox.Invited():
            return _of_person(who, told)
        case inbox.Sanctioned() | inbox.SanctionLifted() | inbox.ReportClosed():
            return _of_conduct(who, told)
        case inbox.VipEnds() | inbox.PurchaseCredited() | inbox.PurchaseTakenBack():
            return _of_money(who, told)
        case inbox.LinkCodeUsed() | inbox.MergeAgreed():
            return _of_merge(who, told)
        case inbox.CaseAnswered(agent=agent, words=words):
            return _screen(who, say.CASE_ANSWERED.say(who.language, agent=agent, words=words))
        case _:
            return None  # what changes nothing for him here


def _of_conduct(
    who: ChatPerson, told: inbox.Sanctioned | inbox.SanctionLifted | inbox.ReportClosed
) -> Screen:
    match told:
        case inbox.Sanctioned(what=what, reason=reason):
            ruling = say.SANCTIONS[what].say(who.language)
            return _screen(who, say.SANCTION.say(who.language, what=ruling, reason=reason))
        case inbox.SanctionLifted():
            return _screen(who, say.LIFTED.say(who.language))
        case inbox.ReportClosed():
            return _screen(who, say.REPORT_CLOSED.say(who.language))


def _of_money(
    who: ChatPerson, told: inbox.VipEnds | inbox.PurchaseCredited | inbox.PurchaseTakenBack
) -> Screen:
    match told:
        case inbox.VipEnds(until=until):
            return _screen(who, say.VIP_ENDS.say(who.language, date=day(until)))
        case inbox.PurchaseCredited(product=product):
            return _screen(who, say.CREDITED.say(who.language, product=product))
        case inbox.PurchaseTakenBack(product=product):
            return _screen(who, say.TAKEN_BACK.say(who.language, product=product))


def _of_merge(who: ChatPerson, told: inbox.LinkCodeUsed | inbox.MergeAgreed) -> Screen:
    name = called(told.by.nick, told.by.id, who.language)
    if isinstance(told, inbox.MergeAgreed) and told.joined:
        return _screen(who, linking.JOINED_WITH.say(who.language, name=name))
    said = linking.CODE_USED if isinstance(told, inbox.LinkCodeUsed) else linking.AGREED
    look = _button(who, linking.LOOK, Press("merge", told.offer), Style.GOOD)
    return _screen(who, said.say(who.language, name=name), look)


def _of_person(
    who: ChatPerson,
    told: inbox.FriendAsks | inbox.FriendMade | inbox.SpokenTo | inbox.Invited,
) -> Screen:
    language = who.language
    name = called(told.by.nick, told.by.id, language)
    match told:
        case inbox.FriendAsks(by=by):
            befriend = _button(who, say.BEFRIEND, Press("friend", by.id), Style.GOOD)
            return _screen(who, say.ASKS.say(language, name=name), befriend)
        case inbox.FriendMade():
            return _screen(who, say.FRIENDS_NOW.say(language, name=name))
        case inbox.SpokenTo():
            return _screen(who, say.WROTE.say(language, name=name))
        case inbox.Invited(invitation=invitation):
            return _screen(
                who,
                finding.INVITES.say(language, name=name),
                _button(who, finding.SIT, Press("inv", invitation), Style.GOOD),
                _button(who, finding.DECLINE, Press("noinv", invitation)),
            )


def _button(who: ChatPerson, label: Text, press: Press, style: Style = Style.PLAIN) -> Button:
    return Button(label.say(who.language), str(press), style=style)


def _screen(who: ChatPerson, text: str, *buttons: Button) -> Screen:
    return Screen(text=text, rows=(buttons,) if buttons else (), language=who.language)
