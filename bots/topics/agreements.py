"""What may be agreed on by buttons: rule set, form, stake, in a word short enough for one."""

from collections.abc import Iterator
from typing import Final, Self

import msgspec

from bots.view import ClockView
from bots.wording import Text
from bots.words import finding as say
from bots.words.playing import COINS, FORMS, POINTS, RULES
from game.clock import TimeControl
from game.conventions import Conventions, ConventionsAsked, CubeKind, Form, resolve
from game.rulesets import RULE_SETS, RuleName
from game.vocabulary import Millis

LENGTHS: Final = (1, 3, 5, 7)
STAKES: Final = (0, 10, 50, 200)
FIRST: Final = (RuleName.SHORT, RuleName.LONG)
"""The rule sets that most people ask for; the others stand behind one button more."""
CUBE_FROM: Final = 3
"""So long a match of the short family is that it is played with the doubling cube."""

OF_GROUPS: Final = TimeControl(reserve=Millis(180_000), delay=Millis(30_000))
"""The clock of a group: a board may be changed there once in three seconds, and a turn takes four
or five changes.
"""


class Agreement(msgspec.Struct, frozen=True):
    """A choice, complete or not: `short.m5.50` in a button.

    ``form`` is `m` with the length of a match, `g` one game, `s` a session for stakes.
    """

    rules: RuleName
    form: str = ""
    stake: int | None = None

    @classmethod
    def read(cls, word: str) -> Self | None:
        """What a button's word says; none for what none of ours says."""
        rules, _, rest = word.partition(".")
        form, _, stake = rest.partition(".")
        if rules not in set(RuleName) or (form and form not in forms_of(RuleName(rules))):
            return None
        if stake and (not form or not stake.isdecimal() or int(stake) not in STAKES):
            return None
        return cls(RuleName(rules), form, int(stake) if stake else None)

    @classmethod
    def of(cls, conventions: Conventions) -> Self | None:
        """The choice by which these were agreed on; none where no buttons lead to them."""
        rules, rated = conventions.rules, conventions.rated
        choices = (cls(rules, form, stake) for form in forms_of(rules) for stake in STAKES)
        return next(
            (each for each in choices if each.conventions(rated=rated) == conventions), None
        )

    def __str__(self) -> str:
        parts = [self.rules.value, self.form, "" if self.stake is None else str(self.stake)]
        return ".".join(part for part in parts if part)

    def conventions(self, *, rated: bool, grouped: bool = False) -> Conventions:
        """The whole agreement; raises ``ConventionsRefused``. What is private cannot be rated.

        `grouped`: it is played on the board of a group, where each press takes its time.
        """
        stake = self.stake or 0
        if self.form == "g":
            asked = ConventionsAsked(rules=self.rules, form=Form.GAME, stake=stake, rated=rated)
        elif self.form == "s":
            asked = ConventionsAsked(
                rules=self.rules,
                form=Form.MONEY,
                stake=stake,
                rated=rated,
                cube=CubeKind.DOUBLING if _has_cube(self.rules) else CubeKind.NONE,
            )
        else:
            length = int(self.form[1:])
            cubed = length >= CUBE_FROM and _has_cube(self.rules)
            asked = ConventionsAsked(
                rules=self.rules,
                form=Form.MATCH,
                length=length,
                stake=stake,
                rated=rated,
                cube=CubeKind.DOUBLING if cubed else CubeKind.NONE,
            )
        return resolve(msgspec.structs.replace(asked, clock=OF_GROUPS) if grouped else asked)


AT_ONCE: Final = Agreement(RuleName.SHORT, "m1", 0)
"""What is played by whoever chooses nothing."""


def forms_of(rules: RuleName) -> tuple[str, ...]:
    """The forms that are offered by these rules."""
    matches = tuple(f"m{length}" for length in LENGTHS)
    return (*matches, "g", "s") if _has_cube(rules) else (*matches, "g")


def form_words(form: str, language: str) -> str:
    """A form as people read it."""
    if form.startswith("m"):
        return FORMS[Form.MATCH].say(language, length=form[1:])
    return FORMS[Form.GAME if form == "g" else Form.MONEY].say(language)


def sentence(text: str) -> str:
    """A text that begins as sentences do: what is agreed begins with a small letter elsewhere."""
    return text[:1].upper() + text[1:]


def terms_of(conventions: Conventions, language: str) -> str:
    """An agreement in a line."""
    words = (
        RULES[conventions.rules].say(language),
        FORMS[conventions.form].say(language, length=conventions.length),
        _staked(conventions, language),
    )
    more = (each.say(language) for each in _more(conventions))
    measured = _measured(conventions, language)
    time = clock_words(conventions.clock, language)
    rated = (say.RATED if conventions.rated else say.UNRATED).say(language)
    return ", ".join((*words, *more, *measured, time, rated))


def _staked(conventions: Conventions, language: str) -> str:
    if not conventions.stake:
        return say.UNSTAKED.say(language)
    words = say.STAKED if conventions.form is Form.MATCH else say.STAKED_A_POINT
    return words.say(language, coins=COINS.say(language, conventions.stake))


def _more(conventions: Conventions) -> Iterator[Text]:
    """What else is agreed that costs points."""
    if conventions.cube is CubeKind.DOUBLING:
        yield say.WITH_CUBE
    if conventions.jacoby:
        yield say.WITH_JACOBY
    if conventions.beaver:
        yield say.WITH_BEAVER
    if conventions.automatic_doubles:
        yield say.WITH_AUTOMATIC
    usual = resolve(ConventionsAsked(rules=conventions.rules, form=conventions.form))
    if usual.gammons and not conventions.gammons:
        yield say.NO_GAMMONS
    elif usual.backgammons and not conventions.backgammons:
        yield say.NO_BACKGAMMONS
    if conventions.play_rules != RULE_SETS[conventions.rules]:
        yield say.OWN_RULES


def _measured(conventions: Conventions, language: str) -> Iterator[str]:
    """What is agreed with a number."""
    if conventions.cube is CubeKind.LINEAR:
        yield say.WITH_LINEAR_CUBE.say(language, most=conventions.linear_max)
    if conventions.difference:
        yield say.DIFFERENCE.say(language, points=POINTS.say(language, conventions.difference))


def clock_words(control: TimeControl | None, language: str) -> str:
    """How much time there is, as people read it."""
    if control is None:
        return say.NO_CLOCK.say(language)
    words = []
    if control.delay:
        words.append(say.A_TURN.say(language, seconds=control.delay // 1000))
    if control.reserve:
        words.append(say.RESERVE.say(language, time=ClockView(control.reserve).written))
    if control.increment:
        words.append(say.INCREMENT.say(language, seconds=control.increment // 1000))
    if control.match_limit:
        words.append(say.WHOLE.say(language, time=ClockView(control.match_limit).written))
    return say.CLOCK.say(language, time=", ".join(words))


def stake_words(stake: int, language: str) -> str:
    """A stake as people read it."""
    return COINS.say(language, stake) if stake else say.FREE.say(language)


def _has_cube(rules: RuleName) -> bool:
    return not RULE_SETS[rules].same_direction
