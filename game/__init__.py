"""The rules of nardy: pure, typed, usable by themselves.

A whole game of hypergammon, three checkers a side, typed at the prompt:

>>> from game import *
>>> position = Position.start(HYPERGAMMON)
>>> for turn in '''65: 23/12, 25: 24/17, 66: 22/4 12/6, 46: 23/19* 22/16, 64: bar/19 24/20,
...                34: 19/15 16/13, 11: 19/16 4/3, 26: 13/5*, 42: bar/19, 66: 17/5 15/9*/3,
...                55: —, 34: 5/1 3/off, 24: bar/19, 66: 5/off 1/off'''.split(","):
...     roll, written = turn.strip().split(": ")
...     plays = legal_plays(position, Dice.parse(roll), HYPERGAMMON)
...     position = read_play(written, plays).position.swapped()
>>> position.waiter_has_won
True
>>> ending(position.mover, HYPERGAMMON)
<Ending.BACKGAMMON: 'backgammon'>

What is asked of a position is answered in the terms of the game:

>>> plays = legal_plays(Position.start(LONG), Dice(6, 6), LONG, TurnContext(first_turn=True))
>>> plays
<Plays 24/18(2)>
>>> plays.judge([(24, 18)]).message
'as many dice as possible must be played (rule 2.2)'
"""

from game.cascade import Cascade, Stage, judge_stage, stage_plays
from game.drawing import draw
from game.endings import Ending, ending
from game.heads import LATER_TURN, TurnContext
from game.illegal import IllegalPlay, Reason
from game.notation import Language, NoSuchPlay, UnreadablePlay, read_play, write_play
from game.options import (
    BearOff,
    CascadeBlocked,
    CascadeHead,
    FirstTurnHeads,
    Hitting,
    Opening,
    PrimeCheck,
    PrimeCondition,
    Starter,
)
from game.play import Play
from game.plays import Plays, judge, legal_plays
from game.position import Position, Problem, UnreadablePosition
from game.rulesets import (
    CRAZY,
    HYPERGAMMON,
    LONG,
    NACKGAMMON,
    NARDGAMMON,
    RULE_SETS,
    SHORT,
    SHORT16,
    OptionRefused,
    RuleName,
    RuleSet,
)
from game.side import Side
from game.step_graph import StepGraph
from game.steps import BAR, HEAD, OFF, Dice, Point, Step, Steps

__all__ = [
    "BAR",
    "CRAZY",
    "HEAD",
    "HYPERGAMMON",
    "LATER_TURN",
    "LONG",
    "NACKGAMMON",
    "NARDGAMMON",
    "OFF",
    "RULE_SETS",
    "SHORT",
    "SHORT16",
    "BearOff",
    "Cascade",
    "CascadeBlocked",
    "CascadeHead",
    "Dice",
    "Ending",
    "FirstTurnHeads",
    "Hitting",
    "IllegalPlay",
    "Language",
    "NoSuchPlay",
    "Opening",
    "OptionRefused",
    "Play",
    "Plays",
    "Point",
    "Position",
    "PrimeCheck",
    "PrimeCondition",
    "Problem",
    "Reason",
    "RuleName",
    "RuleSet",
    "Side",
    "Stage",
    "Starter",
    "Step",
    "StepGraph",
    "Steps",
    "TurnContext",
    "UnreadablePlay",
    "UnreadablePosition",
    "draw",
    "ending",
    "judge",
    "judge_stage",
    "legal_plays",
    "read_play",
    "stage_plays",
    "write_play",
]
