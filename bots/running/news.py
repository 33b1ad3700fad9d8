"""What happens to somebody, as his chat says it; none where it is not worth a message."""

from bots.buttons import Press
from bots.naming import called
from bots.running.cup_news import of_tournament
from bots.screens import Button, Screen, Style
from bots.topics.agreements import Agreement, terms_of
from bots.topics.cards import card_screen, rematch_buttons
from bots.topics.purse import day
from bots.wording import Text
from bots.words import finding, linking
from bots.words import people as say
from bots.words.playing import COINS
from game.conventions import Conventions
from server import inbox
from server.dialogue.persons import ChatPerson
from server.named import Named
from server.purchases.catalogue import Catalogue
from server.tables import events
from server.tables.views import TableView


def of_rematch(
    who: ChatPerson, event: events.RematchOffered, by: Named, agreed: Conventions, stakes: str
) -> Screen:
    """Another wants to play again, on the terms of the match that is over."""
    name = called(by.nick, by.id, who.language)
    terms = terms_of(agreed, who.language)
    return _screen(
        who,
        finding.AGAIN.say(who.language, name=name, terms=terms, stakes=stakes),
        *rematch_buttons(event.match, who.language),
    )


def of_invitation(who: ChatPerson, table: TableView) -> Screen:
    """Somebody asks to his private table."""
    return card_screen(table, finding.CARD, "sit", who.language)


def of_refusal(who: ChatPerson, by: Named) -> Screen:
    """Another does not want to play again."""
    name = called(by.nick, by.id, who.language)
    return _screen(who, finding.DECLINED.say(who.language, name=name))


def of_search(who: ChatPerson, event: events.SearchEnded) -> Screen:
    """His search has ended, without an opponent; he may look on, where buttons say for what."""
    terms = terms_of(event.conventions, who.language)
    chosen = Agreement.of(event.conventions)
    again = _button(who, finding.CHOOSE_ANEW, Press("play"), Style.GOOD)
    if chosen is not None and event.cause is events.SearchEnd.TIME:
        again = _button(who, finding.SEEK_ON, Press("seek", word=str(chosen)), Style.GOOD)
    words = finding.SEARCH_ENDS[event.cause]
    return _screen(who, words.say(who.language, terms=terms), again)


def of_inbox(who: ChatPerson, told: inbox.AnyTold, catalogue: Catalogue) -> Screen | None:
    """What an inbox tells; things that were bought are called as the `catalogue` calls them."""
    match told:
        case (
            inbox.FriendAsks()
            | inbox.FriendMade()
            | inbox.SpokenTo()
            | inbox.Invited()
            | inbox.Gifted()
        ):
            return _of_person(who, told)
        case inbox.Sanctioned() | inbox.SanctionLifted() | inbox.ReportClosed():
            return _of_conduct(who, told)
        case inbox.VipEnds() | inbox.PurchaseCredited() | inbox.PurchaseTakenBack():
            return _of_money(who, told, catalogue)
        case inbox.LinkCodeUsed() | inbox.MergeAgreed():
            return _of_merge(who, told)
        case inbox.DisputeClosed() | inbox.CaseAnswered():
            return _of_answer(who, told)
        case _:
            return of_tournament(who, told)


def _of_conduct(
    who: ChatPerson, told: inbox.Sanctioned | inbox.SanctionLifted | inbox.ReportClosed
) -> Screen:
    match told:
        case inbox.Sanctioned(what=what, reason=reason, ends=ends):
            ruling = say.SANCTIONS[what].say(who.language)
            if what != "warning":
                until = say.FOR_EVER if ends is None else say.UNTIL
                ruling += until.say(who.language, date="" if ends is None else day(ends))
            return _screen(who, say.SANCTION.say(who.language, what=ruling, reason=reason))
        case inbox.SanctionLifted():
            return _screen(who, say.LIFTED.say(who.language))
        case inbox.ReportClosed():
            return _screen(who, say.REPORT_CLOSED.say(who.language))


def _of_answer(who: ChatPerson, told: inbox.DisputeClosed | inbox.CaseAnswered) -> Screen:
    """What the people who run the service answer."""
    if isinstance(told, inbox.CaseAnswered):
        agent, words = told.agent, told.words
        return _screen(who, say.CASE_ANSWERED.say(who.language, agent=agent, words=words))
    moved = ""
    if told.moved:
        moved = say.MOVED.say(who.language, coins=COINS.say(who.language, abs(told.moved)))
    parts = (say.VERDICTS[told.verdict].say(who.language), moved, told.words)
    return _screen(who, " ".join(filter(None, parts)))


def _of_money(
    who: ChatPerson,
    told: inbox.VipEnds | inbox.PurchaseCredited | inbox.PurchaseTakenBack,
    catalogue: Catalogue,
) -> Screen:
    match told:
        case inbox.VipEnds(until=until):
            return _screen(who, say.VIP_ENDS.say(who.language, date=day(until)))
        case inbox.PurchaseCredited(product=product):
            return _screen(
                who, say.CREDITED.say(who.language, product=_thing(who, product, catalogue))
            )
        case inbox.PurchaseTakenBack(product=product):
            thing = _thing(who, product, catalogue)
            return _screen(who, say.TAKEN_BACK.say(who.language, product=thing))


def _thing(who: ChatPerson, product: str, catalogue: Catalogue) -> str:
    """What a thing is called that was bought; one that is sold no more has no name any more."""
    found = catalogue.find(product)
    if found is None:
        return say.SOMETHING.say(who.language)
    return found.ru if who.language == "ru" else found.en


def _of_merge(who: ChatPerson, told: inbox.LinkCodeUsed | inbox.MergeAgreed) -> Screen:
    name = called(told.by.nick, told.by.id, who.language)
    if isinstance(told, inbox.MergeAgreed) and told.joined:
        return _screen(who, linking.JOINED_WITH.say(who.language, name=name))
    said = linking.CODE_USED if isinstance(told, inbox.LinkCodeUsed) else linking.AGREED
    look = _button(who, linking.LOOK, Press("merge", told.offer), Style.GOOD)
    return _screen(who, said.say(who.language, name=name), look)


def _of_person(
    who: ChatPerson,
    told: inbox.FriendAsks | inbox.FriendMade | inbox.SpokenTo | inbox.Invited | inbox.Gifted,
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
        case inbox.Gifted(en=en, ru=ru):
            article = ru if language == "ru" else en
            return _screen(who, say.GIFTED.say(language, name=name, article=article))
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
