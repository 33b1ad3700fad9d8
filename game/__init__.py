"""The rules of nardy: pure, typed, usable by themselves."""

from game.cascade import Cascade, Stage, judge_stage, stage_plays
from game.drawing import draw
from game.endings import Ending, ending
from game.heads import LATER_TURN, TurnContext
from game.illegal import IllegalPlay, Reason
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
    "UnreadablePosition",
    "draw",
    "ending",
    "judge",
    "judge_stage",
    "legal_plays",
    "stage_plays",
]
