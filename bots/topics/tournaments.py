"""Tournaments in a chat: a list, a card, entering, withdrawing, standings, playing."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from bots.buttons import Press
from bots.naming import called
from bots.screens import Answer, Button, Note, Screen, Show, Style
from bots.topics.agreements import sentence, terms_of
from bots.topics.finding import show
from bots.topics.staked import percent
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.wording import spoken
from bots.words import playing
from bots.words import tournaments as say
from game.tournament import Meeting, TournamentPhase
from game.tournament.refusals import NotEntered
from server.dialogue.boards import Boards
from server.services import Services
from server.tournaments.views import EntrantStanding, TournamentCard, TournamentShown

SHOWN: Final = 10
"""Tournaments in a list, and entrants in a table."""
SURE: Final = "sure"
"""The word of a button by which somebody withdraws who was asked whether he means it."""
WANTED: Final = (TournamentPhase.REGISTERING, TournamentPhase.PLAYING)


class Cups:
    """The use of tournaments."""

    def __init__(self, services: Services, boards: Boards) -> None:
        self._services = services
        self._boards = boards
        self.commands: Mapping[str, OnCommand] = {"tournaments": self._list}
        self.presses: Mapping[str, OnPress] = {
            "cups": self._list,
            "cup": self._card,
            "cupin": self._enter,
            "cupout": self._leave,
            "cuptab": self._table,
            "cupplay": self._play,
        }

    async def _list(self, visit: Visit, asked: str | Press) -> Answers:
        showing = self._services.tournaments.showing
        listed = await showing.listed(WANTED, SHOWN, None, spoken(visit.language))
        rows = tuple((_line(visit, card),) for card in listed.tournaments)
        text = visit.say(say.LIST if rows else say.NONE)
        menu = (Button(visit.say(playing.MENU), str(Press("menu"))),)
        screen = Screen(text=text, rows=(*rows, menu), language=visit.language)
        return (Show(screen, anew=isinstance(asked, str)),)

    async def _card(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        return (await self._shown(visit, press.id),)

    async def _enter(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        await self._services.tournaments.registration.enter(press.id, visit.account)
        return (await self._shown(visit, press.id),)

    async def _leave(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        if press.word != SURE and await self._is_played(visit, press.id):
            leave = Button(
                visit.say(say.LEAVE), str(Press("cupout", press.id, word=SURE)), style=Style.BAD
            )
            stay = Button(visit.say(say.STAY), str(Press("cup", press.id)))
            return (Show(_screen(visit, visit.say(say.SURE_TO_LEAVE), leave, stay)),)
        try:
            await self._services.tournaments.registration.withdraw(press.id, visit.account)
        except NotEntered:
            if not visit.again:
                raise
        return (await self._shown(visit, press.id),)

    async def _is_played(self, visit: Visit, tournament: UUID) -> bool:
        """Whether it is under way, and he is in it: who withdraws then pays for it."""
        showing = self._services.tournaments.showing
        shown = await showing.shown(tournament, spoken(visit.language))
        own = _own(visit, shown)
        is_playing = shown.tournament.phase is TournamentPhase.PLAYING
        return is_playing and own is not None and own.out is None

    async def _play(self, visit: Visit, press: Press) -> Answers:
        """Be there; the board is shown with the match, or as soon as the other one comes."""
        if press.id is None:
            return _stale(visit)
        await self._boards.look_out(visit.account)
        coming = await self._services.tournaments.coming.come(press.id, visit.account)
        if coming.match is None:
            return (Show(_screen(visit, visit.say(say.WAIT), _to_card(visit, press.id))),)
        await show(self._boards, visit, coming.match)
        return ()

    async def _table(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return _stale(visit)
        showing = self._services.tournaments.showing
        shown = await showing.shown(press.id, spoken(visit.language))
        lines = [shown.tournament.name, *_standings(visit, shown)]
        return (Show(_screen(visit, "\n".join(lines), _to_card(visit, press.id))),)

    async def _shown(self, visit: Visit, tournament: UUID) -> Answer:
        showing = self._services.tournaments.showing
        shown = await showing.shown(tournament, spoken(visit.language))
        text = "\n".join((_card_words(visit, shown), *_own_words(visit, shown)))
        buttons = _buttons(visit, shown)
        return Show(_screen(visit, text, *buttons))


def moment(at: int) -> str:
    """A moment, as people read it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%d.%m %H:%M} UTC"


def to_play(tournament: UUID, language: str) -> Button:
    """The button by which somebody comes to his meeting."""
    return Button(say.PLAY.say(language), str(Press("cupplay", tournament)), style=Style.GOOD)


def _line(visit: Visit, card: TournamentCard) -> Button:
    label = visit.say(
        say.LINE,
        mark="📝" if card.phase is TournamentPhase.REGISTERING else "▶️",
        name=card.name[:40],
        entered=card.entered,
        capacity=card.terms.capacity,
    )
    return Button(label, str(Press("cup", card.id)))


def _card_words(visit: Visit, shown: TournamentShown) -> str:
    card = shown.tournament
    return visit.say(
        say.CARD,
        name=card.name,
        system=visit.say(say.SYSTEMS[card.system]),
        terms=sentence(terms_of(card.conventions, visit.language)),
        when=_when(visit, shown),
        cost=_cost(visit, card),
        prizes=_prizes(visit, card),
        entered=card.entered,
        capacity=card.terms.capacity,
    )


def _when(visit: Visit, shown: TournamentShown) -> str:
    card = shown.tournament
    phase = visit.say(say.PHASES[card.phase], round=len(shown.rounds))
    if card.phase is not TournamentPhase.REGISTERING:
        return phase
    starts = card.terms.starts_at
    when = visit.say(say.WHEN_FULL) if starts is None else visit.say(say.STARTS, at=moment(starts))
    return f"{phase}. {when}"


def _cost(visit: Visit, card: TournamentCard) -> str:
    if not card.fee:
        return visit.say(say.FREE)
    kind = playing.COINS if card.costs_coins else say.POINTS
    return visit.say(say.FEE, fee=kind.say(visit.language, card.fee))


def _prizes(visit: Visit, card: TournamentCard) -> str:
    if not card.prizes:
        return visit.say(say.NO_PRIZES)
    prizes = ", ".join(playing.COINS.say(visit.language, prize) for prize in card.prizes)
    told = visit.say(say.PRIZES, prizes=prizes)
    if not card.rake:
        return told
    return told + visit.say(say.RAKE, rate=percent(card.rake[-1].per_million, visit.language))


def _own_words(visit: Visit, shown: TournamentShown) -> Iterator[str]:
    """How the tournament stands for who looks at it."""
    own = _own(visit, shown)
    if own is None:
        return
    if own.place is not None:
        yield visit.say(say.PLACE, place=own.place)
        return
    yield visit.say(say.ENTERED if own.out is None else say.OUT)
    if own.out is None and (meeting := _waiting(visit, shown)) is not None:
        (other,) = (each for each in meeting.entrants if each != str(visit.account))
        names = {str(each.person.id): each.person for each in shown.standings}
        name = called(names[other].nick, UUID(other), visit.language)
        yield visit.say(say.CALLED, at=moment(meeting.deadline), name=name)


def _buttons(visit: Visit, shown: TournamentShown) -> Iterator[Button]:
    tournament, own = shown.tournament, _own(visit, shown)
    if own is not None and own.out is None and _playing(visit, shown) is not None:
        yield to_play(tournament.id, visit.language)
    if tournament.phase is TournamentPhase.REGISTERING and own is None:
        enter = str(Press("cupin", tournament.id))
        yield Button(visit.say(say.ENTER), enter, style=Style.GOOD)
    if own is not None and own.out is None and tournament.phase in WANTED:
        leave = str(Press("cupout", tournament.id))
        yield Button(visit.say(say.LEAVE), leave, style=Style.BAD)
    yield Button(visit.say(say.TABLE), str(Press("cuptab", tournament.id)))
    yield Button(visit.say(say.TO_LIST), str(Press("cups")))


def _own(visit: Visit, shown: TournamentShown) -> EntrantStanding | None:
    return next((each for each in shown.standings if each.person.id == visit.account), None)


def _playing(visit: Visit, shown: TournamentShown) -> Meeting | None:
    """The meeting of this round that is not decided, of who looks at it."""
    if shown.tournament.phase is not TournamentPhase.PLAYING:
        return None
    found = shown.rounds[-1].of(str(visit.account))
    return None if found is None or found[1].decided else found[1]


def _waiting(visit: Visit, shown: TournamentShown) -> Meeting | None:
    meeting = _playing(visit, shown)
    return meeting if meeting is not None and meeting.waits else None


def _standings(visit: Visit, shown: TournamentShown) -> Iterator[str]:
    if not shown.standings:
        yield visit.say(say.NOBODY)
    for place, each in enumerate(shown.standings[:SHOWN], 1):
        line = visit.say(
            say.STANDING,
            place=place,
            name=called(each.person.nick, each.person.id, visit.language),
            wins=each.wins,
            losses=each.losses,
        )
        if each.prize:
            prize = playing.COINS.say(visit.language, each.prize)
            line += visit.say(say.STANDING_PRIZE, prize=prize)
        yield line
    if (more := len(shown.standings) - SHOWN) > 0:
        yield visit.say(say.MORE, count=more)


def _to_card(visit: Visit, tournament: UUID) -> Button:
    return Button(visit.say(say.TO_CARD), str(Press("cup", tournament)))


def _screen(visit: Visit, text: str, *buttons: Button) -> Screen:
    rows = tuple((button,) for button in buttons)
    return Screen(text=text, rows=rows, language=visit.language)


def _stale(visit: Visit) -> Answers:
    return (Note(visit.say(playing.STALE)),)
