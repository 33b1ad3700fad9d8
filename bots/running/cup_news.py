"""What happens to somebody in a tournament, as his chat says it."""

from bots.buttons import Press
from bots.naming import called
from bots.screens import Button, Screen
from bots.topics.tournaments import moment, to_play
from bots.words import tournaments as say
from bots.words.playing import COINS
from server import inbox
from server.dialogue.persons import ChatPerson


def of_tournament(who: ChatPerson, told: inbox.AnyTold) -> Screen | None:
    """A call to the board, which is the reminder too; the end; a cancellation. None of all else,
    which changes nothing for him here.
    """
    language, more = who.language, list[Button]()
    match told:
        case inbox.MeetingCalled(by=by, deadline=deadline):
            name = called(by.nick, by.id, language)
            text = say.IS_CALLED.say(language, name=name, at=moment(deadline))
            more.append(to_play(told.tournament, language))
        case inbox.ByeGiven(round=number):
            text = say.BYE.say(language, round=number)
        case inbox.TournamentFinished(place=place, prize=prize):
            text = say.FINISHED.say(language, place=place)
            if prize:
                text += say.WON.say(language, prize=COINS.say(language, prize))
        case inbox.AnotherOfYours():
            text = say.ANOTHER.say(language)
        case inbox.TournamentOff():
            text = say.OFF.say(language)
        case _:
            return None
    card = Button(say.TO_CARD.say(language), str(Press("cup", told.tournament)))
    rows = tuple((button,) for button in (*more, card))
    return Screen(text=text, rows=rows, language=language)
