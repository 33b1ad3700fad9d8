"""What each event makes of a tournament. Applies what was decided and never judges."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from game.tournament.events import (
    AnyTournamentEvent,
    EntrantCame,
    EntrantRegistered,
    EntrantWithdrew,
    MeetingBegan,
    MeetingCalledAgain,
    MeetingDecided,
    RoundDrawn,
    TournamentAnnounced,
    TournamentCancelled,
    TournamentEnded,
    TournamentStarted,
)
from game.tournament.facts import Entrant, Meeting, Round, TournamentFacts
from game.tournament.terms import TournamentPhase

S = TypeVar("S", bound=TournamentFacts)


def folded(state: S, event: AnyTournamentEvent) -> S:
    """Return the tournament after the event."""
    after: S = _FOLDERS[type(event)](state, event)
    return after


def _announced(state: S, event: TournamentAnnounced) -> S:
    return replace(state, id=event.tournament, terms=event.terms, lot=event.lot)


def _registered(state: S, event: EntrantRegistered) -> S:
    return replace(state, entrants={**state.entrants, event.entrant: Entrant(event.entrant)})


def _withdrew(state: S, event: EntrantWithdrew) -> S:
    if state.phase is TournamentPhase.REGISTERING:
        others = {name: each for name, each in state.entrants.items() if name != event.entrant}
        often = state.withdrew.get(event.entrant, 0) + 1
        return replace(state, entrants=others, withdrew={**state.withdrew, event.entrant: often})
    return _with(state, replace(state.entrants[event.entrant], out=len(state.rounds)))


def _started(state: S, event: TournamentStarted) -> S:
    return replace(state, secret=event.secret, phase=TournamentPhase.PLAYING)


def _drawn(state: S, event: RoundDrawn) -> S:
    meetings = tuple(_called(entrants, event.deadline) for entrants in event.meetings)
    state = replace(state, rounds=(*state.rounds, Round(meetings)))
    met = dict(state.entrants)
    for entrants in event.meetings:
        for name in entrants:
            others = tuple(other for other in entrants if other != name)
            bye = not others
            met[name] = replace(
                met[name],
                met=(*met[name].met, *others),
                byes=met[name].byes + bye,
                wins=met[name].wins + bye,
            )
    return replace(state, entrants=met)


def _called(entrants: tuple[str, ...], deadline: int) -> Meeting:
    """A meeting of the new round; a bye is won already."""
    if len(entrants) == 2:
        return Meeting(entrants, deadline)
    return Meeting(entrants, deadline, decided=True, winner=entrants[0] if entrants else None)


def _came(state: S, event: EntrantCame) -> S:
    meeting = state.rounds[-1].meetings[event.table]
    return _at(state, event.table, replace(meeting, came=(*meeting.came, event.entrant)))


def _began(state: S, event: MeetingBegan) -> S:
    meeting = state.rounds[-1].meetings[event.table]
    return _at(state, event.table, replace(meeting, match=event.match))


def _called_again(state: S, event: MeetingCalledAgain) -> S:
    meeting = state.rounds[-1].meetings[event.table]
    return _at(
        state,
        event.table,
        Meeting(meeting.entrants, event.deadline, replays=meeting.replays + event.replay),
    )


def _decided(state: S, event: MeetingDecided) -> S:
    meeting = state.rounds[-1].meetings[event.table]
    state = _at(state, event.table, replace(meeting, decided=True, winner=event.winner))
    for name in meeting.entrants:
        entrant = state.entrants[name]
        if name == event.winner:
            (beaten,) = (other for other in meeting.entrants if other != name)
            won = replace(entrant, wins=entrant.wins + 1, beaten=(*entrant.beaten, beaten))
            state = _with(state, won)
            continue
        lost = replace(entrant, losses=entrant.losses + 1)
        if lost.out is None and lost.losses >= state.terms.system.lives:
            lost = replace(lost, out=len(state.rounds))
        state = _with(state, lost)
    return state


def _ended(state: S, event: TournamentEnded) -> S:
    return replace(state, phase=TournamentPhase.OVER, places=event.places)


def _cancelled(state: S, _: TournamentCancelled) -> S:
    return replace(state, phase=TournamentPhase.CANCELLED)


def _with(state: S, entrant: Entrant) -> S:
    return replace(state, entrants={**state.entrants, entrant.id: entrant})


def _at(state: S, table: int, meeting: Meeting) -> S:
    """The tournament with this meeting at a table of its last round."""
    *before, last = state.rounds
    meetings = (*last.meetings[:table], meeting, *last.meetings[table + 1 :])
    return replace(state, rounds=(*before, Round(meetings)))


_FOLDERS: Mapping[type, Callable[[Any, Any], Any]] = {
    TournamentAnnounced: _announced,
    EntrantRegistered: _registered,
    EntrantWithdrew: _withdrew,
    TournamentStarted: _started,
    RoundDrawn: _drawn,
    EntrantCame: _came,
    MeetingBegan: _began,
    MeetingCalledAgain: _called_again,
    MeetingDecided: _decided,
    TournamentEnded: _ended,
    TournamentCancelled: _cancelled,
}
