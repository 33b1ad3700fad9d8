"""Who stands better in a game that cannot be played out (rules, section 9): published, versioned,
pure, so that anybody can recompute it from the figures in the log.

Version 1. A race is judged by pip count, the side on roll being credited with half a throw: the
lead tells if it is at least a tenth of the leader's own count. Contact is judged by 64 games
played out by both sides with the policy below, until they become races; a side has won if it wins
at least 43 of them. Anything less is too small a lead to tell.

The policy of version 1: among the legal plays, the one after which the other side's pips, less two
for each own blot that can still be hit and one for each own checker above 18, are most; among
equals the one whose position text is least. The dice of trial `t` are a `CommittedDice` stream:
secret SHA-256 of the position text, match id `t` as 16 bytes, one seed `nardy-adjudication/1`.
"""

import hashlib
from functools import lru_cache

import msgspec

from game.cascade import Cascade, stage_plays
from game.certainty import is_race
from game.dice import CommittedDice
from game.options import Hitting
from game.play import Play
from game.plays import Plays, legal_plays
from game.position import Position, pips
from game.rulesets import RuleSet
from game.steps import BAR, Dice, Steps
from game.vocabulary import AdjudicationMethod

VERSION = 1
_TRIALS = 64
_TELLING_WINS = 43
_LONGEST_TRIAL = 300
"""Throws after which a trial is judged as a race, whatever stands."""
_HALF_THROW = 4


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of a position: `mover_won` is none where the lead is too small to tell."""

    version: int
    mover_won: bool | None
    method: AdjudicationMethod
    mover_pips: int
    waiter_pips: int
    mover_wins: int = 0
    trials: int = 0


def adjudicate(
    position: Position,
    cube: int,  # noqa: ARG001 -- part of the question; version 1 does without
    score: tuple[int, int],  # noqa: ARG001 -- the same
    rules: RuleSet,
    version: int = VERSION,
) -> Verdict:
    """Judge a running game, the mover being on roll.

    `position` has the mover first. Raises ValueError for a version that does not exist.
    """
    if version != VERSION:
        raise ValueError(f"there is no adjudication of version {version}")
    ours, theirs = pips(position.mover), pips(position.waiter)
    if is_race(position, rules):
        won = _race_won(ours - _HALF_THROW, theirs)
        return Verdict(VERSION, won, AdjudicationMethod.PIPS, ours, theirs)
    wins = _trials_won(position, rules)
    won = True if wins >= _TELLING_WINS else None
    if _TRIALS - wins >= _TELLING_WINS:
        won = False
    return Verdict(VERSION, won, AdjudicationMethod.ROLLOUT, ours, theirs, wins, _TRIALS)


@lru_cache(maxsize=256)
def _trials_won(position: Position, rules: RuleSet) -> int:
    """How many trials the mover wins. Kept, for whoever makes sure before he ends a match asks
    twice, and half a second of a processor is long then.
    """
    return sum(_wins(position, rules, trial) for trial in range(_TRIALS))


def _race_won(ours: int, theirs: int) -> bool | None:
    lead = theirs - ours
    if 10 * abs(lead) < max(1, min(ours, theirs)):
        return None
    return lead > 0


def _wins(position: Position, rules: RuleSet, trial: int, longest: int = _LONGEST_TRIAL) -> bool:
    """Play one trial; whether the mover of `position` wins it."""
    secret = hashlib.sha256(str(position).encode()).digest()
    dice = CommittedDice(secret, trial.to_bytes(16, "big"), (b"nardy-adjudication/1",))
    first_to_move, draw = True, 0
    for _ in range(longest):
        if is_race(position, rules):
            break
        thrown = Dice(*dice.pair(draw))
        draw += 1
        if thrown.is_doublet and not rules.doublets:
            continue
        position = _played(position, thrown, rules).swapped()
        first_to_move = not first_to_move
        if position.mover_has_won or position.waiter_has_won:
            return position.mover_has_won is first_to_move
    mover_wins = pips(position.mover) - _HALF_THROW < pips(position.waiter)
    return mover_wins is first_to_move


def _played(position: Position, dice: Dice, rules: RuleSet) -> Position:
    """Return the position after one throw, both sides' parts of a cascade included."""
    if not (rules.cascade and dice.is_doublet):
        plays = legal_plays(position, dice, rules)
        return _best(plays, rules).position if plays else position
    cascade: Cascade | None = Cascade.begin(position, dice, rules)
    continued = False
    while cascade is not None and not position.mover_has_won:
        if cascade.continued and not continued:
            position, continued = position.swapped(), True
        plays = stage_plays(position, cascade.stage, rules)
        steps: Steps = ()
        if plays:
            position, steps = _best(plays, rules).position, _best(plays, rules).steps
        cascade = cascade.after(steps, rules)
    return position.swapped() if continued else position


def _best(plays: Plays, rules: RuleSet) -> Play:
    liked = [(_liking(play.position, rules), play) for play in plays]
    most = max(liking for liking, _ in liked)
    return min((play for liking, play in liked if liking == most), key=_text)


def _text(play: Play) -> str:
    return str(play.position)


def _liking(position: Position, rules: RuleSet) -> int:
    mover, waiter = position.mover, position.waiter
    liking = pips(waiter) - sum(mover[19:25])
    if rules.hitting is Hitting.NONE:
        return liking
    reach = max(point for point in range(BAR + 1) if waiter[point])
    blots = sum(mover[p] == 1 and rules.theirs(p) < reach for p in range(1, BAR))
    return liking - 2 * blots
